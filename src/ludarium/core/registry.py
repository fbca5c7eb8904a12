"""Names to things, loaded only when asked for: `load_game("nim?k=3")`, `load_agent("mcts?steps=2000")`.

A catalogue is a tuple of entries that hold strings, so that listing every game imports none, and one broken optional
game cannot break the others. Outside packages add theirs by the entry points `ludarium.games` and `ludarium.agents`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ludarium.core.errors import BadParameter, LudariumError, UnknownName, nearest
from ludarium.core.ids import Id, arguments_for, id_of

if TYPE_CHECKING:
    from ludarium.core.agent import Agent
    from ludarium.core.game import Game
    from ludarium.core.generator import Generator
    from ludarium.core.story import Story

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """One registered thing: its name, its place (`module:attribute`), a line about it, fixed parameters."""

    name: str
    target: str
    summary: str = ""
    fixed: Mapping[str, object] = field(default_factory=dict)
    origin: str = "ludarium"


class Registry(Generic[T]):
    """Finds entries by full name, or by the short name of a specialist (`champion`) while that is unique."""

    def __init__(self, kind: str, catalogues: tuple[str, ...], group: str, *, listed: bool = True) -> None:
        """Keep where to look; *listed* says that a command lists the kind (`ludarium games`)."""
        self.kind, self._listed = kind, listed
        self._catalogues = catalogues
        self._group = group
        self._added: dict[str, Entry] = {}

    @cached_property
    def _ours(self) -> dict[str, Entry]:
        return {entry.name: entry for target in self._catalogues for entry in _attribute(target)}

    @cached_property
    def _outside(self) -> dict[str, Entry]:
        return {point.name: _entry_of(point) for point in entry_points(group=self._group)}

    def _entries(self) -> dict[str, Entry]:
        return {**self._outside, **self._added, **self._ours}

    def __iter__(self) -> Iterator[Entry]:
        return iter(sorted(self._entries().values(), key=lambda entry: entry.name))

    def names(self) -> list[str]:
        """Return every full name, sorted."""
        return [entry.name for entry in self]

    def add(self, entry: Entry) -> None:
        """Register a thing for this process (a plug-in does it by an entry point instead)."""
        if entry.name in self._entries():
            raise LudariumError(f"there is already {self._article} '{entry.name}'")
        self._added[entry.name] = entry

    @property
    def _article(self) -> str:
        return f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind}"

    def find(self, name: str) -> Entry:
        """Return the entry of this name; UnknownName suggests the nearest right one."""
        if name in self._ours:
            return self._ours[name]
        entries = self._entries()
        if name in entries:
            return entries[name]
        owners = [full for full in entries if full.rpartition(".")[2] == name]
        if len(owners) == 1:
            return entries[owners[0]]
        if owners:
            raise UnknownName(f"'{name}' is the short name of several: {', '.join(sorted(owners))}")
        shorts = {full.rpartition(".")[2] for full in entries}
        listed = (
            f"`ludarium {self.kind}s` lists all {len(entries)}" if self._listed else f"there is {', '.join(entries)}"
        )
        raise UnknownName(f"no {self.kind} is called '{name}'{nearest(name, [*entries, *shorts])} ({listed})")

    def maker(self, entry: Entry) -> type[T]:
        """Import and return the class behind an entry; a failure names the entry and its package."""
        try:
            return _attribute(entry.target)  # type: ignore[no-any-return]  # a string names it; the kit checks it
        except (ImportError, AttributeError) as fault:
            raise LudariumError(
                f"{self.kind} '{entry.name}' of {entry.origin} ({entry.target}) cannot be loaded: {fault}"
            ) from fault

    def make(self, text: str, /, **params: object) -> T:
        """Make the thing that an id names, with further parameters by keyword."""
        given = Id.parse(text)
        entry = self.find(given.name)
        maker = self.maker(entry)
        owner = f"{self.kind} '{entry.name}'"
        if fixed := sorted({*given.params, *params} & set(entry.fixed)):
            raise BadParameter(f"{owner} has no parameter '{fixed[0]}': it is part of what the name means")
        thing = maker(**{**entry.fixed, **arguments_for(maker, owner, given, params)})
        thing.made_as = id_of(thing, entry.name, entry.fixed)  # type: ignore[attr-defined]  # Game and Agent have it
        return thing


def _attribute(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _entry_of(point: EntryPoint) -> Entry:
    origin = point.dist.name if point.dist else "an outside package"
    return Entry(point.name, point.value, f"from {origin}", origin=origin)


GAMES: Registry[Game[Any]] = Registry("game", ("ludarium.games.catalogue:GAMES",), "ludarium.games")
AGENTS: Registry[Agent[Any]] = Registry(
    "agent", ("ludarium.agents.catalogue:AGENTS", "ludarium.games.catalogue:AGENTS"), "ludarium.agents"
)
GENERATORS: Registry[Generator[Any]] = Registry(
    "generator", ("ludarium.games.catalogue:GENERATORS",), "ludarium.generators", listed=False
)
LESSONS: Registry[Any] = Registry("lesson", ("ludarium.games.catalogue:LESSONS",), "ludarium.lessons", listed=False)
"""What families teach: functions from a game to its Lesson (`core.lessons.lesson_of` asks here)."""
STORIES: Registry[Story] = Registry("story", ("ludarium.games.catalogue:STORIES",), "ludarium.stories", listed=False)


def load_game(name: str, /, **params: object) -> Game[Any]:
    """Make a game by its id: `load_game("nim?rows=1,3,5")` or `load_game("nim", rows=(1, 3, 5))`."""
    return GAMES.make(name, **params)


def load_agent(name: str, /, **params: object) -> Agent[Any]:
    """Make an agent by its id: `load_agent("mcts?steps=2000")` or `load_agent("quarto.champion")`."""
    return AGENTS.make(name, **params)
