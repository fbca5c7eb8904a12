"""What a learner is taught on one level of an arcade game: points, and a win or a loss at its end."""

from __future__ import annotations

from ludarium.core.learner import Lesson
from ludarium.games.arcade.game import Arcade, ArcadeState

_ENDING = 100.0


def lesson(game: Arcade) -> Lesson[ArcadeState]:
    """Return the lesson of this level: each episode is the level with other luck; a win is worth 100 points."""

    def reward(before: ArcadeState, action: int, after: ArcadeState, player: int) -> float:
        ending = 0.0 if after.won is None else _ENDING if after.won else -_ENDING
        return after.score - before.score + ending

    return Lesson(
        name=f"{game.id} v{game.spec.version}",
        episode=game.initial,
        key=lambda state, player: state.key(),
        reward=reward,
    )
