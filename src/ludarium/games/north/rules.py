"""How a cave may grow, in the compiled core: which edges can be drawn, and which vertex becomes the end.

The board is the grid with doubled coordinates, so that the half-points between diagonal neighbours have a place too:
0 is free, `EDGE` is passed by an edge, n > 0 is vertex n − 1. `out[8 v + d]` is the vertex that vertex v leads to in
direction d, or −1. Bit d of `barred[v]` says that v shall have no (further) edge in direction d: what is known of a
half-seen cave is kept that way, so that one growth serves the generator and the imagination.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below
from ludarium.games.north.level import DIRECTIONS, LONGEST

Words = NDArray[np.int32]

EDGE = -1
COMPASS_POINTS = 8
_ACROSS = tuple(across for across, _ in DIRECTIONS)
_UP = tuple(up for _, up in DIRECTIONS)
_MOST_EDGES = 3


@kernel("int64(int32[::1], int64, int64, int64, int64, int64)")
def is_free(board: Words, bound: int, x: int, y: int, direction: int, steps: int) -> int:
    """Say whether a new edge from the vertex at (x, y) would stay inside and cross nothing."""
    side = 4 * bound + 1
    across, up = _ACROSS[direction], _UP[direction]
    if abs(x + across * steps) > bound or abs(y + up * steps) > bound:
        return 0
    at = (2 * (y + bound)) * side + 2 * (x + bound)
    stride = up * side + across
    for step in range(1, 2 * steps):
        if board[at + stride * step] != 0:
            return 0
    return 0 if board[at + stride * 2 * steps] == EDGE else 1


@kernel("int64(int32[::1], int64, int32[::1], int64, int64, int64)")
def draw_edge(board: Words, bound: int, places: Words, count: int, vertex_direction: int, steps: int) -> int:
    """Mark what an edge passes and return the vertex at its end: a new one, number *count*, where there was none."""
    vertex, direction = vertex_direction >> 3, vertex_direction & 7
    side = 4 * bound + 1
    x, y = places[2 * vertex], places[2 * vertex + 1]
    across, up = _ACROSS[direction], _UP[direction]
    at = (2 * (y + bound)) * side + 2 * (x + bound)
    stride = up * side + across
    for step in range(1, 2 * steps):
        board[at + stride * step] = EDGE
    target = at + stride * 2 * steps
    if board[target] == 0:
        board[target] = count + 1
        places[2 * count] = x + across * steps
        places[2 * count + 1] = y + up * steps
    return board[target] - 1  # type: ignore[no-any-return]


@kernel("int64(int64, int64, int32[::1], int32[::1], int32[::1], int32[::1], int64, int64, int64[::1])")
def grow(
    bound: int, most: int, board: Words, places: Words, out: Words, barred: Words, first: int, count: int, luck: Luck
) -> int:
    """Give each vertex from *first* on one to three edges, the new ones too; return how many vertices there are.

    Edges are drawn uniformly from those that are allowed: the way back of one that exists (drawn again when both ways
    exist already), or one that crosses nothing and makes no vertex too many. Its way back comes with probability ½.
    """
    side = 4 * bound + 1
    choices = np.empty(COMPASS_POINTS * LONGEST, np.int32)
    vertex = first
    while vertex < count:
        x, y = places[2 * vertex], places[2 * vertex + 1]
        for _ in range(1 + below(luck, _MOST_EDGES)):
            found = 0
            for direction in range(COMPASS_POINTS):
                if barred[vertex] >> direction & 1:
                    continue
                for steps in range(1, LONGEST + 1):
                    to_x, to_y = x + _ACROSS[direction] * steps, y + _UP[direction] * steps
                    if abs(to_x) > bound or abs(to_y) > bound:
                        break
                    other = board[2 * (to_y + bound) * side + 2 * (to_x + bound)] - 1
                    back = other >= 0 and out[other * COMPASS_POINTS + (direction + 4) % COMPASS_POINTS] == vertex
                    if back or ((other >= 0 or count < most) and is_free(board, bound, x, y, direction, steps) != 0):
                        choices[found] = direction * 4 + steps
                        found += 1
            if found == 0:
                break
            chosen = choices[below(luck, found)]
            direction, steps = chosen >> 2, chosen & 3
            other = draw_edge(board, bound, places, count, vertex * COMPASS_POINTS + direction, steps)
            count = max(count, other + 1)
            out[vertex * COMPASS_POINTS + direction] = other
            opposite = (direction + 4) % COMPASS_POINTS
            if below(luck, 2) == 0 and barred[other] >> opposite & 1 == 0:
                out[other * COMPASS_POINTS + opposite] = vertex
        vertex += 1
    return count


@kernel("int64(int32[::1], int64)")
def find_end(out: Words, count: int) -> int:
    """Return the last vertex of a breadth-first visit from vertex 0 (neighbours by number), or −1.

    −1 says that some vertex cannot be reached, or cannot reach that end.
    """
    queue = np.empty(count, np.int32)
    seen = np.zeros(count, np.int32)
    queue[0], seen[0] = 0, 1
    head, tail = 0, 1
    while head < tail:
        vertex = queue[head]
        head += 1
        last = -1
        for _ in range(COMPASS_POINTS):
            lowest = count
            for direction in range(COMPASS_POINTS):
                other = out[vertex * COMPASS_POINTS + direction]
                if last < other < lowest:
                    lowest = other
            if lowest == count:
                break
            last = lowest
            if seen[lowest] == 0:
                seen[lowest] = 1
                queue[tail] = lowest
                tail += 1
    if tail < count:
        return -1
    end = queue[tail - 1]
    seen[end] = 2
    changed, reaching = True, 1
    while changed:
        changed = False
        for place in range(count - 1, -1, -1):
            vertex = queue[place]
            if seen[vertex] == 2:
                continue
            for direction in range(COMPASS_POINTS):
                other = out[vertex * COMPASS_POINTS + direction]
                if other >= 0 and seen[other] == 2:
                    seen[vertex] = 2
                    reaching += 1
                    changed = True
                    break
    return end if reaching == count else -1
