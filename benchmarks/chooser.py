"""Makes and judges what the chooser goes by: `ludarium bench chooser --folder DIR` (a user's own GVGAI games).

Plays each planner of the portfolio on games that are none of the study's thirty (every fourth other one), prints the
rows of `agents/experience.py`, and judges the choice with the game at hand left out: the share of wins that the chosen
planner had, beside each planner alone and the best for each game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from _gvgai import THIRTY, load
from rich.console import Console

from ludarium.agents.chooser import Row, expected
from ludarium.agents.experience import PORTFOLIO
from ludarium.agents.features import observe
from ludarium.agents.pace import Pace
from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load_agent
from ludarium.core.rng import derive
from ludarium.harness.match import play


def row_of(folder: Path, name: str, levels: list[int], steps: int) -> Row:
    """Return a game's mean features and each planner's share of wins."""
    seen, wins = [], []
    for level in levels:
        game = load(folder, name, level)
        seen.append(observe(game.initial(0).known(0), derive(level, "observe"), Pace(Budget(steps=1100))))
        budget = Budget(steps=steps)
        records = [play(game, [load_agent(agent)], seed=level, budget=budget) for agent in PORTFOLIO]
        wins.append([float(record.outcomes[0] == "win") for record in records])
    means = [tuple(round(float(value), 3) for value in np.mean(rows, axis=0)) for rows in (seen, wins)]
    return means[0], means[1]


def main(arguments: list[str]) -> int:
    """Play, print the rows, judge."""
    parser = argparse.ArgumentParser(prog="ludarium bench chooser", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where GVGAI's gridphysics games lie")
    parser.add_argument("--games", nargs="*", default=[], help="only these games")
    parser.add_argument("--levels", nargs="*", type=int, default=[0, 2])
    parser.add_argument("--steps", type=int, default=600, help="model steps a move")
    chosen = parser.parse_args(arguments)
    found = sorted({file.stem for file in chosen.folder.glob("*.txt") if "_lvl" not in file.stem} - set(THIRTY))
    console, rows = Console(), []
    for name in chosen.games or found[::4]:
        try:
            rows.append(row_of(chosen.folder, name, chosen.levels, chosen.steps))
        except (LudariumError, FileNotFoundError) as fault:
            console.print(f"{name} is left out: {fault}")
            continue
        console.print(f"    {rows[-1]},  # {name}")
    if len(rows) > 1:
        picked = []
        for index, (seen, wins) in enumerate(rows):
            hopes = expected(seen, rows[:index] + rows[index + 1 :])
            picked.append(wins[hopes.index(max(hopes))])
        console.print(f"chosen, the game left out: {np.mean(picked):.1%} of {len(rows)} games")
        for agent, mean in zip(PORTFOLIO, np.mean([wins for _, wins in rows], axis=0), strict=True):
            console.print(f"{agent} alone: {mean:.1%}")
        console.print(f"the best for each game: {np.mean([max(wins) for _, wins in rows]):.1%}")
    return 0
