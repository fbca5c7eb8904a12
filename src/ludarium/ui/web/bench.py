"""The bench in the lab: an experiment is started, watched while it runs, stopped and gone on with.

Runs are kept in one store below the lab's folder, so a run that was done is never done again: to go on is to start the
same experiment once more.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.record import plain
from ludarium.harness.experiment import Experiment, perform, plan
from ludarium.harness.rating import bradley_terry
from ludarium.harness.series import POINTS
from ludarium.harness.store import Row, Store
from ludarium.ui.results import table_data
from ludarium.ui.web.tables import Send, Visit

STORE = "lab.sqlite"
MOST_RUNS = 5000
LAST_GAMES = 30
"""How many of the last games are listed, to click through to their replays."""
_REFRESH_S = 0.5


class _Stopped(Exception):
    """The viewer said stop."""


class Bench(Visit):
    """One viewer's experiment. Messages: start (games, agents, budgets, seeds as an experiment file has them), stop."""

    def __init__(self, send: Send, wish: Mapping[str, Any], *, folder: Path) -> None:
        super().__init__(send)
        self._path, self._first = folder / STORE, wish
        self._stop = threading.Event()
        self._work: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Do what the first message asks."""
        await self.hear(self._first)

    async def hear(self, message: Mapping[str, Any]) -> None:
        """Start or stop."""
        if "stop" in message:
            self._stop.set()
        elif "start" in message:
            if self._work is not None and not self._work.done():
                raise LudariumError("an experiment is running; stop it first")
            wish = message["start"]
            if not isinstance(wish, Mapping):
                raise BadParameter("start wants games, agents, budgets and seeds")
            wanted = await asyncio.to_thread(plan, wish, "lab")
            if len(wanted.runs) > MOST_RUNS:
                raise BadParameter(f"{len(wanted.runs):,} runs; here at most {MOST_RUNS:,}: use the command line")
            self._stop.clear()
            self._work = asyncio.create_task(self._run(wanted))

    async def close(self) -> None:
        """Stop when nobody looks any more; what was done is kept."""
        self._stop.set()

    async def _run(self, wanted: Experiment) -> None:
        work = asyncio.create_task(asyncio.to_thread(self._perform, wanted))
        while not work.done():
            await asyncio.wait([work], timeout=_REFRESH_S)
            await self._tell(wanted, running=not work.done())
        fault = work.exception()
        if isinstance(fault, LudariumError):
            await self._send({"error": str(fault)})
        elif fault is not None and not isinstance(fault, _Stopped):
            raise fault

    def _perform(self, wanted: Experiment) -> None:
        with Store(str(self._path)) as store:
            perform(wanted, store, on_progress=self._go_on)

    def _go_on(self, _done: int, _total: int) -> None:
        if self._stop.is_set():
            raise _Stopped

    async def _tell(self, wanted: Experiment, *, running: bool) -> None:
        rows = await asyncio.to_thread(self._rows, wanted)
        await self._send(
            {
                "done": len(rows),
                "total": len(wanted.runs),
                "running": running,
                "lines": plain(table_data(rows)),
                "ratings": ratings_of(rows),
                "last": [[row.key, " – ".join(row.agents), row.game, _result(row)] for row in rows[-LAST_GAMES:]],
            }
        )

    def _rows(self, wanted: Experiment) -> list[Row]:
        keys = {run.key for run in wanted.runs}
        with Store(str(self._path)) as store:
            return [row for row in store.rows() if row.key in keys]


def ratings_of(rows: Sequence[Row]) -> list[list[Any]]:
    """Return agent, Elo and its interval, from all games of two with an outcome."""
    games = [row for row in rows if len(row.agents) == 2 and row.outcomes and row.outcomes[0] in POINTS]
    names = sorted({agent for row in games for agent in row.agents})
    met = [
        (names.index(row.agents[0]), names.index(row.agents[1]), POINTS[row.outcomes[0]])
        for row in games
        if row.agents[0] != row.agents[1] and row.outcomes[0]
    ]
    if not met:
        return []
    return [
        [rating.agent, round(rating.elo), round(rating.low), round(rating.high)] for rating in bradley_terry(names, met)
    ]


def _result(row: Row) -> str:
    if row.ending not in ("finished", "step limit"):
        return row.ending
    return ", ".join(outcome or f"{value:g}" for outcome, value in zip(row.outcomes, row.returns, strict=True))
