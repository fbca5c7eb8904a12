"""The rules of Nim: one position and what a move does to it. Plain Python: a row is a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from ludarium.core.budget import Budget
from ludarium.core.game import OpenKnown, State, View
from ludarium.games.nim.solver import winning_moves

MAX_ROWS = 32
MAX_OBJECTS = 255
"""Limits of a position: action ids stay below 32 × 255, and a bad id cannot ask for a game without end."""


class NimState(State):
    """Rows of objects, the bound *k* on a move (None: no bound), the rule for the last object, and who moves.

    Action ids are `row * width + (count - 1)`. *width* is the most that any move of the whole game takes, so a game
    gives all of its positions the width of its start; a position on its own has the width of its own rows. Nothing is
    checked here: `Nim` and `notation` check what people write.
    """

    __slots__ = ("_rows", "k", "misere", "mover", "width")

    def __init__(
        self, rows: Iterable[int], k: int | None = None, misere: bool = False, mover: int = 0, width: int | None = None
    ) -> None:
        self._rows = list(rows)
        self.k = k
        self.misere = misere
        self.mover = mover
        self.width = width_of(self._rows, k) if width is None else width

    @property
    def rows(self) -> tuple[int, ...]:
        """The objects left in each row."""
        return tuple(self._rows)

    def actors(self) -> tuple[int, ...]:
        """Return the one whose turn it is, or nobody when every row is empty."""
        return (self.mover,) if any(self._rows) else ()

    def legal(self, player: int) -> list[int]:
        """Return the action ids of the mover, by row and then by count."""
        if player != self.mover:
            return []
        width = self.width
        return [
            action
            for row, objects in enumerate(self._rows)
            for action in range(row * width, row * width + (objects if objects < width else width))
        ]

    def advance(self, *actions: int) -> None:
        """Take the objects and pass the turn. UNCHECKED."""
        row, less_one = divmod(actions[0], self.width)
        self._rows[row] -= less_one + 1
        self.mover ^= 1

    def returns(self) -> tuple[float, ...]:
        """Return (0, 0) before the end; then +1 for the winner, −1 for the loser.

        At the end the opponent of the mover has taken the last object: in normal play the mover has lost, in misère
        play he has won. So it is, too, when there was nothing to take from the start.
        """
        if any(self._rows):
            return (0.0, 0.0)
        return (1.0, -1.0) if self.misere == (self.mover == 0) else (-1.0, 1.0)

    def clone(self) -> Self:
        """Return an independent copy."""
        return type(self)(self._rows, self.k, self.misere, self.mover, self.width)

    def key(self) -> tuple[tuple[int, ...], int, int | None, bool]:
        """Return the rows in order, the mover and the rules; `width` is how a game counts its actions, not a rule."""
        return (tuple(self._rows), self.mover, self.k, self.misere)

    def known(self, player: int) -> OpenKnown:
        """Return everything: nothing is hidden."""
        return OpenKnown(self)

    def view(self) -> View:
        """Return rows, k, misere and to_act (None at the end)."""
        to_act = self.mover if any(self._rows) else None
        return {"rows": tuple(self._rows), "k": self.k, "misere": self.misere, "to_act": to_act}

    def action(self, row: int, count: int) -> int:
        """Return the id of taking *count* objects from *row* (numbered from 0)."""
        return row * self.width + count - 1

    def action_name(self, action: int) -> str:
        """Return the move in words; rows are numbered from 1 for people."""
        row, less_one = divmod(action, self.width)
        return f"take {less_one + 1} from row {row + 1}"

    def referee(self, budget: Budget) -> dict[int, float]:
        """Return the exact value of every legal action, by theory; no budget is too small for that."""
        values = dict.fromkeys(self.legal(self.mover), -1.0)
        values |= {self.action(row, count): 1.0 for row, count in winning_moves(self._rows, self.k, self.misere)}
        return values


def width_of(rows: Iterable[int], k: int | None) -> int:
    """Return the most that one move may take from these rows; 1 when there is nothing to take."""
    largest = max((1, *rows))
    return largest if k is None else min(largest, k)
