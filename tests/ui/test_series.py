"""Series: fair seats, honest intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.harness.series import series, wilson


def test_wilson_gives_the_textbook_values():
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


@given(st.integers(0, 500), st.integers(1, 500))
def test_wilson_holds_the_rate_and_mirrors(successes, n):
    successes = min(successes, n)
    low, high = wilson(successes, n)
    assert 0 <= low <= successes / n <= high <= 1
    assert wilson(n - successes, n) == pytest.approx((1 - high, 1 - low))


def test_wilson_refuses_more_successes_than_trials():
    with pytest.raises(BadParameter, match="3 successes in 2 trials"):
        wilson(3, 2)


def test_seats_are_swapped_every_other_game_and_share_the_seed():
    seen = []
    played = series("pebbles", ["first", "random"], 4, 1, Budget(steps=5), lambda _, record: seen.append(record))
    assert [result.seats for result in played.results] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert seen[0].seed == seen[1].seed != seen[2].seed
    assert played.tally(0).games == 4
    assert played.tally(0, 0).games == 2
    assert played.tally(0).wins == played.tally(1).losses
    assert played.records == ()


def test_records_are_kept_when_asked():
    assert len(series("pebbles", ["first", "first"], 2, keep=True).records) == 2


def test_a_series_has_a_game():
    with pytest.raises(BadParameter, match="a series has one game at least"):
        series("pebbles", ["first", "first"], 0)


def test_games_that_are_merely_scored_show_points(run):
    shown = run("match", "north?bound=2&mode=survivor", "random", "--games", "4", "--steps", "1").stdout
    assert " points" in shown
    assert "0% –" not in shown
