"""Tournaments: fair pairings, cross tables, ratings that cover the truth."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from ludarium import Budget
from ludarium.core.errors import BadParameter
from ludarium.harness.rating import ELO, Skill, bradley_terry, fit, openskill, sign_test
from ludarium.harness.tournament import games_of, swiss_pairs, tournament
from ludarium.testing.toys import Counters
from ludarium.ui.cli import app

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

LADDER = ["nim.god", "nim.demigod", "nim.random", "nim.dumb"]
NIM = "nim?rows=1,3,5,7"
QUICK = Budget(steps=10)


@pytest.fixture(scope="module")
def round_robin():
    return tournament(NIM, LADDER, games=20, seed=3, budget=QUICK)


def test_everybody_meets_everybody_in_both_seats(round_robin):
    assert len(round_robin.meetings) == 6
    assert sum(len(meeting.series.results) for meeting in round_robin.meetings) == games_of("round robin", 4, 20) == 120
    for agent in range(4):
        assert round_robin.tally(agent).games == 60
    for meeting in round_robin.meetings:
        assert [result.seats for result in meeting.series.results[:2]] == [(0, 1), (1, 0)]


def test_the_cross_table_adds_up(round_robin):
    for one in range(4):
        assert round_robin.points(one) == sum(round_robin.points(one, other) for other in range(4) if other != one)
        for other in range(4):
            if one != other:
                assert round_robin.points(one, other) + round_robin.points(other, one) == 20


def test_the_ratings_find_the_ladder(round_robin):
    ratings = round_robin.ratings()
    assert ratings[0].agent == "nim.god"
    assert ratings[-1].agent in ("nim.dumb", "nim.random")
    assert all(rating.low < rating.elo < rating.high for rating in ratings)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)


def test_paired_games_compare_two_agents_on_the_same_deals(round_robin):
    strong = round_robin.compare(0, 3)
    assert strong.better + strong.equal + strong.worse == 40
    assert strong.better > strong.worse
    assert strong.p < 0.05
    weak = round_robin.compare(3, 0)
    assert (weak.better, weak.worse, weak.p) == (strong.worse, strong.better, strong.p)


def test_a_gauntlet_is_one_against_all():
    played = tournament(NIM, LADDER, kind="gauntlet", games=2, budget=QUICK)
    assert [(meeting.first, meeting.second) for meeting in played.meetings] == [(0, 1), (0, 2), (0, 3)]
    assert games_of("gauntlet", 4, 2) == 6


def test_nobody_meets_twice_in_a_swiss_tournament_and_the_odd_one_rests():
    played = tournament(NIM, [*LADDER, "random"], kind="swiss", games=2, budget=QUICK)
    pairs = [frozenset((meeting.first, meeting.second)) for meeting in played.meetings]
    assert len(pairs) == len(set(pairs)) == 6
    assert games_of("swiss", 5, 2) == 12
    assert swiss_pairs(played)


def test_the_same_seed_gives_the_same_tournament():
    first, second = (tournament(NIM, LADDER[:3], games=4, seed=8, budget=QUICK) for _ in range(2))
    assert first == second


def test_progress_is_told_for_each_game():
    seen = []
    tournament(NIM, LADDER[:2], games=4, budget=QUICK, on_progress=seen.append)
    assert [record.ending for record in seen] == ["finished"] * 4


@pytest.mark.parametrize(
    ("agents", "options", "says"),
    [
        (LADDER[:1], {}, "needs two agents at least"),
        (["dumb", "nim.dumb"], {}, r"nim.dumb is named twice: the agents of a tournament differ"),
        (LADDER, {"games": 3}, "games=3: an even number"),
        (LADDER, {"kind": "knockout"}, "kind='knockout'; choose from round robin, gauntlet, swiss"),
    ],
)
def test_bad_tournaments_are_refused(agents, options, says):
    with pytest.raises(BadParameter, match=says):
        tournament(NIM, agents, **options)


def test_two_players_of_known_odds_are_rated_by_them():
    """Three wins in four: odds of three to one, 400·log10(3) Elo apart, but for the virtual draws."""
    games = [(0, 1, float(number % 4 > 0)) for number in range(4000)]
    strong, weak = bradley_terry(["a", "b"], games)
    assert strong.elo - weak.elo == pytest.approx(400 * np.log10(3), abs=1)


def test_an_unbeaten_agent_has_a_finite_rating():
    strong, weak = bradley_terry(["a", "b"], [(0, 1, 1.0)] * 50)
    assert 0 < strong.elo < 2000
    assert strong.agent == "a"
    assert weak.elo == pytest.approx(-strong.elo)


FIELDS = [
    ((150.0, 50.0, -50.0, -150.0), 60),
    ((150.0, 50.0, -50.0, -150.0), 10),
    ((300.0, 0.0, -300.0), 20),
    ((400.0, 100.0, -100.0, -400.0), 20),
    ((200.0, 140.0, 80.0, 30.0, -30.0, -80.0, -140.0, -200.0), 10),
]


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize(("truth", "games"), FIELDS)
def test_intervals_cover_the_truth_in_19_of_20_tournaments(truth, games, draws):
    """2,000 simulated round robins of agents whose strengths are known, also few games between very unequal ones."""
    from ratings import coverage

    assert 0.93 <= coverage(truth, games, draws, 2000, seed=20261118) <= 0.97


def test_many_tournaments_at_once_are_rated_as_each_alone():
    rng = np.random.default_rng(4)
    met, points, squares = (np.zeros((3, 3, 3)) for _ in range(3))
    alone = []
    for number in range(3):
        games = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            for value in rng.choice([0.0, 0.5, 1.0], 20):
                games.append((a, b, float(value)))
                for one, other, mine in ((a, b, value), (b, a, 1 - value)):
                    met[number, one, other] += 1
                    points[number, one, other] += mine
                    squares[number, one, other] += mine * mine
        alone.append({rating.agent: rating for rating in bradley_terry("abc", games)})
    strength, reach = fit(met, points, squares)
    for number in range(3):
        for place, name in enumerate("abc"):
            assert strength[number, place] * ELO == pytest.approx(alone[number][name].elo)
            assert reach[number, place] * ELO == pytest.approx(alone[number][name].high - alone[number][name].elo)


def test_draws_make_intervals_narrower_but_never_empty():
    wins = bradley_terry(["a", "b"], [(0, 1, float(number % 2)) for number in range(40)])
    draws = bradley_terry(["a", "b"], [(0, 1, 0.5)] * 40)
    assert 0 < draws[0].high - draws[0].low < (wins[0].high - wins[0].low) / 3


def test_openskill_agrees_about_the_ladder_and_starts_where_it_says(round_robin):
    skills = round_robin.skills()
    assert skills[0].agent == "nim.god"
    assert skills[-1].agent in ("nim.dumb", "nim.random")
    assert all(skill.sigma < 25 / 3 for skill in skills)
    low, high = skills[0].interval
    assert low < skills[0].mu < high
    assert openskill(["a", "b"], []) == [Skill("a", 25.0, 25 / 3), Skill("b", 25.0, 25 / 3)]
    drawn = openskill(["a", "b"], [(0, 1, 0.5)])
    assert drawn[0].mu == pytest.approx(drawn[1].mu)
    won = openskill(["a", "b"], [(0, 1, 0.0)])
    assert [skill.agent for skill in won] == ["b", "a"]


def test_without_openskill_the_table_stands_and_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    monkeypatch.setitem(sys.modules, "openskill", None)
    shown = CliRunner().invoke(app, ["tournament", NIM, "nim.god", "nim.dumb", "--games", "2", "--steps", "10"])
    assert shown.exit_code == 0, shown.output
    assert 'openskill ratings: openskill is missing; python -m pip install "ludarium[bench]"' in " ".join(
        shown.output.split()
    )


def test_games_that_make_no_sense_are_refused():
    with pytest.raises(BadParameter, match=r"game \(0, 0, 1.0\): two of 2 agents, and points from 0 to 1"):
        bradley_terry(["a", "b"], [(0, 0, 1.0)])


@pytest.mark.parametrize(("better", "worse", "p"), [(0, 0, 1.0), (5, 5, 1.0), (5, 0, 0.0625), (9, 1, 22 / 1024)])
def test_the_sign_test_is_exact(better, worse, p):
    assert sign_test(better, worse) == pytest.approx(p)
    assert sign_test(worse, better) == pytest.approx(p)


def test_the_command_prints_the_table_and_scripts_read_it():
    arguments = ["tournament", NIM, "nim.god", "nim.dumb", "random", "--games", "4", "--steps", "10"]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert "nim.god" in shown.output
    data = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert {agent["agent"] for agent in data["agents"]} == {"nim.god", "nim.dumb", "random"}
    assert sum(agent["games"] for agent in data["agents"]) == 24
    assert all(agent["openskill"]["sigma"] > 0 for agent in data["agents"])
    assert [pair["better"] + pair["equal"] + pair["worse"] for pair in data["pairs"]] == [4, 4]
    assert "on the same deals" in shown.output
    walled = CliRunner().invoke(app, [*arguments[:4], "--games", "2", "--sandbox", "5000 ms, 256 MB", "--json"])
    assert json.loads(walled.stdout)["agents"][0]["games"] == 2
    unclear = CliRunner().invoke(app, [*arguments, "--sandbox", "small"])
    assert unclear.exit_code == 2
    assert "sandbox 'small': as in '1000 ms, 512 MB'" in unclear.output
    wrong = CliRunner().invoke(app, [*arguments, "--kind", "knockout"])
    assert wrong.exit_code == 2
    assert "choose from round robin, gauntlet, swiss" in wrong.output


def test_a_game_for_one_is_refused(monkeypatch):
    monkeypatch.setattr("ludarium.harness.tournament.load_game", lambda name: Counters())
    with pytest.raises(BadParameter, match=r"toy-counters is for 1 player\(s\); a tournament needs a game for 2"):
        tournament("toy-counters", ["random", "random"])
