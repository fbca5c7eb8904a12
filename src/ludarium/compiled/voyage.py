"""Best-first search to the end of a game without luck, inside the compiled core.

Each position is kept once (by its digest). A node waits in up to four queues, which take turns in a fixed pattern:

- BREADTH: the shallowest first (complete);
- NOVEL: width first, then score, then depth. The width is 0 when an atom is new among positions with the same score,
  holdings, avatar and number of sprites of each type, 1 when a pair of atoms is, else 2: best-first width search, BFWS
  (Lipovetzky & Geffner 2017), with counters that any game has in the place of goals;
- GREEDY: score first, then width;
- COSTED: depth minus ten for each point (A* where a point is thought to be ten steps away).

Alternation: Röger & Helmert 2010. A node keeps the words in which its state differs from the root's, in blocks that are
given back when it is expanded; when there are none left, a node keeps only its way, which is walked again from its
nearest ancestor that has a state.
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
from ludarium.compiled.room import borrow
from ludarium.compiled.width import Grid

BREADTH, NOVEL, GREEDY, COSTED = range(4)
QUEUES = 4

PARENT, ACTION, DEPTH, SLOT, SCORE, WIDTH, OPENED = range(7)
_NODE = 7
NODES, FREE, DONE, BEST, GOAL, TURN, FULLS, MAX_DEPTH, KNOWN, DEEPEST, LAYER = range(11)
_CONTROL = 11
RUNNING, EXHAUSTED, WON_ONE, NO_ROOM = 0, 1, 2, 3
_PAIRS_OF = 48
_MARKS = 1 << 25
_BLOCK = 64
"""Words of a block: the next block, how many pairs it holds, and 31 pairs of a place and a value."""
_PAIRS = 31

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


@kernel(types.int64(_words, _words, _grid, _words, _longs, _int, _int))
def _pack(root, state, blocks, spare, control, skip, resume):  # type: ignore[no-untyped-def]
    """Keep the words that differ from the root's, scratch words left out; return the first block, -1 without room."""
    first, block, pairs = -1, -1, _PAIRS
    word = 0
    while word < root.size:
        if word == skip:
            word = resume
            if word >= root.size:
                break
        if state[word] != root[word]:
            if pairs == _PAIRS:
                if control[FREE] == 0:
                    while first >= 0:
                        spare[control[FREE]] = first
                        control[FREE] += 1
                        first = blocks[first, 0]
                    return -1
                control[FREE] -= 1
                fresh = spare[control[FREE]]
                blocks[fresh, 0] = -1
                if block >= 0:
                    blocks[block, 0], blocks[block, 1] = fresh, pairs
                else:
                    first = fresh
                block, pairs = fresh, 0
            blocks[block, 2 + 2 * pairs] = word
            blocks[block, 3 + 2 * pairs] = state[word]
            pairs += 1
        word += 1
    if block >= 0:
        blocks[block, 1] = pairs
    return first


@kernel(types.void(_words, _words, _grid, _int))
def _unpack(root, state, blocks, block):  # type: ignore[no-untyped-def]
    """Make the state again that was kept."""
    for word in range(root.size):
        state[word] = root[word]
    while block >= 0:
        for pair in range(blocks[block, 1]):
            state[blocks[block, 2 + 2 * pair]] = blocks[block, 3 + 2 * pair]
        block = blocks[block, 0]


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, SCORE_TYPE, ATOMS_TYPE, TRAITS_TYPE, MOVER_TYPE, _words, _grid, _grid, _words, _grid,
        _words, _longgrid, _longs, _bytes, _words, _words, _words, _words, _longs, _longs, _int, _int, _int,
    )
)  # fmt: skip
def _voyage(  # type: ignore[no-untyped-def]
    step, legal, score, atoms, traits, digest, rules, states, blocks, spare, nodes, way, heaps, table, marks, found,
    order, looks, pattern, sizes, control, skip, resume, allowed,
):  # fmt: skip
    made = 0
    capacity = nodes.shape[0]
    root, work, child = states[0], states[1], states[2]
    while made < allowed and control[DONE] == 0:
        node = -1
        for _ in range(pattern.size):
            queue = pattern[control[TURN]]
            control[TURN] = (control[TURN] + 1) % pattern.size
            while node < 0 and sizes[queue] > 0:
                taken = heaps[queue, 0] & 0xFFFFFF
                if nodes[taken, OPENED] == 0:
                    node = taken
                else:
                    _pop(heaps[queue], sizes, queue)
            if node >= 0:
                break
        if node < 0:
            control[DONE] = EXHAUSTED
            break
        length, above = 0, node
        while above > 0 and nodes[above, SLOT] < 0:  # without a state of its own it is walked to again
            way[length] = nodes[above, ACTION]
            length += 1
            above = nodes[above, PARENT]
        if made + length + order.size > allowed:
            if made > 0 or length == 0:  # it stays first in its queue until the next slice
                control[TURN] = (control[TURN] + pattern.size - 1) % pattern.size
                break
            nodes[node, OPENED] = 1  # no slice will be long enough
            continue
        nodes[node, OPENED] = 1
        _unpack(root, work, blocks, nodes[above, SLOT])
        for index in range(length - 1, -1, -1):
            step(rules, work, way[index])
            made += 1
        depth = nodes[node, DEPTH] + 1
        choices = legal(rules, work, order)
        for index in range(choices):
            fresh = control[NODES]
            if fresh >= capacity or control[KNOWN] * 4 > table.size * 3:
                control[DONE] = NO_ROOM
                break
            for word in range(work.size):
                child[word] = work[word]
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
                width = _width(found, atoms(rules, child, control[LAYER], found), part, marks)
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
            nodes[fresh, SLOT] = _pack(root, child, blocks, spare, control, skip, resume)
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
        block = nodes[node, SLOT]
        nodes[node, SLOT] = -1
        while block >= 0:
            spare[control[FREE]] = block
            control[FREE] += 1
            block = blocks[block, 0]
    return made


class Voyage:
    """A search from one root that is carried on from move to move."""

    count, deepest = NODES, DEEPEST

    def __init__(self, core: Core, rules: Words, megabytes: int = 256, most: int = 1 << 22) -> None:
        assert core.sight is not None, "only games with sight come here"
        self.core, self.rules, self.most = core, rules, min(most, 1 << 24)
        self.sight: Sight = core.sight
        blocks = (megabytes << 18) // _BLOCK
        self._blocks: Grid = borrow(self, blocks * _BLOCK).reshape(blocks, _BLOCK)
        self._spare = np.empty(blocks, np.int32)
        self.nodes: Grid = borrow(self, self.most * _NODE).reshape(self.most, _NODE)
        self._heaps = borrow(self, 2 * QUEUES * self.most).view(np.int64).reshape(QUEUES, self.most)
        self._table = borrow(self, 2 << int(self.most * 2 - 1).bit_length()).view(np.int64)
        self._marks = borrow(self, _MARKS // 4).view(np.uint8)
        self._skip, self._resume = (int(self.sight.scratch(rules, which)) for which in (0, 1))

    def start(
        self,
        words: Words,
        *,
        pattern: tuple[int, ...] = (NOVEL, GREEDY, NOVEL, BREADTH),
        layer: int = abi.RICH,
        max_depth: int = 1 << 20,
    ) -> None:
        """Put the root in and forget all else."""
        self._table[:] = 0
        self._marks[:] = 0
        self._spare[:] = np.arange(self._spare.size, dtype=np.int32)[::-1]
        self._states = np.repeat(words[None, :], 3, axis=0)
        self._found = np.empty(4096, np.int32)
        self._order = np.empty(self.core.actions, np.int32)
        self._looks = np.zeros(abi.N_TRAITS, np.int32)
        self._pattern = np.array(pattern, np.int32)
        self._way = np.empty(1 << 16, np.int32)
        self.sizes = np.zeros(2 * QUEUES, np.int64)
        self.sizes[QUEUES + np.unique(self._pattern)] = 1
        self.control = control = np.zeros(_CONTROL, np.int64)
        control[NODES], control[FREE], control[GOAL], control[MAX_DEPTH] = 1, self._spare.size, -1, max_depth
        control[LAYER] = layer | abi.MOVING
        self.root_score = int(self.core.score(self.rules, words, 0))
        self.nodes[0] = (-1, -1, 0, -1, self.root_score, 0, 0)
        _remember(self._table, control, int(self.sight.digest(self.rules, words)))
        for queue in set(pattern):
            _push(self._heaps[queue], self.sizes, queue, 0)

    def run(self, allowed: int) -> int:
        """Search on for at most *allowed* model steps; return how many were made.

        A node is expanded as a whole or not at all, so a few steps may be left over.
        """
        core, sight = self.core, self.sight
        return int(
            _voyage(
                core.step, core.legal, core.score, sight.atoms, sight.traits, sight.digest, self.rules, self._states,
                self._blocks, self._spare, self.nodes, self._way, self._heaps, self._table, self._marks, self._found,
                self._order, self._looks, self._pattern, self.sizes, self.control, self._skip, self._resume, allowed,
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
