"""The map of a cave: a directed graph drawn on a grid, with monsters on some vertices.

Everything that the rules, the solver, the generator and the file format share; it checks nothing (see `notation`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

Point = tuple[int, int]
Edge = tuple[int, int, int]
"""From, to, weight."""

DIRECTIONS: tuple[Point, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The compass clockwise from north; north is up, where y grows."""
COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
LONGEST = 3
"""The most steps that an edge is long."""
STRONGEST = 3
"""The most power that a monster has."""
SMALLEST = 2
"""The least bound: with 1 there is no room for a cave."""


def is_whole(value: object) -> bool:
    """Say whether it is an integer, but no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def most_vertices(bound: int) -> int:
    """Return how many vertices a cave of this bound may have."""
    return int((2 * bound + 1) ** 2 // 4)


def fewest_vertices(bound: int) -> int:
    """Return how many vertices a cave of this bound must have."""
    return int((2 * bound + 1) ** 2 // 5)


def monsters_for(vertices: int) -> int:
    """Return how many monsters live in a cave of this many vertices."""
    return vertices // 5 + 1


def direction_of(a: Point, b: Point) -> int | None:
    """Return the compass direction from one point to another, or None when they are on no common line."""
    across, up = b[0] - a[0], b[1] - a[1]
    if (across == 0 and up == 0) or (across and up and abs(across) != abs(up)):
        return None
    return DIRECTIONS.index(((across > 0) - (across < 0), (up > 0) - (up < 0)))


def length_of(a: Point, b: Point) -> int:
    """Return the distance of two points in the maximum norm: the weight of an edge between them."""
    return max(abs(b[0] - a[0]), abs(b[1] - a[1]))


def along(point: Point, direction: int, steps: int) -> Point:
    """Return the point that many steps away."""
    across, up = DIRECTIONS[direction]
    return (point[0] + across * steps, point[1] + up * steps)


def passes(a: Point, direction: int, steps: int) -> tuple[list[Point], list[Point]]:
    """Return the grid points that an edge passes, its ends left out, and its half-points (in doubled coordinates).

    Two edges that cross anywhere but at a vertex share one of these.
    """
    inner = [along(a, direction, step) for step in range(1, steps)]
    doubled = (2 * a[0], 2 * a[1])
    halves = [along(doubled, direction, 2 * step + 1) for step in range(steps)]
    return inner, halves


@dataclass(frozen=True)
class Map:
    """A cave. Vertices are numbers with places on the grid; `monsters` maps a vertex to its monster's power."""

    bound: int
    vertices: Mapping[int, Point]
    edges: tuple[Edge, ...]
    monsters: Mapping[int, int]
    start: int
    end: int

    @cached_property
    def exits(self) -> dict[int, dict[int, int]]:
        """Each vertex's ways out: {direction: vertex}, in the order of the edges."""
        found: dict[int, dict[int, int]] = {vertex: {} for vertex in self.vertices}
        for a, b, _ in self.edges:
            direction = direction_of(self.vertices[a], self.vertices[b])
            assert direction is not None, "edges follow the compass"
            found[a][direction] = b
        return found

    @cached_property
    def weights(self) -> dict[tuple[int, int], int]:
        """The weight of each edge by its two vertices."""
        return {(a, b): weight for a, b, weight in self.edges}

    @cached_property
    def bits(self) -> dict[int, int]:
        """Each monster's bit in a set of the beaten."""
        return {vertex: 1 << bit for bit, vertex in enumerate(self.monsters)}

    def __getstate__(self) -> dict[str, object]:
        """Leave out what can be computed again, so that equal maps pickle to equal bytes."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def cost(self, walk: Iterable[int]) -> tuple[int, int]:
        """Return the (life, stamina) that a walk costs when every monster met is fought; KeyError where no edge is."""
        steps = list(walk)
        met = {vertex for vertex in steps if vertex in self.monsters}
        stamina = sum(self.weights[a, b] for a, b in pairwise(steps))
        return sum(self.monsters[vertex] for vertex in met), stamina


def breadth_first(neighbours: Mapping[int, Iterable[int]], start: int) -> Iterator[int]:
    """Yield the vertices that can be reached, in the order of a breadth-first visit."""
    seen, queue = {start}, deque([start])
    while queue:
        vertex = queue.popleft()
        yield vertex
        for other in neighbours[vertex]:
            if other not in seen:
                seen.add(other)
                queue.append(other)


def outward(vertices: Iterable[int], edges: Iterable[Edge]) -> dict[int, list[int]]:
    """Return each vertex's out-neighbours, in the order of the edges."""
    found: dict[int, list[int]] = {vertex: [] for vertex in vertices}
    for a, b, _ in edges:
        found[a].append(b)
    return found


def inward(vertices: Iterable[int], edges: Iterable[Edge]) -> dict[int, list[int]]:
    """Return each vertex's in-neighbours, in the order of the edges."""
    return outward(vertices, ((b, a, weight) for a, b, weight in edges))
