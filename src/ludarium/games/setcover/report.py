"""How a search tells of itself while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludarium.core.budget import Meter


class Standing(NamedTuple):
    """A moment of a search: milliseconds, best weight and lower bound so far."""

    ms: float
    weight: int
    bound: int

    @property
    def gap(self) -> float:
        """How far the weight may be from the best, as a share of the weight."""
        return 0.0 if self.weight == self.bound else (self.weight - self.bound) / self.weight

    def __str__(self) -> str:
        return f"weight {self.weight}, bound {self.bound}, gap {self.gap:.1%}"


OnStanding = Callable[[Standing], None]


class Report:
    """Passes standings on to whoever listens, and keeps those in which the weight fell: the course of a search."""

    def __init__(self, meter: Meter, listener: OnStanding | None = None) -> None:
        self._meter, self._listener = meter, listener
        self.bound = 0
        self.course: list[Standing] = []

    def __call__(self, weight: int) -> None:
        """Tell the best weight."""
        now = Standing(self._meter.ms, int(weight), self.bound)
        if not self.course or now.weight < self.course[-1].weight:
            self.course.append(now)
        if self._listener is not None:
            self._listener(now)
