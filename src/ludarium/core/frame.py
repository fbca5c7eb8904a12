"""What any interface draws, as plain data: the terminal and the browser read the same frames."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

STROKES = ("│", "╱", "─", "╲")
"""A line in letters: north and south, northeast and southwest, and so on."""


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
class Link:
    """A line between the middles of two places (column, row): a passage, a step of a walk. `arrow`: one way only."""

    start: tuple[int, int]
    end: tuple[int, int]
    colour: str = ""
    bright: bool = False
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said of one place: a short text, a strength from 0 to 1, or both. `about` is the long text of it."""

    column: int
    row: int
    text: str = ""
    strength: float = 0.0
    about: str = ""
    panel: int = 0


class Shape(StrEnum):
    """How a layer's marks look. They leave each other room: a bar at a tile's foot, a chip at its head, and so on."""

    SHADE = "shade"
    BAR = "bar"
    CHIP = "chip"
    RING = "ring"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks that are read together and switched on and off together: visits, values, threats, a walk.

    `says` is the legend. `rest` holds what has no place on a board, as (name, text, strength): a list beside it.
    """

    name: str
    says: str
    shape: Shape
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    rest: tuple[tuple[str, str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled grid of tiles. `columns_head` and `rows_head` name the columns and rows where that helps typing.

    `links` lie below the tiles.
    """

    title: str
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    tile_width: int = 1
    tile_height: int = 1
    lines: bool = False
    columns_head: tuple[str, ...] = ()
    rows_head: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a game: panels, and a status of (label, text) pairs. `prompt` asks the one who acts.

    `layers` lie over the panels, for viewers that can draw over a picture.
    """

    title: str
    panels: tuple[Panel, ...]
    status: tuple[tuple[str, str], ...] = field(default=())
    prompt: str = ""
    layers: tuple[Layer, ...] = ()
