"""Set covering solved: `solve(instance, method, budget)` gives a cover, its weight, a proven lower bound and the gap.

- `greedy`: least weight a new element, lazily, best of three tie rules, redundant lists dropped.
- `source`: greedy by the cost of the source text, 2 · length + 10 · missing, mended.
- `genetic`: the source's genetic algorithm, mended, through `core.evolve`.
- `local`: annealing over near-covers in the compiled core; the best there is here without a proof.
- `exact`: a short local search, then OR-Tools' CP-SAT until it is proven or the budget ends.

The bound is Lagrangian (for `exact` the better of that and CP-SAT's). Where every list weighs its length, the linear
bound is n, which says little: each element is paid at least once.
"""

from __future__ import annotations

from ludarium.core.budget import Budget, Meter
from ludarium.core.errors import BadParameter, nearest
from ludarium.core.solver import Solution, Solver, Status
from ludarium.games.setcover import exact, genetic, local
from ludarium.games.setcover.level import Instance, Uncoverable
from ludarium.games.setcover.report import OnStanding, Report
from ludarium.games.setcover.workbench import Cover, Workbench

__all__ = ["METHODS", "CoverSolver", "Uncoverable", "solve"]

METHODS = ("greedy", "source", "genetic", "local", "exact")
DEFAULTS = {"local": Budget(steps=50_000_000), "exact": Budget(ms=60_000), "genetic": Budget(steps=4_000)}
"""What a method gets when nobody says otherwise; the greedy ones need no limit."""

_WARM_UP = 200_000


class CoverSolver(Solver[Instance, Cover]):
    """One method of set covering, with its seed and who hears of its progress."""

    def __init__(self, method: str = "local", seed: int = 0, on_progress: OnStanding | None = None) -> None:
        if method not in METHODS:
            raise BadParameter(
                f"setcover: method={method!r}; choose {', '.join(METHODS[:-1])} or {METHODS[-1]}"
                f"{nearest(str(method), METHODS)}"
            )
        self.method, self.seed, self._listener = method, seed, on_progress

    def solve(self, problem: Instance, budget: Budget) -> Solution[Cover]:
        """Return a cover within the budget. Uncoverable names an element that no list holds."""
        meter = budget.start()
        report = Report(meter, self._listener)
        bench = Workbench(problem)
        first = bench.source() if self.method == "source" else bench.greedy()
        report(problem.weight(first))
        bound = bench.bound(problem.weight(first), meter)
        report.bound = bound.value
        cover, proven, stats = first, bound.value, dict[str, float | int | str]()
        if self.method == "genetic":
            cover = genetic.breed(bench, proven, meter, self.seed, report)
        elif self.method == "local":
            cover = local.improve(bench, cover, proven, meter, self.seed, report)
        elif self.method == "exact":
            quick = Budget(steps=_WARM_UP, ms=None if budget.ms is None else max(1.0, budget.ms / 5))
            cover = local.improve(bench, cover, proven, _meter(quick, budget), self.seed, report)
            proof = exact.prove(bench, cover, bound, meter, self.seed, report)
            cover, proven, stats["left"] = proof.cover, proof.bound, proof.left
        weight = problem.weight(cover)
        status = Status.SOLVED if proven >= weight else Status.BOUNDED
        gap = (weight - proven) / weight if weight else 0.0
        stats |= {"method": self.method, "gap": round(gap, 6), "lists": len(cover), "steps": meter.steps}
        if budget.steps is None:
            stats["ms"] = round(meter.ms, 3)
        return Solution(status, cover, weight, proven, stats)


def solve(
    instance: Instance,
    method: str = "local",
    budget: Budget | None = None,
    seed: int = 0,
    on_progress: OnStanding | None = None,
) -> Solution[Cover]:
    """Cover an instance: `.answer` are the chosen lists' indices, `.value` their weight, `.bound` what is proven.

    >>> from ludarium.games.setcover.instance import problem
    >>> found = solve(problem(20, 42), "greedy")
    >>> found.value, found.answer
    (24, (2, 5, 13, 22))
    """
    solver = CoverSolver(method, seed, on_progress)
    return solver.solve(instance, budget or DEFAULTS.get(method, Budget()))


def _meter(quick: Budget, budget: Budget) -> Meter:
    return Budget(ms=quick.ms, steps=quick.steps, clock=budget.clock).start()
