"""Walking and growing, in the compiled core: distances over passable land, land that grows, paths through mountains.

Maps are flat arrays, row by row; `width` is the length of a row. Distances are −1 where nobody comes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]

PLAIN, MOUNTAIN, PRISON = range(3)
LONGEST_MOVE = 4
CUT_COST = 10


@kernel("int64(int64, int64, int64, int64)", inline=True)
def beside(here: int, side: int, width: int, size: int) -> int:
    """Return the tile north, east, south or west of a tile, or −1 outside the map."""
    if side == 0:
        return here - width if here >= width else -1
    if side == 1:
        return here + 1 if here % width + 1 < width else -1
    if side == 2:
        return here + width if here + width < size else -1
    return here - 1 if here % width > 0 else -1


@kernel("void(uint8[::1], int64, int64, int32[::1])")
def walk(passable: Bytes, width: int, start: int, distance: Ints) -> None:
    """Fill the number of single steps from *start* to each tile; the start itself need not be passable."""
    size = len(passable)
    queue = np.empty(size, np.int32)
    distance[:] = -1
    distance[start] = 0
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        here = queue[head]
        head += 1
        for side in range(4):
            there = beside(here, side, width, size)
            if there >= 0 and passable[there] and distance[there] < 0:
                distance[there] = distance[here] + 1
                queue[tail] = there
                tail += 1


@kernel("void(uint8[::1], int64, int64, int32[::1])")
def march(passable: Bytes, width: int, start: int, distance: Ints) -> None:
    """Fill the number of straight moves of one to four steps from *start* to each tile; it is the same back."""
    size = len(passable)
    height = size // width
    queue = np.empty(size, np.int32)
    distance[:] = -1
    distance[start] = 0
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        here = queue[head]
        head += 1
        row, column = here // width, here % width
        for side in range(4):
            for steps in range(1, LONGEST_MOVE + 1):
                r = row - steps if side == 0 else row + steps if side == 2 else row
                c = column + steps if side == 1 else column - steps if side == 3 else column
                if r < 0 or r >= height or c < 0 or c >= width or not passable[r * width + c]:
                    break
                there = r * width + c
                if distance[there] < 0:
                    distance[there] = distance[here] + 1
                    queue[tail] = there
                    tail += 1


@kernel("int64(int32[::1], int64, int64, int64, float64, float64, float64[::1])")
def grow_land(region: Ints, width: int, centre: int, most: int, falling: float, fresh: float, luck: Any) -> int:
    """Let land grow from the middle, smallest region first; return how many land regions there are.

    A tile tries each neighbour once, with a rate that falls by *falling* a step; with the chance *fresh* the new tile
    begins another region. Each region has its own queue, so that picking the smallest is a short look.
    """
    size = len(region)
    following = np.full(size, -1, np.int32)
    first = np.full(most + 1, -1, np.int32)
    last = np.full(most + 1, -1, np.int32)
    tiles = np.zeros(most + 1, np.int32)
    rate = np.zeros(size)
    region[:] = 0
    region[centre], rate[centre] = 1, 1.0
    first[1], last[1], tiles[1] = centre, centre, 1
    count, drawn = 1, 0
    while True:
        chosen = 0
        for number in range(1, count + 1):
            if first[number] >= 0 and (chosen == 0 or tiles[number] < tiles[chosen]):
                chosen = number
        if chosen == 0:
            return count
        here = first[chosen]
        first[chosen] = following[here]
        if first[chosen] < 0:
            last[chosen] = -1
        for side in range(4):
            there = beside(here, side, width, size)
            if there < 0 or region[there] != 0:
                continue
            drawn += 1
            if luck[drawn - 1] > rate[here]:
                continue
            joined = chosen
            drawn += 1
            if count < most and luck[drawn - 1] <= fresh:
                count += 1
                joined = count
            region[there] = joined
            rate[there] = rate[here] * falling
            tiles[joined] += 1
            if last[joined] >= 0:
                following[last[joined]] = there
            else:
                first[joined] = there
            last[joined] = there


@kernel("void(int32[::1], uint8[::1], int64, int32[::1], float64, float64[::1])")
def grow_mountains(region: Ints, what: Bytes, width: int, seeds: Ints, spreading: float, luck: Any) -> None:
    """Let ranges grow from the seeds over land; each neighbour of a new mountain is tried once by it."""
    size = len(region)
    queue = np.empty(size, np.int32)
    tail = 0
    for number in range(len(seeds)):
        if region[seeds[number]] != 0 and what[seeds[number]] == PLAIN:
            what[seeds[number]] = MOUNTAIN
            queue[tail] = seeds[number]
            tail += 1
    head, drawn = 0, 0
    while head < tail:
        here = queue[head]
        head += 1
        for side in range(4):
            there = beside(here, side, width, size)
            drawn += 1
            if there >= 0 and region[there] != 0 and what[there] == PLAIN and luck[drawn - 1] <= spreading:
                what[there] = MOUNTAIN
                queue[tail] = there
                tail += 1


@kernel("void(int32[::1], uint8[::1], int64, int64, int32[::1], int32[::1])")
def cheapest(region: Ints, what: Bytes, width: int, start: int, cost: Ints, before: Ints) -> None:
    """Dijkstra from *start* over land: a plain tile costs 1, a mountain 10; prisons end a path (Dial's buckets)."""
    size = len(region)
    ring = CUT_COST + 1
    first = np.full(ring, -1, np.int32)
    following = np.full(4 * size + 1, -1, np.int32)
    tile = np.empty(4 * size + 1, np.int32)
    cost[:] = -1
    before[:] = -1
    done = np.zeros(size, np.uint8)
    tile[0], first[0], cost[start] = start, 0, 0
    entries, left, now = 1, 1, 0
    while left > 0:
        entry = first[now % ring]
        if entry < 0:
            now += 1
            continue
        first[now % ring] = following[entry]
        left -= 1
        here = tile[entry]
        if done[here] or cost[here] != now:
            continue
        done[here] = 1
        if what[here] == PRISON:
            continue
        for side in range(4):
            there = beside(here, side, width, size)
            if there < 0 or region[there] == 0 or done[there]:
                continue
            price = now + (CUT_COST if what[there] == MOUNTAIN else 1)
            if cost[there] < 0 or price < cost[there]:
                cost[there] = price
                before[there] = here
                tile[entries] = there
                following[entries] = first[price % ring]
                first[price % ring] = entries
                entries += 1
                left += 1


@kernel("void(float64[::1], int64, int64, float64[::1], float64[::1])")
def box_sums(values: Any, width: int, radius: int, sums: Any, found: Any) -> None:
    """Fill, for each tile, the sum over the square of this radius around it, cut at the map's edge.

    *sums* is room for the running sums: one row and one column more than the map.
    """
    height = len(values) // width
    wide = width + 1
    sums[:wide] = 0.0
    for row in range(height):
        line = 0.0
        sums[(row + 1) * wide] = 0.0
        for column in range(width):
            line += values[row * width + column]
            sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1] + line
    for row in range(height):
        top, bottom = max(0, row - radius) * wide, min(height, row + radius + 1) * wide
        for column in range(width):
            left, right = max(0, column - radius), min(width, column + radius + 1)
            found[row * width + column] = (
                sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
            )
