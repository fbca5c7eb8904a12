"""What planners over the compiled core share: how much to search before the next look at the clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ludarium.core.budget import Budget, Meter
from ludarium.core.game import HasCore, State

SHARE = 0.9
"""The part of a move's milliseconds that is searched; the rest is for making the answer (the study used 95 %)."""
_SLICE_MS = 1.5
_DEFAULT_STEPS = 10_000


class Pace:
    """Cuts a budget into slices for compiled searches: exact in steps, short enough to keep a deadline.

    `rate` (steps a millisecond) is what the last search of this agent achieved; it only sizes slices.
    """

    def __init__(self, budget: Budget, rate: float = 40.0, share: float = SHARE) -> None:
        self.meter = budget.start()
        if not self.meter.limited:
            self.meter = Budget(steps=_DEFAULT_STEPS).start()
        limit = self.meter.budget.ms
        self._ends = None if limit is None else limit * share
        self.rate = rate
        self._seen_ms = self.meter.ms
        self.kept = 0
        """Steps that slices leave alone, for what comes after the search."""
        self.share_of_steps = 1 << 40 if self.meter.budget.steps is None else self.meter.budget.steps

    @property
    def steps(self) -> int:
        """Model steps made so far."""
        return self.meter.steps

    def part(self) -> float:
        """Return how much of the budget is spent, from 0 to 1."""
        parts = [self.meter.steps / self.share_of_steps]
        if self._ends is not None:
            parts.append(self.meter.ms / self._ends)
        return max(parts)

    def slice(self, most: int = 1 << 30) -> int:
        """Return how many model steps may be made before the next call; 0 when the budget is spent."""
        allowed = min(most, max(0, self.meter.steps_left(1 << 40) - self.kept))
        if self._ends is None or allowed == 0:
            return allowed
        left = self._ends - self.meter.ms
        if left <= 0:
            return 0
        return max(1, min(allowed, int(self.rate * min(_SLICE_MS, left))))

    def has(self, steps: int) -> bool:
        """Say whether the budget has that many steps left; a clock does not matter."""
        return self.meter.steps_left(steps) >= steps

    def spend(self, steps: int) -> None:
        """Count what a slice made, and learn how fast this game is."""
        self.meter.spend(steps)
        if self._ends is not None:
            now = self.meter.ms
            passed, self._seen_ms = now - self._seen_ms, now
            if passed > 0 and (steps >= 20 or passed >= _SLICE_MS):
                self.rate = max(2.0, min(2.0 * self.rate, 0.5 * self.rate + 0.5 * steps / passed))


def has_sight(state: State) -> bool:
    """Say whether the compiled planners can look at this state."""
    return isinstance(state, HasCore) and getattr(state.core, "sight", None) is not None


def luck_of(rng: np.random.Generator) -> Any:
    """Draw the two words of a kernel's luck from an agent's own."""
    return rng.integers(1, 1 << 32, 2)


def mask_of(legal: Any) -> int:
    """Return the actions as bits."""
    mask = 0
    for action in legal:
        mask |= 1 << int(action)
    return mask


def cells_text(places: Iterable[int]) -> str:
    """Return a set of cells as a number in hexadecimal, cell 0 in its lowest bit: short enough for a record."""
    found = 0
    for cell in set(places):
        if cell >= 0:
            found |= 1 << cell
    return f"{found:x}"


def waves_text(places: Any, depths: Any, waves: int = 4) -> list[str]:
    """Return the cells by when they were new, as `cells_text` does: a text for each quarter of the depth reached."""
    first: dict[int, int] = {}
    for cell, depth in zip(places.tolist(), depths.tolist(), strict=True):
        first[cell] = min(depth, first.get(cell, depth))
    deepest = max(first.values(), default=0) + 1
    new: list[list[int]] = [[] for _ in range(waves)]
    for cell, depth in first.items():
        new[depth * waves // deepest].append(cell)
    return [cells_text(cells) for cells in new]


def run_on(search: Any, pace: Pace) -> int:
    """Run a compiled search until it is done or the budget ends; return the steps made."""
    total = 0
    while not search.done and (allowed := pace.slice()):
        made = search.run(allowed)
        pace.spend(made)
        total += made
        if made == 0:
            break
    return total


__all__ = ["SHARE", "Meter", "Pace", "cells_text", "has_sight", "luck_of", "mask_of", "run_on", "waves_text"]
