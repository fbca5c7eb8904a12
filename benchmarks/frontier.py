"""The frontier agent's two orders of actions, against random and careful: the source document's table, measured anew.

`ludarium bench frontier` plays 200 games a row; `--games 20` is a quick look.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

from ludarium.core.budget import Budget
from ludarium.harness.match import play
from ludarium.harness.series import wilson


def main(arguments: list[str]) -> int:
    """Play both orders against both opponents and print the table."""
    parser = argparse.ArgumentParser(prog="ludarium bench frontier", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games a row, seats swapped")
    chosen = parser.parse_args(arguments)
    console = Console()
    table = Table("delay_minmax", "opponent", "games", "won", "drawn", "lost", "win share, 95 %", "CPU s a game")
    for delayed in (True, False):
        agent = f"quarto.frontier?delay_minmax={str(delayed).lower()}"
        for opponent in ("random", "quarto.careful"):
            began, results = time.process_time(), []
            for seed in range(chosen.games):
                seat = seed % 2
                record = play(
                    "quarto", [agent, opponent] if seat == 0 else [opponent, agent], seed=seed, budget=Budget()
                )
                assert record.ending == "finished", record.message
                results.append(record.outcomes[seat])
            seconds = (time.process_time() - began) / chosen.games
            won, drawn, lost = (results.count(result) for result in ("win", "draw", "loss"))
            low, high = wilson(won, chosen.games)
            share = f"{won / chosen.games:.1%} [{low:.1%}, {high:.1%}]"
            table.add_row(
                str(delayed), opponent, str(chosen.games), str(won), str(drawn), str(lost), share, f"{seconds:.3f}"
            )
    console.print(table)
    return 0
