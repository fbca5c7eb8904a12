"""The exact worth of any position on the true map: the most points that perfect play can still reach.

More than the life table is needed for that: the bonus for a stamina near the best one makes waste worth while at times,
and a faint leads to another game. So all that can happen in this game is followed: for each vertex and set of beaten
monsters, the amounts of stamina that one may have left there, as the bits of one whole number. A way of weight w is a
shift by w, and what falls out at the low end has fainted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludarium.core.budget import Budget, Meter
from ludarium.games.north.score import GAMES, score

if TYPE_CHECKING:
    from ludarium.games.north.game import NorthState

_Beaten = frozenset[int]


class _Spent(Exception):
    """The budget was too small."""


def action_values(state: NorthState, budget: Budget) -> Mapping[int, float] | None:
    """Return the exact value of each legal action, or None when the budget was too small (a step is a shift)."""
    meter = budget.start()
    values = {}
    try:
        for action in state.legal(0):
            after = state.clone()
            after.advance(action)
            values[action] = value(after, meter)
    except _Spent:
        return None
    return values


def value(state: NorthState, meter: Meter) -> float:
    """Return the most points that can still be reached from a position."""
    from ludarium.games.north.game import FAINTED, MEET, OVER, score_at_best

    if state.phase == OVER:
        return state.returns()[0]
    again = float(score_at_best(state.deal, state.game + 1)) if state.game < GAMES else 0.0
    if state.phase == FAINTED:
        return again
    flood = _Flood(state, meter)
    if state.phase == MEET:
        assert state.came is not None, "one came from somewhere to a meeting"
        flood.meet(state.came, state.place, state.beaten, 1 << state.stamina)
    else:
        flood.arrive(state.place, state.beaten, 1 << state.stamina)
    flood.run()
    return max(flood.best, again if flood.faints else 0.0)


class _Flood:
    """Everything that can happen in one game, spread from a position."""

    def __init__(self, state: NorthState, meter: Meter) -> None:
        self.best = 0.0
        self.faints = False
        self._state, self._meter = state, meter
        self._cave, self._weights = state.cave, state.cave.weights
        self._reached: dict[tuple[int, _Beaten], int] = {}
        self._news: dict[tuple[int, _Beaten], int] = {}

    def run(self) -> None:
        """Spread until nothing is new; stamina only falls, so it ends."""
        while self._news:
            (vertex, beaten), stamina = self._news.popitem()
            for target in self._cave.exits[vertex].values():
                if not self._meter.left():
                    raise _Spent
                self._meter.spend()
                left = self._walk(stamina, self._weights[vertex, target])
                if not left:
                    continue
                if target == self._cave.end:
                    self._finish(beaten, left)
                elif target in self._cave.monsters and target not in beaten:
                    self.meet(vertex, target, beaten, left)
                else:
                    self.arrive(target, beaten, left)

    def arrive(self, vertex: int, beaten: _Beaten, stamina: int) -> None:
        """Note amounts of stamina that one may have here."""
        known = self._reached.get((vertex, beaten), 0)
        if fresh := stamina & ~known:
            self._reached[vertex, beaten] = known | fresh
            self._news[vertex, beaten] = self._news.get((vertex, beaten), 0) | fresh

    def meet(self, came: int, monster: int, beaten: _Beaten, stamina: int) -> None:
        """Flee, where there is a way back, and fight."""
        if (monster, came) in self._weights:
            back = self._walk(stamina, self._weights[monster, came])
            if back:
                self.arrive(came, beaten, back)
        if self._life(beaten) < self._cave.monsters[monster]:
            self.faints = True
        else:
            self.arrive(monster, beaten | {monster}, stamina)

    def _walk(self, stamina: int, weight: int) -> int:
        self.faints |= bool(stamina & ((1 << weight) - 1))
        return stamina >> weight

    def _life(self, beaten: _Beaten) -> int:
        """Return the life left with these monsters beaten: each costs its power, once a game."""
        return self._state.deal.life - sum(self._cave.monsters[vertex] for vertex in beaten)

    def _finish(self, beaten: _Beaten, stamina: int) -> None:
        deal, life = self._state.deal, self._life(beaten)
        for left in range(stamina.bit_length()):
            if stamina >> left & 1:
                points = score(
                    deal.life, life, deal.best_life, deal.stamina, left, deal.best_stamina, self._state.game,
                    deal.mode, deal.difficulty,
                ).total  # fmt: skip
                self.best = max(self.best, float(points))
