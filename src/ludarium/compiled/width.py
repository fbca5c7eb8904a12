"""Novelty searches inside the compiled core: IW(1), IW(3/2), IW(2) breadth-first.

A search is an object with fixed arrays, made once for a match. `start` puts a root in, `run(allowed)` makes at most so
many model steps and returns how many it made; cutting the work into slices does not change what is found. Nothing is
cleared between moves: tables hold the number of the search that wrote them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from ludarium.compiled import abi
from ludarium.compiled.abi import (
    ATOMS_TYPE,
    LEGAL_TYPE,
    SCORE_TYPE,
    STEP_TYPE,
    TRAITS_TYPE,
    Core,
    Sight,
    Words,
)
from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below
from ludarium.compiled.room import borrow

Numbers = NDArray[np.float64]
Grid = NDArray[np.int32]

_words, _grid, _luck, _int, _numbers = (
    types.int32[::1],
    types.int32[:, ::1],
    types.int64[::1],
    types.int64,
    types.float64[::1],
)

WIN, LOSS = 1e6, -1e6
"""What an ending adds to a value: more than any score."""

SINGLES, PAIRS, INFORMED = 1, 2, 3
"""What must be new: an atom; a pair of atoms; an atom with the score, or with the avatar's type (IW(3/2))."""

PARENT, ACTION, FIRST, DEPTH, PLACE, KIND, MOVABLES, HOLDS, OPEN = range(9)
_NODE = 9
HEAD, TAIL, EPOCH, DONE, BEST, FULLS, CHOICES, NEXT, MASK, MAX_DEPTH, DEEPEST, NOVEL, MODE, LAYER = range(14)
_CONTROL = 14
_PAIR_WORDS = 1 << 22
_ATOM_ROOM = 4096

RUNNING, ENDED, WON_ONE, NO_ROOM = 0, 1, 2, 3


@kernel(
    types.boolean(_words, _int, _int, _int, _int, _int, _words, _words),
)
def is_new(found, count, mode, epoch, score, kind, seen, pairs):  # type: ignore[no-untyped-def]
    """Say whether the atoms show something new, and remember all of it."""
    new = False
    for index in range(count):
        if seen[found[index]] != epoch:
            seen[found[index]] = epoch
            new = True
    if mode == 1:
        return new
    mask = pairs.size - 1
    for index in range(count):
        spread = int(found[index]) * 0x9E3779B1
        if mode == 3:
            place = (spread ^ (score * 0x85EBCA6B)) & mask
            if pairs[place] != epoch:
                pairs[place] = epoch
                new = True
            place = (spread ^ ((kind + 7919) * 0xC2B2AE35)) & mask
            if pairs[place] != epoch:
                pairs[place] = epoch
                new = True
        else:
            for other in range(index):
                low, high = min(found[index], found[other]), max(found[index], found[other])
                place = ((int(low) * 0x9E3779B1) ^ (int(high) * 0x85EBCA6B)) & mask
                if pairs[place] != epoch:
                    pairs[place] = epoch
                    new = True
    return new


GAIN, VANISH, TAKE, POWERS = range(4)
"""Places in `prizes`: what a point is worth, a movable thing that vanished without one, a thing taken; then the
discounts of each depth."""


@kernel("float64(float64, int64[::1], int32[::1], float64[::1], float64[::1])", inline=True)
def gain(change: float, before: Luck, looks: Words, prizes: Numbers, changes: Numbers) -> float:
    """Return what a step was worth; *before* holds KIND, MOVABLES, HOLDS; *changes* what each new avatar type earns."""
    worth = change * prizes[GAIN]
    if change == 0.0 and looks[abi.MOVABLES] < before[1]:
        worth += prizes[VANISH]
    if looks[abi.HOLDS] > before[2]:
        worth += prizes[TAKE]
    kind = looks[abi.KIND]
    if kind != before[0] and kind >= 0 and before[0] >= 0:
        worth += changes[min(int(kind), changes.size - 1)]
    return float(worth)


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, SCORE_TYPE, ATOMS_TYPE, TRAITS_TYPE, _words, _grid, _grid, _numbers, _numbers, _numbers,
        _words, _words, _words, _words, _words, _words, _luck, _luck, _luck, _numbers, _numbers, _numbers, _int,
    )
)  # fmt: skip
def _breadth(  # type: ignore[no-untyped-def]
    step, legal, score, atoms, traits, rules, states, nodes, values, scores, firsts,
    leaders, found, order, seen, pairs, looks, before, control, luck, prizes, changes, lure, allowed,
):  # fmt: skip
    made = 0
    capacity = nodes.shape[0] - 1
    layer, mode, epoch = control[LAYER], control[MODE], control[EPOCH]
    while made < allowed and control[DONE] == 0:
        head = control[HEAD]
        if control[NEXT] == 0:  # a new node to expand: find one, and shuffle its actions
            while head < control[TAIL] and nodes[head, OPEN] == 0:
                head += 1
            control[HEAD] = head
            if head >= control[TAIL]:
                control[DONE] = ENDED
                break
            choices = legal(rules, states[head], order)
            if head == 0:
                kept = 0
                for index in range(choices):
                    if control[MASK] >> order[index] & 1:
                        order[kept] = order[index]
                        kept += 1
                choices = kept
            for index in range(choices - 1, 0, -1):
                other = below(luck, index + 1)
                order[index], order[other] = order[other], order[index]
            control[CHOICES] = choices
        if control[NEXT] >= control[CHOICES]:
            control[NEXT] = 0
            control[HEAD] = head + 1
            continue
        tail = control[TAIL]
        if tail >= capacity:
            control[DONE] = NO_ROOM
            break
        action = order[control[NEXT]]
        control[NEXT] += 1
        parent, child = states[head], states[tail]
        for word in range(parent.size):
            child[word] = parent[word]
        step(rules, child, action)
        made += 1
        traits(rules, child, looks)
        if looks[abi.FULL]:
            control[FULLS] += 1
            continue
        depth = nodes[head, DEPTH] + 1
        status = looks[abi.STATUS]
        points = score(rules, child, 0)
        before[0], before[1], before[2] = nodes[head, KIND], nodes[head, MOVABLES], nodes[head, HOLDS]
        power = prizes[min(POWERS + depth, prizes.size - 1)]
        value = values[head] + gain(points - scores[head], before, looks, prizes, changes) * power
        appeal = value
        if status == abi.WON:
            appeal += WIN - depth
        elif status == abi.LOST:
            appeal += LOSS + depth
        elif looks[abi.CELL] >= 0 and lure.size > 1:
            appeal += lure[looks[abi.CELL]] - 0.0005 * depth
        first = action if head == 0 else nodes[head, FIRST]
        new = False
        if status == abi.PLAYING:
            count = atoms(rules, child, layer, found)
            new = is_new(found, count, mode, epoch, int(points), looks[abi.KIND], seen, pairs)
        better = appeal > firsts[first]
        if not new and not better:
            continue
        nodes[tail, PARENT], nodes[tail, ACTION], nodes[tail, FIRST], nodes[tail, DEPTH] = head, action, first, depth
        nodes[tail, PLACE], nodes[tail, KIND] = looks[abi.CELL], looks[abi.KIND]
        nodes[tail, MOVABLES], nodes[tail, HOLDS] = looks[abi.MOVABLES], looks[abi.HOLDS]
        nodes[tail, OPEN] = int(new and depth < control[MAX_DEPTH])
        values[tail], scores[tail] = value, points
        if new:
            control[NOVEL] += 1
            control[DEEPEST] = max(control[DEEPEST], depth)
        if better:
            firsts[first] = appeal
            leaders[first] = tail
            if (
                control[BEST] < 0
                or appeal > firsts[nodes[control[BEST], FIRST]]
                or nodes[control[BEST], FIRST] == first
            ):
                control[BEST] = tail
        control[TAIL] = tail + 1
        if status == abi.WON:
            control[DONE] = WON_ONE
    return made


@kernel(types.int64(STEP_TYPE, TRAITS_TYPE, STEP_TYPE, _words, _words, _words, _words, _luck, _words, _int, _int, _int))
def _look_ahead(step, traits, stir, rules, root, state, looks, luck, deaths, mask, samples, allowed):  # type: ignore[no-untyped-def]
    """Try each action of the mask some times, each with luck of its own; count the losses."""
    made = 0
    for _ in range(samples):
        for action in range(deaths.size):
            if mask >> action & 1 and made < allowed:
                for word in range(root.size):
                    state[word] = root[word]
                stir(rules, state, below(luck, 1 << 24) << 24 | below(luck, 1 << 24))
                step(rules, state, action)
                made += 1
                traits(rules, state, looks)
                if looks[abi.STATUS] == abi.LOST:
                    deaths[action] += 1
    return made


def pool_of(room: Words, size: int, most: int) -> Grid:
    """Return a view of the room as positions of *size* words, *most* at most."""
    rows = min(most, room.size // size)
    assert rows >= 8, "a search has room for some positions"
    return room[: rows * size].reshape(rows, size)


class Breadth:
    """IW(1), IW(3/2) or IW(2) from a root, breadth-first, until nothing is new, a win is seen, or the budget ends."""

    tail, deepest, fulls = TAIL, DEEPEST, FULLS

    def __init__(self, core: Core, rules: Words, megabytes: int = 384, most: int = 1 << 16) -> None:
        assert core.sight is not None, "only games with sight come here"
        self.core, self.rules = core, rules
        self.sight: Sight = core.sight
        self._room, self._most = borrow(self, megabytes << 18), most
        self.states: Grid = np.empty((0, 0), np.int32)
        self.control = np.zeros(_CONTROL, np.int64)
        self._epoch = 0
        self._found = np.empty(_ATOM_ROOM, np.int32)
        self._order = np.empty(core.actions + 1, np.int32)
        self._looks = np.zeros(abi.N_TRAITS, np.int32)
        self._seen: dict[int, Words] = {}
        self._pairs = np.zeros(1, np.int32)
        self.firsts = np.empty(core.actions)
        self.leaders = np.empty(core.actions, np.int32)
        self._before = np.zeros(3, np.int64)

    def prepare(self, words: Words, layer: int, *, pairs: bool) -> None:
        """Make room for searches from such a root, so that no move has to."""
        if self.states.shape[1] != words.size:
            self.states = pool_of(self._room, words.size, self._most)
            rows = self.states.shape[0]
            self.nodes = np.empty((rows, _NODE), np.int32)
            self.values, self.scores = np.empty(rows), np.empty(rows)
        if layer not in self._seen:
            self._seen[layer] = np.zeros(self.sight.size(self.rules, layer) + 1, np.int32)
        if pairs and self._pairs.size == 1:
            self._pairs = borrow(self, _PAIR_WORDS)
            self._pairs[:] = 0

    def start(
        self,
        words: Words,
        mask: int,
        luck: Luck,
        *,
        layer: int = abi.CATEGORY,
        mode: int = SINGLES,
        discount: float = 1.0,
        vanish: float = 0.0,
        take: float = 0.0,
        changes: Numbers | None = None,
        lure: Numbers | None = None,
        max_depth: int = 1 << 20,
    ) -> None:
        """Put the root in.

        *mask* holds the first actions that may be tried; *changes* what becoming each avatar type is worth, *lure* what
        it is worth to end on each cell.
        """
        self.prepare(words, layer, pairs=mode != SINGLES)
        self._epoch += 1
        self._luck = luck
        self._layer_seen = self._seen[layer]
        self._prizes = np.concatenate([[1.0, vanish, take], powers(discount, 512)])
        self._changes = np.zeros(1) if changes is None else changes
        self._lure = np.zeros(1) if lure is None else lure
        self.states[0] = words
        control = self.control
        control[:] = 0
        control[EPOCH], control[MODE], control[LAYER] = self._epoch, mode, layer | abi.MOVING
        control[TAIL], control[BEST], control[MASK], control[MAX_DEPTH] = 1, -1, mask, max_depth
        looks = self._looks
        self.sight.traits(self.rules, words, looks)
        self.root_score = float(self.core.score(self.rules, words, 0))
        self.nodes[0] = (-1, -1, -1, 0, looks[abi.CELL], looks[abi.KIND], looks[abi.MOVABLES], looks[abi.HOLDS], 1)
        self.values[0], self.scores[0] = 0.0, self.root_score
        self.firsts[:] = -np.inf
        self.leaders[:] = -1
        count = self.sight.atoms(self.rules, words, layer, self._found)
        is_new(
            self._found, count, mode, self._epoch, int(self.root_score), int(looks[abi.KIND]), self._layer_seen,
            self._pairs,
        )  # fmt: skip

    def run(self, allowed: int) -> int:
        """Search on for at most *allowed* model steps; return how many were made."""
        core, sight = self.core, self.sight
        return int(
            _breadth(
                core.step, core.legal, core.score, sight.atoms, sight.traits, self.rules, self.states, self.nodes,
                self.values, self.scores, self.firsts, self.leaders, self._found, self._order, self._layer_seen,
                self._pairs, self._looks, self._before, self.control, self._luck, self._prizes, self._changes,
                self._lure, allowed,
            )
        )  # fmt: skip

    @property
    def done(self) -> bool:
        """Whether there is nothing left to search."""
        return bool(self.control[DONE])

    @property
    def complete(self) -> bool:
        """Whether the search came to its end by itself."""
        return bool(self.control[DONE] in (ENDED, WON_ONE))

    def path(self, node: int) -> list[int]:
        """Return the actions from the root to a node."""
        found = []
        while node > 0:
            found.append(int(self.nodes[node, ACTION]))
            node = int(self.nodes[node, PARENT])
        return found[::-1]

    def best(self) -> tuple[list[int], float]:
        """Return the best plan and its value; nothing, before a step was made."""
        node = int(self.control[BEST])
        return (self.path(node), float(self.firsts[self.nodes[node, FIRST]])) if node >= 0 else ([], 0.0)

    def places(self) -> Any:
        """Return the cells that the avatar came to, with repeats."""
        return self.nodes[: int(self.control[TAIL]), PLACE]

    def depths(self) -> Any:
        """Return how deep the search was at each of the `places`."""
        return self.nodes[: int(self.control[TAIL]), DEPTH]


@cache
def powers(base: float, count: int) -> Numbers:
    """Return 1, base, base², …: by products alone, so that every machine has the same. Nobody writes to it."""
    return np.cumprod(np.concatenate([[1.0], np.full(count - 1, base)]))


def look_ahead(
    core: Core, rules: Words, words: Words, mask: int, luck: Luck, samples: int, allowed: int
) -> tuple[NDArray[np.int32], int]:
    """Return how often each action lost at once in *samples* tries with fresh luck, and the steps made."""
    assert core.sight is not None
    deaths = np.zeros(core.actions, np.int32)
    made = _look_ahead(
        core.step, core.sight.traits, core.sight.stir, rules, words, words.copy(), np.zeros(abi.N_TRAITS, np.int32),
        luck, deaths, mask, samples, allowed,
    )  # fmt: skip
    return deaths, int(made)
