"""Set covering as a game: choosing lists, the picture, positions as text, solving what is left."""

import pytest

from ludarium import Budget, load_game, play
from ludarium.core.errors import BadNotation, BadParameter, IllegalAction
from ludarium.core.game import HasMethods
from ludarium.core.solver import Status
from ludarium.games.setcover.game import SetCover
from ludarium.games.setcover.instance import Instance, Uncoverable, problem, save


def test_choosing_until_all_is_covered():
    game = SetCover(n=20)
    state = game.initial()
    assert state.legal(0) == [i for i, members in enumerate(problem(20, 42)) if members]
    while not state.is_over():
        state.apply(state.view()["offers"][0][0])
    assert game.instance.covers(state.chosen)
    assert state.returns() == (-float(game.instance.weight(state.chosen)),)
    assert state.view()["offers"] == ()
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(0)


def test_a_list_that_adds_nothing_is_no_move():
    state = SetCover(n=20).initial()
    state.apply(0)
    with pytest.raises(IllegalAction):
        state.apply(0)


def test_positions_as_text():
    game = SetCover(n=20)
    state = game.read("0, 11")
    assert state.chosen == (0, 11)
    assert game.write(state) == "0 11"
    assert game.write(game.read("none")) == "none"
    with pytest.raises(BadNotation, match="'x' should be the number of a list, 0 to 33"):
        game.read("0 x")
    with pytest.raises(BadNotation, match="list 0 adds nothing to those before it"):
        game.read("0 0")


def test_solved_from_the_start_and_from_a_position():
    pytest.importorskip("ortools")
    game = load_game("setcover")
    assert isinstance(game, HasMethods)
    for text in ("none", "2"):
        state = game.read(text)
        found = game.solve(state, Budget(ms=20_000))
        assert found.status is Status.SOLVED
        for action in found.answer:
            state.apply(action)
        assert state.is_over()
        assert state.returns()[0] == found.value <= -23
    assert game.solve(game.initial(), Budget(ms=20_000)).value == -23
    by_greedy = game.solve_by("greedy", game.initial(), Budget())
    assert by_greedy.value == -23
    assert by_greedy.bound == -20


def test_planners_play_it():
    random = play("setcover", ["random"], seed=1).returns[0]
    planned = play("setcover", ["mcts"], seed=1, budget=Budget(steps=2000)).returns[0]
    assert random < planned <= -23


def test_an_instance_from_a_file(tmp_path):
    file = save(Instance(3, ((0, 1), (1, 2)), (5, 7)), tmp_path / "own.json")
    game = SetCover(level=str(file))
    assert game.spec.actions == 2
    assert game.initial().legal(0) == [0, 1]
    save(Instance(3, ((0, 1),)), file)
    with pytest.raises(Uncoverable, match="no list holds the element 2"):
        SetCover(level=str(file))


@pytest.mark.parametrize("n", [0, 1001, True, "many"])
def test_sizes(n):
    with pytest.raises(BadParameter, match="a whole number from 1 to 1000 is needed"):
        SetCover(n=n)


def test_the_picture():
    game = SetCover(n=20)
    state = game.read("0")
    frame = game.frame(state.view())
    assert sum(tile.kind == "covered" for tile in frame.panels[0].tiles) == len(problem(20, 42)[0])
    assert dict(frame.status)["covered"].endswith("of 20")
    assert "new for" in dict(frame.status)["best offers"]
