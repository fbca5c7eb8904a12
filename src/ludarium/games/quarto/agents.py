"""Quarto's own agents: the one-ply player, the frontier player, the champion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget, Meter
from ludarium.core.game import Known
from ludarium.core.solver import Status
from ludarium.core.spec import GameSpec
from ludarium.games.quarto.book import best_action
from ludarium.games.quarto.frontier import MinMax, score_board, total_score
from ludarium.games.quarto.game import QuartoState
from ludarium.games.quarto.rules import PLACE
from ludarium.games.quarto.solver import QuartoSolver
from ludarium.games.quarto.threats import Position, pieces_of

T = TypeVar("T")

_EXACT_SHARE = 0.85
"""Of the milliseconds: what is left is for the stand-in, and for not being late."""
_COMPARED_FROM = 6
"""From this many pieces on the board every action can be valued in a few milliseconds."""


class Careful(Agent[QuartoState]):
    """One ply: takes a win; else a random cell that leaves a safe piece to give; gives a random safe piece."""

    needs = Needs(game="quarto")

    def act(self, turn: Turn[QuartoState], budget: Budget) -> Decision:
        """Place or give."""
        position, hand = Position.from_view(turn.view), turn.view["hand"]
        if hand is None:
            safe = pieces_of(position.safe())
            return Decision(self.choose(safe or turn.legal), {"safe pieces": len(safe)})
        if wins := position.winning_cells(hand):
            return Decision(PLACE + wins[0], {"wins": True})
        cells = [cell for cell in position.empty() if leaves_a_safe_piece(position.place(hand, cell))]
        return Decision(PLACE + self.choose(cells or position.empty()), {"safe cells": len(cells)})


class Frontier(Agent[QuartoState]):
    """The score-board player of the source document, with its errors mended.

    Safe mode (no piece left completes a line): places on the cell of highest score that leaves a safe piece (with
    `delay_minmax`, the source's default, on the cell of least score: faster, but it wins less often against random),
    and gives the safe piece of least total score. Threat mode: min-max of the given depth, or as deep as the budget
    allows, cells of score 0 pruned. It sees no further than that depth, by design. `ludarium bench frontier` measures
    both orders.
    """

    needs = Needs(game="quarto")

    def __init__(self, delay_minmax: bool = False, depth: int = 2) -> None:
        self.delay_minmax, self.depth = delay_minmax, depth
        self._gift: int | None = None

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Forget the piece that an earlier search meant to give."""
        super().begin(spec, player, seed, known, budget)
        self._gift = None

    def act(self, turn: Turn[QuartoState], budget: Budget) -> Decision:
        """Place or give, by heuristic or by search."""
        position, hand = Position.from_view(turn.view), turn.view["hand"]
        meter = budget.start()
        if hand is None:
            return self._give(position, meter)
        if wins := position.winning_cells(hand):
            return Decision(PLACE + wins[0], {"mode": "win", "value": 1})
        found = self._deepest(meter, lambda search: search.place(position, hand)) if _threatened(position) else None
        if found is None:
            return self._place_safely(position, hand, meter)
        value, cell, self._gift = found
        return Decision(PLACE + cell, {"mode": "threat", "value": value, "steps": meter.steps})

    def _deepest(self, meter: Meter, ask: Callable[[MinMax], T]) -> T | None:
        """Return the answer of the deepest search that the budget lets end, or None when not even the first does."""
        answer = None
        for depth in range(self.depth + 1):
            search = MinMax(depth, meter)
            found = ask(search)
            if search.cut:
                break
            answer = found
        return answer

    def _place_safely(self, position: Position, hand: int, meter: Meter) -> Decision:
        scores = score_board(position, hand)
        sign = 1 if self.delay_minmax else -1
        ordered = sorted(scores, key=lambda cell: sign * scores[cell])
        cell = next((c for c in ordered if leaves_a_safe_piece(position.place(hand, c))), ordered[0])
        return Decision(PLACE + cell, {"mode": "safe", "score": scores[cell], "steps": meter.steps})

    def _give(self, position: Position, meter: Meter) -> Decision:
        planned, self._gift = self._gift, None
        if planned is not None and position.left >> planned & 1:
            return Decision(planned, {"mode": "planned"})
        found = self._deepest(meter, lambda search: search.give(position)) if _threatened(position) else None
        if found is not None and found[1] is not None:
            return Decision(found[1], {"mode": "threat", "value": found[0], "steps": meter.steps})
        piece = min(pieces_of(position.safe() or position.left), key=lambda p: total_score(position, p))
        return Decision(piece, {"mode": "safe", "score": total_score(position, piece), "steps": meter.steps})


class Champion(Agent[QuartoState]):
    """Plays exactly: by the opening book up to three pieces, by the solver from there on.

    Among moves of the same exact value it takes the one after which most answers of the opponent are mistakes. Where
    the budget is too small for an exact answer (few pieces in the squares variant, or very little time) it plays as
    the frontier agent does, and says so in its `info`.
    """

    needs = Needs(game="quarto")

    def __init__(self, megabytes: int = 512) -> None:
        self.megabytes = megabytes
        self._solver = QuartoSolver(megabytes)
        self._stand_in = Frontier()

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Start with an empty table, so that a match does not depend on the one before."""
        super().begin(spec, player, seed, known, budget)
        self._solver = QuartoSolver(self.megabytes)
        self._stand_in.begin(spec, player, seed, known, budget)

    def act(self, turn: Turn[QuartoState], budget: Budget) -> Decision:
        """Ask the book, then the solver, then the stand-in."""
        state, whole = turn.imagine(self.rng), budget.start()
        meter = budget.within(ms=None if budget.ms is None else _EXACT_SHARE * budget.ms).start()
        if (known := best_action(state)) is not None:
            value, action = known
            return Decision(action, {"by": "book", "value": value})
        pieces = sum(piece is not None for piece in state.board)
        decision = self._compare(state, meter) if pieces >= _COMPARED_FROM else self._solve(state, meter)
        if decision is not None:
            return decision
        whole.spend(meter.steps)
        stand_in = self._stand_in.act(turn, whole.rest())
        return Decision(stand_in.action, {"by": "frontier", "steps": meter.steps})

    def _solve(self, state: QuartoState, meter: Meter) -> Decision | None:
        """Return one best action, or None when the budget ends first."""
        solution = self._solver.solve(state, meter.rest())
        meter.spend(int(solution.stats["nodes"]))
        if solution.status is not Status.SOLVED or not solution.answer:
            return None
        return Decision(solution.answer[0], {"by": "solver", "value": solution.value, "steps": meter.steps})

    def _compare(self, state: QuartoState, meter: Meter) -> Decision | None:
        """Return the best action that sets the most traps, or None when the budget ends first."""
        values = self._values(state, meter)
        if values is None:
            return None
        best = max(values.values())
        equal = [action for action, value in values.items() if value == best]
        hopes = {action: self._hope(state, action, best, meter) for action in equal} if len(equal) > 1 else {}
        action = min(equal, key=lambda a: hopes.get(a, 1.0))
        info = {"by": "solver", "value": best, "values": values, "equal moves": len(equal), "steps": meter.steps}
        return Decision(action, info)

    def _hope(self, state: QuartoState, action: int, value: int, meter: Meter) -> float:
        """Return what an opponent who sees one ply may expect after an action of mine: a win, or his mean value."""
        after = state.clone()
        after.advance(action)
        if after.is_over():
            return -float(value)
        if after.hand is None:
            mine = self._values(after, meter) or {}
            gifts = [gift for gift, worth in mine.items() if worth == value]
            return min((self._hope(after, gift, value, meter) for gift in gifts), default=1.0)
        if Position.from_view(after.view()).winning_cells(after.hand):
            return 1.0
        theirs = self._values(after, meter)
        return sum(theirs.values()) / len(theirs) if theirs else 1.0

    def _values(self, state: QuartoState, meter: Meter) -> dict[int, int] | None:
        before = self._solver.nodes
        values = self._solver.action_values(state, meter.rest()) if meter.left() else None
        meter.spend(self._solver.nodes - before)
        return values


def _threatened(position: Position) -> bool:
    """Say whether a piece that can be given completes a line."""
    return bool(position.threats() & position.left)


def leaves_a_safe_piece(position: Position) -> bool:
    """Say whether the placer can still give a piece that does not lose at once, or need give none."""
    return position.left == 0 or position.safe() != 0
