"""Dungeons for other programs: GraphML, a Tiled map (TMJ), and a game of our arcade (VGDL).

A map has the layout of `embedding`: each room a square screen, walls between, a door in the middle of a wall; long
corridors are dug through the empty cells. The arcade game is text alone: any engine that reads VGDL can play it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

from ludarium.core.errors import LudariumError
from ludarium.core.record import write_whole
from ludarium.games.dungeon.embedding import DEFAULT, embed, laid_out
from ludarium.games.dungeon.level import BOSS, BOSS_KEY, FINISH, KEY, START, Cell, Door, Dungeon, Room

PITCH, MIDDLE = 6, 3
"""Cells from one room's middle to the next, and from a wall to the middle: rooms are 5 × 5 inside."""
TILES = ("wall", "floor", "start", "finish", "key", "bosskey", "switch", "lock", "boss lock", "gate", "one-way")
TILE_PIXELS = 16
TILE_IMAGE = "dungeon-tiles.png"
_COLOURS = (
    "#3a4048", "#23272e", "#6fbf5f", "#e05a5a", "#d9c84a", "#e08a3a",
    "#5b8def", "#d9822b", "#c0392b", "#8e6bbf", "#9a9a9a",
)  # fmt: skip


class CannotExport(LudariumError):
    """A dungeon that has no place on a flat map; the message says why."""


def graphml(dungeon: Dungeon) -> str:
    """Return the rooms and doors as GraphML, with kind, lock, oneway, switch, and column and row where laid out.

    Read it with networkx, Gephi, yEd. A one-way door is a directed edge.
    """
    root = ElementTree.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    for name, owner, kind in (
        ("kind", "node", "string"), ("column", "node", "int"), ("row", "node", "int"),
        ("locked", "edge", "boolean"), ("lock", "edge", "string"), ("oneway", "edge", "boolean"),
        ("switch", "edge", "string"),
    ):  # fmt: skip
        ElementTree.SubElement(root, "key", {"id": name, "for": owner, "attr.name": name, "attr.type": kind})
    graph = ElementTree.SubElement(root, "graph", id="dungeon", edgedefault="undirected")
    for room, kind in dungeon.rooms.items():
        node = ElementTree.SubElement(graph, "node", id=_xml_safe(room))
        _data(node, "kind", kind)
        if dungeon.grid is not None:
            _data(node, "column", str(dungeon.grid[room][0]))
            _data(node, "row", str(dungeon.grid[room][1]))
    for door in dungeon.doors:
        ends = {"source": _xml_safe(door.a), "target": _xml_safe(door.b)}
        edge = ElementTree.SubElement(graph, "edge", ends | ({"directed": "true"} if door.oneway else {}))
        _data(edge, "locked", str(door.locked).lower())
        _data(edge, "lock", door.lock)
        if door.oneway:
            _data(edge, "oneway", "true")
        if door.switch is not None:
            _data(edge, "switch", _xml_safe(door.switch))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _xml_safe(room: Room) -> str:
    """Return a room's name without the control characters that XML cannot hold."""
    return "".join(sign if sign >= " " else "�" for sign in str(room))


def _data(parent: ElementTree.Element, key: str, text: str) -> None:
    ElementTree.SubElement(parent, "data", key=key).text = text


class _Floor:
    """The flat map: what stands on each cell, '' for a wall."""

    def __init__(self, dungeon: Dungeon) -> None:
        placed = laid_out(dungeon, DEFAULT, corridors=True)
        if placed.grid is None:
            raise CannotExport(f"the dungeon has no flat map: {embed(dungeon).in_words()}")
        crossed = [cell for door in placed.doors for cell in door.path]
        if len(crossed) > len(set(crossed)):
            raise CannotExport(f"the dungeon has no flat map: {embed(dungeon).in_words()}; its corridors would cross")
        cells = [*placed.grid.values(), *crossed]
        self._left, self._top = min(c for c, _ in cells), min(r for _, r in cells)
        self.dungeon = placed
        self.columns = (max(c for c, _ in cells) - self._left + 1) * PITCH + 1
        self.rows = (max(r for _, r in cells) - self._top + 1) * PITCH + 1
        self.things: dict[Cell, str] = {}
        self.doors: dict[int, Cell] = {}
        switches = {door.switch for door in placed.doors}
        for room, kind in placed.rooms.items():
            column, row = self.middle(room)
            for dc in range(1 - MIDDLE, MIDDLE):
                for dr in range(1 - MIDDLE, MIDDLE):
                    self.things[column + dc, row + dr] = "floor"
            self.things[column, row] = kind if kind != "normal" else "floor"
            if room in switches:
                self.things[self.switch_cell(room)] = "switch"
        for number, door in enumerate(placed.doors):
            self._dig(number, door)

    def middle(self, room: Room) -> Cell:
        """Return the middle cell of a room."""
        assert self.dungeon.grid is not None, "it was laid out"
        return self._at(self.dungeon.grid[room])

    def switch_cell(self, room: Room) -> Cell:
        """Return where a room's switch is: in the middle, or beside what is there."""
        column, row = self.middle(room)
        return (column, row) if self.dungeon.rooms[room] == "normal" else (column + 1, row + 1)

    def _at(self, cell: Cell) -> Cell:
        return ((cell[0] - self._left) * PITCH + MIDDLE, (cell[1] - self._top) * PITCH + MIDDLE)

    def _dig(self, number: int, door: Door) -> None:
        """Break the wall between two rooms, or dig a corridor; the door stands where it leaves the first room."""
        assert self.dungeon.grid is not None, "it was laid out"
        cells = [self.dungeon.grid[door.a], *door.path, self.dungeon.grid[door.b]]
        for one, other in pairwise(cells):
            step = (other[0] - one[0], other[1] - one[1])
            column, row = self._at(one)
            for n in range(PITCH + 1):
                self.things.setdefault((column + n * step[0], row + n * step[1]), "floor")
        step = (cells[1][0] - cells[0][0], cells[1][1] - cells[0][1])
        column, row = self._at(cells[0])
        self.doors[number] = place = (column + MIDDLE * step[0], row + MIDDLE * step[1])
        if door.locked:
            self.things[place] = "boss lock" if door.lock == BOSS else "lock"
        elif door.switch is not None:
            self.things[place] = "gate"
        elif door.oneway:
            self.things[place] = "one-way"

    def beyond(self, number: int) -> Cell:
        """Return the first cell behind a door, seen from its first room."""
        (column, row), door = self.doors[number], self.dungeon.doors[number]
        back = self.middle(door.a)
        return (column + _sign(column - back[0]), row + _sign(row - back[1]))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def tiled(dungeon: Dungeon) -> str:
    """Return a map for the editor Tiled (TMJ): a layer of tiles, and rooms and doors as objects with properties.

    Its tile set names the picture `dungeon-tiles.png`, which `save_tiled` writes beside it.
    """
    floor = _Floor(dungeon)
    numbers = [
        TILES.index(floor.things.get((column, row), "wall") if floor.things.get((column, row)) != "normal" else "floor")
        + 1
        for row in range(floor.rows)
        for column in range(floor.columns)
    ]
    objects = [_room_object(floor, room, kind) for room, kind in floor.dungeon.rooms.items()]
    objects += [_door_object(floor, number, door) for number, door in enumerate(floor.dungeon.doors)]
    for number, thing in enumerate(objects, 1):
        thing["id"] = number
    data = {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal",
        "renderorder": "right-down", "infinite": False, "width": floor.columns, "height": floor.rows,
        "tilewidth": TILE_PIXELS, "tileheight": TILE_PIXELS, "nextlayerid": 3, "nextobjectid": len(objects) + 1,
        "layers": [
            {
                "id": 1, "name": "ground", "type": "tilelayer", "x": 0, "y": 0, "opacity": 1, "visible": True,
                "width": floor.columns, "height": floor.rows, "data": numbers,
            },
            {
                "id": 2, "name": "rooms and doors", "type": "objectgroup", "x": 0, "y": 0, "opacity": 1,
                "visible": True, "draworder": "topdown", "objects": objects,
            },
        ],
        "tilesets": [
            {
                "firstgid": 1, "name": "dungeon", "image": TILE_IMAGE, "columns": len(TILES), "tilecount": len(TILES),
                "imagewidth": TILE_PIXELS * len(TILES), "imageheight": TILE_PIXELS, "margin": 0, "spacing": 0,
                "tilewidth": TILE_PIXELS, "tileheight": TILE_PIXELS,
                "tiles": [{"id": number, "type": name} for number, name in enumerate(TILES)],
            }
        ],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _room_object(floor: _Floor, room: Room, kind: str) -> dict[str, object]:
    column, row = floor.middle(room)
    side = (PITCH - 1) * TILE_PIXELS
    return {
        "name": str(room), "type": "room", "rotation": 0, "visible": True, "width": side, "height": side,
        "x": (column - MIDDLE + 1) * TILE_PIXELS, "y": (row - MIDDLE + 1) * TILE_PIXELS,
        "properties": [{"name": "kind", "type": "string", "value": kind}],
    }  # fmt: skip


def _door_object(floor: _Floor, number: int, door: Door) -> dict[str, object]:
    column, row = floor.doors[number]
    properties: list[dict[str, object]] = [
        {"name": "a", "type": "string", "value": str(door.a)},
        {"name": "b", "type": "string", "value": str(door.b)},
        {"name": "lock", "type": "string", "value": door.lock},
        {"name": "oneway", "type": "bool", "value": door.oneway},
    ]
    if door.switch is not None:
        properties.append({"name": "switch", "type": "string", "value": str(door.switch)})
    return {
        "name": f"{door.a} – {door.b}", "type": "door", "rotation": 0, "visible": True,
        "x": column * TILE_PIXELS, "y": row * TILE_PIXELS, "width": TILE_PIXELS, "height": TILE_PIXELS,
        "properties": properties,
    }  # fmt: skip


def save_tiled(dungeon: Dungeon, path: str | os.PathLike[str]) -> Path:
    """Write the Tiled map, and the picture of its tiles beside it."""
    from ludarium.games.dungeon.drawing import swatches

    text = tiled(dungeon)
    write_whole(Path(path).with_name(TILE_IMAGE), swatches(_COLOURS, TILE_PIXELS))
    return write_whole(path, text + "\n")


def arcade(dungeon: Dungeon) -> str:
    """Return a game and its level in VGDL, in one text: walk over keys and switches, bump into locks, find the boss.

    Keys open any small lock; `subtract` spends them. A one-way door is a hole that drops the hero behind the wall.
    """
    floor = _Floor(dungeon)
    signs = _Signs()
    rows = [
        "".join(signs.of(what) for what in line)
        for line in ([_sprite(floor, (column, row)) for column in range(floor.columns)] for row in range(floor.rows))
    ]
    kinds = [what for what in signs.names if what not in ("wall", "floor", "avatar")]
    keys = max(1, len(dungeon.of_kind(KEY)))
    lines = ["# A dungeon: find keys, open doors, reach the boss.", "BasicGame", "    SpriteSet"]
    lines += ["        floor > Immovable hidden=True color=LIGHTGRAY", "        wall > Immovable color=DARKGRAY"]
    lines += [f"        {line}" for kind in kinds for line in _sprite_lines(kind, keys)]
    lines += ["        pressed > Immovable color=BLUE"] if any(kind.startswith("switch") for kind in kinds) else []
    lines += ["        avatar > MovingAvatar color=GREEN", "    LevelMapping"]
    for name, sign in signs.names.items():
        lines.append(
            f"        {sign} > {'floor' if name == 'floor' else 'wall' if name == 'wall' else f'floor {name}'}"
        )
    lines += ["    InteractionSet", "        avatar wall > stepBack"]
    lines += [f"        {line}" for kind in kinds for line in _rule_lines(kind, kinds)]
    lines += ["    TerminationSet", "        SpriteCounter stype=boss limit=0 win=True", "---", *rows, ""]
    return "\n".join(lines)


def _sprite(floor: _Floor, cell: Cell) -> str:
    """Return the name of what stands on a cell, one for each gate's switch and each one-way door."""
    what = floor.things.get(cell, "wall")
    dungeon = floor.dungeon
    order = list(dungeon.rooms)
    if what in ("normal", "floor"):
        for number, door in enumerate(dungeon.doors):
            if door.oneway and floor.beyond(number) == cell:
                return f"land{number}"
        return "floor"
    if what == "switch":
        return f"switch{order.index(next(room for room in order if _has_switch(floor, room, cell)))}"
    if what in ("gate", "one-way", "lock", "boss lock"):
        number = next(number for number, place in floor.doors.items() if place == cell)
        door = dungeon.doors[number]
        if door.oneway and what != "one-way":
            raise CannotExport(
                f"door {door.a!r} – {door.b!r}: one-way and {what} at once is not exported as an arcade game"
            )
        if what == "gate":
            assert door.switch is not None, "a gate has a switch"
            return f"gate{order.index(door.switch)}"
        return f"drop{number}" if what == "one-way" else what.replace(" ", "")
    return {START: "avatar", FINISH: "boss", KEY: "key", BOSS_KEY: "bosskey"}.get(what, what)


def _has_switch(floor: _Floor, room: Room, cell: Cell) -> bool:
    return any(door.switch == room for door in floor.dungeon.doors) and floor.switch_cell(room) == cell


_FIXED = {
    "wall": "w", "floor": ".", "avatar": "A", "boss": "B", "key": "k", "bosskey": "K", "lock": "L", "bosslock": "M",
}  # fmt: skip


class _Signs:
    """One character a sprite of the level."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self._fixed: Mapping[str, str] = _FIXED
        self._free = self._letters(set(_FIXED.values()))

    def _letters(self, taken: set[str]) -> Iterator[str]:
        yield from (chr(code) for code in (*range(97, 123), *range(65, 91), *range(192, 592)) if chr(code) not in taken)

    def of(self, name: str) -> str:
        """Return the sign of a sprite, a new one where it is met first."""
        if name not in self.names:
            self.names[name] = self._fixed.get(name) or next(self._free)
        return self.names[name]


def _sprite_lines(kind: str, keys: int) -> list[str]:
    simple = {
        "key": f"key > Resource limit={keys} color=GOLD",
        "bosskey": "bosskey > Resource limit=1 color=ORANGE",
        "lock": "lock > Immovable color=BROWN",
        "bosslock": "bosslock > Immovable color=RED",
        "boss": "boss > Immovable color=RED",
    }
    if kind in simple:
        return [simple[kind]]
    if kind.startswith("drop"):
        return [f"{kind} > Portal stype=land{kind.removeprefix('drop')} color=WHITE"]
    colour = "BLUE" if kind.startswith("switch") else "PINK" if kind.startswith("gate") else "LIGHTGRAY"
    return [f"{kind} > Immovable color={colour}"]


def _rule_lines(kind: str, kinds: list[str]) -> list[str]:
    if kind in ("key", "bosskey"):
        return [f"{kind} avatar > collectResource scoreChange=1"]
    if kind in ("lock", "bosslock"):
        key = "key" if kind == "lock" else "bosskey"
        return [
            f"{kind} avatar > killIfOtherHasMore resource={key} limit=1 subtract=True",
            f"avatar {kind} > stepBack",
        ]
    if kind == "boss":
        return ["boss avatar > killSprite scoreChange=10"]
    if kind.startswith("switch"):
        gate = f"gate{kind.removeprefix('switch')}"
        opens = [f"{kind} avatar > killAll stype={gate}"] if gate in kinds else []
        return [*opens, f"{kind} avatar > transformTo stype=pressed"]
    if kind.startswith("gate"):
        return [f"avatar {kind} > stepBack"]
    return [f"avatar {kind} > teleportToExit"] if kind.startswith("drop") else []
