"""What a viewer draws of an arcade game: one tile for each cell that shows something, and a status line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import View
from ludarium.games.arcade.tables import Tables

_ARROWS = {(1, 0): "▶", (-1, 0): "◀", (0, -1): "▲", (0, 1): "▼"}
_GREY = (128, 128, 128)
_MOST_KEPT = 20_000


def frame(title: str, tables: Tables, view: View) -> Frame:
    """Return the picture of a view: in each cell the sprite that is drawn last.

    Built in two passes (who is on top, then its tile): a level has many more sprites than cells.
    """
    block, rank = tables.block, {name: place for place, name in enumerate(tables.game.order)}
    half, width, height = block // 2, view["width"], view["height"]
    top: dict[tuple[int, int], tuple[int, str, str, int, int]] = {}
    for category, types in view["sprites"].items():
        for name, places in types.items():
            if tables.kinds[tables.ids[name]].settings["invisible"]:
                continue
            order = rank.get(name, -1)
            for x, y in places:
                cell = ((y + half) // block, (x + half) // block)
                if 0 <= cell[0] < height and 0 <= cell[1] < width and (cell not in top or top[cell][0] <= order):
                    top[cell] = (order, category, name, x - cell[1] * block, y - cell[0] * block)
    looks = _Looks(tables, view)
    tiles = tuple(looks.tile(cell, *top[cell][1:]) for cell in sorted(top))
    panel = Panel("", width, height, tiles, tile_width=2)
    return Frame(title, (panel,), _status(view), "" if view["won"] is not None else "Your move?")


class _Looks:
    """How the sprites of one view look. Tiles are kept from view to view: most of a level never changes."""

    def __init__(self, tables: Tables, view: View) -> None:
        self._tables = tables
        self._facing = view["avatar"]["orientation"] if view["avatar"] else (0, 0)
        self._built_of = _commonest(view["sprites"].get("static", {}))
        self._known: dict[tuple[str, str], tuple[tuple[str], str, str]] = {}

    def tile(self, cell: tuple[int, int], category: str, name: str, off_x: int, off_y: int) -> Tile:
        """Return the tile of a sprite that stands so many pixels off its cell."""
        look = self._known.get((category, name))
        if look is None:
            look = self._known[category, name] = self._look(category, name)
        text, colour, label = look
        key = (cell, name, label, text, off_x, off_y)
        tile = self._tables.tiles.get(key)
        if tile is None:
            if off_x or off_y:
                label = f"{label} {off_x:+d},{off_y:+d} px"
            tile = Tile(cell[1], cell[0], text, name, colour, label, category == "avatar")
            if len(self._tables.tiles) < _MOST_KEPT:
                self._tables.tiles[key] = tile
        return tile

    def _look(self, category: str, name: str) -> tuple[tuple[str], str, str]:
        red, green, blue = self._tables.kinds[self._tables.ids[name]].settings["color"] or _GREY
        if category == "avatar":
            text = "@" + _ARROWS.get(self._facing, "")
        elif name == "wall":
            text = "██"
        elif category == "static" and name == self._built_of:
            text = "▒▒"
        else:
            text = name[:2]
        return (text,), f"#{red:02x}{green:02x}{blue:02x}", f"{name} ({category})"


def _commonest(types: Mapping[str, Sequence[object]]) -> str:
    """Return the type of which most stand here: what a level is built of, drawn as blocks; the rest shows its name."""
    return max(types, key=lambda name: len(types[name]), default="")


def _status(view: View) -> tuple[tuple[str, str], ...]:
    lines = [("score", str(view["score"])), ("tick", str(view["tick"]))]
    avatar = view["avatar"]
    if avatar and avatar["health"]:
        lines.append(("health", str(avatar["health"])))
    if avatar and avatar["resources"]:
        lines.append(("holds", ", ".join(f"{amount} {name}" for name, amount in avatar["resources"].items())))
    if view["won"] is not None:
        lines.append(("result", "won" if view["won"] else "lost"))
    return tuple(lines)
