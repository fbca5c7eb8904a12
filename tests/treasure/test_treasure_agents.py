"""The agents: mask as the source describes it, the hunter better on the same maps, the oracle in its own game."""

import numpy as np
import pytest

from ludarium import load_agent, load_game, play
from ludarium.core.agent import Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import Unsuitable
from ludarium.games.treasure.agents import MaskAgent, scan_sums
from ludarium.games.treasure.game import FIRST_VERIFY, LARGE_SCAN, teleport_base
from ludarium.games.treasure.hints import Claim
from ludarium.games.treasure.knowledge import possible


def asked(agent, state, game):
    agent.begin(game.spec, 0, 0, state.known(0), Budget())
    return agent.act(Turn(game.spec, 0, tuple(state.legal(0)), state.known(0), 0), Budget())


def with_claims(game, seed, *claims):
    """Return a state on turn 2 with further hints that were not verified."""
    state = game.initial(seed)
    state.claims = (*state.claims, *claims)
    state.truths = (*state.truths, *(False for _ in claims))
    state.verified = (*state.verified, *(False for _ in claims))
    return state


def test_sums_are_sums():
    values = np.arange(42.0)
    grid = values.reshape(6, 7)
    for radius in (1, 2, 3):
        sums = scan_sums(values, 7, radius).reshape(6, 7)
        for row in range(6):
            for column in range(7):
                part = grid[max(0, row - radius) : row + radius + 1, max(0, column - radius) : column + radius + 1]
                assert sums[row, column] == pytest.approx(part.sum())


def test_mask_verifies_one_of_each_kind_that_says_all():
    game = load_game("treasure", size=32)
    state = with_claims(game, 1, Claim(10, (1,)), Claim(10, (0,)))
    assert asked(MaskAgent(), state, game).action == FIRST_VERIFY + 1
    state.verified = (True, True, False)
    assert asked(MaskAgent(), state, game).action < FIRST_VERIFY


def test_mask_waits_with_hint_6_for_the_prison():
    game = load_game("treasure", size=32)
    state = with_claims(game, 1, Claim(6, (1, int(game.dealt(1).terrain.open[0]))))
    assert state.known(0).prison < 0
    assert asked(MaskAgent(), state, game).action < FIRST_VERIFY
    state.turn = state.reveal
    assert asked(MaskAgent(), state, game).action == FIRST_VERIFY + 1


def test_mask_teleports_only_to_win():
    game = load_game("treasure", size=32)
    for seed in range(12):
        state, agent = game.initial(seed), MaskAgent()
        agent.begin(game.spec, 0, 0, state.known(0), Budget())
        while not state.is_over():
            action = agent.act(Turn(game.spec, 0, tuple(state.legal(0)), state.known(0), 0), Budget()).action
            jumped = action >= teleport_base(state.island.terrain.tiles)
            state.apply(action)
            if jumped:
                state.apply(LARGE_SCAN)
                assert state.status == 1


def test_mask_makes_no_use_of_the_walking_pirate():
    """It plays the same game whether the pirate can be seen or not."""
    for seed in range(20_000, 20_012):
        played = []
        for seen in (True, False):
            record = play(
                load_game("treasure", size=32, setting="hard", seen=seen), ["treasure.mask"], seed=seed, budget=Budget()
            )
            played.append([move.names for move in record.moves])
        assert played[0] == played[1]


def test_the_hunter_hurries_to_a_sure_thing():
    """One tile is left, far away: teleport there and scan."""
    game = load_game("treasure", size=32)
    state = game.initial(2)
    state.scanned = np.ones_like(state.scanned)
    state.scanned[state.island.treasure] = False
    state.claims, state.truths, state.verified = (), (), ()
    agent = load_agent("treasure.hunter")
    assert possible(state.known(0)).sum() == 1
    for _ in range(2):
        if not state.is_over():
            state.apply(asked(agent, state, game).action)
    assert state.status == 1


def wins(agent, size, seeds, **params):
    game = load_game("treasure", size=size, **params)
    return [play(game, [agent], seed=seed, budget=Budget(steps=1000)).returns[0] > 0 for seed in seeds]


def test_the_hunter_loses_less_than_mask():
    seeds = range(20_000, 20_030)
    mask, hunter = (sum(wins(agent, 32, seeds, setting="hard")) for agent in ("treasure.mask", "treasure.hunter"))
    assert hunter > mask
    assert hunter >= 28


def test_the_oracle_plays_its_own_game_only():
    with pytest.raises(Unsuitable, match=r"treasure\.oracle cannot play treasure: needs states with ToldState"):
        play("treasure", ["treasure.oracle"], budget=Budget(steps=1))
    assert sum(wins("treasure.oracle", 16, range(20_000, 20_010), told=True)) >= 9


def test_search_over_imagined_states_plays_too():
    record = play("treasure", ["mcts"], seed=3, budget=Budget(steps=300))
    assert record.ending == "finished"


def test_the_hunter_tells_what_it_thinks():
    record = play("treasure", ["treasure.hunter"], seed=10, budget=Budget(steps=1))
    assert set(record.moves[0].info[0]) == {"value", "finds", "at risk", "likeliest", "tiles", "action"}
    assert record.moves[0].info[0]["action"] == record.moves[0].names[0]
