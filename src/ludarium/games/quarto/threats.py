"""Bit tricks that Quarto's specialists share: what completes a line, and which pieces are safe to give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ludarium.core.game import View
from ludarium.games.quarto.rules import CELLS, LINES, PIECES, SQUARES, TRAITS

ALL_PIECES = (1 << PIECES) - 1
WITH_TRAIT = tuple(sum(1 << piece for piece in range(PIECES) if piece >> trait & 1) for trait in range(TRAITS))
"""For each trait, the mask of the pieces that have it."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board as masks, and the mask of the pieces that can be given (the one in hand is in neither)."""

    lines: tuple[int, ...]
    occupied: int
    planes: tuple[int, int, int, int]
    left: int

    @classmethod
    def from_view(cls, view: View) -> Self:
        """Read a player's view."""
        occupied, planes = 0, [0] * TRAITS
        for cell, piece in enumerate(view["board"]):
            if piece is not None:
                occupied |= 1 << cell
                for trait in range(TRAITS):
                    planes[trait] |= (piece >> trait & 1) << cell
        lines = LINES + SQUARES if view["squares"] else LINES
        a, b, c, d = planes
        return cls(lines, occupied, (a, b, c, d), sum(1 << piece for piece in view["left"]))

    def place(self, piece: int, cell: int) -> Position:
        """Return the position with a piece (in hand so far) on a cell."""
        a, b, c, d = (plane | (piece >> trait & 1) << cell for trait, plane in enumerate(self.planes))
        return Position(self.lines, self.occupied | 1 << cell, (a, b, c, d), self.left)

    def without(self, piece: int) -> Position:
        """Return the position after a piece was taken from those left."""
        return Position(self.lines, self.occupied, self.planes, self.left & ~(1 << piece))

    def empty(self) -> list[int]:
        """Return the free cells."""
        return [cell for cell in range(CELLS) if not self.occupied >> cell & 1]

    def completions(self) -> dict[int, int]:
        """Return, for each cell that lacks in a line of three, the mask of the pieces that complete it there."""
        found: dict[int, int] = {}
        for line in self.lines:
            filled = line & self.occupied
            gap = line ^ filled
            if not gap or gap & (gap - 1):
                continue
            pieces = 0
            for trait, plane in enumerate(self.planes):
                shared = plane & line
                if shared == filled:
                    pieces |= WITH_TRAIT[trait]
                elif not shared:
                    pieces |= ALL_PIECES ^ WITH_TRAIT[trait]
            if pieces:
                cell = gap.bit_length() - 1
                found[cell] = found.get(cell, 0) | pieces
        return found

    def winning_cells(self, piece: int) -> list[int]:
        """Return the cells where the piece completes a line."""
        return [cell for cell, pieces in sorted(self.completions().items()) if pieces >> piece & 1]

    def threats(self) -> int:
        """Return the mask of all pieces that would complete a line."""
        threats = 0
        for pieces in self.completions().values():
            threats |= pieces
        return threats

    def safe(self) -> int:
        """Return the mask of the pieces that can be given without losing at once."""
        return self.left & ~self.threats()


def pieces_of(mask: int) -> list[int]:
    """Return the pieces of a mask."""
    return [piece for piece in range(PIECES) if mask >> piece & 1]
