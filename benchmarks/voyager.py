"""How often an agent wins a user's own arcade games: `ludarium bench voyager --folder DIR`.

DIR is a folder of GVGAI's gridphysics games (not part of this project): NAME.txt, NAME_lvl0.txt to NAME_lvl4.txt. By
default the study's thirty games, all five levels, one run each, 1,100 model steps a move (what the reference's planners
make in 40 ms); `--ms 40` gives milliseconds of CPU time instead. Prints each result as it comes, then the share of wins
with its interval (Wilson, 95 %), for each set and level.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from _gvgai import SETS, load
from rich.console import Console

from ludarium.core.budget import Budget
from ludarium.core.registry import load_agent
from ludarium.harness.match import play
from ludarium.harness.series import wilson


def main(arguments: list[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench voyager", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the games lie")
    parser.add_argument("--agent", default="voyager", help="who plays")
    parser.add_argument("--games", nargs="*", default=[], help="only these games")
    parser.add_argument("--levels", nargs="*", type=int, default=[0, 1, 2, 3, 4])
    parser.add_argument("--runs", type=int, default=1, help="runs a level")
    parser.add_argument("--steps", type=int, default=1100, help="model steps a move")
    parser.add_argument("--ms", type=float, help="milliseconds of CPU time a move, instead of steps")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    budget = Budget(ms=chosen.ms, clock="cpu") if chosen.ms else Budget(steps=chosen.steps)
    console = Console()
    tallies: dict[str, list[int]] = {}
    for group, games in ({"": chosen.games} if chosen.games else SETS).items():
        for name in games:
            for level in chosen.levels:
                for run in range(chosen.runs):
                    began = time.process_time()
                    seed = chosen.seed + 1000 * run + level
                    record = play(
                        load(chosen.folder, name, level), [load_agent(chosen.agent)], seed=seed, budget=budget
                    )
                    won = record.outcomes[0] == "win"
                    for key in ("all", f"set {group}", f"level {level}"):
                        tally = tallies.setdefault(key, [0, 0])
                        tally[0] += won
                        tally[1] += 1
                    console.print(
                        f"{name} {level}: {'won' if won else record.ending if record.message else 'lost'} with "
                        f"{record.returns[0]:g} after {len(record.moves)} moves, {time.process_time() - began:.0f} s"
                    )
    for key, (wins, runs) in tallies.items():
        low, high = wilson(wins, runs)
        console.print(f"{key}: {wins} of {runs} won, {wins / runs:.1%} ({low:.1%} to {high:.1%})")
    return 0
