"""Breadth-first search and A* for games of one player without luck: they find plans, and keep them."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from typing import Any, ClassVar

from ludarium.agents.pace import Pace, has_sight
from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.game import HasHeuristic, Known, State
from ludarium.core.spec import Chance, GameSpec, Information


class Bfs(Agent[State]):
    """Breadth-first search over positions, each met once.

    The plan to the first win (where the game has compiled sight), or to the best return, is played to its end; then the
    search starts anew. With compiled sight it goes on from move to move while the agent waits, if waiting changes
    nothing; otherwise each move searches within its own budget. Not handled: luck,
    secrets, opponents; spaces larger than its memory.
    """

    needs = Needs(players=1, chance=Chance.NONE, information=Information.PERFECT)
    costed: ClassVar[bool] = False
    _rate, _voyage = 40.0, None

    def __init__(self, steps: int | None = None, ms: float | None = None) -> None:
        self.steps, self.ms = steps, ms
        self._plan: list[int] = []

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Make room for the search."""
        super().begin(spec, player, seed, known, budget)
        self._plan, self._rate, self._root = [], 40.0, None
        self._voyage = None
        state: Any = known.imagine(self.rng)
        if has_sight(state):
            from ludarium.compiled.voyage import Voyage

            self._voyage = Voyage(state.core, state.rules)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Follow the plan, or search for one."""
        pace = Pace(budget.within(steps=self.steps, ms=self.ms), self._rate)
        if self._plan and self._plan[0] in turn.legal:
            return Decision(self._plan.pop(0), {"plan": self._plan[:20], "steps": 0})
        state: Any = turn.imagine(self.rng)
        self._plan = self._search(state, pace) if self._voyage is None else self._sail(state, turn, pace)
        self._rate = pace.rate
        info = {"plan": self._plan[:20], "steps": pace.steps}
        action = self._plan.pop(0) if self._plan else turn.legal[0]
        return Decision(action if action in turn.legal else turn.legal[0], info)

    def _sail(self, state: Any, turn: Turn[State], pace: Pace) -> list[int]:
        from ludarium.agents.pace import run_on
        from ludarium.compiled.voyage import BREADTH, COSTED

        assert self._voyage is not None
        voyage: Any = self._voyage
        here = state.core.sight.digest(state.rules, state.words)
        if self._root != here or voyage.done:
            if hasattr(state, "make_room"):
                state.make_room(64)
            self._root = here
            voyage.start(state.words, pattern=(COSTED,) if self.costed else (BREADTH,))
        run_on(voyage, pace)
        ticks = turn.spec.max_steps - turn.tick
        plan: list[int] = voyage.plan()
        enough = voyage.done or len(plan) + 100 > ticks
        if enough or not self._may_wait(state, here, pace):
            return plan or [self.choose(turn.legal)]
        return []

    def _may_wait(self, state: Any, here: int, pace: Pace) -> bool:
        """Say whether the first legal action changes nothing."""
        if pace.slice(1) < 1 and pace.meter.budget.steps is not None:
            return bool(self._root == here)
        after = state.clone()
        after.advance(after.legal(0)[0])
        pace.spend(1)
        return bool(after.core.sight.digest(after.rules, after.words) == here)

    def _search(self, root: State, pace: Pace) -> list[int]:
        """Search in Python over the contract."""
        best = root.returns()[0]
        plan: list[int] = []
        ways: dict[Hashable, tuple[Hashable, int] | None] = {root.key(): None}
        queue: list[tuple[float, int, State, Hashable, int]] = [(0.0, 0, root, root.key(), 0)]
        count = 0
        while queue:
            _, _, state, key, depth = heapq.heappop(queue)
            for action in state.legal(0):
                if pace.slice(1) < 1:
                    return plan
                child = state.clone()
                child.advance(action)
                pace.spend(1)
                new = child.key()
                if new in ways:
                    continue
                ways[new] = (key, int(action))
                worth = child.returns()[0]
                if worth > best:
                    best, plan = worth, _way(ways, new)
                if not child.is_over():
                    count += 1
                    hope = child.estimate(0) if isinstance(child, HasHeuristic) else worth
                    cost = depth + 1 - 10 * hope if self.costed else float(depth + 1)
                    heapq.heappush(queue, (cost, count, child, new, depth + 1))
        return plan


class AStar(Bfs):
    """A*: the position with the least depth minus ten for each point first (in Python: for each unit of the estimate).

    The hope that a point is ten steps away is no bound, so plans need not be shortest. Not handled: as `bfs`.
    """

    costed = True


def _way(ways: dict[Hashable, tuple[Hashable, int] | None], key: Hashable) -> list[int]:
    found = []
    while (link := ways[key]) is not None:
        key, action = link
        found.append(action)
    return found[::-1]
