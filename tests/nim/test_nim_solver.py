"""Theory, min-max and an independent brute force must agree; known facts must come out."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.core.budget import Budget
from ludarium.core.game import HasSolver
from ludarium.core.solver import Status
from ludarium.games.nim import MinMax, Nim, NimState, best_move, grundy, is_win
from ludarium.games.nim.solver import delaying_move, nim_sum, winning_moves

RULES = [(k, misere) for k in (None, 1, 2, 3, 4, 5, 6) for misere in (False, True)]
Rows = tuple[int, ...]


def odd_rows(count: int) -> Rows:
    return tuple(range(1, 2 * count, 2))


def after(rows: Rows, row: int, count: int) -> Rows:
    return (*rows[:row], rows[row] - count, *rows[row + 1 :])


@cache
def brute_force(k: int | None, misere: bool) -> dict[Rows, bool]:
    """Return won or lost for all 4,096 ordered positions of four rows of at most 7 (empty rows give fewer rows).

    In the order of `product` every successor comes before its position: no search, no sorting, no theory.
    """
    won: dict[Rows, bool] = {}
    for rows in product(range(8), repeat=4):
        successors = [
            after(rows, row, count)
            for row, objects in enumerate(rows)
            for count in range(1, (objects if k is None else min(objects, k)) + 1)
        ]
        won[rows] = any(not won[s] for s in successors) if successors else misere
    return won


@pytest.mark.parametrize(("k", "misere"), RULES)
def test_theory_agrees_with_brute_force_everywhere(k: int | None, misere: bool) -> None:
    assert {rows: is_win(rows, k, misere) for rows in brute_force(k, misere)} == brute_force(k, misere)


@pytest.mark.parametrize(("k", "misere"), RULES)
def test_min_max_agrees_with_brute_force_everywhere(k: int | None, misere: bool) -> None:
    search = MinMax(k, misere)
    assert {rows: search.is_win(rows) for rows in brute_force(k, misere)} == brute_force(k, misere)
    assert search.positions <= 330, "330 multisets of four numbers from 0 to 7: permuted rows are one entry"


@pytest.mark.parametrize(("k", "misere"), RULES)
def test_the_best_moves_of_both_are_legal_and_lead_to_a_lost_position(k: int | None, misere: bool) -> None:
    won = brute_force(k, misere)
    search = MinMax(k, misere)
    for rows, wins in won.items():
        for move in (best_move(rows, k, misere), search.best_move(rows)):
            if move is None:
                assert not wins or not any(rows)
                continue
            row, count = move
            assert 1 <= count <= rows[row]
            assert k is None or count <= k
            assert not won[after(rows, row, count)]


@pytest.mark.parametrize(("k", "misere"), RULES)
def test_the_winning_moves_are_all_of_them(k: int | None, misere: bool) -> None:
    won = brute_force(k, misere)
    for rows in won:
        moves = {(r, c) for r, n in enumerate(rows) for c in range(1, (n if k is None else min(n, k)) + 1)}
        assert set(winning_moves(rows, k, misere)) == {move for move in moves if not won[after(rows, *move)]}


@pytest.mark.parametrize(
    ("k", "lost"),
    [
        (None, {4, 8, 12, 16}),
        (3, {4, 8, 12, 16}),
        (7, {4, 8, 12, 16}),
        (1, {2, 4, 6, 8, 10, 12, 14, 16}),
        (2, {6, 12}),
        (4, {4, 10, 14}),
        (5, {6, 12}),
        (6, {10, 11, 14}),
    ],
)
def test_the_second_player_wins_the_known_numbers_of_odd_rows(k: int | None, lost: set[int]) -> None:
    assert {r for r in range(1, 17) if not is_win(odd_rows(r), k)} == lost


@pytest.mark.parametrize("k", [None, 1, 2, 5])
@pytest.mark.parametrize("ones", range(1, 10))
def test_with_single_objects_only_the_parity_decides(k: int | None, ones: int) -> None:
    rows = (1,) * ones
    assert is_win(rows, k) == (ones % 2 == 1) == MinMax(k).is_win(rows)
    assert is_win(rows, k, misere=True) == (ones % 2 == 0) == MinMax(k, misere=True).is_win(rows)


@pytest.mark.parametrize("misere", [False, True])
def test_min_max_solves_eight_odd_rows_from_the_root(misere: bool) -> None:
    search = MinMax(misere=misere)
    assert not search.is_win(odd_rows(8))
    assert search.best_move(odd_rows(8)) is None
    assert search.positions < 120_175, "fewer than all multisets that fit: it stops at the first winning move"


def test_min_max_remembers_what_it_solved() -> None:
    search = MinMax()
    assert search.positions == 1
    search.is_win((1, 3, 5))
    before = search.positions
    search.is_win((5, 0, 1, 3))
    assert search.positions == before


def test_min_max_does_not_exhaust_the_stack_on_a_long_row() -> None:
    assert not MinMax(k=1).is_win((5000,))


@settings(deadline=None)
@given(st.lists(st.integers(0, 255), min_size=1, max_size=32), st.none() | st.integers(1, 300), st.booleans())
def test_a_won_position_has_a_move_to_a_lost_one_and_a_lost_one_has_none(
    rows: list[int], k: int | None, misere: bool
) -> None:
    move = best_move(rows, k, misere)
    assert (move is not None) == (is_win(rows, k, misere) and any(rows))
    if move is not None:
        assert not is_win(after(tuple(rows), *move), k, misere)


def test_grundy_values_are_the_size_or_its_rest() -> None:
    assert [grundy(n) for n in range(6)] == [0, 1, 2, 3, 4, 5]
    assert [grundy(n, 2) for n in range(6)] == [0, 1, 2, 0, 1, 2]
    assert nim_sum((1, 3, 5, 7)) == 0
    assert nim_sum((4, 4, 5), k=4) == 0


def test_where_all_is_lost_one_object_leaves_the_largest_row() -> None:
    assert delaying_move((1, 5, 5, 3)) == (1, 1)


@pytest.mark.parametrize(
    "text", ["1,3,5", "1,3,5,7", "1,3,5,7 k=4 misere to=1", "0,0", "0 misere", "6 k=2", "1,1 misere"]
)
def test_the_solution_is_a_line_that_the_rules_play_to_the_promised_end(text: str) -> None:
    game = Nim()
    assert isinstance(game, HasSolver)
    state = game.read(text)
    mover = state.mover
    solution = game.solve(state, Budget(steps=1))
    assert solution.status is Status.SOLVED
    assert solution.answer is not None
    assert solution.stats["moves"] == len(solution.answer)
    for action in solution.answer:
        state.apply(action)
    assert state.is_over()
    assert state.returns()[mover] == solution.value == solution.bound


@pytest.mark.parametrize(("k", "misere"), RULES)
def test_the_referee_values_every_action_as_brute_force_does(k: int | None, misere: bool) -> None:
    won = brute_force(k, misere)
    for rows in [(1, 3, 5, 7), (7, 0, 2, 2), (1, 1, 1, 0), (0, 0, 0, 6), (0, 0, 0, 0)]:
        state = NimState(rows, k, misere)
        values = state.referee(Budget(steps=1))
        assert list(values) == state.legal(0)
        for action, value in values.items():
            child = state.clone()
            child.apply(action)
            assert value == (-1.0 if won[child.rows] else 1.0)
