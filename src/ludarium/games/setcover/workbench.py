"""What every method of set covering uses: an instance ready for the kernels, greedy covers, the lower bound."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.budget import Meter
from ludarium.games.setcover.level import Instance
from ludarium.games.setcover.rules import CHEAP, LARGE, SMALL, SOURCE, Tables, gather, prune, relax

Cover = tuple[int, ...]
"""The indices of the chosen lists, ascending."""

_ROUNDS = 20


class Bound(NamedTuple):
    """A proven lower bound, rounded up and as it is, and what each list would add to it if it were chosen."""

    value: int
    exact: float
    reduced: NDArray[np.float64]


class Workbench:
    """An instance with its tables. Refuses one that cannot be covered, naming an element."""

    def __init__(self, instance: Instance) -> None:
        instance.insist_on_a_cover()
        self.instance = instance
        self.tables = Tables(instance)
        self._everything = np.ones(len(instance), np.uint8)
        self._chosen = np.zeros(instance.n, np.int64)

    def greedy(self) -> Cover:
        """Return the best of three greedy covers: least weight a new element, ties broken in three ways."""
        return min((self.gathered(rule) for rule in (CHEAP, LARGE, SMALL)), key=self.instance.weight)

    def source(self) -> Cover:
        """Return the cover by the source's cost."""
        return self.gathered(SOURCE)

    def gathered(self, rule: int) -> Cover:
        """Return a greedy cover without redundant lists."""
        return self.completed((), None, rule)

    def completed(self, kept: Iterable[int], pool: Iterable[int] | None, rule: int = CHEAP) -> Cover:
        """Return *kept*, completed greedily by lists of the *pool* (of all, where those do not cover), pruned."""
        tables = self.tables
        covered = np.zeros(tables.words, np.uint64)
        found = list(kept)
        for index in found:
            covered |= tables.bits[index]
        if pool is not None:
            allowed = np.zeros(len(self.instance), np.uint8)
            allowed[list(pool)] = 1
            found += self._gather(allowed, covered, rule)
        found += self._gather(self._everything, covered, rule)
        held = np.array(found, np.int64)
        count = prune(tables.bits, tables.weights, tables.full, held, len(held))
        return tuple(sorted(int(index) for index in held[:count]))

    def _gather(self, allowed: NDArray[np.uint8], covered: NDArray[np.uint64], rule: int) -> list[int]:
        """Choose allowed lists as long as one of them adds anything."""
        t = self.tables
        count = gather(t.bits, t.weights, t.full, allowed, covered, t.lengths.copy(), rule, self._chosen)
        return [int(index) for index in self._chosen[:count]]

    def bound(self, ceiling: int, meter: Meter, rounds: int = 600) -> Bound:
        """Return a lower bound by Lagrangian relaxation, in slices, within the meter's time (not its steps).

        The first prices share each list's weight among its members, the cheapest offer counting: where a list weighs
        its length that is 1 for each element, and the bound n is that of the linear program already.
        """
        tables = self.tables
        n, lists = self.instance.n, len(self.instance)
        shares = tables.weights / np.maximum(tables.lengths, 1)
        prices = np.full(n, np.inf)
        np.minimum.at(prices, tables.members, np.repeat(shares, tables.lengths))
        best, reduced = prices.copy(), np.zeros(lists)
        held, pace = np.zeros(n, np.int64), np.array([1.0, -np.inf, 0.0])
        for _ in range(rounds // _ROUNDS):
            relax(
                tables.starts,
                tables.members,
                tables.weights,
                prices,
                best,
                reduced,
                held,
                pace,
                float(ceiling),
                _ROUNDS,
            )
            done = math.ceil(pace[1] - 1e-6) >= ceiling or pace[0] < 1e-3
            if done or (meter.budget.ms is not None and meter.ms > meter.budget.ms / 4):
                break
        return Bound(min(ceiling, math.ceil(pace[1] - 1e-6)), float(pace[1]), reduced)
