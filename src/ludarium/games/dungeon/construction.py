"""Dungeons that are right by construction: laid on a grid, valid, and without a softlock, before any search.

Rooms grow on a grid, so doors between neighbours cross nothing. Some doors of the growing tree are locked; what they
part are regions, numbered as they were reached. The start's region holds one key, and every later region as many keys
as it has locked doors to earlier ones. Then any set S of opened regions holds at least one key more than it has locked
doors between its rooms, so nobody is ever stuck (see `traps`); with the finish's lock there are as many keys as locks.
Keys may also lie earlier: in the start's region, or in any region that every way to the later one passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ludarium.core.evolve import Rng
from ludarium.games.dungeon.level import (
    FINISH,
    KEY,
    MOST_DOORS,
    NONE,
    NORMAL,
    SIDES,
    SMALL,
    START,
    Cell,
    Door,
    Dungeon,
    Room,
)

T = TypeVar("T")
SMALLEST = 4
_STEPS = tuple(SIDES.values())
_ATTEMPTS = 6
_EARLIER = 0.35
"""How often a key is moved to an earlier region."""


@dataclass(slots=True)
class Plan:
    """A dungeon that grows. Room 0 is the start, the last one the finish."""

    cells: list[Cell]
    parents: list[int]
    """Each room's parent in the tree, −1 for the start."""
    owners: dict[Cell, int]
    extra: list[tuple[int, int]] = field(default_factory=list)
    cut: set[int] = field(default_factory=set)
    """Rooms whose door to their parent is locked."""
    locked_extra: set[tuple[int, int]] = field(default_factory=set)
    keys: set[int] = field(default_factory=set)

    def dungeon(self) -> Dungeon:
        """Return it as a dungeon on its grid, moved to columns and rows from 0."""
        last = len(self.cells) - 1
        kinds: dict[Room, str] = {room: KEY if room in self.keys else NORMAL for room in range(last + 1)}
        kinds[0], kinds[last] = START, FINISH
        doors = [
            Door(parent, room, SMALL if room in self.cut else NONE)
            for room, parent in enumerate(self.parents)
            if parent >= 0
        ]
        doors += [Door(a, b, SMALL if (a, b) in self.locked_extra else NONE) for a, b in self.extra]
        left, top = min(c for c, _ in self.cells), min(r for _, r in self.cells)
        return Dungeon(kinds, tuple(doors), {room: (c - left, r - top) for room, (c, r) in enumerate(self.cells)})


def construct(rooms: int, rng: Rng) -> Dungeon:
    """Draw plans until one has room for every door that is wanted; after some tries the fullest one will do.

    Four rooms, say, have no room for two doors more than a tree on a grid; ten just have.
    """
    best: Plan | None = None
    for attempt in range(_ATTEMPTS):
        plan = _planned(rooms, 0.4 + 0.6 * rng.random() if attempt == 0 and rooms > 12 else 1.0, rng)
        if plan is not None and (best is None or len(plan.extra) > len(best.extra)):
            best = plan
        if best is not None and len(best.extra) == rooms // 3 + 1:
            return best.dungeon()
        if best is None and attempt == _ATTEMPTS - 1:
            return construct(rooms, rng)
    assert best is not None, "the loop above saw to it"
    return best.dungeon()


def _planned(rooms: int, compact: float, rng: Rng) -> Plan | None:
    """Grow rooms, then look for a number of regions that leaves room for all doors, fewer and fewer of them."""
    grown = _grown(rooms, compact, rng)
    if grown is None:
        return None
    locks = rooms // 3
    candidates = _shuffled(range(1, rooms - 1), rng)
    most = max(0, locks - 1)
    best: Plan | None = None
    for cuts in range(int(most * (0.4 + 0.6 * rng.random()) + 0.5), -1, -1):
        plan = Plan(grown.cells, grown.parents, grown.owners, cut=set(candidates[:cuts]))
        regions = _regions(plan)
        if not _add_doors(plan, regions, rooms // 3 + 1, most - cuts, rng):
            continue
        plan.cut.add(rooms - 1)
        if not _place_keys(plan, regions, rng):
            continue
        if best is None or len(plan.extra) > len(best.extra):
            best = plan
        if len(best.extra) == rooms // 3 + 1:
            return best
    return best


def _grown(rooms: int, compact: float, rng: Rng) -> Plan | None:
    """Grow a tree of rooms on the grid, a compact step with the given chance; the finish is hung on last."""
    plan = Plan([(0, 0)], [-1], {(0, 0): 0})
    doors = [0] * rooms
    edge: dict[Cell, int] = {}  # free cells beside rooms, with how many rooms they touch
    _touch(plan, edge, 0)
    while len(plan.cells) < rooms - 1:
        cells = list(edge)
        if rng.random() < compact:
            most = max(edge.values())
            cells = [cell for cell in cells if edge[cell] == most]
        cell = cells[int(rng.random() * len(cells))]
        beside = [room for dc, dr in _STEPS if (room := plan.owners.get((cell[0] + dc, cell[1] + dr))) is not None]
        fitting = [room for room in beside if doors[room] < MOST_DOORS - (room == 0) - 1]
        if not fitting:
            del edge[cell]
            if not edge:
                return None
            continue
        room = fitting[int(rng.random() * len(fitting))]
        doors[room] += 1
        doors[len(plan.cells)] += 1
        del edge[cell]
        _add(plan, cell, room)
        _touch(plan, edge, len(plan.cells) - 1)
    depth = [0] * rooms
    for room in range(1, rooms - 1):
        depth[room] = depth[plan.parents[room]] + 1
    order = _shuffled(range(1, rooms - 1), rng)
    order.sort(key=lambda room: depth[room] + 0.5 * rng.random() * max(depth), reverse=True)  # rather far away
    for room in order:
        free = _free(plan, room)
        if free and doors[room] < MOST_DOORS - 1:
            _add(plan, free[int(rng.random() * len(free))], room)
            return plan
    return None


def _touch(plan: Plan, edge: dict[Cell, int], room: int) -> None:
    for cell in _free(plan, room):
        edge[cell] = edge.get(cell, 0) + 1


def _add(plan: Plan, cell: Cell, parent: int) -> None:
    plan.owners[cell] = len(plan.cells)
    plan.cells.append(cell)
    plan.parents.append(parent)


def _free(plan: Plan, room: int) -> list[Cell]:
    column, row = plan.cells[room]
    return [cell for dc, dr in _STEPS if (cell := (column + dc, row + dr)) not in plan.owners]


def _regions(plan: Plan) -> list[int]:
    """Return each room's region, numbered as the tree reaches them (finish: −1)."""
    rooms = len(plan.cells)
    regions = [0] * rooms
    count = 1
    for room in range(1, rooms - 1):
        if room in plan.cut:
            regions[room] = count
            count += 1
        else:
            regions[room] = regions[plan.parents[room]]
    regions[-1] = -1
    return regions


def _add_doors(plan: Plan, regions: Sequence[int], extra: int, across: int, rng: Rng) -> bool:
    """Add doors between neighbours: open ones inside a region, and *across* locked ones between regions.

    False where there are not so many places between regions. A door that is locked inside a region would be one to
    waste a key on, so there is none of them.
    """
    rooms = len(plan.cells)
    doors = [0] * rooms
    for room, parent in enumerate(plan.parents):
        if parent >= 0:
            doors[room] += 1
            doors[parent] += 1
    hubs = sum(count == MOST_DOORS for count in doors)
    inside: list[tuple[int, int]] = []
    between: list[tuple[int, int]] = []
    for room in range(rooms - 1):
        column, row = plan.cells[room]
        for cell in ((column + 1, row), (column, row + 1)):
            other = plan.owners.get(cell)
            if other is None or other == rooms - 1 or other == plan.parents[room] or plan.parents[other] == room:
                continue
            (inside if regions[room] == regions[other] else between).append((room, other))
    inside, between = _shuffled(inside, rng), _shuffled(between, rng)

    def fits(a: int, b: int) -> bool:
        nonlocal hubs
        if any(doors[room] >= MOST_DOORS - (room == 0) for room in (a, b)):
            return False
        new = sum(doors[room] == MOST_DOORS - 1 for room in (a, b))
        if hubs + new > rooms // 5:
            return False
        hubs += new
        doors[a] += 1
        doors[b] += 1
        return True

    for pair in between:
        if len(plan.locked_extra) < across and fits(*pair):
            plan.extra.append(pair)
            plan.locked_extra.add(pair)
    for pair in inside:
        if len(plan.extra) < extra and fits(*pair):
            plan.extra.append(pair)
    return len(plan.locked_extra) == across


def _place_keys(plan: Plan, regions: Sequence[int], rng: Rng) -> bool:
    """Put as many keys into each region as it has locked doors to earlier ones, one into the start's; some earlier."""
    count = max(regions) + 1
    wanted = [1] + [0] * (count - 1)
    above = [0] * count
    for room in plan.cut:
        if regions[room] >= 0:
            wanted[regions[room]] += 1
            above[regions[room]] = regions[plan.parents[room]]
    for a, b in plan.locked_extra:
        wanted[max(regions[a], regions[b])] += 1
    tree = not plan.locked_extra
    places = [[room for room in range(1, len(regions) - 1) if regions[room] == region] for region in range(count)]
    for region in range(count - 1, 0, -1):
        for _ in range(wanted[region]):
            if wanted[region] > len(places[region]) or rng.random() < _EARLIER:
                wanted[region] -= 1
                wanted[above[region] if tree else 0] += 1
    if any(number > len(places[region]) for region, number in enumerate(wanted)):
        return False
    for region, number in enumerate(wanted):
        plan.keys.update(_shuffled(places[region], rng)[:number])
    return True


def _shuffled(things: Sequence[T], rng: Rng) -> list[T]:
    return [things[int(at)] for at in rng.permutation(len(things))]
