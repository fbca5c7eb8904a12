"""Frontiers, score boards and the shallow min-max of the student agent that this family started from, mended.

The *frontier* of one to three pieces on a line ranks every other piece by how many traits it shares with all of them.
The *score* of a cell for a piece is the sum over the cell's lines of rank × 10^(pieces on the line − 1): hundreds mean
that a win is there. What was mended: scores are those of the searched board, not of the real one; the piece being
placed is not overwritten; cells of score 0 are pruned only while another cell does not lose; the best value is kept, so
that a known loss is not chosen; only pieces that are left are given.
"""

from __future__ import annotations

from ludarium.core.budget import Meter
from ludarium.games.quarto.rules import TRAITS
from ludarium.games.quarto.threats import Position, pieces_of

WIN, DRAW, LOSS = 1, 0, -1


def rank(position: Position, line: int, piece: int) -> int:
    """Return the frontier of the pieces on a line in which *piece* is: the number of traits shared with them all."""
    filled = line & position.occupied
    if not filled:
        return 0
    shared = 0
    for trait in range(TRAITS):
        with_trait = position.planes[trait] & line
        shared += with_trait == (filled if piece >> trait & 1 else 0)
    return shared


def score_board(position: Position, piece: int) -> dict[int, int]:
    """Return the score of each free cell for a piece."""
    scores = dict.fromkeys(position.empty(), 0)
    for line in position.lines:
        gap = line & ~position.occupied
        count = (line & position.occupied).bit_count()
        if not gap or not count:
            continue
        worth = rank(position, line, piece) * 10 ** (count - 1)
        while gap:
            cell = gap.bit_length() - 1
            scores[cell] += worth
            gap ^= 1 << cell
    return scores


def total_score(position: Position, piece: int) -> int:
    """Return how much a piece would offer to the one who gets it."""
    return sum(score_board(position, piece).values())


class MinMax:
    """Depth-limited min-max from the placer's or the giver's side; the value is for the one who moves at the root.

    When the budget ends in the middle, `cut` is true and the answer is worth nothing: keep a shallower one.
    """

    def __init__(self, depth: int, meter: Meter) -> None:
        self.depth, self.meter = depth, meter
        self.cut = False

    def place(self, position: Position, piece: int, level: int = 0) -> tuple[int, int, int | None]:
        """Return the value for the placer, the cell, and the piece to give after it (None when none is needed)."""
        scores = score_board(position, piece)
        ordered = sorted(scores, key=lambda cell: -scores[cell])
        if wins := position.winning_cells(piece):
            return WIN, wins[0], None
        if level > self.depth:
            return DRAW, ordered[0], None
        best: tuple[int, int, int | None] = (LOSS - 1, ordered[0], None)
        for cell in ordered:
            if scores[cell] == 0 and best[0] > LOSS:
                break
            if not self.meter.left():
                self.cut = True
                break
            self.meter.spend()
            value, gift = self.give(position.place(piece, cell), level)
            if value > best[0]:
                best = (value, cell, gift)
            if value == WIN:
                break
        return best if best[0] >= LOSS else (DRAW, ordered[0], None)

    def give(self, position: Position, level: int = 0) -> tuple[int, int | None]:
        """Return the value for the giver and the piece to give."""
        if not position.left:
            return DRAW, None
        safe = pieces_of(position.safe())
        if not safe:
            return LOSS, pieces_of(position.left)[0]
        if level > self.depth:
            return DRAW, safe[0]
        safe.sort(key=lambda piece: -total_score(position, piece))
        best = LOSS - 1
        choice = safe[0]
        for piece in safe:
            theirs, _, _ = self.place(position.without(piece), piece, level + 1)
            if -theirs > best:
                best, choice = -theirs, piece
            if best == WIN or self.cut:
                break
        return best, choice
