"""What a learner is taught in a dungeon: to reach the finish in few moves.

−1 a move, and the finish is worth two moves a room. A situation is the room together with what is open and what was
found.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from ludarium.core.game import State
from ludarium.core.learner import Lesson
from ludarium.games.dungeon.game import DungeonGame, DungeonState
from ludarium.games.dungeon.level import Dungeon
from ludarium.games.dungeon.notation import name_of
from ludarium.games.dungeon.rules import LOCKS, ROOM


def lesson(game: DungeonGame, seed: int = 0) -> Lesson[DungeonState]:
    """Return the lesson of the dungeon that a match of this game with this seed is played in."""
    dungeon: Dungeon = game.dealt(seed)

    def key(state: State, player: int) -> Hashable:
        assert isinstance(state, DungeonState), "a lesson of Dungeon is for Dungeon"
        return (int(state.words[ROOM]), state.words[LOCKS:].tobytes())

    def reward(before: DungeonState, action: int, after: DungeonState, player: int) -> float:
        return -1.0

    return Lesson(
        f"dungeon {name_of(dungeon)}", lambda _: game.initial(seed), key, reward, float(2 * len(dungeon.rooms))
    )


def lesson_for(game: DungeonGame) -> Lesson[DungeonState]:
    """Return the lesson of a game's own dungeon (without a level, that of seed 0): what `ludarium train` asks."""
    return replace(lesson(game), game=game.id, spec=game.spec)
