"""Rules for Nim, bred: a player is an ordered list of rules, `when CONDITIONS: leave GOALS by TIE`.

The first rule whose conditions hold, and whose goals some move can leave behind, makes its move. Conditions and goals
compare features of a position: of the one that is found, and of the one that is left. A row's worth is its size, or
the rest by k + 1 under a bound k (which is the order of the game's own regularity, not its solution).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.errors import LudariumError, nearest
from ludarium.games.nim.solver import Move, grundy, is_win

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

FEATURES = (
    "rows",  # that hold objects
    "large",  # rows worth 2 or more
    "ones",  # rows worth 1
    "odd1",  # whether an odd number of worths has the bit 1, and so on
    "odd2",
    "odd4",
    "odd8",
    "largest",
    "smallest",
    "total",
    "pairs",  # whether the worths come in equal pairs
    "misere",
    "bound",  # k, or 0
)
SIGNS = ("=", ">=", "<=")
TIES = ("largest most", "largest fewest", "smallest most", "smallest fewest")
"""Which of several moves a rule takes: from the largest or the smallest row, then most or fewest objects."""


class BadRule(LudariumError, ValueError):
    """A rule that cannot be read; the message shows it."""


class Clause(NamedTuple):
    """A feature, a sign and a number."""

    feature: int
    sign: int
    number: int

    def __str__(self) -> str:
        return f"{FEATURES[self.feature]} {SIGNS[self.sign]} {self.number}"

    def holds(self, features: Ints) -> NDArray[np.bool_]:
        """Say where it holds, given the features of positions by columns."""
        column = features[..., self.feature]
        if self.sign == 0:
            return np.asarray(column == self.number)
        return np.asarray(column >= self.number if self.sign == 1 else column <= self.number)


class Rule(NamedTuple):
    """When all of `when` hold, leave what all of `leave` ask for, if any move does."""

    when: tuple[Clause, ...]
    leave: tuple[Clause, ...]
    tie: int

    def __str__(self) -> str:
        when = ", ".join(map(str, self.when)) or "always"
        leave = ", ".join(map(str, self.leave)) or "anything"
        return f"when {when}: leave {leave} by {TIES[self.tie]}"


Rules = tuple[Rule, ...]
_RULE = re.compile(r"when (.+): leave (.+) by (\w+ \w+)")


def read_rule(text: str) -> Rule:
    """Read what `str` writes.

    >>> str(read_rule("when large >= 1: leave odd1 = 0, odd2 = 0 by largest fewest"))
    'when large >= 1: leave odd1 = 0, odd2 = 0 by largest fewest'
    """
    match = _RULE.fullmatch(" ".join(text.split()))
    if match is None:
        raise BadRule(f"'{text}' is no rule; one looks like 'when rows = 1: leave total = 0 by largest most'")
    if match[3] not in TIES:
        raise BadRule(f"'{text}': '{match[3]}' breaks no tie{nearest(match[3], TIES)}; choose {', '.join(TIES)}")
    return Rule(_tests(text, match[1], "always"), _tests(text, match[2], "anything"), TIES.index(match[3]))


def _tests(text: str, words: str, nothing: str) -> tuple[Clause, ...]:
    if words == nothing:
        return ()
    found = []
    for part in words.split(", "):
        match = re.fullmatch(r"(\w+) (=|>=|<=) (\d{1,3})", part)
        if match is None:
            raise BadRule(f"'{text}': '{part}' should be a feature, a sign and a number, as in 'rows >= 2'")
        if match[1] not in FEATURES:
            raise BadRule(f"'{text}': there is no feature '{match[1]}'{nearest(match[1], FEATURES)}")
        found.append(Clause(FEATURES.index(match[1]), SIGNS.index(match[2]), int(match[3])))
    return tuple(found)


def features_of(rows: Sequence[int], k: int | None, misere: bool) -> list[int]:
    """Return the features of a position, in the order of FEATURES."""
    worths = [grundy(objects, k) for objects in rows]
    filled = [objects for objects in rows if objects]
    return [
        len(filled),
        sum(worth > 1 for worth in worths),
        worths.count(1),
        *(sum(worth >> bit & 1 for worth in worths) & 1 for bit in range(4)),
        max(filled, default=0),
        min(filled, default=0),
        sum(filled),
        int(all(worths.count(worth) % 2 == 0 for worth in worths if worth)),
        int(misere),
        k or 0,
    ]


def moves_of(rows: Sequence[int], k: int | None) -> list[Move]:
    """Return every legal move."""
    return [
        (row, count)
        for row, objects in enumerate(rows)
        for count in range(1, (objects if k is None else min(objects, k)) + 1)
    ]


def after(rows: Sequence[int], move: Move) -> tuple[int, ...]:
    """Return the rows that a move leaves."""
    row, count = move
    return (*rows[:row], rows[row] - count, *rows[row + 1 :])


def _preference(tie: int, rows: Sequence[int], move: Move) -> tuple[int, int, int]:
    """Return what sorts moves: the tie's row first, the lower number among equals, then its count."""
    row, count = move
    size = -rows[row] if tie < 2 else rows[row]
    return (size, row, -count if tie % 2 == 0 else count)


def choose(rules: Rules, rows: Sequence[int], k: int | None, misere: bool) -> tuple[Move, int]:
    """Return the move of a player, and the number of the rule that made it (−1: none, one from the largest row)."""
    here = np.array(features_of(rows, k, misere))
    moves = moves_of(rows, k)
    left = np.array([features_of(after(rows, move), k, misere) for move in moves])
    for number, rule in enumerate(rules):
        if not all(test.holds(here) for test in rule.when):
            continue
        fits = np.ones(len(moves), bool)
        for test in rule.leave:
            fits &= test.holds(left)
        good = [move for move, fit in zip(moves, fits, strict=True) if fit]
        if good:
            return min(good, key=lambda move: _preference(rule.tie, rows, move)), number
    return min(moves, key=lambda move: _preference(1, rows, move)), -1


Opponent = Callable[[Sequence[int], int | None, bool], dict[Move, float]]
"""The chance of each move of a player without memory."""


class Arena:
    """All positions that some rows can become, with every move: where players are judged exactly, by arrays."""

    def __init__(self, rows: Sequence[int], k: int | None = None, misere: bool = False) -> None:
        self.rows, self.k, self.misere = tuple(rows), k, misere
        every = sorted(product(*(range(objects + 1) for objects in rows)), key=sum)
        self.positions: list[tuple[int, ...]] = [tuple(position) for position in every]
        self.index = {position: place for place, position in enumerate(self.positions)}
        self.features = np.array([features_of(position, k, misere) for position in self.positions])
        self.won = np.array([is_win(position, k, misere) for position in self.positions])
        counts: list[int] = []
        targets: list[int] = []
        orders: list[list[int]] = [[], [], [], []]
        for position in self.positions:
            moves = moves_of(position, k)
            base = len(targets)
            counts.append(len(moves))
            targets += [self.index[after(position, move)] for move in moves]
            for tie, order in enumerate(orders):
                ranked = sorted(range(len(moves)), key=lambda at: _preference(tie, position, moves[at]))
                order += [base + at for at in ranked]
        self.counts = np.array(counts)
        self.starts = np.concatenate(([0], np.cumsum(self.counts)))
        self.targets = np.array(targets)
        self.by_tie = [np.array(order) for order in orders]
        self.totals = self.features[:, FEATURES.index("total")]
        self.levels = self._levels()

    def _levels(self) -> list[tuple[slice, slice, Ints]]:
        found = []
        for total in range(1, int(self.totals[-1]) + 1):
            first, last = np.searchsorted(self.totals, [total, total + 1])
            moves = slice(int(self.starts[first]), int(self.starts[last]))
            found.append((slice(int(first), int(last)), moves, self.starts[first:last] - self.starts[first]))
        return found

    def chances(self, opponent: Opponent) -> Floats:
        """Return the chance of each move of an opponent, in the arena's order."""
        found = np.zeros(len(self.targets))
        for place, position in enumerate(self.positions):
            moves = moves_of(position, self.k)
            if moves:
                told = opponent(position, self.k, self.misere)
                found[self.starts[place] : self.starts[place + 1]] = [told.get(move, 0.0) for move in moves]
        return found

    def policy(self, rules: Rules) -> Ints:
        """Return the position that a player leaves behind in each position (its own one where all is taken)."""
        chosen = np.full(len(self.positions), -1)
        filled = np.flatnonzero(self.counts)
        starts = self.starts[filled]
        none = len(self.targets)
        for rule in (*rules, Rule((), (), 1)):
            open_ = chosen[filled] < 0
            for test in rule.when:
                open_ &= test.holds(self.features[filled])
            if not open_.any():
                continue
            ranked = self.targets[self.by_tie[rule.tie]]
            fits = np.ones(len(self.positions), bool)
            for test in rule.leave:
                fits &= test.holds(self.features)
            first = np.minimum.reduceat(np.where(fits[ranked], np.arange(none), none), starts)
            take = open_ & (first < none)
            chosen[filled[take]] = ranked[first[take]]
        chosen[self.counts == 0] = np.flatnonzero(self.counts == 0)
        return chosen

    def right(self, policy: Ints) -> float:
        """Return the share of won positions in which the move wins."""
        won = self.won & (self.counts > 0)
        return float((~self.won[policy[won]]).mean()) if won.any() else 1.0

    def win_rate(self, policy: Ints, chances: Floats) -> float:
        """Return the chance to win from the full rows against an opponent, the mean of both seats, exactly."""
        mine = np.zeros(len(self.positions))
        theirs = np.zeros(len(self.positions))
        mine[0], theirs[0] = float(self.misere), float(not self.misere)
        for positions, moves, starts in self.levels:
            mine[positions] = theirs[policy[positions]]
            theirs[positions] = np.add.reduceat(chances[moves] * mine[self.targets[moves]], starts)
        return float(mine[-1] + theirs[-1]) / 2
