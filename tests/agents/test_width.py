"""The counters problem of the IW papers: three counters from 0, goal 3 3 3, values 0 to 9."""

from itertools import combinations, product

import pytest

from ludarium import Budget, load_agent, play
from ludarium.agents.width import iterated_width
from ludarium.core.errors import BadParameter
from ludarium.testing.toys import Counters


def search(k, **game):
    return iterated_width(Counters(**game).initial(), k, Budget().start(), 100)


def test_iw1_keeps_one_state_for_each_atom_and_reaches_single_goals_only():
    found = search(1)
    # 30 atoms; the root shows three of them, each later state one more: 1 + 27
    assert found.novel == 28
    assert found.complete
    assert found.value == 0.0


def test_iw2_keeps_what_an_independent_count_gives():
    seen: set = set()
    kept, layer, generated = 0, [(0, 0, 0)], 0

    def is_new(values):
        pairs = set(combinations(enumerate(values), 2))
        fresh = pairs - seen
        seen.update(pairs)
        return bool(fresh)

    assert is_new((0, 0, 0))
    kept = 1
    while layer:
        following = []
        for values in layer:
            for i in range(3):
                if values[i] < 9:
                    child = (*values[:i], values[i] + 1, *values[i + 1 :])
                    generated += 1
                    if is_new(child):
                        kept += 1
                        following.append(child)
        layer = following
    found = search(2)
    assert (found.novel, found.generated) == (kept, generated)
    assert found.value == 0.0


def test_iw3_solves_it_by_a_shortest_plan():
    found = search(3)
    assert found.value == 1.0
    assert len(found.plan) == 9
    assert sorted(found.plan) == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_iw3_visits_every_state_when_the_goal_is_out_of_reach():
    assert search(3, goal=10).novel == len(list(product(range(10), repeat=3)))


@pytest.mark.parametrize(("counters", "k"), [(1, 1), (2, 2), (3, 3)])
def test_the_width_of_the_problem_is_the_number_of_counters(counters, k):
    assert search(k, counters=counters).value == 1.0
    if k > 1:
        assert search(k - 1, counters=counters).value == 0.0


def test_the_agent_plays_the_plan():
    record = play(Counters(), [load_agent("iw?k=3")], budget=Budget(steps=20_000))
    assert record.returns == (1.0,)
    assert len(record.moves) == 9


def test_the_budget_cuts_the_search():
    found = iterated_width(Counters().initial(), 3, Budget(steps=100).start(), 100)
    assert found.generated == 100
    assert not found.complete


def test_a_width_below_one_is_refused():
    with pytest.raises(BadParameter, match="iw: k=0; the width is at least 1"):
        load_agent("iw?k=0")
