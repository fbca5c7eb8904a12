"""Worlds made from luck: what a generator returns, with the proof that the world can be won."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.ids import Id
from ludarium.core.solver import Report

L = TypeVar("L")


class GenerationFailed(LudariumError):
    """A generator that found no world within its attempts; the message names the generator and the number."""


@dataclass(frozen=True, slots=True)
class Generated(Generic[L]):
    """A level. `score` is higher for better ones, `complaints` are wishes unmet, `certificate` proves it can be won."""

    level: L
    score: float = 0.0
    complaints: tuple[str, ...] = ()
    certificate: Any = None
    stats: Mapping[str, float | int | str] = field(default_factory=dict)


class Generator(ABC, Generic[L]):
    """Makes levels of one kind; its parameters are attributes of the same name, as with games."""

    made_as: Id | None = None

    @abstractmethod
    def generate(self, rng: np.random.Generator, budget: Budget) -> Generated[L]:
        """Make one level; raises GenerationFailed when none was found within bounds."""

    @abstractmethod
    def write(self, level: L) -> str:
        """Return the level as text, in the family's notation."""

    def report(self, made: Generated[L], budget: Budget) -> Report:
        """Return what is to be said of a level; a family adds its criteria and a picture."""
        facts = [("score", f"{made.score:g}"), *((name, str(value)) for name, value in made.stats.items())]
        facts += [("wish unmet", complaint) for complaint in made.complaints]
        return Report(type(self).__name__, tuple(facts))
