"""Local search from the greedy's cover until the budget ends: annealing for long lists, row weighting for short ones.

Where lists hold a good part of the elements, a dozen of them cover, and nearly nothing that is close to a good cover
covers: annealing over near-covers judges a move in some nanoseconds. Where lists are short, many are needed, and the
weights that row weighting learns for the elements lead the search.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludarium.compiled.kernels import luck_from
from ludarium.core.budget import Meter
from ludarium.games.setcover.report import Report
from ludarium.games.setcover.rules import LOGS, anneal, reweigh
from ludarium.games.setcover.workbench import Cover, Workbench

DENSE = 0.1
"""Lists that hold more than this share of the elements, on average, count as long."""

HOT, COLD = 0.5, 0.36
"""Temperatures, in penalties."""
CYCLES = 3
CALIBRATION = 0.15
"""The share of a cycle in which its penalty is found; then it cools."""
COVERS = (0.005, 0.0015, 0.015)
"""The share of accepted states that should be covers, cycle by cycle: no single one is best for all instances."""

Slice = Callable[[int, float], None]
"""Searches on for some moves; told which share of the budget is gone."""


class Search:
    """What both searches share: the lists chosen now, the best ones, and notes for the kernels."""

    def __init__(self, bench: Workbench, cover: Cover, seed: int) -> None:
        self.bench, self.cover = bench, cover
        self.weight = bench.instance.weight(cover)
        room = min(len(bench.instance), 4 * len(cover) + 16)
        self.chosen, self.inside = np.zeros(room, np.int64), np.zeros(len(bench.instance), np.uint8)
        self.chosen[: len(cover)] = cover
        self.inside[list(cover)] = 1
        self.best = self.chosen.copy()
        self.notes = np.array([len(cover), len(cover), self.weight, 0, self.weight, 0], np.int64)
        self.luck = luck_from(seed, "setcover", "local")

    def found(self) -> Cover:
        """Return the best cover."""
        cover = self.bench.completed((int(index) for index in self.best[: self.notes[1]]), ())
        assert self.bench.instance.weight(cover) <= self.notes[2], "the kernel's best cover is none"
        return cover

    def annealing(self) -> Slice:
        """Return the search for long lists."""
        tables, ranking = self.bench.tables, self.bench.tables.ranking
        penalty = self.weight / len(self.cover) / 5

        def go(moves: int, spent: float) -> None:
            nonlocal penalty
            before, (cycle, heat) = self.notes[3], _cycle(spent)
            accepted = anneal(
                tables.bits,
                tables.weights,
                tables.full,
                *ranking,
                LOGS,
                self.chosen,
                self.inside,
                self.best,
                self.notes,
                self.luck,
                penalty,
                heat * penalty,
                moves,
            )
            if heat == _MIDDLE and accepted:
                wanted = COVERS[cycle % len(COVERS)]
                penalty *= 0.95 if self.notes[3] - before > wanted * accepted else 1.05

        return go

    def weighting(self) -> Slice:
        """Return the search for short lists."""
        tables, instance = self.bench.tables, self.bench.instance
        held, worth = np.zeros(instance.n, np.int64), np.ones(instance.n, np.int64)
        for index in self.cover:
            held[list(instance.lists[index])] += 1
        score = np.zeros(len(instance), np.int64)
        for index in self.cover:
            score[index] = -sum(held[element] == 1 for element in instance.lists[index])
        missing, places = np.zeros(instance.n + 1, np.int64), np.zeros(instance.n, np.int64)
        since, free = np.zeros(len(instance), np.int64), np.ones(len(instance), np.uint8)

        def go(moves: int, spent: float) -> None:
            reweigh(
                tables.starts,
                tables.members,
                tables.weights,
                tables.row_starts,
                tables.holders,
                self.chosen,
                self.inside,
                held,
                worth,
                score,
                missing,
                places,
                since,
                free,
                self.best,
                self.notes,
                self.luck,
                moves,
            )

        return go


def improve(bench: Workbench, cover: Cover, bound: int, meter: Meter, seed: int, report: Report) -> Cover:
    """Return the best cover found from *cover* on; stops at the *bound*. A step is a proposed move.

    Not handled: lists by the million (the bit sets would not fit), where column generation is the right tool.
    """
    tables = bench.tables
    search = Search(bench, cover, seed)
    long = len(tables.members) > DENSE * bench.instance.n * len(bench.instance)
    go = search.annealing() if long else search.weighting()
    slice_ = (1 << 22) // (tables.words + 16) if long else 500
    if meter.budget.steps is not None:
        slice_ = min(slice_, max(1000, meter.budget.steps // 400))
    while search.notes[2] > bound and meter.left():
        moves = meter.steps_left(slice_)
        go(moves, meter.spent)
        meter.spend(moves)
        report(int(search.notes[2]))
    return search.found()


_MIDDLE = (HOT + COLD) / 2


def _cycle(spent: float) -> tuple[int, float]:
    """Return the cycle and its temperature, in penalties: even while the penalty is found, then from HOT to COLD."""
    cycle, part = divmod(min(spent, 1 - 1e-9) * CYCLES, 1)
    if part < CALIBRATION:
        return int(cycle), _MIDDLE
    return int(cycle), HOT + (COLD - HOT) * (part - CALIBRATION) / (1 - CALIBRATION)
