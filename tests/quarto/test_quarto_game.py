"""The rules against outside numbers, and what people type and see."""

import numpy as np
import pytest

from ludarium import load_game
from ludarium.compiled.abi import check_core
from ludarium.compiled.kernels import luck_from, play_outs
from ludarium.core.errors import IllegalAction
from ludarium.games.quarto.game import QuartoState
from ludarium.games.quarto.notation import parse
from ludarium.games.quarto.pieces import piece_from, piece_words
from ludarium.games.quarto.rules import LINES, SQUARES
from ludarium.testing import perft

GAMES = 100_000
# Exact shares of uniform random play, computed for this project by independent programs: percent of games
# that end at placement 4 to 16, and who wins.
ENDS = [0.1618, 0.6473, 1.6182, 3.2154, 5.5072, 8.3988, 11.5261, 14.1961, 15.4918, 14.6337, 11.5485, 7.3811]
GIVER, PLACER, MEAN = 49.5474, 48.4724, 11.66485


@pytest.fixture(scope="module")
def random_play():
    state = load_game("quarto").initial()
    return play_outs(state.core, state.rules, state.words, GAMES, 32, luck_from(1, "random play"))


def within(count, percent):
    """Say whether a count fits an exact share within five standard deviations."""
    share = percent / 100
    return abs(count / GAMES - share) < 5 * (share * (1 - share) / GAMES) ** 0.5 + 1e-6


def test_random_play_ends_when_theory_says(random_play):
    lengths, _ = random_play
    # a game that ends at placement n has made n gifts and n placements
    ended = {n: int(lengths[2 * n]) for n in range(4, 17)}
    assert sum(ended.values()) == GAMES
    for n, percent in enumerate(ENDS, 4):
        assert within(ended[n], percent), n
    mean = sum(n * count for n, count in ended.items()) / GAMES
    assert abs(mean - MEAN) < 5 * 2.5 / GAMES**0.5


def test_random_play_is_won_as_often_as_theory_says(random_play):
    _, wins = random_play
    assert within(int(wins[0]), GIVER)
    assert within(int(wins[1]), PLACER)
    assert within(GAMES - int(wins.sum()), 1.9801)


def test_perft():
    start = load_game("quarto").initial()
    assert [perft(start, depth) for depth in range(5)] == [1, 16, 256, 3840, 57600]


def test_the_lines():
    assert len(LINES) == 10
    assert len(SQUARES) == 9
    assert all(line.bit_count() == 4 for line in LINES + SQUARES)
    assert len(set(LINES + SQUARES)) == 19


def test_four_piece_sets_with_a_common_trait():
    from itertools import combinations

    def shared(four):
        together, none = 15, 15
        for piece in four:
            together &= piece
            none &= ~piece
        return together or none

    assert sum(bool(shared(four)) for four in combinations(range(16), 4)) == 536


def test_the_core_keeps_its_calling_convention():
    assert check_core(QuartoState.core) is QuartoState.core


@pytest.mark.parametrize(
    ("text", "squares", "over"),
    [
        ("0............... 2", False, False),
        ("02..46.......... -", False, False),
        ("02..46.......... -", True, True),
        ("0...2...4...6... -", False, True),
        ("0....2....4....6 -", False, True),
        ("...0..2..4..6... -", False, True),
    ],
)
def test_what_wins(text, squares, over):
    assert parse(text, squares=squares).is_over() == over


# a1 b1 c1 hold 1 3 5: piece 7 wins at d1, 8 does not
THREE = "135............. 7"


def test_whoever_places_the_fourth_wins():
    state = parse(THREE)
    mover = state.actors()[0]
    state.apply(16 + 3)
    assert state.is_over()
    assert state.returns()[mover] == 1.0


def test_a_full_board_without_a_line_is_a_draw():
    state = load_game("quarto").initial()
    rng = np.random.default_rng(0)
    for _ in range(3000):
        state = load_game("quarto").initial()
        while not state.is_over():
            state.advance(int(rng.choice(state.legal(state.actors()[0]))))
        if state.returns() == (0.0, 0.0):
            break
    assert None not in state.board
    assert load_game("quarto").outcomes(state) == ("draw", "draw")


@pytest.mark.parametrize(
    ("typed", "action"),
    [("b3", 25), ("B3", 25), ("place b3", 25), ("put b 3", 25), ("at d4", 31)],
)
def test_placements_as_people_type_them(typed, action):
    game = load_game("quarto")
    state = parse(THREE)
    assert game.read_action(typed, state, state.actors()[0]) == action


@pytest.mark.parametrize(
    ("typed", "piece"),
    [("a", 10), ("give A", 10), ("piece a", 10), ("short dark round hollow", 10), ("hdrs", 10), ("give tdqh", 15)],
)
def test_gifts_as_people_type_them(typed, piece):
    game = load_game("quarto")
    assert game.read_action(typed, game.initial(), 0) == piece


@pytest.mark.parametrize(
    ("position", "typed", "says"),
    [
        (THREE, "e9", r"'e9' is no cell.*\(a1 top left to d4 bottom right\)"),
        (THREE, "a1", "cell a1 is taken by piece 1"),
        (THREE, "give 4", "you have to place piece 7 now"),
        ("1............... -", "place b3", "you have to give a piece now"),
        ("1............... -", "1", r"piece 1 \(tall light round full\) is already on the board; left: 0 2 3"),
        ("1............... -", "zz", "'zz' is no piece; type one of 0 2 3 4 5 6 7 8 9 a b c d e f, or four traits"),
        ("1............... -", "tall short dark round", "is no piece"),
    ],
)
def test_refusals_say_what_to_type(position, typed, says):
    game, state = load_game("quarto"), parse(position)
    with pytest.raises(IllegalAction, match=says):
        game.read_action(typed, state, state.actors()[0])


def test_every_piece_has_its_own_words_and_drawing():
    game = load_game("quarto")
    assert all(piece_from(piece_words(piece)) == piece for piece in range(16))
    left = game.frame(game.initial().view()).panels[-1]
    assert len({tile.text[:2] for tile in left.tiles}) == 16
    assert len(left.tiles) == 16


def test_the_winning_line_is_bright_and_told():
    frame = load_game("quarto").frame(parse("0246............ -").view())
    assert [tile.label[0] for tile in frame.panels[0].tiles if tile.bright] == ["0", "2", "4", "6"]
    assert ("result", "player 0 completed a line") in frame.status
