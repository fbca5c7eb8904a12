"""An agent in a process of its own, with hard limits of time and memory: the wall that a watchdog is not.

What crosses to the agent is the turn (a value without secrets), pickled. What comes back is JSON, never a pickle: a
hostile agent cannot make us run its code. Its prints are kept, the last of them, for the record. It is killed with
everything that it started as soon as it overruns.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import secrets
import signal
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from ludarium.core.agent import Agent, Decision, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import AgentFault, BadParameter
from ludarium.core.game import Known, State
from ludarium.core.registry import load_agent
from ludarium.core.spec import GameSpec
from ludarium.harness import sandbox_worker
from ludarium.harness.processes import kill_tree, one_thread

LOG_BYTES = 64 * 1024
"""How much of an agent's prints is kept: the last of it."""
START_S = 60.0
"""How long a process may take to start and import; no clock of the agent's runs meanwhile."""
GRACE_MS = 50.0
"""What an answer may take to cross the border."""
ANSWER_BYTES = 1 << 20
"""How long an answer may be, with all that the agent says about it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an agent may use: milliseconds for one answer, megabytes in all."""

    ms: float = 1000.0
    mb: int = 512

    def __post_init__(self) -> None:
        if self.ms <= 0 or self.mb <= 0:
            raise BadParameter(f"ms={self.ms:g}, mb={self.mb}: limits are above 0")

    @classmethod
    def parse(cls, text: str) -> Limits:
        """Read what `str()` writes: '1000 ms, 512 MB'; a part that is absent has its default."""
        found: dict[str, float] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            number, _, unit = part.partition(" ")
            name = unit.strip().lower()
            if name not in ("ms", "mb") or name in found or not number.replace(".", "", 1).isdecimal():
                raise BadParameter(f"sandbox '{text}': as in '1000 ms, 512 MB'")
            found[name] = float(number) if name == "ms" else int(float(number))
        return cls(**found)  # type: ignore[arg-type]  # mb is whole

    def __str__(self) -> str:
        return f"{self.ms:g} ms, {self.mb} MB"


class Sandboxed(Agent[State]):
    """Any agent (an object that can be pickled, or an id), asked in a process of its own.

    `ms` is the hard limit for one answer, `mb` the memory that it may take beyond what Python and Ludarium need (where
    the system can limit it: not on Windows, and only roughly on macOS). A fault ends the match with its name: late,
    crash, out of memory; the process is started anew for the next match.
    """

    def __init__(self, agent: Agent[Any] | str, ms: float = 1000.0, mb: int = 512) -> None:
        Limits(ms, mb)
        self.agent, self.ms, self.mb = load_agent(agent) if isinstance(agent, str) else agent, ms, mb
        self.needs = self.agent.needs  # type: ignore[misc]  # the needs of whoever is inside
        self._process: _Process | None = None

    @property
    def id(self) -> str:
        """The id of the agent inside: a record does not depend on where it thought."""
        return self.agent.id

    @property
    def log(self) -> str:
        """What the agent printed last."""
        return self._process.log if self._process is not None else ""

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Start the process if need be, and let the agent prepare."""
        if self._process is None or not self._process.alive:
            self._process = _Process(self.agent, self.mb)
        self._ask("begin", (spec, player, seed, known, budget))

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Ask, and wait as long as the limit says."""
        answer = self._ask("act", (turn, budget))
        return Decision(answer.get("action"), answer.get("info"))  # type: ignore[arg-type]  # Match checks both

    def saw(self, actors: Sequence[int], actions: Sequence[int]) -> None:
        """Tell the agent what was played."""
        if type(self.agent).saw is not Agent.saw:
            self._ask("saw", (tuple(actors), tuple(actions)))

    def end(self, returns: Sequence[float]) -> None:
        """Tell the agent how it ended, and let the process go."""
        try:
            if self._process is not None and self._process.alive:
                self._ask("end", (tuple(returns),))
        finally:
            self.close()

    def close(self) -> None:
        """Kill the process with everything that it started."""
        if self._process is not None:
            self._process.kill()

    def _ask(self, what: str, values: tuple[Any, ...]) -> dict[str, Any]:
        if self._process is None or not self._process.alive:
            raise AgentFault("the agent's process is gone", ending="crash")
        return self._process.ask(what, values, (self.ms + GRACE_MS) / 1000)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_process": None}


class _Process:
    """The child, the two pipes to it, and the thread that keeps its prints."""

    def __init__(self, agent: Agent[Any], mb: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        log_from, log_to = context.Pipe(duplex=False)
        self._log = bytearray()
        self._mb = mb
        self._gone = False
        self._mark = secrets.token_hex(8)
        self._child = context.Process(
            target=sandbox_worker.main, args=(theirs, log_to, mb, self._mark, os.getpid()), daemon=True
        )
        with one_thread():
            self._child.start()
        theirs.close()
        log_to.close()
        self._reader = threading.Thread(target=self._keep_log, args=(log_from,), daemon=True)
        self._reader.start()
        self.ask("load", (agent,), START_S)

    @property
    def alive(self) -> bool:
        return self._child.is_alive()

    @property
    def log(self) -> str:
        return bytes(self._log).decode(errors="replace")

    def ask(self, what: str, values: tuple[Any, ...], seconds: float) -> dict[str, Any]:
        """Send a question and return its answer; a fault kills the process and is raised."""
        try:
            self._ours.send_bytes(pickle.dumps((what, values)))
            if not self._ours.poll(seconds):
                raise self._fault("late", f"no answer in {seconds * 1000:.0f} ms: the process was killed")
            answer = json.loads(self._ours.recv_bytes(ANSWER_BYTES))
        except (EOFError, OSError):
            raise self._fault(*self._how_it_died()) from None
        except (ValueError, RecursionError):
            raise self._fault("crash", "its answer was no JSON") from None
        if not isinstance(answer, dict):
            raise self._fault("crash", "its answer was no JSON object")
        if "fault" in answer:
            ending = "out of memory" if answer.get("memory") else "crash"
            raise self._fault(ending, str(answer["fault"]), str(answer.get("traceback", "")))
        return answer

    def kill(self) -> None:
        """Kill the child and all that it started, also what outlived it, and wait until it is gone."""
        if self._gone:
            return
        self._gone = True
        kill_tree(self._child.pid if self._child.is_alive() else None, f"{sandbox_worker.MARK}={self._mark}")
        self._child.join(timeout=10)
        self._reader.join(timeout=1)
        self._ours.close()

    def _fault(self, ending: str, why: str, told: str = "") -> AgentFault:
        self.kill()
        return AgentFault(why, ending=ending, told=told, log=self.log)

    def _how_it_died(self) -> tuple[str, str]:
        self._child.join(timeout=1)
        code = self._child.exitcode
        if code is None:
            return "crash", f"its answer was longer than {ANSWER_BYTES} bytes, or its pipe was closed"
        if code == -getattr(signal, "SIGKILL", 9):
            return "out of memory", f"the system killed it; its limit is {self._mb} MB"
        return "crash", f"its process ended with code {code}"

    def _keep_log(self, source: Connection) -> None:
        """Read all that is printed, so that a flood blocks nobody; keep the last of it."""
        with suppress(OSError, EOFError):
            while chunk := os.read(source.fileno(), 65_536):
                self._log += chunk
                del self._log[:-LOG_BYTES]
        source.close()
