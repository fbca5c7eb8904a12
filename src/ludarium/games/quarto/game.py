"""Quarto as a Game: the compiled rules behind the contract."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import ClassVar

from ludarium.compiled.abi import Core
from ludarium.compiled.state import CompiledState
from ludarium.core.budget import Budget
from ludarium.core.errors import IllegalAction, nearest
from ludarium.core.frame import Frame
from ludarium.core.game import Game, View
from ludarium.core.solver import Solution
from ludarium.core.spec import GameSpec
from ludarium.games.quarto import rules as r
from ludarium.games.quarto.pieces import CELL_NAMES, cell_name, piece_digit, piece_from, piece_words

_LINES_WITH_SQUARES = len(r.LINES) + len(r.SQUARES)


class QuartoState(CompiledState):
    """A position: board, pieces left, piece in hand, who acts."""

    core: ClassVar[Core] = Core(r.step, r.legal, r.mover, r.score, r.ACTIONS, 2)

    __slots__ = ()

    @property
    def squares(self) -> bool:
        """Whether the 2×2 squares count as lines."""
        return int(self.rules[0]) == _LINES_WITH_SQUARES

    @property
    def board(self) -> tuple[int | None, ...]:
        """The piece on each cell, row by row."""
        occupied = int(self.words[r.OCCUPIED])
        planes = [int(plane) for plane in self.words[r.PLANE : r.PLANE + r.TRAITS]]
        return tuple(
            sum((plane >> cell & 1) << trait for trait, plane in enumerate(planes)) if occupied >> cell & 1 else None
            for cell in range(r.CELLS)
        )

    @property
    def hand(self) -> int | None:
        """The piece to place, or None when one has to be given."""
        piece = int(self.words[r.HAND])
        return None if piece < 0 else piece

    @property
    def left(self) -> tuple[int, ...]:
        """The pieces that can still be given."""
        return tuple(piece for piece in range(r.PIECES) if int(self.words[r.LEFT]) >> piece & 1)

    def key(self) -> Hashable:
        """Return the words, and which lines count."""
        return (int(self.rules[0]), self.words.tobytes())

    def view(self) -> View:
        """Return the position as plain data; cells row by row, `line` the cells of the winning lines."""
        actors, winner = self.actors(), int(self.words[r.WINNER])
        return {
            "board": self.board,
            "hand": self.hand,
            "left": self.left,
            "squares": self.squares,
            "to_act": actors[0] if actors else None,
            "winner": None if winner < 0 else winner,
            "line": r.won_cells(self.rules, self.words),
        }

    def action_name(self, action: int) -> str:
        """Return 'give a' or 'place b3'."""
        return f"give {piece_digit(action)}" if action < r.PLACE else f"place {cell_name(action - r.PLACE)}"

    def referee(self, budget: Budget) -> Mapping[int, float] | None:
        """Return the exact value of each action, or None when the budget was too small."""
        from ludarium.games.quarto import book, solver

        return book.action_values(self) or solver.action_values(self, budget)


class Quarto(Game[QuartoState]):
    """Four in a row of a shared trait, with pieces that your opponent gives you.

    Sixteen pieces, all different, each short or tall, light or dark, round or square, full or hollow. You place the
    piece that your opponent gave you, then give one. Whoever completes a row, column or diagonal of four pieces with a
    common trait wins. With `squares=true` the nine 2×2 squares count too. `position` is where to start (text notation).

    ## Actions
    0–15 give that piece; 16–31 place the piece in hand on cell *n* − 16 (row by row from the top left). The first
    move only gives.

    ## Returns
    +1 for the one who completes a line, −1 for the other, 0 each when all sixteen stand without one.

    ## Versions
    1 (0.1.0): first.
    """

    notation_help: ClassVar[str] = (
        "16 cells row by row, each a hex digit 0-f (bit i is trait i) or '.', a space, then the piece in hand or '-': "
        "'01.32..5....f... a'"
    )

    def __init__(self, squares: bool = False, position: str = "") -> None:
        self.squares, self.position = squares, position
        self._start = self.read(position) if position else QuartoState(r.make_rules(squares), r.make_words())
        self.spec = GameSpec(
            name="quarto",
            summary="Four in a row of a shared trait, with pieces that your opponent gives.",
            version=1,
            players=2,
            actions=r.ACTIONS,
            max_steps=2 * r.PIECES,
            budget=Budget(ms=1000),
        )

    def initial(self, seed: int = 0) -> QuartoState:
        """Return the start: an empty board, or the position asked for. Nothing is drawn."""
        return self._start.clone()

    def read(self, text: str) -> QuartoState:
        """Read a position in text notation."""
        from ludarium.games.quarto.notation import parse

        return parse(text, squares=self.squares)

    def write(self, state: QuartoState) -> str:
        """Write a position in text notation."""
        from ludarium.games.quarto.notation import write

        return write(state)

    def solve(self, state: QuartoState, budget: Budget) -> Solution[tuple[int, ...]]:
        """Return win, draw or loss for the one to act, with a best line."""
        from ludarium.games.quarto.solver import solve

        return solve(state, budget)

    def frame(self, view: View) -> Frame:
        """Draw the board, the piece in hand and the pieces left."""
        from ludarium.games.quarto.frame import frame

        return frame(view)

    def read_action(self, text: str, state: QuartoState, player: int) -> int:
        """Understand 'b3', 'place b3', 'a', 'give a', 'give tall dark round hollow', 'tdrh' or an action's number."""
        words = text.lower().replace(",", " ").split()
        giving = state.hand is None
        verb = words[0] if words and words[0] in ("give", "place", "put", "piece", "at") else ""
        rest = words[1:] if verb else words
        if (verb in ("give", "piece") and not giving) or (verb in ("place", "put", "at") and giving):
            should = "give a piece" if giving else f"place piece {piece_digit(state.hand or 0)}"
            raise IllegalAction(f"'{text.strip()}': you have to {should} now")
        action = self._gift(rest, state) if giving else self._placement(rest, state)
        if action not in state.legal(player):
            raise IllegalAction(f"'{text.strip()}' is no legal move here")
        return action

    @staticmethod
    def _gift(words: list[str], state: QuartoState) -> int:
        piece = piece_from(" ".join(words))
        if piece is None:
            raise IllegalAction(
                f"'{' '.join(words)}' is no piece; type one of {_digits(state.left)}, or four traits (tdrh)"
            )
        if piece not in state.left:
            where = "in hand" if piece == state.hand else "on the board"
            raise IllegalAction(
                f"piece {piece_digit(piece)} ({piece_words(piece)}) is already {where}; left: {_digits(state.left)}"
            )
        return piece

    @staticmethod
    def _placement(words: list[str], state: QuartoState) -> int:
        name = "".join(words)
        if name not in CELL_NAMES:
            raise IllegalAction(f"'{name}' is no cell{nearest(name, CELL_NAMES)} (a1 top left to d4 bottom right)")
        cell = CELL_NAMES[name]
        if state.board[cell] is not None:
            raise IllegalAction(f"cell {name} is taken by piece {piece_digit(state.board[cell] or 0)}")
        return r.PLACE + cell

    @property
    def how_to_type(self) -> str:
        """How moves are typed."""
        return (
            "Place the piece in hand by its cell: b3 (column a-d, row 1-4 from the top). "
            "Give a piece by its digit: a; or by its traits: 'tall dark round hollow', or their letters tdrh "
            "(s/t short/tall, l/d light/dark, r/q round/square, f/h full/hollow)."
        )


def _digits(pieces: tuple[int, ...]) -> str:
    return " ".join(piece_digit(piece) for piece in pieces)
