"""A dungeon, played in words: go where a door leads, fight, find keys and the map, beat the boss.

The picture beside the words shows the map only once it was found. As in North, one generator function is the script.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from ludarium.core.errors import IllegalAction, LudariumError, nearest
from ludarium.core.frame import Frame
from ludarium.core.story import Scene
from ludarium.core.story import Story as BaseStory
from ludarium.games.dungeon import notation
from ludarium.games.dungeon.adventure import HEALTH, Adventure, Exit, Facts
from ludarium.games.dungeon.frame import legend, map_panel
from ludarium.games.dungeon.game import DungeonGame
from ludarium.games.dungeon.level import BOSS_KEY
from ludarium.games.dungeon.narrator import TIMEOUT_S, narrator_for

T = TypeVar("T")
Script = Generator[Scene, str, T]
_HELP = "Type where to go (north or n, or a door's name); 'look', 'map', 'save FILE' keeps the dungeon, 'quit' leaves."


class _Left(Exception):
    """The player left."""


class Story(BaseStory):
    """The adventure. `rooms`, `method` and `level` are the game's; `narrator` is none, grammar, ollama or openai.

    `model`, `url` and `timeout_s` are for the two that ask a server.
    """

    def __init__(
        self,
        rooms: int | None = None,
        method: str = "fast",
        level: str | None = None,
        seed: int = 0,
        narrator: str = "grammar",
        model: str | None = None,
        url: str | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        game = DungeonGame(rooms, method, level)
        self.rooms, self.method, self.level, self.seed = rooms, method, level, seed
        self.narrator, self.model, self.url, self.timeout_s = narrator, model, url, timeout_s
        self._narrator = narrator_for(narrator, model=model, url=url, seed=seed, timeout_s=timeout_s)
        self._hero = Adventure(game.dealt(seed), seed)
        self._named = level if level is not None else f"seed {seed}"
        self._lines: list[str] = []
        self._script = self._tell()

    def open(self) -> Scene:
        """Return the title and the first room."""
        return next(self._script)

    def answer(self, text: str) -> Scene:
        """Go on with an answer."""
        return self._script.send(text)

    def _tell(self) -> Script[None]:
        hero = self._hero
        boss = f"{hero.boss[0].upper()}{hero.boss[1:]}"
        self._say("DUNGEON", _HELP, f"{boss} waits behind the last lock. You have {HEALTH} health.")
        try:
            self._room(hero.look())
            while not hero.over:
                way = yield from self._choice()
                opened = hero.walker.opened
                facts = hero.enter(way.to)
                if hero.walker.opened != opened:
                    great = "The great lock" if way.door.lock == "boss" else "The lock"
                    self._say(f"{great} turns, and the door stays open.")
                self._room(facts)
            self._say(*self._ending())
        except _Left:
            self._say("You climb back into the light. Farewell.")
        while True:
            yield self._scene("", over=True)

    def _room(self, facts: Facts) -> None:
        """Let the narrator tell a room, then say what the program makes of it."""
        hero = self._hero
        told = self._narrator.tell(facts)
        hurt, gained = hero.settle(facts, told.damage, told.rupees)
        self._say("", told.text)
        if told.aside:
            self._say(told.aside)
        if facts.enemy:
            who = hero.boss if facts.boss else f"The {facts.enemy}"
            fate = "is beaten" if hero.health > 0 else "is too much for you"
            self._say(f"{who[0].upper()}{who[1:]} costs you {hurt} health and {fate}.")
        if hero.health <= 0:
            return
        found = [f"{gained} rupees"] if gained else []
        for there, what in (
            (facts.found_key, "a small key"),
            (facts.found_boss_key, "the boss key"),
            (facts.found_map, "the map"),
            (facts.found_heart, "a heart"),
        ):
            found += [what] if there else []
        if found:
            self._say(f"Found: {', '.join(found)}.")

    def _ending(self) -> list[str]:
        hero = self._hero
        if hero.won:
            return ["", f"The dungeon is yours. {hero.health} health and {hero.rupees} rupees are left. You have won."]
        return ["", "Your torch goes out. You have died."]

    def _choice(self) -> Script[Exit]:
        """Ask until a door is named that can be used."""
        while True:
            ways = self._hero.exits()
            text = yield self._scene(self._prompt(ways))
            word, _, rest = text.strip().partition(" ")
            command = word.lower()
            if command in ("quit", "exit"):
                raise _Left
            if command in ("help", "?"):
                self._say(_HELP)
            elif command == "save":
                self._save(rest.strip())
            elif command == "map":
                self._say(legend(self._hero.dungeon) if self._hero.has_map else "You have no map yet.")
            elif command in ("look", ""):
                self._say(*(f"{way.name}: {way.looks}" for way in ways))
            else:
                try:
                    return _understood(text, ways)
                except IllegalAction as fault:
                    self._say(f"Sorry: {fault}{'' if str(fault).endswith('?') else '.'}")

    def _prompt(self, ways: list[Exit]) -> str:
        return f"Ways: {', '.join(f'{way.name} ({way.looks})' for way in ways)}. Where do you go?"

    def _save(self, name: str) -> None:
        if not name:
            self._say("Sorry: save needs a file, as in: save dungeon.json")
            return
        try:
            self._say(f"The dungeon is kept in {notation.save(self._hero.dungeon, name)}.")
        except LudariumError as fault:
            self._say(f"Sorry: {fault}")

    def _say(self, *lines: str) -> None:
        self._lines += lines

    def _scene(self, prompt: str, over: bool = False) -> Scene:
        lines, self._lines = tuple(self._lines), []
        return Scene(lines, self._picture(prompt), prompt, over)

    def _picture(self, prompt: str) -> Frame:
        hero = self._hero
        walker = hero.walker
        status = [
            ("health", f"{hero.health} of {HEALTH}"),
            ("keys", str(walker.keys)),
            ("rupees", str(hero.rupees)),
            ("map", "yes" if hero.has_map else "not found"),
            ("room", str(walker.room)),
            ("dungeon", self._named),
        ]
        if hero.dungeon.of_kind(BOSS_KEY):
            status.insert(2, ("boss key", "yes" if walker.boss_key else "no"))
        panel = None
        if hero.has_map or hero.over:
            opened = {*walker.opened, *(door for door in hero.dungeon.doors if door.switch in walker.been)}
            panel = map_panel(hero.dungeon, here=walker.room, taken=walker.been, opened=opened, title="the map")
        return Frame("Dungeon", () if panel is None else (panel,), tuple(status), prompt)


def _understood(text: str, ways: list[Exit]) -> Exit:
    """Return the exit that a person means; IllegalAction says why not."""
    said = " ".join(text.lower().split()).removeprefix("go ").removeprefix("to ")
    names: dict[str, Exit] = {}
    for way in ways:
        names |= dict.fromkeys((way.name.lower(), str(way.to).lower()), way)
    for way in ways:
        if way.name[0] not in names:
            names[way.name[0]] = way
    if said not in names:
        hint = nearest(said, [name for name in names if len(name) > 2])
        raise IllegalAction(f"'{text.strip()[:40]}' leads nowhere{hint or '; try look'}")
    if names[said].why_not:
        raise IllegalAction(names[said].why_not)
    return names[said]
