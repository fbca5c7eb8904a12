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

TRIES, TRAPS, DEATHS, WALKS, WINS = range(5)


@kernel(
    types.int64(
        STEP_TYPE, LEGAL_TYPE, TRAITS_TYPE, STEP_TYPE, _words, _words, _words, _words, _words, _words, _longs,
        types.int64[:, ::1], _int, _int, _int, _int, _int,
    )
)  # fmt: skip
def _dangers(  # type: ignore[no-untyped-def]
    step, legal, traits, stir, rules, root, after, state, looks, order, luck, tally, mask, samples, walks, depth, allowed
):
    made = 0
    for _ in range(samples):
        for action in range(tally.shape[0]):
            if not mask >> action & 1 or made + 1 + walks * depth > allowed:
                continue
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
            trapped = walks > 0
            for _ in range(walks):
                for word in range(root.size):
                    state[word] = after[word]
                stir(rules, state, below(luck, 1 << 24) << 24 | below(luck, 1 << 24))
                dead = False
                for _ in range(depth):
                    choices = legal(rules, state, order)
                    if choices == 0:
                        break
                    step(rules, state, order[below(luck, choices)])
                    made += 1
                traits(rules, state, looks)
                dead = looks[abi.STATUS] == abi.LOST
                tally[action, WALKS] += 1
                tally[action, DEATHS] += int(dead)
                if not dead:
                    trapped = False
            tally[action, TRAPS] += int(trapped)
    return made


class Danger(NamedTuple):
    """What was seen of each action: the share of tries that were lost at once or in all walks after it, of walks that
    were lost, and of tries that won at once.
    """

    traps: Numbers
    deaths: Numbers
    wins: Numbers
    steps: int


def dangers(
    core: Core,
    rules: Words,
    words: Words,
    mask: int,
    luck: Luck,
    *,
    samples: int,
    walks: int,
    depth: int,
    allowed: int,
    tally: NDArray[np.int64] | None = None,
) -> Danger:
    """Try each action of the mask: one step with fresh luck, then some random walks. Adds to *tally* when it is given."""
    assert core.sight is not None
    tally = np.zeros((core.actions, 5), np.int64) if tally is None else tally
    made = _dangers(
        core.step, core.legal, core.sight.traits, core.sight.stir, rules, words, words.copy(), words.copy(),
        np.zeros(abi.N_TRAITS, np.int32), np.empty(core.actions, np.int32), luck, tally, mask, samples, walks, depth,
        allowed,
    )  # fmt: skip
    tries, walked = np.maximum(tally[:, TRIES], 1), np.maximum(tally[:, WALKS], 1)
    return Danger(tally[:, TRAPS] / tries, tally[:, DEATHS] / walked, tally[:, WINS] / tries, int(made))


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
    """How a plan fared: how often it was tried, the mean discounted gain, and the discounted shares of losses and wins."""

    tries: int
    gain: float
    losses: float
    wins: float
    steps: int


def trials(
    core: Core, rules: Words, words: Words, plan: Words, powers: Numbers, luck: Luck, samples: int, allowed: int
) -> Trial:
    """Follow a plan some times, each time with luck of its own; an action that is not legal becomes the first legal one."""
    assert core.sight is not None
    out = np.zeros(4)
    made = _trials(
        core.step, core.legal, core.score, core.sight.traits, core.sight.stir, rules, words, words.copy(),
        np.zeros(abi.N_TRAITS, np.int32), np.empty(core.actions, np.int32), luck, plan, powers, out, samples, allowed,
    )  # fmt: skip
    tries = max(out[0], 1.0)
    return Trial(int(out[0]), float(out[1] / tries), float(out[2] / tries), float(out[3] / tries), int(made))
