"""How long one may think: milliseconds for play, model steps for science, episodes for learning."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from ludarium.core.errors import BadParameter

N = TypeVar("N", int, float)
Clock = Literal["wall", "cpu"]
_CLOCKS: dict[str, Callable[[], float]] = {"wall": time.perf_counter, "cpu": time.thread_time}


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit as a value: whichever part runs out first ends it; no part given means no limit.

    `steps` counts forward-model steps, so that a search gives the same answer on every machine. `clock` says whose
    milliseconds count: the wall's (play) or the calling thread's CPU time (experiments on a busy machine).
    """

    ms: float | None = None
    steps: int | None = None
    episodes: int | None = None
    clock: Clock = "wall"

    def __post_init__(self) -> None:
        for name in ("ms", "steps", "episodes"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or value <= 0):
                raise BadParameter(f"budget {name}={value!r}: a limit is a number above 0, or None for no limit")
        if self.clock not in _CLOCKS:
            raise BadParameter(f"budget clock={self.clock!r}: choose 'wall' or 'cpu'")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read what `str()` writes: '40 ms', '2000 steps', '40 ms, 2000 steps', 'no limit'."""
        if text.strip() == "no limit":
            return cls()
        parts: dict[str, float] = {}
        for part in text.split(","):
            words = part.split()
            if len(words) != 2 or words[1] not in ("ms", "steps", "episodes") or not _is_number(words[0]):
                raise BadParameter(f"budget '{text}': as in '40 ms', '2000 steps' or 'no limit'")
            value = float(words[0])
            parts[words[1]] = value if words[1] == "ms" else int(value)
        return cls(**parts)  # type: ignore[arg-type]  # steps and episodes are whole numbers

    def start(self) -> Meter:
        """Start counting now."""
        return Meter(self)

    def within(self, *, ms: float | None = None, steps: int | None = None) -> Budget:
        """Return this budget, made tighter where *ms* or *steps* is less (an agent's own limits)."""
        return replace(self, ms=_least(self.ms, ms), steps=_least(self.steps, steps))

    def __str__(self) -> str:
        parts = [
            f"{int(value) if value == int(value) else value} {name}"
            for name in ("ms", "steps", "episodes")
            if (value := getattr(self, name))
        ]
        return ", ".join(parts) or "no limit"


class Meter:
    """A running budget: what was spent, and whether any is left."""

    __slots__ = ("_clock", "_ends", "_started", "_steps", "budget", "steps")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.steps = 0
        self._clock = _CLOCKS[budget.clock]
        self._started = self._clock()
        self._ends = None if budget.ms is None else self._started + budget.ms / 1000
        self._steps = budget.steps

    def spend(self, steps: int = 1) -> None:
        """Count model steps that were made."""
        self.steps += steps

    def left(self) -> bool:
        """Say whether neither time nor steps have run out."""
        if self._steps is not None and self.steps >= self._steps:
            return False
        return self._ends is None or self._clock() < self._ends

    @property
    def ms(self) -> float:
        """Milliseconds since the start, by the budget's clock."""
        return (self._clock() - self._started) * 1000

    @property
    def spent(self) -> float:
        """The share of the budget that is gone, by whichever limit is nearer its end; 0 without a limit."""
        by_time = 0.0 if self.budget.ms is None else self.ms / self.budget.ms
        by_steps = 0.0 if self._steps is None else self.steps / self._steps
        return min(1.0, max(by_time, by_steps))

    @property
    def limited(self) -> bool:
        """Whether this meter can ever run out."""
        return self._ends is not None or self._steps is not None

    def rest(self) -> Budget:
        """Return what is left as a budget for a part of the work; at least a crumb, so that it can be started."""
        ms = None if self._ends is None else max((self._ends - self._clock()) * 1000, 1e-3)
        steps = None if self._steps is None else max(self._steps - self.steps, 1)
        return replace(self.budget, ms=ms, steps=steps)

    def steps_left(self, at_most: int) -> int:
        """Return how many steps may still be made, *at_most* when the budget has no step limit."""
        return at_most if self._steps is None else max(0, min(at_most, self._steps - self.steps))


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def _least(a: N | None, b: N | None) -> N | None:
    return a if b is None else b if a is None else min(a, b)
