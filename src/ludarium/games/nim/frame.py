"""The picture of a Nim position: a row of coloured objects for each row, as plain data."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import View

_COLOURS = ("#e05a5a", "#e8a33d", "#d9c84a", "#6fbf5f", "#46b3b3", "#5b8def", "#9a72d8", "#d873b5")


def frame(view: View) -> Frame:
    """Draw a view: objects by row, the rule, the bound, who acts."""
    rows, k, to_act = view["rows"], view["k"], view["to_act"]
    panel = Panel(
        title="rows",
        columns=max((1, *rows)),
        rows=len(rows),
        tiles=tuple(tile for row, objects in enumerate(rows) for tile in _tiles(row, objects, k)),
        rows_head=tuple(str(number) for number in range(1, len(rows) + 1)),
    )
    status = (
        ("rule", "misère: who takes the last object loses" if view["misere"] else "who takes the last object wins"),
        ("bound", "none" if k is None else f"at most {k} a move"),
        ("left", ", ".join(map(str, rows))),
        ("to act", "nobody: the game is over" if to_act is None else f"player {to_act}"),
    )
    return Frame("Nim, misère" if view["misere"] else "Nim", (panel,), status, _prompt(rows, to_act))


def _tiles(row: int, objects: int, k: int | None) -> Iterator[Tile]:
    """Yield a row's objects. A label is the move that takes the object and all to its right; bright if it may be."""
    for column in range(objects):
        count = objects - column
        free = k is None or count <= k
        take = f"take {count} from row {row + 1}" if free else ""
        yield Tile(
            column,
            row,
            ("●",),
            kind="object",
            colour=_COLOURS[row % len(_COLOURS)],
            label=take,
            bright=free,
            move=take,
        )


def _prompt(rows: tuple[int, ...], to_act: int | None) -> str:
    if to_act is None:
        return ""
    fullest = rows.index(max(rows)) + 1
    return f"Player {to_act}: how many, from which row? For example: 1 from {fullest}"
