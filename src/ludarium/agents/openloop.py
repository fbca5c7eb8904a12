"""Peers that a reader expects: OLETS, one-step look-ahead, rolling-horizon evolution."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import Any

import numpy as np

from ludarium.agents.pace import SHARE, Pace, has_sight, luck_of, mask_of
from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.evolve import Recipe, Rng, evolve, tournament
from ludarium.core.game import HasHeuristic, Known, State
from ludarium.core.logs import log
from ludarium.core.spec import GameSpec

_ENDING = 1000.0
"""What a win adds to a return, and a loss takes off."""
_TABOO = 10


class _Sighted(Agent[State]):
    """An agent of one player that may find compiled sight in its game."""

    needs = Needs(players=1)
    _rate, _compiled = 40.0, False

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Forget the last match."""
        super().begin(spec, player, seed, known, budget)
        self._rate = 40.0
        state: Any = known.imagine(self.rng)
        self._compiled = has_sight(state)
        if self._compiled:
            self._prepare(state)

    def _prepare(self, state: Any) -> None:
        """Make what a match in the compiled core needs."""


def _worth(state: State) -> float:
    """Return what a state is worth to the one player, as far as the contract tells."""
    worth = state.returns()[0]
    if isinstance(state, HasHeuristic) and not state.is_over():
        worth += state.estimate(0)
    return worth


class Osla(_Sighted):
    """One-step look-ahead: each action tried `samples` times with fresh luck; the best mean return, ties at random.

    Wins and losses count where the game has compiled sight, elsewhere returns (and the estimate) alone. Not handled:
    anything beyond the next step.
    """

    def __init__(self, samples: int = 5) -> None:
        if samples < 1:
            raise BadParameter(f"osla: samples={samples}; at least 1 is needed")
        self.samples = samples

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Try each action."""
        pace = Pace(budget)
        totals: dict[int, list[float]] = {}
        for _ in range(self.samples):
            root = turn.imagine(self.rng)
            for action in turn.legal:
                if pace.slice(1) < 1:
                    break
                pace.spend(1)
                totals.setdefault(action, []).append(self._try(root, action))
        means = {action: sum(values) / len(values) for action, values in totals.items()} or {turn.legal[0]: 0.0}
        best = max(means.values())
        action = self.choose([action for action, mean in means.items() if mean == best])
        return Decision(action, {"value": best, "values": means, "steps": pace.steps})

    def _try(self, root: Any, action: int) -> float:
        if self._compiled:
            from ludarium.compiled.trials import trials

            plan, powers = np.array([action], np.int32), np.ones(2)
            found = trials(root.core, root.rules, root.words, plan, powers, luck_of(self.rng), 1, 1)
            return found.gain + _ENDING * (found.wins - found.losses)
        state = root.clone()
        state.advance(action)
        return _worth(state)


class Olets(_Sighted):
    """OLETS, open-loop expectimax tree search (Couëtoux; in Perez-Liebana et al. 2016), winner of the 2014 competition.

    Each iteration walks the tree with fresh luck by an upper confidence bound, opens one node and ends there: no
    roll-outs. A node's value mixes what ended in it with the best of its children. States on a cell where the avatar
    stood in the last ten moves lose half a point (taboo). The most visited action is played. Values are scaled to
    [0, 1]. Not handled: opponents, secrets; goals beyond the depth that the budget opens.
    """

    def __init__(self, c: float = 1.0, depth: int = 30, steps: int | None = None, ms: float | None = None) -> None:
        if depth < 1:
            raise BadParameter(f"olets: depth={depth}; at least 1 is needed")
        self.c, self.depth, self.steps, self.ms = c, depth, steps, ms

    def _prepare(self, state: Any) -> None:
        from ludarium.compiled.trees import Tree

        self._last: deque[int] = deque(maxlen=_TABOO)
        self._tree = Tree(state.core, state.rules)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Grow a tree until the budget ends."""
        pace = Pace(budget.within(steps=self.steps, ms=self.ms), self._rate)
        if not self._compiled:
            return self._act_in_python(turn, pace)
        from ludarium.compiled import abi
        from ludarium.compiled.trees import OLETS

        state: Any = turn.imagine(self.rng)
        looks = np.zeros(abi.N_TRAITS, np.int32)
        state.core.sight.traits(state.rules, state.words, looks)
        lure = np.zeros(int(looks[abi.CELLS]) + 1)
        lure[list(self._last)] = -0.5
        if looks[abi.CELL] >= 0:
            self._last.append(int(looks[abi.CELL]))
        self._tree.start(
            state.words, mask_of(turn.legal), luck_of(self.rng), mode=OLETS, c=self.c, depth=self.depth,
            ending=_ENDING, lure=lure,
        )  # fmt: skip
        decision = grow(self, self._tree, turn, pace)
        self._rate = pace.rate
        return decision

    def _act_in_python(self, turn: Turn[State], pace: Pace) -> Decision:
        root = _Leaf()
        while pace.slice(1):
            state, node, path = turn.imagine(self.rng), root, [root]
            while (legal := state.legal(0)) and len(path) <= self.depth and pace.slice(1):
                fresh = [action for action in legal if action not in node.below]
                action = self.choose(fresh) if fresh else node.pick(legal, self.c)
                state.advance(action)
                pace.spend(1)
                node = node.below.setdefault(action, _Leaf())
                path.append(node)
                if fresh:
                    break
            node.end(_worth(state))
            for place in reversed(path):
                place.back_up()
            if len(path) == 1:
                break
        visits = {action: root.below[action].visits if action in root.below else 0 for action in turn.legal}
        most = max(visits.values())
        action = self.choose([action for action in turn.legal if visits[action] == most])
        return Decision(action, {"visits": visits, "steps": pace.steps})


class _Leaf:
    """A node of OLETS in Python."""

    __slots__ = ("below", "best", "exits", "total", "visits")

    def __init__(self) -> None:
        self.below: dict[int, _Leaf] = {}
        self.visits = self.exits = 0
        self.total = self.best = 0.0

    def pick(self, legal: Any, c: float) -> int:
        """Return the action with the highest bound."""
        means = [self.below[action].best for action in legal]
        low, span = min(means), max(means) - min(means)
        weight = log(self.visits)

        def bound(action: int) -> float:
            child = self.below[action]
            mean = (child.best - low) / span if span > 0 else 0.5
            return float(mean + c * np.sqrt(weight / child.visits))

        return int(max(legal, key=bound))

    def end(self, value: float) -> None:
        """Note that a walk ended here."""
        self.exits += 1
        self.total += value

    def back_up(self) -> None:
        """Count a walk, and mix what ended here with the best child."""
        self.visits += 1
        self.best = self.total / self.visits
        if self.below:
            best = max(child.best for child in self.below.values())
            self.best += (self.visits - self.exits) / self.visits * best


def grow(agent: Agent[State], tree: Any, turn: Turn[State], pace: Pace) -> Decision:
    """Let a planted tree grow within the budget, and play its most visited action."""
    left = 1 << 40
    while allowed := pace.slice():
        if pace.meter.budget.steps is not None:
            left = pace.meter.steps_left(1 << 40)
        made = tree.run(allowed, left)
        pace.spend(made)
        if made == 0:
            break
    visits, means = tree.arms()
    most = max(int(visits[action]) for action in turn.legal)
    first = [action for action in turn.legal if visits[action] == most]
    best = max(float(means[action]) for action in first)
    action = agent.choose([action for action in first if means[action] == best])
    info = {
        "value": round(float(means[action]), 4) if most else 0.0,
        "visits": {a: int(visits[a]) for a in turn.legal},
        "values": {a: round(float(means[a]), 4) for a in turn.legal if visits[a]},
        "nodes": int(tree.control[0]),
        "depth": int(tree.control[2]),
        "iterations": int(tree.control[1]),
        "steps": pace.steps,
    }
    return Decision(action, info)


class Rhea(_Sighted):
    """Rolling-horizon evolution (Perez et al. 2013): a population of action sequences, bred anew at every move.

    The best of the last move, shifted by one step, stays in (shift buffer: Gaina, Lucas & Perez-Liebana 2017). A
    sequence is worth its discounted gain, wins and losses above all, in futures with fresh luck. Tournament of two,
    uniform crossover, one gene mutated. Not handled: opponents, secrets; sequences cannot react to luck.
    """

    def __init__(
        self,
        population: int = 10,
        length: int = 12,
        samples: int = 1,
        steps: int | None = None,
        ms: float | None = None,
    ) -> None:
        for name, value, least in (("population", population, 2), ("length", length, 1), ("samples", samples, 1)):
            if value < least:
                raise BadParameter(f"rhea: {name}={value}; at least {least} is needed")
        self.population, self.length, self.samples = population, length, samples
        self.steps, self.ms = steps, ms

        self._kept: tuple[int, ...] = ()
        self._powers = np.cumprod(np.concatenate([[1.0], np.full(length, 0.98)]))

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Forget the last plan."""
        super().begin(spec, player, seed, known, budget)
        self._kept = ()

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Breed until the budget ends; play the first action of the best sequence."""
        pace = Pace(budget.within(steps=self.steps, ms=self.ms), self._rate)
        rest = pace.meter.rest()
        most = rest.steps // (self.length * self.samples) if rest.steps else None
        if most == 0:
            return Decision(self.choose(turn.legal), {"steps": 0})
        legal, root = turn.legal, turn.imagine(self.rng)
        recipe: Recipe[tuple[int, ...]] = Recipe(
            create=lambda rng: tuple(legal[int(gene)] for gene in rng.integers(len(legal), size=self.length)),
            fitness=lambda genome: self._worth_of(genome, root, turn, pace),
            mutate=partial(_mutate, legal=legal),
            cross=_cross,
            select=tournament(2),
            population=self.population,
            mutation=1.0,
        )
        share = None if rest.ms is None else rest.ms * SHARE
        found = evolve(
            recipe,
            generations=1 << 20,
            seed=int(self.rng.integers(1 << 32)),
            budget=Budget(steps=most, ms=share, clock=rest.clock),
            founders=[(*self._kept[1:], legal[0])] if self._kept else (),
        )
        self._kept = found.best.genome
        action = self._kept[0] if self._kept[0] in legal else self.choose(legal)
        info = {
            "value": round(found.best.fitness, 4),
            "plan": list(self._kept),
            "generations": len(found.history) - 1,
            "steps": pace.steps,
        }
        return Decision(action, info)

    def _worth_of(self, genome: tuple[int, ...], root: Any, turn: Turn[State], pace: Pace) -> float:
        if self._compiled:
            from ludarium.compiled.trials import trials

            plan = np.array(genome, np.int32)
            allowed = self.length * self.samples
            found = trials(
                root.core, root.rules, root.words, plan, self._powers, luck_of(self.rng), self.samples, allowed
            )
            pace.spend(found.steps)
            return found.gain + _ENDING * (found.wins - found.losses)
        total = 0.0
        for _ in range(self.samples):
            state = turn.imagine(self.rng)
            last = state.returns()[0]
            for depth, gene in enumerate(genome):
                legal = state.legal(0)
                if not legal:
                    break
                state.advance(gene if gene in legal else legal[0])
                pace.spend(1)
                now = state.returns()[0]
                total += (now - last) * self._powers[depth]
                last = now
        return total / self.samples


def _mutate(genome: tuple[int, ...], rng: Rng, legal: tuple[int, ...]) -> tuple[int, ...]:
    place = int(rng.integers(len(genome)))
    return (*genome[:place], legal[int(rng.integers(len(legal)))], *genome[place + 1 :])


def _cross(a: tuple[int, ...], b: tuple[int, ...], rng: Rng) -> list[tuple[int, ...]]:
    picks = rng.random(len(a)) < 0.5
    return [tuple(x if pick else y for x, y, pick in zip(a, b, picks, strict=True))]
