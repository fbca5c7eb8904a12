"""Proofs by OR-Tools' CP-SAT, on what reduced weights leave of an instance."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ludarium.core.budget import Budget, Meter
from ludarium.core.errors import LudariumError
from ludarium.games.setcover.report import Report
from ludarium.games.setcover.workbench import Bound, Cover, Workbench


class Proof(NamedTuple):
    """The best cover, the bound proven for it, and how many lists were left to decide."""

    cover: Cover
    bound: int
    left: int


def installed() -> bool:
    """Say whether the solver can be imported."""
    try:
        _cp_model()
    except LudariumError:
        return False
    return True


def prove(bench: Workbench, cover: Cover, bound: Bound, meter: Meter, seed: int, report: Report) -> Proof:
    """Search for a lighter cover, or prove that there is none; *cover* is the one to beat.

    A list whose reduced weight lifts the bound to the weight of *cover* is in no lighter cover, and is left out; lists
    that hold the same elements as a lighter one, too. Milliseconds limit the solver's time; model steps its own
    deterministic time, a thousand to a unit (about a second), which gives the same answer on every machine.
    """
    cp_model = _cp_model()
    instance, best = bench.instance, bench.instance.weight(cover)
    if bound.value >= best:
        return Proof(cover, best, 0)
    left = _undecided(bench, bound, best)
    model = cp_model.CpModel()
    taken = {index: model.new_bool_var(str(index)) for index in left}
    holders: list[list[Any]] = [[] for _ in range(instance.n)]
    for index in left:
        for element in instance.lists[index]:
            holders[element].append(taken[index])
    if not all(holders):
        return Proof(cover, best, len(left))
    for variables in holders:
        model.add_bool_or(variables)
    total = sum(instance.weights[index] * variable for index, variable in taken.items())
    model.add(total <= best - 1)
    model.add(total >= bound.value)
    model.minimize(total)
    solver = cp_model.CpSolver()
    _limit(solver.parameters, meter.rest())
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.random_seed = seed % (1 << 31)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return Proof(cover, best, len(left))
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        cover = tuple(index for index in left if solver.boolean_value(taken[index]))
        report(instance.weight(cover))
    proven = max(bound.value, math.ceil(solver.best_objective_bound - 1e-6))
    return Proof(cover, min(proven, instance.weight(cover)), len(left))


def _undecided(bench: Workbench, bound: Bound, best: int) -> list[int]:
    """Return the lists that a cover lighter than *best* may hold; of equal ones the lightest."""
    instance = bench.instance
    lightest: dict[tuple[int, ...], int] = {}
    for index, members in enumerate(instance.lists):
        reduced = max(0.0, float(bound.reduced[index]))
        if not members or bound.exact + reduced > best - 1 + 1e-6:
            continue
        known = lightest.get(members)
        if known is None or instance.weights[index] < instance.weights[known]:
            lightest[members] = index
    return sorted(lightest.values())


def _limit(parameters: Any, rest: Budget) -> None:
    if rest.ms is not None:
        parameters.max_time_in_seconds = rest.ms / 1000
    if rest.steps is not None:
        parameters.max_deterministic_time = rest.steps / 1000


def _cp_model() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise LudariumError(
            "the method 'exact' needs OR-Tools, which is not installed: pip install 'ludarium[exact]'"
        ) from None
    return cp_model
