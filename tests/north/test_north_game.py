"""The rules, move by move on the worked example; what is hidden; what is imagined."""

import pickle
from dataclasses import replace

import pytest
from north_maps import EXAMPLE

from ludarium import Budget, load_game, play
from ludarium.core.errors import BadParameter, IllegalAction, LudariumError
from ludarium.core.rng import derive
from ludarium.games.north import knowledge
from ludarium.games.north.game import FIGHT, FLEE, RESTART, STOP, North, NorthState, actions_of, score_at_best
from ludarium.games.north.generator import generate
from ludarium.games.north.knowledge import Deal, NorthKnown
from ludarium.games.north.notation import BadMap, dumps, loads
from ludarium.testing import ContractBroken, check_game
from ludarium.testing.imagination import check_imagination

N, NE, E, SE, S, SW, W, NW = range(8)


@pytest.fixture
def game(tmp_path):
    file = tmp_path / "cave.json"
    file.write_text(EXAMPLE)
    return lambda **more: North(level=str(file), **more)


def walk(state, *actions):
    for action in actions:
        state.apply(action)
    return state


def test_the_best_walks_of_the_example_score_full_marks(game):
    for mode in ("survivor", "balanced", "explorer"):
        for difficulty, full in (("easy", 500), ("hard", 1000)):
            made = game(mode=mode, difficulty=difficulty)
            state = made.initial()
            solution = made.solve(state, Budget())
            assert (solution.value, solution.bound, solution.status) == (full, full, "solved")
            walk(state, *solution.answer)
            assert state.is_over()
            assert state.returns() == (full,)


def test_every_walk_of_the_table_is_replayed_by_the_rules():
    for seed in range(30):
        made = North(bound=4, level=str(seed), mode="explorer")
        cave, table = made.dealt()
        for life, (stamina, route) in table.items():
            state = NorthState.fresh(cave, Deal("explorer", "easy", life, stamina, life, stamina))
            walk(state, *actions_of(cave, route))
            assert state.won
            assert (state.life, state.stamina) == (0, 0)


def test_walking_costs_the_weight_and_shows_the_exits(game):
    state = game(mode="survivor").initial()
    assert (state.life, state.stamina) == (6, 18)
    assert state.list_legal(0) == "0 (north), 2 (east), 4 (south)"
    walk(state, E)
    assert (state.place, state.stamina) == (2, 15)
    assert state.known(0).view["visited"][3, 0]["exits"] == ("west", "northwest")
    assert state.known(0).view["edges"] == (((0, 0), (3, 0)),)


def test_fight_or_flee(game):
    state = walk(game(mode="survivor").initial(), N, N)
    assert state.cave.vertices[state.place] == (0, 2)
    assert state.legal(0) == [FIGHT, FLEE]
    assert state.known(0).view["visited"][0, 2] == {"power": 3, "exits": None}
    fled = walk(state.clone(), FLEE)
    assert (fled.place, fled.stamina, fled.life) == (3, 15, 6)
    walk(state, FIGHT)
    assert (state.life, state.stamina, state.legal(0)) == (3, 16, [S])
    walk(state, S, N)
    assert state.legal(0) == [S], "a beaten monster does not come back within a game"


def test_without_a_way_back_one_has_to_fight(game):
    state = walk(game(mode="survivor").initial(), S)
    assert state.legal(0) == [FIGHT]
    assert state.known(0).barred == (((0, -1), (0, 0)),)
    with pytest.raises(IllegalAction, match="no way back: you have to fight"):
        game().read_action("flee", state, 0)


def test_a_faint_starts_again_with_the_drawing_kept(game):
    state = walk(game(mode="survivor", difficulty="hard").initial(), E, W, E)
    assert state.stamina == 0
    walk(state, W)
    assert state.legal(0) == [RESTART, STOP]
    assert state.place == 2, "nobody arrives after a faint"
    drawn = state.edges
    walk(state, RESTART)
    assert (state.game, state.place, state.stamina, state.life, state.beaten) == (2, 0, 9, 3, frozenset())
    assert state.edges == drawn
    for number in (3, 4):
        walk(state, E, W, E, W, RESTART)
        assert state.game == number
    walk(state, E, W, E, W)
    assert state.is_over()
    assert state.returns() == (0.0,)


def test_too_little_life_is_a_faint_too(game):
    state = walk(game(mode="survivor", difficulty="hard").initial(), N, N, FIGHT, S, NE, FIGHT)
    assert (state.life, state.legal(0)) == (0, [RESTART, STOP])
    assert walk(state.clone(), STOP).is_over()
    walk(state, RESTART, N, NE, FIGHT, W)
    assert state.won
    assert state.returns() == (2 * (500 - 25),)
    assert score_at_best(state.deal, 2) == 475 * 2


def test_no_life_at_all_means_that_every_fight_is_lost():
    seed = next(s for s in range(50) if North(bound=2, mode="survivor", level=str(s)).initial().deal.life == 0)
    made = North(bound=2, mode="survivor", level=str(seed))
    state = made.initial()
    assert walk(state.clone(), *made.solve(state, Budget()).answer).returns() == (500.0,)
    rng = derive(0, "walk")
    while state.phase != 1:
        state = made.initial() if state.is_over() else state
        state.advance(int(rng.choice(state.legal(0))))
    assert walk(state, FIGHT).phase == 2


@pytest.mark.parametrize(
    "text",
    ["north", "north/7", "north/7?bound=4&mode=survivor", "north?bound=2&difficulty=hard", "north?mode=explorer"],
)
def test_ids(text):
    made = load_game(text)
    assert load_game(made.id).initial(3).digest() == made.initial(3).digest()


def test_aliases_name_the_same_game():
    assert load_game("north?mode=s&difficulty=h").id == "north?difficulty=hard&mode=survivor"
    assert load_game("north?level=7&bound=4").initial(1).cave == generate(4, 7)
    assert load_game("north?bound=4").initial(7).cave == generate(4, 7)


def test_refusals(game, tmp_path):
    with pytest.raises(BadParameter, match="north: bound=11; caves from 2 to 10 are played"):
        North(bound=11)
    with pytest.raises(BadParameter, match="north: mode='survivro'; choose balanced, survivor, explorer; did you mean"):
        North(mode="survivro")
    with pytest.raises(BadParameter, match="north: difficulty='mild'; choose easy, hard"):
        North(difficulty="mild")
    with pytest.raises(BadParameter, match=r"north: bound=5, but the map in .*cave.json has bound 3"):
        game(bound=5)
    with pytest.raises(BadMap, match=r"nowhere.json: No such file"):
        North(level=str(tmp_path / "nowhere.json"))


def test_what_people_type(game):
    made = game(mode="survivor")
    state = made.initial()
    for said in ("n", "North", " go  north ", "north"):
        assert made.read_action(said, state, 0) == N
    with pytest.raises(IllegalAction, match="nothing leads west from here; the cave leads: north, east, south"):
        made.read_action("w", state, 0)
    with pytest.raises(IllegalAction, match="'nroth' is no answer; did you mean 'north'"):
        made.read_action("nroth", state, 0)
    walk(state, N, N)
    assert made.read_action("", state, 0) == FIGHT
    assert made.read_action("escape", state, 0) == FLEE
    with pytest.raises(IllegalAction, match="'hide' is no answer; you can: fight, flee"):
        made.read_action("hide", state, 0)
    over = walk(made.initial(), N, NE, FIGHT, W)
    assert over.won
    with pytest.raises(IllegalAction, match="the game is over"):
        made.read_action("n", over, 0)
    assert "northeast or ne" in made.how_to_type


def test_what_is_told_never_depends_on_what_is_hidden():
    for bound in (2, 4):
        for seed in range(6):
            state, rng = North(bound=bound).initial(seed), derive(seed, "walk")
            for _ in range(30):
                if state.is_over():
                    break
                known = state.known(0)
                told = pickle.dumps(known, 4)
                for _ in range(4):
                    ghost = known.imagine(rng)
                    assert pickle.dumps(ghost.known(0), 4) == told
                    assert ghost.legal(0) == state.legal(0)
                    assert ghost.cave.end not in ghost.seen
                assert pickle.loads(told).key() == known.key()
                state.advance(int(rng.choice(state.legal(0))))


def refusal(text):
    try:
        loads(text)
    except BadMap as fault:
        return str(fault)
    return ""


def test_imagined_caves_keep_the_rules_of_caves():
    """Most are as strict as the generator's; the others only lack ways between some vertices."""
    strict = tried = 0
    for seed in range(40):
        state, rng = North(bound=3).initial(seed), derive(seed, "walk")
        for _ in range(6):
            if state.is_over():
                break
            tried += 1
            fault = refusal(dumps(state.known(0).imagine(rng).cave))
            assert not fault or "cannot reach the end" in fault or "cannot be reached" in fault
            strict += not fault
            state.advance(int(rng.choice(state.legal(0))))
    assert strict > 0.9 * tried


def test_different_caves_are_imagined():
    known = North(bound=3).initial(0).known(0)
    rng = derive(0, "ghosts")
    assert len({known.imagine(rng).key() for _ in range(20)}) == 20


def test_when_nothing_can_be_imagined(monkeypatch):
    monkeypatch.setattr(knowledge.Sketch, "completed", lambda self, rng: None)
    with pytest.raises(LudariumError, match="no cave could be imagined around 1 known vertices in 500 tries"):
        North().initial(0).known(0).imagine(derive(0, "x"))


def test_the_kit_catches_a_known_that_carries_the_secret(monkeypatch):
    """No two seeds look the same here, so it takes what is imagined to see the leak."""
    honest, key = NorthState.known, NorthKnown.key

    def leaky(self, player):
        return replace(honest(self, player), game=self.cave.end)

    monkeypatch.setattr(NorthState, "known", leaky)
    monkeypatch.setattr(NorthKnown, "key", lambda self: key(replace(self, game=1)))
    with pytest.raises(ContractBroken, match="leaks the secret"):
        check_imagination(North())


@pytest.mark.parametrize("text", ["north?bound=2&mode=survivor&difficulty=hard", "north?bound=5&mode=explorer"])
def test_variants_keep_the_contract(text):
    check_game(load_game(text), seeds=range(2))


def test_agents_of_the_laboratory_play_it():
    def mean(agent):
        records = [play("north?bound=2&mode=survivor", [agent], seed=s, budget=Budget(steps=500)) for s in range(8)]
        return sum(record.returns[0] for record in records) / 8

    chance = mean("random")
    assert mean("mcts") > chance + 100
    assert mean("iw") > chance + 100


def test_the_frame_shows_the_fog_and_lifts_it_at_the_end(game):
    made = game(mode="survivor")
    state = walk(made.initial(), N, N)
    frame = made.frame(state.known(0).view)
    board = frame.panels[0]
    assert {tile.label: tile.text[0] for tile in board.tiles if tile.kind != "way"} == {
        "the start": "S", "you": "@", "": "o"
    }  # fmt: skip
    joined = {frozenset(pair) for pair in state.known(0).view["edges"]}
    assert len(board.links) == len(joined), "only what was walked is joined"
    assert all(tile.move == "" for tile in board.tiles), "before a monster nobody walks"
    assert dict(frame.status) == {
        "mode": "survivor, easy", "life": "6 of 6", "stamina": "16 of 18", "game": "1 of 4"
    }  # fmt: skip
    assert frame.prompt == "A monster of power 3! Fight, or flee?"
    assert not any(tile.kind == "end" for tile in frame.panels[0].tiles)
    walk(state, FIGHT, S)
    frame = made.frame(state.known(0).view)
    assert {tile.label for tile in frame.panels[0].tiles if tile.kind == "exit"} == {"north", "east", "northeast"}
    assert {tile.text[0] for tile in frame.panels[0].tiles if tile.kind == "beaten"} == {"x"}
    assert frame.prompt == "The cave leads north, northeast, east. Where do you go?"
    walk(state, NE, FIGHT, W)
    frame = made.frame(state.view())
    assert any(tile.kind == "end" for tile in frame.panels[0].tiles)
    assert dict(frame.status)["score"].isdecimal()
    lost = made.initial()
    lost.phase = 3
    assert dict(made.frame(lost.view()).status)["score"] == "none: the end was not reached"


def best_by_search(state, memo):
    """Return the most points that can be reached, by trying everything."""
    if state.is_over():
        return state.returns()[0]
    key = (state.phase, state.place, state.came, state.life, state.stamina, state.game, state.beaten)
    if key not in memo:
        memo[key] = 0.0
        for action in state.legal(0):
            after = state.clone()
            after.advance(action)
            memo[key] = max(memo[key], best_by_search(after, memo))
    return memo[key]


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
@pytest.mark.parametrize("mode", ["survivor", "balanced", "explorer"])
def test_the_referee_equals_trying_everything(mode, difficulty):
    for seed in range(12):
        state = North(bound=2, mode=mode, difficulty=difficulty).initial(seed)
        rng, memo = derive(seed, "walk"), {}
        while not state.is_over():
            values = state.referee(Budget())
            for action in state.legal(0):
                after = state.clone()
                after.advance(action)
                assert values[action] == best_by_search(after, memo)
            state.advance(int(rng.choice(state.legal(0))))


def test_later_positions_are_solved_too(game):
    made = game(mode="survivor")
    state = walk(made.initial(), N, E, W)
    solution = made.solve(state, Budget())
    assert solution.status == "solved"
    assert walk(state, *solution.answer).returns() == (solution.value,)
    assert 475 <= solution.value < 500, "a faint on purpose and a second perfect game is the worst that remains"
    short = made.solve(walk(made.initial(), N), Budget(steps=3))
    assert (short.status, short.value, short.bound) == ("bounded", 0.0, 500.0)
