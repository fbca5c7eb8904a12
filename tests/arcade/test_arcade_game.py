"""Arcade games behind the contract: what players, agents and viewers see."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from little_games import GAMES

from ludarium.core.errors import LudariumError
from ludarium.core.spec import Chance
from ludarium.games import arcade
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.bench import rates
from ludarium.games.arcade.problems import ArcadeProblems
from ludarium.testing import check_game

CORRIDOR = """BasicGame square_size=10
    SpriteSet
        floor > Immovable hidden=True
        key > Resource color=GOLD
        gate > Door
        box > Passive
        avatar > MovingAvatar healthPoints=3
    LevelMapping
        . > floor
        k > floor key
        g > floor gate
        b > floor box
        A > floor avatar
    InteractionSet
        avatar wall > stepBack
        box avatar > bounceForward
        key avatar > collectResource scoreChange=2
        gate avatar > killIfOtherHasMore resource=key limit=1 scoreChange=5
    TerminationSet
        SpriteCounter stype=gate win=True
"""
LEVEL = "wwwwwww\nwA.kb.w\nw....gw\nwwwwwww\n"


def corridor() -> arcade.game.Arcade:
    return arcade.load(CORRIDOR, LEVEL)


@pytest.mark.parametrize("name", ["yard", "shop", "clinic", "horizontal"])
def test_the_contract_is_kept(name: str) -> None:
    check_game(arcade.load(*GAMES[name]))


def test_a_walk_to_the_gate() -> None:
    game = corridor()
    state = game.initial()
    assert (state.score, state.tick, state.won, state.block) == (0, 0, None, 10)
    assert ("avatar", 10, 10) in state.sprites()
    assert ("floor", 20, 10) in state.sprites(), "hidden sprites are listed too"
    for name in ("ACTION_RIGHT", "ACTION_RIGHT", "ACTION_DOWN", "ACTION_RIGHT", "ACTION_RIGHT"):
        assert state.won is None
        state.apply(game.action_id(name))
    assert (state.score, state.tick, state.won) == (7, 5, True)
    assert game.outcomes(state) == ("win",)
    assert state.legal(0) == []
    assert state.returns() == (7.0,)


def test_actions_have_names() -> None:
    game = corridor()
    state = game.initial()
    names = ("ACTION_NIL", "ACTION_LEFT", "ACTION_RIGHT", "ACTION_UP", "ACTION_DOWN")
    assert state.legal(0) == sorted(game.action_id(name) for name in names)
    assert game.read_action("Left", state, 0) == game.action_id("left") == game.action_id("ACTION_LEFT")
    with pytest.raises(LudariumError, match="did you mean 'ACTION_LEFT'"):
        game.action_id("ACTION_LEFTT")


def test_what_an_agent_is_told() -> None:
    game = corridor()
    state = game.initial()
    state.advance(game.action_id("right"))
    state.advance(game.action_id("right"))
    view = state.known(0).view
    assert view["avatar"] == {
        "type": "avatar",
        "position": (30, 10),
        "orientation": (0, 0),
        "resources": {"key": 1},
        "health": 3,
    }
    assert view["sprites"]["movable"] == {"box": [(40, 10)]}
    assert view["sprites"]["portal"] == {"gate": [(50, 20)]}
    assert "floor" not in view["sprites"]["static"], "what is hidden is not told"
    assert (view["score"], view["tick"], view["won"]) == (2, 2, None)


def test_luck_is_the_seeds_and_nobody_foresees_it() -> None:
    game = arcade.load(*GAMES["sky"])
    assert game.spec.chance is Chance.SAMPLED
    assert corridor().spec.chance is Chance.NONE
    one, other = game.initial(1), game.initial(2)
    assert one.key() == other.key()
    known = one.known(0)
    imagined = [known.imagine(np.random.default_rng(seed)) for seed in range(20)]
    assert len({tuple(state.words[:2]) for state in imagined}) == 20
    assert all(tuple(state.words[:2]) != tuple(one.words[:2]) for state in imagined)


def test_a_known_crosses_a_process_border() -> None:
    known = arcade.load(*GAMES["hunt"]).initial(3).known(0)
    assert pickle.loads(pickle.dumps(known)).view == known.view


def test_keys_forget_the_way_and_the_slots() -> None:
    game = corridor()
    here, there = game.initial(), game.initial()
    for action in ("down", "right", "up", "wait", "wait"):
        here.advance(game.action_id(action))
    for action in ("right", "wait", "wait"):
        there.advance(game.action_id(action))
    assert here.key() == there.key()
    there.advance(game.action_id("left"))
    assert here.key() != there.key()


def test_atoms_are_categories_in_cells() -> None:
    state = corridor().initial()
    cells = 7 * 4
    assert sorted(state.atoms().tolist()) == sorted([0 * cells + 8, 1 * cells + 10, 2 * cells + 19, 6 * cells + 11])


def test_a_frame_shows_every_visible_cell() -> None:
    game = corridor()
    frame = game.frame(game.initial().view())
    (panel,) = frame.panels
    assert (panel.columns, panel.rows) == (7, 4)
    kinds = {(tile.column, tile.row): tile for tile in panel.tiles}
    assert kinds[1, 1].kind == "avatar"
    assert kinds[3, 1].colour == "#fad400"
    assert (2, 1) not in kinds
    assert dict(frame.status) == {"score": "0", "tick": "0", "health": "3"}


def test_time_runs_out_after_two_thousand_and_one_steps() -> None:
    game = corridor()
    state = game.initial()
    while not state.is_over():
        state.advance(at.NIL)
    assert (state.tick, state.won) == (2001, False)


def test_errors_have_places() -> None:
    with pytest.raises(ArcadeProblems, match=r"game:\d+:\d+: error"):
        arcade.load(CORRIDOR.replace("bounceForward", "bounceForwards"), LEVEL)


def test_rates_are_measured() -> None:
    found = rates(corridor(), 0.02)
    assert set(found) == {"advance", "copy_advance"}
    assert all(rate > 0 for rate in found.values())
