"""The ladder: what each rung does, that the expert is exact, and who beats whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludarium
from ludarium.core.agent import Turn
from ludarium.core.errors import BadParameter, Unsuitable
from ludarium.games.nim import Nim, NimState, is_win
from ludarium.games.nim.agents import Demigod, Dumb, Expert, God, Layered, RandomRow, Rung
from ludarium.testing import check_agent

LADDER = ("nim.dumb", "nim.dumb-random", "nim.random", "nim.layered", "nim.demigod", "nim.god")
STEPS = ludarium.Budget(steps=1)


def ask(agent: Rung, state: NimState) -> tuple[str, dict[str, object]]:
    """Return the agent's move in words, and what it thought."""
    player = state.mover
    turn: Turn[NimState] = Turn(Nim().spec, player, tuple(state.legal(player)), state.known(player), 0)
    decision = agent.act(turn, STEPS)
    assert type(decision.action) is int
    return state.action_name(decision.action), dict(decision.info)


def share(game: str, agent: str, opponent: str, games: int = 200) -> float:
    """Return the share of games that *agent* wins; they start in turns."""
    wins = 0
    for seed in range(games):
        seat = seed % 2
        seats = [agent, opponent] if seat == 0 else [opponent, agent]
        record = ludarium.play(game, seats, seed=seed, budget=STEPS)
        assert record.ending == "finished", record.message
        wins += record.outcomes[seat] == "win"
    return wins / games


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("k", [None, 2, 3, 4])
@pytest.mark.parametrize("opponent", LADDER)
def test_the_expert_never_loses_from_a_won_start(opponent: str, k: int | None, misere: bool) -> None:
    starts = [rows for rows in [(1, 3, 5, 7), (1, 3, 5), (2, 0, 6, 3), (5, 5, 1), (1, 1)] if is_win(rows, k, misere)]
    assert starts
    for rows in starts:
        for seed in range(4):
            record = ludarium.play(Nim(rows, k, misere), ["nim.expert", opponent], seed=seed, budget=STEPS)
            assert record.ending == "finished", record.message
            assert record.outcomes == ("win", "loss")


@pytest.mark.parametrize(
    ("stronger", "weaker", "at_least"),
    [
        ("nim.layered", "nim.dumb", 0.7),
        ("nim.layered", "nim.dumb-random", 0.65),
        ("nim.layered", "nim.random", 0.55),
        ("nim.demigod", "nim.dumb", 0.65),
        ("nim.demigod", "nim.dumb-random", 0.6),
        ("nim.demigod", "nim.random", 0.55),
        ("nim.god", "nim.dumb", 0.95),
        ("nim.god", "nim.dumb-random", 0.95),
        ("nim.god", "nim.random", 0.95),
        ("nim.god", "nim.layered", 0.9),
        ("nim.god", "nim.demigod", 0.85),
    ],
)
def test_a_higher_rung_beats_a_lower_one_in_normal_play(stronger: str, weaker: str, at_least: float) -> None:
    assert share("nim?rows=1,3,5,7,9", stronger, weaker) >= at_least


def test_over_all_opponents_the_ladder_has_three_storeys() -> None:
    totals = [sum(share("nim?rows=1,3,5", rung, other, 100) for other in LADDER) for rung in LADDER]
    dumb, dumb_random, random, layered, demigod, god = totals
    assert max(dumb, dumb_random, random) < min(layered, demigod)
    assert god > max(layered, demigod) + 0.5


def test_under_the_misere_rule_taking_whole_rows_is_the_worst_habit() -> None:
    assert share("nim?rows=1,3,5,7,9&misere=true", "nim.layered", "nim.dumb") < 0.35


def test_more_skill_makes_a_stronger_demigod() -> None:
    assert share("nim?rows=1,3,5,7,9", "nim.demigod?skill=0.9", "nim.demigod?skill=0.1") > 0.7


def test_the_expert_tells_value_and_nim_sum() -> None:
    assert ask(Expert(), NimState((1, 3, 5))) == ("take 3 from row 3", {"rule": "expert", "nim-sum": 7, "value": 1})
    assert ask(Expert(), NimState((4, 4, 5), k=4)) == (
        "take 1 from row 3",
        {"rule": "expert", "nim-sum": 0, "value": -1},
    )
    assert ask(God(), NimState((1, 1, 3), misere=True))[0] == "take 2 from row 3"


def test_the_rules_of_the_other_rungs_are_what_they_say() -> None:
    state = NimState((0, 4, 6), k=3)
    assert ask(Dumb(), state) == ("take 1 from row 2", {"rule": "dumb"})
    layered = Layered()
    assert {ask(layered, state)[0] for _ in range(40)} == {"take 3 from row 2", "take 3 from row 3"}
    drawn = RandomRow()
    assert {ask(drawn, state)[0] for _ in range(200)} == {state.action_name(a) for a in state.legal(0)}
    assert ask(Demigod(skill=1), state)[1]["rule"] == "expert"
    assert ask(Demigod(skill=0), state)[1]["rule"] == "random"


def test_dumb_random_is_dumb_half_of_the_time() -> None:
    rules = [
        move.info[0]["rule"]
        for seed in range(40)
        for move in ludarium.play("nim", ["nim.dumb-random", "nim.dumb-random"], seed=seed, budget=STEPS).moves
    ]
    assert 0.4 < rules.count("dumb") / len(rules) < 0.6


@pytest.mark.parametrize("skill", [-0.1, 1.5, float("nan"), True, "x"])
def test_a_skill_that_is_no_probability_is_refused(skill: object) -> None:
    with pytest.raises(BadParameter, match=r"nim\.demigod: skill=.*; a probability is a number from 0 to 1"):
        Demigod(skill)  # type: ignore[arg-type]


def test_the_ladder_plays_nothing_but_nim() -> None:
    class Other(Nim):
        def __init__(self) -> None:
            super().__init__()
            self.spec = replace(self.spec, name="other")

    with pytest.raises(Unsuitable, match="plays nim only, this is other"):
        ludarium.play(Other(), [Dumb(), Dumb()])


@pytest.mark.parametrize("game", ["nim", "nim?rows=2,7,0,4&k=3&misere=true"])
@pytest.mark.parametrize("agent", LADDER)
def test_a_record_replays_and_the_same_seed_plays_the_same_game(agent: str, game: str) -> None:
    record = ludarium.play(game, [agent, "nim.demigod"], seed=7, budget=STEPS)
    assert record.ending == "finished"
    assert ludarium.replay(record).returns() == record.returns
    assert ludarium.replay(record.lines()).is_over()
    assert ludarium.play(game, [agent, "nim.demigod"], seed=7, budget=STEPS).lines() == record.lines()


@pytest.mark.parametrize("agent", ["nim.expert", *LADDER])
def test_the_conformance_kit_finds_no_fault(agent: str) -> None:
    check_agent(agent, Nim((2, 0, 5), k=3, misere=True))


def test_short_names_find_the_specialists() -> None:
    assert ludarium.load_agent("expert").id == "nim.expert"
    assert ludarium.load_agent("demigod?skill=0.75").id == "nim.demigod?skill=0.75"
