"""The path finder's table: the first step from every cell to every other, as the reference finds its paths.

It is Dijkstra's algorithm with unit costs, so any shortest path would do; which one of several is decided by the order
in which Java's PriorityQueue gives back nodes of equal cost. The binary heap below sifts exactly as that one does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel

_PACKED = 8  # entries of three bits in a word


@kernel("void(int32[::1], int64, int64, boolean, int32[::1])")
def _fill(blocked: NDArray[np.int32], width: int, height: int, sideways: bool, out: NDArray[np.int32]) -> None:
    cells = width * height
    heap, cost, first = np.zeros(cells, np.int32), np.zeros(cells, np.int32), np.zeros(cells, np.int32)
    for start in range(cells):
        if blocked[start]:
            continue
        cost[:] = -1
        cost[start] = 0
        first[start] = 0
        heap[0] = start
        size = 1
        while size:
            node = int(heap[0])
            size -= 1
            last = int(heap[size])
            hole = 0
            while hole < size >> 1:
                child = 2 * hole + 1
                if child + 1 < size and cost[heap[child]] > cost[heap[child + 1]]:
                    child += 1
                if cost[last] <= cost[heap[child]]:
                    break
                heap[hole] = heap[child]
                hole = child
            heap[hole] = last
            if node != start:
                place = start * cells + node
                out[place >> 3] |= int(first[node]) << ((place & 7) * 3)
            x, y = node % width, node // width
            for turn in range(2 if sideways else 0, 4):  # up, down, left, right
                to_x = x + int(turn == 3) - int(turn == 2)
                to_y = y + int(turn == 1) - int(turn == 0)
                if not (0 <= to_x < width and 0 <= to_y < height):
                    continue
                neighbour = to_y * width + to_x
                if blocked[neighbour] or cost[neighbour] >= 0:
                    continue
                cost[neighbour] = cost[node] + 1
                way = 1 if turn == 0 else 3 if turn == 1 else 2 if turn == 2 else 4  # 1 + up, left, down, right
                first[neighbour] = way if node == start else first[node]
                hole = size
                while hole > 0:
                    parent = (hole - 1) >> 1
                    if cost[neighbour] >= cost[heap[parent]]:
                        break
                    heap[hole] = heap[parent]
                    hole = parent
                heap[hole] = neighbour
                size += 1


def first_steps(blocked: NDArray[np.int32], width: int, height: int, sideways: bool) -> list[int]:
    """Return, eight to a word and three bits each, 0 for no path or 1 + direction, for every (start, goal)."""
    cells = width * height
    out = np.zeros(-(-cells * cells // _PACKED), np.int32)
    _fill(blocked, width, height, sideways, out)
    return [int(word) for word in out]
