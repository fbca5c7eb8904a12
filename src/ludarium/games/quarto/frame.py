"""What a viewer draws of Quarto: every trait of a piece is visible, with or without colour.

Tall pieces are two lines high, short ones one; round ones stand in ( ), square ones in [ ]; dark and light differ in
colour and filling; hollow ones show a gap.
"""

from __future__ import annotations

from ludarium.core.frame import Frame, Layer, Mark, Panel, Shape, Tile
from ludarium.core.game import View
from ludarium.games.quarto.pieces import cell_name, piece_digit, piece_words
from ludarium.games.quarto.threats import Position, pieces_of

_WIDTH, _HEIGHT = 4, 3
_COLOURS = ("khaki", "dodgerblue")
_FILLINGS = {(False, False): "▒▒", (False, True): "▏▕", (True, False): "██", (True, True): "▌▐"}
"""By (dark, hollow)."""


def frame(view: View) -> Frame:
    """Return the picture of a view."""
    board, line = view["board"], set(view["line"])
    places, gives = view["hand"] is not None, view["to_act"] is not None and view["hand"] is None
    cells = tuple(
        _empty(cell, clickable=places) if piece is None else _tile(piece, cell % 4, cell // 4, bright=cell in line)
        for cell, piece in enumerate(board)
    )
    panels = [Panel("Board", 4, 4, cells, _WIDTH, _HEIGHT, True, tuple("abcd"), tuple("1234"))]
    if view["hand"] is not None:
        panels.append(Panel("In hand", 1, 1, (_tile(view["hand"], 0, 0),), _WIDTH, _HEIGHT))
    if view["left"]:
        left = tuple(_tile(piece, i % 4, i // 4, clickable=gives) for i, piece in enumerate(view["left"]))
        panels.append(Panel("Pieces left", 4, (len(left) + 3) // 4, left, _WIDTH, _HEIGHT))
    title = "Quarto with squares" if view["squares"] else "Quarto"
    return Frame(title, tuple(panels), _status(view), _prompt(view), _threats(view))


def _threats(view: View) -> tuple[Layer, ...]:
    """Return the cells where a piece in hand or left completes a line, with how many of them do."""
    if view["to_act"] is None:
        return ()
    free = sum(1 << piece for piece in (*view["left"], *(() if view["hand"] is None else (view["hand"],))))
    marks = [
        Mark(cell % 4, cell // 4, str(len(fits)), about=f"completed at {cell_name(cell)} by {_digits(fits)}")
        for cell, pieces in sorted(Position.from_view(view).completions().items())
        if (fits := pieces_of(pieces & free))
    ]
    says = "a piece completes a line here; the number says how many of those left do"
    return (Layer("threats", says, Shape.RING, tuple(marks)),) if marks else ()


def _digits(pieces: list[int]) -> str:
    return " ".join(map(piece_digit, pieces))


def _tile(piece: int, column: int, row: int, *, bright: bool = False, clickable: bool = False) -> Tile:
    tall, dark, square, hollow = (bool(piece >> trait & 1) for trait in range(4))
    opening, closing = "[]" if square else "()"
    body = f"{opening}{_FILLINGS[dark, hollow]}{closing}"
    text = (body if tall else "", body, f" {piece_digit(piece)}")
    words, digit = piece_words(piece), piece_digit(piece)
    move = digit if clickable else ""
    return Tile(column, row, text, words.replace(" ", "-"), _COLOURS[dark], f"{digit}: {words}", bright, move)


def _empty(cell: int, *, clickable: bool) -> Tile:
    name = cell_name(cell)
    move = name if clickable else ""
    return Tile(cell % 4, cell // 4, ("", f" {name}"), "empty", "grey", name, move=move)


def _status(view: View) -> tuple[tuple[str, str], ...]:
    rule = "lines and squares win" if view["squares"] else "lines win"
    if view["winner"] is not None:
        return (("rule", rule), ("result", f"player {view['winner']} completed a line"))
    if view["to_act"] is None:
        return (("rule", rule), ("result", "a draw: no line on the full board"))
    return (("rule", rule), ("to act", f"player {view['to_act']}"))


def _prompt(view: View) -> str:
    if view["to_act"] is None:
        return ""
    if view["hand"] is None:
        return "Which piece do you give?"
    return f"Where do you place {piece_digit(view['hand'])} ({piece_words(view['hand'])})?"
