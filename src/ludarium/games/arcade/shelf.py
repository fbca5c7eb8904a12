"""The shipped games by their names: `zelda`, `zelda/2`. Each is one text: a card, a description, five levels."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
    parts: dict[str, str] = {}
    title = summary = last = ""
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


def page(names: Iterable[str]) -> str:
    """Return the documentation's page of these games, in Markdown: what `ludarium bench library --page` writes."""
    rows, cards = [], []
    for name in names:
        card, levels = read_card(text_of(name)), [LibraryGame(name, level) for level in range(LEVELS)]
        sizes = {f"{game.tables.level.height}×{game.tables.level.width}": None for game in levels}
        luck = "yes" if any(game.tables.stochastic for game in levels) else "no"
        rows.append(f"| `{name}` | {card.summary} | {luck} | {', '.join(sizes)} |")
        cards.append(f"## {card.text.removeprefix('# ')}")
    return "\n".join([_PREFACE, *rows, "", "\n\n".join(cards), ""])


_PREFACE = """# The arcade library

Thirty video games, each one text file: a card, a description in VGDL, five levels of rising difficulty. They are the
games of the study on Iterated Width, with the mechanics, scores and endings known from it, described anew; the levels
are our own. `ludarium play zelda/2` plays the third level of Zelda, `ludarium games zelda` shows its card, and the file
`src/ludarium/games/arcade/library/zelda.vgdl` is there to be read, changed and played with `ludarium play --game FILE`.

Every level has a win that a test replays (`tests/arcade/wins`, found by `ludarium bench library_wins`).
`ludarium bench library` prints how often waiting, random play and planners win, and with `--page` it writes this page.

| game | what it is | luck | levels, rows × columns |
|---|---|---|---|"""


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
        if parsed.game is None or len(parsed.levels) != LEVELS:
            raise LudariumError(f"{name}.vgdl should be a game with {LEVELS} levels: {[*map(str, parsed.problems)]}")
        self.card = read_card(text_of(name))
        super().__init__(parsed.game, parsed.levels[level], name, self.card.summary)

    def source(self) -> str:
        """Return the game's file."""
        return text_of(self.name)

    @property
    def about(self) -> str:
        """The game's own card."""
        return self.card.text
