"""What a viewer draws of an arcade game: one tile for each cell that shows something, and a status line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import View
from ludarium.games.arcade.tables import Tables

_ARROWS = {(1, 0): "▶", (-1, 0): "◀", (0, -1): "▲", (0, 1): "▼"}
_GREY = (128, 128, 128)


def frame(title: str, tables: Tables, view: View) -> Frame:
    """Return the picture of a view: in each cell the sprite that is drawn last."""
    block, rank = tables.block, {name: place for place, name in enumerate(tables.game.order)}
    top: dict[tuple[int, int], tuple[int, Tile]] = {}
    for category, types in view["sprites"].items():
        for name, places in types.items():
            if tables.kinds[tables.ids[name]].settings["invisible"]:
                continue
            for x, y in places:
                cell = ((x + block // 2) // block, (y + block // 2) // block)
                if 0 <= cell[0] < view["width"] and 0 <= cell[1] < view["height"]:
                    order = rank.get(name, -1)
                    if cell not in top or top[cell][0] <= order:
                        top[cell] = (order, _tile(tables, view, category, name, cell, (x, y)))
    tiles = tuple(tile for _, (_, tile) in sorted(top.items(), key=lambda item: (item[0][1], item[0][0])))
    panel = Panel("", view["width"], view["height"], tiles, tile_width=2)
    return Frame(title, (panel,), _status(view), "" if view["won"] is not None else "Your move?")


def _tile(tables: Tables, view: View, category: str, name: str, cell: tuple[int, int], place: tuple[int, int]) -> Tile:
    kind = tables.kinds[tables.ids[name]]
    red, green, blue = kind.settings["color"] or _GREY
    off = (place[0] - cell[0] * tables.block, place[1] - cell[1] * tables.block)
    label = f"{name} ({category})" + (f" {off[0]:+d},{off[1]:+d} px" if any(off) else "")
    avatar = category == "avatar"
    if avatar:
        facing = view["avatar"]["orientation"] if view["avatar"] else (0, 0)
        text = "@" + _ARROWS.get(facing, "")
    elif name == "wall":
        text = "██"
    elif category == "static" and name == _commonest(view["sprites"]["static"]):
        text = "▒▒"
    else:
        text = name[:2]
    return Tile(*cell, (text,), name, f"#{red:02x}{green:02x}{blue:02x}", label, bright=avatar)


def _commonest(types: Mapping[str, Sequence[object]]) -> str:
    """Return the type of which most stand here: what a level is built of, drawn as blocks; the rest shows its name."""
    return max(types, key=lambda name: len(types[name]))


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
