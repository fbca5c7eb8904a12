"""What is wrong with a game or level text: every problem has its place, and all of them are told at once.

An error is what cannot be played. A warning is what plays in spite of it, and says the effect that it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ludarium.core.errors import LudariumError
from ludarium.games.arcade.definition import Place

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One sentence about one place; `text` is the line as written."""

    severity: Severity
    source: str
    line: int
    column: int
    message: str
    text: str

    def __str__(self) -> str:
        """Return `file:line:col: error: message`, the line, and a caret below the place."""
        shown = "".join(" " if character <= " " else character for character in self.text)
        head = f"{self.source}:{self.line}:{self.column}: {self.severity}: {self.message}"
        return f"{head}\n    {shown}\n    {' ' * (self.column - 1)}^"


class ArcadeProblems(LudariumError, ValueError):
    """A game or level that cannot be played; carries every problem found, warnings too."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in problems if problem.severity == "error"))

    def __reduce__(self) -> tuple[object, ...]:
        return (ArcadeProblems, (self.problems,))


class Report:
    """Collects the problems of one text."""

    def __init__(self, source: str, rows: Sequence[str], first_line: int = 1) -> None:
        self.source, self.rows, self.first_line = source, rows, first_line
        self._problems: dict[Problem, None] = {}  # a set that keeps its order: the same thing is said once

    def error(self, place: Place, message: str) -> None:
        """Note what cannot be played."""
        self._add("error", place, message)

    def warning(self, place: Place, message: str) -> None:
        """Note what plays all the same; the message says the effect."""
        self._add("warning", place, message)

    def _add(self, severity: Severity, place: Place, message: str) -> None:
        row = place.line - self.first_line
        text = self.rows[row] if row < len(self.rows) else ""
        self._problems[Problem(severity, self.source, place.line, place.column, message, text)] = None

    @property
    def failed(self) -> bool:
        """Tell whether there is an error."""
        return any(problem.severity == "error" for problem in self._problems)

    def problems(self) -> list[Problem]:
        """Return all problems, in the order of the text."""
        return sorted(self._problems, key=lambda problem: (problem.line, problem.column))
