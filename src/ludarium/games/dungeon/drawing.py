"""Pictures of a dungeon: Unicode (or plain ASCII) text, SVG and PNG, with a walk on top if one is given.

All three draw the layout of `embedding`; where none is found with neighbours only, corridors are used. PNG is written
with the standard library and NumPy alone.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from html import escape
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ludarium.core.errors import LudariumError
from ludarium.games.dungeon.embedding import DEFAULT, embed, laid_out
from ludarium.games.dungeon.frame import COLOURS, ROUTE, SHUT, SIGNS, WAY, legend, map_panel
from ludarium.games.dungeon.level import BOSS, SMALL, Cell, Door, Dungeon, Room

UNIT, HALF = 64, 32
_ASCII = str.maketrans("─│▣◆╪╫▶◀▼▲·└┘┌┐", "-|#%==><v^.++++")
_PAPER, _WALL, _FLOOR = "#14161a", "#3a4048", "#23272e"
Image = NDArray[np.uint8]


class CannotDraw(LudariumError):
    """A dungeon that fits on no grid; the message says why."""


def text(dungeon: Dungeon, walk: Sequence[Room] = (), *, ascii_only: bool = False) -> str:
    """Return the map as text, with a legend; rooms of the walk stand in round brackets."""
    placed = _placed(dungeon)
    panel = map_panel(placed, walk=walk)
    assert panel is not None, "a placed dungeon can be drawn"
    lines = [[" " * panel.tile_width] * panel.columns for _ in range(panel.rows)]
    for tile in panel.tiles:
        lines[tile.row][tile.column] = tile.text[0]
    drawn = "\n".join("".join(line).rstrip() for line in lines) + f"\n\n{legend(dungeon)}\n"
    return drawn.translate(_ASCII) if ascii_only else drawn


def svg(dungeon: Dungeon, walk: Sequence[Room] = ()) -> str:
    """Return the map as an SVG picture."""
    placed = _placed(dungeon)
    assert placed.grid is not None, "it was placed"
    cells = _cells(placed)
    left, top = min(c for c, _ in cells), min(r for _, r in cells)
    width, height = (max(c for c, _ in cells) - left + 1) * UNIT, (max(r for _, r in cells) - top + 1) * UNIT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="22" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
    ]
    for door in placed.doors:
        points = [_middle(cell, left, top) for cell in (placed.grid[door.a], *door.path, placed.grid[door.b])]
        line = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{_WALL}" stroke-width="14"/>')
        parts += _door_svg(door, points)
    for room, kind in dungeon.rooms.items():
        x, y = _middle(placed.grid[room], left, top)
        sign = "" if kind == "normal" else SIGNS[kind]
        if any(door.switch == room for door in dungeon.doors):
            sign += "!"
        parts.append(
            f'<g><title>{escape(f"room {room}: {kind}")}</title><rect x="{x - 21}" y="{y - 21}" width="42" height="42" '
            f'rx="5" fill="{_FLOOR}" stroke="{COLOURS[kind]}" stroke-width="3"/>'
            f'<text x="{x}" y="{y + 8}" fill="{COLOURS[kind]}">{escape(sign)}</text></g>'
        )
    if len(walk) > 1:
        line = " ".join(f"{x},{y}" for x, y in _walk_points(placed, walk, left, top))
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{ROUTE}" stroke-width="4" stroke-opacity="0.8" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _door_svg(door: Door, points: list[Cell]) -> list[str]:
    (ax, ay), (bx, by) = points[0], points[1]
    x, y = (ax + bx) // 2, (ay + by) // 2
    if door.locked:
        sign, colour = ("◆" if door.lock == BOSS else "▣"), (COLOURS["finish"] if door.lock == BOSS else SHUT)
    elif door.switch is not None:
        sign, colour = "╪", SHUT
    elif door.oneway:
        sign, colour = {(1, 0): "▶", (-1, 0): "◀", (0, 1): "▼", (0, -1): "▲"}[_sign(bx - ax), _sign(by - ay)], WAY
    else:
        return []
    told = f"{door.lock} lock" if door.locked else "gate" if door.switch is not None else "one-way"
    return [f'<g><title>{escape(told)}</title><text x="{x}" y="{y + 8}" fill="{colour}">{sign}</text></g>']


def png(dungeon: Dungeon, walk: Sequence[Room] = ()) -> bytes:
    """Return the map as a PNG picture."""
    placed = _placed(dungeon)
    assert placed.grid is not None, "it was placed"
    cells = _cells(placed)
    left, top = min(c for c, _ in cells), min(r for _, r in cells)
    width, height = max(c for c, _ in cells) - left + 1, max(r for _, r in cells) - top + 1
    image = np.empty((height * UNIT, width * UNIT, 3), np.uint8)
    image[:] = _rgb(_PAPER)
    for door in placed.doors:
        points = [_middle(cell, left, top) for cell in (placed.grid[door.a], *door.path, placed.grid[door.b])]
        for a, b in pairwise(points):
            _bar(image, a, b, 7, _WALL)
    for room, kind in dungeon.rooms.items():
        x, y = _middle(placed.grid[room], left, top)
        _box(image, x, y, 22, COLOURS[kind])
        _box(image, x, y, 19, _FLOOR)
        switch = any(door.switch == room for door in dungeon.doors)
        _glyph(image, x, y, _GLYPHS.get("switch" if switch and kind == "normal" else kind), COLOURS[kind])
    for door in placed.doors:
        points = [_middle(cell, left, top) for cell in (placed.grid[door.a], *door.path, placed.grid[door.b])]
        (ax, ay), (bx, by) = points[0], points[1]
        x, y = (ax + bx) // 2, (ay + by) // 2
        if door.locked:
            _box(image, x, y, 9, SHUT if door.lock == SMALL else COLOURS["finish"])
            _box(image, x, y, 3, _PAPER)
        elif door.switch is not None:
            _grate(image, (x, y), across=ay == by)
        elif door.oneway:
            _arrow(image, (x, y), (_sign(bx - ax), _sign(by - ay)))
    if len(walk) > 1:
        for a, b in pairwise(_walk_points(placed, walk, left, top)):
            _bar(image, a, b, 2, ROUTE)
    return _encoded(image)


def _placed(dungeon: Dungeon) -> Dungeon:
    placed = laid_out(dungeon, DEFAULT, corridors=True)
    if placed.grid is None:
        raise CannotDraw(f"the dungeon cannot be drawn on a grid: {embed(dungeon).in_words()}")
    return placed


def _cells(placed: Dungeon) -> list[Cell]:
    assert placed.grid is not None, "it was placed"
    return [*placed.grid.values(), *(cell for door in placed.doors for cell in door.path)]


def _middle(cell: Cell, left: int, top: int) -> Cell:
    return ((cell[0] - left) * UNIT + HALF, (cell[1] - top) * UNIT + HALF)


def _walk_points(placed: Dungeon, walk: Sequence[Room], left: int, top: int) -> list[Cell]:
    """Return the corners of a walk, moved a little at each pass so that ways back can be seen."""
    assert placed.grid is not None, "it was placed"
    points: list[Cell] = []
    passed: dict[tuple[Room, Room], int] = {}
    for a, b in pairwise(walk):
        door = placed.between[a, b]
        path = door.path if door.a == a else door.path[::-1]
        shift = 4 * passed.get((b, a), 0) + 4 * passed.get((a, b), 0)
        passed[a, b] = passed.get((a, b), 0) + 1
        for cell in (placed.grid[a], *path, placed.grid[b]):
            x, y = _middle(cell, left, top)
            points.append((x + shift, y + shift))
    return points


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _rgb(colour: str) -> tuple[int, int, int]:
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def _bar(image: Image, a: Cell, b: Cell, half: int, colour: str) -> None:
    """Draw a straight bar; a slanted one (a shifted way) is drawn as two."""
    if a[0] != b[0] and a[1] != b[1]:
        _bar(image, a, (b[0], a[1]), half, colour)
        _bar(image, (b[0], a[1]), b, half, colour)
        return
    left, right = sorted((a[0], b[0]))
    top, bottom = sorted((a[1], b[1]))
    image[max(0, top - half) : bottom + half + 1, max(0, left - half) : right + half + 1] = _rgb(colour)


def _box(image: Image, x: int, y: int, half: int, colour: str) -> None:
    image[y - half : y + half + 1, x - half : x + half + 1] = _rgb(colour)


def _grate(image: Image, at: Cell, *, across: bool) -> None:
    """Draw the three bars of a gate, upright where the way goes across."""
    for offset in (-6, 0, 6):
        a, b = ((offset, -8), (offset, 8)) if across else ((-8, offset), (8, offset))
        _bar(image, (at[0] + a[0], at[1] + a[1]), (at[0] + b[0], at[1] + b[1]), 1, SHUT)


def _arrow(image: Image, at: Cell, step: Cell) -> None:
    """Draw a triangle that points along a step."""
    for n in range(9):
        x, y, reach = at[0] + step[0] * (n - 4), at[1] + step[1] * (n - 4), 8 - n
        across, down = abs(step[1]) * reach, abs(step[0]) * reach
        _bar(image, (x - across, y - down), (x + across, y + down), 0, WAY)


_GLYPHS = {
    "start": (".####", "#....", ".###.", "....#", "####."),
    "finish": ("####.", "#...#", "####.", "#...#", "####."),
    "key": ("#...#", "#..#.", "###..", "#..#.", "#...#"),
    "bosskey": ("#.#.#", "#####", "..#..", "..##.", "..##."),
    "switch": ("..#..", "..#..", "..#..", ".....", "..#.."),
}
_DOT = 4


def _glyph(image: Image, x: int, y: int, rows: tuple[str, ...] | None, colour: str) -> None:
    for row, line in enumerate(rows or ()):
        for column, mark in enumerate(line):
            if mark == "#":
                left, top = x + (column - 2) * _DOT - _DOT // 2, y + (row - 2) * _DOT - _DOT // 2
                image[top : top + _DOT, left : left + _DOT] = _rgb(colour)


def _encoded(image: Image) -> bytes:
    """Return an RGB array as a PNG file."""
    height, width, _ = image.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = image.reshape(height, 3 * width)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def swatches(colours: Sequence[str], side: int) -> bytes:
    """Return a PNG picture of squares in a row, one a colour, with a darker edge: the tiles of a map."""
    image = np.empty((side, side * len(colours), 3), np.uint8)
    for number, colour in enumerate(colours):
        rgb = np.array(_rgb(colour))
        image[:, number * side : (number + 1) * side] = rgb * 3 // 4
        image[1:-1, number * side + 1 : (number + 1) * side - 1] = rgb
    return _encoded(image)
