"""The champion: plans to the end where there is no luck, and plans warily where there is."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.agents.pace import Pace, has_sight, luck_of
from ludarium.agents.wary import Wary
from ludarium.compiled import abi
from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.game import Known, State
from ludarium.core.spec import Chance, GameSpec, Information

_PREPARATION = 25
_NIL = 0


class Voyager(Agent[State]):
    """x"""

    needs = Needs(players=1, information=Information.PERFECT)

    def __init__(self, steps: int | None = None, ms: float | None = None) -> None:
        self.steps, self.ms = steps, ms

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        super().begin(spec, player, seed, known, budget)
        self._rate = 40.0
        self._plan: list[int] = []
        self._expected: Any = None
        self._voyage: Any = None
        self._sleep = 0
        self._slept = 0
        self._tired = False
        state: Any = known.imagine(self.rng)
        self._sighted = has_sight(state)
        if not self._sighted:
            return
        pace = Pace(budget.within(steps=self.steps, ms=self.ms), self._rate, 5.0)
        self._wary = Wary(state, self.rng)
        self._sure = spec.chance is Chance.NONE or self._seems_sure(known, pace)
        self._still = self._sure and self._is_still(known, pace)
        if self._sure:
            from ludarium.compiled.voyage import Voyage

            self._voyage = Voyage(state.core, state.rules)

    def _digest(self, state: Any) -> int:
        return int(state.core.sight.digest(state.rules, state.words))

    def _seems_sure(self, known: Known, pace: Pace) -> bool:
        """Try random walks twice, with different luck."""
        for _ in range(8):
            one: Any = known.imagine(self.rng)
            two: Any = known.imagine(self.rng)
            for _ in range(20):
                legal = one.legal(0)
                if not legal or pace.slice(2) < 2:
                    break
                action = legal[int(self.rng.integers(len(legal)))]
                one.advance(action)
                two.advance(action)
                pace.spend(2)
                if self._digest(one) != self._digest(two):
                    return False
        return True

    def _is_still(self, known: Known, pace: Pace) -> bool:
        state: Any = known.imagine(self.rng)
        for _ in range(3):
            if not state.legal(0) or pace.slice(1) < 1:
                return False
            before = self._digest(state)
            state.advance(_NIL)
            pace.spend(1)
        return before == self._digest(state)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        pace = Pace(budget.within(steps=self.steps, ms=self.ms), self._rate)
        state: Any = turn.imagine(self.rng)
        if not self._sighted:
            return Decision(self.choose(turn.legal))
        if len(turn.legal) == 1:
            return Decision(turn.legal[0], {"steps": 0})
        if self._expected is not None and self._digest(state) != self._expected:
            self._plan, self._expected, self._sure = [], None, False
        if self._sure and not self._tired:
            action, info = self._sail(turn, state, pace)
        else:
            action, info = None, {}
        if action is None:
            action, info = self._wary.act(state, turn.legal, pace)
        self._rate = pace.rate
        info["steps"] = pace.steps
        info.pop("reached", None)
        return Decision(action, info)

    def _sail(self, turn: Turn[State], state: Any, pace: Pace) -> tuple[int | None, dict[str, Any]]:
        """Without luck: follow the plan, or search on."""
        left = turn.spec.max_steps - 1 - turn.tick
        voyage = self._voyage
        if not self._plan:
            if self._sleep == 0:
                if left < 40:
                    self._tired = True
                    return None, {}
                self._start(state, turn, pace)
            while not voyage.done and (allowed := pace.slice()):
                made = voyage.run(allowed)
                pace.spend(made)
                if made == 0:
                    break
            self._sleep -= 1
            if voyage.won and (self._still or self._sleep < 0):
                self._plan = voyage.plan()
            elif voyage.done and self._still:
                self._plan = voyage.plan()
                self._tired = not self._plan
            elif self._sleep <= 0:
                self._plan = voyage.plan()
                self._tired = True
                self._sleep = 0
        info = {"plan": self._plan[:20], "nodes": int(voyage.control[0]), "depth": int(voyage.control[9]), "won": voyage.won}
        if not self._plan:
            action = _NIL
        else:
            action = self._plan.pop(0)
            if not self._plan:
                self._sleep = 0
        if self._tired and not self._plan:
            return (action if action in turn.legal else None), info
        # what must be true next time
        model = state.clone()
        if pace.slice(1) >= 1 or True:
            model.advance(action)
            pace.spend(1)
            self._expected = self._digest(model)
        return action, info

    def _start(self, state: Any, turn: Turn[State], pace: Pace) -> None:
        state = state.clone()
        state.make_room(64)
        left = turn.spec.max_steps - 1 - turn.tick
        self._sleep = int(left * 0.85) if self._still else 0
        self._voyage.start(state.words, max_depth=max(10, int(left * 0.6)))
