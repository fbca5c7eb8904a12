"""What planners over the compiled core share: how much to search before the next look at the clock."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.core.budget import Budget, Meter
from ludarium.core.game import HasCore, State

SHARE = 0.88
"""The part of a move's milliseconds that is searched; the rest is for making the answer (the study used 95 %)."""
_SLICE_MS, _LEAST_MS = 1.5, 0.3
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
        span = min(_SLICE_MS, max(left / 3, _LEAST_MS))  # the last ones are short: some take several times as long
        return max(1, min(allowed, int(self.rate * span)))

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


def cells_text(places: Any) -> str:
    """Return a set of cells as a number in hexadecimal, cell 0 in its lowest bit: short enough for a record."""
    cells = np.asarray(places, np.int64)
    cells = cells[cells >= 0]
    seen = np.zeros(int(cells.max(initial=-1)) + 1, np.bool_)
    seen[cells] = True
    return f"{int.from_bytes(np.packbits(seen, bitorder='little').tobytes(), 'little'):x}"


def waves_text(places: Any, depths: Any, waves: int = 4) -> list[str]:
    """Return the cells by when they were new, as `cells_text` does: a text for each quarter of the depth reached."""
    cells, when = np.asarray(places, np.int64), np.asarray(depths, np.int64)
    cells, when = cells[cells >= 0], when[cells >= 0]
    never = 1 << 62
    first = np.full(int(cells.max(initial=-1)) + 1, never)
    np.minimum.at(first, cells, when)
    seen = np.flatnonzero(first < never)
    wave = first[seen] * waves // (int(first[seen].max(initial=0)) + 1)
    return [cells_text(seen[wave == number]) for number in range(waves)]


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
