"""Nim as a game of the laboratory: its parameters, and the doors for people, solvers and viewers."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any, ClassVar

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, IllegalAction
from ludarium.core.frame import Frame
from ludarium.core.game import Game, View
from ludarium.core.solver import Solution
from ludarium.core.spec import GameSpec
from ludarium.games.nim import notation
from ludarium.games.nim.frame import frame
from ludarium.games.nim.rules import MAX_OBJECTS, MAX_ROWS, NimState, width_of
from ludarium.games.nim.solver import NimSolver


class Nim(Game[NimState]):
    """Rows of objects; a move takes one or more objects from one row, at most *k* when a bound is set.

    Who takes the last object wins; under the misère rule he loses. `nim?rows=1,3,5,7&k=3&misere=true`; the default is
    the four rows of 1, 3, 5 and 7 without a bound. A row may be empty from the start. Limits: 32 rows of 255 objects.

    ## Actions

    `row * width + (count - 1)`: take `count` objects from `row` (both as the program counts, rows from 0). `width` is
    the largest row at the start, or k when that is less.

    ## Returns

    +1 for the winner and −1 for the loser at the end, 0 for both before. With no object at all the game is over at
    once: player 0, who cannot move, has lost in normal play and won in misère play.

    ## Versions

    1: the first.
    """

    notation_help: ClassVar[str] = notation.HELP

    def __init__(self, rows: tuple[int, ...] = (1, 3, 5, 7), k: int | None = None, misere: bool = False) -> None:
        self.rows = _checked_rows(rows)
        self.k = None if k is None else _checked_bound(k)
        self.misere = _checked_rule(misere)
        self._width = width_of(self.rows, self.k)
        self.spec = GameSpec(
            name="nim",
            summary="Take objects from one row; the last one wins (or loses: misère).",
            version=1,
            players=2,
            actions=len(self.rows) * self._width,
            max_steps=sum(self.rows) or 1,
            budget=Budget(ms=1000),
        )

    def initial(self, seed: int = 0) -> NimState:
        """Return the full rows, player 0 to move; Nim has no luck, so the seed changes nothing."""
        return NimState(self.rows, self.k, self.misere, 0, self._width)

    def read(self, text: str) -> NimState:
        """Read a position; the rules that the text leaves out are this game's.

        Actions are numbered as in this game where the position can occur in it, and by the position's own rows where
        it cannot.
        """
        state = notation.parse(text, k=self.k, misere=self.misere)
        same_shape = state.k == self.k and len(state.rows) == len(self.rows)
        if same_shape and all(now <= start for now, start in zip(state.rows, self.rows, strict=True)):
            state.width = self._width
        return state

    def write(self, state: NimState) -> str:
        """Write a position."""
        return notation.write(state)

    def solve(self, state: NimState, budget: Budget) -> Solution[tuple[int, ...]]:
        """Return the exact value for the mover and a best line to the end."""
        return NimSolver().solve(state, budget)

    def frame(self, view: View) -> Frame:
        """Return the picture of a view."""
        return frame(view)

    def read_action(self, text: str, state: NimState, player: int) -> int:
        """Understand '2 from 3', 'take 2 from row 3', '3 2' or '3:2'; IllegalAction says what is wrong."""
        if state.is_over():
            raise IllegalAction("the game is over: no objects are left")
        if player != state.mover:
            raise IllegalAction(f"it is the turn of player {state.mover}, not of player {player}")
        return state.action(*notation.parse_move(text, state.rows, state.k))

    @property
    def how_to_type(self) -> str:
        """How people type moves."""
        bound = "" if self.k is None else f" A move takes at most {self.k}."
        return (
            f"Type how many objects you take and from which row: '2 from 3' takes two from row 3. "
            f"The row first, then the count, is understood too: '3 2' or '3:2'.{bound}"
        )


def _checked_rows(rows: object) -> tuple[int, ...]:
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise BadParameter(f"nim: rows={rows!r}; give whole numbers, as in rows=1,3,5,7")
    found = tuple(rows)
    if not found:
        raise BadParameter("nim: there are no rows; give at least one, as in rows=1,3,5,7")
    if len(found) > MAX_ROWS:
        raise BadParameter(f"nim: {len(found)} rows are too many; at most {MAX_ROWS} are allowed")
    for number, objects in enumerate(found, 1):
        if not _is_whole(objects):
            raise BadParameter(f"nim: row {number} is {objects!r}, which is not a whole number")
        if objects < 0:
            raise BadParameter(f"nim: row {number} is {objects}; a row cannot hold less than 0 objects")
        if objects > MAX_OBJECTS:
            raise BadParameter(f"nim: row {number} is {objects}; a row holds at most {MAX_OBJECTS} objects")
    return tuple(int(objects) for objects in found)


def _checked_bound(k: Any) -> int:
    if not _is_whole(k):
        raise BadParameter(f"nim: k={k!r} is not a whole number (none for no bound)")
    if k < 1:
        raise BadParameter(f"nim: k={k}; a move takes at least 1 object, so k is at least 1 (none for no bound)")
    if k > MAX_OBJECTS:
        raise BadParameter(f"nim: k={k}; a row holds at most {MAX_OBJECTS} objects, so a larger bound is none")
    return int(k)


def _checked_rule(misere: object) -> bool:
    if not isinstance(misere, bool):
        raise BadParameter(f"nim: misere={misere!r}; choose true or false")
    return misere


def _is_whole(value: object) -> bool:
    """Say whether it is an integer of Python's or NumPy's, but no bool."""
    return isinstance(value, Integral) and not isinstance(value, bool)
