"""Many games between the same agents, with the seats dealt fairly: what `ludarium match` and the tour measure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.core.agent import Agent
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, Unsuitable
from ludarium.core.ids import Id
from ludarium.core.record import Record
from ludarium.core.registry import AGENTS, load_agent, load_game
from ludarium.core.rng import derive_seed
from ludarium.harness.match import play
from ludarium.harness.rating import Z95
from ludarium.harness.sandbox import Limits, Sandboxed

OnProgress = Callable[[int, Record], None]
POINTS: dict[str | None, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""What an outcome counts in a rating; a game that is merely scored counts nothing."""


def wilson(successes: int, n: int) -> tuple[float, float]:
    """Return the 95 % score interval of a rate (Wilson 1927): honest for few games and for rates near 0 and 1."""
    if not 0 <= successes <= n:
        raise BadParameter(f"{successes} successes in {n} trials: choose 0 <= successes <= trials")
    if n == 0:
        return 0.0, 1.0
    rate, z2 = successes / n, Z95 * Z95
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    reach = Z95 / (1 + z2 / n) * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    low = 0.0 if successes == 0 else middle - reach
    high = 1.0 if successes == n else middle + reach
    return low, high


@dataclass(frozen=True, slots=True)
class Tally:
    """How one agent fared in some games. Games that are merely scored count in `games` and `points` only."""

    games: int
    wins: int
    draws: int
    losses: int
    points: float

    @property
    def scored(self) -> bool:
        """Whether nothing was won or lost: points are all there is to say."""
        return self.wins + self.draws + self.losses == 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate of wins."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a series: which agent (by its place in the series) sat in each seat, and how it ended."""

    seats: tuple[int, ...]
    outcomes: tuple[str | None, ...]
    returns: tuple[float, ...]
    ending: str
    message: str
    length: int


@dataclass(frozen=True, slots=True)
class Series:
    """What was played, and what it says."""

    game: str
    agents: tuple[str, ...]
    seed: int
    budget: str
    results: tuple[Result, ...]
    records: tuple[Record, ...] = ()

    def tally(self, agent: int, seat: int | None = None) -> Tally:
        """Count an agent's results, in one seat or in all."""
        places = [(result, result.seats.index(agent)) for result in self.results]
        chosen = [(result, place) for result, place in places if seat is None or place == seat]
        outcomes = Counter(result.outcomes[place] for result, place in chosen)
        points = sum(result.returns[place] for result, place in chosen)
        return Tally(len(chosen), outcomes["win"], outcomes["draw"], outcomes["loss"], points)

    def endings(self) -> dict[str, int]:
        """Return how often each ending came, the most frequent first."""
        return dict(Counter(result.ending for result in self.results).most_common())

    def faults(self) -> dict[str, int]:
        """Return each message of a fault with how often it came, the most frequent first."""
        return dict(Counter(result.message for result in self.results if result.message).most_common())

    @property
    def mean_length(self) -> float:
        """The mean number of moves."""
        return sum(result.length for result in self.results) / len(self.results)


def series(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int = 0,
    budget: Budget | None = None,
    on_progress: OnProgress | None = None,
    *,
    keep: bool = False,
    patience_s: float | None = None,
    sandbox: Limits | None = None,
) -> Series:
    """Play *games* games between agents given by their ids, the seats moved on by one place each game.

    Games that differ in the seats only share their seed, so that nobody owes a result to a lucky draw. Agents are made
    anew for every game: results do not depend on the order of play. `on_progress(number, record)` hears each game as it
    ends; the records are kept when *keep* says so. With *sandbox* every agent plays in a process of its own.
    """
    if games < 1:
        raise BadParameter(f"games={games}: a series has one game at least")
    made = load_game(game)
    for agent in agents:
        insist_on_no_person(agent)
    results: list[Result] = []
    records: list[Record] = []
    for number in range(games):
        deal, shift = divmod(number, max(1, len(agents)))
        seats = tuple((place + shift) % len(agents) for place in range(len(agents)))
        record = play(
            made,
            [seated(agents[index], sandbox) for index in seats],
            seed=derive_seed(seed, "game", deal),
            budget=budget,
            patience_s=patience_s,
        )
        results.append(Result(seats, record.outcomes, record.returns, record.ending, record.message, len(record.moves)))
        if keep:
            records.append(record)
        if on_progress is not None:
            on_progress(number, record)
    names = tuple(load_agent(agent).id for agent in agents)
    return Series(made.id, names, seed, str(budget or made.spec.budget), tuple(results), tuple(records))


def seated(agent: str, sandbox: Limits | None) -> Agent[Any]:
    """Make an agent for one match: here, or behind the wall."""
    return load_agent(agent) if sandbox is None else Sandboxed(agent, ms=sandbox.ms, mb=sandbox.mb)


def insist_on_no_person(agent: str) -> None:
    """Refuse an agent that asks a person: nobody wants to be asked in the middle of a measurement."""
    if AGENTS.maker(AGENTS.find(Id.parse(agent).name)).needs.person:
        raise Unsuitable(f"{agent} asks a person, here agents play alone; `ludarium play` is for people")
