"""MCTS against theory, under luck, under secrets; and its proofs."""

from itertools import product

import pytest

from ludarium import Budget, load_agent, load_game, play
from ludarium.core.agent import Turn
from ludarium.games.nim.solver import is_win
from ludarium.testing.toys import Counters, HotCold, HotColdState, Morra, Pig, PigState

WON = [rows for rows in product(range(2), range(4), range(6)) if is_win(rows)]


def decide(agent, game, state, steps):
    player = state.actors()[0]
    turn = Turn(game.spec, player, tuple(state.legal(player)), state.known(player), 0)
    return agent.act(turn, Budget(steps=steps))


def share_of_winning_moves(agent_id, steps):
    """Return the share of all won positions within rows 1,3,5 in which the agent's move wins."""
    good = 0
    for rows in WON:
        game = load_game("nim", rows=rows)
        state, agent = game.initial(), load_agent(agent_id)
        state.advance(decide(agent, game, state, steps).action)
        good += not is_win(state.view()["rows"])
    return good / len(WON)


def test_it_finds_the_winning_move_in_nine_of_ten_won_positions_at_2000_steps():
    assert share_of_winning_moves("mcts", 2000) >= 0.90


@pytest.mark.parametrize(("agent", "share"), [("mcts", 0.98), ("mcts?proven=true", 1.0)])
def test_it_finds_nearly_all_at_20000_steps_and_all_with_proofs(agent, share):
    assert share_of_winning_moves(agent, 20_000) >= share


def test_a_proof_is_right_and_ends_the_search():
    for rows in ((1, 2), (1, 2, 3), (2, 2), (1, 3, 5)):
        game = load_game("nim", rows=rows)
        decision = decide(load_agent("mcts?proven=true"), game, game.initial(), 200_000)
        assert decision.info["proven"]
        assert decision.info["value"] == (1.0 if is_win(rows) else -1.0)
        assert decision.info["steps"] < 200_000


def test_under_luck_it_holds_a_won_pot_and_rolls_an_empty_one():
    game = Pig(goal=20)
    hold_wins = PigState((15, 15), 5, 0, 20, luck=1)
    assert hold_wins.action_name(decide(load_agent("mcts"), game, hold_wins, 4000).action) == "hold"
    nothing_to_hold = PigState((0, 0), 0, 0, 20, luck=1)
    assert nothing_to_hold.action_name(decide(load_agent("mcts"), game, nothing_to_hold, 500).action) == "roll"


def test_it_does_not_foresee_the_luck():
    """The die that would fall is in the state; whatever it is, the decision is the same."""
    game = Pig(goal=20)
    chosen = {decide(load_agent("mcts"), game, PigState((0, 0), 3, 0, 20, luck=n), 600).action for n in range(12)}
    assert len(chosen) == 1


def test_it_does_not_see_the_secret_but_takes_the_only_possibility():
    game = HotCold(size=6)
    chosen = {decide(load_agent("mcts"), game, HotColdState(secret, 6), 800).action for secret in range(6)}
    assert len(chosen) == 1
    sure = HotColdState(3, 6, (2, 4))
    assert decide(load_agent("mcts"), game, sure, 300).action == 3


def test_one_player_reaches_the_goal():
    record = play(Counters(counters=2, top=4, goal=2), [load_agent("mcts")], seed=3, budget=Budget(steps=2000))
    assert record.returns == (1.0,)


def test_simultaneous_moves_are_chosen_independently():
    record = play(Morra(rounds=3), [load_agent("mcts"), load_agent("mcts")], seed=1, budget=Budget(steps=300))
    assert record.ending == "finished"
    assert all(move.actors == (0, 1) for move in record.moves)


def test_without_any_limit_it_still_ends():
    game = load_game("nim?rows=1,3,5")
    assert decide(load_agent("mcts"), game, game.initial(), None).info["steps"] <= 10_000


def test_the_same_seed_gives_the_same_thought():
    records = [play("nim", ["mcts", "mcts"], seed=5, budget=Budget(steps=400)) for _ in range(2)]
    assert records[0].lines() == records[1].lines()
