"""Regret: what an agent's moves cost, measured against the exact value wherever a game knows it.

Winning against a weak opponent measures little; a move that throws a won position away is a mistake whoever plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.game import HasReferee, HasSolver
from ludarium.core.record import Record, positions
from ludarium.core.registry import load_game
from ludarium.core.solver import Status
from ludarium.harness.series import series, wilson

REFEREE = Budget(ms=500)
"""What the exact value of one position may cost; positions that need more are not judged."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Decisions: how many there were, how many could be judged, how many of these lost anything, and what in all."""

    decisions: int = 0
    judged: int = 0
    mistakes: int = 0
    lost: float = 0.0

    def __add__(self, other: Judged) -> Judged:
        return Judged(*(getattr(self, name) + getattr(other, name) for name in Judged.__slots__))


@dataclass(frozen=True, slots=True)
class Regret:
    """An agent's decisions: how many there were, how many could be judged, what they lost, how many lost anything."""

    game: str
    agent: str
    opponent: str
    games: int
    decisions: int
    judged: int
    mistakes: int
    lost: float

    @property
    def mean(self) -> float:
        """The value lost a judged decision."""
        return self.lost / self.judged if self.judged else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of mistakes."""
        return wilson(self.mistakes, self.judged)


def regret(
    game: str,
    agent: str,
    opponent: str = "random",
    *,
    games: int = 20,
    seed: int = 0,
    budget: Budget | None = None,
    referee: Budget = REFEREE,
    on_progress: Callable[[int], None] | None = None,
) -> Regret:
    """Play an agent (against an opponent where the game is for two, seats swapped) and judge its every decision."""
    made = load_game(game)
    if unit_of(game) is None:
        raise BadParameter(f"{made.id} has no referee: the exact value of its actions is not known")
    if made.spec.players > 2:
        raise BadParameter(f"{made.id} is for {made.spec.players} players; regret is measured for one or two")
    seats = [agent] if made.spec.players == 1 else [agent, opponent]
    played = series(game, seats, games, seed, budget, keep=True)
    found = Judged()
    for number, (result, record) in enumerate(zip(played.results, played.records, strict=True)):
        found = found + judge(record, result.seats.index(0), referee)
        if on_progress is not None:
            on_progress(number)
    other = played.agents[1] if len(played.agents) > 1 else ""
    return Regret(made.id, played.agents[0], other, games, found.decisions, found.judged, found.mistakes, found.lost)


def judge(record: Record, player: int, referee: Budget = REFEREE) -> Judged:
    """Judge every decision of a player in a record, or the whole game where only its best result is known."""
    if unit_of(record.game) == "game":
        best = _best(record.game, record.seed, referee)
        if best is None or record.ending not in ("finished", "step limit"):
            return Judged(1)
        lost = max(0.0, best - record.returns[player])
        return Judged(1, 1, int(lost > 0), lost)
    found = Judged()
    for cost in costs(record, player, referee):
        found = found + (Judged(1) if cost is None else Judged(1, 1, int(cost > 0), cost))
    return found


def unit_of(game: str) -> Literal["move", "game"] | None:
    """Say what can be judged: each move, the whole game, or nothing.

    A referee knows the exact value of every action. Where a game for one player has only a solver, the best result from
    the start is known, so that a whole game is held against it (the gap in set covering).
    """
    made = load_game(game)
    if isinstance(made.initial(0), HasReferee):
        return "move"
    return "game" if made.spec.players == 1 and isinstance(made, HasSolver) else None


@lru_cache(maxsize=4096)
def _best(game: str, seed: int, referee: Budget) -> float | None:
    """Return the best result from a game's start, or None when it could not be proven in time."""
    made = load_game(game)
    assert isinstance(made, HasSolver), "unit_of() said so"
    solution = made.solve(made.initial(seed), referee)
    return float(solution.value) if solution.status is Status.SOLVED else None


def costs(record: Record, player: int, referee: Budget) -> list[float | None]:
    """Return what each decision of a player lost against the best action; None where nobody could say in time."""
    found: list[float | None] = []
    before = None
    for state, move in positions(record):
        if before is not None and move is not None and move.actors == (player,):
            values = before.referee(referee) if isinstance(before, HasReferee) else None
            found.append(None if values is None else max(values.values()) - values[move.actions[0]])
        before = state.clone()
    return found
