"""Two sides of a store, run by run: the same game, seed, seat and opponents, so that luck is the same for both.

A side is a text: an agent (`mcts?c=1`), an experiment's name, a run's key, or conditions joined by semicolons:
`agent=mcts; budget=500 steps; experiment=night`. What neither side fixes must be the same in both runs of a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludarium.core.errors import BadParameter, nearest
from ludarium.harness.rating import sign_test
from ludarium.harness.series import POINTS
from ludarium.harness.store import Row
from ludarium.harness.summary import Mean, mean

_FACTS = ("agent", "budget", "experiment", "sandbox", "key")
Seat = tuple[Row, int]


@dataclass(frozen=True, slots=True)
class Paired:
    """Pairs of runs in one game (or in all): where the first side did better, and how much more it returned."""

    game: str
    pairs: int
    better: int
    equal: int
    worse: int
    difference: Mean
    p: float


@dataclass(frozen=True, slots=True)
class Compared:
    """What the comparison says: a line a game, one for all, and the runs that had no partner."""

    first: str
    second: str
    lines: tuple[Paired, ...]
    total: Paired
    alone: tuple[int, int]


def compare(rows: Iterable[Row], first: str, second: str, others: Iterable[Row] | None = None) -> Compared:
    """Pair the runs of two sides, and test whether one is better.

    With *others* the second side is of another store: the same experiment before and after a change, for example. An
    empty text is every run.
    """
    kept = [list(rows)]
    kept.append(kept[0] if others is None else list(others))
    sides = [read_side(text, found) for text, found in zip((first, second), kept, strict=True)]
    fixed = {name for side in sides for name in side}
    seats = [_chosen(found, side) for found, side in zip(kept, sides, strict=True)]
    for text, found in zip((first, second), seats, strict=True):
        if not found:
            raise BadParameter(f"no run of the store fits '{text}'")
    tables = [_by_partner(found, fixed) for found in seats]
    shared = [name for name in tables[0] if name in tables[1]]
    if not shared:
        raise BadParameter(
            f"'{first}' and '{second}' have no runs to pair: the same game, seed, seat and opponents, and "
            f"{', '.join(name for name in ('agent', 'budget', 'sandbox') if name not in fixed)} alike"
        )
    pairs = [(tables[0][name], tables[1][name]) for name in shared]
    games = sorted({one.game for (one, _), _ in pairs})
    lines = tuple(_paired(game, [pair for pair in pairs if pair[0][0].game == game]) for game in games)
    alone = (len(tables[0]) - len(shared), len(tables[1]) - len(shared))
    return Compared(first, second, lines, _paired("all", pairs), alone)


def read_side(text: str, rows: Sequence[Row]) -> dict[str, str]:
    """Return the conditions of a side; a bare word is an agent, an experiment or a run of the store."""
    if not text:
        return {}
    if "=" in text.partition("?")[0]:
        found = {}
        for part in text.split(";"):
            name, _, value = (word.strip() for word in part.partition("="))
            if name not in _FACTS or not value:
                raise BadParameter(
                    f"'{part.strip()}' is no condition{nearest(name, _FACTS)}; as in agent=mcts; budget=500 steps"
                )
            found[name] = value
        return found
    known = {
        "agent": {agent for row in rows for agent in row.agents},
        "experiment": {row.experiment for row in rows},
        "key": {row.key for row in rows},
    }
    meant = [name for name, values in known.items() if text in values]
    if len(meant) == 1:
        return {meant[0]: text}
    if meant:
        raise BadParameter(f"'{text}' is {' and '.join(meant)} here; say which, as in {meant[0]}={text}")
    close = nearest(text, [*known["agent"], *known["experiment"]])
    raise BadParameter(f"'{text}' is no agent, no experiment and no run of this store{close}")


def _chosen(rows: Iterable[Row], side: dict[str, str]) -> list[Seat]:
    facts = {name: value for name, value in side.items() if name != "agent"}
    return [
        (row, seat)
        for row in rows
        if all(getattr(row, name) == value for name, value in facts.items())
        for seat, agent in enumerate(row.agents)
        if side.get("agent") in (None, agent)
    ]


def _by_partner(seats: Iterable[Seat], fixed: set[str]) -> dict[tuple[object, ...], Seat]:
    """Return runs by all that both runs of a pair share."""
    found: dict[tuple[object, ...], Seat] = {}
    for row, seat in seats:
        others = tuple("" if place == seat else agent for place, agent in enumerate(row.agents))
        whole = {"agent": row.agents[seat], "budget": row.budget, "sandbox": row.sandbox}
        same = tuple("" if "key" in fixed or name in fixed else value for name, value in whole.items())
        found.setdefault((row.game, row.seed, row.repetition, seat, others, same), (row, seat))
    return found


def _paired(game: str, pairs: Sequence[tuple[Seat, Seat]]) -> Paired:
    scores = [(_score(*one), _score(*other)) for one, other in pairs]
    better, worse = sum(a > b for a, b in scores), sum(a < b for a, b in scores)
    difference = mean([one.returns[seat] - other.returns[place] for (one, seat), (other, place) in pairs])
    return Paired(game, len(pairs), better, len(pairs) - better - worse, worse, difference, sign_test(better, worse))


def _score(row: Row, seat: int) -> tuple[float, float]:
    """Return what decides who did better: won, drawn or lost first, then the return."""
    outcome = row.outcomes[seat]
    return POINTS.get(outcome, 0.5), row.returns[seat]
