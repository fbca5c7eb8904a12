"""Monte Carlo tree search: UCT (Kocsis & Szepesvári 2006) over imagined states.

The tree is indexed by actions (open loop), and each iteration walks it with a state drawn from `known.imagine`. One
rule therefore serves perfect information (the draw is a clone), luck (fresh luck each time) and secrets (information
set MCTS with one observer: Cowling, Powley & Whitehouse 2012). Players who act at the same time choose independently
(decoupled UCT).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludarium.agents.openloop import grow
from ludarium.agents.pace import Pace, has_sight, luck_of, mask_of
from ludarium.core.agent import Agent, Decision, Turn
from ludarium.core.budget import Budget, Meter
from ludarium.core.game import HasCore, HasHeuristic, Known, State
from ludarium.core.logs import log
from ludarium.core.spec import Chance, GameSpec, Information, Payoff, Turns

_DEFAULT_STEPS = 10_000
_C = 0.7071067811865476
_STUDY_C, _STUDY_DEPTH = 1.4142135623730951, 10
Returns = tuple[float, ...]


@dataclass(slots=True)
class _Arm:
    """What is known of one player's action in a node."""

    visits: int = 0
    total: float = 0.0


@dataclass(slots=True)
class _Node:
    arms: dict[tuple[int, int], _Arm] = field(default_factory=dict)
    children: dict[tuple[int, ...], _Node] = field(default_factory=dict)
    proven: Returns | None = None
    width: int = 0
    """How many legal actions the node has: all of them proven prove it."""


class Mcts(Agent[State]):
    """UCT with random roll-outs. Works for any number of players, luck, secrets and simultaneous moves.

    `c` weighs exploration of values scaled to [0, 1] (√2 is UCB1; half of it, the default, finds more winning moves in
    Nim, see `ludarium bench nim`). `depth` cuts roll-outs (then the estimate, or the returns so far, decides). In games
    of one player with compiled sight the tree grows inside the core, by the study's settings where none are given: √2
    and nothing deeper than 10 steps; there a win adds ten million to a return and a loss takes as much off, as in the
    competition's sample agent. With `proven` a
    game that ended is backed up as a fact: a move that surely wins proves its node, and what is proven is not sampled
    again (MCTS-Solver: Winands, Björnsson & Saito 2008); it takes part in zero-sum games of two players without luck
    and secrets whose best return is 1, elsewhere it changes nothing. Not handled: others' beliefs (each imagined state
    is played as if all saw it).
    """

    _tree: Any = None
    _rate = 40.0

    def __init__(
        self,
        steps: int | None = None,
        ms: float | None = None,
        c: float | None = None,
        depth: int | None = None,
        proven: bool = False,
    ) -> None:
        self.steps, self.ms, self.c, self.depth, self.proven = steps, ms, c, depth, proven

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Find out whether the tree can grow inside the compiled core."""
        super().begin(spec, player, seed, known, budget)
        self._rate, self._tree = 40.0, None
        state: Any = known.imagine(self.rng) if spec.players == 1 else None
        if state is not None and has_sight(state):
            from ludarium.compiled.trees import Tree

            self._tree = Tree(state.core, state.rules)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Grow a tree until the budget ends; the most visited action is played, or a proven one."""
        budget = budget.within(steps=self.steps, ms=self.ms)
        if self._tree is not None:
            return self._act_in_core(turn, budget)
        meter = budget.start()
        if not meter.limited:
            meter = Budget(steps=_DEFAULT_STEPS).start()
        search = _Search(self, turn, meter)
        search.run()
        return search.decide()

    def _act_in_core(self, turn: Turn[State], budget: Budget) -> Decision:
        pace, state = Pace(budget, self._rate), turn.imagine(self.rng)
        assert isinstance(state, HasCore), "it has sight"
        c = _STUDY_C if self.c is None else self.c
        self._tree.start(state.words, mask_of(turn.legal), luck_of(self.rng), c=c, depth=self.depth or _STUDY_DEPTH)
        decision = grow(self, self._tree, turn, pace)
        self._rate = pace.rate
        return decision


class _Search:
    """One decision's tree."""

    def __init__(self, agent: Mcts, turn: Turn[State], meter: Meter) -> None:
        self._agent, self._turn, self._meter = agent, turn, meter
        spec = turn.spec
        self._root = _Node()
        self._c = _C if agent.c is None else agent.c
        self._iterations = 0
        self._still = spec.information is Information.PERFECT and spec.chance is Chance.NONE
        self._model = turn.imagine(agent.rng) if self._still else None
        self._low, self._high = (-1.0, 1.0) if spec.payoff is Payoff.ZERO_SUM else (math.inf, -math.inf)
        self._limit = min(agent.depth or spec.max_steps, max(1, spec.max_steps - turn.tick))
        self._proves = agent.proven and self._still and _can_prove(spec)

    def run(self) -> None:
        """Iterate until the budget ends or the root is proven."""
        while self._meter.left() and self._root.proven is None:
            self._iterate()

    def decide(self) -> Decision:
        """Choose by proof, then by visits."""
        player = self._turn.player
        root = self._root
        visits = {a: arm.visits if (arm := root.arms.get((player, a))) else 0 for a in self._turn.legal}
        facts = {a: proven[player] for a in self._turn.legal if (proven := self._proof(root, (a,))) is not None}
        best = max(self._turn.legal, key=lambda a: (visits[a], self._mean(root, player, a)))
        if facts:
            sure = max(facts, key=lambda a: facts[a])
            doubtful = [a for a in self._turn.legal if a not in facts]
            best = max(doubtful, key=lambda a: (visits[a], self._mean(root, player, a)), default=sure)
            if facts[sure] >= 1.0 or not doubtful or facts[sure] > self._mean(root, player, best):
                best = sure
        info: dict[str, object] = {
            "value": facts.get(best, self._mean(root, player, best)),
            "visits": visits,
            "values": {a: round(facts.get(a, self._mean(root, player, a)), 4) for a in visits if visits[a]},
            "iterations": self._iterations,
            "steps": self._meter.steps,
        }
        if self._proves:
            info["proven"] = root.proven is not None
        return Decision(best, info)

    def _iterate(self) -> None:
        state = self._model.clone() if self._model is not None else self._turn.imagine(self._agent.rng)
        node, opened, made = self._root, False, 0
        path: list[tuple[_Node, tuple[int, ...], tuple[int, ...]]] = []
        while not opened and (actors := state.actors()) and node.proven is None:
            if not self._meter.steps_left(1):
                return
            joint = tuple(self._select(node, player, state.legal(player)) for player in actors)
            state.advance(*joint)
            self._meter.spend()
            made += 1
            path.append((node, actors, joint))
            opened = joint not in node.children
            node = node.children.setdefault(joint, _Node())
        if node.proven is not None:
            self._back_up(path, node.proven)
            return
        over = state.is_over()
        if not over:
            limit = self._limit - made
            allowed = self._meter.steps_left(limit)
            self._meter.spend(self._roll_out(state, allowed))
            if allowed < limit and not state.is_over():
                return  # the budget ended in mid-air: such a value would be a bias
        elif self._proves:
            node.proven = state.returns()
        self._back_up(path, self._returns(state))
        self._iterations += 1

    def _select(self, node: _Node, player: int, legal: Sequence[int]) -> int:
        """Return an untried action, drawn; else the one with the highest upper confidence bound."""
        arms = node.arms
        if self._proves:
            node.width = len(legal)
            legal = [a for a in legal if self._proof(node, (a,)) is None] or legal
        fresh = [action for action in legal if (player, action) not in arms]
        if fresh:
            action = self._agent.choose(fresh)
            arms[player, action] = _Arm()
            return action
        tried = [arms[player, action] for action in legal]
        weight = log(sum(arm.visits for arm in tried))
        span = self._high - self._low
        best, choice = -math.inf, legal[0]
        for action, arm in zip(legal, tried, strict=True):
            if arm.visits == 0:  # its only sample was discarded with the budget
                return action
            mean = (arm.total / arm.visits - self._low) / span if span > 0 else 0.5
            bound = mean + self._c * math.sqrt(weight / arm.visits)
            if bound > best:
                best, choice = bound, action
        return choice

    def _roll_out(self, state: State, limit: int) -> int:
        """Play random moves; inside the compiled core where the game has one."""
        if isinstance(state, HasCore):
            from ludarium.compiled.kernels import random_game

            return random_game(state.core, state.rules, state.words, limit, self._agent.rng)
        made, rng = 0, self._agent.rng
        while made < limit and (actors := state.actors()):
            moves = []
            for player in actors:
                legal = state.legal(player)
                moves.append(legal[int(rng.random() * len(legal))])
            state.advance(*moves)
            made += 1
        return made

    def _returns(self, state: State) -> Returns:
        returns = state.returns()
        if isinstance(state, HasHeuristic) and not state.is_over():
            returns = tuple(value + state.estimate(player) for player, value in enumerate(returns))
        self._low, self._high = min(self._low, *returns), max(self._high, *returns)
        return returns

    def _back_up(self, path: list[tuple[_Node, tuple[int, ...], tuple[int, ...]]], returns: Returns) -> None:
        for node, actors, joint in reversed(path):
            for player, action in zip(actors, joint, strict=True):
                arm = node.arms[player, action]
                arm.visits += 1
                arm.total += returns[player]
            if self._proves:
                self._prove(node, actors[0], joint)

    def _prove(self, node: _Node, player: int, joint: tuple[int, ...]) -> None:
        """Prove a node by one winning child, or by all its children."""
        facts = node.children[joint].proven
        if facts is None:
            return
        if facts[player] >= 1.0:
            node.proven = facts
            return
        known = [child.proven for child in node.children.values() if child.proven is not None]
        if len(known) == node.width:
            node.proven = max(known, key=lambda proof: proof[player])

    @staticmethod
    def _proof(node: _Node, joint: tuple[int, ...]) -> Returns | None:
        child = node.children.get(joint)
        return child.proven if child is not None else None

    @staticmethod
    def _mean(node: _Node, player: int, action: int) -> float:
        arm = node.arms.get((player, action))
        return arm.total / arm.visits if arm and arm.visits else -math.inf


def _can_prove(spec: GameSpec) -> bool:
    return spec.turns is Turns.SEQUENTIAL and spec.players == 2 and spec.payoff is Payoff.ZERO_SUM
