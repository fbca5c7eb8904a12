"""A person's game in real time: the world moves every tick, whether a key is pressed or not.

The pace, the keys and the clock come from outside, so that a test plays as a person does.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from ludarium.core.agent import Decision
from ludarium.core.errors import LudariumError
from ludarium.core.game import HasKeys
from ludarium.harness.match import Match
from ludarium.ui.terminal.draw import draw

Press = Callable[[float | None], str | None]
"""Waits that many seconds (None: for ever) for a key; returns its name, or None."""

LEAVE = ("quit", "q", "escape")
SLOWER = 3
"""A person gets this many times the tick that a program gets: 40 ms are for machines."""


class RealTime:
    """Plays one match of one person. With `paced` the world goes on by itself, without it a tick waits for a key."""

    def __init__(
        self,
        match: Match[Any],
        console: Console,
        press: Press,
        *,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not isinstance(match.game, HasKeys):
            raise LudariumError(f"{match.game.id} has no keys: it is played move by move")
        self._match, self._console, self._press, self._clock = match, console, press, clock
        self._keys = match.game.keys()
        self._tick_s = (match.game.spec.tick_ms or 40) * SLOWER / 1000 if paced else None

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        with Live(self._picture(), console=self._console, auto_refresh=False, transient=False) as live:
            while not self._match.over:
                key = self._listen()
                if key in LEAVE:
                    self._match.resign(0)
                    break
                wanted = self._keys.get(key or "", self._keys[""])
                legal = self._match.turn().legal
                self._match.apply(Decision(wanted if wanted in legal else self._keys[""]))
                live.update(self._picture(), refresh=True)

    def _listen(self) -> str | None:
        """Return the key of this tick: paced, the last one pressed before the tick ends; else the next one."""
        if self._tick_s is None:
            return self._press(None)
        ends, key = self._clock() + self._tick_s, None
        while (left := ends - self._clock()) > 0:
            key = self._press(left) or key
            if key in LEAVE:
                break
        return key

    def _picture(self) -> RenderableType:
        state, game = self._match.state, self._match.game
        keys = ", ".join(f"{name or 'no key'}" for name in self._keys if name)
        return Group(draw(game.frame(state.view())), Text(f"keys: {keys}; q leaves", "dim"))
