"""The drawn map as plain data: rooms and doors on a grid of doubled coordinates, three characters wide."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ludarium.core.frame import Frame, Layer, Link, Mark, Panel, Shape, Tile
from ludarium.core.game import View
from ludarium.games.dungeon.embedding import laid_out
from ludarium.games.dungeon.level import Cell, Door, Dungeon, Room

SIGNS: Mapping[str, str] = {"start": "S", "finish": "B", "normal": "·", "key": "k", "bosskey": "K"}
"""How a room is drawn: start, boss, nothing, a small key, the boss key."""
COLOURS: Mapping[str, str] = {
    "start": "#6fbf5f", "finish": "#e05a5a", "normal": "#9a9a9a", "key": "#d9c84a", "bosskey": "#e08a3a",
}  # fmt: skip
HERE, WAY, SHUT, ROUTE, DONE = "#ffffff", "#9a9a9a", "#d9822b", "#5b8def", "#6b6b6b"
_LABELS = {"start": "the start", "finish": "the boss", "key": "a key", "bosskey": "the boss key", "normal": ""}
_ACROSS = {"open": "───", "small": "─▣─", "boss": "─◆─", "gate": "─╪─", "right": "─▶─", "left": "─◀─"}
_DOWN = {"open": " │ ", "small": " ▣ ", "boss": " ◆ ", "gate": " ╫ ", "right": " ▼ ", "left": " ▲ "}

_BRIDGE = "─│─"
"""Where one corridor passes over another."""


def frame(view: View) -> Frame:
    """Draw a state's view: the map, and what is in the hand."""
    doors = tuple(
        Door(d["a"], d["b"], d["lock"], d["oneway"], d["switch"], tuple(map(tuple, d["path"]))) for d in view["doors"]
    )
    dungeon = Dungeon(view["rooms"], doors, view["grid"])
    opened = {door for door, data in zip(doors, view["doors"], strict=True) if data["open"]}
    panel = map_panel(dungeon, here=view["room"], taken=view["taken"], opened=opened, ways=view["ways"])
    status = [("room", str(view["room"])), ("keys", str(view["keys"])), ("moves", str(view["moves"]))]
    if view["has_boss_key"]:
        status.insert(2, ("boss key", "yes" if view["boss_key"] else "no"))
    return Frame("Dungeon", () if panel is None else (panel,), tuple(status), "" if view["won"] else "Where do you go?")


def map_panel(
    dungeon: Dungeon,
    *,
    here: Room | None = None,
    taken: Collection[Room] = (),
    opened: Collection[Door] = (),
    seen: Collection[Room] | None = None,
    walk: Sequence[Room] = (),
    ways: Collection[Room] = (),
    title: str = "the dungeon",
) -> Panel | None:
    """Return the map; None where no layout was found.

    *seen* hides the rooms that are not in it, *walk* is lit up, *ways* are the rooms that may be walked into.
    """
    placed = laid_out(dungeon, corridors=True)
    if placed.grid is None:
        return None
    lit = {frozenset(pair) for pair in pairwise(walk)}
    shown = set(dungeon.rooms) if seen is None else set(seen)
    tiles: dict[Cell, Tile] = {}
    for door, original in zip(placed.doors, dungeon.doors, strict=True):
        if door.a in shown or door.b in shown:
            colour = ROUTE if frozenset((door.a, door.b)) in lit else ""
            is_open = original in opened or (not door.locked and door.switch is None)
            for tile in door_tiles(door, placed.grid, is_open=is_open, lit=colour):
                below = tiles.get((tile.column, tile.row))
                bridge = below is not None and below.text != tile.text
                tiles[tile.column, tile.row] = replace(tile, text=(_BRIDGE,)) if bridge else tile
    for room in shown:
        column, row = placed.grid[room]
        kind = dungeon.rooms[room]
        sign, colour, label = SIGNS[kind], COLOURS[kind], _LABELS[kind]
        if room in taken and kind in ("key", "bosskey"):
            sign, colour, label = "·", DONE, "taken"
        if any(door.switch == room for door in dungeon.doors):
            sign, label = ("!", "a switch") if sign == "·" else (sign, f"{label}, a switch".lstrip(", "))
        if room == here:
            sign, colour, label = "@", HERE, "you"
        text = f"[{sign}]" if room not in walk else f"({sign})"
        tiles[2 * column, 2 * row] = Tile(
            2 * column, 2 * row, (text,), kind, colour, f"{room} {label}".strip(), room == here,
            str(room) if room in ways else "",
        )  # fmt: skip
    left, top = min(c for c, _ in tiles), min(r for _, r in tiles)
    moved = [replace(tile, column=tile.column - left, row=tile.row - top) for tile in tiles.values()]
    columns, rows = max(tile.column for tile in moved) + 1, max(tile.row for tile in moved) + 1
    return Panel(title, columns, rows, tuple(sorted(moved, key=lambda t: (t.row, t.column))), tile_width=3)


def walk_layer(dungeon: Dungeon, panel: Panel, walk: Sequence[Room]) -> Layer:
    """Return a walk as a layer over its map: a line along the doors, and in each room when it is entered."""
    grid, between = laid_out(dungeon, corridors=True).grid or {}, laid_out(dungeon, corridors=True).between
    places = {room: next((t.column, t.row) for t in panel.tiles if t.label.split(" ")[0] == str(room)) for room in walk}
    left, top = (2 * grid[walk[0]][axis] - places[walk[0]][axis] for axis in (0, 1))
    links: list[Link] = []
    for one, other in pairwise(walk):
        door = between[one, other]
        path = door.path if door.a == one else door.path[::-1]
        cells = [places[one], *((2 * column - left, 2 * row - top) for column, row in path), places[other]]
        links += [Link(a, b, bright=True, arrow=True) for a, b in pairwise(cells)]
    steps: dict[Room, list[str]] = {}
    for number, room in enumerate(walk):
        steps.setdefault(room, []).append(str(number))
    marks = tuple(Mark(*places[room], text=" ".join(numbers)) for room, numbers in steps.items())
    says = "the shortest walk: each room says when it is entered"
    return Layer("shortest walk", says, Shape.STEP, marks, tuple(dict.fromkeys(links)))


def door_tiles(door: Door, grid: Mapping[Room, Cell], *, is_open: bool, lit: str) -> Iterable[Tile]:
    """Yield the strokes of a door from one room to the other; its sign stands at the first stroke."""
    cells = [grid[door.a], *door.path, grid[door.b]]
    steps = [(other[0] - one[0], other[1] - one[1]) for one, other in pairwise(cells)]
    places: list[tuple[Cell, Cell, Cell]] = []  # where, coming along which step, going on along which
    for number, (cell, step) in enumerate(zip(cells, steps, strict=False)):
        if number:
            places.append(((2 * cell[0], 2 * cell[1]), steps[number - 1], step))
        places.append(((2 * cell[0] + step[0], 2 * cell[1] + step[1]), step, step))
    for number, (place, came, step) in enumerate(places):
        sign = "open"
        if number == 0:
            if not is_open:
                sign = door.lock if door.locked else "gate"
            elif door.oneway:
                sign = "right" if step in ((1, 0), (0, 1)) else "left"
        text = (_ACROSS if step[1] == 0 else _DOWN)[sign] if came == step else _corner(came, step)
        kind = {"open": "way", "small": "lock", "boss": "boss lock", "gate": "gate"}.get(sign, "one-way")
        colour = lit or (WAY if kind in ("way", "one-way") else SHUT)
        yield Tile(place[0], place[1], (text,), kind, colour, "" if kind == "way" else kind, bright=bool(lit))


def _corner(step: Cell, after: Cell) -> str:
    """Return the bend of a corridor: where it comes from and goes to."""
    ways = {(-step[0], -step[1]), after}
    if (0, -1) in ways:
        return " └─" if (1, 0) in ways else "─┘ "
    return " ┌─" if (1, 0) in ways else "─┐ "


def legend(dungeon: Dungeon) -> str:
    """Return the signs that a map of this dungeon uses, in words."""
    parts: list[Any] = ["S start", "B boss"]
    kinds = set(dungeon.rooms.values())
    parts += [text for kind, text in (("key", "k key"), ("bosskey", "K boss key")) if kind in kinds]
    locks = {door.lock for door in dungeon.doors}
    parts += [text for lock, text in (("small", "▣ locked"), ("boss", "◆ boss lock")) if lock in locks]
    if any(door.switch is not None for door in dungeon.doors):
        parts.append("╪ gate, ! its switch")
    if any(door.oneway for door in dungeon.doors):
        parts.append("▶ one-way")
    return ", ".join(parts)
