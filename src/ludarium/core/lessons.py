"""Lessons by name: a family's own (`games/<family>/lessons.py`, through the registry), or one that any game gives.

The lesson that any game gives has what a player perceived as its situations, and what the returns gain as its rewards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, HasNotation, State
from ludarium.core.learner import Lesson
from ludarium.core.registry import LESSONS, load_game
from ludarium.core.spec import Information

MakeLesson = Callable[[Game[Any]], Lesson[Any]]
"""What a family's `lesson_for` is."""


def lesson_of(game: str | Game[Any], position: str = "") -> Lesson[Any]:
    """Return the lesson of a game: its family's, or the plain one; with a *position*, episodes start there."""
    made = load_game(game) if isinstance(game, str) else game
    family = made.spec.name
    make: MakeLesson = LESSONS.maker(LESSONS.find(family)) if family in LESSONS.names() else plain_lesson
    lesson = make(made)
    if not position.strip():
        return lesson
    if not isinstance(made, HasNotation):
        raise LudariumError(f"{made.id} has no notation for positions: leave the position out to mean the start")
    start: State = made.read(position)
    if start.is_over():
        raise LudariumError(f"there is nothing to learn: the game is over in '{position.strip()}'")
    text = " ".join(position.split())
    return replace(lesson, name=f"{lesson.name} from {text}", position=text, episode=lambda seed: start.clone())


def plain_lesson(game: Game[Any]) -> Lesson[Any]:
    """Return the lesson that any game gives."""

    def key(state: State, player: int) -> Hashable:
        return state.key() if open_to_all else state.known(player).key()

    open_to_all = game.spec.information is Information.PERFECT

    return Lesson(game.id, game.initial, key, gained, game=game.id, spec=game.spec)


def gained(before: State, action: int, after: State, player: int) -> float:
    """Return what a player's return rose by."""
    return after.returns()[player] - before.returns()[player]
