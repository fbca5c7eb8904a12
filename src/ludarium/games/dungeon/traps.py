"""Can some player lock himself out? In the compiled core, over sets of regions, or over all states.

Rooms that are joined for ever are a region. Without a door that leads away for good, a player can always go back and
take what he left, so only the set S of regions that he has opened matters. He is stuck in S when all its keys can be
wasted on doors inside S, that is, when S holds no more keys K(S) than it has locked doors E(S) between its own rooms,
and the finish cannot be entered from S for nothing; every S that is no such trap can be left by any of its doors.

K(S) − E(S) is submodular: a region that holds no more keys than it has doors into S is no worse for the trapper in any
larger set, so it is added at once (unless a switch, a gate, the boss key or its lock is there); and a branch is cut
where half of the doors between all the regions that are left could not use up the keys. What cannot be opened even with
every key is found before: only the largest set of all can be stuck with keys in the hand.

A one-way door out of S breaks the argument, because what is left behind may be lost: then `explore` visits all states,
rooms in which one can walk about without changing anything taken together, and `mark_alive` finds backwards those from
which the finish can be reached.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel
from ludarium.games.dungeon.graph import (
    BITS,
    BOSS_LOCK,
    DOOR,
    FINISH_AT,
    ITEM_COUNT,
    ITEM_OF,
    ITEM_WORDS,
    KEY_OF,
    LOCK_KIND,
    LOCK_WORDS,
    OFFSETS,
    ROOMS,
    SMALL_KEY,
    START_AT,
    THE_BOSS_KEY,
    Words,
)
from ludarium.games.dungeon.walks import (
    COUNT,
    EDGES,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUND_AT,
    FULL,
    ONE_WAY,
    PAUSED,
    PLACE,
    bit,
    find,
    forget_spare_keys,
    has_boss_key,
    in_hand,
)

Long = NDArray[np.int64]
_LINK = 5
_LOCK, _GATE, _BOSS, _OPEN = range(4)
_NOTHING = -1


@kernel("int64(int32[::1], int32[::1])")
def regions_of(graph: Words, region: Words) -> int:
    """Write each room's region: rooms that can reach each other by doors that are always open (finish: −1)."""
    rooms, finish = graph[ROOMS], graph[FINISH_AT]
    reach = np.zeros(rooms * rooms, np.int8)
    stack = np.empty(rooms, np.int32)
    for source in range(rooms):
        if source == finish:
            continue
        reach[source * rooms + source] = 1
        stack[0], top = source, 1
        while top > 0:
            top -= 1
            here = stack[top]
            for door in range(graph[graph[OFFSETS] + here], graph[graph[OFFSETS] + here + 1], DOOR):
                other = graph[door]
                free = graph[door + 1] < 0 and graph[door + 2] < 0 and other != finish
                if free and reach[source * rooms + other] == 0:
                    reach[source * rooms + other] = 1
                    stack[top] = other
                    top += 1
    count = 0
    for room in range(rooms):
        region[room] = -1
    for room in range(rooms):
        if room == finish or region[room] >= 0:
            continue
        for other in range(room, rooms):
            if reach[room * rooms + other] != 0 and reach[other * rooms + room] != 0:
                region[other] = count
        count += 1
    return count


@kernel("int64(int32[::1], int32[::1], int32[::1])")
def links_of(graph: Words, region: Words, links: Words) -> int:
    """Write the doors that matter as (what, from, to, both ways, region of the switch); `to` is −1 for the finish."""
    rooms, finish = graph[ROOMS], graph[FINISH_AT]
    count = 0
    switch_at = np.full(graph[ITEM_COUNT] + 1, -1, np.int32)
    for room in range(rooms):
        if graph[graph[ITEM_OF] + room] >= 0:
            switch_at[graph[graph[ITEM_OF] + room]] = region[room]
    for room in range(rooms):
        if room == finish:
            continue
        for door in range(graph[graph[OFFSETS] + room], graph[graph[OFFSETS] + room + 1], DOOR):
            other, lock, gate = graph[door], graph[door + 1], graph[door + 2]
            back = 0
            for way in range(graph[graph[OFFSETS] + other], graph[graph[OFFSETS] + other + 1], DOOR):
                if graph[way] == room:
                    back = 1
            if other != finish and back != 0 and other < room:
                continue  # seen from the other side already
            if other == finish:
                back = 1  # the finish is never left, so a one-way door into it is like any other
            what = _OPEN
            if lock >= 0:
                what = _BOSS if graph[graph[LOCK_KIND] + lock] == BOSS_LOCK else _LOCK
            elif gate >= 0:
                what = _GATE
            if what in (_OPEN, _GATE) and region[room] == region[other]:
                continue
            at = count * _LINK
            links[at], links[at + 1], links[at + 2], links[at + 3] = what, region[room], region[other], back
            links[at + 4] = switch_at[gate] if gate >= 0 else -1
            count += 1
    return count


@kernel("int64(int32[::1], int64, int64[::1], int64)")
def _close(links: Words, count: int, nodes: Long, at: int) -> int:
    """Add what open gates join to the set at *at*; ONE_WAY where a door leads away for good, else 0.

    Where there are gates, a one-way door inside the set counts as well: who has not touched the switch yet may find
    himself behind the gate.
    """
    gates = False
    for link in range(0, count * _LINK, _LINK):
        gates = gates or links[link] == _GATE
    changed = True
    while changed:
        changed = False
        for link in range(0, count * _LINK, _LINK):
            what, u, v, both = links[link], links[link + 1], links[link + 2], links[link + 3]
            if v < 0 or what == _BOSS:
                continue
            if both == 0:
                if bit(nodes, at, u) != 0 and (gates or bit(nodes, at, v) == 0):
                    return ONE_WAY
            elif what == _GATE and bit(nodes, at, links[link + 4]) != 0 and bit(nodes, at, u) != bit(nodes, at, v):
                nodes[at + u // BITS] |= np.int64(1) << (u % BITS)
                nodes[at + v // BITS] |= np.int64(1) << (v % BITS)
                changed = True
    return 0


@kernel("int64(int32[::1], int64, int64, int64, int64[::1])")
def _opens_all(links: Words, count: int, boss_key: int, width: int, nodes: Long) -> int:
    """Say whether the finish could be entered with a key for every lock; if not, the first set becomes all that opens.

    The set after the first in `nodes` is used to find out.
    """
    for word in range(width):
        nodes[width + word] = nodes[word]
    changed = True
    while changed:
        changed = False
        for link in range(0, count * _LINK, _LINK):
            what, u, v = links[link], links[link + 1], links[link + 2]
            if what == _LOCK and v >= 0 and bit(nodes, width, u) != bit(nodes, width, v):
                nodes[width + u // BITS] |= np.int64(1) << (u % BITS)
                nodes[width + v // BITS] |= np.int64(1) << (v % BITS)
                changed = True
        before = nodes[width : 2 * width].copy()
        _close(links, count, nodes, width)
        for word in range(width):
            changed = changed or before[word] != nodes[width + word]
    for link in range(0, count * _LINK, _LINK):
        what, u, v = links[link], links[link + 1], links[link + 2]
        if v < 0 and bit(nodes, width, u) != 0:
            if what in (_LOCK, _OPEN) or (what == _BOSS and boss_key >= 0 and bit(nodes, width, boss_key) != 0):
                return 1
            if what == _GATE and bit(nodes, width, links[link + 4]) != 0:
                return 1
    for word in range(width):
        nodes[word] = nodes[width + word]
    return 0


@kernel("void(int32[::1], int64, int32[::1], int32[::1], int64, int64[::1], int64)")
def _absorb(links: Words, count: int, net: Words, special: Words, regions: int, nodes: Long, at: int) -> None:
    """Add every region that brings no more keys than it has doors into the set."""
    changed = True
    into = np.empty(regions, np.int32)
    while changed:
        changed = False
        into[:] = 0
        for link in range(0, count * _LINK, _LINK):
            u, v = links[link + 1], links[link + 2]
            if links[link] == _LOCK and v >= 0 and u != v and bit(nodes, at, u) != bit(nodes, at, v):
                into[v if bit(nodes, at, u) != 0 else u] += 1
        for region in range(regions):
            if into[region] > 0 and net[region] <= into[region] and special[region] == 0:
                nodes[at + region // BITS] |= np.int64(1) << (region % BITS)
                changed = True
                break


@kernel("int64(int32[::1], int32[::1], int64, int32[::1], int64, int64[::1], int32[::1], int64[::1], int64)")
def search_sets(
    graph: Words,
    region: Words,
    regions: int,
    links: Words,
    count: int,
    nodes: Long,
    table: Words,
    meta: Long,
    at_most: int,
) -> int:
    """Visit the sets of regions; FOUND with the number of a trap, EXHAUSTED when there is none, ONE_WAY when unfit."""
    rooms = graph[ROOMS]
    width = (regions + BITS - 1) // BITS
    net = np.zeros(regions, np.int32)  # keys, less the locked doors inside the region itself
    barred = np.zeros(regions, np.int32)  # regions from which the finish is free: nobody is stuck there
    boss_key = -1
    for room in range(rooms):
        item = graph[graph[ITEM_OF] + room]
        if item >= 0 and region[room] >= 0:
            if graph[graph[KEY_OF] + item] == SMALL_KEY:
                net[region[room]] += 1
            elif graph[graph[KEY_OF] + item] == THE_BOSS_KEY:
                boss_key = region[room]
    for link in range(0, count * _LINK, _LINK):
        if links[link] == _LOCK and links[link + 1] == links[link + 2]:
            net[links[link + 1]] -= 1
        if links[link] == _OPEN and links[link + 2] < 0:
            barred[links[link + 1]] = 1
    special = barred.copy()  # regions that may open more than locks do: never added unasked
    if boss_key >= 0:
        special[boss_key] = 1
    prune = True
    for link in range(0, count * _LINK, _LINK):
        what, u, v, switch = links[link], links[link + 1], links[link + 2], links[link + 4]
        if what in (_GATE, _BOSS):
            special[u] = 1
            if v >= 0:
                special[v] = 1
            if switch >= 0:
                special[switch] = 1
        if links[link + 3] == 0:
            prune = False
    into, among = np.empty(regions, np.int32), np.empty(regions, np.int32)
    if meta[COUNT] == 0:
        nodes[:width] = 0
        home = region[graph[START_AT]]
        nodes[home // BITS] |= np.int64(1) << (home % BITS)
        if _close(links, count, nodes, 0) == ONE_WAY:
            return ONE_WAY
        if prune:
            if _opens_all(links, count, boss_key, width, nodes) == 0:
                meta[COUNT] = 1
                return FOUND
            _absorb(links, count, net, special, regions, nodes, 0)
        table[find(nodes, 0, width, table)] = 0
        meta[COUNT] = 1
    made = 0
    while meta[PLACE] < meta[COUNT]:
        if made >= at_most:
            return PAUSED
        if (meta[COUNT] + count + 1) * width > nodes.size or 2 * (meta[COUNT] + count) > table.size:
            return FULL
        at = meta[PLACE] * width
        made += 1
        meta[EXPANDED] += 1
        keys, free, door_to_finish, border = 0, False, False, 0
        for r in range(regions):
            into[r] = 0
            among[r] = 0
            if bit(nodes, at, r) != 0:
                keys += net[r]
                free = free or barred[r] != 0
        for link in range(0, count * _LINK, _LINK):
            what, u, v = links[link], links[link + 1], links[link + 2]
            here = bit(nodes, at, u) != 0
            if v < 0:
                if here:
                    if what == _LOCK:
                        door_to_finish = True
                    elif what == _BOSS:
                        free = free or (boss_key >= 0 and bit(nodes, at, boss_key) != 0)
                    elif what == _GATE:
                        free = free or bit(nodes, at, links[link + 4]) != 0
                continue
            if what != _LOCK or u == v:
                continue
            there = bit(nodes, at, v) != 0
            if here and there:
                keys -= 1
            elif here != there:
                if not here and links[link + 3] == 0:
                    continue  # a one-way door that leads into the set
                border += 1
                into[v if here else u] += 1
            elif barred[u] == 0 and barred[v] == 0:
                among[u] += 1
                among[v] += 1
        meta[PLACE] += 1
        if free and prune:
            continue  # nobody is stuck here, nor in any larger set
        if not free and (keys <= 0 or (border == 0 and not door_to_finish)):
            meta[FOUND_AT] = meta[PLACE] - 1
            return FOUND
        if prune:
            hope = 2 * keys
            for r in range(regions):
                if barred[r] == 0 and bit(nodes, at, r) == 0:
                    hope += min(0, 2 * net[r] - 2 * into[r] - among[r])
            if hope > 0:
                continue
        for r in range(regions):
            if into[r] == 0 or (prune and barred[r] != 0):
                continue
            fresh = meta[COUNT] * width
            for word in range(width):
                nodes[fresh + word] = nodes[at + word]
            nodes[fresh + r // BITS] |= np.int64(1) << (r % BITS)
            if _close(links, count, nodes, fresh) == ONE_WAY:
                return ONE_WAY
            if prune:
                _absorb(links, count, net, special, regions, nodes, fresh)
            slot = find(nodes, fresh, width, table)
            if table[slot] < 0:
                table[slot] = meta[COUNT]
                meta[COUNT] += 1
    return EXHAUSTED


@kernel("int64(int32[::1], int64[::1], int64, int32[::1])")
def settle(graph: Words, nodes: Long, at: int, quiet: Words) -> int:
    """Name a state by the first room in which one can be without changing anything, there and back; mark those rooms.

    `quiet[room]` becomes 2 in those rooms. The finish is one state, whatever was opened. Returns that room.
    """
    rooms, finish = graph[ROOMS], graph[FINISH_AT]
    locks, items = at + 1, at + 1 + graph[LOCK_WORDS]
    for room in range(rooms):
        quiet[room] = 0
    here = nodes[at]
    if here == finish:
        for word in range(1, 1 + graph[LOCK_WORDS] + graph[ITEM_WORDS]):
            nodes[at + word] = 0
        quiet[here] = 2
        return here  # type: ignore[no-any-return]
    forget_spare_keys(graph, nodes, at, in_hand(graph, nodes, at))
    stack = np.empty(rooms, np.int32)
    quiet[here] = 1
    stack[0], top = here, 1
    while top > 0:
        top -= 1
        room = stack[top]
        for door in range(graph[graph[OFFSETS] + room], graph[graph[OFFSETS] + room + 1], DOOR):
            other, lock, gate = graph[door], graph[door + 1], graph[door + 2]
            item = graph[graph[ITEM_OF] + other]
            if other == finish or quiet[other] != 0 or (item >= 0 and bit(nodes, items, item) == 0):
                continue
            if (lock < 0 or bit(nodes, locks, lock) != 0) and (gate < 0 or bit(nodes, items, gate) != 0):
                quiet[other] = 1
                stack[top] = other
                top += 1
    quiet[here] = 2
    changed = True
    while changed:
        changed = False
        for room in range(rooms):
            if quiet[room] != 1:
                continue
            for door in range(graph[graph[OFFSETS] + room], graph[graph[OFFSETS] + room + 1], DOOR):
                other, lock, gate = graph[door], graph[door + 1], graph[door + 2]
                is_open = (lock < 0 or bit(nodes, locks, lock) != 0) and (gate < 0 or bit(nodes, items, gate) != 0)
                if is_open and quiet[other] == 2:
                    quiet[room] = 2
                    changed = True
                    break
    for room in range(rooms):
        if quiet[room] == 2:
            nodes[at] = room
            return room
    return here  # type: ignore[no-any-return]


@kernel("int64(int32[::1], int64[::1], int32[::1], int32[::1], int32[::1], int64[::1], int64)")
def explore(graph: Words, nodes: Long, parent: Words, table: Words, edges: Words, meta: Long, at_most: int) -> int:
    """Visit every state, breadth first, and write each step between two of them; the first state stands in `nodes`."""
    rooms, finish = graph[ROOMS], graph[FINISH_AT]
    width = 1 + graph[LOCK_WORDS] + graph[ITEM_WORDS]
    quiet, scratch = np.empty(rooms, np.int32), np.empty(rooms, np.int32)
    doors = graph[graph[OFFSETS] + rooms] - graph[graph[OFFSETS]]
    if meta[COUNT] == 0:
        settle(graph, nodes, 0, quiet)
        parent[0] = _NOTHING
        table[find(nodes, 0, width, table)] = 0
        meta[COUNT] = 1
    made = 0
    while meta[PLACE] < meta[COUNT]:
        if made >= at_most:
            return PAUSED
        room_left = (meta[COUNT] + doors + 1) * width <= nodes.size and meta[COUNT] + doors < parent.size
        if not room_left or 2 * (meta[COUNT] + doors) > table.size or 2 * (meta[EDGES] + doors) > edges.size:
            return FULL
        node = meta[PLACE]
        at = node * width
        meta[PLACE] += 1
        made += 1
        if nodes[at] == finish:
            continue
        meta[EXPANDED] += 1
        settle(graph, nodes, at, quiet)
        locks, items = at + 1, at + 1 + graph[LOCK_WORDS]
        keys, boss = in_hand(graph, nodes, at), has_boss_key(graph, nodes, at)
        for room in range(rooms):
            if quiet[room] != 2:
                continue
            for door in range(graph[graph[OFFSETS] + room], graph[graph[OFFSETS] + room + 1], DOOR):
                other, lock, gate = graph[door], graph[door + 1], graph[door + 2]
                if gate >= 0 and bit(nodes, items, gate) == 0:
                    continue
                shut = lock >= 0 and bit(nodes, locks, lock) == 0
                if not shut and quiet[other] == 2:
                    continue
                if shut and (boss == 0 if graph[graph[LOCK_KIND] + lock] == BOSS_LOCK else keys <= 0):
                    continue
                fresh = meta[COUNT] * width
                for word in range(width):
                    nodes[fresh + word] = nodes[at + word]
                nodes[fresh] = other
                if shut:
                    nodes[fresh + 1 + lock // BITS] |= np.int64(1) << (lock % BITS)
                item = graph[graph[ITEM_OF] + other]
                if item >= 0:
                    nodes[fresh + 1 + graph[LOCK_WORDS] + item // BITS] |= np.int64(1) << (item % BITS)
                settle(graph, nodes, fresh, scratch)
                slot = find(nodes, fresh, width, table)
                if table[slot] < 0:
                    table[slot] = meta[COUNT]
                    parent[meta[COUNT]] = node
                    meta[COUNT] += 1
                edges[2 * meta[EDGES]] = node
                edges[2 * meta[EDGES] + 1] = table[slot]
                meta[EDGES] += 1
    return EXHAUSTED


@kernel("int64(int64[::1], int64, int64, int64, int32[::1], int64, int8[::1])")
def mark_alive(
    nodes: Long, width: int, count: int, finish: int, edges: Words, steps: int, alive: NDArray[np.int8]
) -> int:
    """Mark the states from which the finish can be reached; return the first that is not, or −1."""
    begins = np.zeros(count + 1, np.int64)
    for step in range(steps):
        begins[edges[2 * step + 1] + 1] += 1
    for node in range(count):
        begins[node + 1] += begins[node]
    sources, filled = np.empty(steps, np.int32), begins.copy()
    for step in range(steps):
        target = edges[2 * step + 1]
        sources[filled[target]] = edges[2 * step]
        filled[target] += 1
    stack, top = np.empty(count, np.int32), 0
    for node in range(count):
        alive[node] = 0
        if nodes[node * width] == finish:
            alive[node] = 1
            stack[top] = node
            top += 1
    while top > 0:
        top -= 1
        node = stack[top]
        for place in range(begins[node], begins[node + 1]):
            if alive[sources[place]] == 0:
                alive[sources[place]] = 1
                stack[top] = sources[place]
                top += 1
    for node in range(count):
        if alive[node] == 0:
            return node
    return -1
