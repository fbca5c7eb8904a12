"""Everybody against everybody, one against all, or Swiss: results with honest intervals.

Every pair plays the same deals (seeds) in both seats, so that differences between agents are not differences of luck,
and two agents can be compared game by game against their common opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.record import Record
from ludarium.core.registry import load_agent, load_game
from ludarium.harness.rating import Rating, Skill, bradley_terry, openskill, sign_test
from ludarium.harness.sandbox import Limits
from ludarium.harness.series import POINTS, Series, Tally, series

Kind = Literal["round robin", "gauntlet", "swiss"]
KINDS: tuple[Kind, ...] = ("round robin", "gauntlet", "swiss")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two agents, by their places in the list, and the series that they played."""

    first: int
    second: int
    series: Series


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two agents on the same deals against the same opponents: on how many each one did better, and the chance."""

    better: int
    equal: int
    worse: int
    p: float


@dataclass(frozen=True, slots=True)
class Tournament:
    """What was played, and what it says."""

    game: str
    kind: Kind
    agents: tuple[str, ...]
    meetings: tuple[Meeting, ...]

    def tally(self, agent: int, opponent: int | None = None) -> Tally:
        """Count an agent's results against one opponent or all."""
        parts = [
            meeting.series.tally(0 if meeting.first == agent else 1)
            for meeting in self.meetings
            if agent in (meeting.first, meeting.second) and opponent in (None, meeting.first, meeting.second)
        ]
        names = ("games", "wins", "draws", "losses", "points")
        games, wins, draws, losses, points = (sum(getattr(part, name) for part in parts) for name in names)
        return Tally(games, wins, draws, losses, points)

    def points(self, agent: int, opponent: int | None = None) -> float:
        """Return wins and half the draws."""
        tally = self.tally(agent, opponent)
        return tally.wins + tally.draws / 2

    def ratings(self) -> list[Rating]:
        """Rate all agents from all games, the strongest first."""
        return bradley_terry(self.agents, [(a, b, points) for a, b, _, points in self._games()])

    def skills(self) -> list[Skill]:
        """Rate all agents by openskill, the strongest first; everybody's first games come before anybody's second."""
        games = sorted(self._games(), key=lambda game: game[2])
        return openskill(self.agents, [(a, b, points) for a, b, _, points in games])

    def compare(self, one: int, other: int) -> Comparison:
        """Compare two agents game by game: the same deal, seat and opponent; games between the two are left out."""
        scores: dict[tuple[int, int, int], dict[int, float]] = {}
        for first, second, number, points in self._games():
            for agent, opponent, mine in ((first, second, points), (second, first, 1 - points)):
                if agent in (one, other) and opponent not in (one, other):
                    seat = number % 2 if agent == first else 1 - number % 2
                    scores.setdefault((opponent, number // 2, seat), {})[agent] = mine
        pairs = [(both[one], both[other]) for both in scores.values() if len(both) == 2]
        better, worse = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
        return Comparison(better, len(pairs) - better - worse, worse, sign_test(better, worse))

    def _games(self) -> list[tuple[int, int, int, float]]:
        """Return every game as first, second, number within its series, points of the first."""
        found = []
        for meeting in self.meetings:
            for number, result in enumerate(meeting.series.results):
                outcome = result.outcomes[result.seats.index(0)]
                if outcome in POINTS:
                    found.append((meeting.first, meeting.second, number, POINTS[outcome]))
        return found


def tournament(
    game: str,
    agents: Sequence[str],
    *,
    kind: Kind = "round robin",
    games: int = 10,
    rounds: int | None = None,
    seed: int = 0,
    budget: Budget | None = None,
    on_progress: Callable[[Record], None] | None = None,
    sandbox: Limits | None = None,
) -> Tournament:
    """Play a tournament of a game for two; *games* between each two who meet (an even number, for both seats).

    A gauntlet is the first agent against each other one. A Swiss one has *rounds* (by default the fewest that can find
    a winner): those with equal points meet, nobody twice; with an odd number one agent rests. With *sandbox* every
    agent plays in a process of its own under these limits.
    """
    made = load_game(game)
    if made.spec.players != 2:
        raise BadParameter(f"{made.id} is for {made.spec.players} player(s); a tournament needs a game for 2")
    if len(agents) < 2:
        raise BadParameter("a tournament needs two agents at least")
    if games < 2 or games % 2:
        raise BadParameter(f"games={games}: an even number, so that both sit in both seats equally often")
    if kind not in KINDS:
        raise BadParameter(f"kind='{kind}'; choose from {', '.join(KINDS)}")
    names = tuple(load_agent(agent).id for agent in agents)
    for name in names:
        if names.count(name) > 1:
            raise BadParameter(
                f"{name} is named twice: the agents of a tournament differ (`ludarium match` plays alike)"
            )
    meetings: list[Meeting] = []

    def meet(pairs: Sequence[tuple[int, int]]) -> None:
        for first, second in pairs:
            tell = (lambda _, record: on_progress(record)) if on_progress else None
            played = series(game, [agents[first], agents[second]], games, seed, budget, tell, sandbox=sandbox)
            meetings.append(Meeting(first, second, played))

    if kind == "round robin":
        meet(list(combinations(range(len(agents)), 2)))
    elif kind == "gauntlet":
        meet([(0, other) for other in range(1, len(agents))])
    else:
        for _ in range(rounds or (len(agents) - 1).bit_length()):
            meet(swiss_pairs(Tournament(made.id, kind, names, tuple(meetings))))
    return Tournament(made.id, kind, names, tuple(meetings))


def games_of(kind: Kind, agents: int, games: int, rounds: int | None = None) -> int:
    """Return how many games a tournament has at most: what a progress bar counts to."""
    if kind == "round robin":
        return games * agents * (agents - 1) // 2
    if kind == "gauntlet":
        return games * (agents - 1)
    return games * (agents // 2) * (rounds or (agents - 1).bit_length())


def swiss_pairs(so_far: Tournament) -> list[tuple[int, int]]:
    """Pair the next round: from the top, each with the nearest in points whom it has not met; () when nobody is new.

    Whoever rested has fewer games, so that the others rest before it does again.
    """
    met = {frozenset((meeting.first, meeting.second)) for meeting in so_far.meetings}
    waiting = sorted(range(len(so_far.agents)), key=lambda agent: (-so_far.points(agent), agent))
    if len(waiting) % 2:
        rests = min(waiting, key=lambda agent: (-so_far.tally(agent).games, so_far.points(agent), -agent))
        waiting.remove(rests)
    return _pair_all(waiting, met) or []


def _pair_all(waiting: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Pair everybody with somebody new, going back on a choice that leaves others without; None when it cannot be."""
    if not waiting:
        return []
    first, *others = waiting
    for second in others:
        if frozenset((first, second)) not in met:
            rest = _pair_all([agent for agent in others if agent != second], met)
            if rest is not None:
                return [(first, second), *rest]
    return None
