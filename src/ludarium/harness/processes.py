"""Ending a process with everything that it started."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path


def kill_tree(pid: int) -> None:
    """Kill a process and all its descendants."""
    for each in [*descendants(pid), pid]:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(each, getattr(signal, "SIGKILL", signal.SIGTERM))


def descendants(pid: int) -> list[int]:
    """Return the processes that a process started, and those they started (where /proc tells), youngest first."""
    if not sys.platform.startswith("linux"):
        return []
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError, ValueError, IndexError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                parents[int(folder.name)] = int(fields[1])
    found: list[int] = []
    wave = [pid]
    while wave:
        wave = [child for child, parent in parents.items() if parent in wave]
        found = [*wave, *found]
    return found
