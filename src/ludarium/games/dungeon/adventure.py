"""What happens in a played dungeon: enemies, treasure, hearts, a map, the boss. This module alone keeps the state.

A narrator may suggest how much a fight costs or how many rupees lie there; a suggestion counts only inside the bounds
that the enemy or the treasure has, and nothing else of what a narrator says counts at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludarium.core.rng import derive
from ludarium.games.dungeon.grammar import BOSSES, ENEMIES
from ludarium.games.dungeon.level import BOSS_KEY, FINISH, KEY, NORMAL, SIDES, START, Door, Dungeon, Room, Walker

HEALTH = 20
HEART = 4
Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Content:
    """What waits in a room."""

    enemy: str = ""
    hurts: Bounds = (0, 0)
    rupees: Bounds = (0, 0)
    heart: bool = False
    map: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """A door as the player sees it: where it leads, and why it cannot be used ('' when it can)."""

    name: str
    door: Door
    to: Room
    looks: str
    why_not: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that a narrator is told: what the player may know here, and no more."""

    room: str
    first: bool
    start: bool
    exits: tuple[tuple[str, str], ...]
    health: int
    most_health: int
    keys: int
    rupees: int
    enemy: str = ""
    boss: bool = False
    hurts: Bounds = (0, 0)
    found_rupees: Bounds = (0, 0)
    found_key: bool = False
    found_boss_key: bool = False
    found_map: bool = False
    found_heart: bool = False
    pressed_switch: bool = False


@dataclass(slots=True)
class Adventure:
    """A hero in a dungeon."""

    dungeon: Dungeon
    seed: int = 0
    health: int = HEALTH
    rupees: int = 0
    has_map: bool = False
    beaten: set[Room] = field(default_factory=set)
    emptied: set[Room] = field(default_factory=set)

    walker: Walker = field(init=False)
    contents: dict[Room, Content] = field(init=False)
    boss: str = field(init=False)

    def __post_init__(self) -> None:
        self.walker = Walker(self.dungeon)
        self.contents = stock(self.dungeon, self.seed)
        self.boss = BOSSES[int(derive(self.seed, "boss").integers(len(BOSSES)))]

    @property
    def over(self) -> bool:
        """Whether the hero won or died."""
        return self.won or self.health <= 0

    @property
    def won(self) -> bool:
        """Whether the boss was beaten."""
        return self.walker.at_finish and self.health > 0 and self.walker.room in self.beaten

    def exits(self) -> list[Exit]:
        """Return the doors of the room, by side where there is a grid."""
        found = []
        for door in self.dungeon.exits[self.walker.room]:
            to = door.other(self.walker.room)
            why = self.walker.why_not(door)
            found.append(Exit(self._name(door, to), door, to, self._looks(door, why), why))
        return found

    def _name(self, door: Door, to: Room) -> str:
        grid = self.dungeon.grid
        if grid is None:
            return f"door {to}"
        path = [grid[door.a], *door.path, grid[door.b]]
        here, after = (path[0], path[1]) if door.a == self.walker.room else (path[-1], path[-2])
        step = (after[0] - here[0], after[1] - here[1])
        return next(name for name, way in SIDES.items() if way == step)

    def _looks(self, door: Door, why: str) -> str:
        if not door.leads_from(self.walker.room):
            return "a door without a handle on this side"
        if door.switch is not None:
            return "a raised gate" if not why else "a shut gate"
        if door.locked:
            great = "great " if door.lock == "boss" else ""
            return f"an opened {great}lock" if door in self.walker.opened else f"a {great}lock"
        return "a drop with no way back" if door.oneway else "an open way"

    def enter(self, to: Room) -> Facts:
        """Walk into a room, take what is there, and say what a narrator may know. Fights are settled by `settle`."""
        before = self.walker.been
        self.walker.go(to)
        return self._facts(first=to not in before)

    def look(self) -> Facts:
        """Return the facts of the first room."""
        return self._facts(first=True)

    def _facts(self, *, first: bool) -> Facts:
        room = self.walker.room
        kind = self.dungeon.rooms[room]
        content = self.contents[room]
        fighting = bool(content.enemy) and room not in self.beaten
        fresh = room not in self.emptied
        return Facts(
            room=str(room),
            first=first,
            start=kind == START,
            exits=tuple((way.name, way.looks) for way in self.exits()),
            health=self.health,
            most_health=HEALTH,
            keys=self.walker.keys,
            rupees=self.rupees,
            enemy=content.enemy if fighting else "",
            boss=kind == FINISH,
            hurts=content.hurts if fighting else (0, 0),
            found_rupees=content.rupees if fresh else (0, 0),
            found_key=kind == KEY and first,
            found_boss_key=kind == BOSS_KEY and first,
            found_map=content.map and fresh,
            found_heart=content.heart and fresh,
            pressed_switch=first and any(door.switch == room for door in self.dungeon.doors),
        )

    def settle(self, facts: Facts, damage: int | None = None, rupees: int | None = None) -> tuple[int, int]:
        """Apply what the room does: suggestions inside the bounds, else the story's own luck; return both."""
        room = self.walker.room
        rng = derive(self.seed, "room", str(room))
        hurt = _within(facts.hurts, damage, int(rng.integers(facts.hurts[0], facts.hurts[1] + 1)))
        low, high = facts.found_rupees
        gained = _within(facts.found_rupees, rupees, int(rng.integers(low, high + 1)))
        self.health = max(0, self.health - hurt)
        if self.health > 0:
            if facts.enemy:
                self.beaten.add(room)
            self.rupees += gained
            self.has_map = self.has_map or facts.found_map
            if facts.found_heart:
                self.health = min(HEALTH, self.health + HEART)
            self.emptied.add(room)
        return hurt, gained


def _within(bounds: Bounds, said: int | None, own: int) -> int:
    return said if said is not None and bounds[0] <= said <= bounds[1] else own


def stock(dungeon: Dungeon, seed: int) -> dict[Room, Content]:
    """Put enemies, rupees, hearts and one map into rooms; the boss waits in the finish."""
    rng = derive(seed, "contents")
    normal = dungeon.of_kind(NORMAL)
    found: dict[Room, Content] = {}
    chart = normal[int(rng.integers(len(normal)))] if normal else None
    for room, kind in dungeon.rooms.items():
        roll, enemy = rng.random(), ENEMIES[int(rng.integers(len(ENEMIES)))]
        purse = int(rng.integers(1, 5))
        if kind == FINISH:
            found[room] = Content(enemy="boss", hurts=(2, 6))
        elif kind == START:
            found[room] = Content()
        elif roll < 0.35:
            found[room] = Content(enemy=enemy, hurts=(0, 3), rupees=(0, 5 * purse), map=room == chart)
        elif roll < 0.6:
            found[room] = Content(rupees=(1, 5 * purse), map=room == chart)
        else:
            found[room] = Content(heart=roll < 0.75, map=room == chart)
    return found
