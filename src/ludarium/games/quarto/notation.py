"""The text of a Quarto position: sixteen cells, a space, the piece in hand.

`01.32..5....f... a`: each cell, row by row, is a hex digit (bit i is trait i) or `.`; then the piece in hand, or `-`
when a piece must be given now. Who acts follows from the number of pieces: player 0 gave the first.
"""

from __future__ import annotations

from functools import reduce
from operator import and_

from ludarium.core.errors import BadNotation
from ludarium.games.quarto import rules as r
from ludarium.games.quarto.game import QuartoState
from ludarium.games.quarto.pieces import PIECE_NAMES, cell_name, piece_digit

LENGTH = r.CELLS + 2


def parse(text: str, squares: bool = False) -> QuartoState:
    """Read a position; a fault raises BadNotation with its column."""
    line = text.strip()

    def fault(why: str, column: int) -> BadNotation:
        return BadNotation(why, text=line, source="position", column=column + 1)

    words = r.make_words()
    seen: dict[int, int] = {}
    for place, letter in enumerate(line[: r.CELLS]):
        if letter == ".":
            continue
        piece = PIECE_NAMES.get(letter.lower())
        if piece is None:
            raise fault(f"'{letter}' is no piece; a cell is a hex digit 0-f or '.'", place)
        if piece in seen:
            raise fault(f"piece {letter} stands on {cell_name(seen[piece])} already", place)
        seen[piece] = place
        words[r.OCCUPIED] |= 1 << place
        words[r.LEFT] ^= 1 << piece
        for trait in range(r.TRAITS):
            words[r.PLANE + trait] |= (piece >> trait & 1) << place
    if len(line) != LENGTH or line[r.CELLS] != " ":
        raise fault("a position is 16 cells, a space, and the piece in hand or '-'", min(len(line), r.CELLS))
    hand = line[-1].lower()
    if hand != "-":
        piece = PIECE_NAMES.get(hand)
        if piece is None:
            raise fault(f"'{hand}' is no piece; in hand is a hex digit 0-f, or '-' for none", LENGTH - 1)
        if piece in seen:
            raise fault(f"piece {hand} in hand stands on {cell_name(seen[piece])} already", LENGTH - 1)
        words[r.HAND] = piece
        words[r.LEFT] ^= 1 << piece
    state = QuartoState(r.make_rules(squares), words)
    lines = r.won_lines(state.rules, words)
    last_to_place = len(seen) % 2
    words[r.ACTOR] = last_to_place if hand == "-" else 1 - last_to_place
    if lines:
        if not reduce(and_, lines):
            raise fault("no single piece can have completed all the lines that stand here", 0)
        if hand != "-":
            raise fault("a line is complete, the game is over: nobody has a piece in hand", LENGTH - 1)
        words[r.WINNER] = last_to_place
    return state


def write(state: QuartoState) -> str:
    """Write a position; `parse(write(state))` is the same position."""
    cells = "".join("." if piece is None else piece_digit(piece) for piece in state.board)
    return f"{cells} {'-' if state.hand is None else piece_digit(state.hand)}"
