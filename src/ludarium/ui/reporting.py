"""`ludarium solve FILE`: what a family says of a file of its own."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludarium.core.budget import Budget
from ludarium.core.solver import Report
from ludarium.ui.terminal.draw import draw

CATALOGUE = "ludarium.games.catalogue"


def _readers() -> dict[str, str]:
    found: dict[str, str] = importlib.import_module(CATALOGUE).FILES
    return found


def is_file(text: str) -> bool:
    """Say whether an argument names a file of some family, and not a game; `?` begins a game's parameters."""
    return "?" not in text and Path(text).suffix in _readers()


def report_on(path: Path, budget: Budget) -> Report:
    """Ask the family that reads such files."""
    module, _, function = _readers()[path.suffix].partition(":")
    ask: Callable[[Path, Budget], Report] = getattr(importlib.import_module(module), function)
    return ask(path, budget)


def draw_report(report: Report) -> RenderableType:
    """Return a report for people."""
    parts: list[RenderableType] = [Text(report.title, "bold")]
    if report.frame is not None:
        parts += [Text(""), draw(report.frame)]
    facts = Table.grid(padding=(0, 2, 0, 0))
    for name, text in report.facts:
        facts.add_row(Text(name, "dim"), Text(text))
    parts += [Text(""), facts]
    if report.rows:
        table = Table(*report.head, title_justify="left")
        for row in report.rows:
            table.add_row(*(Text(cell) for cell in row))
        parts += [Text(""), table]
    return Group(*parts)
