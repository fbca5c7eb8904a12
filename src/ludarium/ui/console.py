"""The two streams of the command, and what it shows while one waits."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.status import Status


class _Stream(Console):
    """A console whose reader may leave early (`ludarium games | head -1`): that is no fault, so it ends quietly."""

    def on_broken_pipe(self) -> None:
        """Send what is left nowhere, and end."""
        self.quiet = True
        forget_stdout()
        raise SystemExit(0)


OUT = _Stream(highlight=False, emoji=False)
"""Answers. Scripts read it; nothing else is written there."""

ERR = Console(stderr=True, highlight=False, emoji=False)
"""Errors, progress, notices."""


def forget_stdout() -> None:
    """Point standard output at nothing, so that the interpreter's last flush finds no broken pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: object) -> None:
    """Print an error as it is: no markup, no wrapping that would move a caret."""
    ERR.print("error:", style="bold red", end=" ")
    ERR.print(str(message), markup=False, soft_wrap=True)


def progress(*, remaining: bool = False, live: bool = True) -> Progress:
    """Return a progress bar on standard error, with the time left where asked; nothing where nobody watches.

    One that is not *live* is drawn by somebody else, as a part of what is shown.
    """
    left = (TimeRemainingColumn(),) if remaining else ()
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        *left,
        console=ERR,
        transient=True,
        disable=live and not ERR.is_terminal,
    )


@contextmanager
def waiting(what: str = "") -> Iterator[None]:
    """Show on a terminal that something of unknown length goes on, and what is compiled for it the first time.

    Without a text only compilation is worth a word. Without a terminal the compiled core's own notice (one line a
    module) says it.
    """
    if not ERR.is_terminal:
        yield
        return
    from ludarium.compiled.cache import announce_with

    status = Status(escape(what), console=ERR)
    if what:
        status.start()

    def show(name: str) -> None:
        hint = "[dim](first use only; `ludarium warm` does it ahead of time)[/]"
        status.update(f"{escape(what)} compiling {name} {hint}".lstrip())
        status.start()

    previous = announce_with(show)
    try:
        yield
    finally:
        status.stop()
        announce_with(previous)
