"""Caves from luck, by the source's breadth-first growth: `generate(bound, seed)`.

Each vertex in turn gets one to three edges drawn uniformly from those that the rules allow (the source draws from all
24 and throws away what is not allowed, which is the same draw). A cave that came out too small, or in which some vertex
cannot reach the end, is thrown away and grown anew, a bounded number of times.
"""

from __future__ import annotations

import numpy as np

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.generator import Generated, GenerationFailed, Generator
from ludarium.core.rng import derive
from ludarium.core.solver import Report
from ludarium.games.north import notation
from ludarium.games.north.level import (
    SMALLEST,
    STRONGEST,
    Edge,
    Map,
    Point,
    breadth_first,
    fewest_vertices,
    is_whole,
    length_of,
    monsters_for,
    most_vertices,
    outward,
)
from ludarium.games.north.rules import COMPASS_POINTS, find_end, grow

ATTEMPTS = 20_000
"""How many caves are thrown away before giving up; `ludarium bench north` shows how many are needed."""


def generate(bound: int, seed: int = 0) -> Map:
    """Return the cave that belongs to (bound, seed)."""
    return NorthGenerator(bound).generate(derive(seed, "level"), Budget()).level


class NorthGenerator(Generator[Map]):
    """Grows caves within `bound` steps of the start; gives up after `attempts`."""

    def __init__(self, bound: int = 4, attempts: int = ATTEMPTS) -> None:
        if not is_whole(bound) or bound < SMALLEST:
            raise BadParameter(f"north: bound={bound!r}; a cave needs a whole number of at least {SMALLEST}")
        if attempts < 1:
            raise BadParameter(f"north: attempts={attempts}; at least 1 is needed")
        self.bound, self.attempts = bound, attempts

    def generate(self, rng: np.random.Generator, budget: Budget) -> Generated[Map]:
        """Grow caves until one keeps every rule; a budget step is an attempt. The certificate is a walk to the end."""
        meter = budget.start()
        while meter.steps < self.attempts and meter.left():
            meter.spend()
            growth = Growth(self.bound)
            growth.insert((0, 0))
            growth.grow(rng)
            if (end := growth.end()) is not None:
                edges = growth.edges()
                monsters = place_monsters(growth.count, edges, end, rng)
                cave = Map(self.bound, growth.vertices(), edges, monsters, 0, end)
                return Generated(cave, certificate=route(cave), stats={"attempts": meter.steps})
        raise GenerationFailed(f"north: no cave of bound {self.bound} in {meter.steps} attempts; try another seed")

    def write(self, level: Map) -> str:
        """Return the map as JSON."""
        return notation.dumps(level)

    def report(self, made: Generated[Map], budget: Budget) -> Report:
        """Draw the cave without its fog, with its life table."""
        from ludarium.games.north.report import report_of

        return report_of(made.level)


class Growth:
    """A cave that grows: the arrays of `rules` and how many vertices there are; `first` is the next to get edges."""

    def __init__(self, bound: int) -> None:
        self.bound, self.most = bound, most_vertices(bound)
        self.board = np.zeros((4 * bound + 1) ** 2, np.int32)
        self.places = np.zeros(2 * self.most, np.int32)
        self.out = np.full(COMPASS_POINTS * self.most, -1, np.int32)
        self.barred = np.zeros(self.most, np.int32)
        self.count = self.first = 0

    def insert(self, place: Point) -> int:
        """Add a vertex; return its number."""
        vertex, side = self.count, 4 * self.bound + 1
        self.board[2 * (place[1] + self.bound) * side + 2 * (place[0] + self.bound)] = vertex + 1
        self.places[2 * vertex : 2 * vertex + 2] = place
        self.count += 1
        return vertex

    def grow(self, rng: np.random.Generator) -> None:
        """Give every vertex from the first on its edges, new ones included."""
        luck = rng.integers(1, 1 << 32, 2)
        self.count = grow(
            self.bound, self.most, self.board, self.places, self.out, self.barred, self.first, self.count, luck
        )

    def end(self) -> int | None:
        """Return the vertex that is the end, or None when the cave is too small or some vertex has no way to it."""
        end = find_end(self.out, self.count) if self.count >= fewest_vertices(self.bound) else -1
        return None if end < 0 else int(end)

    def point(self, vertex: int) -> Point:
        """Return a vertex's place."""
        return (int(self.places[2 * vertex]), int(self.places[2 * vertex + 1]))

    def edges(self) -> tuple[Edge, ...]:
        """Return the edges, sorted."""
        found = []
        for at in np.flatnonzero(self.out[: COMPASS_POINTS * self.count] >= 0).tolist():
            a, b = at // COMPASS_POINTS, int(self.out[at])
            found.append((a, b, length_of(self.point(a), self.point(b))))
        return tuple(sorted(found))

    def vertices(self) -> dict[int, Point]:
        """Return each vertex's place."""
        return {vertex: self.point(vertex) for vertex in range(self.count)}


def place_monsters(vertices: int, edges: tuple[Edge, ...], end: int, rng: np.random.Generator) -> dict[int, int]:
    """Draw the monsters: not on start or end, not where an edge leads from another one while that is possible."""
    neighbours = outward(range(vertices), edges)
    free = [vertex for vertex in range(vertices) if vertex not in (0, end)]
    apart = list(free)
    monsters: dict[int, int] = {}
    for _ in range(monsters_for(vertices)):
        options = apart or free
        vertex = options[int(rng.random() * len(options))]
        free.remove(vertex)
        apart = [other for other in apart if other != vertex and other not in neighbours[vertex]]
        monsters[vertex] = 1 + int(rng.random() * STRONGEST)
    return monsters


def route(cave: Map) -> tuple[int, ...]:
    """Return a walk of few edges from start to end: the proof that the cave can be crossed."""
    neighbours = outward(cave.vertices, cave.edges)
    before: dict[int, int] = {}
    for vertex in breadth_first(neighbours, cave.start):
        for other in neighbours[vertex]:
            before.setdefault(other, vertex)
    walk = [cave.end]
    while walk[-1] != cave.start:
        walk.append(before[walk[-1]])
    return tuple(reversed(walk))
