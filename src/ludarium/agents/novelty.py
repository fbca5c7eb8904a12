"""The study's planners: IW(1), IW(RS), IW(3/2), and IW(2) and Rollout IW(1) beside them.

Lipovetzky & Geffner 2012; in general video games Geffner & Geffner 2015; in this form, with look-ahead, reward shaping
and pairs with informative atoms, the study of the arcade (docs/planners.md). Where a game has compiled sight the search
runs inside the core; elsewhere the same search is done in Python over `atoms()`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ludarium.agents.pace import Pace, cells_text, has_sight, luck_of, mask_of, run_on, waves_text
from ludarium.agents.width import iterated_width
from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, nearest
from ludarium.core.game import HasAtoms, Known, State
from ludarium.core.spec import Chance, GameSpec

_SAMPLES = 5
_DISCOUNT = 1.0 / 1.01
_LAYERS = {"category": 0, "type": 1, "rich": 2}


class Planner(Agent[State]):
    """What the novelty planners share: look ahead by one step, search, play the first action of the best node.

    *Look ahead*: each first action is tried five times with fresh luck; those that lose more often than the safest are
    dropped. A win is a win: it is never taken for a death, and ends the search. Not handled: opponents, secrets; under
    luck each search sees one future.
    """

    needs = Needs(players=1, able=(HasAtoms,))
    mode: ClassVar[int] = 1
    layer: ClassVar[str] = "category"
    shaped: ClassVar[bool] = False

    def __init__(self, steps: int | None = None, ms: float | None = None) -> None:
        self.steps, self.ms = steps, ms

    _search: Any = None
    _rate, _more = 40.0, 0

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Make room for the search, so that no move has to."""
        super().begin(spec, player, seed, known, budget)
        self._rate, self._more = 40.0, 0
        state: Any = known.imagine(self.rng)
        self._search = self._make(state) if has_sight(state) else None

    def _make(self, state: Any) -> Any:
        from ludarium.compiled.width import SINGLES, Breadth

        search = Breadth(state.core, state.rules)
        search.prepare(state.words, self._settings(state)["layer"], pairs=self.mode != SINGLES)
        return search

    def _settings(self, state: Any) -> dict[str, Any]:
        from ludarium.compiled import abi

        found: dict[str, Any] = {"layer": _LAYERS[self.layer], "mode": self.mode}
        if self.shaped:
            looks = np.zeros(abi.N_TRAITS, np.int32)
            state.core.sight.traits(state.rules, state.words, looks)
            changes = np.full(int(looks[abi.KINDS]) + 1, 5.0)
            found |= {"discount": _DISCOUNT, "vanish": 1.0, "changes": changes}
        return found

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Search within the budget, and follow the best node."""
        budget = budget.within(steps=self.steps, ms=self.ms)
        pace = Pace(budget, self._rate)
        state: Any = turn.imagine(self.rng)
        if self._search is None:
            return self._act_in_python(state, turn, pace)
        from ludarium.compiled.width import look_ahead

        if self._more:
            state.make_room(self._more)
        mask, luck, search = mask_of(turn.legal), luck_of(self.rng), self._search
        samples = 1 if turn.spec.chance is Chance.NONE else _SAMPLES
        deaths, made = look_ahead(
            state.core, state.rules, state.words, mask, luck, samples, pace.slice(samples * len(turn.legal))
        )
        pace.spend(made)
        least = min(int(deaths[action]) for action in turn.legal)
        safe = [action for action in turn.legal if deaths[action] == least]
        search.start(state.words, mask_of(safe), luck, **self._settings(state))
        run_on(search, pace)
        self._rate = pace.rate
        if search.control[search.fulls] > 10 and hasattr(state, "make_room"):
            self._more = min(512, 2 * self._more + 32)
        values = {a: round(float(search.firsts[a]), 4) for a in safe if search.firsts[a] > -np.inf}
        action = self._choose(search, values, safe)
        info = {
            "value": values.get(action, 0.0),
            "values": values,
            "nodes": int(search.control[search.tail]),
            "depth": int(search.control[search.deepest]),
            "complete": bool(search.complete),
            "reached": cells_text(search.places()),
            "new": waves_text(search.places(), search.depths()),
            "steps": pace.steps,
        }
        return Decision(action, info)

    def _choose(self, search: Any, values: dict[int, float], safe: list[int]) -> int:
        plan, _ = search.best()
        return plan[0] if plan else self.choose(safe)

    def _act_in_python(self, state: State, turn: Turn[State], pace: Pace) -> Decision:
        left = max(1, turn.spec.max_steps - turn.tick)
        found = iterated_width(state, 2 if self.mode == 2 else 1, pace.meter, left)
        action = found.plan[0] if found.plan else self.choose(turn.legal)
        info = {"value": found.value, "nodes": found.novel, "complete": found.complete, "steps": pace.steps}
        return Decision(action, info)


class Iw1(Planner):
    """IW(1), basic: breadth-first from the current state; a state with no new atom is pruned.

    Atoms are (cell, category of the sprite there); `atoms=type` tells types apart, `atoms=rich` also what the avatar
    faces and holds. The best node has the highest score, a win above all, a loss below. Ties fall to the node found
    first; actions are explored in random order. Not handled: a gain that needs two things at once, a turn on the spot
    (it shows no new atom unless `atoms=rich`), luck beyond the first step.
    """

    def __init__(self, atoms: str = "category", steps: int | None = None, ms: float | None = None) -> None:
        if atoms not in _LAYERS:
            raise BadParameter(f"iw1: atoms={atoms}; choose category, type or rich{nearest(atoms, _LAYERS)}")
        super().__init__(steps, ms)
        self.atoms = atoms

    def _settings(self, state: Any) -> dict[str, Any]:
        return super()._settings(state) | {"layer": _LAYERS[self.atoms]}


class IwRs(Planner):
    """IW(RS): IW(1) with shaped rewards.

    +1 when a movable thing vanishes and the score stays, +5 when the avatar's type changes; each change is divided by
    1.01 to the power of its depth. Not handled: what IW(1) does not handle, and games where vanishing things are bad.
    """

    shaped = True


class Iw32(Planner):
    """IW(3/2): atoms (cell, type), new alone, or new together with the score, or with the avatar's type.

    The search can go back over known cells after a gain or a change. Not handled: subgoals that show in neither; games
    whose score changes all the time, where hardly anything is pruned.
    """

    mode = 3
    layer = "type"


class Iw2(Planner):
    """IW(2): a state is kept when it shows a new pair of atoms (cell, type). For small games, or much time.

    Pairs are kept by a hash of 22 bits, so a few new ones are taken for old. Not handled: subgoals of three parts.
    """

    mode = 2
    layer = "type"


class RolloutIw(Planner):
    """Rollout IW(1) (Bandres, Bonet & Geffner 2018): random roll-outs that end where no atom is new at such a depth.

    Reaches deep within a short time, where breadth-first search sees only what is near; in the end both have looked at
    the same. `atoms` as for `iw1`. Not handled: opponents, secrets; under luck each node holds one future.
    """

    def __init__(self, atoms: str = "rich", steps: int | None = None, ms: float | None = None) -> None:
        if atoms not in _LAYERS:
            raise BadParameter(f"rollout-iw: atoms={atoms}; choose category, type or rich{nearest(atoms, _LAYERS)}")
        super().__init__(steps, ms)
        self.atoms = atoms

    def _make(self, state: Any) -> Any:
        from ludarium.compiled.rollouts import Rollouts

        return Rollouts(state.core, state.rules)

    def _settings(self, state: Any) -> dict[str, Any]:
        return {"layer": _LAYERS[self.atoms], "discount": _DISCOUNT}

    def _choose(self, search: Any, values: dict[int, float], safe: list[int]) -> int:
        if not values:
            return self.choose(safe)
        best = max(values.values())
        return self.choose([action for action, value in values.items() if value == best])
