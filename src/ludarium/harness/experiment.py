"""Experiments: one TOML file names games, agents, budgets and seeds; every run is done once, whatever happens.

    name = "ladder"
    games = ["nim?rows=1,3,5,7", "nim?misere=true"]      # wildcards stand for names: "nim*"
    agents = ["mcts", "nim.expert"]
    opponents = ["nim.random"]                            # for two players; absent: the agents among themselves
    budgets = ["500 steps", "40 ms"]
    seeds = 20                                            # 0 to 19, or a list

A run is named by a hash of what decides it, and stored as soon as it ends. Killed at any moment, the experiment goes on
where it was: what is in the store is not done again.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, LudariumError, nearest
from ludarium.core.record import Record
from ludarium.core.registry import GAMES, load_agent, load_game
from ludarium.harness.match import play
from ludarium.harness.series import insist_on_no_person
from ludarium.harness.store import Row, Store

_KEYS = ("name", "games", "agents", "opponents", "budgets", "seeds")


@dataclass(frozen=True, slots=True)
class Run:
    """One match of an experiment: everything that decides it."""

    game: str
    version: int
    agents: tuple[str, ...]
    budget: str
    seed: int

    @property
    def key(self) -> str:
        """The run's name: the same content has the same key, on every machine."""
        text = json.dumps([self.game, self.version, self.agents, self.budget, self.seed])
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Experiment:
    """A plan, read and checked: ids exist, agents can play the games."""

    name: str
    runs: tuple[Run, ...]

    @property
    def timed(self) -> bool:
        """Whether some run is limited by milliseconds: then the machine must not be crowded."""
        return any(Budget.parse(run.budget).ms is not None for run in self.runs)


def read_experiment(path: str | Path) -> Experiment:
    """Read an experiment file; faults name the file and the key."""
    try:
        data = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as fault:
        raise BadParameter(f"{path}: {fault.strerror or fault}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadParameter(f"{path}: {fault}") from None
    try:
        return plan(data, default_name=Path(path).stem)
    except LudariumError as fault:
        raise BadParameter(f"{path}: {fault}") from None


def plan(data: Mapping[str, Any], default_name: str = "experiment") -> Experiment:
    """Make an experiment from plain data."""
    for key in data:
        if key not in _KEYS:
            raise BadParameter(f"'{key}' is no key of an experiment{nearest(key, _KEYS)} ({', '.join(_KEYS)})")
    games = [game for text in _texts(data, "games") for game in _expand(text)]
    agents, opponents = _texts(data, "agents"), _texts(data, "opponents", [])
    budgets = [str(Budget.parse(text)) for text in _texts(data, "budgets", ["1000 steps"])]
    seeds = _seeds(data.get("seeds", 1))
    runs = [
        Run(game.id, game.spec.version, seats, budget, seed)
        for game in map(load_game, games)
        for seats in _seatings(game, agents, opponents)
        for budget in budgets
        for seed in seeds
    ]
    return Experiment(str(data.get("name", default_name)), tuple(dict.fromkeys(runs)))


def perform(
    experiment: Experiment,
    store: Store,
    *,
    jobs: int = 1,
    force: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> int:
    """Do every run that the store lacks, on *jobs* processes; return how many were done now.

    `on_progress(done, total)` hears of every run, those found in the store first.
    """
    if experiment.timed and jobs > (os.cpu_count() or 1) and not force:
        raise BadParameter(
            f"{jobs} processes on {os.cpu_count()} cores would make milliseconds unfair; use fewer, steps, or force it"
        )
    known = store.keys()
    todo = [run for run in experiment.runs if run.key not in known]
    total, done = len(experiment.runs), len(experiment.runs) - len(todo)
    tell = on_progress or (lambda _done, _total: None)
    tell(done, total)
    for run, record, seconds in _results(todo, jobs):
        store.add(_row(experiment, run, record, seconds), record)
        done += 1
        tell(done, total)
    return len(todo)


def do_run(run: Run) -> tuple[Run, list[str], float]:
    """Play one run; the record comes back as lines, which cross any border."""
    began = time.perf_counter()
    record = play(run.game, list(run.agents), seed=run.seed, budget=Budget.parse(run.budget))
    return run, record.lines(), time.perf_counter() - began


def _results(todo: Sequence[Run], jobs: int) -> Iterator[tuple[Run, Record, float]]:
    if jobs <= 1:
        for run in todo:
            yield _parsed(do_run(run))
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_end_with_parent) as pool:
        yield from _from_pool(pool, todo, 4 * jobs)


def _from_pool(pool: Executor, todo: Sequence[Run], ahead: int) -> Iterator[tuple[Run, Record, float]]:
    """Keep a few runs ahead of the workers, so that a long plan does not lie in a queue."""
    waiting, rest = set(), iter(todo)
    for run in rest:
        waiting.add(pool.submit(do_run, run))
        if len(waiting) >= ahead:
            break
    while waiting:
        finished = next(as_completed(waiting))
        waiting.remove(finished)
        for run in rest:
            waiting.add(pool.submit(do_run, run))
            break
        yield _parsed(finished.result())


def _end_with_parent() -> None:
    """End this worker when the process that started it is gone, also by kill -9."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _parsed(result: tuple[Run, list[str], float]) -> tuple[Run, Record, float]:
    run, lines, seconds = result
    return run, Record.parse(lines, f"run {run.key}"), seconds


def _row(experiment: Experiment, run: Run, record: Record, seconds: float) -> Row:
    return Row(
        run.key,
        experiment.name,
        run.game,
        run.agents,
        run.seed,
        run.budget,
        record.ending,
        record.outcomes,
        record.returns,
        len(record.moves),
        record.message,
        seconds,
    )


def _texts(data: Mapping[str, Any], key: str, default: list[str] | None = None) -> list[str]:
    found = data.get(key, default)
    if found is None:
        raise BadParameter(f"'{key}' is missing: a list of ids")
    listed = [found] if isinstance(found, str) else found
    if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
        raise BadParameter(f"'{key}' should be a list of texts")
    return listed


def _seeds(value: Any) -> list[int]:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return list(range(value))
    if isinstance(value, list) and value and all(isinstance(seed, int) for seed in value):
        return value
    raise BadParameter(f"'seeds' is {value!r}: a number above 0, or a list of numbers")


def _expand(text: str) -> list[str]:
    """Return the ids that a text with wildcards stands for."""
    name, mark, rest = text.partition("?")
    if not any(letter in name for letter in "*["):
        return [text]
    found = [known + mark + rest for known in GAMES.names() if fnmatchcase(known, name)]
    if not found:
        raise BadParameter(f"no game's name fits '{name}'")
    return found


def _seatings(game: Any, agents: Sequence[str], opponents: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield who sits where: each agent alone, or every agent with every opponent in both seats."""
    names = {text: _checked(text, game) for text in (*agents, *opponents)}
    players = game.spec.players
    if players == 1:
        yield from ((names[agent],) for agent in agents)
    elif players == 2 and opponents:
        for agent in agents:
            for opponent in opponents:
                yield from ((names[agent], names[opponent]), (names[opponent], names[agent]))
    elif players == 2 and len(agents) > 1:
        yield from permutations([names[agent] for agent in agents], 2)
    else:
        raise BadParameter(f"{game.id} is for {players} players: name two agents, or 'opponents'")


def _checked(text: str, game: Any) -> str:
    insist_on_no_person(text)
    agent = load_agent(text)
    agent.needs.insist(agent, game)
    return agent.id
