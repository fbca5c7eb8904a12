"""Rollout IW(1) inside the compiled core: novelty found by roll-outs from the root instead of breadth-first.

Bandres, Bonet & Geffner 2018. An atom is new in a node when no node nearer to the root has shown it. Roll-outs start at
the root and end where nothing is new; a node is *solved* when there is nothing left to do below it. What is found in a
short time reaches deeper than breadth-first search does. A policy may say which actions roll-outs prefer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ludarium.compiled import abi
from ludarium.compiled.abi import ATOMS_TYPE, LEGAL_TYPE, SCORE_TYPE, STEP_TYPE, TRAITS_TYPE, Core, Sight, Words
from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below
from ludarium.compiled.room import borrow
from ludarium.compiled.width import LOSS, POWERS, WIN, Grid, Numbers, gain, pool_of, powers

PARENT, ACTION, FIRST, DEPTH, PLACE, KIND, MOVABLES, HOLDS, SOLVED = range(9)
_NODE = 9
TAIL, EPOCH, DONE, BEST, FULLS, MAX_DEPTH, DEEPEST, ROLLOUTS, LAYER, MASK = range(10)
_CONTROL = 10
ENDED, NO_ROOM = 1, 2
_ATOM_ROOM = 4096

_words, _grid, _longs, _int, _numbers = (
    types.int32[::1],
    types.int32[:, ::1],
    types.int64[::1],
    types.int64,
    types.float64[::1],
)


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, SCORE_TYPE, ATOMS_TYPE, TRAITS_TYPE, _words, _grid, _grid, _grid, types.float64[:, ::1],
        _numbers, _numbers, _numbers, _words, _words, _words, _words, _words, _words, _longs, _longs, _longs, _numbers,
        _numbers, types.float64[:, ::1], _int,
    )
)  # fmt: skip
def _roll(  # type: ignore[no-untyped-def]
    step, legal, score, atoms, traits, rules, states, nodes, children, leans, values, scores, firsts, leaders, found,
    order, seen, shallow, looks, before, control, luck, prizes, changes, policy, allowed,
):  # fmt: skip
    made = walked = 0
    walks = 2 * allowed + 32  # known nodes cost time too: late in a search there are many to each new one
    capacity = nodes.shape[0] - 1
    actions = children.shape[1]
    epoch, layer = control[EPOCH], control[LAYER]
    guided = policy.shape[1] > 1
    while made < allowed and control[DONE] == 0 and (made == 0 or walked < walks):
        node = 0
        control[ROLLOUTS] += 1
        rolling = True
        while rolling and made < allowed:
            choices = legal(rules, states[node], order)
            action, total = -1, 0.0
            for index in range(choices):
                one = order[index]
                if node == 0 and not control[MASK] >> one & 1:
                    continue
                child = children[node, one]
                if child == -2 or (child >= 0 and nodes[child, SOLVED]):
                    continue
                lean = leans[node, one] if guided else 1.0
                total += lean
                if below(luck, 1 << 20) * total < lean * (1 << 20):
                    action = one
            if action < 0:
                nodes[node, SOLVED] = 1
                break
            child = children[node, action]
            if child < 0:
                tail = control[TAIL]
                if tail >= capacity:
                    control[DONE] = NO_ROOM
                    break
                parent, state = states[node], states[tail]
                for word in range(parent.size):
                    state[word] = parent[word]
                step(rules, state, action)
                made += 1
                traits(rules, state, looks)
                if looks[abi.FULL]:
                    control[FULLS] += 1
                    children[node, action] = -2
                    break
                depth = nodes[node, DEPTH] + 1
                points = score(rules, state, 0)
                before[0], before[1], before[2] = nodes[node, KIND], nodes[node, MOVABLES], nodes[node, HOLDS]
                power = prizes[min(POWERS + depth, prizes.size - 1)]
                value = values[node] + gain(points - scores[node], before, looks, prizes, changes) * power
                appeal = value
                status = looks[abi.STATUS]
                if status == abi.WON:
                    appeal += WIN - depth
                elif status == abi.LOST:
                    appeal += LOSS + depth
                first = action if node == 0 else nodes[node, FIRST]
                solved = status != abi.PLAYING or depth >= control[MAX_DEPTH]
                if status == abi.PLAYING:
                    count = atoms(rules, state, layer, found)
                    new = False
                    for index in range(count):
                        atom = found[index]
                        if seen[atom] != epoch or shallow[atom] > depth:
                            seen[atom], shallow[atom] = epoch, depth
                            new = True
                    solved = solved or not new
                    if guided and not solved:
                        for one in range(actions):
                            lean = 0.0
                            for index in range(count):
                                lean += policy[one, found[index]]
                            leans[tail, one] = 0.02 + 0.5 * (lean + np.sqrt(lean * lean + 4.0))
                nodes[tail, PARENT], nodes[tail, ACTION], nodes[tail, FIRST], nodes[tail, DEPTH] = (
                    node,
                    action,
                    first,
                    depth,
                )
                nodes[tail, PLACE], nodes[tail, KIND] = looks[abi.CELL], looks[abi.KIND]
                nodes[tail, MOVABLES], nodes[tail, HOLDS] = looks[abi.MOVABLES], looks[abi.HOLDS]
                nodes[tail, SOLVED] = int(solved)
                values[tail], scores[tail] = value, points
                for one in range(actions):
                    children[tail, one] = -1
                children[node, action] = tail
                control[TAIL] = tail + 1
                control[DEEPEST] = max(control[DEEPEST], depth)
                if appeal > firsts[first]:
                    firsts[first], leaders[first] = appeal, tail
                node = tail
                rolling = not solved
            else:
                node = child
                walked += 1
                depth = nodes[node, DEPTH]
                count = atoms(rules, states[node], layer, found)
                known = True
                for index in range(count):
                    if shallow[found[index]] >= depth:
                        known = False
                        break
                if known:
                    nodes[node, SOLVED] = 1
                    rolling = False
        while nodes[node, SOLVED] and node > 0:  # solved children solve their parent
            node = nodes[node, PARENT]
            choices = legal(rules, states[node], order)
            left = 0
            for index in range(choices):
                one = order[index]
                if node == 0 and not control[MASK] >> one & 1:
                    continue
                child = children[node, one]
                if child == -1 or (child >= 0 and not nodes[child, SOLVED]):
                    left += 1
            if left:
                break
            nodes[node, SOLVED] = 1
        if nodes[0, SOLVED]:
            control[DONE] = ENDED
    return made


class Rollouts:
    """Rollout IW(1) from a root, until all is solved or the budget ends."""

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
        self._order = np.empty(core.actions, np.int32)
        self._looks = np.zeros(abi.N_TRAITS, np.int32)
        self._before = np.zeros(3, np.int64)
        self._seen: dict[int, tuple[Words, Words]] = {}
        self.firsts = np.empty(core.actions)
        self.leaders = np.empty(core.actions, np.int32)

    def start(
        self,
        words: Words,
        mask: int,
        luck: Luck,
        *,
        layer: int = abi.CATEGORY,
        discount: float = 1.0,
        vanish: float = 0.0,
        take: float = 0.0,
        changes: Numbers | None = None,
        policy: Any = None,
        max_depth: int = 1 << 20,
    ) -> None:
        """Put the root in. *policy* holds a weight for each action and atom of the layer; None prefers nothing."""
        if self.states.shape[1] != words.size:
            self.states = pool_of(self._room, words.size, self._most)
            rows = self.states.shape[0]
            self.nodes = np.empty((rows, _NODE), np.int32)
            self._children = np.empty((rows, self.core.actions), np.int32)
            self._leans = np.ones((rows, self.core.actions))
            self.values, self.scores = np.empty(rows), np.empty(rows)
        self._epoch += 1
        self._luck = luck
        if layer not in self._seen:
            size = self.sight.size(self.rules, layer) + 1
            self._seen[layer] = (np.zeros(size, np.int32), np.zeros(size, np.int32))
        self._layer_seen, self._shallow = self._seen[layer]
        self._prizes = np.concatenate([[1.0, vanish, take], powers(discount, 512)])
        self._changes = np.zeros(1) if changes is None else changes
        self._policy = np.zeros((1, 1)) if policy is None else policy
        self.states[0] = words
        control = self.control
        control[:] = 0
        control[EPOCH], control[LAYER], control[TAIL] = self._epoch, layer | abi.MOVING, 1
        control[MAX_DEPTH], control[MASK] = max_depth, mask
        looks = self._looks
        self.sight.traits(self.rules, words, looks)
        self.root_score = float(self.core.score(self.rules, words, 0))
        self.nodes[0] = (-1, -1, -1, 0, looks[abi.CELL], looks[abi.KIND], looks[abi.MOVABLES], looks[abi.HOLDS], 0)
        self.values[0], self.scores[0] = 0.0, self.root_score
        self._children[0] = -1
        self._leans[0] = 1.0
        self.firsts[:] = -np.inf
        self.leaders[:] = -1
        count = self.sight.atoms(self.rules, words, layer, self._found)
        atoms = self._found[:count]
        self._layer_seen[atoms], self._shallow[atoms] = self._epoch, 0
        if policy is not None:
            lean = policy[:, atoms].sum(axis=1)
            self._leans[0] = 0.02 + 0.5 * (lean + np.sqrt(lean * lean + 4.0))

    def run(self, allowed: int) -> int:
        """Roll out for at most *allowed* model steps; return how many were made."""
        core, sight = self.core, self.sight
        return int(
            _roll(
                core.step, core.legal, core.score, sight.atoms, sight.traits, self.rules, self.states, self.nodes,
                self._children, self._leans, self.values, self.scores, self.firsts, self.leaders, self._found,
                self._order, self._layer_seen, self._shallow, self._looks, self._before, self.control, self._luck,
                self._prizes, self._changes, self._policy, allowed,
            )
        )  # fmt: skip

    @property
    def done(self) -> bool:
        """Whether everything is solved, or the room used up."""
        return bool(self.control[DONE])

    @property
    def complete(self) -> bool:
        """Whether everything is solved."""
        return bool(self.control[DONE] == ENDED)

    def path(self, node: int) -> list[int]:
        """Return the actions from the root to a node."""
        found = []
        while node > 0:
            found.append(int(self.nodes[node, ACTION]))
            node = int(self.nodes[node, PARENT])
        return found[::-1]

    def places(self) -> Any:
        """Return the cells that the avatar came to, with repeats."""
        return self.nodes[: int(self.control[TAIL]), PLACE]

    def depths(self) -> Any:
        """Return how deep the search was at each of the `places`."""
        return self.nodes[: int(self.control[TAIL]), DEPTH]
