"""Strength from results: Bradley–Terry ratings on the Elo scale with intervals, openskill's, and tests on paired games.

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
from ludarium.core.extras import optional

Floats = NDArray[np.float64]

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

    The likelihood is climbed by Newton's method. The intervals are Wald's, made narrower by the share of draws: points
    of 1, ½ and 0 with mean p vary by p(1 − p) − d/4 where d is the chance of a draw, so that the games' own variance
    is known exactly. (`ludarium bench ratings` shows how often they cover the truth: also for few games between very
    unequal agents, where the usual "sandwich" variance fails.)
    """
    n = len(agents)
    met, points, squares = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    for first, second, value in games:
        if first == second or not (0 <= first < n and 0 <= second < n) or not 0 <= value <= 1:
            raise BadParameter(f"game ({first}, {second}, {value}): two of {n} agents, and points from 0 to 1")
        for one, other, mine in ((first, second, value), (second, first, 1 - value)):
            met[one, other] += 1
            points[one, other] += mine
            squares[one, other] += mine * mine
    strength, error = fit(met[None], points[None], squares[None])
    found = [
        Rating(a, e * ELO, (e - r) * ELO, (e + r) * ELO) for a, e, r in zip(agents, strength[0], error[0], strict=True)
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def fit(met: Floats, points: Floats, squares: Floats) -> tuple[Floats, Floats]:
    """Fit many tournaments at once: strengths (natural logarithm of the odds, mean 0) and the reach of their intervals.

    Each argument has the shape (tournaments, agents, agents): games of the row's agent against the column's, the
    points that it made in them, and the sum of the squares of these points.
    """
    several, n, _ = met.shape
    strength = np.zeros((several, n))
    for _ in range(_STEPS):
        slope, curve, _ = _likelihood(strength, met, points, squares)
        change = np.linalg.solve(curve, slope[..., None])[..., 0]
        strength += np.clip(change, -1, 1)
        if np.abs(change).max() < 1e-10:
            break
    strength -= strength.mean(1, keepdims=True)
    _, curve, drawn = _likelihood(strength, met, points, squares)
    centred = np.eye(n) - 1 / n
    variance = np.einsum("tii->ti", centred @ np.linalg.inv(curve) @ centred) * (1 - drawn)[:, None]
    return strength, np.sqrt(variance) * Z95


def _likelihood(strength: Floats, met: Floats, points: Floats, squares: Floats) -> tuple[Floats, Floats, Floats]:
    """Return slope and (negative) curvature of the log-likelihood, and the share of variance that draws take away."""
    chance = 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None]))
    alone = 1 / (1 + np.exp(-strength))
    slope = _VIRTUAL_GAMES * (0.5 - alone) + (points - met * chance).sum(2)
    virtual, weight = _VIRTUAL_GAMES * alone * (1 - alone), met * chance * (1 - chance)
    curve = (virtual + weight.sum(2))[:, :, None] * np.eye(strength.shape[1]) - weight
    drawn = (points - squares).sum((1, 2)) / (weight.sum((1, 2)) + 2 * virtual.sum(1))
    return slope, curve, drawn


@dataclass(frozen=True, slots=True)
class Skill:
    """An agent's strength as openskill believes it: mean, spread, and the interval that holds 95 % of the belief."""

    agent: str
    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the belief lies. It says how sure the model is, not how often it is right: see `bradley_terry`."""
        return self.mu - Z95 * self.sigma, self.mu + Z95 * self.sigma


def openskill(agents: Sequence[str], games: Sequence[tuple[int, int, float]]) -> list[Skill]:
    """Rate agents by openskill's Plackett–Luce model (Weng & Lin 2011), the strongest first.

    It learns game by game, so that the order of the games counts a little, and new games can be added without fitting
    all anew. It starts everybody at 25 ± 8.3.
    """
    model = optional("openskill.models", "bench", "openskill ratings").PlackettLuce()
    beliefs = [model.rating(name=agent) for agent in agents]
    for first, second, points in games:
        pair = model.rate([[beliefs[first]], [beliefs[second]]], ranks=[1 - points, points])
        (beliefs[first],), (beliefs[second],) = pair
    found = [Skill(agent, float(one.mu), float(one.sigma)) for agent, one in zip(agents, beliefs, strict=True)]
    return sorted(found, key=lambda skill: -skill.mu)


def sign_test(better: int, worse: int) -> float:
    """Return the two-sided chance of a split at least this uneven among paired games that differ (exact binomial)."""
    n, least = better + worse, min(better, worse)
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(least + 1))
    return min(1.0, 2 * tail / float(2**n))
