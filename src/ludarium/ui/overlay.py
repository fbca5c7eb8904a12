"""What an agent explored, drawn over a frame: the cells that its search came to, and its thoughts by name.

An agent tells the cells as `reached` in its decision's info: a number in hexadecimal, cell 0 in its lowest bit, row by
row. Any game whose frame starts with a board of that size can be drawn so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import State

REACHED = "reached"
_BY_ACTION = ("values", "worth", "visits")


def cells_of(text: object) -> list[int]:
    """Return the cells that a text of `reached` names; nothing when it is none.

    >>> cells_of("a")
    [1, 3]
    """
    try:
        bits = int(str(text), 16) if text else 0
    except ValueError:
        return []
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


def with_cells(frame: Frame, reached: object) -> Frame:
    """Return the frame with a dot on each empty cell that was reached, and what stands on the others in bold."""
    cells = cells_of(reached)
    if not frame.panels or not cells:
        return frame
    board = frame.panels[0]
    seen = {(cell % board.columns, cell // board.columns) for cell in cells if cell < board.columns * board.rows}
    shown = [replace(tile, bright=True) if (tile.column, tile.row) in seen else tile for tile in board.tiles]
    taken = {(tile.column, tile.row) for tile in board.tiles}
    dot = ("·",) * board.tile_height
    shown += [Tile(column, row, dot, "reached", "cyan") for column, row in sorted(seen - taken)]
    return replace(frame, panels=(_with_tiles(board, shown), *frame.panels[1:]))


def named(info: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Return the thoughts with action names for action ids, and a count for the cells."""
    found: dict[str, Any] = {}
    for key, value in info.items():
        if key == REACHED:
            found["cells reached"] = len(cells_of(value))
        elif key in _BY_ACTION and isinstance(value, Mapping):
            found[key] = {_name(action, state): worth for action, worth in value.items()}
        elif key == "plan":
            found[key] = [_name(action, state) for action in value]
        else:
            found[key] = value
    return found


def _name(action: object, state: State) -> str:
    """Return an action's name; an agent may have told it by its name already, and a record's keys are texts."""
    text = str(action)
    return state.action_name(int(text)) if text.isdecimal() else text


def _with_tiles(board: Panel, tiles: list[Tile]) -> Panel:
    return replace(board, tiles=tuple(tiles))
