"""Runs the stops of the tour: each family is solved, then played by its agents; plain data comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludarium.core.budget import Budget
from ludarium.core.record import Record
from ludarium.core.rng import derive_seed
from ludarium.core.tour import Stop
from ludarium.harness.series import Series, series
from ludarium.harness.solving import Solved, solve_position

OnStep = Callable[[str], None]

SOLVE_MS = 10_000
"""What one position of the tour may cost; a stop is chosen so that it needs far less."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What one family showed: its solved positions, its series, and one whole game to replay."""

    family: str
    says: str
    solved: tuple[Solved, ...]
    played: tuple[Series, ...]
    record: Record | None


def steps_of(stops: Sequence[Stop]) -> int:
    """Return how many steps a tour reports: one a position, one a game."""
    return sum(len(stop.solve) + sum(pairing.games for pairing in stop.pairings) for stop in stops)


def visit(stop: Stop, seed: int = 0, on_step: OnStep | None = None) -> Visit:
    """Solve and play what a stop lists; `on_step(what)` hears every position and every game that is done."""
    tell = on_step or (lambda _: None)
    solved = []
    for game, position in stop.solve:
        solved.append(solve_position(game, position, Budget(ms=SOLVE_MS)))
        tell(f"{stop.family}: solved {game} {position}".rstrip())
    played = []
    for number, pairing in enumerate(stop.pairings):
        says = f"{stop.family}: {' against '.join(pairing.seats)}"
        played.append(
            series(
                pairing.game,
                pairing.seats,
                pairing.games,
                derive_seed(seed, stop.family, number),
                Budget(steps=pairing.steps),
                lambda _, __, says=says: tell(says),  # type: ignore[misc]  # a default argument binds the loop's text
                keep=True,
            )
        )
    record = played[0].records[0] if played else None
    return Visit(stop.family, stop.says, tuple(solved), tuple(played), record)
