"""Dungeons as JSON text: `loads`, `dumps`, `load`, `save`. A damaged file is refused by the room or door at fault.

`{"rooms": [{"id": 0, "kind": "start"}, …], "doors": [{"a": 0, "b": 1, "locked": true}, …], "grid": {"0": [0, 0], …}}`

A room's id is a whole number or a text; its kind is start, finish, normal, key or bosskey. Options of a door: `"lock"`
(none, small or boss, in place of `locked`), `"oneway": true` (from a to b only), `"switch": ROOM` (shut until somebody
has been in that room) and, in a laid-out dungeon, `"path": [[column, row], …]`, the cells of a long corridor. The grid
may be absent; where it is there, every room has a cell of its own, and doors without a path join neighbours.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from ludarium.core.errors import LudariumError, nearest
from ludarium.core.record import write_whole
from ludarium.core.trust import read_text
from ludarium.games.dungeon.level import (
    BOSS,
    BOSS_KEY,
    FINISH,
    KINDS,
    LOCKS,
    NONE,
    SMALL,
    START,
    Cell,
    Door,
    Dungeon,
    Room,
)

FIELDS = ("rooms", "doors", "grid")
ROOM_FIELDS = ("id", "kind")
DOOR_FIELDS = ("a", "b", "locked", "lock", "oneway", "switch", "path")
_FARTHEST = 1_000_000


class BadDungeon(LudariumError, ValueError):
    """A dungeon that cannot be read, or that contradicts itself; the message names the room or door."""


def dumps(dungeon: Dungeon) -> str:
    """Return a dungeon as JSON text; `loads` reads it back.

    One that has no grid yet is laid out first, if that can be done quickly (see `embedding.embed`).
    """
    if dungeon.grid is None:
        from ludarium.games.dungeon.embedding import laid_out

        dungeon = laid_out(dungeon)
    data: dict[str, Any] = {
        "rooms": [{"id": room, "kind": kind} for room, kind in dungeon.rooms.items()],
        "doors": [_door_data(door) for door in dungeon.doors],
    }
    if dungeon.grid is not None:
        data["grid"] = {str(room): list(cell) for room, cell in dungeon.grid.items()}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _door_data(door: Door) -> dict[str, Any]:
    data: dict[str, Any] = {"a": door.a, "b": door.b, "locked": door.locked}
    if door.lock == BOSS:
        data["lock"] = BOSS
    if door.oneway:
        data["oneway"] = True
    if door.switch is not None:
        data["switch"] = door.switch
    if door.path:
        data["path"] = [list(cell) for cell in door.path]
    return data


def loads(text: str, source: str = "dungeon", *, draft: bool = False) -> Dungeon:
    """Read a dungeon; BadDungeon names the room or door at fault.

    A *draft* may have any number of starts and finishes: its criteria can be judged, but nobody can play it. Whether
    a dungeon can be won is not asked here: that is the solver's question.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise BadDungeon(f"{source}:{fault.lineno}:{fault.colno}: not JSON: {fault.msg}") from None
    except (RecursionError, ValueError) as fault:  # nested too deeply, or a number of thousands of digits
        raise BadDungeon(f"{source}: not a dungeon: {str(fault).partition(';')[0]}") from None
    reader = _Reader(source)
    reader.fields("dungeon", data, FIELDS, ("rooms", "doors"))
    rooms = reader.rooms(data["rooms"])
    dungeon = Dungeon(rooms, reader.doors(data["doors"], rooms))
    grid = data.get("grid")
    if grid is not None:
        dungeon = Dungeon(rooms, dungeon.doors, reader.grid(grid, dungeon))
    elif any(door.path for door in dungeon.doors):
        number = next(n for n, door in enumerate(dungeon.doors) if door.path)
        reader.refuse(_place(number, dungeon.doors[number]), "path: a corridor needs a grid, and there is none")
    if not draft:
        insist_on_ends(dungeon, source)
    return dungeon


def insist_on_ends(dungeon: Dungeon, source: str = "dungeon") -> None:
    """Refuse a dungeon without exactly one start and one finish."""
    for kind in (START, FINISH):
        found = dungeon.of_kind(kind)
        if not found:
            raise BadDungeon(f"{source}: rooms: none is the {kind}; one room needs the kind '{kind}'")
        if len(found) > 1:
            raise BadDungeon(
                f"{source}: room {_shown(found[1])}: a second {kind}; room {_shown(found[0])} is the {kind} already"
            )


def name_of(dungeon: Dungeon) -> str:
    """Return a short hash of a dungeon's rooms and doors, kept with it: what states and lessons are named after."""
    kept = dungeon.__dict__.get("name")
    if kept is None:
        told = repr((list(dungeon.rooms.items()), [_door_data(door) for door in dungeon.doors]))
        kept = dungeon.__dict__["name"] = blake2b(told.encode(), digest_size=8).hexdigest()
    return str(kept)


def save(dungeon: Dungeon, path: str | os.PathLike[str]) -> Path:
    """Write a dungeon to a file, whole or not at all."""
    return write_whole(path, dumps(dungeon) + "\n")


def load(path: str | os.PathLike[str], *, draft: bool = False) -> Dungeon:
    """Read a dungeon from a file."""
    return loads(read_text(path, BadDungeon), str(path), draft=draft)


class _Reader:
    """Reads fields, and knows how to refuse one."""

    def __init__(self, source: str) -> None:
        self._source = source

    def refuse(self, place: str, why: str) -> NoReturn:
        raise BadDungeon(f"{self._source}: {place}: {why}")

    def fields(self, place: str, data: Any, known: Sequence[str], needed: Sequence[str]) -> None:
        if not isinstance(data, dict):
            self.refuse(place, f"{_shown(data)} should be an object with {', '.join(needed)}")
        for name in data:
            if name not in known:
                self.refuse(place, f"'{name}' is no field here{nearest(name, known)}")
        for name in needed:
            if name not in data:
                self.refuse(place, f"'{name}' is missing")

    def rooms(self, data: Any) -> dict[Room, str]:
        if not isinstance(data, list):
            self.refuse("rooms", 'should be a list, as in [{"id": 0, "kind": "start"}, …]')
        found: dict[Room, str] = {}
        names: dict[str, Room] = {}
        for number, room in enumerate(data):
            place = f"rooms[{number}]"
            self.fields(place, room, ROOM_FIELDS, ROOM_FIELDS)
            name, kind = room["id"], room["kind"]
            if isinstance(name, bool) or not isinstance(name, int | str) or name == "":
                self.refuse(place, f"id {_shown(name)} should be a whole number or a text")
            if str(name) in names:
                self.refuse(
                    f"room {_shown(name)}", f"is there twice (rooms[{list(names).index(str(name))}] and {place})"
                )
            if not isinstance(kind, str) or kind not in KINDS:
                hint = nearest(kind, KINDS) if isinstance(kind, str) else ""
                self.refuse(f"room {_shown(name)}", f"kind {_shown(kind)}; choose {', '.join(KINDS)}{hint}")
            if kind == BOSS_KEY and BOSS_KEY in found.values():
                other = next(one for one, what in found.items() if what == BOSS_KEY)
                self.refuse(f"room {_shown(name)}", f"a second boss key; room {_shown(other)} holds it already")
            names[str(name)] = name
            found[name] = kind
        return found

    def room(self, place: str, field: str, value: Any, rooms: Mapping[Room, str]) -> Room:
        right = isinstance(value, int | str) and not isinstance(value, bool)
        if not right or value not in rooms:
            names = {str(room): room for room in rooms}
            if right and str(value) in names:
                self.refuse(
                    place, f"{field}: {_shown(value)} should be written {_shown(names[str(value)])}, as its room is"
                )
            self.refuse(
                place, f"{field}: there is no room {_shown(value)}{nearest(str(value), names) if right else ''}"
            )
        return value  # type: ignore[no-any-return]

    def flag(self, place: str, field: str, data: Mapping[str, Any]) -> bool:
        value = data.get(field, False)
        if not isinstance(value, bool):
            self.refuse(place, f"{field}: {_shown(value)} should be true or false")
        return value

    def doors(self, data: Any, rooms: Mapping[Room, str]) -> tuple[Door, ...]:
        if not isinstance(data, list):
            self.refuse("doors", 'should be a list, as in [{"a": 0, "b": 1, "locked": false}, …]')
        found: dict[frozenset[Room], Door] = {}
        for number, entry in enumerate(data):
            place = f"doors[{number}]"
            self.fields(place, entry, DOOR_FIELDS, ("a", "b"))
            a, b = (self.room(place, end, entry[end], rooms) for end in ("a", "b"))
            place = f"doors[{number}] ({_shown(a)} – {_shown(b)})"
            if a == b:
                self.refuse(place, "a door joins two different rooms")
            ends = frozenset((a, b))
            if ends in found:
                self.refuse(place, f"the two rooms have a door already: doors[{list(found).index(ends)}]")
            door = Door(
                a,
                b,
                self.lock(place, entry),
                self.flag(place, "oneway", entry),
                None if entry.get("switch") is None else self.room(place, "switch", entry["switch"], rooms),
                self.path(place, entry.get("path", [])),
            )
            self.insist_on_sense(place, door, rooms)
            found[ends] = door
        return tuple(found.values())

    def lock(self, place: str, data: Mapping[str, Any]) -> str:
        locked = self.flag(place, "locked", data)
        if "lock" not in data:
            return SMALL if locked else NONE
        lock = data["lock"]
        if not isinstance(lock, str) or lock not in LOCKS:
            hint = nearest(lock, LOCKS) if isinstance(lock, str) else ""
            self.refuse(place, f"lock {_shown(lock)}; choose {', '.join(LOCKS)}{hint}")
        if "locked" in data and locked != (lock != NONE):
            self.refuse(place, f"locked is {json.dumps(locked)}, but lock is '{lock}'")
        return lock

    def insist_on_sense(self, place: str, door: Door, rooms: Mapping[Room, str]) -> None:
        ends = (rooms[door.a], rooms[door.b])
        if door.lock == BOSS and FINISH not in ends:
            self.refuse(place, "the boss key opens the finish only, and neither room is the finish")
        if door.lock == BOSS and BOSS_KEY not in rooms.values():
            self.refuse(place, "has a boss lock, but no room holds the boss key (kind 'bosskey')")
        if door.switch is not None and door.locked:
            self.refuse(place, "is opened by a key or by a switch, not by both")
        if door.switch is not None and rooms[door.switch] == FINISH:
            self.refuse(place, f"switch: room {_shown(door.switch)} is the finish, where the game is over")

    def path(self, place: str, data: Any) -> tuple[Cell, ...]:
        if not isinstance(data, list):
            self.refuse(place, "path: should be a list of cells, as in [[0, 1], [0, 2]]")
        return tuple(self.cell(f"{place}: path", cell) for cell in data)

    def cell(self, place: str, cell: Any) -> Cell:
        whole = isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)
        if not whole or any(abs(part) > _FARTHEST for part in cell):
            self.refuse(place, f"{_shown(cell)} should be [column, row]")
        return (cell[0], cell[1])

    def grid(self, data: Any, dungeon: Dungeon) -> dict[Room, Cell]:
        if not isinstance(data, dict):
            self.refuse("grid", 'should map rooms to cells, as in {"0": [0, 0], …}')
        names = {str(room): room for room in dungeon.rooms}
        for name in data:
            if name not in names:
                self.refuse("grid", f"there is no room {_shown(name)}{nearest(name, names)}")
        found: dict[Room, Cell] = {}
        owners: dict[Cell, Room] = {}
        for name, room in names.items():
            place = f"grid, room {_shown(room)}"
            if name not in data:
                self.refuse(place, "has no cell, although others have one")
            cell = self.cell(place, data[name])
            if cell in owners:
                self.refuse(place, f"stands on the cell of room {_shown(owners[cell])}")
            owners[cell] = room
            found[room] = cell
        for number, door in enumerate(dungeon.doors):
            self.insist_on_corridor(_place(number, door), door, found, owners)
        return found

    def insist_on_corridor(
        self, place: str, door: Door, grid: Mapping[Room, Cell], owners: Mapping[Cell, Room]
    ) -> None:
        """Refuse a door whose way is no chain of neighbouring cells, or leads through a room."""
        cells = [grid[door.a], *door.path, grid[door.b]]
        for one, other in pairwise(cells):
            if abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
                what = "its path has a gap" if door.path else "its rooms are no neighbours on the grid"
                self.refuse(place, f"{what}: {list(one)} and {list(other)}")
        for cell in door.path:
            if cell in owners:
                self.refuse(place, f"its path leads through room {_shown(owners[cell])}")


def _place(number: int, door: Door) -> str:
    return f"doors[{number}] ({_shown(door.a)} – {_shown(door.b)})"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"
