"""The bridges: every registered game under Gymnasium's and PettingZoo's own checkers."""

import importlib
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from ludarium import GAMES, Agent, Budget, Decision, load_game, play
from ludarium.bridges import encoding
from ludarium.bridges import gymnasium as gym_bridge
from ludarium.bridges import pettingzoo as zoo_bridge
from ludarium.core.errors import BadParameter, IllegalAction, Unsuitable
from ludarium.core.extras import MissingExtra
from ludarium.testing.toys import Counters, HotCold, Morra, Pig

NAMES = GAMES.names()
TOYS = [Counters, HotCold, Pig, Morra]


def quiet_check(env):
    """Run Gymnasium's checker; all that it recommends counts, but for the advice to register the environment."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes")
        check_env(env)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_every_registered_game(name):
    quiet_check(gym_bridge.make(name))
    quiet_check(gym_bridge.make(name, render_mode="ansi"))


@pytest.mark.parametrize("toy", TOYS)
def test_gymnasium_accepts_hidden_scored_and_simultaneous_toys(toy):
    quiet_check(gym_bridge.LudariumEnv(toy()))


DICTS = "ignore:Observation (is not a NumPy array|space for each agent probably should be):UserWarning"
"""What PettingZoo says of every environment with an action mask that is not one of its own."""


@pytest.mark.filterwarnings(DICTS)
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_every_registered_game(name, capsys):
    api_test(zoo_bridge.make(name), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings(DICTS)
@pytest.mark.parametrize("toy", TOYS)
def test_pettingzoo_accepts_hidden_scored_and_simultaneous_toys(toy):
    api_test(zoo_bridge.LudariumAEC(toy()), num_cycles=100)


def test_pettingzoo_finds_the_same_episodes_by_the_same_seed():
    seed_test(lambda: zoo_bridge.make("nim"), num_cycles=50)


@pytest.mark.parametrize("name", NAMES)
def test_an_episode_by_masked_actions_ends_as_the_game_says(name):
    env, rng = gym_bridge.make(name), np.random.default_rng(3)
    observation, info = env.reset(seed=5)
    total, over = 0.0, False
    for _ in range(400):
        assert env.observation_space.contains(observation)
        assert info["action_mask"].tolist() == env.action_masks().tolist()
        observation, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        total += reward
        if over := terminated or truncated:
            break
    assert "illegal" not in info
    assert total == pytest.approx(env._table.state.returns()[0])
    assert over == (not info["action_mask"].any())
    if not over:
        assert name not in ("nim", "north", "quarto"), "these are short"
        return
    with pytest.raises(gymnasium.error.ResetNeeded, match="the episode is over"):
        env.step(0)


class Recites(Agent):
    """Plays what it was told to."""

    def __init__(self, script):
        self.script = list(script)

    def act(self, turn, budget):
        return Decision(self.script.pop(0))


def test_the_bridge_plays_the_game_that_a_match_plays():
    """The same seed, opponent and actions: the same states, in Nim against a player with luck of its own."""
    env = gym_bridge.make("nim?rows=3,4,5", opponents=["nim.random"], budget=Budget(steps=50))
    _, info = env.reset(seed=11)
    mine, states = [], []
    while True:
        mine.append(int(np.flatnonzero(info["action_mask"])[-1]))
        _, reward, terminated, _, info = env.step(mine[-1])
        states.append(env._table.state.digest())
        if terminated:
            break
    record = play("nim?rows=3,4,5", [Recites(mine), "nim.random"], seed=11, budget=Budget(steps=50))
    assert record.returns[0] == reward
    assert states[-1] == record.moves[-1].hash
    assert {*states} <= {move.hash for move in record.moves}


def test_the_other_seat_can_learn_too():
    env = gym_bridge.make("nim?rows=1,2", player=1, opponents="nim.expert")
    _, info = env.reset(seed=0)
    assert info["tick"] == 1
    assert env._table.state.actors() == (1,)


def test_episodes_follow_from_the_seed():
    def starts(env, seed):
        first, _ = env.reset(seed=seed)
        second, _ = env.reset()
        return first, second

    one, other = (starts(gym_bridge.make("north?bound=2"), 9) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_illegal_actions_play_the_first_legal_one_or_raise():
    env = gym_bridge.make("nim?rows=1,3")
    env.reset(seed=0)
    assert env.step(2)[4]["illegal"]
    strict = gym_bridge.make("nim?rows=1,3", illegal="raise")
    strict.reset(seed=0)
    with pytest.raises(IllegalAction, match="player 0 may not play 2; legal: 0"):
        strict.step(2)


def test_an_illegal_action_loses_in_pettingzoo():
    env = zoo_bridge.make("nim?rows=1,3")
    env.reset(seed=0)
    env.step(2)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env._cumulative_rewards == {"player_0": -1.0, "player_1": 0.0}
    assert env.infos["player_0"] == {"illegal": True}


def test_pettingzoo_returns_are_the_games():
    env, rng = zoo_bridge.make("quarto"), np.random.default_rng(1)
    env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    assert tuple(total.values()) == env._table.state.returns()


def test_hidden_moves_stay_hidden_until_all_have_chosen():
    env = zoo_bridge.LudariumAEC(Morra())
    env.reset(seed=0)
    before = env.observe("player_1")["observation"]
    env.step(0)
    assert env.agent_selection == "player_1"
    assert np.array_equal(before, env.observe("player_1")["observation"])


def test_the_arcade_is_seen_as_type_planes_and_pixels():
    env = gym_bridge.make("arcade", render_mode="rgb_array")
    observation, _ = env.reset(seed=0)
    assert observation.dtype == np.uint8
    assert np.array_equal(observation, env._table.state.planes())
    assert env.render().shape == (*(8 * side for side in observation.shape[1:]), 3)


def test_other_games_are_drawn_as_text():
    env = gym_bridge.make("quarto", render_mode="ansi")
    assert env.render() is None
    env.reset(seed=0)
    assert "quarto" in env.render().lower()


def test_the_encoding_tells_positions_apart_and_hides_what_the_player_does_not_see():
    nim = load_game("nim")
    hashed = encoding.encoding_of(nim)
    state = nim.initial(0)
    seen = {hashed.observe(state, 0).tobytes()}
    for action in state.legal(0):
        after = state.clone()
        after.advance(action)
        seen.add(hashed.observe(after, 1).tobytes())
    assert len(seen) == 1 + len(state.legal(0))
    toy = HotCold()
    views = {encoding.encoding_of(toy).observe(toy.initial(seed), 0).tobytes() for seed in range(20)}
    assert len(views) == 1, "before the first guess nobody knows the secret"


def test_leaves_are_numbers_words_and_facts():
    data = {"rows": (1, -2), "won": True, "lost": False, "who": "me", "none": None, "set": {3}, "array": np.array([5])}
    assert dict(encoding.leaves(data)) == {
        "/rows/0": 1.0,
        "/rows/1": -2.0,
        "/won": np.inf,
        "/lost": 0.0,
        "/who='me'": np.inf,
        "/set=3": np.inf,
        "/array/0": 5.0,
    }
    vector = encoding.hashed(data, 64)
    assert vector.dtype == np.float32
    assert np.abs(vector).max() <= 1
    assert sorted(abs(x) for x in encoding.hashed({"x": 3}, 8) if x) == [0.75]


@pytest.mark.parametrize(
    ("options", "fault", "says"),
    [
        ({"player": 2}, BadParameter, "player=2: nim has the players 0 to 1"),
        ({"illegal": "ignore"}, BadParameter, "illegal='ignore'; choose from first, raise"),
        ({"render_mode": "human"}, BadParameter, "render_mode='human'; nim has ansi"),
        ({"render_mode": "rgb_array"}, BadParameter, "render_mode='rgb_array'; nim has ansi"),
        ({"opponents": ["random", "random"]}, BadParameter, r"nim has 1 other seat\(s\), 2 opponents were named"),
        ({"opponents": ["champion"]}, Unsuitable, "quarto.champion cannot play nim"),
        ({"size": 0}, BadParameter, "size=0: an observation has one place at least"),
    ],
)
def test_bad_options_are_refused(options, fault, says):
    with pytest.raises(fault, match=says):
        gym_bridge.make("nim", **options)


def test_a_step_before_the_first_reset_is_refused():
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before step\(\)"):
        gym_bridge.make("nim").step(0)
    with pytest.raises(BadParameter, match=r"call reset\(\) first"):
        zoo_bridge.make("nim").observe("player_0")
    env = zoo_bridge.make("nim")
    env.reset(seed=0)
    with pytest.raises(BadParameter, match="player_0 is asked for an action: None is for agents that are done"):
        env.step(None)
    with pytest.raises(BadParameter, match="render_mode='x'; nim has ansi"):
        zoo_bridge.make("nim", render_mode="x")


@pytest.mark.parametrize(("bridge", "title"), [("gymnasium", "Gymnasium"), ("pettingzoo", "PettingZoo")])
def test_a_missing_library_names_its_extra(bridge, title, monkeypatch):
    monkeypatch.setitem(sys.modules, bridge, None)
    monkeypatch.delitem(sys.modules, f"ludarium.bridges.{bridge}")
    says = rf'the {title} bridge: {bridge} is missing; python -m pip install "ludarium\[rl\]"'
    with pytest.raises(MissingExtra, match=says):
        importlib.import_module(f"ludarium.bridges.{bridge}")
