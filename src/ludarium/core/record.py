"""What happened, as JSON lines: replay, golden test, bug report and the viewers' only input.

Line 1 is the head (schema, game id and version, seed, agents, budget), then one line a move (tick, actors, actions,
their names, what the agents thought, the hash of the state reached), then the end (ending, returns, outcomes, blame).
Clock readings stand in one last `timing` line, which is never part of a digest; under step budgets it is absent, so
that the same seed gives the same file, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ludarium.core.errors import BadRecord, IllegalAction, LudariumError
from ludarium.core.game import Outcome, State
from ludarium.core.registry import load_game
from ludarium.core.trust import read_text

SCHEMA = 1
Ending = Literal["finished", "step limit", "illegal action", "late", "crash", "out of memory", "resigned", "unfinished"]


@dataclass(frozen=True, slots=True)
class Move:
    """One tick: who acted, what, in words, what they thought, and the hash of the state that followed."""

    tick: int
    actors: tuple[int, ...]
    actions: tuple[int, ...]
    names: tuple[str, ...]
    info: tuple[Mapping[str, Any], ...]
    hash: str


@dataclass(slots=True)
class Record:
    """A match, finished or not. `blame` is the player at fault where the ending is a fault, `message` says why."""

    game: str
    version: int
    seed: int
    agents: tuple[str, ...]
    budget: str
    start: str
    moves: list[Move] = field(default_factory=list)
    ending: Ending = "unfinished"
    returns: tuple[float, ...] = ()
    outcomes: tuple[Outcome | None, ...] = ()
    blame: int | None = None
    message: str = ""
    traceback: str = ""
    log: str = ""
    timing: list[tuple[float, ...]] | None = None

    def lines(self, *, timing: bool = True) -> list[str]:
        """Return the record as JSON lines."""
        found = [_line("head", self._head())]
        found += [_line("move", _fields(move)) for move in self.moves]
        if self.ending != "unfinished":
            found.append(_line("end", self._end()))
        if timing and self.timing is not None:
            found.append(_line("timing", {"ms": [[round(ms, 3) for ms in row] for row in self.timing]}))
        return found

    def digest(self) -> str:
        """Return a hash of everything but the clock readings."""
        return hashlib.blake2b("\n".join(self.lines(timing=False)).encode(), digest_size=16).hexdigest()

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the file whole or not at all: to a temporary name first, then renamed."""
        return write_whole(path, "\n".join(self.lines()) + "\n")

    def _head(self) -> dict[str, Any]:
        names = ("game", "version", "seed", "agents", "budget", "start")
        return {"schema": SCHEMA, **{name: getattr(self, name) for name in names}}

    def _end(self) -> dict[str, Any]:
        always = {"ending": self.ending, "returns": self.returns, "outcomes": self.outcomes}
        fault = {"blame": self.blame, "message": self.message, "traceback": self.traceback, "log": self.log}
        return always | {key: value for key, value in fault.items() if value not in (None, "")}

    @classmethod
    def parse(cls, lines: Iterable[str], source: str = "record") -> Record:
        """Read a record. A damaged one raises BadRecord and names the line.

        One that was cut after a whole line (its process was killed) is read as 'unfinished'.
        """
        record: Record | None = None
        for number, text in enumerate(lines, 1):
            if not text.strip():
                continue
            place = f"{source}:{number}"
            try:
                kind, data = _read_line(text)
                if kind == "head":
                    record = cls._from_head(data)
                elif record is None:
                    raise BadRecord("the first line should be the head")
                elif kind == "move":
                    record._add_move(data)
                elif kind == "end":
                    record._close(data)
                elif kind == "timing":
                    record.timing = [tuple(row) for row in data["ms"]]
                else:
                    raise BadRecord(f"unknown kind of line '{kind}'")
            except json.JSONDecodeError as fault:
                raise BadRecord(f"{place}: this line is damaged or cut off ({fault.msg})") from None
            except (KeyError, TypeError, ValueError) as fault:
                why = f"{fault} is missing" if isinstance(fault, KeyError) else str(fault)
                raise BadRecord(f"{place}: {why}") from None
        if record is None:
            raise BadRecord(f"{source}: the file is empty")
        return record

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record file."""
        return cls.parse(read_text(path, BadRecord).splitlines(), str(path))

    @classmethod
    def _from_head(cls, data: Mapping[str, Any]) -> Record:
        if data["schema"] != SCHEMA:
            raise BadRecord(f"schema {data['schema']} is not read here (this Ludarium reads {SCHEMA})")
        agents = tuple(str(agent) for agent in data["agents"])
        return cls(
            str(data["game"]), int(data["version"]), int(data["seed"]), agents, str(data["budget"]), str(data["start"])
        )

    def _add_move(self, data: Mapping[str, Any]) -> None:
        tick = int(data["tick"])
        if tick != len(self.moves):
            raise BadRecord(f"this is move {tick}, but move {len(self.moves)} should follow")
        parts = {key: tuple(data[key]) for key in ("actors", "actions", "names", "info")}
        self.moves.append(Move(tick, **parts, hash=str(data["hash"])))

    def _close(self, data: Mapping[str, Any]) -> None:
        self.ending = data["ending"]
        self.returns = tuple(float(value) for value in data["returns"])
        self.outcomes = tuple(data["outcomes"])
        self.blame = data.get("blame")
        self.message = data.get("message", "")
        self.traceback = data.get("traceback", "")
        self.log = data.get("log", "")


def replay(record: Record | Iterable[str] | str | os.PathLike[str]) -> State:
    """Play a record again and return the last state, insisting on every state hash and on the returns."""
    whole = as_record(record)
    state = None
    for state, _ in positions(whole):  # noqa: B007 -- the last one is what we want
        pass
    assert state is not None, "positions() yields the start at least"
    if whole.ending in ("finished", "step limit") and state.returns() != whole.returns:
        raise BadRecord(f"the rules return {state.returns()}, the record says {whole.returns}")
    return state


def positions(record: Record) -> Iterator[tuple[State, Move | None]]:
    """Yield each state with the move that led to it (None for the start), checking every hash."""
    game = load_game(record.game)
    if game.spec.version != record.version:
        raise BadRecord(f"recorded with version {record.version} of {record.game}; this is version {game.spec.version}")
    state = game.initial(record.seed)
    if state.digest() != record.start:
        raise BadRecord(f"the start is {state.digest()}, the record says {record.start}")
    yield state, None
    for move in record.moves:
        try:
            state.apply(*move.actions)
        except IllegalAction as fault:
            raise BadRecord(f"move {move.tick}: {fault}") from None
        if (now := state.digest()) != move.hash:
            raise BadRecord(f"move {move.tick}: the state is {now}, the record says {move.hash}")
        yield state, move


def as_record(source: Record | Iterable[str] | str | os.PathLike[str]) -> Record:
    """Return a record from a record, a path or JSON lines."""
    if isinstance(source, Record):
        return source
    if isinstance(source, str | os.PathLike):
        return Record.load(source)
    return Record.parse(source)


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a file whole or not at all; a full disk leaves the old file as it was."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as fault:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise LudariumError(f"{target} cannot be written: {fault.strerror or fault}") from fault
    return target


def plain(value: Any) -> Any:
    """Return *value* as JSON knows it: NumPy numbers become numbers, the rest of the world becomes text."""
    kind = type(value)  # the usual ones first: asking whether something is a Mapping takes longer than the rest
    if kind is int or kind is bool or value is None:
        return value
    if kind is tuple or kind is list:
        return [plain(part) for part in value]
    if kind is dict:
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()  # half a pair has no bytes
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain(part) for part in value]
    return repr(value)


def _fields(move: Move) -> dict[str, Any]:
    return {name: getattr(move, name) for name in ("tick", "actors", "actions", "names", "info", "hash")}


def _line(kind: str, data: Mapping[str, Any]) -> str:
    return json.dumps({"kind": kind, **plain(data)}, ensure_ascii=False, separators=(",", ":"))


def _read_line(text: str) -> tuple[str, dict[str, Any]]:
    data = json.loads(text)
    if not isinstance(data, dict) or "kind" not in data:
        raise BadRecord("this line is no record line")
    return str(data.pop("kind")), data
