"""Experiments: one TOML file names games, agents, budgets and seeds; every run is done once, whatever happens.

    name = "ladder"
    games = ["nim?rows=1,3,5,7", "arcade/*"]             # wildcards stand for names and levels
    agents = ["mcts", "nim.expert"]
    opponents = ["nim.random"]                            # for two players; absent: the agents among themselves
    budgets = ["500 steps", "40 ms"]
    seeds = 20                                            # 0 to 19, or a list
    repetitions = 3                                       # of each; the second and third with seeds of their own
    sandbox = "1000 ms, 512 MB"                           # absent: agents are trusted, and play in our process

Milliseconds are those of the thinking thread's own CPU clock, so that a busy machine does not make a planner weaker.

A run is named by a hash of what decides it, and stored as soon as it ends. Killed at any moment, the experiment goes on
where it was: what is in the store is not done again.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, LudariumError, nearest
from ludarium.core.game import Game, HasContent, HasLevels
from ludarium.core.registry import GAMES, load_agent, load_game
from ludarium.core.rng import derive_seed
from ludarium.harness.cluster import on_cluster
from ludarium.harness.match import play
from ludarium.harness.processes import limit_kernels
from ludarium.harness.sandbox import Limits
from ludarium.harness.series import insist_on_no_person, seated
from ludarium.harness.store import Row, Store, pack
from ludarium.harness.workers import cores, here, in_processes, name, sources, timed

_MOST_LEVELS = 100
"""A game that takes so many numbers for its level has no end of them (they are seeds of a generator)."""
_KEYS = ("name", "games", "agents", "opponents", "budgets", "seeds", "repetitions", "sandbox")


@dataclass(frozen=True, slots=True)
class Run:
    """One match of an experiment: everything that decides it."""

    game: str
    version: int
    agents: tuple[str, ...]
    budget: str
    seed: int
    repetition: int = 0
    sandbox: str = ""
    content: str = ""

    @property
    def key(self) -> str:
        """The run's name: the same content has the same key, on every machine."""
        more = {
            name: value
            for name, value in (
                ("repetition", self.repetition),
                ("sandbox", self.sandbox),
                ("content", self.content),
            )
            if value
        }
        said = [self.game, self.version, self.agents, self.budget, self.seed]
        return hashlib.blake2b(json.dumps([*said, more] if more else said).encode(), digest_size=16).hexdigest()

    @property
    def match_seed(self) -> int:
        """The seed of the match: the run's own, or for a repetition one that is derived from it."""
        return derive_seed(self.seed, "repetition", self.repetition) if self.repetition else self.seed

    def __str__(self) -> str:
        again = f", repetition {self.repetition}" if self.repetition else ""
        return f"{self.game}: {' – '.join(self.agents)}, {self.budget}, seed {self.seed}{again}"


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
    games = [load_game(game) for text in _texts(data, "games") for game in expand(text)]
    agents, opponents = _texts(data, "agents"), _texts(data, "opponents", [])
    budgets = [str(Budget.parse(text)) for text in _texts(data, "budgets", ["1000 steps"])]
    seeds, repetitions = _seeds(data.get("seeds", 1)), _count(data.get("repetitions", 1), "repetitions")
    sandbox = data.get("sandbox", "")
    if not isinstance(sandbox, str):
        raise BadParameter(f"'sandbox' is {sandbox!r}: a text, as in '1000 ms, 512 MB'")
    limits = str(Limits.parse(sandbox)) if sandbox else ""
    runs = [
        Run(game.id, game.spec.version, seats, budget, seed, repetition, limits, content_of(game))
        for game in games
        for seats in _seatings(game, agents, opponents)
        for budget in budgets
        for seed in seeds
        for repetition in range(repetitions)
    ]
    return Experiment(str(data.get("name", default_name)), tuple(dict.fromkeys(runs)))


def perform(
    experiment: Experiment,
    store: Store,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    force: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
    on_row: Callable[[Row], None] | None = None,
) -> int:
    """Do every run that the store lacks; return how many were done now.

    They are done in this process, on *jobs* processes, or on a Dask *cluster* (`local:4`, `tcp://HOST:8786`): under
    step budgets the records are the same, byte for byte. `on_progress(done, total)` hears how it goes, those found in
    the store first; `on_row` hears of every run that was done now.
    """
    fair = experiment.timed and not force
    if fair and cluster is None and jobs > cores():
        raise BadParameter(
            f"{jobs} processes on {cores()} cores would make milliseconds unfair; use fewer, steps, or force it"
        )
    known = store.keys()
    todo = [run for run in experiment.runs if run.key not in known]
    total, done = len(experiment.runs), len(experiment.runs) - len(todo)
    tell = on_progress or (lambda _done, _total: None)
    tell(done, total)
    if not todo:
        return 0
    work = partial(do_runs, experiment.name, sources())
    if cluster is not None:
        sandboxed = any(run.sandbox for run in todo)
        streams = on_cluster(work, todo, cluster, fair=fair, children=sandboxed)
    elif jobs > 1:
        streams = in_processes(work, todo, jobs)
    else:
        streams = here(work, todo)
    for results in streams:
        store.add_all(results)
        done += len(results)
        tell(done, total)
        if on_row is not None:
            for row, _ in results:
                on_row(row)
    return len(todo)


def do_runs(experiment: str, wanted: str, runs: tuple[Run, ...]) -> tuple[list[tuple[Row, bytes]], float]:
    """Play some runs wherever we are; *wanted* are the sources that Ludarium must have here."""
    if sources() != wanted:
        raise BadParameter(
            f"worker {name()} has other sources of Ludarium ({sources()}, not {wanted}): install the same version there"
        )
    limit_kernels()
    return timed(partial(do_run, experiment), runs)


def do_run(experiment: str, run: Run) -> tuple[Row, bytes]:
    """Play one run; its row and its packed record cross any border."""
    began = time.perf_counter()
    game = load_game(run.game)
    if content_of(game) != run.content:
        raise BadParameter(f"the files of {run.game} are not the same on {name()} as where the experiment was planned")
    limits = Limits.parse(run.sandbox) if run.sandbox else None
    seats = [seated(agent, limits) for agent in run.agents]
    record = play(game, seats, seed=run.match_seed, budget=replace(Budget.parse(run.budget), clock="cpu"))
    row = Row(
        key=run.key,
        experiment=experiment,
        game=run.game,
        agents=run.agents,
        seed=run.seed,
        budget=run.budget,
        ending=record.ending,
        outcomes=record.outcomes,
        returns=record.returns,
        moves=len(record.moves),
        message=record.message,
        seconds=time.perf_counter() - began,
        repetition=run.repetition,
        sandbox=run.sandbox,
        content=run.content,
        ludarium=str(importlib.import_module("ludarium").__version__),
        worker=name(),
    )
    return row, pack(record)


def content_of(game: Game[Any]) -> str:
    """Return the hash of the files that a game was made from; nothing where its id says all."""
    return game.content() if isinstance(game, HasContent) else ""


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
    if isinstance(value, list) and value and all(type(seed) is int and 0 <= seed < 2**63 for seed in value):
        return value
    raise BadParameter(f"'seeds' is {value!r}: a number above 0, or a list of numbers (63 bits, not below 0)")


def _count(value: Any, key: str) -> int:
    if type(value) is not int or value < 1:
        raise BadParameter(f"'{key}' is {value!r}: a number above 0")
    return value


def expand(text: str) -> list[str]:
    """Return the ids that a text with wildcards stands for: `nim*`, `zelda/*`, `*/0`, `zelda/[0-2]?key=value`."""
    head, mark, rest = text.partition("?")
    name, slash, level = head.partition("/")
    names = [known for known in GAMES.names() if fnmatchcase(known, name)] if _is_wild(name) else [name]
    if not names:
        raise BadParameter(f"no game's name fits '{name}'{nearest(name.strip('*'), GAMES.names())}")
    if not _is_wild(level):
        return [known + slash + level + mark + rest for known in names]
    found = []
    for known in names:
        levels = _levels(known, mark + rest)
        if not levels and not _is_wild(name):
            raise BadParameter(f"'{text}': {known} has no list of levels to choose from; name them, as in {known}/0")
        found += [f"{known}/{one}{mark}{rest}" for one in levels if fnmatchcase(one, level)]
    if not found:
        raise BadParameter(f"'{text}': no level fits '{level}'")
    return found


def _levels(name: str, parameters: str) -> list[str]:
    """Return a game's levels: its own list, or the numbers that it takes; none when it has none, or no end of them."""
    game = load_game(name + parameters)
    if isinstance(game, HasLevels):
        return list(game.levels())
    found: list[str] = []
    for number in range(_MOST_LEVELS):
        try:
            load_game(f"{name}/{number}{parameters}")
        except BadParameter:
            return found
        found.append(str(number))
    return []


def _is_wild(text: str) -> bool:
    return any(letter in text for letter in "*[")


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
