"""The rules: who may stand where, the pirate's way, the clock, what is told and what is hidden."""

import pickle

import numpy as np
import pytest
from treasure_maps import TINY, grids

from ludarium import load_game, play
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, IllegalAction
from ludarium.core.rng import derive
from ludarium.games.treasure import notation
from ludarium.games.treasure.game import FIRST_VERIFY, LARGE_SCAN, Treasure, moves_from, teleport_base
from ludarium.games.treasure.level import deadline
from ludarium.testing import check_game, check_imagination


def plain_distance(text, start):
    """Breadth-first search that shares no code with the rules: steps over plain land from a place."""
    region, letter, _ = grids(text)
    far = {start: 0}
    front = [start]
    for row, column in front:
        for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            inside = 0 <= place[0] < region.shape[0] and 0 <= place[1] < region.shape[1]
            if inside and place not in far and region[place] and letter[place] == "":
                far[place] = far[row, column] + 1
                front.append(place)
    return far


def random_game(game, seed, check):
    """Play without teleports that end it at once: every other action is drawn first; return the last state."""
    state, rng = game.initial(seed), derive(seed, "random game")
    while not state.is_over():
        legal = state.legal(0)
        quiet = [action for action in legal if action < teleport_base(state.island.terrain.tiles)]
        pool = legal if rng.random() < 0.05 else quiet
        state.apply(int(pool[int(rng.integers(len(pool)))]))
        check(state)
    return state


def insist_on_the_rules(game, seed):
    """Play a random game and check it against the map's own text."""
    text = notation.dumps(game.dealt(seed))
    region, letter, treasure = grids(text)

    def stands_well(state):
        place = state.island.terrain.place(state.agent)
        assert region[place]
        assert letter[place] == ""

    state = random_game(game, seed, stands_well)
    terrain = state.island.terrain
    way = [terrain.place(tile) for tile in state.path]
    far = plain_distance(text, treasure)
    start = min(far[place] + 1 for place in neighbours(way[0]) if place in far)
    steps = [start, *(far[place] for place in way[1:])]
    assert steps == list(range(start, start - len(steps), -1)), "the pirate's way is not shortest"
    last = deadline(state.free, start)
    assert state.turn <= last
    if state.status < 0:
        assert (state.turn, way[-1]) == (last, treasure)
    else:
        assert state.scanned[state.island.treasure]


@pytest.mark.parametrize("params", [{}, {"setting": "hard"}, {"seen": False}, {"size": 32}])
def test_random_games_keep_the_rules(params):
    game = load_game("treasure", **params)
    for seed in range(40):
        insist_on_the_rules(game, seed)


@pytest.mark.long
def test_the_rules_on_five_thousand_maps():
    for seed in range(5000):
        insist_on_the_rules(load_game("treasure", size=(16, 16, 24, 32)[seed % 4]), seed)


def neighbours(place):
    row, column = place
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def test_the_pirate_wins_on_his_day():
    """Who only scans a far corner for ever loses at the end of turn f − 1 + ⌈d / 2⌉."""
    game = Treasure(map_text=TINY)
    seen = set()
    for seed in range(60):
        state = game.initial(seed)
        terrain = state.island.terrain
        way = terrain.prison_steps[terrain.prisons.index(state.prison)][state.island.treasure]
        while not state.is_over():
            unverified = [action for action in state.legal(0) if FIRST_VERIFY <= action < teleport_base(terrain.tiles)]
            threes = [action for action in moves_from(terrain, state.agent) if action % 4 >= 2]
            state.apply((unverified or threes or [LARGE_SCAN])[0])
        if state.status < 0:
            seen.add((state.prison, state.turn, deadline(3, int(way))))
    assert len({prison for prison, _, _ in seen}) == 2
    assert all(turn == last for _, turn, last in seen)


def test_two_actions_a_turn_and_a_free_teleport():
    state = load_game("treasure", size=32).initial(3)
    base = teleport_base(state.island.terrain.tiles)
    far = next(a for a in reversed(state.legal(0)) if not near(state, a - base))
    state.apply(far)
    assert (state.turn, state.left, state.teleported) == (1, 2, True)
    assert all(action < base for action in state.legal(0))
    state.apply(LARGE_SCAN)
    assert (state.turn, state.left) == (1, 1)
    state.apply(LARGE_SCAN)
    assert (state.turn, state.left, len(state.claims)) == (2, 2, 2)


def near(state, tile):
    (a, b), (c, d) = (state.island.terrain.place(t) for t in (tile, state.island.treasure))
    return max(abs(a - c), abs(b - d)) <= 4


@pytest.mark.parametrize(("setting", "small", "large"), [("normal", 2, 3), ("hard", 1, 2)])
def test_scans(setting, small, large):
    game = load_game("treasure", size=32, setting=setting)
    state = game.initial(4)
    terrain = state.island.terrain
    state.advance(LARGE_SCAN)
    rows, columns = terrain.around(state.agent, large)
    assert state.scanned.sum() == (rows.stop - rows.start) * (columns.stop - columns.start)
    assert rows.stop - rows.start <= 2 * large + 1
    for steps, scans in ((1, True), (2, True), (3, False), (4, False)):
        for action, tile in moves_from(terrain, state.agent).items():
            if action % 4 == steps - 1:
                after = state.clone()
                after.scanned = np.zeros_like(state.scanned)
                after.advance(action)
                area = tuple(part.stop - part.start for part in terrain.around(tile, small))
                assert after.agent == tile
                assert after.scanned.sum() == (area[0] * area[1] if scans else 0)
    assert state.free == state.reveal + 1 if setting == "hard" else state.free == state.island.free


def test_no_move_passes_over_what_blocks():
    state = Treasure(map_text=TINY).initial(0)
    terrain = state.island.terrain
    moves = moves_from(terrain, terrain.tile((1, 1)))
    assert {terrain.place(tile) for tile in moves.values()} == {(1, 2)}
    moves = moves_from(terrain, terrain.tile((4, 1)))
    assert {terrain.place(tile) for tile in moves.values()} == {(3, 1), (4, 2), (4, 3)}


def test_two_agents_hear_the_same_hints():
    """All but kind 6, which speaks of where one stands."""
    game = load_game("treasure", size=32)
    heard = []
    for action in (LARGE_SCAN, None):
        state = game.initial(9)
        while not state.is_over() and state.turn < 8:
            state.apply(LARGE_SCAN if action is not None else int(state.legal(0)[0]))
        heard.append([(c.kind, c.numbers if c.kind != 6 else ()) for c in state.claims])
    short = min(map(len, heard))
    assert short >= 3
    assert heard[0][:short] == heard[1][:short]


def test_the_first_hint_is_true_and_half_of_the_others_lie():
    game = load_game("treasure")
    firsts, others = [], []
    for seed in range(300):
        state = game.initial(seed)
        firsts += state.truths
        state.left = 1
        state.advance(FIRST_VERIFY)
        others += state.truths[1:]
    assert all(firsts)
    assert abs(sum(others) - len(others) / 2) < 4 * (len(others) / 4) ** 0.5


def test_what_is_told_when():
    game = load_game("treasure", size=32)
    state = game.initial(11)
    while not state.is_over():
        known = state.known(0)
        assert (known.reveal, known.free) == (
            state.reveal if state.turn >= state.reveal else 0,
            state.free if state.turn >= state.free else 0,
        )
        if known.prison < 0:
            assert state.turn < state.reveal
        assert bool(known.path) == (state.turn >= state.free)
        assert known.treasure == -1
        assert "lies" not in known.view
        state.apply(LARGE_SCAN)
    assert state.known(0).treasure == state.island.treasure


def test_hints_are_told_with_their_truth_to_the_oracle():
    state = load_game("treasure", told=True).initial(5)
    state.apply(LARGE_SCAN)
    assert state.known(0).verdicts == state.truths


@pytest.mark.parametrize("game", ["treasure?setting=hard&seen=false", "treasure?told=true", "treasure?size=24"])
def test_contract(game):
    check_game(load_game(game), seeds=range(2), steps=40)


def test_nothing_leaks_on_a_map_by_hand():
    check_imagination(Treasure(map_text=TINY))


def test_a_known_crosses_a_process_border():
    state = load_game("treasure").initial(2)
    known = state.known(0)
    again = pickle.loads(pickle.dumps(known))
    assert again.key() == known.key()
    assert pickle.dumps(again) == pickle.dumps(known)
    assert np.array_equal(again.belief.joint, known.belief.joint)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"size": 15}, "size=15; islands from 16 to 512 are made"),
        ({"setting": "harsh"}, "choose from normal, hard"),
        ({"aid": "eyes"}, "choose from none, mask, belief"),
        ({"level": "7", "map_text": TINY}, "give a level or a map_text, not both"),
        ({"level": "island-17"}, "is no seed, file or shipped map; did you mean 'island-16'?"),
    ],
)
def test_parameters_that_are_refused(params, says):
    with pytest.raises(BadParameter, match=says.replace("?", r"\?")):
        load_game("treasure", **params)


@pytest.mark.parametrize("params", [{"setting": "harsh"}, {"aid": "eyes"}])
def test_parameters_by_hand_are_refused_too(params):
    with pytest.raises(BadParameter, match=r"choose (normal|none)"):
        Treasure(**params)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("scan", "large scan"),
        ("Large  Scan", "large scan"),
        ("n", "north 1"),
        ("go west 1", "west 1"),
        ("e2", "east 2"),
        ("t 4, 1", "teleport 4 1"),
        ("teleport 4 1", "teleport 4 1"),
    ],
)
def test_what_people_type(text, name):
    state = Treasure(map_text=TINY).initial(0)
    terrain = state.island.terrain
    state.agent = terrain.tile((3, 4)) if text != "n" else terrain.tile((4, 2))
    state.agent = terrain.tile((4, 2)) if text == "go west 1" else state.agent
    state.agent = terrain.tile((4, 1)) if text == "e2" else state.agent
    assert state.action_name(Treasure(map_text=TINY).read_action(text, state, 0)) == name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nort 2", r"'nort 2' is no move; did you mean 'north'\?; Type north 2 or n2"),
        ("", "'' is no move"),
        ("n5", "'n5' is no move"),
        ("north 4", "'north 4': sea, a mountain, a prison or the map's edge is in the way; 3 to the north is possible"),
        ("verify 1", "'verify 1': hint 1 is known already"),
        ("v 9", "'verify 9': you heard 1 hints"),
        ("t 0 0", "'teleport 0 0': you can teleport to another tile of free land only"),
        ("t 99 0", "'t 99 0' is no move"),
    ],
)
def test_what_people_mistype(text, says):
    game = Treasure(map_text=TINY)
    state = game.initial(0)
    state.agent = state.island.terrain.tile((4, 2))
    with pytest.raises(IllegalAction, match=says):
        game.read_action(text, state, 0)


def test_a_second_teleport_is_refused():
    game = Treasure(map_text=TINY)
    state = game.initial(0)
    state.teleported = True
    with pytest.raises(IllegalAction, match="you have teleported already; it is possible once"):
        game.read_action("teleport 4 1", state, 0)
    state.status = 1
    with pytest.raises(IllegalAction, match="the game is over"):
        game.read_action("scan", state, 0)


def test_levels():
    assert load_game("treasure/7").dealt(1) == load_game("treasure/7").dealt(2)
    assert load_game("treasure").dealt(1) != load_game("treasure").dealt(2)
    game = load_game("treasure", map_text=TINY)
    assert load_game(game.id).initial(3).digest() == game.initial(3).digest()
    record = play(game, ["treasure.mask"], seed=1, budget=Budget(steps=1))
    assert record.ending == "finished"


def test_a_map_file_is_a_level(tmp_path):
    file = notation.save(notation.loads(TINY), tmp_path / "tiny.txt")
    assert load_game("treasure", level=str(file)).dealt() == notation.loads(TINY)
