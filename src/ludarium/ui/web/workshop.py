"""The workshop: a text is checked as it is typed, drawn, tried by an agent, saved and loaded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import load_agent, load_game
from ludarium.core.trust import read_text
from ludarium.harness.match import Match
from ludarium.ui.checking import problem_data, problems_in
from ludarium.ui.web.keeping import keep
from ludarium.ui.web.scene import Differ
from ludarium.ui.web.tables import Send, Visit

SUFFIX = ".vgdl"
TRIES, TRY_SECONDS, TRY_BUDGET = 5, 30.0, Budget(steps=1000)
"""How many games an agent gets to win, how long all of them may take, and how much it may think about a move."""


class Workshop(Visit):
    """One author's bench. Messages: check (with a level's number), try (with an agent's id), save, load."""

    def __init__(self, send: Send, wish: Mapping[str, Any], *, folder: Path) -> None:
        super().__init__(send)
        self._folder, self._first = folder, wish
        self._differ = Differ()
        self._trial: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Do what the first message asks."""
        await self.hear(self._first)

    async def hear(self, message: Mapping[str, Any]) -> None:
        """Do what the author asked."""
        text, level = str(message.get("text", "")), str(message.get("level", "0"))
        if "check" in message:
            await self._check(text, level)
        elif "try" in message:
            if self._trial is not None and not self._trial.done():
                raise LudariumError("an agent is trying already")
            game = await asyncio.to_thread(load_game, "arcade", text=text, level=level)
            self._trial = asyncio.create_task(self._try(game, str(message["try"])))
        elif "save" in message:
            await self._send({"saved": await keep(self._folder, str(message["save"]), text, SUFFIX)})
        elif "load" in message:
            await self._send({"loaded": read_text(str(message["load"]))})

    async def close(self) -> None:
        """Let nobody try any longer."""
        if self._trial is not None:
            self._trial.cancel()

    async def _check(self, text: str, level: str) -> None:
        problems = await asyncio.to_thread(problems_in, text)
        said: dict[str, Any] = {"problems": [problem_data(problem) for problem in problems]}
        if text.strip() and not any(problem.severity == "error" for problem in problems):
            try:
                game = await asyncio.to_thread(load_game, "arcade", text=text, level=level)
                said |= self._differ.message(game.frame(game.initial(0).view()))
            except LudariumError as fault:
                said["unplayable"] = str(fault)
        await self._send(said)

    async def _try(self, game: Game[Any], agent: str) -> None:
        """Let an agent play some games, and tell after each one how it stands."""
        won, ends = 0, time.monotonic() + TRY_SECONDS
        try:
            for number in range(TRIES):
                match = Match(game, [load_agent(agent)], number, TRY_BUDGET)
                while not match.over and time.monotonic() < ends:
                    await asyncio.to_thread(match.tick)
                won += match.record.outcomes == ("win",)
                if not match.over:
                    says = f"{agent} won {won} of {number} games and was still playing after {TRY_SECONDS:g} s"
                    await self._send({"trial": says, "done": True})
                    return
                says = f"{agent} won {won} of {number + 1} games with {TRY_BUDGET} a move"
                await self._send({"trial": says, "done": number + 1 == TRIES})
        except LudariumError as fault:
            await self._send({"error": str(fault)})
