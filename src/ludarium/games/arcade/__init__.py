"""Video games described in text (VGDL): `load(game_text, level_text)` plays them as GVGAI does, at compiled speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarium.games.arcade.game import Arcade


def load(game_text: str, level_text: str) -> Arcade:
    """Return the game that two texts describe; ArcadeProblems lists every error with its place."""
    from ludarium.games.arcade.game import Arcade
    from ludarium.games.arcade.parser import parse_game, parse_level
    from ludarium.games.arcade.problems import ArcadeProblems

    game, problems = parse_game(game_text, "game")
    if game is None:
        raise ArcadeProblems(problems)
    level, found = parse_level(level_text, "level", game)
    if level is None:
        raise ArcadeProblems([*problems, *found])
    return Arcade(game, level)
