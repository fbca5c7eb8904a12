"""Laying a dungeon on a grid: each room one cell, each door between two neighbouring cells, nothing crosses.

`embed` gives one of three answers: embedded, impossible with the reason, or not found within the budget (to embed a
graph in the grid is NP-complete: Bhatt & Cosmadakis 1987). With `corridors`, doors may be long ways over empty cells;
where the graph is not planar, one corridor bridges another at a right angle. A room with more than four doors fits
neither way, because a cell has four sides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Literal

from ludarium.core.budget import Budget, Meter
from ludarium.games.dungeon.level import MOST_DOORS, SIDES, Cell, Dungeon, Room
from ludarium.games.dungeon.planarity import is_planar

Status = Literal["embedded", "impossible", "not found"]
Paths = dict[int, tuple[Cell, ...]]
QUICK = Budget(steps=20_000)
"""What `notation.dumps` may try before it writes a dungeon without a grid."""
DEFAULT = Budget(steps=200_000)
_STEPS: tuple[Cell, ...] = tuple(SIDES.values())
_BRIDGE, _BEND = 6, 1


@dataclass(frozen=True, slots=True)
class Layout:
    """The answer: cells of rooms (and of corridors, by the door's number) where it was embedded, else why not."""

    status: Status
    grid: dict[Room, Cell] | None
    reason: str = ""
    paths: Paths | None = None

    def in_words(self) -> str:
        """Return the answer as one phrase."""
        return self.status if not self.reason else f"{self.status}: {self.reason}"


def embed(dungeon: Dungeon, budget: Budget = DEFAULT, *, corridors: bool = False) -> Layout:
    """Lay a dungeon on a grid; a budget step is one room tried on one cell.

    With *corridors*, what is impossible or not found with neighbours only gets long ways (see `Layout.paths`).
    """
    if dungeon.grid is not None:
        paths = {number: door.path for number, door in enumerate(dungeon.doors) if door.path}
        return Layout("embedded", dict(dungeon.grid), paths=paths or None)
    graph = _neighbours(dungeon)
    crowded = next((room for room, others in graph.items() if len(others) > MOST_DOORS), None)
    if crowded is not None:
        return Layout("impossible", None, f"room {crowded!r} has {len(graph[crowded])} doors, a cell has four sides")
    answer = _embed_closely(graph, budget.start())
    if answer.grid is None and corridors:
        return _with_corridors(dungeon, graph, answer)
    return answer


def laid_out(dungeon: Dungeon, budget: Budget = QUICK, *, corridors: bool = False) -> Dungeon:
    """Return the dungeon with a grid where one was found, else as it was."""
    if dungeon.grid is not None:
        return dungeon
    answer = embed(dungeon, budget, corridors=corridors)
    if answer.grid is None:
        return dungeon
    paths = answer.paths or {}
    doors = tuple(replace(door, path=paths.get(number, ())) for number, door in enumerate(dungeon.doors))
    return Dungeon(dungeon.rooms, doors, answer.grid)


def _neighbours(dungeon: Dungeon) -> dict[Room, list[Room]]:
    return {room: [door.other(room) for door in exits] for room, exits in dungeon.exits.items()}


def _embed_closely(graph: Mapping[Room, list[Room]], meter: Meter) -> Layout:
    odd = _odd_cycle(graph)
    if odd is not None:
        return Layout("impossible", None, f"an odd cycle: {' '.join(map(str, odd))}")
    if not is_planar(graph):
        return Layout("impossible", None, "not planar: some doors would have to cross")
    grid: dict[Room, Cell] = {}
    column = 0
    for part in _parts(graph):
        found = _Fitting(graph, part, meter).run()
        if found is None:
            return Layout("not found", None, f"no layout within {meter.steps} tries")
        if not found:
            return Layout("impossible", None, "every layout was tried")
        left = min(c for c, _ in found.values())
        grid |= {room: (c - left + column, r) for room, (c, r) in found.items()}
        column = max(c for c, _ in grid.values()) + 2
    top = min((r for _, r in grid.values()), default=0)
    return Layout("embedded", {room: (grid[room][0], grid[room][1] - top) for room in graph})


def _parts(graph: Mapping[Room, list[Room]]) -> Iterator[list[Room]]:
    """Yield the connected parts."""
    seen: set[Room] = set()
    for room in graph:
        if room not in seen:
            part = list(_away(graph, room))
            seen.update(part)
            yield part


def _away(graph: Mapping[Room, list[Room]], start: Room) -> dict[Room, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        room = queue.popleft()
        for other in graph[room]:
            if other not in found:
                found[other] = found[room] + 1
                queue.append(other)
    return found


def _odd_cycle(graph: Mapping[Room, list[Room]]) -> list[Room] | None:
    """Return a cycle of odd length, or None: the cells of a grid are black and white, and neighbours differ."""
    parent: dict[Room, Room | None] = {}
    colour: dict[Room, int] = {}
    for root in graph:
        if root in colour:
            continue
        colour[root], parent[root] = 0, None
        queue = deque([root])
        while queue:
            room = queue.popleft()
            for other in graph[room]:
                if other not in colour:
                    colour[other], parent[other] = 1 - colour[room], room
                    queue.append(other)
                elif colour[other] == colour[room]:
                    return _joined(parent, room, other)
    return None


def _joined(parent: Mapping[Room, Room | None], a: Room, b: Room) -> list[Room]:
    """Return the cycle that the edge a–b closes in a tree."""
    ways: list[list[Room]] = []
    for room in (a, b):
        way, at = [], parent[room]
        way.append(room)
        while at is not None:
            way.append(at)
            at = parent[at]
        ways.append(way)
    while len(ways[0]) > 1 and len(ways[1]) > 1 and ways[0][-2] == ways[1][-2]:
        ways[0].pop()
        ways[1].pop()
    return ways[0] + ways[1][-2::-1]


class _Fitting:
    """Backtracking over cells for one connected part: neighbours first, by what is most tied down."""

    def __init__(self, graph: Mapping[Room, list[Room]], part: list[Room], meter: Meter) -> None:
        self._graph, self._meter = graph, meter
        self._away = {room: _away(graph, room) for room in part}
        self._order = self._ordered(part)
        self._cells: dict[Room, Cell] = {}
        self._owners: dict[Cell, Room] = {}

    def _ordered(self, part: list[Room]) -> list[Room]:
        """Start at a room with most doors; then always the one with most placed neighbours, then most doors."""
        order = [max(part, key=lambda room: len(self._graph[room]))]
        placed, left = set(order), [room for room in part if room != order[0]]
        while left:
            ties = {room: sum(other in placed for other in self._graph[room]) for room in left}
            best = max(left, key=lambda room: (ties[room], len(self._graph[room])))
            order.append(best)
            placed.add(best)
            left.remove(best)
        return order

    def run(self) -> dict[Room, Cell] | None:
        """Return the cells, nothing when every layout was tried, None when the budget ended."""
        self._place(self._order[0], (0, 0))
        if len(self._order) == 1:
            return self._cells
        waiting = [iter(self._choices(1))]
        while waiting:
            if not self._meter.left():
                return None
            depth = len(waiting)
            room = self._order[depth]
            if room in self._cells:
                del self._owners[self._cells.pop(room)]
            cell = next(waiting[-1], None)
            if cell is None:
                waiting.pop()
                continue
            self._meter.spend()
            self._place(room, cell)
            if not self._is_open(room):
                continue
            if depth + 1 == len(self._order):
                return self._cells
            waiting.append(iter(self._choices(depth + 1)))
        return {}

    def _place(self, room: Room, cell: Cell) -> None:
        self._cells[room] = cell
        self._owners[cell] = room

    def _choices(self, depth: int) -> list[Cell]:
        """Return the free cells beside all placed neighbours, not farther from any placed room than walks are."""
        room = self._order[depth]
        beside = [self._cells[other] for other in self._graph[room] if other in self._cells]
        found = []
        for dc, dr in _STEPS if depth > 1 else _STEPS[1:2]:  # the second room stands east: the rest is rotation
            cell = (beside[0][0] + dc, beside[0][1] + dr)
            if cell in self._owners or any(_steps(cell, other) != 1 for other in beside[1:]):
                continue
            away = self._away[room]
            if all(_steps(cell, at) <= away[other] for other, at in self._cells.items()):
                found.append(cell)
        return found

    def _is_open(self, room: Room) -> bool:
        """Say whether the placed rooms around still have a free side for each of their waiting neighbours."""
        column, row = self._cells[room]
        near = [self._owners[cell] for dc, dr in _STEPS if (cell := (column + dc, row + dr)) in self._owners]
        for one in (room, *near):
            waiting = sum(other not in self._cells for other in self._graph[one])
            c, r = self._cells[one]
            if waiting and waiting > sum((c + dc, r + dr) not in self._owners for dc, dr in _STEPS):
                return False
        return True


def _steps(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _with_corridors(dungeon: Dungeon, graph: Mapping[Room, list[Room]], before: Layout) -> Layout:
    """Set the rooms far apart and route one door after the other; farther apart where that fails."""
    for spacing in (2, 3, 4, 6, 8, 12):
        cells = _spread(graph, spacing)
        paths = _routed(dungeon, cells, keep_free=spacing > 2)
        if paths is not None:
            return Layout("embedded", cells, paths=paths)
    return Layout("not found", None, f"{before.reason}; nor with corridors")


def _spread(graph: Mapping[Room, list[Room]], spacing: int) -> dict[Room, Cell]:
    """Place rooms on a wide grid, each as near to its placed neighbours as can be."""
    cells: dict[Room, Cell] = {}
    taken: set[Cell] = set()
    for part in _parts(graph):
        for room in part:
            beside = [cells[other] for other in graph[room] if other in cells] or [(0, 0)]
            reach = 1
            while room not in cells:
                ring = [
                    (c * spacing, r * spacing)
                    for c in range(-reach, reach + 1)
                    for r in range(-reach, reach + 1)
                    if (c * spacing, r * spacing) not in taken
                ]
                if ring:
                    cells[room] = min(ring, key=lambda at: (sum(_steps(at, other) for other in beside), at))
                    taken.add(cells[room])
                reach += 1 + len(cells) // 4
    left, top = min(c for c, _ in taken), min(r for _, r in taken)
    return {room: (cells[room][0] - left, cells[room][1] - top) for room in graph}


def _routed(dungeon: Dungeon, cells: Mapping[Room, Cell], *, keep_free: bool) -> Paths | None:
    """Return the cells of each door's corridor, short doors first; None where one finds no way.

    With *keep_free*, no corridor passes beside a room that it does not lead to.
    """
    blocked = set(cells.values())
    kept_free = {(c + dc, r + dr) for c, r in blocked for dc, dr in _STEPS} if keep_free else set()
    used: dict[Cell, set[Cell]] = {}  # a corridor's cell, and its directions
    sides: set[tuple[Cell, Cell]] = set()  # sides of rooms that have their door
    paths: Paths = {}
    order = sorted(
        range(len(dungeon.doors)), key=lambda n: _steps(cells[dungeon.doors[n].a], cells[dungeon.doors[n].b])
    )
    for number in order:
        door = dungeon.doors[number]
        way = _route(cells[door.a], cells[door.b], blocked, kept_free, used, sides)
        if way is None:
            return None
        sides |= {(way[0], way[1]), (way[-1], way[-2])}
        for before, here, after in zip(way, way[1:], way[2:], strict=False):
            used.setdefault(here, set()).update({_towards(here, before), _towards(here, after)})
        paths[number] = tuple(way[1:-1])
    return paths


def _towards(a: Cell, b: Cell) -> Cell:
    return (b[0] - a[0], b[1] - a[1])


def _route(
    a: Cell,
    b: Cell,
    blocked: set[Cell],
    kept_free: set[Cell],
    used: Mapping[Cell, set[Cell]],
    sides: set[tuple[Cell, Cell]],
) -> list[Cell] | None:
    """Return the cheapest way: a step 1, a bend 1 more, a bridge 6 more; Dijkstra over (cell, direction)."""
    low = (min(c for c, _ in blocked) - 3, min(r for _, r in blocked) - 3)
    high = (max(c for c, _ in blocked) + 3, max(r for _, r in blocked) + 3)
    own = {(c + dc, r + dr) for c, r in (a, b) for dc, dr in _STEPS}
    heap: list[tuple[int, Cell, Cell]] = [(0, a, (0, 0))]
    came: dict[tuple[Cell, Cell], tuple[Cell, Cell]] = {}
    best = {(a, (0, 0)): 0}
    while heap:
        cost, cell, heading = heappop(heap)
        if cell == b:
            way, at = [b], (cell, heading)
            while at in came:
                at = came[at]
                way.append(at[0])
            return way[::-1]
        if cost > best[cell, heading]:
            continue
        for step in _STEPS:
            if cell in used and step != heading:
                continue  # on a bridge one goes straight on
            after = (cell[0] + step[0], cell[1] + step[1])
            if not (low[0] <= after[0] <= high[0] and low[1] <= after[1] <= high[1]):
                continue
            if (cell == a and (a, after) in sides) or (after == b and (b, cell) in sides):
                continue
            if after != b and (after in blocked or (after not in own and after in kept_free)):
                continue
            if after in own and after in kept_free and cell != a and _steps(after, b) != 1:
                continue  # not around one's own room: its other sides are for its other doors
            total = cost + 1 + (_BEND if heading not in ((0, 0), step) else 0)
            if after in used:
                if step in used[after] or len(used[after]) != 2 or (-step[0], -step[1]) in used[after]:
                    continue
                first, second = used[after]
                if (first[0] + second[0], first[1] + second[1]) != (0, 0):
                    continue  # no bridge over a bend
                total += _BRIDGE
            if total < best.get((after, step), 1 << 30):
                best[after, step] = total
                came[after, step] = (cell, heading)
                heappush(heap, (total, after, step))
    return None
