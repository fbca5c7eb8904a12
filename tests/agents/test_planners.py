"""The planners of the arcade: known answers in small games of our own, exact budgets, plans that replay to a win."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.agents.pace import Pace, cells_text, waves_text
from ludarium.compiled import abi
from ludarium.compiled.kernels import luck_from
from ludarium.compiled.rollouts import Rollouts
from ludarium.compiled.trees import OLETS, UCT, Tree
from ludarium.compiled.trials import Dangers, trials
from ludarium.compiled.voyage import BREADTH, Voyage
from ludarium.compiled.width import INFORMED, PAIRS, Breadth, look_ahead, powers
from ludarium.core.agent import Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.games import arcade
from ludarium.harness.match import Match, play

WALK = """
BasicGame
    SpriteSet
        goal > Door
        lava > Immovable
        avatar > MovingAvatar
    LevelMapping
        g > goal
        x > lava
    InteractionSet
        avatar wall > stepBack
        avatar lava > killSprite scoreChange=-1
        goal avatar > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=goal win=True
        SpriteCounter stype=avatar win=False
"""
BESIDE = "wwwww\nwxAgw\nwwwww"
CORRIDOR = "wwwwwwwwwwww\nwA........gw\nwwwwwwwwwwww"

PUSH = """
BasicGame
    SpriteSet
        hole > Immovable
        box > Passive
        avatar > MovingAvatar
    LevelMapping
        0 > hole
        1 > box
    InteractionSet
        avatar wall hole > stepBack
        box avatar > bounceForward
        box wall box > undoAll
        box hole > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=box win=True
"""
BOXES = "wwwwwwww\nw......w\nw.1..1.w\nw.A..0.w\nw......w\nwwwwwwww"

KEYED = """
BasicGame
    SpriteSet
        key > Immovable
        door > Immovable
        avatar > MovingAvatar
            bare >
            armed >
    LevelMapping
        k > key
        d > door
        A > bare
    InteractionSet
        avatar wall > stepBack
        bare door > stepBack
        bare key > transformTo stype=armed killSecond=True
        door armed > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=door win=True
"""
KEY_ROOM = "wwwwwwwww\nwd..A..kw\nwwwwwwwww"

HUNT = """
BasicGame
    SpriteSet
        beast > RandomNPC
        gem > Immovable
        avatar > MovingAvatar
    LevelMapping
        b > beast
        * > gem
    InteractionSet
        avatar wall > stepBack
        beast wall > stepBack
        avatar beast > killSprite scoreChange=-1
        gem avatar > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=gem win=True
        SpriteCounter stype=avatar win=False
"""
PEN = "wwwwwwww\nwA...*.w\nw.....bw\nw*....*w\nwwwwwwww"

PLANNERS = ["iw1", "iw1?atoms=type", "iwrs", "iw32", "iw2", "rollout-iw", "olets", "rhea", "osla", "mcts", "voyager"]


def position(game, level, seed=1):
    made = arcade.load(game, level)
    return made, made.initial(0).known(0).imagine(np.random.default_rng(seed))


def mask(state):
    return sum(1 << action for action in state.legal(0))


@pytest.mark.parametrize("agent", [*PLANNERS, "bfs", "astar", "chooser", "apprentice", "pixels", "analyst"])
def test_a_win_beside_is_taken_and_death_beside_is_not(agent):
    record = play(arcade.load(WALK, BESIDE), [ludarium.load_agent(agent)], budget=Budget(steps=600))
    assert record.outcomes == ("win",)
    assert len(record.moves) == 1


def test_the_look_ahead_never_takes_a_win_for_a_death():
    _, state = position(WALK, BESIDE)
    deaths, made = look_ahead(state.core, state.rules, state.words, mask(state), luck_from(1), 5, 1000)
    assert deaths.tolist() == [0, 5, 0, 0, 0, 0]
    assert made == 5 * len(state.legal(0))


def test_iw1_walks_the_corridor_with_one_new_atom_a_step():
    _, state = position(WALK, CORRIDOR)
    search = Breadth(state.core, state.rules)
    search.start(state.words, mask(state), luck_from(1))
    search.run(10_000)
    plan, value = search.best()
    assert plan == [2] * 9
    assert search.complete
    assert value > 1e5


def test_iw32_goes_back_after_a_change_and_iw1_does_not():
    _, state = position(KEYED, KEY_ROOM)
    search = Breadth(state.core, state.rules)
    search.start(state.words, mask(state), luck_from(1))
    search.run(10_000)
    assert search.best()[1] < 1e5
    search.start(state.words, mask(state), luck_from(1), layer=abi.TYPE, mode=INFORMED)
    search.run(10_000)
    assert search.best()[0] == [2, 2, 2] + [1] * 6


def test_shaping_pays_for_a_new_type_of_avatar_by_its_depth():
    _, state = position(KEYED, KEY_ROOM)
    search = Breadth(state.core, state.rules)
    changes = np.full(8, 5.0)
    search.start(state.words, mask(state), luck_from(1), discount=1 / 1.01, changes=changes)
    search.run(10_000)
    assert search.best()[1] == pytest.approx(5 / 1.01**3)


@pytest.mark.parametrize("mode", [1, INFORMED, PAIRS])
@pytest.mark.parametrize("cut", [1, 7, 64])
def test_slices_change_nothing(mode, cut):
    _, state = position(HUNT, PEN)
    whole, parts = Breadth(state.core, state.rules, 8), Breadth(state.core, state.rules, 8)
    for search in (whole, parts):
        search.start(state.words, mask(state), luck_from(3), layer=abi.RICH, mode=mode)
    whole.run(2000)
    made = 0
    while made < 2000 and not parts.done:
        made += parts.run(min(cut, 2000 - made))
    assert parts.control.tolist() == whole.control.tolist()
    assert parts.firsts.tolist() == whole.firsts.tolist()


def test_rollout_iw_solves_the_corridor_and_knows_when_it_is_done():
    _, state = position(WALK, CORRIDOR)
    search = Rollouts(state.core, state.rules, 8)
    search.start(state.words, mask(state), luck_from(1), layer=abi.TYPE)
    made = search.run(10_000)
    assert search.complete
    assert made < 200
    assert search.path(int(search.leaders[2])) == [2] * 9


@pytest.mark.parametrize("mode", [UCT, OLETS])
def test_a_tree_visits_the_winning_action_most_and_keeps_its_steps(mode):
    _, state = position(WALK, BESIDE)
    tree = Tree(state.core, state.rules, 1 << 10)
    tree.start(state.words, mask(state), luck_from(2), mode=mode, c=0.5)
    made = tree.run(1000, 1000)
    visits, means = tree.arms()
    assert made <= 1000
    assert visits.argmax() == 2
    assert means[1] == min(means[action] for action in state.legal(0))


def test_a_trial_tells_gains_losses_and_wins():
    _, state = position(WALK, BESIDE)
    for plan, gain, losses, wins in (([2], 1.0, 0.0, 1.0), ([1], -1.0, 1.0, 0.0), ([0, 0], 0.0, 0.0, 0.0)):
        found = trials(state.core, state.rules, state.words, np.array(plan, np.int32), np.ones(4), luck_from(1), 3, 100)
        assert (found.tries, found.gain, found.losses, found.wins) == (3, gain, losses, wins)


def test_danger_is_a_place_without_a_way_to_live_on():
    _, state = position(WALK, BESIDE)
    threats = Dangers(state.core, state.rules)
    threats.round(state.words, mask(state), luck_from(1), 1000)
    assert threats.traps.tolist() == [0, 1, 0, 0, 0, 0]
    assert threats.wins.tolist() == [0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("pattern", [(1, 2, 1, 0), (BREADTH,)])
def test_a_voyage_ends_in_a_win_that_the_rules_replay(pattern):
    game, state = position(PUSH, BOXES)
    search = Voyage(state.core, state.rules, 8, 1 << 16)
    search.start(state.words, pattern=pattern)
    made = 0
    while not search.done:
        made += search.run(500)
    assert search.won
    replay = game.initial(0)
    for action in search.plan():
        replay.apply(action)
    assert replay.won


def test_a_voyage_without_room_walks_again_and_still_wins():
    game, state = position(PUSH, BOXES)
    search = Voyage(state.core, state.rules, 0, 1 << 16)
    search.start(state.words, pattern=(BREADTH,))
    assert search.control[1] == 0
    while not search.done:
        search.run(5000)
    assert search.won
    replay = game.initial(0)
    for action in search.plan():
        replay.apply(action)
    assert replay.won


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 4), max_size=40), st.integers(0, 3))
def test_nothing_new_hides_behind_what_the_moving_layers_leave_out(actions, luck):
    for text, level in ((HUNT, PEN), (PUSH, BOXES), (KEYED, KEY_ROOM)):
        _, state = position(text, level, luck)
        sight, out = state.sight, np.empty(4096, np.int32)
        for layer in (abi.CATEGORY, abi.TYPE, abi.RICH):
            model = state.clone()
            seen = set(out[: sight.atoms(state.rules, state.words, layer, out)].tolist())
            for action in actions:
                if not model.legal(0):
                    break
                model.advance(action)
                all_of_it = set(out[: sight.atoms(model.rules, model.words, layer, out)].tolist())
                moving = set(out[: sight.atoms(model.rules, model.words, layer | abi.MOVING, out)].tolist())
                assert moving <= all_of_it
                assert all_of_it <= seen | moving
                assert max(all_of_it, default=0) < sight.size(model.rules, layer)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 4), max_size=40), st.integers(0, 3))
def test_scratch_words_are_not_needed_and_equal_keys_have_equal_digests(actions, luck):
    for text, level in ((HUNT, PEN), (PUSH, BOXES)):
        _, state = position(text, level, luck)
        sight, met = state.sight, {}
        first, last = sight.scratch(state.rules, 0), sight.scratch(state.rules, 1)
        for action in actions:
            if not state.legal(0):
                break
            other = state.clone()
            other.words[first:last] = 0
            state.advance(action)
            other.advance(action)
            assert other.key() == state.key()
            digest = sight.digest(state.rules, state.words)
            assert digest == sight.digest(other.rules, other.words)
            assert met.setdefault(state.key(), digest) == digest


def test_voyager_stands_still_while_it_thinks_and_then_wins():
    record = play(arcade.load(PUSH, BOXES), [ludarium.load_agent("voyager")], budget=Budget(steps=40))
    assert record.outcomes == ("win",)
    assert record.moves[0].info[0]["nodes"] > 1
    assert any(move.info[0].get("solved") for move in record.moves)


def test_voyager_takes_all_gems_beside_a_beast():
    wins = [
        play(arcade.load(HUNT, PEN), [ludarium.load_agent("voyager")], seed=seed, budget=Budget(steps=600)).outcomes
        for seed in range(5)
    ]
    assert wins.count(("win",)) >= 4


@pytest.mark.parametrize("agent", [*PLANNERS, "bfs", "chooser", "pixels"])
@pytest.mark.parametrize("steps", [1, 5, 37])
def test_step_budgets_are_exact_upper_bounds(agent, steps):
    game = arcade.load(PUSH, BOXES)
    match = Match(game, [ludarium.load_agent(agent)], budget=Budget(steps=steps))
    for _ in range(4):
        match.tick()
        assert not match.record.message
        assert match.record.moves[-1].info[0].get("steps", 0) <= steps


@pytest.mark.parametrize("steps", [1, 3, 20, 61, 200])
@pytest.mark.parametrize("texts", [(PUSH, BOXES), (WALK, BESIDE), (HUNT, PEN)], ids=["push", "walk", "hunt"])
def test_the_champion_never_passes_its_steps(texts, steps):
    match = Match(arcade.load(*texts), [ludarium.load_agent("voyager")], budget=Budget(steps=steps))
    for _ in range(15):
        match.tick()
    assert max(move.info[0]["steps"] for move in match.record.moves) <= steps


@pytest.mark.parametrize("agent", PLANNERS)
def test_the_public_call_keeps_milliseconds_and_nil(agent):
    record = ludarium.play(
        arcade.load(WALK, BESIDE), [ludarium.load_agent(agent)], budget=ludarium.Budget(ms=40), on_late="nil"
    )
    assert record.ending == "finished"


def test_the_info_names_the_cells_that_the_search_reached():
    game = arcade.load(WALK, CORRIDOR)
    agent, state = ludarium.load_agent("iw1"), game.initial(0)
    agent.begin(game.spec, 0, 0, state.known(0), Budget(steps=500))
    info = agent.act(Turn(game.spec, 0, tuple(state.legal(0)), state.known(0), 0), Budget(steps=500)).info
    assert int(info["reached"], 16) == sum(1 << (12 + column) for column in range(1, 11))
    assert info["depth"] >= 8
    assert set(info["values"]) <= {0, 1, 2, 3, 4}
    assert cells_text(np.array([3, 0, 3, -1])) == "9"


def test_a_pace_is_exact_in_steps_and_ends_with_the_milliseconds():
    pace = Pace(Budget(steps=100))
    assert pace.slice() == 100
    pace.spend(60)
    assert pace.slice(50) == 40
    assert pace.part() == 0.6
    tight = Pace(Budget(ms=1e-6, clock="cpu"))
    assert tight.slice() == 0


def test_powers_are_products():
    assert powers(0.5, 4).tolist() == [1.0, 0.5, 0.25, 0.125]


def test_the_apprentice_learns_saves_and_reads_back(tmp_path):
    from ludarium.games.arcade.lessons import lesson

    game = arcade.load(HUNT, PEN)
    agent = ludarium.load_agent("apprentice?episodes=3&steps=60")
    curve = agent.learn(lesson(game), seed=1)
    assert [line.episode for line in curve] == [1, 2, 3]
    assert agent.table
    file = agent.save(tmp_path / "learnt.json")
    other = ludarium.load_agent("apprentice?episodes=3&steps=60")
    other.load(file, lesson(game))
    assert other.table == agent.table
    assert play(game, [other], budget=Budget(steps=100)).ending == "finished"


def test_the_chooser_tells_whom_it_plays_as():
    record = play(arcade.load(HUNT, PEN), [ludarium.load_agent("chooser")], budget=Budget(steps=400))
    assert record.moves[0].info[0]["plays as"] in ("iw1", "iwrs", "iw32", "rollout-iw", "olets", "mcts")
    assert record.moves[0].info[0]["features"]["luck"] > 0


@pytest.mark.parametrize(
    ("agent", "says"),
    [
        ("iw1?atoms=typ", "iw1: atoms=typ; choose category, type or rich"),
        ("rollout-iw?atoms=x", "rollout-iw: atoms=x; choose category, type or rich"),
        ("pixels?features=prost", "pixels: features=prost; choose basic or bprost"),
        ("osla?samples=0", "osla: samples=0; at least 1 is needed"),
        ("olets?depth=0", "olets: depth=0; at least 1 is needed"),
        ("rhea?population=1", "rhea: population=1; at least 2 is needed"),
        ("apprentice?episodes=0", "apprentice: episodes=0, steps=300; both are at least 1"),
    ],
)
def test_wrong_parameters_are_named(agent, says):
    with pytest.raises(BadParameter, match=says.replace("?", r"\?")):
        ludarium.load_agent(agent)


def test_cells_are_told_as_bits_and_by_when_they_were_new():
    assert cells_text([5, 0, 0, -1, 64]) == f"{1 | 1 << 5 | 1 << 64:x}"
    assert cells_text([]) == "0"
    assert waves_text([0, 1, 0, -1, 2, 9], [0, 1, 2, 0, 3, 7]) == ["3", "4", "0", "200"]
    assert waves_text([], []) == ["0"] * 4
