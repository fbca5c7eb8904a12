"""A Frame as text for the terminal: panels beside each other where they fit, headings, colours where there are any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.ui.strokes import with_strokes
from ludarium.ui.terminal.colours import terminal_colour

_GAP = 4


@dataclass(frozen=True, slots=True)
class Beside:
    """Renderables in rows, as many beside each other as the width allows."""

    parts: Sequence[RenderableType]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        row: list[RenderableType] = []
        room = options.max_width
        for part in self.parts:
            width = Measurement.get(console, options, part).maximum
            if row and width > room:
                yield _row(row)
                yield ""
                row, room = [], options.max_width
            row.append(part)
            room -= width + _GAP
        if row:
            yield _row(row)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [Measurement.get(console, options, part).maximum for part in self.parts] or [0]
        return Measurement(max(widths), sum(widths) + _GAP * (len(widths) - 1)).with_maximum(options.max_width)


def draw(frame: Frame) -> RenderableType:
    """Return the frame as something that a rich console prints: title, panels, status."""
    parts: list[RenderableType] = [Text(frame.title, "bold")] if frame.title else []
    if frame.panels:
        parts += ["", Beside([draw_panel(panel) for panel in frame.panels]), ""]
    if frame.status:
        parts.append(_pairs(frame.status))
    return Group(*parts)


def draw_panel(panel: Panel) -> Text:
    """Return one titled grid, each tile cut or filled to the panel's tile size."""
    panel = with_strokes(panel)
    margin = max((cell_len(head) for head in panel.rows_head), default=-1) + 1
    lines = [Text(panel.title, "italic")] if panel.title else []
    if panel.columns_head:
        lines.append(_columns_head(panel, margin))
    tiles = {(tile.column, tile.row): tile for tile in panel.tiles}
    for row in range(panel.rows):
        if panel.lines:
            lines.append(_rule(panel, margin, "┌┬┐" if row == 0 else "├┼┤"))
        for line in range(panel.tile_height):
            head = panel.rows_head[row] if row < len(panel.rows_head) and line == panel.tile_height // 2 else ""
            lines.append(_tile_line(panel, [tiles.get((c, row)) for c in range(panel.columns)], line, head, margin))
    if panel.lines and panel.rows:
        lines.append(_rule(panel, margin, "└┴┘"))
    return Text("\n").join(lines)


def thought(info: Mapping[str, Any]) -> Text:
    """Return what an agent thought, on one dim line."""
    return Text("  ".join(f"{key} {brief(value)}" for key, value in info.items()), "dim")


def brief(value: object, at_most: int = 60) -> str:
    """Return a value for people: rounded, and cut where it goes on for ever."""
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, Mapping):
        text = ", ".join(f"{key}: {brief(part)}" for key, part in value.items())
    elif isinstance(value, list | tuple):
        text = " ".join(brief(part) for part in value)
    else:
        text = str(value)
    return text if len(text) <= at_most else f"{text[: at_most - 1]}…"


def style_of(tile: Tile) -> Style:
    """Return the tile's colour as the terminal knows it; `bright` is bold, so that it shows without colour too."""
    return Style(color=terminal_colour(tile.colour), bold=tile.bright or None)


def _row(parts: Sequence[RenderableType]) -> RenderableType:
    grid = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
    for _ in parts:
        grid.add_column(no_wrap=True)
    grid.add_row(*parts)
    return grid


def _pairs(pairs: Sequence[tuple[str, str]]) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for label, text in pairs:
        grid.add_row(Text(label, "dim"), Text(text))
    return grid


def _columns_head(panel: Panel, margin: int) -> Text:
    between = _between(panel)
    heads = [_centred(head, panel.tile_width) for head in panel.columns_head[: panel.columns]]
    return Text(" " * (margin + panel.lines) + (" " if between else "").join(heads), "dim")


def _tile_line(panel: Panel, tiles: Sequence[Tile | None], line: int, head: str, margin: int) -> Text:
    edge = "│" if panel.lines else ""
    text = Text.assemble((head.rjust(margin - 1) + " " if margin else "", "dim"), (edge, "dim"))
    for column, tile in enumerate(tiles):
        text.append(_between(panel) if column else "", "dim")
        shown = tile.text[line] if tile is not None and line < len(tile.text) else ""
        text.append(set_cell_size(shown, panel.tile_width), style_of(tile) if tile is not None else "")
    return text.append(edge, "dim")


def _between(panel: Panel) -> str:
    """Return what stands between two columns: a line, or a gap where tiles are wider than one character."""
    return "│" if panel.lines else " " if panel.tile_width > 1 else ""


def _rule(panel: Panel, margin: int, corners: str) -> Text:
    bars = corners[1].join(["─" * panel.tile_width] * panel.columns)
    return Text(f"{' ' * margin}{corners[0]}{bars}{corners[2]}", "dim")


def _centred(text: str, width: int) -> str:
    return set_cell_size(" " * max(0, (width - cell_len(text)) // 2) + text, width)
