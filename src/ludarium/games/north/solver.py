"""The exact life table: for every total of life that a walk to the end can cost, the least stamina and a walk.

A shortest-path problem over (vertex, set of beaten monsters). Between two monsters a walk only passes monsters that it
has beaten, so the vertices are contracted: *D* holds the distances between monsters (and start and end) over free
vertices alone, and for each set S of beaten monsters one Floyd-Warshall step more gives the distances over S. What is
kept for S is one row: the least stamina to have beaten exactly S and stand on the next monster, or on the end.

Sets are visited in ascending order as the leaves of a binary tree over the monsters, highest first, so that a matrix is
updated once for each inner node and shared by all sets below it: 2^n updates of n rows, each a few vector operations.
Rows are float32 because the machine adds and compares eight or sixteen of them at once; all values are small whole
numbers, so they are exact. The contraction and the order replace the source's enumeration of all partial permutations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel
from ludarium.core.errors import BadParameter, LudariumError
from ludarium.games.north.level import Map

Words = NDArray[np.int32]
Row = NDArray[np.float32]
Front = dict[int, tuple[int, list[int]]]
"""{life: (stamina, walk)}, ascending by life."""

MOST_MONSTERS = 24
"""Rows for 2^24 sets take 2.1 GB (2^23: 0.8 GB); every further monster doubles that."""

Mode = Literal["survivor", "balanced", "explorer"]
Difficulty = Literal["easy", "hard"]
FACTOR: Mapping[str, float] = {"easy": 3.0, "hard": 1.5}
_FAR = np.float32(1e9)
_NOWHERE = 1_000_000_000


class TooManyMonsters(LudariumError):
    """A map whose exact table would not fit in memory."""


class Parameters(NamedTuple):
    """What a mode and a difficulty make of a map: the best pair with its walk, and what the player starts with."""

    best_life: int
    best_stamina: int
    walk: tuple[int, ...]
    life: int
    stamina: int


def front(cave: Map) -> Front:
    """Return the life table of a map; raises TooManyMonsters beyond 24."""
    insist_on_room(cave)
    graph, names, monsters, start, end = _numbered(cave)
    n = len(monsters)
    lanes = -(-(n + 1) // 8) * 8
    powers = np.array([cave.monsters[names[vertex]] for vertex in monsters], np.int32)
    rows = np.empty(lanes << n, np.float32)
    best = np.full(int(powers.sum()) + 1, _FAR, np.float32)
    sets = np.full(best.size, -1, np.int32)
    holders = np.array(monsters, np.int32)
    _fill(graph, len(names), holders, powers, start, end, lanes, rows, best, sets)
    found: Front = {}
    longest = int(best[sets >= 0].max(initial=0)) + 1
    walk = np.empty(longest + 1, np.int32)
    for life in np.flatnonzero(sets >= 0).tolist():
        length = _trace(graph, len(names), holders, start, end, lanes, rows, int(sets[life]), float(best[life]), walk)
        found[life] = (int(best[life]), [names[vertex] for vertex in walk[length - 1 :: -1].tolist()])
    return found


def insist_on_room(cave: Map) -> None:
    """Refuse a map whose table would not fit in memory."""
    if len(cave.monsters) > MOST_MONSTERS:
        raise TooManyMonsters(
            f"the exact life table of {len(cave.monsters)} monsters does not fit in memory; "
            f"up to {MOST_MONSTERS} do (bounds up to 10)"
        )


def parameters(table: Front, mode: str, difficulty: str) -> Parameters:
    """Return the best pair of a mode, and the life and stamina to start with (rounded half to even, as the source)."""
    lives = sorted(table)
    if mode not in ("survivor", "balanced", "explorer"):
        raise BadParameter(f"north: mode={mode!r}; choose survivor, balanced or explorer")
    if difficulty not in FACTOR:
        raise BadParameter(f"north: difficulty={difficulty!r}; choose easy or hard")
    life = {"survivor": lives[0], "balanced": lives[len(lives) // 2], "explorer": lives[-1]}[mode]
    stamina, walk = table[life]
    factor = FACTOR[difficulty]
    return Parameters(life, stamina, tuple(walk), round(factor * life), round(factor * stamina))


def _numbered(cave: Map) -> tuple[Words, list[int], list[int], int, int]:
    """Return the graph as one array (offsets of each vertex's edges, then target and weight of each), and numbers."""
    names = list(cave.vertices)
    number = {vertex: index for index, vertex in enumerate(names)}
    edges = sorted((number[a], number[b], weight) for a, b, weight in cave.edges)
    offsets = np.searchsorted([a for a, _, _ in edges], np.arange(len(names) + 1)) * 2 + len(names) + 1
    pairs = [part for _, b, weight in edges for part in (b, weight)]
    graph = np.array([*offsets.tolist(), *pairs], np.int32)
    monsters = [number[vertex] for vertex in cave.monsters]
    return graph, names, monsters, number[cave.start], number[cave.end]


@kernel("void(int32[::1], int64, int32[::1], int64, int32[::1], int32[::1])")
def _spread(graph: Words, vertices: int, closed: Words, source: int, distance: Words, queue: Words) -> None:
    """Write the distance of every vertex from the source; closed vertices are reached but not left.

    Label correcting with a ring of waiting vertices: weights are 1 to 3, so few labels are corrected twice.
    """
    for vertex in range(vertices):
        distance[vertex] = _NOWHERE
    distance[source] = 0
    queue[0] = source
    head, tail = 0, 1
    waiting = np.zeros(vertices, np.int32)
    while head != tail:
        vertex = queue[head]
        head = 0 if head == vertices else head + 1
        waiting[vertex] = 0
        for at in range(graph[vertex], graph[vertex + 1], 2):
            other = graph[at]
            reached = distance[vertex] + graph[at + 1]
            if reached < distance[other]:
                distance[other] = reached
                if closed[other] == 0 and waiting[other] == 0:
                    waiting[other] = 1
                    queue[tail] = other
                    tail = 0 if tail == vertices else tail + 1


@kernel("void(int32[::1], int64, int32[::1], int32[::1], int64, int64, int64, float32[::1], float32[::1], int32[::1])")
def _fill(
    graph: Words,
    vertices: int,
    monsters: Words,
    powers: Words,
    start: int,
    end: int,
    lanes: int,
    rows: Row,
    best: Row,
    sets: Words,
) -> None:
    """Write the row of every set of beaten monsters, and the least stamina for every total of life with its set."""
    n = monsters.size
    size = n * lanes
    closed = np.zeros(vertices, np.int32)
    for monster in monsters:
        closed[monster] = 1
    closed[end] = 1
    distance, queue = np.empty(vertices, np.int32), np.empty(vertices + 1, np.int32)
    # matrices[depth]: distances between monsters over the free vertices and those beaten among the first `depth`.
    matrices = np.full((n + 1) * size + lanes, _FAR, np.float32)
    start_row = np.full(lanes, _FAR, np.float32)
    for i in range(n + 1):
        source = start if i == n else monsters[i]
        _spread(graph, vertices, closed, source, distance, queue)
        for j in range(n + 1):
            target = end if j == n else monsters[j]
            if distance[target] < _NOWHERE and i != j:
                if i == n:
                    start_row[j] = distance[target]
                else:
                    matrices[i * lanes + j] = distance[target]
        if i == n and distance[end] < _NOWHERE:
            start_row[n] = distance[end]
    for j in range(lanes):
        rows[j] = start_row[j]
    if start_row[n] < _FAR:
        best[0] = start_row[n]
        sets[0] = 0
    base = np.zeros(n + 1, np.int64)  # where the matrix of each depth begins: a monster not beaten shares the one above
    for beaten in range(1, 1 << n):
        changed = beaten ^ (beaten - 1)
        top = 0  # the depth down to which the path from the root is that of the set before
        while changed >> (n - 1 - top) == 0:
            top += 1
        for depth in range(top, n):
            b = n - 1 - depth
            if beaten >> b & 1 == 0:
                base[depth + 1] = base[depth]
                continue
            above, here = base[depth], (depth + 1) * size
            base[depth + 1] = here
            via = above + b * lanes
            for i in range(n):
                if i >= b and beaten >> i & 1 == 0:
                    continue  # beaten in no set below: nothing leaves from there
                row = above + i * lanes
                first = matrices[row + b]
                for j in range(lanes):
                    direct = matrices[row + j]
                    around = first + matrices[via + j]
                    matrices[here + i * lanes + j] = around if around < direct else direct
        matrix = base[n]
        row_at = beaten * lanes
        for j in range(lanes):
            rows[row_at + j] = _FAR
        life = 0
        for i in range(n):
            if beaten >> i & 1 == 0:
                continue
            life += powers[i]
            arrived = rows[(beaten ^ (1 << i)) * lanes + i]
            if arrived < _FAR:
                row = matrix + i * lanes
                for j in range(lanes):
                    total = arrived + matrices[row + j]
                    rows[row_at + j] = total if total < rows[row_at + j] else rows[row_at + j]
        if rows[row_at + n] < best[life]:
            best[life] = rows[row_at + n]
            sets[life] = beaten


@kernel("int64(int32[::1], int64, int32[::1], int64, int64, int64, float32[::1], int64, float64, int32[::1])")
def _trace(
    graph: Words,
    vertices: int,
    monsters: Words,
    start: int,
    end: int,
    lanes: int,
    rows: Row,
    beaten: int,
    stamina: float,
    walk: Words,
) -> int:
    """Write the walk that beats exactly this set with this stamina, from its end back; return its length."""
    n = monsters.size
    closed = np.empty(vertices, np.int32)
    distance, queue = np.empty(vertices, np.int32), np.empty(vertices + 1, np.int32)
    target, length = end, 1
    walk[0] = end
    while True:
        for vertex in range(vertices):
            closed[vertex] = 0
        for i in range(n):
            closed[monsters[i]] = 0 if beaten >> i & 1 else 1
        closed[end] = 1
        source, which, before = start, -1, 0.0
        if beaten != 0:
            for i in range(n):
                if beaten >> i & 1 == 0:
                    continue
                arrived = rows[(beaten ^ (1 << i)) * lanes + i]
                if arrived < _FAR:
                    _spread(graph, vertices, closed, monsters[i], distance, queue)
                    if arrived + distance[target] == stamina:
                        source, which, before = monsters[i], i, arrived
                        break
        _spread(graph, vertices, closed, source, distance, queue)
        while target != source:
            for vertex in range(vertices):
                if distance[vertex] < distance[target] and (closed[vertex] == 0 or vertex == source):
                    weight = 0
                    for at in range(graph[vertex], graph[vertex + 1], 2):
                        if graph[at] == target:
                            weight = graph[at + 1]
                    if weight > 0 and distance[vertex] + weight == distance[target]:
                        target = vertex
                        break
            walk[length] = target
            length += 1
        if which < 0:
            return length
        beaten ^= 1 << which
        stamina = before
