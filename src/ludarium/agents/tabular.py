"""Tabular learners for one or two players: Q-learning and Monte Carlo, by self-play or against other agents.

Both take any lesson: one player with points, or two with opposite interests. In self-play both seats share one table,
and what comes next is worth its negative to the other one (negamax backups, as Littman 1994 does for zero-sum games
with turns). Not handled: three players, simultaneous moves, tables larger than memory.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludarium.core.agent import Agent, Needs, Turn
from ludarium.core.budget import Budget, Meter
from ludarium.core.errors import BadParameter, LudariumError, Unsuitable
from ludarium.core.game import State
from ludarium.core.learner import Curve, Learner, Lesson, OnProgress, Progress
from ludarium.core.registry import load_agent
from ludarium.core.rng import derive, derive_seed
from ludarium.core.spec import Payoff, Turns

_LAST = 0.05
"""Exploration never falls below this."""

_THINKING = Budget(steps=200)
"""What an opponent may think about a move."""


class Step(NamedTuple):
    """A move of the learner: the situation, what was done, what it paid until the next situation, and who is next.

    `sign` is 1 when the same player acts next, −1 when it is the other one, 0 at the end. `tried` marks an exploring
    move, off the best that was known.
    """

    key: Hashable
    action: int
    reward: float
    after: Hashable
    sign: int
    tried: bool


class Tabular(Learner):
    """What both learners share: episodes with falling curiosity, and the backup from the end of each.

    *against* is `self`, `ladder` (the lesson's opponents in turn) or an agent's id; *policy* a file that `save` wrote.
    """

    needs = Needs(turns=Turns.SEQUENTIAL)

    def __init__(
        self,
        episodes: int = 60_000,
        length: int = 1000,
        alpha: float = 0.2,
        gamma: float = 1.0,
        epsilon: float = 1.0,
        against: str = "self",
        policy: str | None = None,
    ) -> None:
        owner = type(self).__name__
        for name, value in (("episodes", episodes), ("length", length)):
            if value < 1:
                raise BadParameter(f"{owner}: {name}={value}; at least 1 is needed")
        for name, share in (("alpha", alpha), ("gamma", gamma), ("epsilon", epsilon)):
            if not 0 <= share <= 1:
                raise BadParameter(f"{owner}: {name}={share}; a number from 0 to 1 is needed")
        self.episodes, self.length = episodes, length
        self.alpha, self.gamma, self.epsilon, self.against = alpha, gamma, epsilon, against
        super().__init__(policy)

    def learn(
        self, lesson: Lesson[Any], budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None
    ) -> Curve:
        """Play episodes until they or the budget end. Curiosity falls from epsilon to a twentieth on the way."""
        opponents = self._opponents(lesson)
        rng, meter = derive(seed, "learn"), (budget or Budget()).start()
        self.lesson, self.table = lesson, {}
        curve: Curve = []
        limit = min(self.episodes, (budget and budget.episodes) or self.episodes)
        while len(curve) < limit and meter.left():
            number = len(curve)
            curiosity = max(_LAST, self.epsilon * (1 - max(number / limit, meter.spent)))
            state = lesson.episode(derive_seed(seed, "episode", number))
            opponent = opponents[number % len(opponents)] if opponents else None
            playing = _Episode(self, lesson, state, curiosity, rng, meter)
            seat = (number // max(1, len(opponents))) % 2
            ended = playing.alone() if opponent is None else playing.against(opponent, seat, number)
            self.back_up(playing.steps)
            curve.append(Progress(number + 1, playing.made, playing.gained, ended))
            if on_progress is not None:
                on_progress(curve[-1])
        return curve

    @abstractmethod
    def back_up(self, steps: Sequence[Step]) -> None:
        """Learn from an episode."""

    def pull(self, step: Step, target: float) -> None:
        """Move a value towards its target; the first target is taken as it is."""
        row = self.table.setdefault(step.key, {})
        old = row.get(step.action)
        row[step.action] = target if old is None else old + self.alpha * (target - old)

    def _opponents(self, lesson: Lesson[Any]) -> list[Agent[Any]]:
        spec = lesson.spec
        if spec is not None and (spec.players > 2 or (spec.players == 2 and spec.payoff is not Payoff.ZERO_SUM)):
            raise Unsuitable(f"{self.id} learns games for one, or for two with opposite interests; not {spec.name}")
        if self.against == "self":
            return []
        if spec is None or spec.players != 2:
            raise Unsuitable(f"{self.id}: the lesson '{lesson.name}' has no second player to play against")
        names = lesson.opponents if self.against == "ladder" else (self.against,)
        if not names:
            raise LudariumError(f"{self.id}: the lesson '{lesson.name}' names no ladder of opponents; name an agent")
        return [load_agent(name) for name in names]


class _Episode:
    """One episode as it is played; `steps` are the learner's moves, `gained` what the first seat (or its own) got."""

    def __init__(
        self,
        learner: Tabular,
        lesson: Lesson[Any],
        state: State,
        curiosity: float,
        rng: np.random.Generator,
        meter: Meter,
    ) -> None:
        self._learner, self._lesson, self._state = learner, lesson, state
        self._curiosity, self._rng, self._meter = curiosity, rng, meter
        self.steps: list[Step] = []
        self.made, self.gained = 0, 0.0

    def alone(self) -> bool:
        """Play all seats from one table; say whether the end was reached."""
        actors, lesson = self._state.actors(), self._lesson
        key = lesson.key(self._state, actors[0]) if actors else None
        while actors and self.made < self._learner.length:
            player = actors[0]
            action, tried = self._choose(key, self._state.legal(player))
            before = self._advance(action)
            reward = lesson.reward(before, action, self._state, player)
            self.gained += reward if player == 0 else -reward
            actors = self._state.actors()
            after = lesson.key(self._state, actors[0]) if actors else None
            sign = 0 if not actors else 1 if actors[0] == player else -1
            self.steps.append(Step(key, action, reward, after, sign, tried))
            key = after
        return not actors

    def against(self, opponent: Agent[Any], seat: int, number: int) -> bool:
        """Play one seat; the opponent's answers are part of the world. Say whether the end was reached."""
        lesson, spec = self._lesson, self._lesson.spec
        assert spec is not None, "checked before the first episode"
        state = self._state
        opponent.begin(spec, 1 - seat, derive_seed(number, "opponent"), state.known(1 - seat), _THINKING)
        pending: tuple[Hashable, int, bool] | None = None
        reward = 0.0
        while (actors := self._state.actors()) and self.made < self._learner.length:
            player, legal = actors[0], self._state.legal(actors[0])
            if player == seat:
                key = lesson.key(self._state, seat)
                if pending is not None:
                    self.steps.append(Step(pending[0], pending[1], reward, key, 1, pending[2]))
                action, tried = self._choose(key, legal)
                pending, reward = (key, action, tried), 0.0
            else:
                turn: Turn[State] = Turn(spec, player, tuple(legal), self._state.known(player), self.made)
                action = opponent.act(turn, _THINKING).action
            before = self._advance(action)
            paid = lesson.reward(before, action, self._state, seat)
            reward += paid
            self.gained += paid
        if pending is not None:
            self.steps.append(Step(pending[0], pending[1], reward, None, 0, pending[2]))
        return not self._state.actors()

    def _choose(self, key: Hashable, legal: Sequence[int]) -> tuple[int, bool]:
        known = self._learner.table.get(key)
        if known and self._rng.random() >= self._curiosity:
            return max(known, key=known.__getitem__), False
        action = legal[int(self._rng.random() * len(legal))]
        return action, not known or action != max(known, key=known.__getitem__)

    def _advance(self, action: int) -> State:
        before = self._state
        self._state = before.clone()
        self._state.advance(action)
        self.made += 1
        self._meter.spend()
        return before


class QLearning(Tabular):
    """Q-learning (Watkins 1989): an action is worth its reward and the best value known of what comes next.

    Episodes are backed up from their end, so that one episode carries its result to its start (Lin 1992).
    """

    def back_up(self, steps: Sequence[Step]) -> None:
        """Pull each value towards its reward and the best of the next situation."""
        for step in reversed(steps):
            ahead = self.table.get(step.after) if step.sign else None
            best = max(ahead.values()) if ahead else 0.0
            self.pull(step, step.reward + self.gamma * step.sign * best)


class MonteCarlo(Tabular):
    """Off-policy Monte Carlo control (Sutton & Barto 2018, section 5.7): returns of episodes, nothing bootstrapped.

    The policy that is learnt is the greedy one, so what came before an exploring move says nothing about it: each
    episode is learnt from its end back to its last exploring move, that move included. That is little, so it takes
    many episodes, with less curiosity.
    """

    def __init__(
        self,
        episodes: int = 200_000,
        length: int = 1000,
        alpha: float = 0.1,
        gamma: float = 1.0,
        epsilon: float = 0.4,
        against: str = "self",
        policy: str | None = None,
    ) -> None:
        super().__init__(episodes, length, alpha, gamma, epsilon, against, policy)

    def back_up(self, steps: Sequence[Step]) -> None:
        """Pull the values of the episode's tail towards what it paid."""
        gained = 0.0
        for step in reversed(steps):
            gained = step.reward + self.gamma * step.sign * gained
            self.pull(step, gained)
            if step.tried:
                break
