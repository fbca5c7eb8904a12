"""Strength from results: Bradley–Terry ratings on the Elo scale with intervals, and tests on paired games.

A rating difference of 400 means odds of ten to one (Bradley & Terry 1952; Elo 1978). A draw counts as half a win for
each. Everybody also plays one virtual draw against the field's mean, so that an unbeaten agent has a finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludarium.core.errors import BadParameter

ELO = 400 / math.log(10)
Z95 = 1.959963984540054
_VIRTUAL_GAMES = 1.0
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """An agent's strength relative to the field's mean (0), with its 95 % interval."""

    agent: str
    elo: float
    low: float
    high: float


def bradley_terry(agents: Sequence[str], games: Sequence[tuple[int, int, float]]) -> list[Rating]:
    """Rate agents from games (first, second, points of the first: 1, 0.5 or 0), the strongest first.

    The likelihood is climbed by Newton's method; the intervals are Wald's with the robust ("sandwich") variance, so
    that draws, which vary less than wins and losses, do not make them too wide.
    """
    n = len(agents)
    for first, second, points in games:
        if first == second or not (0 <= first < n and 0 <= second < n) or not 0 <= points <= 1:
            raise BadParameter(f"game ({first}, {second}, {points}): two of {n} agents, and points from 0 to 1")
    strength = np.zeros(n)
    pairs = np.array([(a, b) for a, b, _ in games], np.int64).reshape(-1, 2)
    points_of = np.array([points for _, _, points in games])
    for _ in range(_STEPS):
        slope, curve, _ = _likelihood(strength, pairs, points_of)
        change = np.linalg.solve(curve, slope)
        strength += np.clip(change, -1, 1)
        if np.abs(change).max() < 1e-10:
            break
    strength -= strength.mean()
    _, curve, spread = _likelihood(strength, pairs, points_of)
    centred = np.eye(n) - 1 / n
    inverse = centred @ np.linalg.inv(curve)
    error = np.sqrt(np.diag(inverse @ spread @ inverse.T)) * ELO * Z95
    found = [Rating(a, e * ELO, e * ELO - r, e * ELO + r) for a, e, r in zip(agents, strength, error, strict=True)]
    return sorted(found, key=lambda rating: -rating.elo)


def _likelihood(
    strength: NDArray[np.float64], pairs: NDArray[np.int64], points: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return slope and (negative) curvature of the log-likelihood, and the games' own spread of the slope."""
    n = len(strength)
    first, second = pairs[:, 0], pairs[:, 1]
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    surprise = points - chance
    alone = 1 / (1 + np.exp(-strength))
    slope = _VIRTUAL_GAMES * (0.5 - alone)
    np.add.at(slope, first, surprise)
    np.add.at(slope, second, -surprise)
    curve = np.diag(_VIRTUAL_GAMES * alone * (1 - alone))
    spread = np.diag(_VIRTUAL_GAMES * alone * (1 - alone))
    for matrix, weight in ((curve, chance * (1 - chance)), (spread, surprise**2)):
        np.add.at(matrix, (first, first), weight)
        np.add.at(matrix, (second, second), weight)
        np.add.at(matrix, (first, second), -weight)
        np.add.at(matrix, (second, first), -weight)
    assert slope.shape == (n,), "one slope an agent"
    return slope, curve, spread


def sign_test(better: int, worse: int) -> float:
    """Return the two-sided chance of a split at least this uneven among paired games that differ (exact binomial)."""
    n, least = better + worse, min(better, worse)
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(least + 1))
    return min(1.0, 2 * tail / float(2**n))
