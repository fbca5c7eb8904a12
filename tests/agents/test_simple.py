"""The baselines, the script and the person."""

import io

import pytest

from ludarium import Budget, load_agent, load_game, play
from ludarium.agents.simple import Human
from ludarium.core.agent import Turn
from ludarium.testing.toys import Counters, HotCold


def test_random_is_uniform():
    game = load_game("nim?rows=3")
    state, agent = game.initial(), load_agent("random")
    turn = Turn(game.spec, 0, tuple(state.legal(0)), state.known(0), 0)
    counts = dict.fromkeys(turn.legal, 0)
    for _ in range(3000):
        counts[agent.act(turn, Budget()).action] += 1
    assert all(900 < count < 1100 for count in counts.values())


def test_greedy_takes_a_win_at_once():
    for seed in range(10):
        record = play("nim?rows=0,4", ["greedy", "random"], seed=seed)
        assert len(record.moves) == 1
        assert record.outcomes == ("win", "loss")


def test_greedy_reaches_a_goal_one_step_away():
    assert play(Counters(counters=1, goal=1), [load_agent("greedy")]).returns == (1.0,)


def test_scripted_follows_its_lines_then_takes_the_first_legal_action():
    record = play(HotCold(size=6), [load_agent("scripted?actions=5,5,1")], seed=3)
    actions = [move.actions[0] for move in record.moves]
    expected = [5, 0, 1, 2, 3, 4]
    assert actions == expected[: len(actions)]
    assert record.moves[0].info[0] == {"scripted": True}


def test_a_person_is_asked_through_the_interface():
    agent = Human(ask=lambda turn: turn.legal[-1])
    record = play(Counters(counters=2, goal=9), [agent])
    assert record.moves[0].actions == (1,)


def test_a_person_on_standard_input_is_asked_again_after_nonsense(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("x\n7\n0\n1\n"))
    record = play(Counters(counters=2, top=1, goal=1), [load_agent("human")])
    assert [move.actions[0] for move in record.moves] == [0, 1]
    shown = capsys.readouterr().out
    assert "player 0, choose from 0, 1: " in shown
    assert "'x' is not one of 0, 1: " in shown


def test_a_person_who_leaves_ends_the_match(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    record = play(Counters(), [load_agent("human")])
    assert record.ending == "crash"
    assert "the person left: no more input" in record.message


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_baselines_differ_by_seed(agent):
    games = {tuple(m.actions for m in play("nim", [agent, agent], seed=seed).moves) for seed in range(6)}
    assert len(games) > 1
