"""The shipped games by their names: `zelda`, `zelda/2`. Each is one text: a card, a description, five levels."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.games.arcade.game import Arcade
from ludarium.games.arcade.notation import Parsed, parse_text

LEVELS = 5
PARTS = ("About", "Actions", "Score", "Won", "Lost")
"""What a card tells, in this order; the first may be missing."""
_PART = re.compile(r"(?P<part>[A-Z][a-z]+): (?P<text>.+)")


@dataclass(frozen=True, slots=True)
class Card:
    """What a person wants to know before playing."""

    title: str
    summary: str
    parts: dict[str, str]

    @property
    def text(self) -> str:
        """The card as Markdown."""
        about = self.parts.get("About", "")
        told = [f"- **{part}**: {self.parts[part]}" for part in PARTS[1:]]
        return "\n".join([f"# {self.title}", "", self.summary, *([about] if about else []), "", *told])


def read_card(text: str) -> Card:
    """Read the comments at the head of a game: `# Title: summary`, then `# Part: …`, further lines indented."""
    title, summary, parts, last = "", "", {}, ""
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        comment = line[1:].strip()
        if line.startswith("#  ") and last:
            parts[last] += f" {comment}"
        elif not title:
            title, _, summary = comment.partition(": ")
        elif found := _PART.fullmatch(comment):
            last = found["part"]
            parts[last] = found["text"]
    missing = [part for part in PARTS[1:] if part not in parts]
    if not summary or missing:
        raise LudariumError(f"a card starts '# Title: summary' and tells {', '.join(PARTS[1:])}; missing: {missing}")
    return Card(title, summary[:1].upper() + summary[1:], parts)


@cache
def text_of(name: str) -> str:
    """Return the whole text of a shipped game."""
    return files(__package__).joinpath(f"library/{name}.vgdl").read_text("utf-8")


@cache
def _parsed(name: str) -> Parsed:
    return parse_text(text_of(name), f"{name}.vgdl")


class LibraryGame(Arcade):
    """A video game of the library: one of the thirty of the study, described anew, with five levels of our own.

    ## Actions
    0 wait, 1 left, 2 right, 3 up, 4 down, 5 use; which of them there are depends on the avatar.

    ## Returns
    The score. `outcomes` tells whether the game was won.

    ## Versions
    1 (0.1.0): first.
    """

    def __init__(self, name: str, level: int = 0) -> None:
        if not 0 <= level < LEVELS:
            raise BadParameter(f"{name}/{level}: the levels of {name} are 0 to {LEVELS - 1}")
        self.name, self.level = name, level
        parsed = _parsed(name)
        if parsed.game is None:
            raise LudariumError(f"{name}.vgdl is not a game: {parsed.problems[0]}")
        self.card = read_card(text_of(name))
        super().__init__(parsed.game, parsed.levels[level], name, self.card.summary)

    @property
    def about(self) -> str:
        """The game's own card."""
        return self.card.text
