"""Bots in any language: a program that talks JSON lines on its standard input and output.

We write one line, the bot answers one line (`saw` and `end` want no answer). What it prints on standard error is kept
for the record. The protocol is version 1::

    → {"type": "begin", "protocol": 1, "game": "nim", "players": 2, "actions": 28, "player": 0, "seed": 7,
       "budget": {"ms": 1000, "steps": null}, "view": {…}}
    ← {"type": "ready"}
    → {"type": "act", "tick": 0, "legal": [0, 7, 8], "names": ["take 1 from row 1", …], "view": {…},
       "budget": {"ms": 1000, "steps": null}}
    ← {"type": "action", "action": 7, "info": {"anything": "for people"}}
    → {"type": "saw", "actors": [0], "actions": [7]}
    → {"type": "end", "returns": [1.0, -1.0]}

`view` is what the player sees, as plain data; it differs from game to game. An answer that is late, is no JSON, names
an illegal action or was not asked for loses the match, and the record says why. The last of what a bot writes on
standard error is in the record.
"""

from __future__ import annotations

import json
import os
import queue
import secrets
import shlex
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from ludarium.core.agent import Agent, Decision, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import AgentFault, BadParameter, LudariumError
from ludarium.core.game import Known, State
from ludarium.core.record import plain
from ludarium.core.registry import load_game
from ludarium.core.spec import GameSpec
from ludarium.core.trust import insist_on_programs
from ludarium.harness.match import play
from ludarium.harness.processes import kill_tree
from ludarium.harness.sandbox_worker import MARK

PROTOCOL = 1
LOG_CHARACTERS = 64 * 1024
START_MS = 30_000.0
"""How long a bot may take to be ready: programs start slowly, and that is not thinking."""
_GRACE_MS = 50.0
_LINE_BYTES = 1 << 20
_LINES = 16
REFERENCE = f"{shlex.quote(sys.executable)} -m ludarium.harness.reference_bot"
"""The bot that is played when none is named: it draws a legal action with its seed."""


class Bot(Agent[State]):
    """A program that plays: `bot?command=node+mybot.js`. Started for each match, killed when it overruns `ms`."""

    def __init__(self, command: str = "", ms: float = 5000.0) -> None:
        if ms <= 0:
            raise BadParameter(f"bot: ms={ms:g}; a limit is above 0")
        insist_on_programs()
        self.command, self.ms = command, ms
        self._program: _Program | None = None

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Start the program and greet it."""
        super().begin(spec, player, seed, known, budget)
        self.close()
        self._program = _Program(self.command or REFERENCE)
        greeting = {
            "type": "begin",
            "protocol": PROTOCOL,
            "game": spec.name,
            "players": spec.players,
            "actions": spec.actions,
            "player": player,
            "seed": seed,
            "budget": _limits(budget),
            "view": known.view,
        }
        self._ask(greeting, "ready", START_MS)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Ask, and wait as long as the limit says."""
        state = turn.imagine(self.rng)
        question = {
            "type": "act",
            "tick": turn.tick,
            "legal": turn.legal,
            "names": [state.action_name(action) for action in turn.legal],
            "view": turn.view,
            "budget": _limits(budget),
        }
        answer = self._ask(question, "action", self.ms)
        info = answer.get("info")
        return Decision(answer.get("action"), info if isinstance(info, dict) else {})  # type: ignore[arg-type]

    def saw(self, actors: Sequence[int], actions: Sequence[int]) -> None:
        """Tell the program what was played."""
        self._tell({"type": "saw", "actors": actors, "actions": actions})

    def end(self, returns: Sequence[float]) -> None:
        """Tell the program how it ended, and let it go."""
        self._tell({"type": "end", "returns": returns})
        self.close()

    def close(self) -> None:
        """End the program with everything that it started."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def _tell(self, message: dict[str, Any]) -> None:
        if self._program is not None:
            self._program.write(message)

    def _ask(self, message: dict[str, Any], wanted: str, ms: float) -> dict[str, Any]:
        if self._program is None:
            raise AgentFault("the bot is not running")
        return self._program.ask(message, wanted, ms)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_program": None}


class _Program:
    """A running bot: its pipes, and the threads that read them."""

    def __init__(self, command: str) -> None:
        self._mark = secrets.token_hex(8)
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env={**os.environ, MARK: self._mark},
            )
        except (OSError, IndexError, ValueError) as fault:
            raise AgentFault(f"the bot '{command}' cannot be started: {fault}") from None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._log = bytearray()
        for target, pipe in ((self._read, self._process.stdout), (self._keep, self._process.stderr)):
            threading.Thread(target=target, args=(pipe,), daemon=True).start()

    def write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None, "it was opened as a pipe"
        with suppress(OSError):  # a bot that is gone is noticed when its answer is missing
            self._process.stdin.write(json.dumps(plain(message), separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()

    def ask(self, message: dict[str, Any], wanted: str, ms: float) -> dict[str, Any]:
        """Write a question and return the answer of the wanted type; a fault ends the program and is raised."""
        if self._lines.qsize():
            line = self._lines.get()
            if line:
                raise self._fault(f"the bot wrote a line that nobody had asked for: {line[:80]!r}")
            self._lines.put(line)
        self.write(message)
        try:
            line = self._lines.get(timeout=(ms + _GRACE_MS) / 1000)
        except queue.Empty:
            raise self._fault(f"no answer in {ms:.0f} ms: the bot was killed", "late") from None
        if not line:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(timeout=1)
                raise self._fault(f"the bot ended with code {code} instead of an answer")
            raise self._fault("the bot closed its output instead of answering")
        try:
            answer = json.loads(line)
        except ValueError:
            raise self._fault(f"the bot's answer is no JSON: {line[:80]!r}") from None
        if not isinstance(answer, dict) or answer.get("type") != wanted:
            raise self._fault(f"the bot's answer should be of type '{wanted}': {line[:80]!r}")
        return answer

    def kill(self) -> None:
        kill_tree(self._process.pid if self._process.poll() is None else None, f"{MARK}={self._mark}")
        self._process.wait(timeout=10)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _fault(self, why: str, ending: str = "crash") -> AgentFault:
        kill_tree(self._process.pid if self._process.poll() is None else None, f"{MARK}={self._mark}")
        return AgentFault(why, ending=ending, log=bytes(self._log).decode(errors="replace"))

    def _read(self, pipe: IO[bytes]) -> None:
        """Read answers, one a line; the empty one is the end.

        An endless line is cut, and of a flood of lines only the first are kept: neither can fill our memory.
        """
        with suppress(OSError, ValueError):
            while line := pipe.readline(_LINE_BYTES):
                if self._lines.qsize() < _LINES:
                    self._lines.put(line)
        self._lines.put(b"")

    def _keep(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while chunk := pipe.read1(65_536):  # type: ignore[attr-defined]  # a buffered pipe has it
                self._log += chunk
                del self._log[:-LOG_CHARACTERS]


def check_bot(command: str, games: Sequence[str] = ("nim", "quarto")) -> list[str]:
    """Play a bot in each seat of some games; return what is wrong with it, in sentences: nothing is good."""
    found = []
    for name in games:
        game = load_game(name)
        for seat in range(game.spec.players):
            seats: list[Agent[Any]] = [Bot() for _ in range(game.spec.players)]
            seats[seat] = Bot(command)
            try:
                record = play(game, seats, seed=1, budget=Budget(ms=1000))
            except LudariumError as fault:
                found.append(f"{name}, player {seat}: {fault}")
                continue
            if record.blame == seat:
                where = f"{name}, player {seat}, after {len(record.moves)} moves"
                found.append(f"{where}: {record.ending}: {record.message.partition(': ')[2] or record.message}")
    return found


def _limits(budget: Budget) -> dict[str, float | None]:
    return {"ms": budget.ms, "steps": budget.steps}
