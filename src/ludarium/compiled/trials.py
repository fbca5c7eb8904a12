"""Trying things out with fresh luck, inside the compiled core: how dangerous each action is, how good a plan is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from ludarium.compiled import abi
from ludarium.compiled.abi import LEGAL_TYPE, SCORE_TYPE, STEP_TYPE, TRAITS_TYPE, Core, Words
from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below
from ludarium.compiled.width import Numbers

_words, _longs, _int, _numbers = types.int32[::1], types.int64[::1], types.int64, types.float64[::1]

TRIES, TRAPS, DEATHS, LOOKS, WINS = range(5)


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, TRAITS_TYPE, STEP_TYPE, _words, _words, types.int32[:, ::1], _words,
        types.int32[:, ::1], _words, _longs, types.int64[:, ::1], _int, _int, _int,
    )
)  # fmt: skip
def _dangers(  # type: ignore[no-untyped-def]
    step, legal, traits, stir, rules, root, states, looks, orders, left, luck, tally, mask, most, allowed
):
    """Try each action of the mask once: one step with fresh luck, then look for a way to live on.

    The way is looked for depth-first, actions in random order, in at most *most* steps: where it is easy to live, the
    first way goes. A try that finds none is a trap.
    """
    made = 0
    depth = states.shape[0] - 1
    for action in range(tally.shape[0]):
        if not mask >> action & 1 or made + 1 + most > allowed:
            continue
        after = states[0]
        for word in range(root.size):
            after[word] = root[word]
        stir(rules, after, below(luck, 1 << 24) << 24 | below(luck, 1 << 24))
        step(rules, after, action)
        made += 1
        traits(rules, after, looks)
        if looks[abi.FULL]:
            continue
        tally[action, TRIES] += 1
        if looks[abi.STATUS] == abi.WON:
            tally[action, WINS] += 1
            continue
        if looks[abi.STATUS] == abi.LOST:
            tally[action, TRAPS] += 1
            continue
        level, used, alive = 0, 0, depth == 0
        left[0] = -1
        while level >= 0 and used < most and not alive:
            order = orders[level]
            if left[level] < 0:
                choices = legal(rules, states[level], order)
                for index in range(choices - 1, 0, -1):
                    other = below(luck, index + 1)
                    order[index], order[other] = order[other], order[index]
                left[level] = choices
            if left[level] == 0:
                level -= 1
                continue
            left[level] -= 1
            here, there = states[level], states[level + 1]
            for word in range(root.size):
                there[word] = here[word]
            step(rules, there, order[left[level]])
            used += 1
            traits(rules, there, looks)
            tally[action, LOOKS] += 1
            if looks[abi.STATUS] == abi.LOST:
                tally[action, DEATHS] += 1
                continue
            level += 1
            if level == depth or looks[abi.STATUS] == abi.WON:
                alive = True
            else:
                left[level] = -1
        made += used
        if not alive and level < 0:
            tally[action, TRAPS] += 1
    return made


class Dangers:
    """Counts, over repeated rounds from one position, what was seen of each action."""

    def __init__(self, core: Core, rules: Words, depth: int = 8, most: int = 40) -> None:
        assert core.sight is not None, "only games with sight come here"
        self.core, self.rules, self.depth, self.most = core, rules, depth, most
        self.tally = np.zeros((core.actions, 5), np.int64)
        self._states: NDArray[np.int32] = np.empty((0, 0), np.int32)
        self._looks = np.zeros(abi.N_TRAITS, np.int32)
        self._orders = np.empty((depth + 1, core.actions), np.int32)
        self._left = np.empty(depth + 1, np.int32)

    def clear(self) -> None:
        """Forget the last position."""
        self.tally[:] = 0

    def round(self, words: Words, mask: int, luck: Luck, allowed: int) -> int:
        """Try each action of the mask once more; return the model steps made."""
        if self._states.shape[1] != words.size:
            self._states = np.empty((self.depth + 1, words.size), np.int32)
        sight = self.core.sight
        assert sight is not None
        return int(
            _dangers(
                self.core.step, self.core.legal, sight.traits, sight.stir, self.rules, words, self._states, self._looks,
                self._orders, self._left, luck, self.tally, mask, self.most, allowed,
            )
        )  # fmt: skip

    @property
    def traps(self) -> Numbers:
        """The share of tries that were lost at once, or had no way to live on."""
        return self.tally[:, TRAPS] / np.maximum(self.tally[:, TRIES], 1)

    @property
    def deaths(self) -> Numbers:
        """The share of steps after it that were deadly."""
        return self.tally[:, DEATHS] / np.maximum(self.tally[:, LOOKS], 1)

    @property
    def wins(self) -> Numbers:
        """The share of tries that won at once."""
        return self.tally[:, WINS] / np.maximum(self.tally[:, TRIES], 1)


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, SCORE_TYPE, TRAITS_TYPE, STEP_TYPE, _words, _words, _words, _words, _words, _longs,
        _words, _numbers, _numbers, _int, _int,
    )
)  # fmt: skip
def _trials(  # type: ignore[no-untyped-def]
    step, legal, score, traits, stir, rules, root, state, looks, order, luck, plan, powers, out, samples, allowed
):
    made = 0
    start = score(rules, root, 0)
    for _ in range(samples):
        if made + plan.size > allowed:
            break
        for word in range(root.size):
            state[word] = root[word]
        stir(rules, state, below(luck, 1 << 24) << 24 | below(luck, 1 << 24))
        last, total, depth = start, 0.0, 0
        for index in range(plan.size):
            choices = legal(rules, state, order)
            if choices == 0:
                break
            action = order[0]
            for choice in range(choices):
                if order[choice] == plan[index]:
                    action = plan[index]
            step(rules, state, action)
            made += 1
            depth += 1
            points = score(rules, state, 0)
            total += (points - last) * powers[min(depth, powers.size - 1)]
            last = points
        traits(rules, state, looks)
        power = powers[min(depth, powers.size - 1)]
        out[0] += 1.0
        out[1] += total
        if looks[abi.STATUS] == abi.LOST:
            out[2] += power
        elif looks[abi.STATUS] == abi.WON:
            out[3] += power
    return made


class Trial(NamedTuple):
    """How a plan fared: tries, the mean discounted gain, and the discounted shares of losses and wins."""

    tries: int
    gain: float
    losses: float
    wins: float
    steps: int


def trials(
    core: Core, rules: Words, words: Words, plan: Words, powers: Numbers, luck: Luck, samples: int, allowed: int
) -> Trial:
    """Follow a plan some times, each with luck of its own; an action that is not legal becomes the first legal one."""
    assert core.sight is not None
    out = np.zeros(4)
    made = _trials(
        core.step, core.legal, core.score, core.sight.traits, core.sight.stir, rules, words, words.copy(),
        np.zeros(abi.N_TRAITS, np.int32), np.empty(core.actions, np.int32), luck, plan, powers, out, samples, allowed,
    )  # fmt: skip
    tries = max(out[0], 1.0)
    return Trial(int(out[0]), float(out[1] / tries), float(out[2] / tries), float(out[3] / tries), int(made))
