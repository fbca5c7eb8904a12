"""A user's folder of GVGAI's gridphysics games (not part of this project), and the study's thirty among them."""

from __future__ import annotations

from pathlib import Path

from ludarium.games import arcade
from ludarium.games.arcade.game import Arcade

SETS = {
    "1": (
        "aliens", "boulderdash", "butterflies", "chase", "frogs",
        "missilecommand", "portals", "sokoban", "survivezombies", "zelda",
    ),
    "2": (
        "camelRace", "digdug", "firestorms", "infection", "firecaster",
        "overload", "pacman", "seaquest", "whackamole", "eggomania",
    ),
    "3": (
        "bait", "boloadventures", "brainman", "chipschallenge", "modality",
        "painter", "realportals", "realsokoban", "thecitadel", "zenpuzzle",
    ),
}  # fmt: skip
THIRTY = [name for names in SETS.values() for name in names]


def load(folder: Path, name: str, level: int = 0) -> Arcade:
    """Return a game of the folder: NAME.txt with NAME_lvl0.txt to NAME_lvl4.txt."""
    return arcade.load(*((folder / f"{name}{end}.txt").read_text("utf-8") for end in ("", f"_lvl{level}")))
