"""The opening book: the exact value and a best turn of every position with at most three pieces and one in hand.

Positions are kept up to symmetry (32 rearrangements of the board that keep its lines, 384 renamings of the pieces), so
that a small text file covers them all. `ludarium bench quarto_book` makes it with the solver; the squares variant has
none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.errors import BadNotation
from ludarium.games.quarto.game import QuartoState
from ludarium.games.quarto.notation import LENGTH, parse, write
from ludarium.games.quarto.pieces import CELL_NAMES, PIECE_NAMES, cell_name, piece_digit
from ludarium.games.quarto.rules import CELLS, LINES, OCCUPIED, PIECES, PLACE, TRAITS, make_rules, make_words
from ludarium.games.quarto.solver import symmetries

FILE = "book.txt"
DEPTH = 3
"""The book knows positions with at most this many pieces on the board."""


class Line(NamedTuple):
    """What the book says: the value for the one who places, and a turn that gets it; no gift where placing wins."""

    value: int
    cell: int
    gift: int | None


class Canonical(NamedTuple):
    """A position's representative, and how it was reached: `cells[old] = new`, `pieces[old] = new`."""

    code: int
    cells: NDArray[np.int64]
    pieces: NDArray[np.int64]


@cache
def _cell_maps() -> NDArray[np.int64]:
    return np.array(symmetries(LINES))


@cache
def _trait_orders() -> NDArray[np.int64]:
    """Return, for each order of the traits, the piece that each piece becomes."""
    pieces = np.arange(PIECES)
    return np.array([sum((pieces >> t & 1) << new for t, new in enumerate(p)) for p in permutations(range(TRAITS))])


def canonical(state: QuartoState) -> Canonical:
    """Return the representative of a position with a piece in hand: that piece becomes 0, the rest as low as may be."""
    assert state.hand is not None, "the book is about positions with a piece in hand"
    placed = [(cell, piece) for cell, piece in enumerate(state.board) if piece is not None]
    cell_maps, orders = _cell_maps(), _trait_orders()
    cells = cell_maps[:, None, [cell for cell, _ in placed]]
    pieces = orders[None, :, [piece ^ state.hand for _, piece in placed]]
    pairs = np.sort(cells << 4 | pieces, axis=2)
    codes = pairs @ (1 << 8 * np.arange(len(placed)))[::-1] if placed else np.zeros(pairs.shape[:2], np.int64)
    best = int(np.argmin(codes))
    board, order = divmod(best, len(orders))
    renamed = orders[order][np.arange(PIECES) ^ state.hand]
    return Canonical(int(codes.flat[best]), cell_maps[board], renamed)


def representative(state: QuartoState) -> QuartoState:
    """Return the canonical position itself."""
    how = canonical(state)
    cells = ["."] * CELLS
    for cell, piece in enumerate(state.board):
        if piece is not None:
            cells[how.cells[cell]] = piece_digit(how.pieces[piece])
    return parse(f"{''.join(cells)} 0")


def openings(pieces: int) -> Iterator[QuartoState]:
    """Yield one position for each class of those with *pieces* on the board, no line, and one in hand."""
    if pieces == 0:
        start = QuartoState(make_rules(), make_words())
        start.advance(0)
        yield start
        return
    seen = set()
    for earlier in openings(pieces - 1):
        for place in earlier.legal(earlier.actors()[0]):
            placed = earlier.clone()
            placed.advance(place)
            for gift in () if placed.is_over() else placed.legal(placed.actors()[0]):
                state = placed.clone()
                state.advance(gift)
                if (code := canonical(state).code) not in seen:
                    seen.add(code)
                    yield representative(state)


def write_line(state: QuartoState, line: Line) -> str:
    """Write an entry: position, value, cell, gift."""
    gift = "-" if line.gift is None else piece_digit(line.gift)
    return f"{write(state)} {line.value:+d} {cell_name(line.cell)} {gift}"


def read_line(text: str, number: int) -> tuple[QuartoState, Line]:
    """Read an entry; a damaged one raises BadNotation."""
    try:
        value, cell, gift = text[LENGTH:].split()
        return parse(text[:LENGTH]), Line(int(value), CELL_NAMES[cell], None if gift == "-" else PIECE_NAMES[gift])
    except (ValueError, KeyError):
        raise BadNotation(
            "a book line is a position, a value, a cell and a piece", text=text, source=FILE, line=number
        ) from None


@cache
def _book() -> dict[tuple[int, int], Line]:
    """Return the shipped book by (pieces on the board, code)."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    entries = (read_line(line, number) for number, line in enumerate(text.splitlines(), 1) if not line.startswith("#"))
    return {(_count(state), canonical(state).code): line for state, line in entries}


def look_up(state: QuartoState) -> Line | None:
    """Return what the book says of a position with a piece in hand, in that position's own cells and pieces."""
    if state.squares or state.hand is None or _count(state) > DEPTH:
        return None
    how = canonical(state)
    line = _book().get((_count(state), how.code))
    if line is None:
        return None
    cell = int(np.flatnonzero(how.cells == line.cell)[0])
    return Line(line.value, cell, None if line.gift is None else int(np.flatnonzero(how.pieces == line.gift)[0]))


def best_action(state: QuartoState) -> tuple[int, int] | None:
    """Return the value for the one to act and an action that gets it, by the book, or None when it does not know."""
    if state.hand is not None:
        line = look_up(state)
        return None if line is None else (line.value, PLACE + line.cell)
    values = action_values(state)
    if not values:
        return None
    action = max(values, key=lambda gift: values[gift])
    return values[action], action


def action_values(state: QuartoState) -> dict[int, int] | None:
    """Return the exact value of each action for the one to act, by the book, or None when it does not know them all."""
    values: dict[int, int] = {}
    for action in state.legal(state.actors()[0]):
        after = state.clone()
        after.advance(action)
        if after.is_over():
            values[action] = 1 if any(after.returns()) else 0
            continue
        if after.hand is None:
            gifts = action_values(after)
            value = max(gifts.values()) if gifts else None
        else:
            line = look_up(after)
            value = None if line is None else -line.value
        if value is None:
            return None
        values[action] = value
    return values


def _count(state: QuartoState) -> int:
    return int(state.words[OCCUPIED]).bit_count()
