"""A position as arrays, for learning and for planning with pixels: type planes, and the drawn screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ludarium.games.arcade.game import ArcadeState

_GREY = (128, 128, 128)


def planes(state: ArcadeState) -> NDArray[np.uint8]:
    """Return how many sprites of each type stand in each cell: shape (types, height, width).

    A sprite between cells is counted where most of it is. Hidden types stay empty: agents do not see them.
    """
    tables = state.tables
    found = np.zeros((len(tables.kinds), tables.level.height, tables.level.width), np.uint8)
    for kind, x, y, _ in _shown(state):
        column, row = (x + tables.block // 2) // tables.block, (y + tables.block // 2) // tables.block
        if 0 <= column < tables.level.width and 0 <= row < tables.level.height:
            found[kind, row, column] += 1
    return found


def image(state: ArcadeState, cell: int = 8) -> NDArray[np.uint8]:
    """Return the screen as colours, *cell* pixels a cell: shape (height × cell, width × cell, 3).

    Types are drawn in their order. Every sprite is a square of its type's colour with a darker rim below and to the
    right, so that neighbours of one type can be told apart; invisible and hidden ones are not drawn.
    """
    tables = state.tables
    screen = np.zeros((tables.level.height * cell, tables.level.width * cell, 3), np.uint8)
    rank = {tables.ids[name]: place for place, name in enumerate(tables.game.order)}
    for kind, x, y, _ in sorted(_shown(state), key=lambda one: rank.get(one[0], -1)):
        settings = tables.kinds[kind].settings
        if settings["invisible"]:
            continue
        left, top = x * cell // tables.block, y * cell // tables.block
        right, bottom = left + cell, top + cell
        if right <= 0 or bottom <= 0:
            continue
        colour = np.array(settings["color"] or _GREY, np.uint8)
        screen[max(0, top) : bottom, max(0, left) : right] = colour
        if cell >= 4:
            screen[max(0, bottom - 1) : bottom, max(0, left) : right] = colour // 2
            screen[max(0, top) : bottom, max(0, right - 1) : right] = colour // 2
    return screen


def _shown(state: ArcadeState) -> list[tuple[int, int, int, int]]:
    return [one for one in state.visible() if not state.tables.kinds[one[0]].settings["hidden"]]
