"""Best-first search to the end of a game without luck, inside the compiled core: several queues, one memory of positions.

Each position is kept once (by its digest). A node waits in up to four queues, which take turns in a fixed pattern:

- BREADTH: the shallowest first (complete);
- NOVEL: width first, then score, then depth. The width is 0 when an atom is new among the positions with the same score,
  holdings, avatar and number of sprites of each type, 1 when a pair of atoms is, else 2: best-first width search, BFWS
  (Lipovetzky & Geffner 2017), with counters that any game has in the place of goals;
- GREEDY: score first, then width;
- COSTED: depth minus ten for each point (A* where a point is thought to be ten steps away).

Alternation: Röger & Helmert 2010. States of expanded nodes are given back; when the pool is empty, a node keeps only its
way, which is walked again from its nearest ancestor that has a state.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ludarium.compiled import abi
from ludarium.compiled.abi import (
    ATOMS_TYPE,
    LEGAL_TYPE,
    MOVER_TYPE,
    SCORE_TYPE,
    STEP_TYPE,
    TRAITS_TYPE,
    Core,
    Sight,
    Words,
)
from ludarium.compiled.cache import kernel
from ludarium.compiled.width import pool_of

BREADTH, NOVEL, GREEDY, COSTED = range(4)
QUEUES = 4

PARENT, ACTION, DEPTH, SLOT, SCORE, WIDTH, OPENED = range(7)
_NODE = 7
NODES, FREE, DONE, BEST, GOAL, TURN, FULLS, MAX_DEPTH, KNOWN, DEEPEST, ACTIONS = range(11)
_CONTROL = 11
RUNNING, EXHAUSTED, WON_ONE, NO_ROOM = 0, 1, 2, 3
_PAIRS_OF = 48

_words, _grid, _int = types.int32[::1], types.int32[:, ::1], types.int64
_longs, _longgrid, _bytes = types.int64[::1], types.int64[:, ::1], types.uint8[::1]


@kernel(types.void(_longs, _longs, _int, _int))
def _push(heap, control, size_at, key):  # type: ignore[no-untyped-def]
    """Put a key into a binary heap; the node is in its low bits."""
    place = control[size_at]
    control[size_at] = place + 1
    while place > 0:
        above = (place - 1) >> 1
        if heap[above] <= key:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = key


@kernel(types.int64(_longs, _longs, _int))
def _pop(heap, control, size_at):  # type: ignore[no-untyped-def]
    """Take the least key out of a heap that is not empty."""
    least = heap[0]
    size = control[size_at] - 1
    control[size_at] = size
    key = heap[size]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= size:
            break
        if below + 1 < size and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= key:
            break
        heap[place] = heap[below]
        place = below
    heap[place] = key
    return least


@kernel(types.boolean(_longs, _longs, _int))
def _remember(table, control, digest):  # type: ignore[no-untyped-def]
    """Say whether a position is new, and keep its digest."""
    mask = table.size - 1
    digest |= 1
    place = (digest >> 7) & mask
    while table[place] != 0:
        if table[place] == digest:
            return False
        place = (place + 1) & mask
    table[place] = digest
    control[KNOWN] += 1
    return True


@kernel(types.int64(_words, _int, _int, _bytes))
def _width(found, count, part, marks):  # type: ignore[no-untyped-def]
    """Return 0, 1 or 2 for the smallest tuple of atoms that is new in this part of the space; mark all of them."""
    mask = marks.size - 1
    width = 2
    salt = (part * 0x9E3779B1) & 0x3FFFFFFFFFFF
    for index in range(count):
        place = ((int(found[index]) + 1) * 0x85EBCA6B ^ salt) & mask
        if marks[place] == 0:
            marks[place] = 1
            width = 0
    for index in range(min(count, _PAIRS_OF)):
        spread = ((int(found[index]) + 1) * 0xC2B2AE35) ^ salt
        for other in range(index):
            place = (spread ^ ((int(found[other]) + 1) * 0x27D4EB2F)) & mask
            place ^= (place >> 11) & 0x3FF
            if marks[place] == 0:
                marks[place] = 1
                width = min(width, 1)
    return width


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, SCORE_TYPE, ATOMS_TYPE, TRAITS_TYPE, MOVER_TYPE, _words, _grid, _words, _grid, _words,
        _longgrid, _longs, _bytes, _words, _words, _words, _words, _longs, _longs, _int,
    )
)  # fmt: skip
def _voyage(  # type: ignore[no-untyped-def]
    step, legal, score, atoms, traits, digest, rules, states, spare, nodes, way, heaps, table, marks, found, order,
    looks, pattern, sizes, control, allowed,
):  # fmt: skip
    made = 0
    capacity = nodes.shape[0]
    slots = states.shape[0] - 2
    work, child = states[slots], states[slots + 1]
    while made < allowed and control[DONE] == 0:
        node = -1
        for _ in range(pattern.size):
            queue = pattern[control[TURN]]
            control[TURN] = (control[TURN] + 1) % pattern.size
            while node < 0 and sizes[queue] > 0:
                taken = _pop(heaps[queue], sizes, queue) & 0xFFFFFF
                if nodes[taken, OPENED] == 0:
                    node = taken
            if node >= 0:
                break
        if node < 0:
            control[DONE] = EXHAUSTED
            break
        nodes[node, OPENED] = 1
        slot = nodes[node, SLOT]
        if slot >= 0:
            source = states[slot]
        else:  # walk again from the nearest ancestor that has a state
            length, above = 0, node
            while nodes[above, SLOT] < 0:
                way[length] = nodes[above, ACTION]
                length += 1
                above = nodes[above, PARENT]
            origin = states[nodes[above, SLOT]]
            for word in range(origin.size):
                work[word] = origin[word]
            for index in range(length - 1, -1, -1):
                step(rules, work, way[index])
                made += 1
            source = work
        depth = nodes[node, DEPTH] + 1
        choices = legal(rules, source, order)
        for index in range(choices):
            fresh = control[NODES]
            if fresh >= capacity or control[KNOWN] * 4 > table.size * 3:
                control[DONE] = NO_ROOM
                break
            for word in range(source.size):
                child[word] = source[word]
            step(rules, child, order[index])
            made += 1
            traits(rules, child, looks)
            if looks[abi.FULL]:
                control[FULLS] += 1
                continue
            status = looks[abi.STATUS]
            if status == abi.LOST or not _remember(table, control, digest(rules, child)):
                continue
            points = int(score(rules, child, 0))
            width = 0
            if status == abi.PLAYING:
                part = ((points * 31 + looks[abi.KIND]) * 8191 + looks[abi.HOLDS]) * 1000003 + looks[abi.COUNTS]
                width = _width(found, atoms(rules, child, control[ACTIONS], found), part, marks)
            nodes[fresh, PARENT], nodes[fresh, ACTION], nodes[fresh, DEPTH] = node, order[index], depth
            nodes[fresh, SCORE], nodes[fresh, WIDTH], nodes[fresh, OPENED], nodes[fresh, SLOT] = points, width, 0, -1
            control[NODES] += 1
            control[DEEPEST] = max(control[DEEPEST], depth)
            best = control[BEST]
            if points > nodes[best, SCORE]:
                control[BEST] = fresh
            if status == abi.WON:
                control[DONE], control[GOAL] = WON_ONE, fresh
                break
            if depth >= control[MAX_DEPTH]:
                continue
            if control[FREE] > 0:
                control[FREE] -= 1
                place = spare[control[FREE]]
                nodes[fresh, SLOT] = place
                keep = states[place]
                for word in range(child.size):
                    keep[word] = child[word]
            rank = min(max(points, -(1 << 17)), (1 << 17) - 1)
            rank = (1 << 17) - rank
            deep = min(depth, 2047)
            for queue in range(QUEUES):
                if sizes[QUEUES + queue] == 0:
                    continue
                key = deep
                if queue == NOVEL:
                    key = ((width << 19) | rank) << 11 | deep
                elif queue == GREEDY:
                    key = (((rank << 2) | width) << 11) | deep
                elif queue == COSTED:
                    key = deep + rank * 10
                _push(heaps[queue], sizes, queue, (key << 24) | fresh)
        if slot >= 0 and control[DONE] == 0 and node > 0:
            nodes[node, SLOT] = -1
            spare[control[FREE]] = slot
            control[FREE] += 1
    return made


class Voyage:
    """A search from one root that is carried on from move to move."""

    def __init__(self, core: Core, rules: Words, megabytes: int = 320, most: int = 1 << 22) -> None:
        assert core.sight is not None, "only games with sight come here"
        self.core, self.rules, self.most = core, rules, min(most, 1 << 24)
        self.sight: Sight = core.sight
        self._megabytes = megabytes
        self._made: int | None = None

    def start(
        self,
        words: Words,
        *,
        pattern: tuple[int, ...] = (NOVEL, GREEDY, NOVEL, BREADTH),
        layer: int = abi.RICH,
        max_depth: int = 1 << 20,
    ) -> None:
        """Put the root in and forget all else."""
        size, most = words.size, self.most
        if self._made != size:
            self._made = size
            self.states, rows = pool_of(size, self._megabytes, 1 << 19)
            self._spare = np.arange(rows - 2, dtype=np.int32)
            self.nodes = np.empty((most, _NODE), np.int32)
            self._heaps = np.empty((QUEUES, most), np.int64)
        self._table = np.zeros(1 << int(most * 2 - 1).bit_length(), np.int64)
        self._marks = np.zeros(1 << 25, np.uint8)
        rows = self.states.shape[0]
        self._spare[:] = np.arange(rows - 2, dtype=np.int32)
        self._found = np.empty(4096, np.int32)
        self._order = np.empty(self.core.actions, np.int32)
        self._looks = np.zeros(abi.N_TRAITS, np.int32)
        self._pattern = np.array(pattern, np.int32)
        self._way = np.empty(1 << 16, np.int32)
        self.sizes = np.zeros(2 * QUEUES, np.int64)
        self.sizes[QUEUES + np.unique(self._pattern)] = 1
        self.control = control = np.zeros(_CONTROL, np.int64)
        control[NODES], control[FREE], control[GOAL], control[MAX_DEPTH] = 1, rows - 3, -1, max_depth
        control[ACTIONS] = layer | abi.MOVING
        self.root_score = int(self.core.score(self.rules, words, 0))
        self.states[rows - 3] = words
        self.nodes[0] = (-1, -1, 0, rows - 3, self.root_score, 0, 0)
        _remember(self._table, control, int(self.sight.digest(self.rules, words)))
        for queue in set(pattern):
            _push(self._heaps[queue], self.sizes, queue, 0)

    def run(self, allowed: int) -> int:
        """Search on; return the model steps made, which may pass *allowed* by the rest of one node's expansion."""
        core, sight = self.core, self.sight
        return int(
            _voyage(
                core.step, core.legal, core.score, sight.atoms, sight.traits, sight.digest, self.rules, self.states,
                self._spare, self.nodes, self._way, self._heaps, self._table, self._marks, self._found, self._order,
                self._looks, self._pattern, self.sizes, self.control, allowed,
            )
        )  # fmt: skip

    @property
    def done(self) -> bool:
        """Whether the search is over: won, exhausted, or out of room."""
        return bool(self.control[DONE])

    @property
    def won(self) -> bool:
        """Whether a way to win was found."""
        return bool(self.control[DONE] == WON_ONE)

    def path(self, node: int) -> list[int]:
        """Return the actions from the root to a node."""
        found = []
        while node > 0:
            found.append(int(self.nodes[node, ACTION]))
            node = int(self.nodes[node, PARENT])
        return found[::-1]

    def plan(self) -> list[int]:
        """Return the way to the win, or to the best score seen."""
        return self.path(int(self.control[GOAL] if self.won else self.control[BEST]))
