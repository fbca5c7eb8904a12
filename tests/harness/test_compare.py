"""Summaries and comparisons: hand-made rows whose answers are known."""

import math

import numpy as np
import pytest
from scipy import stats

from ludarium.core.errors import BadParameter
from ludarium.core.rng import derive
from ludarium.harness.compare import compare, read_side
from ludarium.harness.store import Row
from ludarium.harness.summary import cross, mean, ratings_of, summarise


def row(agents, seed, values, *, game="g", budget="10 steps", experiment="e", outcomes=None, ending="finished"):
    if outcomes is None:
        outcomes = tuple("win" if value > 0 else "loss" if value < 0 else "draw" for value in values)
    key = f"{game}|{agents}|{seed}|{budget}|{experiment}"
    return Row(key, experiment, game, tuple(agents), seed, budget, ending, outcomes, tuple(values), 7, "", 0.5)


def solo(agent, seed, value, **more):
    return row([agent], seed, [value], outcomes=(None,), **more)


def test_means_have_the_intervals_of_the_textbook():
    values = [3.0, 5.0, 4.0, 8.0, 1.0, 2.5]
    found = mean(values)
    low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    assert (found.value, found.low, found.high) == pytest.approx((np.mean(values), low, high))
    assert mean([2.0]).low == -math.inf


def test_the_interval_of_a_mean_covers_it_in_19_of_20_cases():
    rng = derive(1, "means")
    found = [mean(list(rng.normal(3, 2, 12))) for _ in range(2000)]
    assert 0.93 <= np.mean([one.low <= 3 <= one.high for one in found]) <= 0.97


def test_a_line_counts_both_seats_and_names_the_faults():
    rows = [row("ab", 0, [1, -1]), row("ba", 0, [1, -1]), row("ab", 1, [1, -1], ending="crash"), row("ab", 2, [0, 0])]
    first, second = summarise(rows)
    assert (first.agent, first.tally.wins, first.tally.losses, first.tally.draws) == ("a", 2, 1, 1)
    assert (second.agent, second.tally.wins, second.tally.losses) == ("b", 1, 2)
    assert first.faults == second.faults == (("crash", 1),)
    assert first.returned.value == 0.25
    assert (first.moves, first.seconds) == (7, 0.5)


def test_budgets_are_ordered_by_their_size():
    rows = [solo("a", 0, 1, budget=budget) for budget in ("1000 steps", "20 steps", "no limit", "5 ms")]
    assert [line.budget for line in summarise(rows)] == ["no limit", "5 ms", "20 steps", "1000 steps"]


def test_ratings_and_the_cross_table_come_from_games_between_different_agents():
    rows = [row("ab", seed, [1, -1]) for seed in range(9)] + [row("ba", 9, [1, -1]), row("aa", 0, [1, -1])]
    (ratings,) = ratings_of(rows).values()
    assert [rating.agent for rating in ratings] == ["a", "b"]
    table = cross(rows, ["a", "b"])
    assert table["a", "b"].wins == 9
    assert table["b", "a"].games == 10
    assert ratings_of([solo("a", 0, 1)]) == {}


def test_two_agents_are_paired_by_game_seed_seat_and_opponent():
    rows = [
        row([name, "x"], seed, [win[seed], -win[seed]])
        for name, win in (("a", (1, 1, 1)), ("b", (1, -1, 1)))
        for seed in range(3)
    ]
    rows += [row(["x", "a"], 0, [-1, 1]), row(["x", "b"], 0, [1, -1]), row(["a", "y"], 0, [1, -1])]
    found = compare(rows, "a", "b")
    assert (found.total.pairs, found.total.better, found.total.equal, found.total.worse) == (4, 2, 2, 0)
    assert found.total.difference.value == 1.0
    assert found.total.p == 0.5
    assert found.alone == (1, 0)
    back = compare(rows, "agent=b", "agent=a")
    assert (back.total.better, back.total.worse, back.total.difference.value) == (0, 2, -1.0)


def test_the_test_is_the_exact_sign_test_and_the_interval_students():
    rows = [solo("a", seed, seed % 3, game="one") for seed in range(12)]
    rows += [solo("b", seed, 1, game="one") for seed in range(12)]
    (line,) = compare(rows, "a", "b").lines
    differences = [seed % 3 - 1 for seed in range(12)]
    low, high = stats.t.interval(0.95, 11, np.mean(differences), stats.sem(differences))
    assert (line.difference.low, line.difference.high) == pytest.approx((low, high))
    assert line.p == pytest.approx(stats.binomtest(4, 8).pvalue)


def test_experiments_and_budgets_can_be_sides():
    kinds = (("old", "9 steps", 1), ("new", "9 steps", 2), ("new", "99 steps", 5))
    rows = [
        solo("a", seed, value, experiment=name, budget=budget) for seed in range(3) for name, budget, value in kinds
    ]
    found = compare(rows, "experiment=new;budget=9 steps", "experiment=old;budget=9 steps")
    assert (found.total.pairs, found.total.better, found.total.difference.value) == (3, 3, 1)
    budgets = compare(rows, "budget=99 steps", "experiment=new; budget=9 steps")
    assert budgets.total.difference.value == 3
    assert compare(rows, "new", "old").total.pairs == 3


def test_two_stores_can_be_compared_run_by_run():
    before = [solo("a", seed, 1) for seed in range(4)] + [solo("b", 0, 9)]
    after = [solo("a", seed, 3) for seed in range(1, 5)] + [solo("b", 0, 9)]
    found = compare(after, "", "", before)
    assert (found.total.pairs, found.total.better, found.total.equal, found.alone) == (4, 3, 1, (1, 1))
    assert compare(after, "a", "a", before).total.difference.value == 2


def test_two_single_runs_can_be_compared_by_their_keys():
    one, other = solo("a", 3, 5), solo("b", 3, 2)
    assert compare([one, other], f"key={one.key}", f"key={other.key}").total.difference.value == 3


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("aa", r"'aa' is no agent, no experiment and no run of this store"),
        ("agnt=a", r"'agnt=a' is no condition; did you mean 'agent'\?; as in agent=mcts; budget=500 steps"),
        ("agent=zz", "no run of the store fits 'agent=zz'"),
        ("both", "'both' is agent and experiment here; say which, as in agent=both"),
        (
            "agent=alone",
            "'agent=alone' and 'b' have no runs to pair: the same game, seed, seat and opponents, and "
            "budget, sandbox alike",
        ),
    ],
)
def test_sides_that_make_no_sense_are_named(first, says):
    rows = [solo("a", 0, 1), solo("b", 0, 1), solo("both", 0, 1, experiment="both"), solo("alone", 99, 1)]
    with pytest.raises(BadParameter, match=says):
        compare(rows, first, "b")


def test_a_bare_word_is_what_the_store_knows_it_as():
    rows = [solo("mcts?c=1", 0, 1)]
    assert read_side("mcts?c=1", rows) == {"agent": "mcts?c=1"}
    assert read_side("e", rows) == {"experiment": "e"}
    assert read_side("agent=mcts?c=1; budget=10 steps", rows) == {"agent": "mcts?c=1", "budget": "10 steps"}
