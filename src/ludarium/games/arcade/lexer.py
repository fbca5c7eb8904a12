"""VGDL text to lines of tokens: indent, words, and where each word stands in the text as it was written.

As the reference reads it: a line ends at '#', runs of blanks separate the words, and the indent is the index of the
first word, so that a tab counts 1. Columns count characters from 1, a tab is one character here as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarium.games.arcade.definition import Place

_NEWLINE = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[^\x00-\x20]+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word and its place."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something: at least one token."""

    number: int
    indent: int
    tokens: tuple[Token, ...]

    @property
    def place(self) -> Place:
        """Return where the first word stands."""
        return self.tokens[0].place


def split_lines(text: str) -> list[str]:
    r"""Return the lines as Java reads them: `\n`, `\r` and `\r\n` end a line, and the last may lack its end."""
    rows = _NEWLINE.split(text.removeprefix("\ufeff"))
    if not rows[-1]:
        rows.pop()
    return rows


def lex(rows: list[str]) -> list[Line]:
    """Return the lines that hold words, comments cut off."""
    lines = []
    for number, row in enumerate(rows, 1):
        words = list(_WORD.finditer(row.partition("#")[0]))
        if words:
            tokens = tuple(Token(word[0], Place(number, word.start() + 1)) for word in words)
            lines.append(Line(number, words[0].start(), tokens))
    return lines
