"""One root, few leaves. A message names the thing, the place, the rule and the nearest right answer."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class LudariumError(Exception):
    """Anything that Ludarium refuses. The command line prints it and exits with code 2."""


class UnknownName(LudariumError, LookupError):
    """A game, agent or other registered thing that does not exist."""


class BadParameter(LudariumError, ValueError):
    """A parameter that does not exist, or a value that it cannot take."""


class BadNotation(LudariumError, ValueError):
    """A text that cannot be read; says where, and shows the line with a caret."""

    def __init__(self, why: str, *, text: str, source: str = "text", line: int = 1, column: int = 1) -> None:
        self.why, self.text, self.source, self.line, self.column = why, text, source, line, column
        super().__init__(f"{source}:{line}:{column}: {why}\n    {text}\n    {' ' * (column - 1)}^")

    def __reduce__(self) -> tuple[object, ...]:
        return (_bad_notation, (self.why, self.text, self.source, self.line, self.column))


def _bad_notation(why: str, text: str, source: str, line: int, column: int) -> BadNotation:
    return BadNotation(why, text=text, source=source, line=line, column=column)


class BadRecord(LudariumError, ValueError):
    """A record that is damaged, or that the rules do not replay."""


class IllegalAction(LudariumError, ValueError):
    """An action that the rules do not allow here. The state is as it was."""


class Unsuitable(LudariumError, TypeError):
    """An agent that cannot play this game; the message lists every reason."""


class AgentFault(LudariumError, RuntimeError):
    """What an agent did that ends its match: `ending` names it, `told` is its traceback, `log` what it printed."""

    def __init__(self, why: str, *, ending: str = "crash", told: str = "", log: str = "") -> None:
        self.ending, self.told, self.log = ending, told, log
        super().__init__(why)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the closest of *known*, or nothing when none is close."""
    close = get_close_matches(name.lower(), {k.lower(): k for k in known}, n=1, cutoff=0.6)
    originals = {k.lower(): k for k in known}
    return f"; did you mean '{originals[close[0]]}'?" if close else ""
