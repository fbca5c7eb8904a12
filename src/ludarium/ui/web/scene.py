"""Frames on their way to the browser, as plain data: whole the first time, then only what changed.

A drawing is sent once and named by a number from then on; a tick of an arcade game is a handful of numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludarium.core.frame import Frame, Layer, Link, Panel, Tile
from ludarium.core.registry import load_game
from ludarium.ui.web.symbols import symbol

Message = dict[str, Any]
_Place = tuple[int, int, int]


class Differ:
    """What one viewer has seen so far."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[object, ...], int] = {}
        self._drawn: dict[str, int] = {}
        self._panels: list[Message] = []
        self._tiles: dict[_Place, Tile] = {}
        self._said: dict[str, Any] = {}

    def message(self, frame: Frame, **said: Any) -> Message:
        """Return what brings the viewer from what it has seen to this frame; *said* is sent along where it changed."""
        message: Message = {}
        panels = [_panel(panel) for panel in frame.panels]
        if panels != self._panels:
            message["panels"], self._panels, self._tiles = panels, panels, {}
        fresh: dict[int, str] = {}
        tiles = {
            (number, tile.column, tile.row): tile for number, panel in enumerate(frame.panels) for tile in panel.tiles
        }
        changed, seen = [], self._tiles
        for place, tile in tiles.items():
            old = seen.get(place)
            if tile is not old and tile != old:  # most tiles are the very object of the last frame
                changed.append([*place, self._number(tile, fresh), tile.label, tile.move, tile.bright])
        gone = [[*place] for place in seen if place not in tiles]
        self._tiles = tiles
        if fresh:
            message["symbols"] = fresh
        if changed:
            message["tiles"] = changed
        if gone:
            message["gone"] = gone
        told: Message = {
            "title": frame.title,
            "status": [[name, text] for name, text in frame.status],
            "prompt": frame.prompt,
            "links": [[_link(link) for link in panel.links] for panel in frame.panels],
            "layers": [_layer(layer) for layer in frame.layers],
        }
        for name, value in {**told, **said}.items():
            if name not in self._said or self._said[name] != value:
                message[name] = self._said[name] = value
        return message

    def _number(self, tile: Tile, fresh: dict[int, str]) -> int:
        look = (tile.kind, tile.colour, tile.text, tile.bright, tile.label.partition("(")[2])
        number = self._symbols.get(look)
        if number is None:
            drawing = symbol(tile)
            number = self._drawn.get(drawing)
            if number is None:
                number = self._drawn[drawing] = len(self._drawn)
                fresh[number] = drawing
            self._symbols[look] = number
        return number


def first_picture(game: str) -> Message:
    """Return how a game looks at its start, as a picture that nothing can be done with."""
    made = load_game(game)
    board = made.frame(made.initial(0).view()).panels[0]
    still = replace(board, title="", tiles=tuple(replace(tile, move="") for tile in board.tiles))
    return Differ().message(Frame("", (still,)))


def _panel(panel: Panel) -> Message:
    return {
        "title": panel.title,
        "columns": panel.columns,
        "rows": panel.rows,
        "lines": panel.lines,
        "columns_head": list(panel.columns_head),
        "rows_head": list(panel.rows_head),
    }


def _link(link: Link) -> list[Any]:
    return [*link.start, *link.end, link.colour, link.bright, link.arrow]


def _layer(layer: Layer) -> Message:
    return {
        "name": layer.name,
        "says": layer.says,
        "shape": str(layer.shape),
        "marks": [[m.panel, m.column, m.row, m.text, round(m.strength, 3), m.about] for m in layer.marks],
        "links": [_link(link) for link in layer.links],
        "rest": [[name, text, round(strength, 3)] for name, text, strength in layer.rest],
    }
