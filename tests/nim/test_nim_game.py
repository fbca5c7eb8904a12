"""The rules keep the contract's promises, and every refusal says why."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.core.errors import BadParameter, IllegalAction
from ludarium.core.game import HasNotation, HasReferee, HasSolver
from ludarium.core.rng import derive
from ludarium.core.spec import Chance, Information, Payoff, Turns
from ludarium.games.nim import Nim, NimState
from ludarium.testing import check_game, perft

games = st.builds(
    Nim,
    rows=st.lists(st.integers(0, 9), min_size=1, max_size=6).map(tuple),
    k=st.none() | st.integers(1, 12),
    misere=st.booleans(),
)


@pytest.mark.parametrize("name", ["nim", "nim?rows=0,0", "nim?rows=2,0,9&k=4&misere=true"])
def test_the_conformance_kit_finds_no_fault(name: str) -> None:
    check_game(ludarium.load_game(name))


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 16), (2, 206)])
def test_perft_of_one_three_five_seven(depth: int, leaves: int) -> None:
    assert perft(Nim().initial(), depth) == leaves


@settings(deadline=None)
@given(games, st.integers(0, 2**32))
def test_a_random_game_keeps_the_promises_of_the_contract(game: Nim, seed: int) -> None:
    rng = derive(seed, "test")
    state = game.initial(seed)
    steps = 0
    while not state.is_over():
        (player,) = state.actors()
        legal = state.legal(player)
        assert legal == sorted(set(legal))
        assert legal
        assert 0 <= legal[0] <= legal[-1] < game.spec.actions
        assert state.legal(1 - player) == []
        assert state.returns() == (0.0, 0.0)
        assert state.view()["to_act"] == player
        for action in legal:
            assert game.read_action(state.action_name(action), state, player) == action
        before, kept = state.key(), state.clone()
        state.apply(legal[int(rng.integers(len(legal)))])
        steps += 1
        assert kept.key() == before != state.key()
        assert kept.legal(player) == legal
        again = game.read(game.write(state))
        assert (again.key(), again.width) == (state.key(), state.width)
    assert steps <= game.spec.max_steps
    assert state.actors() == ()
    assert state.legal(0) == state.legal(1) == []
    assert sorted(state.returns()) == [-1.0, 1.0]
    assert state.view()["to_act"] is None
    taker = 1 - state.mover
    assert (state.returns()[taker] > 0) == (not game.misere)


def test_the_card_tells_the_facts() -> None:
    spec = Nim((2, 0, 9), k=4).spec
    assert (spec.name, spec.version, spec.players, spec.actions, spec.max_steps) == ("nim", 1, 2, 12, 11)
    assert (spec.turns, spec.information, spec.chance) == (Turns.SEQUENTIAL, Information.PERFECT, Chance.NONE)
    assert spec.payoff is Payoff.ZERO_SUM
    assert spec.budget == ludarium.Budget(ms=1000)
    assert Nim.__doc__ is not None
    assert all(heading in Nim.__doc__ for heading in ("## Actions", "## Returns", "## Versions"))


def test_an_id_makes_the_same_game_again() -> None:
    game = ludarium.load_game("nim?rows=1,3,5&k=3&misere=true")
    assert isinstance(game, Nim)
    assert (game.rows, game.k, game.misere) == ((1, 3, 5), 3, True)
    assert game.id == Nim((1, 3, 5), 3, True).id == "nim?k=3&misere=true&rows=1,3,5"
    assert ludarium.load_game(game.id).initial().key() == game.initial().key()


def test_rows_may_be_a_list_or_numbers_of_numpy() -> None:
    assert Nim([1, np.int64(3)], k=np.int32(2)).id == "nim?k=2&rows=1,3"  # type: ignore[arg-type]


def test_actions_are_numbered_by_row_and_count() -> None:
    state = Nim((1, 0, 3), k=2).initial()
    assert state.legal(0) == [0, 4, 5]
    assert [state.action_name(a) for a in state.legal(0)] == [
        "take 1 from row 1",
        "take 1 from row 3",
        "take 2 from row 3",
    ]
    assert state.action(2, 2) == 5


def test_a_state_has_the_capabilities_it_claims() -> None:
    assert isinstance(Nim().initial(), HasReferee)
    assert isinstance(Nim(), HasNotation)
    assert isinstance(Nim(), HasSolver)


@pytest.mark.parametrize(("misere", "returns"), [(False, (-1.0, 1.0)), (True, (1.0, -1.0))])
def test_a_game_without_objects_is_over_at_once(misere: bool, returns: tuple[float, float]) -> None:
    game = Nim((0, 0), misere=misere)
    assert game.initial().is_over()
    assert game.initial().returns() == returns
    assert game.spec.max_steps == 1
    record = ludarium.play(game, ["nim.dumb", "nim.dumb"])
    assert (record.ending, record.returns) == ("finished", returns)


def test_other_rules_have_other_keys() -> None:
    keys = {
        NimState((1, 2), k, misere, mover).key() for k in (None, 1, 2) for misere in (False, True) for mover in (0, 1)
    }
    assert len(keys) == 12


def test_what_is_known_crosses_a_process_border_and_stays_as_it_was() -> None:
    state = Nim(k=3).initial()
    known = pickle.loads(pickle.dumps(state.known(1)))
    state.apply(0)
    assert known.view == {"rows": (1, 3, 5, 7), "k": 3, "misere": False, "to_act": 0}
    assert known.imagine(derive(0, "test")).legal(0) == Nim(k=3).initial().legal(0)


def test_an_illegal_action_leaves_the_state_untouched() -> None:
    state = Nim((1, 3)).initial()
    before = state.key()
    with pytest.raises(IllegalAction, match=r"player 0 may not play 1 here; legal: 0 \(take 1 from row 1\), 3"):
        state.apply(1)
    assert state.key() == before


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"rows": ()}, r"there are no rows; give at least one"),
        ({"rows": 7}, r"rows=7; give whole numbers, as in rows=1,3,5,7"),
        ({"rows": "135"}, r"rows='135'; give whole numbers"),
        ({"rows": (1, -3)}, r"row 2 is -3; a row cannot hold less than 0 objects"),
        ({"rows": (1, 2.5)}, r"row 2 is 2\.5, which is not a whole number"),
        ({"rows": (True, 2)}, r"row 1 is True, which is not a whole number"),
        ({"rows": (1, 256)}, r"row 2 is 256; a row holds at most 255 objects"),
        ({"rows": (1,) * 33}, r"33 rows are too many; at most 32 are allowed"),
        ({"k": 0}, r"k=0; a move takes at least 1 object, so k is at least 1"),
        ({"k": 256}, r"k=256; a row holds at most 255 objects, so a larger bound is none"),
        ({"k": 1.5}, r"k=1\.5 is not a whole number"),
        ({"misere": "yes"}, r"misere='yes'; choose true or false"),
    ],
)
def test_bad_parameters_are_refused_with_a_reason(params: dict[str, object], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        Nim(**params)  # type: ignore[arg-type]


def test_the_largest_game_is_allowed() -> None:
    game = Nim((255,) * 32)
    assert game.spec.actions == 8160
    assert len(game.initial().legal(0)) == 8160


@pytest.mark.parametrize(
    "text",
    ["take 2 from row 3", "Take 2 from 3", "2 from 3", " 2  from row 3 ", "3 2", "3:2", "3: 2", "3,2", "row 3 2"],
)
def test_people_may_type_a_move_in_many_ways(text: str) -> None:
    game = Nim()
    state = game.initial()
    assert state.action_name(game.read_action(text, state, 0)) == "take 2 from row 3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", r"'hello' is not understood; say how many and from which row, as in '2 from 3' or '3 2'"),
        ("3", r"'3' is not understood"),
        ("", r"'' is not understood"),
        ("1 from 5", r"there is no row 5; the rows are 1 to 4"),
        ("1 from 0", r"there is no row 0"),
        ("1 from 1", r"row 1 is empty; there are objects in: 2, 3, 4"),
        ("0 from 2", r"a move takes at least one object"),
        ("4 from 4", r"a move takes at most 3 here, not 4"),
        ("3 from 2", r"row 2 holds 2, 3 cannot be taken from it"),
    ],
)
def test_a_bad_move_is_refused_with_a_reason(text: str, message: str) -> None:
    game = Nim((0, 2, 5, 7), k=3)
    with pytest.raises(IllegalAction, match=message):
        game.read_action(text, game.initial(), 0)


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    game = Nim((1,))
    state = game.initial()
    with pytest.raises(IllegalAction, match="it is the turn of player 0, not of player 1"):
        game.read_action("1 from 1", state, 1)
    state.apply(0)
    with pytest.raises(IllegalAction, match="the game is over: no objects are left"):
        game.read_action("1 from 1", state, 1)


def test_the_help_for_typing_names_the_bound() -> None:
    assert "'2 from 3' takes two from row 3" in Nim().how_to_type
    assert "at most" not in Nim().how_to_type
    assert "A move takes at most 3." in Nim(k=3).how_to_type
