"""A dungeon: rooms, and the doors between them. What rules, solver, generators and file formats share.

A player starts in the start room and wins in the finish. Who enters a key room for the first time takes its key; who
walks through a locked door for the first time spends a key, and the door stays open. Options: the finish may have a
`boss` lock, which only the boss key opens; a `oneway` door leads from a to b only; a door with a `switch` is shut until
somebody has been in the room that holds its switch. The class checks nothing (see `notation`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

Room = int | str
"""A room's id, as the file has it."""
Cell = tuple[int, int]
"""Column and row; rows grow downwards, as on a screen."""

START, FINISH, NORMAL, KEY, BOSS_KEY = KINDS = ("start", "finish", "normal", "key", "bosskey")
NONE, SMALL, BOSS = LOCKS = ("none", "small", "boss")
MOST_DOORS = 4
SIDES: Mapping[str, Cell] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def is_whole(value: object) -> bool:
    """Say whether it is an integer, but no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Door:
    """A door between two rooms. `path` holds the cells of a long corridor, where the layout has one."""

    a: Room
    b: Room
    lock: str = NONE
    oneway: bool = False
    switch: Room | None = None
    path: tuple[Cell, ...] = ()

    @property
    def locked(self) -> bool:
        """Whether it needs a key of some kind."""
        return self.lock != NONE

    def other(self, room: Room) -> Room:
        """Return the room on the other side."""
        return self.b if room == self.a else self.a

    def leads_from(self, room: Room) -> bool:
        """Say whether one may walk through it from this room, once it is open."""
        return room == self.a or (room == self.b and not self.oneway)


@dataclass(frozen=True)
class Dungeon:
    """Rooms by id with their kind, in order; doors in order; and, where it is laid out, each room's cell."""

    rooms: Mapping[Room, str]
    doors: tuple[Door, ...]
    grid: Mapping[Room, Cell] | None = field(default=None)

    @cached_property
    def exits(self) -> dict[Room, list[Door]]:
        """Each room's doors, those that do not lead out of it included."""
        found: dict[Room, list[Door]] = {room: [] for room in self.rooms}
        for door in self.doors:
            found[door.a].append(door)
            found[door.b].append(door)
        return found

    @cached_property
    def between(self) -> dict[tuple[Room, Room], Door]:
        """The door that leads from one room to another."""
        return {
            (room, door.other(room)): door for door in self.doors for room in (door.a, door.b) if door.leads_from(room)
        }

    def of_kind(self, kind: str) -> list[Room]:
        """Return the rooms of a kind, in order."""
        return [room for room, what in self.rooms.items() if what == kind]

    @property
    def start(self) -> Room:
        """The first start room."""
        return self.of_kind(START)[0]

    @property
    def finish(self) -> Room:
        """The first finish room."""
        return self.of_kind(FINISH)[0]

    @property
    def locked(self) -> list[Door]:
        """The doors that need a key."""
        return [door for door in self.doors if door.locked]

    @property
    def plain(self) -> bool:
        """Whether it uses none of the options: small keys and two-way doors only."""
        return not self.of_kind(BOSS_KEY) and not any(
            door.oneway or door.switch is not None or door.lock == BOSS for door in self.doors
        )

    def __getstate__(self) -> dict[str, object]:
        """Leave out what can be computed again, so that equal dungeons pickle to equal bytes."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}


def distances(dungeon: Dungeon, start: Room, doors: Iterable[Door] | None = None) -> dict[Room, int]:
    """Return how many doors away each room is, locks and switches ignored; rooms out of reach are left out."""
    ways: dict[Room, list[Room]] = {room: [] for room in dungeon.rooms}
    for door in dungeon.doors if doors is None else doors:
        ways[door.a].append(door.b)
        if not door.oneway:
            ways[door.b].append(door.a)
    found, queue = {start: 0}, deque([start])
    while queue:
        room = queue.popleft()
        for other in ways[room]:
            if other not in found:
                found[other] = found[room] + 1
                queue.append(other)
    return found


class Walker:
    """A player in a dungeon, step by step and checked: the plain meaning of the rules, for anybody to read.

    The solver, the compiled rules and the story are tested against it.
    """

    def __init__(self, dungeon: Dungeon, room: Room | None = None) -> None:
        self.dungeon = dungeon
        self.room = dungeon.start if room is None else room
        self.opened: frozenset[Door] = frozenset()
        self.been: frozenset[Room] = frozenset({self.room})

    @property
    def keys(self) -> int:
        """How many small keys are in the hand."""
        spent = sum(door.lock == SMALL for door in self.opened)
        return sum(self.dungeon.rooms[room] == KEY for room in self.been) - spent

    @property
    def boss_key(self) -> bool:
        """Whether the boss key was found."""
        return any(self.dungeon.rooms[room] == BOSS_KEY for room in self.been)

    def why_not(self, door: Door) -> str:
        """Say why one cannot walk through a door now; '' when one can."""
        if not door.leads_from(self.room):
            return "the door opens from the other side only"
        if door.switch is not None and door.switch not in self.been:
            return "a gate is shut; somewhere there is a switch"
        if door in self.opened or not door.locked:
            return ""
        if door.lock == BOSS:
            return "" if self.boss_key else "the great lock needs the boss key"
        return "" if self.keys > 0 else "the door is locked, and there is no key in your hand"

    def exits(self) -> list[Door]:
        """Return the doors that one can walk through now."""
        return [door for door in self.dungeon.exits[self.room] if not self.why_not(door)]

    def go(self, room: Room) -> None:
        """Walk into a neighbouring room; ValueError where that cannot be."""
        door = self.dungeon.between.get((self.room, room))
        why = "no door leads there" if door is None else self.why_not(door)
        if door is None or why:
            raise ValueError(f"from {self.room!r} to {room!r}: {why}")
        if door.locked:
            self.opened |= {door}
        self.room = room
        self.been |= {room}

    def copy(self) -> Walker:
        """Return an independent copy."""
        other = Walker(self.dungeon, self.room)
        other.opened, other.been = self.opened, self.been
        return other

    @property
    def at_finish(self) -> bool:
        """Whether the finish is reached."""
        return self.dungeon.rooms[self.room] == FINISH


def walked(dungeon: Dungeon, walk: Sequence[Room]) -> Walker:
    """Return the player after a walk from its first room; ValueError where the rules do not allow it."""
    walker = Walker(dungeon, walk[0])
    for room in walk[1:]:
        walker.go(room)
    return walker
