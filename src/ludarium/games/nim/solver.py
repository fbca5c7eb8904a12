"""Exact answers, twice: by theory in no time, and by a search that knows no theory, which checks it.

Normal play: a bounded row is a subtraction game with Grundy value `n mod (k + 1)`, and a sum of rows is lost for the
mover iff the xor of the values is 0 (Bouton 1901 for plain Nim; Sprague 1935 and Grundy 1939 for any sum).

Misère play: these rows are tame (Conway, On Numbers and Games, chapter 12; Berlekamp, Conway and Guy, Winning Ways,
chapter 13): play as in normal Nim while some value is 2 or more, and leave an odd number of ones when none is.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from ludarium.core.budget import Budget
from ludarium.core.solver import Solution, Solver, Status

if TYPE_CHECKING:
    from ludarium.games.nim.rules import NimState

Move = tuple[int, int]
"""A row, numbered from 0, and how many objects to take from it."""


def grundy(n: int, k: int | None = None) -> int:
    """Return the Grundy value of one row of *n* objects when a move takes at most *k* (None: any number)."""
    return n if k is None else n % (k + 1)


def nim_sum(rows: Sequence[int], k: int | None = None) -> int:
    """Return the xor of the rows' Grundy values."""
    return reduce(xor, (grundy(n, k) for n in rows), 0)


def is_win(rows: Sequence[int], k: int | None = None, misere: bool = False) -> bool:
    """Say whether the player to move wins under perfect play. With all rows empty: whether he has won."""
    total = nim_sum(rows, k)
    if misere and all(grundy(n, k) < 2 for n in rows):
        return total == 0
    return total != 0


def winning_moves(rows: Sequence[int], k: int | None = None, misere: bool = False) -> Iterator[Move]:
    """Yield every move that leaves a lost position, by row: there is at most one in each row.

    The row's new value must equal the nim-sum of the others; in misère play, where all others are worth 0 or 1, it
    must be the other one of 0 and 1. Under a bound only one count from 1 to k leads to a wanted value.
    """
    values = [grundy(n, k) for n in rows]
    total = reduce(xor, values, 0)
    large = sum(value > 1 for value in values)
    for row, (objects, value) in enumerate(zip(rows, values, strict=True)):
        target = total ^ value
        if misere and large == (value > 1):
            target ^= 1
        if k is None:
            count = objects - target
        elif target <= k:
            count = (objects - target) % (k + 1)
        else:
            continue
        if 0 < count <= objects:
            yield row, count


def best_move(rows: Sequence[int], k: int | None = None, misere: bool = False) -> Move | None:
    """Return the first winning move by row, or None when every move loses or there is none."""
    return next(winning_moves(rows, k, misere), None)


def delaying_move(rows: Sequence[int]) -> Move:
    """Return what to play when all is lost: one object from the largest row, so that the game goes on for long."""
    return max(range(len(rows)), key=rows.__getitem__), 1


class MinMax:
    """Min-max over sorted rows with a table: the oracle that knows the rules only.

    A position is its rows sorted, without the empty ones, so that permuted rows are one entry. Values are won or lost,
    for which alpha-beta means: stop at the first move to a lost position. Large takes are tried first, because they
    lead to small positions. The search keeps its own stack: a row of a thousand cannot exhaust Python's.

    The table holds values, never moves: a row number is meaningless for sorted rows, so `best_move` looks at the moves
    of the real rows.
    """

    def __init__(self, k: int | None = None, misere: bool = False) -> None:
        self.k, self.misere = k, misere
        self._won: dict[tuple[int, ...], bool] = {(): misere}

    @property
    def positions(self) -> int:
        """How many positions have been solved so far, the empty one included."""
        return len(self._won)

    def is_win(self, rows: Sequence[int]) -> bool:
        """Say whether the player to move wins."""
        root = tuple(sorted(n for n in rows if n))
        won = self._won
        if root not in won:
            self._search(root)
        return won[root]

    def best_move(self, rows: Sequence[int]) -> Move | None:
        """Return the first winning move on the rows as they are, or None when there is none."""
        for row, objects in enumerate(rows):
            for count in range(_most(objects, self.k), 0, -1):
                if not self.is_win([*rows[:row], objects - count, *rows[row + 1 :]]):
                    return row, count
        return None

    def _search(self, root: tuple[int, ...]) -> None:
        """Fill the table up to *root*, depth first."""
        won = self._won
        stack = [(root, self._children(root))]
        while stack:
            position, children = stack[-1]
            for child in children:
                value = won.get(child)
                if value is None:
                    stack.append((child, self._children(child)))
                    break
                if not value:
                    won[position] = True
                    stack.pop()
                    break
            else:
                won[position] = False
                stack.pop()
                if stack:
                    won[stack.pop()[0]] = True

    def _children(self, rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield each position one move away, in the table's form; equal rows are tried once."""
        for row in range(len(rows) - 1, -1, -1):
            objects = rows[row]
            if row + 1 < len(rows) and rows[row + 1] == objects:
                continue
            rest = rows[:row] + rows[row + 1 :]
            for left in range(objects - _most(objects, self.k), objects):
                place = bisect(rest, left)
                yield (*rest[:place], left, *rest[place:]) if left else rest


class NimSolver(Solver["NimState", tuple[int, ...]]):
    """Solves a position by theory, with a line of play to the end."""

    def solve(self, problem: NimState, budget: Budget) -> Solution[tuple[int, ...]]:
        """Return the value for the mover and the line in which he who wins wins, and the other one delays.

        Theory takes no time, so the budget is not looked at. With all rows empty the value is what the mover has got.
        """
        value = 1.0 if is_win(problem.rows, problem.k, problem.misere) else -1.0
        state, line = problem.clone(), []
        while not state.is_over():
            rows = state.rows
            line.append(state.action(*(best_move(rows, state.k, state.misere) or delaying_move(rows))))
            state.advance(line[-1])
        stats = {"nim-sum": nim_sum(problem.rows, problem.k), "moves": len(line)}
        return Solution(Status.SOLVED, tuple(line), value, value, stats)


def _most(objects: int, k: int | None) -> int:
    return objects if k is None else min(objects, k)
