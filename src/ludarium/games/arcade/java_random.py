"""The luck of the arcade: java.util.Random, the reference's generator, in the first two words of a state.

It is a linear congruential generator of 48 bits; the words hold 24 each. Drawn in the reference's order it gives the
reference's games, tick by tick. Probabilities are compared as whole numbers: `nextFloat() < p` is `k < ceil(p * 2^24)`
for the 24 bits k, and `nextDouble() < p` the same with 53, so no rounding can differ.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ludarium.compiled.abi import Words
from ludarium.compiled.cache import kernel
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.pointers import signature

MULTIPLIER = 0x5DEECE66D
_MASK_24 = 0xFFFFFF
_MASK_48 = 0xFFFFFFFFFFFF


def seed_words(seed: int) -> tuple[int, int]:
    """Return the two words of `new java.util.Random(seed)`."""
    scrambled = (seed ^ MULTIPLIER) & _MASK_48
    return scrambled & _MASK_24, scrambled >> 24


def float_odds(probability: float) -> int:
    """Return n such that `nextFloat() < probability` is `draw(24 bits) < n`."""
    return _odds(probability, 24)


def double_odds(probability: float) -> tuple[int, int]:
    """Return the same for `nextDouble()`: the threshold's high 26 (27 when certain) and low 27 bits."""
    return divmod(_odds(probability, 53), 1 << 27)


def _odds(probability: float, bits: int) -> int:
    if probability != probability or probability <= 0:  # noqa: PLR0124 -- NaN: every comparison is false
        return 0
    return ceil(Fraction(probability) * 2**bits) if probability < 1 else int(2**bits)


@kernel(signature("int64(words, int64)"))
def draw(state: Words, bits: int) -> int:
    """Return the next *bits* (at most 31) bits."""
    seed = (int(state[at.LUCK_HIGH]) << 24) | int(state[at.LUCK_LOW])
    seed = (seed * MULTIPLIER + 0xB) & _MASK_48
    state[at.LUCK_LOW] = seed & _MASK_24
    state[at.LUCK_HIGH] = seed >> 24
    return seed >> (48 - bits)


@kernel(signature("int64(words, int64)"))
def below(state: Words, n: int) -> int:
    """Return `nextInt(n)`."""
    bits = draw(state, 31)
    if n & (n - 1) == 0:
        return (n * bits) >> 31
    value = bits % n
    while bits - value + n - 1 >= 1 << 31:
        bits = draw(state, 31)
        value = bits % n
    return value


@kernel(signature("boolean(words, int64, int64)"))
def chance(state: Words, high: int, low: int) -> bool:
    """Tell whether `nextDouble()` is below the threshold of `double_odds`."""
    first = draw(state, 26)
    second = draw(state, 27)
    return bool(first < high or (first == high and second < low))
