"""How pieces and cells are called: sixteen pieces of four traits, cells a1 to d4."""

from __future__ import annotations

from ludarium.games.quarto.rules import CELLS, PIECES, TRAITS

TRAIT_WORDS = (("short", "tall"), ("light", "dark"), ("round", "square"), ("full", "hollow"))
"""The two values of each trait, in words: bit i of a piece chooses from pair i."""
TRAIT_LETTERS = (("s", "t"), ("l", "d"), ("r", "q"), ("f", "h"))
"""The same as single letters, all different, so that their order does not matter: tdqh."""


def piece_digit(piece: int) -> str:
    """Return the piece's hex digit, its short name everywhere."""
    return f"{piece:x}"


def piece_words(piece: int) -> str:
    """Return the piece in words: 'tall dark round hollow'."""
    return " ".join(TRAIT_WORDS[trait][piece >> trait & 1] for trait in range(TRAITS))


def cell_name(cell: int) -> str:
    """Return the cell as people type it: column letter, row number from the top."""
    return f"{'abcd'[cell % 4]}{cell // 4 + 1}"


CELL_NAMES = {cell_name(cell): cell for cell in range(CELLS)}
PIECE_NAMES = {piece_digit(piece): piece for piece in range(PIECES)}


def piece_from(text: str) -> int | None:
    """Understand a piece: its digit, four trait words, or four trait letters in any order."""
    words = text.lower().split()
    if len(words) == 1:
        if words[0] in PIECE_NAMES:
            return PIECE_NAMES[words[0]]
        return _from_traits(list(words[0]), TRAIT_LETTERS)
    return _from_traits(words, TRAIT_WORDS)


def _from_traits(names: list[str], table: tuple[tuple[str, str], ...]) -> int | None:
    piece = 0
    for trait, (absent, present) in enumerate(table):
        if (absent in names) == (present in names):
            return None
        piece |= (present in names) << trait
    return piece if len(names) == TRAITS else None
