"""`ludarium check`: every problem of a text file, with its place."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from rich.text import Text

CATALOGUE = "ludarium.games.catalogue"


class Problem(Protocol):
    """What a checker finds: `str()` is the message with its place, the line and a caret."""

    severity: str
    source: str
    line: int
    column: int
    message: str


def problems_of(path: Path) -> Sequence[Problem]:
    """Ask the catalogue's checker about a file."""
    return _checker("CHECKER")(path)


def problems_in(text: str) -> Sequence[Problem]:
    """Ask the catalogue's checker about a text."""
    return _checker("TEXT_CHECKER")(text)


def _checker(name: str) -> Callable[[Any], Sequence[Problem]]:
    target: str = getattr(importlib.import_module(CATALOGUE), name)
    module, _, function = target.partition(":")
    found: Callable[[Any], Sequence[Problem]] = getattr(importlib.import_module(module), function)
    return found


def draw_problems(problems: Sequence[Problem], files: int) -> Text:
    """Return the problems for people, errors in red, and how many there are."""
    parts = [Text(f"{problem}\n", "red" if problem.severity == "error" else "yellow") for problem in problems]
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = len(problems) - errors
    names = f"{files} file{'s' if files != 1 else ''}"
    verdict = f"{names}: {errors} error{'s' if errors != 1 else ''}, {warnings} warning{'s' if warnings != 1 else ''}"
    return Text("").join([*parts, Text(verdict, "bold")])


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain data."""
    return {name: getattr(problem, name) for name in ("severity", "source", "line", "column", "message")}
