"""The best walk, in the compiled core: A* over (room, locks opened, items reached), in slices that keep a budget.

The estimate is the lock-free distance to the finish, sharpened by keys: if every way to the finish has c closed locks
more and only h keys are in the hand, at least c − h of the remaining key rooms lie on the walk, so the (c − h)-th
smallest detour over one of them is a bound as well. It need not be consistent, so states are opened again when a
cheaper way to them is found. When there are keys for every lock that is left, further keys make no difference.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel
from ludarium.core.budget import Meter
from ludarium.games.dungeon.graph import (
    BITS,
    BOSS_LOCK,
    DOOR,
    FINISH_AT,
    ITEM_COUNT,
    ITEM_OF,
    ITEM_WORDS,
    KEY_OF,
    LOCK_COUNT,
    LOCK_KIND,
    LOCK_WORDS,
    OFFSETS,
    ROOMS,
    SMALL_KEY,
    SMALL_LOCK,
    THE_BOSS_KEY,
    Graph,
    Words,
)
from ludarium.games.dungeon.level import Room, Walker

Long = NDArray[np.int64]

FOUND, EXHAUSTED, FULL, PAUSED, ONE_WAY = range(5)
COUNT, HEAP, FOUND_AT, EXPANDED, PLACE, EDGES = range(6)
SLICE = 20_000
_FAR = 1 << 20


class Search:
    """A* in the compiled core, in slices; the arrays double when they are full."""

    def __init__(self, graph: Graph, walker: Walker, step_cost: int, key_cost: int) -> None:
        self._graph, self._costs = graph, np.array([step_cost, key_cost], np.int64)
        width = graph.width
        self._far = far_apart(graph.words)
        self._nodes = np.empty(1024 * width, np.int64)
        self._cost = np.empty(1024, np.int64)
        self._rest = np.empty(1024, np.int64)
        self._parent = np.full(1024, -1, np.int32)
        self._table = np.full(4096, -1, np.int32)
        self._heap = np.empty(4096, np.int64)
        self._heap_node = np.empty(4096, np.int32)
        self._meta = np.zeros(6, np.int64)
        self._nodes[:width] = graph.state(walker)
        self._cost[0] = 0
        begin(
            graph.words,
            self._far,
            self._costs,
            self._nodes,
            self._rest,
            self._table,
            self._heap,
            self._heap_node,
            self._meta,
        )

    @property
    def expanded(self) -> int:
        """How many states were opened."""
        return int(self._meta[EXPANDED])

    def run(self, meter: Meter) -> int:
        """Search until the finish is found, nothing is left, or the budget ends (PAUSED)."""
        while True:
            before = self.expanded
            at_most = max(1, meter.steps_left(SLICE))
            status = int(
                search(
                    self._graph.words,
                    self._far,
                    self._costs,
                    self._nodes,
                    self._cost,
                    self._rest,
                    self._parent,
                    self._table,
                    self._heap,
                    self._heap_node,
                    self._meta,
                    at_most,
                )
            )
            meter.spend(self.expanded - before)
            if status in (FOUND, EXHAUSTED):
                return status
            if status == FULL:
                self._grow()
            if not meter.left():
                return PAUSED

    def _grow(self) -> None:
        size = self._cost.size
        self._nodes = np.concatenate([self._nodes, np.empty(self._nodes.size, np.int64)])
        self._cost = np.concatenate([self._cost, np.empty(size, np.int64)])
        self._rest = np.concatenate([self._rest, np.empty(size, np.int64)])
        self._parent = np.concatenate([self._parent, np.full(size, -1, np.int32)])
        self._table = np.full(self._table.size * 2, -1, np.int32)
        rehash(self._nodes, self._graph.width, int(self._meta[COUNT]), self._table)
        self._heap = np.concatenate([self._heap, np.empty(self._heap.size, np.int64)])
        self._heap_node = np.concatenate([self._heap_node, np.empty(self._heap.size - self._heap_node.size, np.int32)])

    def walk(self) -> list[Room]:
        """Return the rooms of the walk that was found."""
        node, walk = int(self._meta[FOUND_AT]), []
        while node >= 0:
            walk.append(self._graph.rooms[int(self._nodes[node * self._graph.width])])
            node = int(self._parent[node])
        return walk[::-1]

    def bound(self) -> int:
        """Return the proven least moves (or keys): the smallest estimate that is still waiting."""
        if self._meta[HEAP] == 0:
            return 0
        least = int(self._heap[0] >> 20)
        return least // int(max(self._costs[0], self._costs[1]))


def far_apart(graph: Words) -> Words:
    """Return the lock-free distance from each room to each other one."""
    rooms = int(graph[ROOMS])
    far = np.empty(rooms * rooms, np.int32)
    distances_between(graph, far)
    return far


@kernel("void(int32[::1], int32[::1])")
def distances_between(graph: Words, far: Words) -> None:
    """Breadth-first from every room."""
    rooms = graph[ROOMS]
    queue = np.empty(rooms, np.int32)
    for source in range(rooms):
        row = source * rooms
        for room in range(rooms):
            far[row + room] = _FAR
        far[row + source] = 0
        queue[0] = source
        head, tail = 0, 1
        while head < tail:
            room = queue[head]
            head += 1
            for at in range(graph[graph[OFFSETS] + room], graph[graph[OFFSETS] + room + 1], DOOR):
                other = graph[at]
                if far[row + other] == _FAR:
                    far[row + other] = far[row + room] + 1
                    queue[tail] = other
                    tail += 1


@kernel("int64(int64[::1], int64, int64)", inline=True)
def bit(words: Long, base: int, number: int) -> int:
    """Return one bit of a mask that begins at *base*."""
    return words[base + number // BITS] >> (number % BITS) & 1  # type: ignore[no-any-return]


@kernel("int64(int32[::1], int64[::1], int64)")
def in_hand(graph: Words, nodes: Long, at: int) -> int:
    """Return how many small keys are in the hand in the state that begins at *at*."""
    locks, items = at + 1, at + 1 + graph[LOCK_WORDS]
    keys = 0
    for item in range(graph[ITEM_COUNT]):
        if graph[graph[KEY_OF] + item] == SMALL_KEY:
            keys += bit(nodes, items, item)
    for lock in range(graph[LOCK_COUNT]):
        if graph[graph[LOCK_KIND] + lock] == SMALL_LOCK:
            keys -= bit(nodes, locks, lock)
    return keys


@kernel("int64(int32[::1], int64[::1], int64)")
def has_boss_key(graph: Words, nodes: Long, at: int) -> int:
    """Say whether the boss key was found."""
    items = at + 1 + graph[LOCK_WORDS]
    for item in range(graph[ITEM_COUNT]):
        if graph[graph[KEY_OF] + item] == THE_BOSS_KEY and bit(nodes, items, item) != 0:
            return 1
    return 0


@kernel("void(int32[::1], int64[::1], int64, int64)")
def forget_spare_keys(graph: Words, nodes: Long, at: int, keys: int) -> None:
    """Mark all plain key rooms as reached where there are keys for every small lock that is left."""
    locks, items = at + 1, at + 1 + graph[LOCK_WORDS]
    closed = 0
    for lock in range(graph[LOCK_COUNT]):
        if graph[graph[LOCK_KIND] + lock] == SMALL_LOCK and bit(nodes, locks, lock) == 0:
            closed += 1
    if keys < closed:
        return
    for item in range(graph[ITEM_COUNT]):
        if graph[graph[KEY_OF] + item] == SMALL_KEY:
            gate = False  # a key room that also holds a switch still matters
            for door in range(graph[graph[OFFSETS]], graph[graph[OFFSETS] + graph[ROOMS]], DOOR):
                gate = gate or graph[door + 2] == item
            if not gate:
                nodes[items + item // BITS] |= np.int64(1) << (item % BITS)


@kernel("int64(int32[::1], int32[::1], int64[::1], int64[::1], int64, int32[::1], int32[::1])")
def _estimate(graph: Words, far: Words, costs: Long, nodes: Long, at: int, seen: Words, front: Words) -> int:
    """Return a lower bound of the cost that is left, −1 where the finish is out of reach."""
    rooms, finish, room = graph[ROOMS], graph[FINISH_AT], nodes[at]
    locks, items = at + 1, at + 1 + graph[LOCK_WORDS]
    if room == finish:
        return 0
    # How many closed small locks lie on the way with the fewest, switches and boss locks taken as open.
    for other in range(rooms):
        seen[other] = 0
    seen[room] = 1
    front[0] = room
    head, tail, later, closed, reached = 0, 1, rooms, 0, False
    while not reached:
        while head < tail and not reached:
            here = front[head]
            head += 1
            for door in range(graph[graph[OFFSETS] + here], graph[graph[OFFSETS] + here + 1], DOOR):
                other, lock = graph[door], graph[door + 1]
                if seen[other] == 1:
                    continue
                shut = lock >= 0 and graph[graph[LOCK_KIND] + lock] == SMALL_LOCK and bit(nodes, locks, lock) == 0
                if shut:
                    if seen[other] == 0:
                        seen[other] = 2
                        front[later] = other
                        later += 1
                else:
                    seen[other] = 1
                    front[tail] = other
                    tail += 1
                    reached = reached or other == finish
        if reached:
            break
        closed += 1
        fresh = tail
        for place in range(rooms, later):
            if seen[front[place]] == 2:
                seen[front[place]] = 1
                front[fresh] = front[place]
                fresh += 1
                reached = reached or front[place] == finish
        if fresh == tail:
            return -1
        tail, later = fresh, rooms
    least = np.int64(far[room * rooms + finish])
    need = closed - in_hand(graph, nodes, at)
    if need > 0:
        found = 0
        for other in range(rooms):
            item = graph[graph[ITEM_OF] + other]
            if item >= 0 and graph[graph[KEY_OF] + item] == SMALL_KEY and bit(nodes, items, item) == 0:
                seen[found] = min(far[room * rooms + other] + far[other * rooms + finish], _FAR)
                found += 1
        if found < need:
            return -1
        for rank in range(need):
            lowest = rank
            for place in range(rank + 1, found):
                if seen[place] < seen[lowest]:
                    lowest = place
            seen[rank], seen[lowest] = seen[lowest], seen[rank]
        least = max(least, np.int64(seen[need - 1]))
    if has_boss_key(graph, nodes, at) == 0:
        bosses, others, holder = 0, 0, -1
        for here in range(rooms):
            item = graph[graph[ITEM_OF] + here]
            if item >= 0 and graph[graph[KEY_OF] + item] == THE_BOSS_KEY:
                holder = here
            for door in range(graph[graph[OFFSETS] + here], graph[graph[OFFSETS] + here + 1], DOOR):
                if graph[door] == finish:
                    lock = graph[door + 1]
                    if lock >= 0 and graph[graph[LOCK_KIND] + lock] == BOSS_LOCK:
                        bosses += 1
                    else:
                        others += 1
        if bosses > 0 and others == 0:
            if holder < 0:
                return -1
            least = max(least, np.int64(far[room * rooms + holder] + far[holder * rooms + finish]))
    if least >= _FAR:
        return -1
    return costs[0] * least + costs[1] * closed  # type: ignore[no-any-return]


@kernel("int64(int64[::1], int64, int64)")
def _hash(nodes: Long, at: int, width: int) -> int:
    """Mix a state's words (multiply and shift, in 61 bits so that nothing wraps around a sign)."""
    mixed = np.int64(1469598103)
    for word in range(width):
        part = nodes[at + word]
        mixed = ((mixed ^ (part & 0x3FFFFFFF)) * 1099511) & 0xFFFFFFFFFF
        mixed ^= mixed >> 17
        mixed = ((mixed ^ (part >> 30)) * 1299709) & 0xFFFFFFFFFF
        mixed ^= mixed >> 19
    return mixed  # type: ignore[return-value]


@kernel("int64(int64[::1], int64, int64, int32[::1])")
def find(nodes: Long, at: int, width: int, table: Words) -> int:
    """Return the slot of the table in which this state is, or belongs."""
    size = table.size
    slot = _hash(nodes, at, width) & (size - 1)
    while table[slot] >= 0:
        other = np.int64(table[slot]) * width
        same = True
        for word in range(width):
            if nodes[other + word] != nodes[at + word]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & (size - 1)
    return slot


@kernel("void(int64[::1], int64, int64, int32[::1])")
def rehash(nodes: Long, width: int, count: int, table: Words) -> None:
    """Fill a new table."""
    for node in range(count):
        table[find(nodes, node * width, width, table)] = node


@kernel("void(int64[::1], int32[::1], int64[::1], int64, int64)")
def _push(heap: Long, heap_node: Words, meta: Long, key: int, node: int) -> None:
    """Add to the binary heap."""
    place = meta[HEAP]
    meta[HEAP] += 1
    while place > 0:
        above = (place - 1) >> 1
        if heap[above] <= key:
            break
        heap[place], heap_node[place] = heap[above], heap_node[above]
        place = above
    heap[place], heap_node[place] = key, node


@kernel("int64(int64[::1], int32[::1], int64[::1])")
def _pop(heap: Long, heap_node: Words, meta: Long) -> int:
    """Take the node of the smallest key."""
    taken = heap_node[0]
    meta[HEAP] -= 1
    size = meta[HEAP]
    key, node = heap[size], heap_node[size]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= size:
            break
        if below + 1 < size and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= key:
            break
        heap[place], heap_node[place] = heap[below], heap_node[below]
        place = below
    heap[place], heap_node[place] = key, node
    return taken  # type: ignore[no-any-return]


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int64[::1], int64[::1], int32[::1], int64[::1], int32[::1], int64[::1])"
)
def begin(
    graph: Words,
    far: Words,
    costs: Long,
    nodes: Long,
    rest: Long,
    table: Words,
    heap: Long,
    heap_node: Words,
    meta: Long,
) -> None:
    """Put the first state, which stands in `nodes`, on the heap."""
    width = 1 + graph[LOCK_WORDS] + graph[ITEM_WORDS]
    forget_spare_keys(graph, nodes, 0, in_hand(graph, nodes, 0))
    seen, front = np.empty(2 * graph[ROOMS] + 1, np.int32), np.empty(2 * graph[ROOMS] + 1, np.int32)
    rest[0] = _estimate(graph, far, costs, nodes, 0, seen, front)
    meta[COUNT] = 1
    table[find(nodes, 0, width, table)] = 0
    if rest[0] >= 0:
        _push(heap, heap_node, meta, rest[0] << 20, 0)


@kernel(
    "int64(int32[::1], int32[::1], int64[::1], int64[::1], int64[::1], int64[::1], int32[::1], int32[::1], int64[::1],"
    " int32[::1], int64[::1], int64)"
)
def search(
    graph: Words,
    far: Words,
    costs: Long,
    nodes: Long,
    cost: Long,
    rest: Long,
    parent: Words,
    table: Words,
    heap: Long,
    heap_node: Words,
    meta: Long,
    at_most: int,
) -> int:
    """Take the most promising state and open its doors, until the finish, the end, full arrays, or *at_most* states."""
    rooms, finish = graph[ROOMS], graph[FINISH_AT]
    width = 1 + graph[LOCK_WORDS] + graph[ITEM_WORDS]
    seen, front = np.empty(2 * rooms + 1, np.int32), np.empty(2 * rooms + 1, np.int32)
    made = 0
    while meta[HEAP] > 0:
        if made >= at_most:
            return PAUSED
        if meta[COUNT] + rooms > cost.size or meta[HEAP] + rooms > heap.size:
            return FULL
        key = heap[0] >> 20
        node = np.int64(_pop(heap, heap_node, meta))
        if key > cost[node] + rest[node]:
            continue  # a cheaper way to it was found meanwhile
        at = node * width
        room = nodes[at]
        if room == finish:
            meta[FOUND_AT] = node
            return FOUND
        made += 1
        meta[EXPANDED] += 1
        keys = -1
        for door in range(graph[graph[OFFSETS] + room], graph[graph[OFFSETS] + room + 1], DOOR):
            other, lock, gate = graph[door], graph[door + 1], graph[door + 2]
            items = at + 1 + graph[LOCK_WORDS]
            if gate >= 0 and bit(nodes, items, gate) == 0:
                continue
            shut = lock >= 0 and bit(nodes, at + 1, lock) == 0
            spent = 0
            if shut:
                if graph[graph[LOCK_KIND] + lock] == BOSS_LOCK:
                    if has_boss_key(graph, nodes, at) == 0:
                        continue
                else:
                    if keys < 0:
                        keys = in_hand(graph, nodes, at)
                    if keys == 0:
                        continue
                    spent = 1
            fresh = meta[COUNT] * width
            for word in range(width):
                nodes[fresh + word] = nodes[at + word]
            nodes[fresh] = other
            if shut:
                nodes[fresh + 1 + lock // BITS] |= np.int64(1) << (lock % BITS)
            item = graph[graph[ITEM_OF] + other]
            if item >= 0:
                nodes[fresh + 1 + graph[LOCK_WORDS] + item // BITS] |= np.int64(1) << (item % BITS)
            if shut or item >= 0:
                forget_spare_keys(graph, nodes, fresh, in_hand(graph, nodes, fresh))
            total = cost[node] + costs[0] + costs[1] * spent
            slot = find(nodes, fresh, width, table)
            known = np.int64(table[slot])
            if known < 0:
                known = meta[COUNT]
                rest[known] = _estimate(graph, far, costs, nodes, fresh, seen, front)
                table[slot] = known
                meta[COUNT] += 1
            elif cost[known] <= total:
                continue
            cost[known] = total
            parent[known] = node
            if rest[known] >= 0:
                close = min(rest[known], np.int64((1 << 20) - 1))
                _push(heap, heap_node, meta, ((total + rest[known]) << 20) + close, known)  # type: ignore[arg-type]
    return EXHAUSTED
