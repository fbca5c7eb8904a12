"""java.util.Random, number by number (the expected values come from Java 17)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.games.arcade import java_random
from ludarium.games.arcade.pointers import hold

BOUNDS = (4, 3, 7, 1000, 1 << 30, (1 << 30) + 1, (1 << 30) + 1, 5)
JAVA = {
    0: ((2, 1, 4, 447, 684421757, 663681053, 251269761, 4), 13111975, 3001364519432066, 1),
    1: ((2, 1, 1, 313, 223032127, 77814904, 714504434, 1), 16236249, 6401773443778347, 0),
    42: ((2, 0, 6, 884, 331484985, 595021505, 196118093, 2), 7570839, 3321701182839524, 1),
    -7: ((1, 0, 4, 707, 559945239, 314447087, 677675436, 0), 3324023, 4145470424492765, 3),
    123456789012: ((0, 0, 2, 691, 406924917, 532651183, 1029567865, 4), 5518467, 415692768004823, 1),
}


def luck(seed: int) -> np.ndarray:
    return np.array(java_random.seed_words(seed), np.int32)


@pytest.mark.parametrize("seed", JAVA)
def test_draws_are_javas(seed: int) -> None:
    below, draw = _doors()
    integers, float_bits, double_bits, last = JAVA[seed]
    words = luck(seed)
    assert tuple(below(words, bound) for bound in BOUNDS) == integers
    assert draw(words, 24) == float_bits
    assert (draw(words, 26) << 27) + draw(words, 27) == double_bits
    assert below(words, 4) == last


def _doors():
    import numba

    if numba.config.DISABLE_JIT:
        return java_random.below, java_random.draw

    @numba.njit("int64(int32[::1], int64)")
    def below(words, bound):
        return java_random.below(hold(words), bound)

    @numba.njit("int64(int32[::1], int64)")
    def draw(words, bits):
        return java_random.draw(hold(words), bits)

    return below, draw


@given(st.floats(-0.5, 1.5), st.integers(0, 2**24 - 1))
def test_float_odds_compare_as_java_does(probability: float, bits: int) -> None:
    assert (bits < java_random.float_odds(probability)) == (Fraction(bits, 2**24) < Fraction(probability))


@given(st.floats(0, 1), st.integers(0, 2**53 - 1))
def test_double_odds_compare_as_java_does(probability: float, bits: int) -> None:
    high, low = java_random.double_odds(probability)
    assert ((bits >> 27, bits & (2**27 - 1)) < (high, low)) == (bits * 2.0**-53 < probability)
