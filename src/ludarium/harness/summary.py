"""What the runs of a store say: a line for each game, budget and agent, ratings where agents met, intervals for all."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludarium.core.extras import optional
from ludarium.harness.rating import Rating, bradley_terry
from ludarium.harness.series import POINTS, Tally
from ludarium.harness.store import Row

Place = tuple[str, str, str]
"""Game, budget, agent."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval (Student's t); the interval of fewer than two values is unbounded."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """How one agent fared in one game under one budget, over all opponents and seats."""

    game: str
    budget: str
    agent: str
    tally: Tally
    returned: Mean
    moves: float
    seconds: float
    faults: tuple[tuple[str, int], ...]

    @property
    def place(self) -> Place:
        """What the line is about."""
        return self.game, self.budget, self.agent


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of independent values, with the interval that covers the true one in 19 of 20 cases."""
    n = len(values)
    middle = math.fsum(values) / n
    if n < 2:
        return Mean(middle, -math.inf, math.inf)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (n - 1))
    reach = (
        float(optional("scipy.special", "bench", "intervals of means").stdtrit(n - 1, 0.975)) * spread / math.sqrt(n)
    )
    return Mean(middle, middle - reach, middle + reach)


def tally_of(rows: Iterable[tuple[Row, int]]) -> Tally:
    """Count the results of seats in runs."""
    found = [(row.outcomes[seat], row.returns[seat]) for row, seat in rows]
    outcomes = Counter(outcome for outcome, _ in found)
    return Tally(
        len(found), outcomes["win"], outcomes["draw"], outcomes["loss"], math.fsum(value for _, value in found)
    )


def summarise(rows: Iterable[Row]) -> list[Line]:
    """Return a line for each game, budget and agent, in a fixed order."""
    groups: dict[Place, list[tuple[Row, int]]] = {}
    for row in rows:
        for seat, agent in enumerate(row.agents):
            groups.setdefault((row.game, row.budget, agent), []).append((row, seat))
    return [_line(place, found) for place, found in sorted(groups.items(), key=lambda item: order(item[0]))]


def order(place: Place) -> tuple[str, float, str, str]:
    """Return what places are sorted by: budgets by their size, not by their text."""
    game, budget, agent = place
    number = budget.partition(" ")[0]
    return game, float(number) if number.replace(".", "", 1).isdecimal() else 0.0, budget, agent


def ratings_of(rows: Iterable[Row]) -> dict[tuple[str, str], list[Rating]]:
    """Rate the agents of each two-player game and budget in which two or more different agents met."""
    games: dict[tuple[str, str], list[tuple[str, str, float]]] = {}
    for row in rows:
        if len(row.agents) == 2 and row.agents[0] != row.agents[1] and row.outcomes[0] in POINTS:
            points = POINTS[row.outcomes[0]]
            games.setdefault((row.game, row.budget), []).append((*row.agents, points))
    found = {}
    for place, played in games.items():
        names = sorted({name for first, second, _ in played for name in (first, second)})
        found[place] = bradley_terry(names, [(names.index(a), names.index(b), points) for a, b, points in played])
    return found


def cross(rows: Iterable[Row], agents: Sequence[str]) -> dict[tuple[str, str], Tally]:
    """Return how each agent fared against each other one, of the rows of one game and budget."""
    met: dict[tuple[str, str], list[tuple[Row, int]]] = {}
    for row in rows:
        if len(row.agents) == 2:
            for seat in range(2):
                met.setdefault((row.agents[seat], row.agents[1 - seat]), []).append((row, seat))
    return {pair: tally_of(found) for pair, found in met.items() if set(pair) <= set(agents)}


def _line(place: Place, found: Sequence[tuple[Row, int]]) -> Line:
    faults = Counter(row.ending for row, _ in found if row.ending not in ("finished", "step limit"))
    return Line(
        *place,
        tally_of(found),
        mean([row.returns[seat] for row, seat in found]),
        math.fsum(row.moves for row, _ in found) / len(found),
        math.fsum(row.seconds for row, _ in found) / len(found),
        tuple(faults.most_common()),
    )
