"""Maps as JSON text: `loads`, `dumps`, `load`, `save`. A damaged file is refused by the name of the field at fault.

`{"bound": 3, "vertices": {"0": [0, 0], …}, "edges": [[0, 1, 1], …], "monsters": {"8": 3, …}, "start": 0, "end": 11}`:
vertices by number with their place, edges from, to and weight, the power of each monster by its vertex.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ludarium.core.errors import LudariumError, nearest
from ludarium.core.record import write_whole
from ludarium.core.trust import read_text
from ludarium.games.north.level import (
    LONGEST,
    SMALLEST,
    STRONGEST,
    Edge,
    Map,
    Point,
    breadth_first,
    direction_of,
    inward,
    length_of,
    outward,
    passes,
)

FIELDS = ("bound", "vertices", "edges", "monsters", "start", "end")


class BadMap(LudariumError, ValueError):
    """A map that cannot be read, or that breaks a rule; the message names the field."""


def dumps(cave: Map) -> str:
    """Return a map as JSON text; `loads` reads it back."""
    data = {
        "bound": cave.bound,
        "vertices": {str(vertex): list(place) for vertex, place in cave.vertices.items()},
        "edges": [list(edge) for edge in cave.edges],
        "monsters": {str(vertex): power for vertex, power in cave.monsters.items()},
        "start": cave.start,
        "end": cave.end,
    }
    return json.dumps(data, separators=(",", ":"))


def loads(text: str, source: str = "map") -> Map:
    """Read a map and check every rule that a game needs; BadMap names the field at fault.

    What only the generator promises (how many vertices and monsters there are, which vertex is the end) is not asked
    of a map made by hand.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise BadMap(f"{source}:{fault.lineno}:{fault.colno}: not JSON: {fault.msg}") from None
    except RecursionError:
        raise BadMap(f"{source}: not a map: nested too deeply") from None
    reader = _Reader(source)
    if not isinstance(data, dict):
        reader.refuse("map", f"should be an object with the fields {', '.join(FIELDS)}")
    for name in data:
        if name not in FIELDS:
            reader.refuse(name, f"is no field of a map{nearest(name, FIELDS)}")
    for name in FIELDS:
        if name not in data:
            reader.refuse(name, "is missing")
    bound = reader.whole("bound", data["bound"], SMALLEST)
    vertices = reader.vertices(data["vertices"], bound)
    cave = Map(
        bound,
        vertices,
        reader.edges(data["edges"], vertices),
        reader.monsters(data["monsters"], vertices),
        reader.vertex("start", data["start"], vertices),
        reader.vertex("end", data["end"], vertices),
    )
    reader.insist_on_a_game(cave)
    return cave


def name_of(cave: Map) -> str:
    """Return a short hash of a map's text, kept with the map: what states and lessons are named after."""
    kept = cave.__dict__.get("name")
    if kept is None:
        kept = cave.__dict__["name"] = blake2b(dumps(cave).encode(), digest_size=8).hexdigest()
    return str(kept)


def save(cave: Map, path: str | os.PathLike[str]) -> Path:
    """Write a map to a file, whole or not at all."""
    return write_whole(path, dumps(cave) + "\n")


def load(path: str | os.PathLike[str]) -> Map:
    """Read a map from a file."""
    return loads(read_text(path, BadMap), str(path))


class _Reader:
    """Reads fields, and knows how to refuse one."""

    def __init__(self, source: str) -> None:
        self._source = source

    def refuse(self, field: str, why: str) -> None:
        raise BadMap(f"{self._source}: {field}: {why}")

    def whole(self, field: str, value: Any, least: int, most: int | None = None) -> int:
        right = isinstance(value, int) and not isinstance(value, bool) and value >= least
        if not right or (most is not None and value > most):
            limits = f"of at least {least}" if most is None else f"from {least} to {most}"
            self.refuse(field, f"{_shown(value)} should be a whole number {limits}")
        return int(value)

    def number(self, field: str, text: str) -> int:
        if not (text.isascii() and text.isdecimal() and str(int(text[:9])) == text):
            self.refuse(field, f"'{text}' should be a vertex's number")
        return int(text)

    def vertices(self, data: Any, bound: int) -> dict[int, Point]:
        if not isinstance(data, dict) or len(data) < 2:
            self.refuse("vertices", 'should map at least two numbers to their places, as in {"0": [0, 0], …}')
        found: dict[int, Point] = {}
        taken: dict[Point, str] = {}
        for name, place in data.items():
            field = f"vertices.{name}"
            vertex = self.number(field, name)
            if not isinstance(place, list) or len(place) != 2:
                self.refuse(field, f"{_shown(place)} should be [x, y]")
            x, y = (self.whole(field, part, -bound, bound) for part in place)
            if (x, y) in taken:
                self.refuse(field, f"stands on the place of vertex {taken[x, y]}")
            taken[x, y] = name
            found[vertex] = (x, y)
        return found

    def vertex(self, field: str, value: Any, vertices: Mapping[int, Point]) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in vertices:
            self.refuse(field, f"{_shown(value)} is no vertex of this map")
        return int(value)

    def edges(self, data: Any, vertices: Mapping[int, Point]) -> tuple[Edge, ...]:
        if not isinstance(data, list):
            self.refuse("edges", "should be a list of [from, to, weight]")
        found: dict[tuple[int, int], int] = {}
        places = {place: vertex for vertex, place in vertices.items()}
        owners: dict[tuple[str, Point], frozenset[int]] = {}
        for number, edge in enumerate(data):
            field = f"edges[{number}]"
            if not isinstance(edge, list) or len(edge) != 3:
                self.refuse(field, f"{_shown(edge)} should be [from, to, weight]")
            a, b = self.vertex(field, edge[0], vertices), self.vertex(field, edge[1], vertices)
            direction, length = direction_of(vertices[a], vertices[b]), length_of(vertices[a], vertices[b])
            if direction is None or length > LONGEST:
                self.refuse(field, f"an edge goes 1 to {LONGEST} steps in one of the eight compass directions")
            assert direction is not None
            if isinstance(edge[2], bool) or edge[2] != length:
                self.refuse(field, f"the weight {_shown(edge[2])} should be the length of the edge, {length}")
            if (a, b) in found:
                self.refuse(field, f"the edge from {a} to {b} is given twice")
            inner, halves = passes(vertices[a], direction, length)
            for point in inner:
                if point in places:
                    self.refuse(field, f"the edge from {a} to {b} passes over vertex {places[point]}")
            ends = frozenset((a, b))
            for key in (*(("point", point) for point in inner), *(("half", point) for point in halves)):
                owner = owners.setdefault(key, ends)
                if owner != ends:
                    self.refuse(field, f"the edge from {a} to {b} crosses the edge between {_pair(owner)}")
            found[a, b] = length
        return tuple((a, b, weight) for (a, b), weight in found.items())

    def monsters(self, data: Any, vertices: Mapping[int, Point]) -> dict[int, int]:
        if not isinstance(data, dict):
            self.refuse("monsters", 'should map vertices to powers, as in {"8": 3}')
        found = {}
        for name, power in data.items():
            field = f"monsters.{name}"
            vertex = self.vertex(field, self.number(field, name), vertices)
            found[vertex] = self.whole(field, power, 1, STRONGEST)
        return found

    def insist_on_a_game(self, cave: Map) -> None:
        """Refuse what could not be played: a start that is the end, a monster on either, vertices out of reach."""
        if cave.start == cave.end:
            self.refuse("end", "should not be the start")
        for name in ("start", "end"):
            if getattr(cave, name) in cave.monsters:
                self.refuse(f"monsters.{getattr(cave, name)}", f"no monster lives on the {name}")
        reached = set(breadth_first(outward(cave.vertices, cave.edges), cave.start))
        reaching = set(breadth_first(inward(cave.vertices, cave.edges), cave.end))
        for vertex in cave.vertices:
            if vertex not in reached:
                self.refuse(f"vertices.{vertex}", "cannot be reached from the start")
            if vertex not in reaching:
                self.refuse(f"vertices.{vertex}", "cannot reach the end")


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _pair(ends: frozenset[int]) -> str:
    return " and ".join(map(str, sorted(ends)))
