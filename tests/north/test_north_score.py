"""The score: the text's formulas, written again by hand, and their maxima."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.games.north.generator import generate
from ludarium.games.north.score import score
from ludarium.games.north.solver import front, parameters

MODES = ("survivor", "balanced", "explorer")


def by_hand(life, cl, bl, s, cs, bs, cg, mode):
    """Return the parts by the formulas of the text (all divisors positive)."""
    reward_life = round(min(cl / (life - bl) * 100, 100)) if bl else 100
    reward_experience = round(min((life - cl) / bl * 100, 100)) if bl else 100
    d, e = abs(life - cl - bl), abs(s - cs - bs)
    mean = round((reward_life + reward_experience) / 2)
    return (
        {"survivor": reward_life, "explorer": reward_experience, "balanced": mean}[mode],
        round(2 ** (4 - d) / 2**4 * 100) if d <= 3 else 0,
        round(min(cs / (s - bs) * 100, 100)),
        round(2 ** (6 - e) / 2**6 * 100) if e <= 5 else 0,
        (5 - cg) * 25,
    )


sessions = st.tuples(st.integers(0, 30), st.integers(1, 60), st.integers(0, 90), st.integers(0, 180), st.integers(1, 4))


@given(session=sessions, mode=st.sampled_from(MODES), factor=st.sampled_from([3.0, 1.5]))
def test_the_formulas(session, mode, factor):
    best_life, best_stamina, left_life, left_stamina, games = session
    life, stamina = round(factor * best_life), round(factor * best_stamina)
    left_life, left_stamina = min(left_life, life), min(left_stamina, stamina)
    difficulty = "hard" if factor == 1.5 else "easy"
    found = score(life, left_life, best_life, stamina, left_stamina, best_stamina, games, mode, difficulty)
    parts = by_hand(life, left_life, best_life, stamina, left_stamina, best_stamina, games, mode)
    assert tuple(found[:5]) == parts
    assert found.total == sum(parts) * (2 if difficulty == "hard" else 1)
    assert 0 <= found.total <= (1000 if difficulty == "hard" else 500)


@given(bl=st.integers(0, 30), bs=st.integers(1, 60), games=st.integers(1, 4), mode=st.sampled_from(MODES))
def test_the_optimum_has_the_most_points(bl, bs, games, mode):
    for difficulty, factor, full in (("easy", 3, 500), ("hard", 1.5, 1000)):
        life, stamina = round(factor * bl), round(factor * bs)
        at_best = score(life, life - bl, bl, stamina, stamina - bs, bs, games, mode, difficulty).total
        assert at_best == full - (games - 1) * (50 if difficulty == "hard" else 25)


def test_nothing_to_spare_is_full_marks_and_no_division_by_zero():
    assert score(3, 0, 3, 7, 0, 7, 1, "survivor", "easy").total == 500
    assert score(0, 0, 0, 7, 0, 7, 1, "balanced", "easy").total == 500


@pytest.mark.parametrize("mode", MODES)
def test_generated_caves_allow_full_marks(mode):
    for seed in range(20):
        best = parameters(front(generate(3, seed)), mode, "hard")
        left = best.life - best.best_life, best.stamina - best.best_stamina
        pairs = (best.life, left[0], best.best_life, best.stamina, left[1], best.best_stamina)
        assert score(*pairs, 1, mode, "hard").total == 1000
