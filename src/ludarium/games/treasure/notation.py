"""Maps as the source writes them: `loads`, `dumps`, `load`, `save`. A damaged file is refused by line and column.

Line 1 `W H`; 2 the turn of the reveal; 3 the pirate's first free turn; 4 the number of regions with the sea, which is
0; 5 the treasure's row and column; then H rows of W cells split by `;`: spaces, the region, `M` (mountain) or `P`
(prison) where it is one. As in `0;  4; 4M;12P`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np

from ludarium.core.errors import BadNotation
from ludarium.core.record import write_whole
from ludarium.core.trust import read_text
from ludarium.games.treasure.level import EARLIEST_REVEAL, LATEST_FREE, LATEST_REVEAL, Island, Terrain
from ludarium.games.treasure.rules import MOUNTAIN, PLAIN, PRISON

LETTERS = {"": PLAIN, "M": MOUNTAIN, "P": PRISON}
_LONGEST_SIDE = 1024
_MOST_REGIONS = 1000
_HEAD = 5
_CELL = re.compile(r"(\s*)(\d{1,4})([MP]?)\s*")
_NUMBER = re.compile(r"\S+")


def dumps(island: Island) -> str:
    """Return a map as text; `loads` reads it back."""
    terrain = island.terrain
    row, column = terrain.place(island.treasure)
    letters = ("", "M", "P")
    cells = [
        f"{region}{letters[what]}" for region, what in zip(terrain.region.tolist(), terrain.what.tolist(), strict=True)
    ]
    wide = max(map(len, cells))
    rows = [
        ";".join(cell.rjust(wide) for cell in cells[start : start + terrain.width])
        for start in range(0, terrain.tiles, terrain.width)
    ]
    head = [
        f"{terrain.width} {terrain.height}",
        str(island.reveal),
        str(island.free),
        str(max(terrain.land_regions) + 1),
        f"{row} {column}",
    ]
    return "\n".join([*head, *rows]) + "\n"


def loads(text: str, source: str = "map") -> Island:
    """Read a map and check what a game needs; BadNotation names the line and the column at fault."""
    reader = _Reader(text, source)
    width, height = reader.numbers(1, ("the width", "the height"), 1, _LONGEST_SIDE)
    (reveal,) = reader.numbers(2, ("the turn of the reveal",), EARLIEST_REVEAL, LATEST_REVEAL)
    (free,) = reader.numbers(3, ("the pirate's first free turn",), reveal + 1, LATEST_FREE)
    (regions,) = reader.numbers(4, ("the number of regions, with the sea",), 2, _MOST_REGIONS)
    row, column = reader.numbers(5, ("the treasure's row", "the treasure's column"), 0, _LONGEST_SIDE)
    terrain = reader.terrain(width, height, regions)
    island = Island(terrain, row * width + column, reveal, free)
    reader.insist_on_a_game(island, row, column)
    return island


def save(island: Island, path: str | os.PathLike[str]) -> Path:
    """Write a map to a file, whole or not at all."""
    return write_whole(path, dumps(island))


def load(path: str | os.PathLike[str]) -> Island:
    """Read a map from a file."""
    return loads(read_text(path), str(path))


class _Reader:
    """Reads lines, and knows how to refuse one."""

    def __init__(self, text: str, source: str) -> None:
        self._lines, self._source = [line.rstrip() for line in text.split("\n")], source
        while self._lines and not self._lines[-1]:
            self._lines.pop()

    def refuse(self, why: str, line: int, column: int = 1) -> BadNotation:
        """Return the error for a place; lines and columns count from 1."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        shown, at = (text, column) if len(text) <= 100 else _cut(text, column)
        fault = BadNotation(why, text=shown, source=self._source, line=line, column=at)
        if at != column:
            fault.column = column
            fault.args = (fault.args[0].replace(f":{line}:{at}: ", f":{line}:{column}: ", 1),)
        return fault

    def numbers(self, line: int, names: tuple[str, ...], least: int, most: int) -> list[int]:
        """Read a line of whole numbers within limits."""
        wanted = " and ".join(names)
        if line > len(self._lines):
            raise self.refuse(f"the file ends here; line {line} should be {wanted}", line)
        found = list(_NUMBER.finditer(self._lines[line - 1]))
        values = []
        for match, name in zip(found, names, strict=False):
            if not match[0].isascii() or not match[0].isdecimal():
                raise self.refuse(f"'{match[0][:20]}' should be a whole number: {name}", line, match.start() + 1)
            value = int(match[0][:9])
            if not least <= value <= most:
                raise self.refuse(f"{name} is {value}; it should be from {least} to {most}", line, match.start() + 1)
            values.append(value)
        if len(found) != len(names):
            at = found[len(names)].start() + 1 if len(found) > len(names) else len(self._lines[line - 1]) + 1
            raise self.refuse(f"{len(found)} numbers, {len(names)} expected: {wanted}", line, at)
        return values

    def terrain(self, width: int, height: int, regions: int) -> Terrain:
        """Read the rows."""
        region = np.zeros((height, width), np.int32)
        what = np.zeros((height, width), np.uint8)
        for row in range(height):
            line = _HEAD + row + 1
            if line > len(self._lines):
                raise self.refuse(f"the file ends after {row} rows, {height} expected", line)
            at = 0
            cells = self._lines[line - 1].split(";")
            for column, cell in enumerate(cells[:width]):
                match = _CELL.fullmatch(cell)
                start = at + len(cell) - len(cell.lstrip()) + 1
                if match is None:
                    raise self.refuse(
                        f"'{cell.strip()[:20]}' is no cell: a region, then M or P where it is one", line, start
                    )
                region[row, column], what[row, column] = int(match[2]), LETTERS[match[3]]
                if int(match[2]) >= regions:
                    raise self.refuse(f"region {match[2]}; line 4 says that they end at {regions - 1}", line, start)
                if match[2].lstrip("0") == "" and match[3]:
                    thing = "mountain" if match[3] == "M" else "prison"
                    raise self.refuse(f"a {thing} in the sea (region 0)", line, start)
                at += len(cell) + 1
            if len(cells) != width:
                place = at + 1 if len(cells) > width else len(self._lines[line - 1]) + 1
                raise self.refuse(f"{len(cells)} cells in this row, {width} expected", line, place)
        if len(self._lines) > _HEAD + height:
            raise self.refuse(f"text after the {height} rows of the map", _HEAD + height + 1)
        return Terrain.of(region, what)

    def insist_on_a_game(self, island: Island, row: int, column: int) -> None:
        """Refuse what could not be played: a treasure out of reach, no prison, no room for the agent."""
        terrain, treasure = island.terrain, island.treasure
        if row >= terrain.height or column >= terrain.width:
            raise self.refuse(f"the treasure's place {row} {column} is outside the map", 5)
        if not terrain.passable[treasure]:
            where = (
                "the sea" if terrain.region[treasure] == 0 else ("", "a mountain", "a prison")[terrain.what[treasure]]
            )
            raise self.refuse(f"the treasure lies on {where}; it should be on free land", 5)
        if not terrain.prisons:
            raise self.refuse("there is no prison (P) on the map", _HEAD + 1)
        for number, prison in enumerate(terrain.prisons):
            if terrain.prison_steps[number][treasure] < 0:
                line, cells = (
                    _HEAD + 1 + prison // terrain.width,
                    self._lines[_HEAD + prison // terrain.width].split(";"),
                )
                place = sum(len(cell) + 1 for cell in cells[: prison % terrain.width])
                cell = cells[prison % terrain.width]
                place += len(cell) - len(cell.lstrip()) + 1
                raise self.refuse(
                    "from this prison nobody can walk to the treasure: the game might never end", line, place
                )
        if len(terrain.open) < 2:
            raise self.refuse("there is no free land besides the treasure's tile for the agent to start on", _HEAD + 1)


def _cut(text: str, column: int) -> tuple[str, int]:
    """Return the part of a long line around a column, and where the column is in it."""
    start = max(0, min(column - 50, len(text) - 100))
    return text[start : start + 100], column - start
