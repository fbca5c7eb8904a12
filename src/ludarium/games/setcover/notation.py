"""Instances as text: `loads`, `dumps`, `load`, `save`. Three formats are read, and told apart by themselves.

- JSON: `{"elements": 4, "lists": [[0, 1], [2, 3]], "weights": [2, 2]}`; without weights a list weighs its length.
- OR-Library `scp` (Beasley 1990): rows and columns; the cost of each column; then for each row how many columns cover
  it, and which. A row is an element, a column a list; both count from 1 there and from 0 here.
- OR-Library `rail`: rows and columns; then a line for each column: its cost, how many rows it covers, and which.
"""

from __future__ import annotations

import json
import os
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from ludarium.core.errors import BadNotation, LudariumError, nearest
from ludarium.core.record import write_whole
from ludarium.core.trust import read_text
from ludarium.games.setcover.level import Instance, is_whole

FIELDS = ("elements", "lists", "weights")
MOST = 10_000_000
"""Rows, columns and weights beyond this are refused: a damaged number must not ask for all memory."""


class BadInstance(LudariumError, ValueError):
    """A JSON instance that breaks a rule; the message names the field."""


def dumps(instance: Instance) -> str:
    """Return an instance as JSON text; `loads` reads it back."""
    data: dict[str, Any] = {"elements": instance.n, "lists": [list(members) for members in instance.lists]}
    if not instance.by_length:
        data["weights"] = list(instance.weights)
    return json.dumps(data, separators=(",", ":"))


def save(instance: Instance, path: str | os.PathLike[str]) -> Path:
    """Write an instance to a file, whole or not at all."""
    return write_whole(path, dumps(instance) + "\n")


def load(path: str | os.PathLike[str]) -> Instance:
    """Read an instance from a file, in any of the formats."""
    return loads(read_text(path, BadInstance), str(path))


def loads(text: str, source: str = "instance") -> Instance:
    """Read JSON, `scp` or `rail`; a damaged text is refused with the place or the field at fault."""
    if text.lstrip()[:1] in ("{", "["):
        return _json(text, source)
    numbers = _Numbers(text, source)
    return numbers.rail() if numbers.looks_like_rail() else numbers.scp()


class _Numbers:
    """The numbers of an OR-Library file, one after the other; knows the place of the one at fault."""

    def __init__(self, text: str, source: str) -> None:
        self._text, self._source = text, source
        self._words = text.split()
        self._at = 0
        self.rows = self.take("the number of rows", 1, MOST)
        self.columns = self.take("the number of columns", 1, MOST)

    def take(self, what: str, least: int, most: int) -> int:
        """Read the next number."""
        if self._at >= len(self._words):
            self._refuse(len(self._words) - 1, f"the text ends where {what} should stand")
        word = self._words[self._at]
        if not (word.isascii() and word.isdecimal() and len(word) < 10 and least <= int(word) <= most):
            self._refuse(self._at, f"'{word[:20]}' should be {what}, a whole number from {least} to {most}")
        self._at += 1
        return int(word)

    def looks_like_rail(self) -> bool:
        """Whether each line after the first is a column: its second number counts what follows."""
        lines = [line.split() for line in self._text.splitlines() if line.strip()]
        return len(lines) == self.columns + 1 and all(
            len(words) >= 2 and words[1] == str(len(words) - 2) for words in lines[1:]
        )

    def rail(self) -> Instance:
        """Read the columns, each with its cost."""
        lists, weights = [], []
        for column in range(1, self.columns + 1):
            weights.append(self.take(f"the cost of column {column}", 0, MOST))
            lists.append(self._group(f"column {column}", "row", self.rows))
        return self._done([tuple(sorted(row - 1 for row in rows)) for rows in lists], weights)

    def scp(self) -> Instance:
        """Read the costs, then the columns of each row."""
        weights = [self.take(f"the cost of column {column}", 0, MOST) for column in range(1, self.columns + 1)]
        lists: list[list[int]] = [[] for _ in range(self.columns)]
        for row in range(1, self.rows + 1):
            for column in self._group(f"row {row}", "column", self.columns):
                lists[column - 1].append(row - 1)
        return self._done([tuple(members) for members in lists], weights)

    def _group(self, owner: str, kind: str, most: int) -> set[int]:
        count = self.take(f"how many {kind}s {owner} has", 0, most)
        found: set[int] = set()
        for _ in range(count):
            number = self.take(f"a {kind} of {owner}", 1, most)
            if number in found:
                self._refuse(self._at - 1, f"{kind} {number} stands twice in {owner}")
            found.add(number)
        return found

    def _done(self, lists: list[tuple[int, ...]], weights: list[int]) -> Instance:
        if self._at < len(self._words):
            self._refuse(self._at, "nothing should follow: all rows and columns have been read")
        return Instance(self.rows, tuple(lists), tuple(weights))

    def _refuse(self, index: int, why: str) -> NoReturn:
        place = 0
        for number, match in enumerate(re.finditer(r"\S+", self._text)):
            if number == index:
                place = match.start()
        before = self._text[:place]
        line, start = before.count("\n") + 1, before.rfind("\n") + 1
        shown = self._text[start:].partition("\n")[0]
        column = place - start + 1
        if len(shown) > 100:
            cut = max(0, column - 50)
            shown, column = shown[cut : cut + 100], column - cut
        raise BadNotation(why, text=shown, source=self._source, line=line, column=column)


def _json(text: str, source: str) -> Instance:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise BadInstance(f"{source}:{fault.lineno}:{fault.colno}: not JSON: {fault.msg}") from None
    except RecursionError:
        raise BadInstance(f"{source}: not an instance: nested too deeply") from None

    def refuse(field: str, why: str) -> NoReturn:
        raise BadInstance(f"{source}: {field}: {why}")

    def whole(field: str, value: Any, least: int, most: int) -> int:
        if not is_whole(value) or not least <= value <= most:
            refuse(field, f"{json.dumps(value)[:40]} should be a whole number from {least} to {most}")
        return int(value)

    if not isinstance(data, dict):
        refuse("instance", f"should be an object with the fields {', '.join(FIELDS)}")
    for name in data:
        if name not in FIELDS:
            refuse(name, f"is no field of an instance{nearest(name, FIELDS)}")
    for name in FIELDS[:2]:
        if name not in data:
            refuse(name, "is missing")
    n = whole("elements", data["elements"], 1, MOST)
    if not isinstance(data["lists"], list) or not data["lists"]:
        refuse("lists", "should be lists of elements, as in [[0, 1], [2]]")
    lists = []
    for number, members in enumerate(data["lists"]):
        if not isinstance(members, list):
            refuse(f"lists[{number}]", "should be a list of elements")
        found = sorted(whole(f"lists[{number}]", member, 0, n - 1) for member in members)
        twice = next((a for a, b in pairwise(found) if a == b), None)
        if twice is not None:
            refuse(f"lists[{number}]", f"the element {twice} stands twice")
        lists.append(tuple(found))
    weights = data.get("weights")
    if weights is None:
        return Instance(n, tuple(lists))
    if not isinstance(weights, list) or len(weights) != len(lists):
        refuse("weights", f"should be one weight for each of the {len(lists)} lists")
    checked = tuple(whole(f"weights[{number}]", weight, 0, MOST) for number, weight in enumerate(weights))
    return Instance(n, tuple(lists), checked)
