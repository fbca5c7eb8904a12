"""What people may type for the same thing, as in the source: an empty answer is the first choice."""

from __future__ import annotations

from collections.abc import Mapping

from ludarium.core.errors import nearest
from ludarium.games.north.level import COMPASS

MODES: Mapping[str, str] = {
    "balanced": "balanced", "b": "balanced", "1": "balanced", "": "balanced",
    "survivor": "survivor", "s": "survivor", "2": "survivor",
    "explorer": "explorer", "e": "explorer", "3": "explorer",
}  # fmt: skip
DIFFICULTIES: Mapping[str, str] = {
    "easy": "easy", "e": "easy", "1": "easy", "": "easy",
    "hard": "hard", "h": "hard", "2": "hard",
}  # fmt: skip
SIZES: Mapping[str, int] = {
    "small": 2, "s": 2, "2": 2,
    "medium": 3, "m": 3, "3": 3, "": 3,
    "large": 4, "l": 4, "4": 4,
    "huge": 5, "h": 5, "5": 5,
}  # fmt: skip
YES_OR_NO: Mapping[str, bool] = {"yes": True, "y": True, "": True, "no": False, "n": False}
FIGHT_OR_FLEE: Mapping[str, str] = {
    "fight": "fight", "f": "fight", "": "fight", "attack": "fight", "1": "fight",
    "flee": "flee", "escape": "flee", "e": "flee", "back": "flee", "run": "flee", "2": "flee",
}  # fmt: skip
RESTART_OR_STOP: Mapping[str, str] = {
    "restart": "restart", "r": "restart", "yes": "restart", "y": "restart", "": "restart",
    "stop": "stop", "no": "stop", "n": "stop",
}  # fmt: skip
WAYS: Mapping[str, str] = {
    **{name: name for name in COMPASS},
    **{name.replace("north", "north-", 1).replace("south", "south-", 1): name for name in COMPASS if len(name) > 5},
    "n": "north", "ne": "northeast", "e": "east", "se": "southeast",
    "s": "south", "sw": "southwest", "w": "west", "nw": "northwest",
}  # fmt: skip


def tidy(text: str) -> str:
    """Return what was typed in small letters, with single spaces and without a leading 'go'."""
    return " ".join(text.lower().split()).removeprefix("go ")


def hint(text: str, known: Mapping[str, object]) -> str:
    """Return `; did you mean …?` for the nearest of the longer words."""
    return nearest(text, [word for word in known if len(word) > 2])
