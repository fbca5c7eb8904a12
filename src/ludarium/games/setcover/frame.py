"""The picture of a cover in the making: the elements as a grid, and the best offers."""

from __future__ import annotations

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import View

_COVERED, _MISSING = "#6fbf5f", "#e05a5a"
_WIDEST = 50


def frame(view: View) -> Frame:
    """Draw a view: which elements are covered, what it weighs, which lists offer most for their weight."""
    n, covered = view["n"], set(view["covered"])
    columns = min(n, 10 if n <= 100 else _WIDEST)
    tiles = tuple(
        Tile(
            element % columns,
            element // columns,
            ("■" if element in covered else "·",),
            kind="covered" if element in covered else "missing",
            colour=_COVERED if element in covered else _MISSING,
            label=str(element),
            bright=element in covered,
        )
        for element in range(n)
    )
    panel = Panel("elements", columns, -(-n // columns), tiles)
    offers = "; ".join(f"list {index}: {gain} new for {weight}" for index, weight, gain in view["offers"])
    status = (
        ("covered", f"{len(covered)} of {n}"),
        ("weight", str(view["weight"])),
        ("chosen", ", ".join(map(str, view["chosen"])) or "nothing yet"),
        ("best offers", offers or "all is covered"),
    )
    prompt = f"Which list? For example: list {view['offers'][0][0]}" if view["offers"] else ""
    return Frame("Set covering", (panel,), status, prompt)
