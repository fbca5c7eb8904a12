"""Planning and learning together: Rollout IW(1) guided by a policy that is learnt over episodes.

Junyent, Jonsson & Gómez 2019 (π-IW) trained a network on what the planner found; here the policy is linear over the
atoms (cell, type), so that a person can read it and a file holds it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from ludarium.agents.pace import Pace, cells_text, luck_of, mask_of, run_on, waves_text
from ludarium.core.agent import Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.game import HasSight, State
from ludarium.core.learner import Curve, Learner, Lesson, OnProgress, Progress
from ludarium.core.rng import derive

_LAYER = 1
_DISCOUNT = 1.0 / 1.01


class Apprentice(Learner):
    """Rollout IW(1) whose roll-outs prefer what paid in earlier episodes.

    In `learn` each episode is played by the planner itself (`steps` model steps a move). After each move the weights of
    the true atoms move towards the actions whose subtrees gained most: cross-entropy, rate `rate`. The policy only
    orders roll-outs: what is chosen is what the search found. Not handled: other levels than the one learnt on (an atom
    is a type in a cell), luck that must be reacted to.
    """

    needs = Needs(players=1, able=(HasSight,))

    def __init__(self, episodes: int = 20, steps: int = 300, rate: float = 0.2, policy: str | None = None) -> None:
        if episodes < 1 or steps < 1:
            raise BadParameter(f"apprentice: episodes={episodes}, steps={steps}; both are at least 1")
        self.episodes, self.steps, self.rate = episodes, steps, rate
        self._pace_rate = 40.0
        super().__init__(policy)

    def learn(
        self, lesson: Lesson[Any], budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None
    ) -> Curve:
        """Play episodes of the lesson, each guided by what the ones before taught."""
        self.lesson, self.table = lesson, {}
        meter, curve = (budget or Budget()).start(), []
        for number in range(1, self.episodes + 1):
            if not meter.left():
                break
            self._rng = derive(seed, "apprentice", number)
            state, gained, made = lesson.episode(number), 0.0, 0
            while state.legal(0) and meter.left():
                pace = Pace(Budget(steps=self.steps))
                search = self._search(state.known(0).imagine(self.rng), state.legal(0), pace)
                action = self._teach(search, state)
                before = state.clone()
                state.advance(action)
                gained += lesson.reward(before, action, state, 0)
                meter.spend(pace.steps + 1)
                made += 1
            curve.append(Progress(number, made, gained, state.is_over()))
            if on_progress is not None:
                on_progress(curve[-1])
        return curve

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Plan as Rollout IW does, guided by what was learnt."""
        pace = Pace(budget, self._pace_rate)
        search = self._search(turn.imagine(self.rng), turn.legal, pace)
        self._pace_rate = pace.rate
        values = {a: round(float(search.firsts[a]), 4) for a in turn.legal if search.firsts[a] > -np.inf}
        best = max(values.values(), default=0.0)
        action = self.choose([a for a, value in values.items() if value == best] or list(turn.legal))
        info = {
            "value": best,
            "values": values,
            "nodes": int(search.control[search.tail]),
            "depth": int(search.control[search.deepest]),
            "reached": cells_text(search.places()),
            "new": waves_text(search.places(), search.depths()),
            "trained": self.lesson is not None,
            "steps": pace.steps,
        }
        return Decision(action, info)

    def _search(self, state: Any, legal: Any, pace: Pace) -> Any:
        from ludarium.compiled.rollouts import Rollouts

        search = Rollouts(state.core, state.rules, 64, 1 << 14)
        search.start(
            state.words, mask_of(legal), luck_of(self.rng), layer=_LAYER, discount=_DISCOUNT, policy=self._policy(state)
        )
        run_on(search, pace)
        return search

    def _policy(self, state: Any) -> Any:
        """Return the table as an array of a weight for each action and atom."""
        size = int(state.core.sight.size(state.rules, _LAYER)) + 1
        policy = np.zeros((state.core.actions, size))
        for atom, row in self.table.items():
            for action, weight in row.items():
                policy[action, int(atom)] = weight  # type: ignore[call-overload]  # atoms are numbers here
        return policy

    def _teach(self, search: Any, state: Any) -> int:
        """Move the weights of what is true here towards the best first actions; return one of them."""
        legal = [int(action) for action in state.legal(0)]
        values = np.array([search.firsts[action] for action in legal])
        best = values.max()
        good = values == best
        if good.all() or not np.isfinite(best):
            return self.choose(legal)
        target = good / good.sum()
        found = np.empty(4096, np.int32)
        count = int(state.core.sight.atoms(state.rules, state.words, _LAYER, found))
        atoms = sorted(set(found[:count].tolist()))
        rows: list[dict[int, float]] = [self.table.setdefault(_plain(atom), {}) for atom in atoms]
        lean = np.array([sum(row.get(action, 0.0) for row in rows) for action in legal])
        share = 0.5 * (lean + np.sqrt(lean * lean + 4.0))
        share = share / share.sum()
        for index, action in enumerate(legal):
            change = float(self.rate * (target[index] - share[index]) / max(1, len(atoms)))
            for row in rows:
                row[action] = row.get(action, 0.0) + change
        return self.choose([action for action, is_good in zip(legal, good, strict=True) if is_good])


def _plain(atom: int) -> Hashable:
    return int(atom)
