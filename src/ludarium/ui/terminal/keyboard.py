"""Single keys, as they are pressed: what a game in real time listens to."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Any, Self

from ludarium.core.errors import LudariumError

_SEQUENCES = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
}
_NAMES = {" ": "space", "\r": "enter", "\n": "enter", "\x1b": "escape", "\x03": "quit", "\x04": "quit"}
_WINDOWS = {"H": "up", "P": "down", "M": "right", "K": "left"}


class Keyboard:
    """The terminal without its line editing, for as long as the `with` lasts; `press(seconds)` waits for a key."""

    def __init__(self) -> None:
        self._saved: Any = None

    def __enter__(self) -> Self:
        if not sys.stdin.isatty():
            raise LudariumError("a game in real time needs a terminal to read keys from")
        if sys.platform != "win32":
            import termios
            import tty

            self._saved = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None
    ) -> None:
        if sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._saved)

    def press(self, seconds: float | None) -> str | None:
        """Return the next key's name ('left', 'space', 'a'), or None when nobody presses one in time."""
        if sys.platform == "win32":
            return _press_on_windows(seconds)
        text = self._read(seconds)
        if text == "\x1b":
            return _SEQUENCES.get(self._read(0.01, 2), "escape")
        return None if not text else _NAMES.get(text, text.lower())

    @staticmethod
    def _read(seconds: float | None, count: int = 1) -> str:
        import select

        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        return os.read(sys.stdin.fileno(), count).decode(errors="replace") if ready else ""


def _press_on_windows(seconds: float | None) -> str | None:
    if sys.platform != "win32":
        return None
    import msvcrt

    ends = None if seconds is None else time.monotonic() + seconds
    while not msvcrt.kbhit():
        if ends is not None and time.monotonic() >= ends:
            return None
        time.sleep(0.002)
    letter = msvcrt.getwch()
    if letter in ("\x00", "\xe0"):
        return _WINDOWS.get(msvcrt.getwch())
    return _NAMES.get(letter, letter.lower())
