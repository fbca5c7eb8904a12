"""Links for viewers that write letters: each link as strokes in the free cells between its ends."""

from __future__ import annotations

from dataclasses import replace

from ludarium.core.frame import STROKES, Link, Panel, Tile


def with_strokes(panel: Panel) -> Panel:
    """Return the panel with its links as tiles, below what stands there.

    A link that is neither straight nor diagonal cannot be written so, and is left out.
    """
    if not panel.links:
        return panel
    tiles = {(tile.column, tile.row): tile for link in panel.links for tile in _strokes(link)}
    tiles |= {(tile.column, tile.row): tile for tile in panel.tiles}
    return replace(panel, tiles=tuple(tiles[at] for at in sorted(tiles)), links=())


def _strokes(link: Link) -> list[Tile]:
    (column, row), (to_column, to_row) = link.start, link.end
    across, down = to_column - column, to_row - row
    length = max(abs(across), abs(down))
    if not length or {abs(across), abs(down)} - {0, length}:
        return []
    step_x, step_y = across // length, down // length
    stroke = STROKES[0] if not step_x else STROKES[2] if not step_y else STROKES[3 if step_x == step_y else 1]
    return [
        Tile(column + step_x * at, row + step_y * at, (stroke,), "way", link.colour, bright=link.bright)
        for at in range(1, length)
    ]
