"""The solver against plain search, against published counts, and under a budget."""

import numpy as np
import pytest
from plain import plain_value, random_position

from ludarium import Budget, load_game
from ludarium.core.errors import BadParameter
from ludarium.core.solver import Status
from ludarium.games.quarto.notation import parse
from ludarium.games.quarto.rules import LINES, SQUARES
from ludarium.games.quarto.solver import QuartoSolver, action_values, count_boards, solve, symmetries

POSITIONS = 500


def sign(state, actor):
    """Return the result of a finished game for a player."""
    return int(state.returns()[actor])


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("hand", [True, False])
def test_it_agrees_with_plain_search_and_its_line_proves_it(squares, hand):
    rng = np.random.default_rng(20261118)
    for number in range(POSITIONS // 2):
        state = random_position(rng, 9 + number % 6, squares=squares, hand=hand)
        solution = solve(state)
        assert solution.status is Status.SOLVED
        assert solution.value == solution.bound == plain_value(state)
        actor, end = state.actors()[0], state.clone()
        for action in solution.answer:
            end.apply(action)
        assert end.is_over()
        assert sign(end, actor) == solution.value


def test_the_table_changes_no_value():
    """Eight pieces are few enough for the table to take part, and enough for plain search to answer."""
    rng = np.random.default_rng(8)
    shared = QuartoSolver(megabytes=1)
    for number in range(40):
        state = random_position(rng, 8, squares=number % 2 == 1)
        assert shared.solve(state, Budget()).value == plain_value(state)


def test_a_small_table_a_large_one_and_slices_agree():
    rng = np.random.default_rng(6)
    small, large = QuartoSolver(megabytes=1), QuartoSolver(megabytes=256)
    for _ in range(12):
        state = random_position(rng, 6)
        values = {solver.solve(state, Budget()).value for solver in (small, large)}
        assert values == {solve(state, Budget(steps=10**9)).value}


@pytest.mark.parametrize("hand", [True, False])
def test_every_action_is_valued_as_plain_search_does(hand):
    rng = np.random.default_rng(3)
    for number in range(60):
        state = random_position(rng, 10 + number % 5, hand=hand)
        actor = state.actors()[0]
        for action, value in action_values(state).items():
            after = state.clone()
            after.apply(action)
            if after.is_over():
                assert value == sign(after, actor)
            else:
                assert value == (plain_value(after) if after.actors()[0] == actor else -plain_value(after))


def test_symmetric_positions_have_one_value():
    rng = np.random.default_rng(1)
    state = random_position(rng, 6)
    value = solve(state).value
    text = load_game("quarto").write(state)
    for image in symmetries(LINES)[::5]:
        cells = ["."] * 16
        for cell in range(16):
            cells[image[cell]] = text[cell]
        # all pieces renamed by inverting traits 0 and 2, and the board moved
        renamed = "".join(c if c in ".- " else f"{int(c, 16) ^ 5:x}" for c in "".join(cells) + text[16:])
        assert solve(parse(renamed)).value == value


def test_the_boards_symmetries():
    assert len(symmetries(LINES)) == 32
    assert len(symmetries(LINES + SQUARES)) == 8


@pytest.mark.parametrize(
    ("squares", "counts"),
    [(False, [1, 256, 28800, 1881600, 79368960]), (True, [1, 256, 28800, 1881600, 79253184])],
)
def test_boards_without_a_line_are_counted_as_published(squares, counts):
    assert [count_boards(pieces, squares) for pieces in range(5)] == counts


def test_a_budget_gives_bounds():
    start = load_game("quarto").initial()
    solution = solve(start, Budget(steps=5000))
    assert solution.status is Status.BOUNDED
    assert solution.value < solution.bound
    assert solution.stats["nodes"] <= 5000
    assert action_values(start, Budget(steps=5000)) is None


def test_statistics_are_told():
    solution = solve(random_position(np.random.default_rng(0), 7))
    assert solution.stats["nodes"] > 0
    assert solution.stats["nodes_per_s"] > 0


@pytest.mark.parametrize(
    ("text", "says"),
    [("0246............ -", "player 0 has won"), ("0............... -", "")],
)
def test_a_finished_game_has_no_value(text, says):
    state = parse(text)
    if says:
        with pytest.raises(BadParameter, match=f"this game of Quarto is over, {says}"):
            solve(state)
    else:
        assert solve(state, Budget(steps=100)).status is Status.BOUNDED


def test_a_table_needs_room():
    with pytest.raises(BadParameter, match="megabytes=0: the table needs at least 1"):
        QuartoSolver(megabytes=0)
