"""What any interface draws, as plain data: the terminal and the browser read the same frames."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tile:
    """One thing on a panel's grid: a piece, a cell, a heap's object, a sprite.

    `text` is drawn line by line (all tiles of a panel have the panel's tile size). `kind` is a word that a picture
    viewer may map to its own image; `colour` is a CSS colour name or #rrggbb. `label` names the tile for people who
    type (b3) or hover. `move` is what typing would play here, for people who click.
    """

    column: int
    row: int
    text: tuple[str, ...]
    kind: str = ""
    colour: str = ""
    label: str = ""
    bright: bool = False
    move: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled grid of tiles. `columns_head` and `rows_head` name the columns and rows where that helps typing."""

    title: str
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    tile_width: int = 1
    tile_height: int = 1
    lines: bool = False
    columns_head: tuple[str, ...] = ()
    rows_head: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a game: panels, and a status of (label, text) pairs. `prompt` asks the one who acts."""

    title: str
    panels: tuple[Panel, ...]
    status: tuple[tuple[str, str], ...] = field(default=())
    prompt: str = ""
