"""Open-loop trees inside the compiled core: UCT with short random roll-outs, and OLETS.

A node stands for a sequence of actions, not for a state: each iteration walks down with luck of its own. Values are
scaled to [0, 1] by the least and the greatest return seen in this search.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from ludarium.compiled import abi
from ludarium.compiled.abi import LEGAL_TYPE, SCORE_TYPE, STEP_TYPE, TRAITS_TYPE, Core, Words
from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below
from ludarium.compiled.width import Numbers
from ludarium.core.logs import LOGS

UCT, OLETS = 0, 1
NODES, ITERATIONS, DEEPEST, BROKEN = range(4)
_CONTROL = 4
LOW, HIGH = 0, 1

_words, _grid, _longs, _int, _numbers = (
    types.int32[::1],
    types.int32[:, ::1],
    types.int64[::1],
    types.int64,
    types.float64[::1],
)


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, SCORE_TYPE, TRAITS_TYPE, STEP_TYPE, _words, _words, _words, _words, _words, _words,
        _grid, _words, _words, _numbers, _numbers, _numbers, _numbers, _numbers, _longs, _longs, _int, _int,
        types.float64, types.float64, _int, _int, _int,
    )
)  # fmt: skip
def _grow(  # type: ignore[no-untyped-def]
    step, legal, score, traits, stir, rules, root, state, looks, order, path, children, visits, exits, totals, bests,
    bounds, logs, lure, luck, control, mode, mask, c, ending, depth, allowed, most,
):  # fmt: skip
    """Iterate while fewer than *allowed* steps were made; an iteration that would pass *most* is given up."""
    made = 0
    start = score(rules, root, 0)
    capacity = children.shape[0]
    while made < allowed:
        for word in range(root.size):
            state[word] = root[word]
        stir(rules, state, below(luck, 1 << 24) << 24 | below(luck, 1 << 24))
        node, length, grown, broken = 0, 0, False, False
        path[0] = 0
        choices = legal(rules, state, order)
        while choices > 0 and length < depth and not grown:
            if made >= most:
                broken = True
                break
            action, fresh = -1, 0
            for index in range(choices):
                one = order[index]
                if node == 0 and not mask >> one & 1:
                    continue
                child = children[node, one]
                if child < 0 or visits[child] == 0:
                    fresh += 1
                    if below(luck, fresh) == 0:  # each untried action with the same chance
                        action = one
            if action < 0:
                best = -1.0
                span = bounds[HIGH] - bounds[LOW]
                weight = logs[min(visits[node], logs.size - 1)]
                for index in range(choices):
                    one = order[index]
                    if node == 0 and not mask >> one & 1:
                        continue
                    child = children[node, one]
                    mean = bests[child] if mode == OLETS else totals[child] / visits[child]
                    mean = (mean - bounds[LOW]) / span if span > 0.0 else 0.5
                    bound = max(mean, 0.0) + c * np.sqrt(weight / visits[child])
                    if bound > best:
                        best, action = bound, one
            if children[node, action] < 0:
                if control[NODES] >= capacity:
                    grown = True
                else:
                    children[node, action] = control[NODES]
                    new = control[NODES]
                    for one in range(children.shape[1]):
                        children[new, one] = -1
                    visits[new] = exits[new] = 0
                    totals[new] = bests[new] = 0.0
                    control[NODES] += 1
                    grown = True
            step(rules, state, action)
            made += 1
            if children[node, action] >= 0:
                node = children[node, action]
                length += 1
                path[length] = node
            choices = legal(rules, state, order)
        walked = length
        while mode == UCT and not broken and choices > 0 and walked < depth:
            if made >= most:
                broken = True
                break
            step(rules, state, order[below(luck, choices)])
            made += 1
            walked += 1
            choices = legal(rules, state, order)
        if broken:
            control[BROKEN] += 1
            break
        traits(rules, state, looks)
        if looks[abi.FULL]:
            continue
        value = score(rules, state, 0) - start
        if looks[abi.STATUS] == abi.WON:
            value += ending
        elif looks[abi.STATUS] == abi.LOST:
            value -= ending
        elif lure.size > 1 and looks[abi.CELL] >= 0:
            value += lure[looks[abi.CELL]]
        bounds[LOW], bounds[HIGH] = min(bounds[LOW], value), max(bounds[HIGH], value)
        control[ITERATIONS] += 1
        control[DEEPEST] = max(control[DEEPEST], length)
        last = path[length]
        exits[last] += 1
        if mode == OLETS:
            totals[last] += value
        for place in range(length, -1, -1):
            node = path[place]
            visits[node] += 1
            if mode == UCT:
                totals[node] += value
            else:
                best, any_child = 0.0, False
                for one in range(children.shape[1]):
                    child = children[node, one]
                    if child >= 0 and visits[child] > 0 and (not any_child or bests[child] > best):
                        best, any_child = bests[child], True
                bests[node] = totals[node] / visits[node]
                if any_child:
                    bests[node] += (visits[node] - exits[node]) / visits[node] * best
    return made


class Tree:
    """One decision's tree, in arrays that are made once."""

    def __init__(self, core: Core, rules: Words, capacity: int = 1 << 17) -> None:
        assert core.sight is not None, "only games with sight come here"
        self.core, self.rules = core, rules
        self.children = np.empty((capacity, core.actions), np.int32)
        self.visits, self.exits = np.empty(capacity, np.int32), np.empty(capacity, np.int32)
        self.totals, self.bests = np.empty(capacity), np.empty(capacity)
        self._logs = LOGS
        self.control = np.zeros(_CONTROL, np.int64)
        self._looks = np.zeros(abi.N_TRAITS, np.int32)
        self._order = np.empty(core.actions, np.int32)
        self._path = np.empty(4096, np.int32)

    def start(
        self,
        words: Words,
        mask: int,
        luck: Luck,
        *,
        mode: int = UCT,
        c: float = 1.4142135623730951,
        depth: int = 10,
        ending: float = 1e7,
        lure: Numbers | None = None,
    ) -> None:
        """Plant the root. *ending* is what a win adds to a return, and a loss takes off."""
        self.root, self._state, self._luck, self._mask = words, words.copy(), luck, mask
        self._mode, self._c, self._depth, self._ending = mode, c, min(depth, 4000), ending
        self._lure = np.zeros(1) if lure is None else lure
        self.control[:] = 0
        self.control[NODES] = 1
        self.children[0] = -1
        self.visits[0] = self.exits[0] = 0
        self.totals[0] = self.bests[0] = 0.0
        self._bounds = np.array([np.inf, -np.inf])

    def run(self, allowed: int, most: int) -> int:
        """Iterate; return the steps made."""
        core = self.core
        assert core.sight is not None
        return int(
            _grow(
                core.step, core.legal, core.score, core.sight.traits, core.sight.stir, self.rules, self.root,
                self._state, self._looks, self._order, self._path, self.children, self.visits, self.exits, self.totals,
                self.bests, self._bounds, self._logs, self._lure, self._luck, self.control, self._mode, self._mask,
                self._c, self._ending, self._depth, allowed, most,
            )
        )  # fmt: skip

    def arms(self) -> tuple[NDArray[np.int64], Numbers]:
        """Return how often each first action was taken, and its mean value."""
        visits, means = np.zeros(self.core.actions, np.int64), np.full(self.core.actions, -np.inf)
        for action in range(self.core.actions):
            child = int(self.children[0, action])
            if child >= 0 and self.visits[child]:
                visits[action] = self.visits[child]
                means[action] = self.bests[child] if self._mode == OLETS else self.totals[child] / self.visits[child]
        return visits, means
