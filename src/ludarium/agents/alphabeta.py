"""Alpha-beta search (Knuth & Moore 1975) with iterative deepening and a transposition table."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget, Meter
from ludarium.core.game import HasHeuristic, Known, State
from ludarium.core.spec import Chance, GameSpec, Information, Payoff, Turns

_TABLE_LIMIT = 1_000_000


class _Bound(Enum):
    EXACT = 0
    LOWER = 1
    UPPER = 2


@dataclass(slots=True)
class _Entry:
    depth: int
    complete: bool
    bound: _Bound
    value: float
    best: int


class _OutOfBudget(Exception):
    pass


class AlphaBeta(Agent[State]):
    """Searches deeper and deeper until the budget or the game ends; anytime: the last whole depth decides.

    Values are "for me", never negated: at the end nobody is to move. At the horizon it asks the state's estimate, or
    takes the returns so far. Not handled: luck, secrets, simultaneous moves, more than two players, repetitions
    (positions are equal by `key()`, so a game that can go in circles ends by its step limit only).
    """

    needs = Needs(
        players=2,
        turns=Turns.SEQUENTIAL,
        information=Information.PERFECT,
        chance=Chance.NONE,
        payoff=Payoff.ZERO_SUM,
    )

    def __init__(self, depth: int | None = None, steps: int | None = None, ms: float | None = None) -> None:
        self.depth, self.steps, self.ms = depth, steps, ms
        self._table: dict[Hashable, _Entry] = {}
        self._me = 0

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Forget the last match: values were for its player."""
        super().begin(spec, player, seed, known, budget)
        self._table.clear()
        self._me = player

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Deepen until the time is over or every line was seen to its end."""
        meter = budget.within(steps=self.steps, ms=self.ms).start()
        if turn.player != self._me:
            self._table.clear()
            self._me = turn.player
        state = turn.imagine(self.rng)
        deepest = min(self.depth or turn.spec.max_steps, turn.spec.max_steps)
        best, value, reached, complete = turn.legal[0], 0.0, 0, False
        while reached < deepest and not complete:
            try:
                value, complete = self._search(state, reached + 1, -math.inf, math.inf, meter)
            except _OutOfBudget:
                break
            reached += 1
            best = self._table[state.key()].best
        return Decision(best, {"value": value, "depth": reached, "solved": complete, "steps": meter.steps})

    def _search(self, state: State, depth: int, low: float, high: float, meter: Meter) -> tuple[float, bool]:
        """Return the value for me within (low, high), and whether no line was cut at the horizon."""
        actors = state.actors()
        if not actors:
            return state.returns()[self._me], True
        if depth == 0:
            return self._guess(state), False
        key = state.key()
        entry = self._table.get(key)
        if entry and (entry.depth >= depth or entry.complete):
            if entry.bound is _Bound.EXACT:
                return entry.value, entry.complete
            if entry.bound is _Bound.LOWER and entry.value >= high:
                return entry.value, entry.complete
            if entry.bound is _Bound.UPPER and entry.value <= low:
                return entry.value, entry.complete
        mine = actors[0] == self._me
        best, choice, complete = -math.inf if mine else math.inf, -1, True
        floor, ceiling = low, high
        for action in self._ordered(state.legal(actors[0]), entry):
            if not meter.left():
                raise _OutOfBudget
            child = state.clone()
            child.advance(action)
            meter.spend()
            value, whole = self._search(child, depth - 1, floor, ceiling, meter)
            complete &= whole
            if (value > best) if mine else (value < best):
                best, choice = value, action
            if mine:
                floor = max(floor, best)
            else:
                ceiling = min(ceiling, best)
            if floor >= ceiling:
                complete = whole  # the refutation alone carries the proof
                break
        bound = _Bound.LOWER if best >= high else _Bound.UPPER if best <= low else _Bound.EXACT
        if len(self._table) >= _TABLE_LIMIT:
            self._table.clear()
        self._table[key] = _Entry(depth, complete, bound, best, choice)
        return best, complete

    @staticmethod
    def _ordered(legal: Sequence[int], entry: _Entry | None) -> list[int]:
        actions = list(legal)
        if entry and entry.best in actions:
            actions.remove(entry.best)
            actions.insert(0, entry.best)
        return actions

    def _guess(self, state: State) -> float:
        so_far = state.returns()[self._me]
        return so_far + state.estimate(self._me) if isinstance(state, HasHeuristic) else so_far
