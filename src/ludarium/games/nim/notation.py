"""Positions and moves as text: `1,3,5,7 k=3 misere to=1` and `2 from 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from ludarium.core.errors import BadNotation, IllegalAction, nearest
from ludarium.games.nim.rules import MAX_OBJECTS, MAX_ROWS, NimState
from ludarium.games.nim.solver import Move

HELP = (
    "ROWS [k=N] [misere] [to=0|1]: the objects of each row with commas, the most that a move may take (k=none: any "
    "number), the rule (misere or normal), who moves. Example: 1,3,5,7 k=3 misere to=1"
)
_OPTIONS = ("k=", "misere", "normal", "to=")
_SAID_COUNT_FIRST = re.compile(r"(?:take\s+)?(\d{1,9})\s+from\s+(?:row\s+)?(\d{1,9})", re.ASCII | re.IGNORECASE)
_SAID_ROW_FIRST = re.compile(r"(?:row\s+)?(\d{1,9})(?:\s*[:,]\s*|\s+)(\d{1,9})", re.ASCII | re.IGNORECASE)


def parse(text: str, *, k: int | None = None, misere: bool = False) -> NimState:
    """Read a position; *k* and *misere* hold where the text does not say. BadNotation shows the place of a fault."""
    line = _Line(text)
    words = [(match[0], match.start()) for match in re.finditer(r"\S+", line.text)]
    if not words:
        line.refuse("a position starts with its rows, as in 1,3,5,7", 0)
    rows = _rows(line, *words[0])
    mover = 0
    seen: set[str] = set()
    for word, at in words[1:]:
        name, equals, value = word.partition("=")
        option = _name_of(name + equals)
        if option is None:
            line.refuse(
                f"'{word}' is not understood{nearest(word, _OPTIONS)} (after the rows: k=N, misere, to=0 or to=1)", at
            )
        if option in seen:
            line.refuse(f"the {option} is given twice", at)
        seen.add(option)
        at_value = at + len(name) + len(equals)
        if option == "rule":
            misere = name.lower() != "normal"
        elif option == "bound":
            k = None if value.lower() == "none" else _bound(line, value, at_value)
        else:
            mover = _mover(line, value, at_value)
    return NimState(rows, k, misere, mover)


def write(state: NimState) -> str:
    """Write a position; `parse(write(state))` has the same key."""
    words = [",".join(map(str, state.rows))]
    words += [f"k={state.k}"] if state.k is not None else []
    words += ["misere"] if state.misere else []
    words += [f"to={state.mover}"] if state.mover else []
    return " ".join(words)


def parse_move(text: str, rows: Sequence[int], k: int | None) -> Move:
    """Understand a typed move on these rows: '2 from 3', 'take 2 from row 3', '3 2', '3:2' (people count from 1)."""
    said = text.strip()
    if match := _SAID_COUNT_FIRST.fullmatch(said):
        count, row = int(match[1]), int(match[2])
    elif match := _SAID_ROW_FIRST.fullmatch(said):
        row, count = int(match[1]), int(match[2])
    else:
        raise IllegalAction(f"'{said}' is not understood; say how many and from which row, as in '2 from 3' or '3 2'")
    if not 1 <= row <= len(rows):
        raise IllegalAction(f"there is no row {row}; the rows are 1 to {len(rows)}")
    held = rows[row - 1]
    if held == 0:
        filled = ", ".join(str(number) for number, objects in enumerate(rows, 1) if objects)
        raise IllegalAction(f"row {row} is empty; there are objects in: {filled}")
    if count < 1:
        raise IllegalAction("a move takes at least one object")
    if k is not None and count > k:
        raise IllegalAction(f"a move takes at most {k} here, not {count}")
    if count > held:
        raise IllegalAction(f"row {row} holds {held}, {count} cannot be taken from it")
    return row - 1, count


class _Line:
    """The one line of a text that is not blank, and its place for messages."""

    def __init__(self, text: str) -> None:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        self.number, self.text = lines[0] if lines else (1, "")
        if len(lines) > 1:
            self.number, self.text = lines[1]
            self.refuse("a position is one line, this is a second one", len(self.text) - len(self.text.lstrip()))

    def refuse(self, why: str, at: int) -> NoReturn:
        raise BadNotation(why, text=self.text, line=self.number, column=at + 1)


def _name_of(word: str) -> str | None:
    """Return what an option's word sets, or None for an unknown word."""
    return {"misere": "rule", "misère": "rule", "normal": "rule", "k=": "bound", "to=": "mover"}.get(word.lower())


def _rows(line: _Line, word: str, at: int) -> list[int]:
    rows: list[int] = []
    for part in word.split(","):
        objects = _whole(part)
        if objects is None:
            line.refuse(f"'{part}' should be the number of objects in a row (rows look like 1,3,5,7)", at)
        if objects > MAX_OBJECTS:
            line.refuse(f"a row holds at most {MAX_OBJECTS} objects", at)
        if len(rows) == MAX_ROWS:
            line.refuse(f"there are at most {MAX_ROWS} rows", at)
        rows.append(objects)
        at += len(part) + 1
    return rows


def _bound(line: _Line, value: str, at: int) -> int:
    k = _whole(value)
    if k is None or not 1 <= k <= MAX_OBJECTS:
        line.refuse(f"'{value}' should be the most that a move may take: 1 to {MAX_OBJECTS}, or none", at)
    return k


def _mover(line: _Line, value: str, at: int) -> int:
    if value not in ("0", "1"):
        line.refuse(f"'{value}' should be the player to move: 0 or 1", at)
    return int(value)


def _whole(text: str) -> int | None:
    """Return a number of plain digits (nine at most: all limits are far below), or None."""
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else None
