"""The study's future work: an agent that looks at a game for a moment, then plays as the planner that fits.

It observes (`agents.features`) in imagined states, and goes by what was measured on other games (`agents.experience`):
each planner is expected to win as it did on the games that looked most alike. No rule text and no name is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.agents.experience import EXPERIENCE, PORTFOLIO
from ludarium.agents.novelty import Iw1
from ludarium.agents.pace import Pace, has_sight
from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.game import HasAtoms, Known, State
from ludarium.core.registry import load_agent
from ludarium.core.spec import GameSpec, Information

_SOFT = 0.1
Row = tuple[tuple[float, ...], tuple[float, ...]]


def expected(features: Sequence[float], experience: Sequence[Row] = EXPERIENCE) -> list[float]:
    """Return the share of wins expected of each planner: a mean over known games, the more alike the heavier."""
    totals, weight = [0.0] * len(PORTFOLIO), 0.0
    for seen, wins in experience:
        apart = sum((a - b) * (a - b) for a, b in zip(features, seen, strict=True))
        near = 1.0 / (_SOFT + apart) / (_SOFT + apart)
        weight += near
        totals = [total + near * won for total, won in zip(totals, wins, strict=True)]
    return [total / weight for total in totals]


class Chooser(Agent[State]):
    """Picks one of iw1, iwrs, iw32, rollout-iw, olets and mcts at the start of a match, by what it observes.

    The measured games are none of the study's thirty. Games without compiled sight are played by IW(1). Not handled:
    games whose nature changes on the way (it chooses once).
    """

    needs = Needs(players=1, information=Information.PERFECT, able=(HasAtoms,))

    def __init__(self, steps: int | None = None, ms: float | None = None) -> None:
        self.steps, self.ms = steps, ms
        self._chosen: Agent[Any] = Iw1()
        self._name = "iw1"
        self._why: dict[str, Any] = {}

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Observe, and choose."""
        super().begin(spec, player, seed, known, budget)
        self._name, self._why = "iw1", {}
        if has_sight(known.imagine(self.rng)):
            from ludarium.agents.features import observe

            pace = Pace(budget.within(steps=self.steps, ms=self.ms), share=10.0)
            seen = observe(known, self.rng, pace)
            hopes = expected(seen)
            self._name = PORTFOLIO[hopes.index(max(hopes))]
            self._why = {"features": dict(zip(seen._fields, (round(v, 3) for v in seen), strict=True))}
        self._chosen = load_agent(self._name)
        self._chosen.begin(spec, player, seed, known, budget)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Play as the chosen one does."""
        decision = self._chosen.act(turn, budget.within(steps=self.steps, ms=self.ms))
        why = self._why if turn.tick == 0 else {}
        return Decision(decision.action, {"plays as": self._name, **why, **decision.info})

    def saw(self, actors: Sequence[int], actions: Sequence[int]) -> None:
        """Pass it on."""
        self._chosen.saw(actors, actions)
