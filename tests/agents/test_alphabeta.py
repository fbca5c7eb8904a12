"""Alpha-beta against theory: Bouton's Nim, and values for me whoever moves."""

from functools import reduce
from itertools import product
from operator import xor

import pytest

from ludarium import Budget, load_agent, load_game, play
from ludarium.core.agent import Turn

ALL_SMALL = [rows for rows in product(range(4), repeat=3) if any(rows)]


def ask(agent, game, state=None, budget=None):
    """Return one decision of an agent at a state."""
    state = state or game.initial()
    player = state.actors()[0]
    turn = Turn(game.spec, player, tuple(state.legal(player)), state.known(player), 0)
    return agent.act(turn, budget or Budget())


@pytest.mark.parametrize("rows", ALL_SMALL)
def test_bouton_1901_the_mover_wins_unless_the_xor_is_0(rows):
    game = load_game("nim", rows=rows)
    decision = ask(load_agent("alphabeta"), game)
    assert decision.info["solved"]
    assert decision.info["value"] == (1.0 if reduce(xor, rows) else -1.0)


def test_the_value_is_mine_when_the_other_one_moves_first():
    game = load_game("nim?rows=1,3,5")
    state = game.initial()
    state.advance(ask(load_agent("alphabeta"), game).action)
    assert ask(load_agent("alphabeta"), game, state).info["value"] == -1.0


def test_it_is_anytime_and_keeps_its_steps():
    game = load_game("nim?rows=3,5,7")
    for steps in (1, 7, 50, 333):
        decision = ask(load_agent("alphabeta"), game, budget=Budget(steps=steps))
        assert decision.action in game.initial().legal(0)
        assert decision.info["steps"] <= steps


def test_its_own_depth_is_a_parameter_of_its_id():
    agent = load_agent("alphabeta?depth=2")
    assert agent.id == "alphabeta?depth=2"
    assert ask(agent, load_game("nim?rows=3,5,7")).info["depth"] == 2


def test_perfect_players_win_the_won_games():
    assert play("nim?rows=1,2", ["alphabeta", "nim.expert"], budget=Budget()).outcomes == ("win", "loss")
    assert play("nim?rows=1,2,3", ["alphabeta", "nim.expert"], budget=Budget()).outcomes == ("loss", "win")
