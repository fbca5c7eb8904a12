"""What a learner is: an agent that takes lessons, and keeps what it learnt in a file that says what it is for.

A Lesson is what a family teaches: where episodes start, what a learner may tell apart, and what is worth how much.
"""

from __future__ import annotations

import hashlib
import json
import os
from abc import abstractmethod
from ast import literal_eval
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple

from ludarium.core.agent import Agent, Decision, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError, Unsuitable
from ludarium.core.game import Known, S, State
from ludarium.core.ids import parameters, write_value
from ludarium.core.record import write_whole
from ludarium.core.spec import GameSpec
from ludarium.core.trust import readable

FORMAT, VERSION = "ludarium learner", 1
Table = dict[Hashable, dict[int, float]]
"""What each action is worth in each situation, as far as it was tried."""


class BadLearning(LudariumError, ValueError):
    """A file of learnt values that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Lesson(Generic[S]):
    """What is taught. `name` identifies it in files; keys are plain values (numbers, texts, tuples of them).

    `reward(before, action, after, player)` is paid for each step; `end_value` is what standing at the end is worth to
    learners that bootstrap from it. `game` and `position` are the texts that make the lesson again (`core.lessons`),
    `spec` is the game's card. `opponents` are agent ids, from weak to strong, for learners that do not only play
    themselves. `measure` judges a learner by what is known exactly (a share from 0 to 1), for curves.
    """

    name: str
    episode: Callable[[int], S]
    key: Callable[[S, int], Hashable]
    reward: Callable[[S, int, S, int], float]
    end_value: float = 0.0
    game: str = ""
    position: str = ""
    spec: GameSpec | None = None
    opponents: tuple[str, ...] = ()
    measure: Callable[[Any], float] | None = None


class Progress(NamedTuple):
    """One episode: its number from 1, its steps, the sum of its rewards, and whether it came to its end."""

    episode: int
    steps: int
    gained: float
    ended: bool


Curve = list[Progress]
OnProgress = Callable[[Progress], None]


class Learner(Agent[State]):
    """An agent with a table that `learn` fills. It plays the best action it knows; without a lesson, a random one.

    Every learner takes *policy*, a file that `save` wrote, and hands it on here when its other parameters are set.
    """

    lesson: Lesson[Any] | None = None

    def __init__(self, policy: str | None = None) -> None:
        self.table: Table = {}
        self.policy = policy
        if policy is not None:
            self.load(policy)

    @abstractmethod
    def learn(
        self, lesson: Lesson[Any], budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None
    ) -> Curve:
        """Forget, take the lesson until the learner's own limits or the budget end, and return how it went."""

    def best(self, state: State, legal: Sequence[int], player: int = 0) -> int | None:
        """Return the best action that the table knows here, None when it knows none."""
        assert self.lesson is not None, "learn or load first"
        known = self.table.get(self.lesson.key(state, player), {})
        tried = [action for action in legal if action in known]
        return max(tried, key=lambda action: known[action]) if tried else None

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Refuse another game than the one that was learnt."""
        super().begin(spec, player, seed, known, budget)
        if self.lesson is not None and self.lesson.spec is not None and self.lesson.spec.name != spec.name:
            raise Unsuitable(f"{self.id} has learnt {self.lesson.spec.name}, this is {spec.name}")

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Play the best action known; the first legal one where the lesson says nothing, a random one without it."""
        if self.lesson is None:
            return Decision(self.choose(turn.legal), {"trained": False})
        state = turn.imagine(self.rng)
        action = self.best(state, turn.legal, turn.player)
        learnt = self.table.get(self.lesson.key(state, turn.player), {})
        values = {a: round(learnt[a], 4) for a in turn.legal if a in learnt}
        return Decision(turn.legal[0] if action is None else action, {"known": action is not None, "values": values})

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the table with what it is for, whole or not at all."""
        if self.lesson is None:
            raise BadLearning(f"{self.id} has learnt nothing that could be saved")
        body = {
            "format": FORMAT,
            "version": VERSION,
            "learner": type(self).__name__,
            "parameters": {
                name: write_value(getattr(self, name)) for name in parameters(type(self)) if hasattr(self, name)
            },
            "lesson": self.lesson.name,
            "game": self.lesson.game,
            "position": self.lesson.position,
            **self.memory(),
        }
        return write_whole(path, json.dumps({**body, "hash": _hash(body)}) + "\n")

    def load(self, path: str | os.PathLike[str], lesson: Lesson[Any] | None = None) -> None:
        """Read what was learnt from this lesson, or from the one that the file names; BadLearning says why not."""
        body = _read(path)
        if lesson is None:
            from ludarium.core.lessons import lesson_of

            if not body.get("game"):
                raise BadLearning(f"{path}: names no game; load it with its lesson")
            lesson = lesson_of(body["game"], body["position"])
        for field, wanted in (("learner", type(self).__name__), ("lesson", lesson.name)):
            if body[field] != wanted:
                raise BadLearning(f"{path}: made by the {field} '{body[field]}', not '{wanted}'")
        self.remember(body)
        self.lesson = lesson

    def memory(self) -> dict[str, Any]:
        """Return what was learnt, as plain data for a file."""
        return {
            "table": [[repr(key), action, value] for key, row in self.table.items() for action, value in row.items()]
        }

    def remember(self, body: Mapping[str, Any]) -> None:
        """Take over what `memory` wrote."""
        table: Table = {}
        for key, action, value in body["table"]:
            table.setdefault(literal_eval(key), {})[int(action)] = float(value)
        self.table = table


def follow(learner: Learner, lesson: Lesson[Any], limit: int = 1000, seed: int = 0) -> tuple[tuple[int, ...], bool]:
    """Return the actions that the learner takes in an episode of its own best play, and whether it came to the end."""
    state = lesson.episode(seed)
    actions: list[int] = []
    while not state.is_over() and len(actions) < limit:
        action = learner.best(state, state.legal(0))
        if action is None:
            break
        actions.append(action)
        state.advance(action)
    return tuple(actions), state.is_over()


def _read(path: str | os.PathLike[str]) -> dict[str, Any]:
    try:
        body = json.loads(readable(path).read_text("utf-8"))
    except OSError as fault:
        raise BadLearning(f"{path}: {fault.strerror or fault}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise BadLearning(f"{path}: damaged or no learner's file") from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise BadLearning(f"{path}: no learner's file")
    if body.get("version") != VERSION:
        raise BadLearning(f"{path}: version {body.get('version')} is not read here (this Ludarium reads {VERSION})")
    if body.pop("hash", None) != _hash(body):
        raise BadLearning(f"{path}: damaged: its content does not match its hash")
    return body


def _hash(body: dict[str, Any]) -> str:
    return hashlib.blake2b(json.dumps(body, sort_keys=True).encode(), digest_size=16).hexdigest()
