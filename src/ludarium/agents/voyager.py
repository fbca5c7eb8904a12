"""The champion: plans to the end where the world waits, and plans warily where it does not."""

from __future__ import annotations

from typing import Any

from ludarium.agents.novelty import Iw1
from ludarium.agents.pace import Pace, has_sight, run_on
from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.game import HasAtoms, Known, State
from ludarium.core.spec import Chance, GameSpec, Information

_PREPARATION = 25
"""A match is prepared in at most this many times the milliseconds of a move (the competition gives 1 s for 40 ms)."""
_PATIENCE = 500
"""A world that is still safe after so many ticks of waiting is one where there is time to think."""
_LONG, _SHORT = 0.85, 0.15
"""The share of the ticks left that is spent thinking: without luck, and with it."""
_NAP = 60
_SETTLE = 25


class Voyager(Agent[State]):
    """Plays games of one player that it has never seen.

    - *Rest.* In the first second it waits in imagination. Where waiting changes nothing, thinking is free: it stands
      still and searches to the end of the game, best-first with novelty (`compiled.voyage`), from move to move, in one
      future. It follows the plan while the world answers as foreseen; otherwise it waits until the world is at rest
      again and plans anew (as FF-Replan: Yoon, Fern & Givan 2007).
    - *Foresight.* Where the world moves by itself, but without luck and without harm, it plans from the position that
      it will be in after some ticks of waiting, and thinks meanwhile.
    - *Caution.* Elsewhere (`agents.wary`): every action is tried with fresh luck, and each time a way to live on is
      looked for; IW(1), then IW(3/2), then IW(2) look for gains, each with luck of its own; without a gain in sight it
      goes where it has not been.

    Games without compiled sight are played by IW(1) over their atoms. Not handled: opponents, secrets; plans that need
    luck to be reacted to within a still world; scores that must be given up for long.
    """

    needs = Needs(players=1, information=Information.PERFECT, able=(HasAtoms,))

    def __init__(self, steps: int | None = None, ms: float | None = None) -> None:
        self.steps, self.ms = steps, ms
        self._plain = Iw1(steps=steps, ms=ms)
        self._wary: Any = None

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Find out whether there is luck, and whether the world waits."""
        super().begin(spec, player, seed, known, budget)
        self._wary = None
        state: Any = known.imagine(self.rng)
        if not has_sight(state):
            self._plain.begin(spec, player, seed, known, budget)
            return
        from ludarium.agents.wary import Wary
        from ludarium.compiled.voyage import Voyage

        self._rate = 40.0
        self._plan: list[int] = []
        self._expected: int | None = None
        self._sleep, self._nap, self._settle, self._asleep = 0, _NAP, _SETTLE, False
        self._wary = Wary(state, self.rng)
        pace = Pace(budget.within(steps=self.steps, ms=self.ms), self._rate, float(_PREPARATION))
        self._sure = spec.chance is Chance.NONE or self._seems_sure(known, pace)
        self._rests = self._at_rest(state, 3, pace)
        self._thinks = self._rests or (self._sure and self._is_patient(known, pace))
        if self._thinks:
            self._voyage = Voyage(state.core, state.rules)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Follow the plan, think on, or be wary."""
        if self._wary is None:
            return self._plain.act(turn, budget)
        pace = Pace(budget.within(steps=self.steps, ms=self.ms), self._rate)
        pace.kept = 1 if self._thinks else 0  # for the look at what will follow
        state: Any = turn.imagine(self.rng)
        action: int | None = None
        info: dict[str, Any] = {}
        if self._thinks:
            if self._expected is not None and _digest(state) != self._expected:
                self._plan, self._sleep, self._asleep = [], 0, False
                self._sure, self._settle = False, _SETTLE
                self._thinks = self._rests
            action, info = self._think(turn, state, pace)
        if action is None:
            self._expected, pace.kept = None, 0
            action, info = self._wary.act(state, turn.legal, pace)
        self._rate = pace.rate
        return Decision(action, {**info, "steps": pace.steps})

    def _seems_sure(self, known: Known, pace: Pace) -> bool:
        """Walk at random, twice with the same actions and other luck, and compare."""
        for _ in range(8):
            one: Any = known.imagine(self.rng)
            two: Any = known.imagine(self.rng)
            for _ in range(20):
                legal = one.legal(0)
                if not legal or pace.slice(2) < 2:
                    break
                action = int(legal[int(self.rng.integers(len(legal)))])
                one.advance(action)
                two.advance(action)
                pace.spend(2)
                if _digest(one) != _digest(two):
                    return False
        return True

    def _at_rest(self, state: Any, ticks: int, pace: Pace) -> bool:
        """Say whether waiting changes nothing, after the first ticks at least."""
        if not pace.has(ticks + pace.kept):
            return False
        model, before = state.clone(), 0
        for _ in range(ticks):
            if not model.legal(0):
                return False
            before = _digest(model)
            model.advance(model.legal(0)[0])
        pace.spend(ticks)
        return before == _digest(model)

    def _is_patient(self, known: Known, pace: Pace) -> bool:
        """Say whether one can wait for long without harm."""
        model: Any = known.imagine(self.rng)
        score = model.returns()[0]
        for _ in range(_PATIENCE):
            if pace.slice(1) < 1 or not model.legal(0):
                return False
            model.advance(model.legal(0)[0])
            pace.spend(1)
        return bool(model.legal(0)) and model.returns()[0] >= score

    def _think(self, turn: Turn[State], state: Any, pace: Pace) -> tuple[int | None, dict[str, Any]]:
        """Follow the plan, or search on while the world waits; None when the wary part must act."""
        nil, voyage = turn.legal[0], self._voyage
        if not self._plan and not self._asleep:
            if self._rests and not self._at_rest(state, 2, pace):
                self._settle -= 1
                if self._settle <= 0 or self._expected is None:
                    return None, {}
                return self._foresee(state, nil, pace), {"waits": True}
            if not self._fall_asleep(turn, state, pace):
                return None, {}
        if self._asleep:
            run_on(voyage, pace)
            self._sleep -= 1
            here = self._rests  # the root is where we stand; otherwise where we shall stand
            if (voyage.done and here) or self._sleep <= 0:
                self._wake()
            if not self._thinks:
                return None, {}
        info = {
            "plan": self._plan[:20],
            "nodes": int(voyage.control[voyage.count]),
            "depth": int(voyage.control[voyage.deepest]),
            "solved": voyage.won,
        }
        action = nil
        if self._plan and (self._rests or not self._asleep):
            action = self._plan.pop(0)
        if action not in turn.legal:
            return None, {}
        return self._foresee(state, action, pace), info

    def _fall_asleep(self, turn: Turn[State], state: Any, pace: Pace) -> bool:
        """Start a search from here, or from where waiting will lead; False when there is no time for it."""
        left = turn.spec.max_steps - 1 - turn.tick
        model = state.clone()
        if self._rests:
            self._sleep = int(left * (_LONG if self._sure else _SHORT))
        else:
            self._sleep, self._nap = self._nap, self._nap * 2
            if left < 3 * self._sleep or not pace.has(self._sleep + pace.kept) or not pace.slice(1):
                self._thinks = False
                return False
            for _ in range(self._sleep):
                model.advance(model.legal(0)[0])
            pace.spend(self._sleep)
        if left < 40 or self._sleep < 1:
            self._thinks = False
            return False
        model.make_room(64)
        self._voyage.start(model.words, max_depth=max(10, left - self._sleep if self._sure else left // 2))
        self._asleep = True
        return True

    def _wake(self) -> None:
        """Take the plan that was found; a way that does not win is left to the wary part."""
        self._asleep = False
        if self._voyage.won:
            self._plan = self._voyage.plan()
        elif self._rests or self._nap > 500:
            self._thinks = False

    def _foresee(self, state: Any, action: int, pace: Pace) -> int:
        """Remember what the world will look like if there is no luck."""
        if not pace.has(1):
            self._expected = None
            return action
        model = state.clone()
        model.advance(action)
        pace.spend(1)
        self._expected = _digest(model)
        return action


def _digest(state: Any) -> int:
    return int(state.core.sight.digest(state.rules, state.words))
