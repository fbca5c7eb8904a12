"""How fast the forward model is: what a roll-out does, and what a tree search does, inside the core."""

from __future__ import annotations

import time

import numpy as np

from ludarium.compiled.abi import Words
from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below, luck_from
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.game import Arcade
from ludarium.games.arcade.rules import legal, step

DEPTH = 20
"""Steps of a roll-out, as the reference was measured."""


@kernel("int64(int32[::1], int32[::1], int32[::1], int32[::1], int64[::1], int64, int64)")
def _roll_outs(rules: Words, root: Words, state: Words, scratch: Words, luck: Luck, count: int, depth: int) -> int:
    """Play *count* random roll-outs from copies of *root*; return how many steps were taken."""
    made = 0
    for _ in range(count):
        for word in range(root.size):  # a plain loop becomes vector code, a slice assignment does not
            state[word] = root[word]
        state[at.LUCK_LOW] = below(luck, 1 << 24)
        for _ in range(depth):
            choices = legal(rules, state, scratch)
            if choices == 0:
                break
            step(rules, state, scratch[below(luck, choices)])
            made += 1
    return made


def rates(game: Arcade, seconds: float = 1.0) -> dict[str, float]:
    """Return steps per second of CPU time: `advance` in random roll-outs of 20, `copy_advance` with a copy for each.

    >>> from ludarium.games import arcade
    >>> game = arcade.load(open("game.txt").read(), open("level.txt").read())  # doctest: +SKIP
    >>> rates(game)  # doctest: +SKIP
    {'advance': 1000000.0, 'copy_advance': 900000.0}
    """
    state = game.initial(0)
    root, copy = state.words, state.words.copy()
    scratch = np.empty(at.ACTIONS, np.int32)
    luck = luck_from(0, "bench")
    found = {}
    for name, depth in (("advance", DEPTH), ("copy_advance", 1)):
        slice_of = max(1, 2000 // depth)
        _roll_outs(state.rules, root, copy, scratch, luck, slice_of, depth)
        made, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 2:
            made += _roll_outs(state.rules, root, copy, scratch, luck, slice_of, depth)
        found[name] = made / spent
    return found
