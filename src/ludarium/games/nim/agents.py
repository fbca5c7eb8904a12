"""The ladder of Nim players, from one that takes a single object to the exact expert.

The order is that of normal play; under the misère rule whole rows are the worst habit, and the lower rungs change
places. All read `turn.view` only, draw from their own luck only, and say in `info` by which rule they moved.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.games.nim.rules import NimState
from ludarium.games.nim.solver import Move, best_move, delaying_move, nim_sum

Thought = tuple[Move, dict[str, Any]]
"""A move and what was thought of it."""


class Table(NamedTuple):
    """What a player sees."""

    rows: tuple[int, ...]
    k: int | None
    misere: bool

    def most(self, row: int) -> int:
        """Return the most that may be taken from a row."""
        return self.rows[row] if self.k is None else min(self.rows[row], self.k)

    def filled(self) -> list[int]:
        """Return the rows that hold objects."""
        return [row for row, objects in enumerate(self.rows) if objects]


class Rung(Agent[NimState]):
    """A player of the ladder: says a row and a count."""

    needs: ClassVar[Needs] = Needs(game="nim")

    @abstractmethod
    def think(self, table: Table) -> Thought:
        """Return a legal move, and the thoughts that led to it."""

    def act(self, turn: Turn[NimState], budget: Budget) -> Decision:
        """Find the thought's move among the legal actions, which are sorted by row and count."""
        view = turn.view
        table = Table(tuple(view["rows"]), view["k"], view["misere"])
        (row, count), info = self.think(table)
        before = sum(table.most(earlier) for earlier in range(row))
        return Decision(turn.legal[before + count - 1], info)

    def random_move(self, table: Table) -> Thought:
        """Draw a row, then a number of objects."""
        row = self.choose(table.filled())
        return (row, self.choose(range(1, table.most(row) + 1))), {"rule": "random"}


def dumb_move(table: Table) -> Thought:
    """Return one object from the first row that has any."""
    return (table.filled()[0], 1), {"rule": "dumb"}


def expert_move(table: Table) -> Thought:
    """Return the theory's move; where all is lost, the one that delays."""
    found = best_move(*table)
    info = {"rule": "expert", "nim-sum": nim_sum(table.rows, table.k), "value": 1 if found else -1}
    return found or delaying_move(table.rows), info


class Dumb(Rung):
    """Takes one object from the first row."""

    def think(self, table: Table) -> Thought:
        """Never think."""
        return dumb_move(table)


class DumbRandom(Rung):
    """Dumb half of the time, random the other half."""

    def think(self, table: Table) -> Thought:
        """Toss a coin."""
        return dumb_move(table) if self.rng.random() < 0.5 else self.random_move(table)


class RandomRow(Rung):
    """A random row, then a random number of objects: small rows are emptied sooner than by a uniform random move."""

    def think(self, table: Table) -> Thought:
        """Draw twice."""
        return self.random_move(table)


class Layered(Rung):
    """Takes a whole random row, or as much of it as the bound allows."""

    def think(self, table: Table) -> Thought:
        """Draw a row."""
        row = self.choose(table.filled())
        return (row, table.most(row)), {"rule": "layered"}


class Demigod(Rung):
    """Expert with probability *skill*, random otherwise."""

    def __init__(self, skill: float = 0.5) -> None:
        if not _is_probability(skill):
            raise BadParameter(f"nim.demigod: skill={skill!r}; a probability is a number from 0 to 1")
        self.skill = skill

    def think(self, table: Table) -> Thought:
        """Wait for inspiration."""
        return expert_move(table) if self.rng.random() < self.skill else self.random_move(table)


class Expert(Rung):
    """Plays exactly, by Grundy values, bound and misère rule included; when lost, takes one from the largest row."""

    def think(self, table: Table) -> Thought:
        """Ask the theory."""
        return expert_move(table)


class God(Expert):
    """The last rung of the ladder: the expert under the name that the ladder gives it."""


def _is_probability(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
