"""Searches that run inside the compiled core, over any game that keeps the calling convention (`abi`)."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from ludarium.compiled.abi import LEGAL_TYPE, MOVER_TYPE, SCORE_TYPE, STEP_TYPE, Core, Words
from ludarium.compiled.cache import kernel
from ludarium.core.rng import derive_seed

Luck = NDArray[np.int64]

_words, _luck, _int = types.int32[::1], types.int64[::1], types.int64
_MASK = 0xFFFFFFFF


def luck_from(seed: int, *labels: object) -> Luck:
    """Return a generator's two words for the kernels."""
    word = derive_seed(seed, *labels)
    return np.array([(word & _MASK) | 1, word >> 32], np.int64)


@kernel("int64(int64[::1], int64)", inline=True)
def below(luck: Luck, n: int) -> int:
    """Draw 0 <= k < n: xorshift (Marsaglia 2003) plus a Weyl sequence, in 32-bit words held in int64.

    NumPy scalars warn where machine code wraps, so every step is masked: the JIT on or off draws the same.
    """
    x = luck[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    luck[0] = x
    luck[1] = (luck[1] + 362437) & 0xFFFFFFFF
    return (((x + luck[1]) & 0xFFFFFFFF) * n) >> 32  # type: ignore[no-any-return]


@kernel(_int(STEP_TYPE, LEGAL_TYPE, MOVER_TYPE, _words, _words, _words, _luck, _int))
def roll_out(step, legal, mover, rules, state, scratch, luck, limit):  # type: ignore[no-untyped-def]
    """Play uniformly random moves in *state* until the game or *limit* ends; return how many were made."""
    made = 0
    while made < limit and mover(rules, state) >= 0:
        count = legal(rules, state, scratch)
        step(rules, state, scratch[below(luck, count)])
        made += 1
    return made


def random_game(core: Core, rules: Words, state: Words, limit: int, rng: np.random.Generator) -> int:
    """Play random moves in *state*, with luck drawn from *rng*; return how many were made."""
    luck = rng.integers(1, 1 << 32, 2)
    scratch = np.empty(core.actions, np.int32)
    return int(roll_out(core.step, core.legal, core.mover, rules, state, scratch, luck, limit))


@kernel(
    types.void(
        STEP_TYPE, LEGAL_TYPE, MOVER_TYPE, SCORE_TYPE, _words, _words, _words, _words, _luck, _int, _int, _luck, _luck
    )
)
def _play_outs(  # type: ignore[no-untyped-def]
    step, legal, mover, score, rules, root, state, scratch, luck, games, limit, lengths, wins
):
    for _ in range(games):
        for word in range(root.size):  # in machine code a plain loop copies faster than a slice
            state[word] = root[word]
        made = 0
        while made < limit and mover(rules, state) >= 0:
            count = legal(rules, state, scratch)
            step(rules, state, scratch[below(luck, count)])
            made += 1
        lengths[made] += 1
        for player in range(wins.size):
            if score(rules, state, player) > 0.0:
                wins[player] += 1


def play_outs(core: Core, rules: Words, root: Words, games: int, limit: int, luck: Luck) -> tuple[Luck, Luck]:
    """Play *games* uniformly random games from *root*: how many ended after n steps, and each player's wins."""
    lengths, wins = np.zeros(limit + 1, np.int64), np.zeros(core.players, np.int64)
    scratch = np.empty(core.actions, np.int32)
    _play_outs(
        core.step,
        core.legal,
        core.mover,
        core.score,
        rules,
        root,
        root.copy(),
        scratch,
        luck,
        games,
        limit,
        lengths,
        wins,
    )
    return lengths, wins
