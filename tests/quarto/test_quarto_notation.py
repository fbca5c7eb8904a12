"""The text of a position: read, written, and refused with the place of the fault."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium import load_game
from ludarium.core.errors import BadNotation
from ludarium.games.quarto.notation import parse, write


def played(moves, squares=False):
    """Return the state after random moves, chosen by numbers."""
    state = load_game("quarto", squares=squares).initial()
    for number in moves:
        if state.is_over():
            break
        legal = state.legal(state.actors()[0])
        state.apply(legal[number % len(legal)])
    return state


@given(st.lists(st.integers(0, 15), max_size=32), st.booleans())
def test_every_position_of_a_game_is_read_back(moves, squares):
    state = played(moves, squares)
    again = parse(write(state), squares=squares)
    assert again.key() == state.key()
    assert pickle.loads(pickle.dumps(again)).key() == state.key()


def test_the_start_and_who_acts():
    assert write(load_game("quarto").initial()) == "................ -"
    assert parse("................ -").actors() == (0,)
    assert parse("................ 5").actors() == (1,)
    assert parse("5............... -").actors() == (1,)
    assert parse("5............... 6").actors() == (0,)


def test_bits_are_traits():
    state = parse("a............... -")
    assert state.board[0] == 0b1010
    assert state.action_name(0) == "give 0"
    assert state.left == tuple(n for n in range(16) if n != 10)


def test_a_finished_game_has_its_winner():
    # row 1: 0 2 4 6 all lack trait 0; the fourth piece was placed by player 0
    state = parse("0246............ -")
    assert state.is_over()
    assert state.returns() == (1.0, -1.0)
    assert state.view()["line"] == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "a position is 16 cells, a space, and the piece in hand or '-'"),
        ("...............", 16, "a position is 16 cells"),
        ("................", 17, "a position is 16 cells"),
        ("................. -", 17, "a position is 16 cells"),
        ("g............... -", 1, "'g' is no piece; a cell is a hex digit 0-f or '.'"),
        ("..3.3........... -", 5, "piece 3 stands on c1 already"),
        ("................ x", 18, "'x' is no piece; in hand is a hex digit 0-f, or '-' for none"),
        ("...a............ A", 18, "piece a in hand stands on d1 already"),
        ("0246............ 1", 18, "a line is complete, the game is over"),
        ("02468ace........ -", 1, "no single piece can have completed all the lines"),
    ],
)
def test_faults_are_placed(text, column, says):
    with pytest.raises(BadNotation) as caught:
        parse(text)
    assert says in str(caught.value)
    assert caught.value.column == column


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        read, column = write(parse(text)), 1
    except BadNotation as fault:
        read, column = text.strip().lower(), fault.column
    assert read == text.strip().lower()
    assert 1 <= column <= 18


def test_a_game_may_start_anywhere():
    game = load_game("quarto?position=01.32..5....f...+a")
    assert game.write(game.initial()) == "01.32..5....f... a"
    assert load_game(game.id).initial().key() == game.initial().key()
