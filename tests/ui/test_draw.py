"""Frames as text: alignment, headings, width, colours."""

from __future__ import annotations

import io

from rich.console import Console

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.ui.html import draw_frame
from ludarium.ui.terminal.draw import brief, draw, style_of, thought


def text_of(frame: Frame, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(draw(frame))
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


BOARD = Panel(
    "board",
    2,
    2,
    (Tile(0, 0, ("ab", "cd")), Tile(1, 1, ("xyz", "日本"), bright=True)),
    tile_width=3,
    tile_height=2,
    lines=True,
    columns_head=("1", "2"),
    rows_head=("a", "b"),
)


def test_a_panel_with_lines_and_headings():
    assert (
        text_of(Frame("", (BOARD,)))
        == """
board
    1   2
  ┌───┬───┐
  │ab │   │
a │cd │   │
  ├───┼───┤
  │   │xyz│
b │   │日 │
  └───┴───┘
"""
    )


def test_a_panel_without_lines():
    panel = Panel("", 3, 1, tuple(Tile(c, 0, ("o",)) for c in range(2)), rows_head=("1",))
    assert text_of(Frame("T", (panel,), (("left", "2"),))) == "T\n\n1 oo\n\nleft  2"


def test_wide_tiles_without_lines_do_not_touch():
    panel = Panel("", 2, 1, (Tile(0, 0, ("ab",)), Tile(1, 0, ("cd",))), tile_width=2, columns_head=("1", "2"))
    assert text_of(Frame("", (panel,))) == "\n1  2\nab cd\n"


def test_panels_stand_beside_each_other_only_where_they_fit():
    wide = text_of(Frame("", (BOARD, BOARD)), 40)
    narrow = text_of(Frame("", (BOARD, BOARD)), 20)
    assert wide.splitlines()[1] == "board          board"
    assert len(narrow.splitlines()) == 2 * len(wide.splitlines())


def test_colours_of_css_and_of_nobody():
    assert style_of(Tile(0, 0, ("x",), colour="orange")).color.name == "#ffa500"
    assert style_of(Tile(0, 0, ("x",), colour="#123456")).color.name == "#123456"
    assert style_of(Tile(0, 0, ("x",), colour="no such colour")).color is None
    assert style_of(Tile(0, 0, ("x",), bright=True)).bold


def test_thoughts_are_brief():
    assert thought({"value": 1 / 3, "line": ["a", "b"]}).plain == "value 0.333  line a b"
    assert brief({"a": 0.5}) == "a: 0.5"
    assert len(brief("x" * 100)) == 60


def test_html_draws_the_same_tiles_and_escapes():
    page = draw_frame(Frame("<T>", (BOARD, Panel("", 1, 1, (Tile(0, 0, ("<",), colour="red", label="l"),)))))
    assert "&lt;T&gt;" in page
    assert "ab \ncd " in page
    assert 'style="color:red" title="l">&lt;<' in page
