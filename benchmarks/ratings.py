"""How often the 95 % intervals of Bradley–Terry ratings cover the truth, in simulated tournaments of known strength."""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console

from ludarium.core.rng import derive
from ludarium.harness.rating import ELO, fit

FIELDS = {
    "two, 200 apart": (100.0, -100.0),
    "three, 600 apart": (300.0, 0.0, -300.0),
    "four, 300 apart": (150.0, 50.0, -50.0, -150.0),
    "four, 800 apart": (400.0, 100.0, -100.0, -400.0),
    "eight, 400 apart": tuple(np.linspace(-200, 200, 8)),
}


def coverage(truth: tuple[float, ...], games: int, draws: float, tournaments: int, seed: int = 0) -> float:
    """Return the share of intervals that hold the true strength.

    Each two meet *games* times; *draws* is how much of what can be drawn at all is drawn (0 to 1).
    """
    rng = derive(seed, "ratings", truth, games, draws)
    n, strength = len(truth), np.array(truth) / ELO
    met, points, squares = (np.zeros((tournaments, n, n)) for _ in range(3))
    for a in range(n):
        for b in range(a + 1, n):
            chance = 1 / (1 + np.exp(strength[b] - strength[a]))
            drawn = draws * 2 * min(chance, 1 - chance)
            wins, ties, losses = rng.multinomial(
                games, [chance - drawn / 2, drawn, 1 - chance - drawn / 2], tournaments
            ).T
            for one, other, won in ((a, b, wins), (b, a, losses)):
                met[:, one, other] = games
                points[:, one, other] = won + ties / 2
                squares[:, one, other] = won + ties / 4
    found, reach = fit(met, points, squares)
    return float((np.abs(found - (strength - strength.mean())) <= reach).mean())


def main(arguments: list[str]) -> int:
    """Simulate and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench ratings", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=2000, help="simulated tournaments a line")
    chosen = parser.parse_args(arguments)
    console = Console(highlight=False)
    console.print(f"{chosen.tournaments} round robins a line; 93 to 97 % is asked")
    for name, truth in FIELDS.items():
        for games in (10, 20, 60, 200):
            shares = [coverage(truth, games, draws, chosen.tournaments) for draws in (0.0, 0.5)]
            console.print(
                f"{name:>17}, {games:3} games a pair: {shares[0]:.1%} without draws, {shares[1]:.1%} with many"
            )
    return 0
