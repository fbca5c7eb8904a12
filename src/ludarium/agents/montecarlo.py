"""Tabular learners that average or back up whole episodes."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable
from typing import Any

import numpy as np

from ludarium.core.agent import Needs
from ludarium.core.budget import Budget, Meter
from ludarium.core.errors import BadParameter
from ludarium.core.learner import Curve, Learner, Lesson, OnProgress, Progress
from ludarium.core.rng import derive
from ludarium.core.spec import Turns

Step = tuple[Hashable, int, float, Hashable]
"""Situation, action, reward, next situation (None at the end of an episode)."""


class Classic(Learner):
    """On-policy first-visit Monte Carlo control with an ε-greedy policy (Sutton & Barto 2018, section 5.4).

    As "Keep heading north" has it, with its parameters: values of states are averages of returns, an action is worth
    its reward and the discounted value of the next state, and ε never falls. So its greedy route may go in circles, and
    often misses the optimum: it is here to be measured against. The policy starts greedy in the reward alone.
    """

    needs = Needs(players=1, turns=Turns.SEQUENTIAL)

    def __init__(
        self,
        episodes: int = 1000,
        length: int = 1000,
        gamma: float = 0.99,
        epsilon: float = 0.75,
        policy: str | None = None,
    ) -> None:
        _insist(type(self).__name__.lower(), episodes=episodes, length=length)
        self.episodes, self.length, self.gamma, self.epsilon = episodes, length, gamma, epsilon
        super().__init__(policy)

    def learn(
        self, lesson: Lesson[Any], budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None
    ) -> Curve:
        """Play the episodes, and after each one average its first visits."""
        rng, meter = derive(seed, "learn"), (budget or Budget()).start()
        self.lesson, self.table = lesson, {}
        totals: dict[Hashable, tuple[float, int]] = {}
        curve: Curve = []
        limit = min(self.episodes, (budget and budget.episodes) or self.episodes)
        while len(curve) < limit and meter.left():
            steps, ended = self._episode(lesson, len(curve), rng, meter)
            first = {step[0]: index for index, step in reversed(list(enumerate(steps)))}
            gained = 0.0
            for index in range(len(steps) - 1, -1, -1):
                key, action, reward, after = steps[index]
                gained = self.gamma * gained + reward
                if first[key] == index:
                    total, visits = totals.get(key, (0.0, 0))
                    totals[key] = (total + gained, visits + 1)
                    total, visits = totals.get(after, (0.0, 0))
                    value = lesson.end_value if after is None else total / visits if visits else 0.0
                    self.table[key][action] = reward + self.gamma * value
            _tell(curve, steps, ended, on_progress)
        return curve

    def _episode(
        self, lesson: Lesson[Any], number: int, rng: np.random.Generator, meter: Meter
    ) -> tuple[list[Step], bool]:
        state = lesson.episode(number)
        key, steps = lesson.key(state, 0), []
        for _ in range(self.length):
            if state.is_over():
                break
            if key not in self.table:
                self.table[key] = {action: _try(lesson, state, action)[1] for action in state.legal(0)}
            values = self.table[key]
            if rng.random() < self.epsilon:
                options = list(values)
                action = options[int(rng.random() * len(options))]
            else:
                action = max(values, key=lambda a: values[a])
            state, reward = _try(lesson, state, action)
            meter.spend()
            after = None if state.is_over() else lesson.key(state, 0)
            steps.append((key, action, reward, after))
            key = after
        return steps, state.is_over()


class Backward(Learner):
    """Q-learning with backward replay for worlds without luck: what it expects, it has seen come true.

    Three changes to `classic`. An episode is curious with a probability ε that falls from 1 to a tenth: it tries what
    is untried, here or at the nearest situation that has any (untried counts as best: an optimistic start, as in E³ of
    Kearns & Singh 2002); otherwise it takes the best action known. An action is worth its reward and the *best* value
    known of the next situation, backed up from the end of each episode (Lin 1992); where a value rises, all
    experienced steps that lead there are replayed (as in the prioritized sweeping of Moore & Atkeson 1993), so news
    travels at once. Values only rise, and each is the return of a walk that was really walked; so where steps cost
    something the greedy route always ends. Learning stops when nothing reachable is left untried: then the route is
    optimal. Not handled: luck, opponents.
    """

    needs = Needs(players=1, turns=Turns.SEQUENTIAL)

    def __init__(
        self, episodes: int = 2000, length: int = 1000, epsilon: float = 1.0, policy: str | None = None
    ) -> None:
        _insist(type(self).__name__.lower(), episodes=episodes, length=length)
        self.episodes, self.length, self.epsilon = episodes, length, epsilon
        super().__init__(policy)

    def learn(
        self, lesson: Lesson[Any], budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None
    ) -> Curve:
        """Play episodes until all is tried, or the budget ends; what was found by then is a route that ends."""
        rng, meter = derive(seed, "learn"), (budget or Budget()).start()
        self.lesson, self.table = lesson, {}
        mind = _Mind(self.table)
        curve: Curve = []
        limit = min(self.episodes, (budget and budget.episodes) or self.episodes)
        while len(curve) < limit and meter.left() and not (curve and mind.content):
            curious = rng.random() < max(0.1, self.epsilon * (1 - len(curve) / limit))
            steps, ended = self._episode(lesson, len(curve), curious, mind, rng, meter)
            mind.back_up(steps)
            _tell(curve, steps, ended, on_progress)
        return curve

    def _episode(
        self,
        lesson: Lesson[Any],
        number: int,
        curious: bool,
        mind: _Mind,
        rng: np.random.Generator,
        meter: Meter,
    ) -> tuple[list[Step], bool]:
        state = lesson.episode(number)
        key, steps = lesson.key(state, 0), []
        for _ in range(self.length):
            if state.is_over():
                break
            action = mind.choose(key, state.legal(0), curious, rng)
            state, reward = _try(lesson, state, action)
            meter.spend()
            after = None if state.is_over() else lesson.key(state, 0)
            steps.append((key, action, reward, after))
            mind.saw(steps[-1])
            key = after
        return steps, state.is_over()


class _Mind:
    """What a Backward learner remembers: how often it tried what, what followed, and the best values."""

    def __init__(self, table: dict[Hashable, dict[int, float]]) -> None:
        self.table = table
        self._untried = 0
        self._unknown: set[Hashable] = set()
        self._value: dict[Hashable, float] = {None: 0.0}
        self._tries: dict[Hashable, dict[int, int]] = {}
        self._steps: dict[tuple[Hashable, int], Step] = {}
        self._into: dict[Hashable, list[Step]] = {}
        self._plan: list[tuple[Hashable, int]] = []

    @property
    def content(self) -> bool:
        """Whether nothing that can be reached is left untried."""
        return self._untried == 0 and not self._unknown

    def choose(self, key: Hashable, legal: list[int], curious: bool, rng: np.random.Generator) -> int:
        """Return what a curious or a content learner does here; where it knows nothing at all, something untried."""
        tries = self._tries.get(key)
        if tries is None:
            tries = self._tries[key] = dict.fromkeys(legal, 0)
            self._untried += len(legal)
            self._unknown.discard(key)
        known = self.table.get(key)
        action = self._curious(key, tries, rng) if curious or not known else None
        if action is None and known:
            action = max(known, key=lambda a: known[a])
        elif action is None:
            action = legal[int(rng.random() * len(legal))]
        self._untried -= tries[action] == 0
        tries[action] += 1
        return action

    def _curious(self, key: Hashable, tries: dict[int, int], rng: np.random.Generator) -> int | None:
        """Return an untried action, or the first step to the nearest situation that has one, or None."""
        fresh = [action for action, times in tries.items() if times == 0]
        if fresh:
            self._plan.clear()
            return fresh[int(rng.random() * len(fresh))]
        if not self._plan or self._plan[-1][0] != key:
            self._plan = self._way_to_untried(key)
        return self._plan.pop()[1] if self._plan else None

    def _way_to_untried(self, key: Hashable) -> list[tuple[Hashable, int]]:
        """Return the steps to the nearest situation with something untried, last one first, by breadth-first search."""
        came: dict[Hashable, tuple[Hashable, int]] = {key: (None, -1)}
        queue = deque([key])
        while queue:
            here = queue.popleft()
            tries = self._tries.get(here)
            if tries is None or 0 in tries.values():
                plan = []
                while here != key:
                    here, action = came[here]
                    plan.append((here, action))
                return plan
            for action in tries:
                after = self._steps[here, action][3]
                if after is not None and after not in came:
                    came[after] = (here, action)
                    queue.append(after)
        return []

    def saw(self, step: Step) -> None:
        """Remember where an action led."""
        key, action, _, after = step
        if (key, action) not in self._steps:
            self._steps[key, action] = step
            self._into.setdefault(after, []).append(step)
            if after is not None and after not in self._tries:
                self._unknown.add(after)

    def back_up(self, steps: list[Step]) -> None:
        """Learn from an episode, from its end on, and from all that was experienced before where a value rises."""
        risen = [key for step in reversed(steps) for key in self._learn(step)]
        while risen:
            risen += [key for step in self._into.get(risen.pop(), ()) for key in self._learn(step)]

    def _learn(self, step: Step) -> list[Hashable]:
        """Learn from one step; return its situation if that is worth more now."""
        key, action, reward, after = step
        if (ahead := self._value.get(after)) is None:
            return []
        worth = reward + ahead
        self.table.setdefault(key, {})[action] = worth
        if worth <= self._value.get(key, -math.inf):
            return []
        self._value[key] = worth
        return [key]


def _try(lesson: Lesson[Any], state: Any, action: int) -> tuple[Any, float]:
    """Return the next state and its reward; the state given stays as it is."""
    after = state.clone()
    after.advance(action)
    return after, lesson.reward(state, action, after, 0)


def _tell(curve: Curve, steps: list[Step], ended: bool, on_progress: OnProgress | None) -> None:
    curve.append(Progress(len(curve) + 1, len(steps), sum(step[2] for step in steps), ended))
    if on_progress is not None:
        on_progress(curve[-1])


def _insist(owner: str, **limits: int) -> None:
    for name, value in limits.items():
        if value < 1:
            raise BadParameter(f"{owner}: {name}={value}; at least 1 is needed")
