"""What a learner is taught of Nim: every position that the rows can become is a start, both seats share what they know.

Starts are drawn ("exploring starts", Sutton & Barto 2018, section 5.3): half of the episodes begin at the full rows,
half at a random position. A situation is the rows, not who moves: both players of a game of self-play fill one table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from typing import Any

from ludarium.core.learner import Learner, Lesson
from ludarium.core.lessons import gained
from ludarium.core.rng import derive
from ludarium.games.nim.game import Nim
from ludarium.games.nim.rules import NimState
from ludarium.games.nim.solver import is_win

LADDER = ("nim.dumb", "nim.dumb-random", "nim.random", "nim.layered", "nim.demigod", "nim.god")
"""The opponents, from the weakest to the strongest."""


def lesson_for(game: Nim) -> Lesson[Any]:
    """Return the lesson of a game's rows, bound and rule."""

    def episode(seed: int) -> NimState:
        state = game.initial()
        rng = derive(seed, "start")
        if rng.random() < 0.5 and any(game.rows):
            while not any(rows := [int(rng.integers(objects + 1)) for objects in game.rows]):
                pass
            state = NimState(rows, state.k, state.misere, 0, state.width)
        return state

    def key(state: NimState, player: int) -> Hashable:
        return state.rows

    return Lesson(
        game.id,
        episode,
        key,
        gained,
        game=game.id,
        spec=game.spec,
        opponents=LADDER,
        measure=lambda learner: right_moves(learner, game),
    )


def won_positions(game: Nim) -> Iterator[NimState]:
    """Yield every position that the rows can become and in which the player to move wins, with moves to choose."""
    start = game.initial()
    for rows in product(*(range(objects + 1) for objects in game.rows)):
        if any(rows) and is_win(rows, game.k, game.misere):
            yield NimState(rows, game.k, game.misere, 0, start.width)


def right_moves(learner: Learner, game: Nim) -> float:
    """Return the share of won positions in which the learner's best move wins; no move known is a wrong one."""
    right = total = 0
    for state in won_positions(game):
        total += 1
        action = learner.best(state, state.legal(0), 0)
        if action is not None:
            state.advance(action)
            right += not is_win(state.rows, state.k, state.misere)
    return right / total if total else 1.0
