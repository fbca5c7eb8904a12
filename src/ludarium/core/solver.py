"""Exact answers: what a solver returns, with its proof's status."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from ludarium.core.budget import Budget
from ludarium.core.frame import Frame

P = TypeVar("P", contravariant=True)
A = TypeVar("A", covariant=True)


class Status(StrEnum):
    """How far a solution goes: proven, cut short by its budget with bounds, or proven not to exist."""

    SOLVED = "solved"
    BOUNDED = "bounded"
    UNSOLVABLE = "unsolvable"


@dataclass(frozen=True, slots=True)
class Solution(Generic[A]):
    """An answer with its value. `bound` is the proven best that can be hoped for; equal to `value` when solved."""

    status: Status
    answer: A | None
    value: float
    bound: float
    stats: Mapping[str, float | int | str] = field(default_factory=dict)


class Solver(ABC, Generic[P, A]):
    """Finds exact answers to one kind of problem; keeps what it learnt (tables) from call to call."""

    @abstractmethod
    def solve(self, problem: P, budget: Budget) -> Solution[A]:
        """Solve, or say how far the budget went."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a family says of a file of its own (`ludarium solve FILE`): facts, a table, a picture, data for scripts."""

    title: str
    facts: tuple[tuple[str, str], ...]
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    frame: Frame | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    solved: bool = True
