"""Positions as text: there and back, and every fault with its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.core.errors import BadNotation
from ludarium.games.nim import Nim, NimState
from ludarium.games.nim.notation import HELP, parse, write

states = st.builds(
    NimState,
    rows=st.lists(st.integers(0, 255), min_size=1, max_size=32),
    k=st.none() | st.integers(1, 255),
    misere=st.booleans(),
    mover=st.integers(0, 1),
)


@settings(deadline=None)
@given(states)
def test_what_is_written_is_read_back(state: NimState) -> None:
    again = parse(write(state))
    assert again.key() == state.key()
    assert again.legal(again.mover) == state.legal(state.mover)


@settings(deadline=None)
@given(st.text() | st.text("0123456789,k=misereto -", max_size=30))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    fault = state = None
    try:
        state = parse(text)
    except BadNotation as refusal:
        fault = refusal
    if state is not None:
        assert parse(write(state)).key() == state.key()
    else:
        assert fault is not None
        assert fault.line >= 1
        assert 1 <= fault.column <= len(fault.text) + 1


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1,3,5,7", "1,3,5,7"),
        ("1,3,5,7 k=3 misere to=1", "1,3,5,7 k=3 misere to=1"),
        ("\n  0,2   to=1 Misère K=4\n\n", "0,2 k=4 misere to=1"),
        ("7 normal k=none to=0", "7"),
    ],
)
def test_a_text_has_one_written_form(text: str, written: str) -> None:
    assert write(parse(text)) == written


def test_the_help_s_example_is_right() -> None:
    assert write(parse(HELP.partition("Example: ")[2])) == "1,3,5,7 k=3 misere to=1"
    assert Nim.notation_help == HELP


def test_a_game_fills_in_its_own_rules_where_the_text_is_silent() -> None:
    game = Nim((1, 3, 5), k=3, misere=True)
    assert game.write(game.read("1,2,3")) == "1,2,3 k=3 misere"
    assert game.write(game.read("1,2,3 k=none normal")) == "1,2,3"


def test_a_position_of_the_game_numbers_its_actions_as_the_game_does() -> None:
    game = Nim((1, 3, 5))
    assert game.read("1,3,0").legal(0) == [0, 5, 6, 7]
    assert game.read("1,3").legal(0) == [0, 3, 4, 5]
    assert game.read("1,4,0").legal(0) == [0, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "a position starts with its rows, as in 1,3,5,7"),
        ("1,x,5", 1, 3, "'x' should be the number of objects in a row"),
        ("1,,5", 1, 3, "'' should be the number of objects in a row"),
        ("-1", 1, 1, "'-1' should be the number of objects in a row"),
        ("k=3", 1, 1, "'k=3' should be the number of objects in a row"),
        ("1,3,256", 1, 5, "a row holds at most 255 objects"),
        (",".join("1" * 33), 1, 65, "there are at most 32 rows"),
        ("1,3 misre", 1, 5, "'misre' is not understood; did you mean 'misere'?"),
        ("1,3 too=1", 1, 5, "'too=1' is not understood; did you mean 'to='?"),
        ("1,3 %", 1, 5, r"'%' is not understood (after the rows: k=N, misere, to=0 or to=1)"),
        ("1,3 k=0", 1, 7, "'0' should be the most that a move may take: 1 to 255, or none"),
        ("1,3 k=256", 1, 7, "'256' should be the most that a move may take: 1 to 255, or none"),
        ("1,3 k=x", 1, 7, "'x' should be the most that a move may take"),
        ("1,3 to=2", 1, 8, "'2' should be the player to move: 0 or 1"),
        ("1,3 k=2 k=3", 1, 9, "the bound is given twice"),
        ("1,3 misere normal", 1, 12, "the rule is given twice"),
        ("1,3 to=0 to=1", 1, 10, "the mover is given twice"),
        ("1,3\n\n  1,5", 3, 3, "a position is one line, this is a second one"),
    ],
)
def test_a_fault_is_shown_at_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse(text)
    fault = caught.value
    assert (fault.line, fault.column) == (line, column)
    assert str(fault).startswith(f"text:{line}:{column}: {message}")
    assert str(fault).splitlines()[-1] == " " * (column + 3) + "^"
