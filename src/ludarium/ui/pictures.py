"""A record as pictures: a PNG a position. It draws Frames, so it serves every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.frame import Panel
from ludarium.core.record import Record, positions
from ludarium.core.registry import load_game


def save_frames(record: Record, folder: Path) -> list[Path]:
    """Write a PNG of every position into a folder; return the files."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise LudariumError("PNG frames need matplotlib: python -m pip install 'ludarium[bench]'") from None
    found = []
    game = load_game(record.game)
    for number, (state, move) in enumerate(positions(record)):
        frame = game.frame(state.view())
        said = "" if move is None else f"{move.tick + 1}. {', '.join(move.names)}"
        panels = [panel for panel in frame.panels if panel.columns and panel.rows]
        figure = Figure(figsize=(max(7.0, 7.0 * len(panels)), 8.0), dpi=110, layout="constrained")
        axes = figure.subplots(1, max(1, len(panels)), squeeze=False)[0]
        for axis, panel in zip(axes, panels, strict=False):
            _paint(axis, panel)
        words = [f"{name}: {text}" for name, text in frame.status]
        figure.suptitle(f"{frame.title}  {said}", fontsize=11)
        figure.supxlabel("\n".join(word if len(word) < 110 else f"{word[:109]}…" for word in words), fontsize=7, x=0.02,
                         ha="left")  # fmt: skip
        path = folder / f"frame-{number:04}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            figure.savefig(path)
        except OSError as fault:
            raise LudariumError(f"{path} cannot be written: {fault.strerror or fault}") from fault
        found.append(path)
    return found


def _paint(axis: Any, panel: Panel) -> None:
    """Draw a panel as coloured squares, with letters where they can be read."""
    from matplotlib.colors import to_rgb

    picture = [[(1.0, 1.0, 1.0)] * panel.columns for _ in range(panel.rows)]
    size = min(12.0, 330.0 / max(panel.columns * panel.tile_width, panel.rows * panel.tile_height))
    for tile in panel.tiles:
        red, green, blue = to_rgb(tile.colour or "#bbbbbb")
        fade = 0.9 if tile.bright else 0.55
        picture[tile.row][tile.column] = (1 - fade * (1 - red), 1 - fade * (1 - green), 1 - fade * (1 - blue))
        if any(tile.text) and (size > 5 or tile.bright):
            axis.text(tile.column, tile.row, "\n".join(tile.text), ha="center", va="center", fontsize=max(size, 4.0),
                      family="monospace", weight="bold" if tile.bright else "normal")  # fmt: skip
    axis.imshow(picture, interpolation="nearest")
    for link in panel.links:
        (x, y), (to_x, to_y) = link.start, link.end
        axis.plot([x, to_x], [y, to_y], color=link.colour or "#777777", linewidth=3 if link.bright else 1.5)
    axis.set_title(panel.title, fontsize=9)
    axis.set_xticks([])
    axis.set_yticks([])
