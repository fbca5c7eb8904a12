"""The champion's record against everybody: no loss is the claim, in 500 games (100 against each).

`ludarium bench champion` takes some minutes; `--games 10` is a quick look.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from ludarium.core.budget import Budget
from ludarium.harness.match import play
from ludarium.harness.series import wilson

OPPONENTS = ("random", "quarto.careful", "quarto.frontier", "mcts?steps=2000", "quarto.champion")


def main(arguments: list[str]) -> int:
    """Play, print, and return 1 when a game was lost."""
    parser = argparse.ArgumentParser(prog="ludarium bench champion", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games against each opponent, seats swapped")
    chosen = parser.parse_args(arguments)
    console = Console()
    table = Table("opponent", "won", "drawn", "lost", "win share, 95 %", "mean ms a move", "slowest ms")
    lost = 0
    for opponent in OPPONENTS:
        results, times = [], []
        for seed in range(chosen.games):
            seat = seed % 2
            pair = ["quarto.champion", opponent] if seat == 0 else [opponent, "quarto.champion"]
            record = play("quarto", pair, seed=seed, budget=Budget(ms=1000))
            assert record.ending == "finished", record.message
            assert record.timing is not None
            results.append(record.outcomes[seat])
            times += [ms[0] for move, ms in zip(record.moves, record.timing, strict=True) if move.actors == (seat,)]
        won, drawn, failed = (results.count(result) for result in ("win", "draw", "loss"))
        low, high = wilson(won, chosen.games)
        lost += failed
        table.add_row(
            opponent,
            str(won),
            str(drawn),
            str(failed),
            f"{won / chosen.games:.1%} [{low:.1%}, {high:.1%}]",
            f"{sum(times) / len(times):.1f}",
            f"{max(times):.0f}",
        )
    console.print(table)
    return int(lost > 0)
