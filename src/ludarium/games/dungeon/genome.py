"""The source's individuals and its operators in the compiled core, so that a generation takes a fraction of a ms.

A genome is one int32 array: rooms, doors, the kind of each room (`START` … below), then `a, b, locked` for each door,
with room for one third more doors than rooms; then, for a dungeon on a grid, the column and row of each room. Doors
point away from the root of the tree that a dungeon began as; a leaf is a room that no door points away from. In a
dungeon, doors have no direction.

`cross` swaps the kind of two leaves, one of each parent, and the lock of a door into each. `mutate` does one of four
things, another one where the first cannot be done: add a door (while there are fewer than a third more than rooms),
remove a door that is no bridge (once there are that many), make a room a key room or a normal one, lock or unlock a
door (up to one lock for three rooms). Start and finish are left alone by all four. `create` draws a uniform random
tree (Aldous 1990, Broder 1989); the finish is one of its leaves, while the source gives it exits in two of three trees.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below
from ludarium.games.dungeon import fitness, traps, walks
from ludarium.games.dungeon.fitness import BAD_FINISH, NO_ENDS, NO_WALK
from ludarium.games.dungeon.graph import BITS, DOOR, HEADER, SMALL_KEY, SMALL_LOCK
from ludarium.games.dungeon.level import NONE, SMALL, Dungeon
from ludarium.games.dungeon.level import Door as DoorOf

Words = NDArray[np.int32]
Rewards = NDArray[np.float64]

R, D, KINDS_AT = 0, 1, 2
_START, _FINISH, _NORMAL, _KEY = range(4)
_NAMES = ("start", "finish", "normal", "key")
_ADD, _REMOVE, _RETYPE, _TOGGLE = range(4)
_TRIES = 20
_NODES, _MOST_NODES = 512, 1 << 18
UNKNOWN = 1e300
"""What `worth` returns where its small arrays do not suffice: then the solver is asked."""


def most_doors(rooms: int) -> int:
    """Return how many doors a genome may have."""
    return rooms + rooms // 3


def dungeon_of(genome: Words) -> Dungeon:
    """Return the dungeon of a genome; rooms are numbers."""
    words = genome.tolist()
    rooms, doors = words[R], words[D]
    at = KINDS_AT + rooms
    triples = [words[at + 3 * n : at + 3 * n + 3] for n in range(doors)]
    cells = words[at + 3 * most_doors(rooms) :]
    return Dungeon(
        {room: _NAMES[words[KINDS_AT + room]] for room in range(rooms)},
        tuple(DoorOf(a, b, SMALL if locked else NONE) for a, b, locked in triples),
        {room: (cells[2 * room], cells[2 * room + 1]) for room in range(rooms)} if cells else None,
    )


def genome_of(dungeon: Dungeon) -> Words:
    """Return the genome of a dungeon whose rooms are 0, 1, 2 …, and which has no options nor too many doors."""
    rooms = len(dungeon.rooms)
    assert len(dungeon.doors) <= most_doors(rooms), "a genome has room for a third more doors than rooms"
    cells = [part for cell in (dungeon.grid or {}).values() for part in cell]
    size = KINDS_AT + rooms + 3 * most_doors(rooms)
    words = np.zeros(size + len(cells), np.int32)
    words[size:] = cells
    words[R], words[D] = rooms, len(dungeon.doors)
    words[KINDS_AT : KINDS_AT + rooms] = [_NAMES.index(kind) for kind in dungeon.rooms.values()]
    flat = [part for door in dungeon.doors for part in (door.a, door.b, int(door.lock == SMALL))]
    words[KINDS_AT + rooms : KINDS_AT + rooms + len(flat)] = flat
    return words


def rewards_of(rooms: int) -> Rewards:
    """Return the bells of `fitness.classic` as one table: by moves, by repeated rooms, by keys and locks."""
    longest = 8 * rooms
    keys = [fitness.keys_reward(rooms, k, locked) for locked in range(most_doors(rooms) + 1) for k in range(rooms + 1)]
    return np.array(
        [fitness.moves_reward(rooms, n) for n in range(longest)]
        + [fitness.repeated_reward(rooms, n) for n in range(rooms + 1)]
        + keys
    )


@kernel("void(int64[::1], int64)", inline=True)
def _seed(luck: Luck, seed: int) -> None:
    """Begin a stream from 52 bits."""
    luck[0] = (seed & 0xFFFFFFFF) | 1
    luck[1] = (seed >> 20) & 0xFFFFFFFF


@kernel("int32[::1](int64, int64)")
def create(rooms: int, seed: int) -> Words:
    """Draw a random tree from room 0, the start; the last room is the finish; a third of the doors is locked."""
    luck = np.empty(2, np.int64)
    _seed(luck, seed)
    most = rooms + rooms // 3
    genome = np.zeros(KINDS_AT + rooms + 3 * most, np.int32)
    genome[R], genome[D] = rooms, rooms - 1
    doors = KINDS_AT + rooms
    inner = rooms - 1  # the tree of all rooms but the finish, which is hung on one of them
    met = np.zeros(rooms, np.int32)
    met[0] = 1
    here, count = 0, 0
    while count < inner - 1:
        other = below(luck, inner)
        if met[other] == 0:
            met[other] = 1
            genome[doors + 3 * count], genome[doors + 3 * count + 1] = here, other
            count += 1
        here = other
    parent = below(luck, inner) if inner == 1 else 1 + below(luck, inner - 1)
    genome[doors + 3 * count], genome[doors + 3 * count + 1], genome[doors + 3 * count + 2] = parent, rooms - 1, 1
    locked = 1
    for door in range(count):
        if locked < rooms // 3 and below(luck, 3) == 0:
            genome[doors + 3 * door + 2] = 1
            locked += 1
    for room in range(rooms):
        genome[KINDS_AT + room] = _KEY if below(luck, 3) == 0 else _NORMAL
    genome[KINDS_AT], genome[KINDS_AT + rooms - 1] = _START, _FINISH
    return genome


@kernel("int64(int32[::1], int64[::1], int64[::1])")
def _leaf(genome: Words, luck: Luck, door: Luck) -> int:
    """Draw a leaf, and one of the doors into it (written to door[0]); −1 where there is none."""
    rooms, doors = genome[R], KINDS_AT + genome[R]
    out, into = np.zeros(rooms, np.int32), np.zeros(rooms, np.int32)
    for number in range(genome[D]):
        out[genome[doors + 3 * number]] += 1
        into[genome[doors + 3 * number + 1]] += 1
    leaves = 0
    for room in range(rooms):
        leaves += out[room] == 0 and into[room] > 0
    if leaves == 0:
        return -1
    chosen = below(luck, leaves)
    for room in range(rooms):
        if out[room] == 0 and into[room] > 0:
            if chosen == 0:
                which = below(luck, into[room])
                for number in range(genome[D]):
                    if genome[doors + 3 * number + 1] == room:
                        if which == 0:
                            door[0] = number
                            return room
                        which -= 1
            chosen -= 1
    return -1


@kernel("void(int32[::1], int32[::1], int64)")
def swap_leaves(a: Words, b: Words, seed: int) -> None:
    """Swap the kinds of a leaf of each, and the locks of a door into them, in place."""
    luck, door_a, door_b = np.empty(2, np.int64), np.empty(1, np.int64), np.empty(1, np.int64)
    _seed(luck, seed)
    leaf_a, leaf_b = _leaf(a, luck, door_a), _leaf(b, luck, door_b)
    if leaf_a < 0 or leaf_b < 0:
        return
    at_a, at_b = KINDS_AT + leaf_a, KINDS_AT + leaf_b
    a[at_a], b[at_b] = b[at_b], a[at_a]
    lock_a, lock_b = KINDS_AT + a[R] + 3 * door_a[0] + 2, KINDS_AT + b[R] + 3 * door_b[0] + 2
    a[lock_a], b[lock_b] = b[lock_b], a[lock_a]


@kernel("int64(int32[::1], int64)")
def _is_bridge(genome: Words, door: int) -> int:
    """Say whether the dungeon falls into two parts without a door."""
    rooms, doors = genome[R], KINDS_AT + genome[R]
    seen = np.zeros(rooms, np.int32)
    seen[genome[doors + 3 * door]] = 1
    target, changed = genome[doors + 3 * door + 1], True
    while changed:
        changed = False
        for number in range(genome[D]):
            if number == door:
                continue
            a, b = genome[doors + 3 * number], genome[doors + 3 * number + 1]
            if seen[a] != seen[b]:
                seen[a], seen[b] = 1, 1
                changed = True
        if seen[target] != 0:
            return 0
    return 1


@kernel("void(int32[::1], int64)")
def change(genome: Words, seed: int) -> None:
    """Mutate in place: one of the four, drawn anew until one was done."""
    luck = np.empty(2, np.int64)
    _seed(luck, seed)
    rooms, most = genome[R], genome[R] + genome[R] // 3
    kinds, doors = KINDS_AT, KINDS_AT + genome[R]
    for _ in range(200):
        what = below(luck, 4)
        count = genome[D]
        if what == _ADD and count < most:
            for _ in range(_TRIES):
                a, b = below(luck, rooms), below(luck, rooms)
                if a == b or genome[kinds + a] < _NORMAL or genome[kinds + b] < _NORMAL:
                    continue
                known = False
                for number in range(count):
                    x, y = genome[doors + 3 * number], genome[doors + 3 * number + 1]
                    known = known or (x == a and y == b) or (x == b and y == a)
                if not known:
                    at = doors + 3 * count
                    genome[at], genome[at + 1], genome[at + 2] = a, b, 0
                    genome[D] += 1
                    return
        elif what == _REMOVE and count >= most:
            for _ in range(_TRIES):
                door = below(luck, count)
                at = doors + 3 * door
                ends = genome[kinds + genome[at]] < _NORMAL or genome[kinds + genome[at + 1]] < _NORMAL
                if not ends and _is_bridge(genome, door) == 0:
                    last = doors + 3 * (count - 1)
                    for part in range(3):
                        genome[at + part] = genome[last + part]
                        genome[last + part] = 0
                    genome[D] -= 1
                    return
        elif what == _RETYPE:
            for _ in range(_TRIES):
                room = below(luck, rooms)
                if genome[kinds + room] >= _NORMAL:
                    genome[kinds + room] = _NORMAL + below(luck, 2)
                    return
        elif what == _TOGGLE and count > 0:
            locked = 0
            for number in range(count):
                locked += genome[doors + 3 * number + 2]
            door = below(luck, count)
            at = doors + 3 * door
            if genome[kinds + genome[at]] == _FINISH or genome[kinds + genome[at + 1]] == _FINISH:
                continue
            if genome[at + 2] != 0 and locked >= rooms // 3:
                genome[at + 2] = 0
                return
            if genome[at + 2] == 0 and locked < rooms // 3:
                genome[at + 2] = 1
                return


@kernel("int32[::1](int32[::1], int64)")
def changed(genome: Words, seed: int) -> Words:
    """Return a mutated copy."""
    copy = genome.copy()
    change(copy, seed)
    return copy


@kernel("int64(int32[::1], int32[::1], int32[::1], int64)")
def encode(genome: Words, graph: Words, rooms_of: Words, prune: int) -> int:
    """Write the array of `graph.graph_of`, with *prune* without useless dead ends; return how many words.

    `rooms_of[n]` is the genome's room behind the graph's number n.
    """
    rooms, count, doors = genome[R], genome[D], KINDS_AT + genome[R]
    degree, kept, number = np.zeros(rooms, np.int32), np.ones(rooms, np.int32), np.empty(rooms, np.int32)
    for door in range(count):
        degree[genome[doors + 3 * door]] += 1
        degree[genome[doors + 3 * door + 1]] += 1
    pruned = prune != 0
    while pruned:
        pruned = False
        for room in range(rooms):
            if kept[room] != 0 and degree[room] <= 1 and genome[KINDS_AT + room] == _NORMAL:
                kept[room] = 0
                pruned = True
                for door in range(count):
                    a, b = genome[doors + 3 * door], genome[doors + 3 * door + 1]
                    if room in (a, b):
                        degree[b if a == room else a] -= 1
    n, items, locks, start, finish = 0, 0, 0, -1, -1
    for room in range(rooms):
        if kept[room] != 0:
            number[room] = n
            rooms_of[n] = room
            kind = genome[KINDS_AT + room]
            graph[HEADER + n] = -1
            if kind == _KEY:
                graph[HEADER + n] = items
                items += 1
            elif kind == _START:
                start = n
            elif kind == _FINISH:
                finish = n
            n += 1
    for door in range(count):
        inside = kept[genome[doors + 3 * door]] != 0 and kept[genome[doors + 3 * door + 1]] != 0
        locks += inside and genome[doors + 3 * door + 2] != 0
    graph[0], graph[1], graph[2], graph[3], graph[4] = n, start, finish, locks, items
    graph[5], graph[6] = (locks + BITS - 1) // BITS, (items + BITS - 1) // BITS
    graph[7], graph[8], graph[9], graph[10] = HEADER, HEADER + n, HEADER + n + items, HEADER + n + items + locks
    for item in range(items):
        graph[HEADER + n + item] = SMALL_KEY
    for lock in range(locks):
        graph[HEADER + n + items + lock] = SMALL_LOCK
    offsets = HEADER + n + items + locks
    at = offsets + n + 1
    for place in range(n):
        graph[offsets + place] = at
        room, lock = rooms_of[place], 0
        for door in range(count):
            a, b, locked = genome[doors + 3 * door], genome[doors + 3 * door + 1], genome[doors + 3 * door + 2]
            if kept[a] == 0 or kept[b] == 0:
                continue
            if room in (a, b):
                graph[at], graph[at + 1], graph[at + 2] = number[b if a == room else a], lock if locked != 0 else -1, -1
                at += DOOR
            lock += locked != 0
    graph[offsets + n] = at
    return at


@kernel("int32[::1](int32[::1], int64)")
def varied(genome: Words, seed: int) -> Words:
    """Return a copy in which a key lies elsewhere, or another door is locked in place of one (not the finish's)."""
    luck = np.empty(2, np.int64)
    _seed(luck, seed)
    copy = genome.copy()
    rooms, count, doors = copy[R], copy[D], KINDS_AT + copy[R]
    if below(luck, 2) == 0:
        for _ in range(200):
            a, b = KINDS_AT + below(luck, rooms), KINDS_AT + below(luck, rooms)
            if copy[a] == _KEY and copy[b] == _NORMAL:
                copy[a], copy[b] = _NORMAL, _KEY
                return copy
    for _ in range(200):
        a, b = doors + 3 * below(luck, count), doors + 3 * below(luck, count)
        last = copy[KINDS_AT + copy[a]] == _FINISH or copy[KINDS_AT + copy[a + 1]] == _FINISH
        if copy[a + 2] != 0 and copy[b + 2] == 0 and not last:
            copy[a + 2], copy[b + 2] = 0, 1
            break
    return copy


@kernel("int64(int32[::1], int64)")
def is_safe(genome: Words, sets: int) -> int:
    """Say whether nobody can get stuck (1), somebody can (0), or so many sets of regions did not decide it (−1)."""
    rooms, count = genome[R], genome[D]
    graph, rooms_of = np.empty(HEADER + 4 * rooms + 10 * count, np.int32), np.empty(rooms, np.int32)
    encode(genome, graph, rooms_of, 0)
    region, links = np.empty(rooms, np.int32), np.empty(10 * count + 5, np.int32)
    regions = traps.regions_of(graph, region)
    number = traps.links_of(graph, region, links)
    size, status, meta = 64, walks.FULL, np.zeros(6, np.int64)
    while status == walks.FULL and size <= 64 * sets:
        meta[:] = 0
        nodes = np.empty((size + number + 2) * ((regions + BITS - 1) // BITS), np.int64)
        slots = 256
        while slots < 3 * (size + number):
            slots *= 2
        status = traps.search_sets(
            graph, region, regions, links, number, nodes, np.full(slots, -1, np.int32), meta, sets
        )
        size *= 8
    if status == walks.FOUND:
        return 0
    return 1 if status == walks.EXHAUSTED else -1


def worth(genome: Words, rewards: Rewards) -> float:
    """Return `fitness.classic` of a genome, or UNKNOWN where the walk needs more room than there is here."""
    return worth_within(genome, rewards, 1 << 40, np.empty(2, np.int64))


@kernel("float64(int32[::1], float64[::1], int64, int64[::1])")
def worth_within(genome: Words, rewards: Rewards, states: int, walk: Luck) -> float:
    """Return `fitness.classic` of a genome, or UNKNOWN where the walk is not found in so many states.

    Of a valid dungeon, *walk* gets the moves and the rooms met again.
    """
    rooms, count, doors = genome[R], genome[D], KINDS_AT + genome[R]
    degree = np.zeros(rooms, np.int32)
    starts, finishes, keys, locked, start, finish = 0, 0, 0, 0, -1, -1
    for room in range(rooms):
        kind = genome[KINDS_AT + room]
        if kind == _START:
            starts += 1
            start = room
        elif kind == _FINISH:
            finishes += 1
            finish = room
        keys += kind == _KEY
    if starts != 1 or finishes != 1:
        return NO_ENDS
    finish_locked = False
    for door in range(count):
        a, b, lock = genome[doors + 3 * door], genome[doors + 3 * door + 1], genome[doors + 3 * door + 2]
        degree[a] += 1
        degree[b] += 1
        locked += lock
        if finish in (a, b):
            finish_locked = lock != 0
    if degree[finish] != 1 or not finish_locked:
        return BAD_FINISH
    graph, rooms_of = np.empty(HEADER + 4 * rooms + 10 * count, np.int32), np.empty(rooms, np.int32)
    encode(genome, graph, rooms_of, 1)
    n = graph[0]
    width = 1 + graph[5] + graph[6]
    far = np.empty(n * n, np.int32)
    walks.distances_between(graph, far)
    size, status = _NODES, walks.FULL
    meta, costs = np.zeros(6, np.int64), np.array([1 << 12, 1])
    nodes, parent = np.zeros(1, np.int64), np.zeros(1, np.int32)
    while status == walks.FULL and size <= _MOST_NODES:
        nodes, cost, rest = np.zeros(size * width, np.int64), np.empty(size, np.int64), np.empty(size, np.int64)
        parent, table = np.empty(size, np.int32), np.full(2 * size, -1, np.int32)
        heap, heap_node = np.empty(2 * size, np.int64), np.empty(2 * size, np.int32)
        nodes[0], parent[0], cost[0] = graph[1], -1, 0
        meta[:] = 0
        walks.begin(graph, far, costs, nodes, rest, table, heap, heap_node, meta)
        status = walks.search(graph, far, costs, nodes, cost, rest, parent, table, heap, heap_node, meta, states)
        size *= 8
    if status == walks.EXHAUSTED:
        return NO_WALK
    if status != walks.FOUND:
        return UNKNOWN
    times, moves, repeated, node = np.zeros(n, np.int32), 0, 0, meta[walks.FOUND_AT]
    while parent[node] >= 0:
        room = nodes[node * width]
        times[room] += 1
        repeated += times[room] == 2
        moves += 1
        node = np.int64(parent[node])
    if moves >= 8 * rooms:
        return UNKNOWN
    walk[0], walk[1] = moves, repeated
    total = -2.0 * abs(rooms // 3 - locked)
    total -= 2.0 * abs(count - (rooms + rooms // 3))
    shape, hubs = 0.0, 0
    if far[graph[1] * n + graph[2]] < 2:
        shape -= 15
    if degree[start] > 3:
        shape -= 15
    for room in range(rooms):
        shape += degree[room] if degree[room] <= 4 else -15
        hubs += degree[room] == 4
    total += shape
    total -= 5.0 * max(0, hubs - rooms // 5)
    total += rewards[moves]
    total += rewards[8 * rooms + repeated]
    return total + rewards[9 * rooms + 1 + locked * (rooms + 1) + keys]  # type: ignore[no-any-return]
