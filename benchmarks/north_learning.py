"""Learners on caves of North: how often the learnt route ends and is optimal, its regret in points, and its time.

`ludarium bench north_learning` (300 maps of bound 4) takes some minutes; `--plot FILE` draws the regret by episodes.
For comparison, the original program at bound 4: survivor reaches the end on 88 % of maps and is optimal on 67 %,
explorer 100 % and 23 %, 0.1 to 0.2 s a map.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import cast

from rich.console import Console
from rich.table import Table

from ludarium.core.learner import Learner, Progress, follow
from ludarium.core.registry import load_agent
from ludarium.games.north.generator import generate
from ludarium.games.north.lessons import lesson, regret, walked
from ludarium.games.north.solver import front, parameters
from ludarium.harness.series import wilson

CHECKPOINTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
COURSES = (
    ("classic", "source", ("survivor", "explorer", "shortest")),
    ("backward", "exact", ("survivor", "balanced", "explorer", "shortest")),
)


def share(good: int, of: int) -> str:
    """Return a share with its 95 % interval."""
    low, high = wilson(good, of)
    return f"{good / of:.1%} [{low:.1%}, {high:.1%}]"


class Probe:
    """Looks at the greedy route after some episodes, by a clock of its own that is not charged to the learner."""

    def __init__(self, regret_now: Callable[[], int]) -> None:
        self.seen: dict[int, int] = {}
        self.seconds = 0.0
        self._regret_now = regret_now

    def __call__(self, progress: Progress) -> None:
        """Note the regret at a checkpoint."""
        if progress.episode in CHECKPOINTS:
            began = time.process_time()
            self.seen[progress.episode] = self._regret_now()
            self.seconds += time.process_time() - began


def measure(agent: str, rewards: str, mode: str, bound: int, maps: int) -> tuple[tuple[str, ...], list[list[int]]]:
    """Return a row of the table, and for each map the regret at the checkpoints."""
    ended = optimal = 0
    times, regrets, curves = [], [], []
    for seed in range(maps):
        cave = generate(bound, seed)
        table = front(cave)
        best = parameters(table, "survivor" if mode == "shortest" else mode, "easy")
        taught = lesson(cave, mode, rewards, best.best_life)
        learner = cast(Learner, load_agent(agent))

        def regret_now() -> int:
            walk = walked(cave, follow(learner, taught)[0])  # noqa: B023 -- asked within this turn of the loop
            return regret(cave, best, mode, "easy", walk)  # noqa: B023

        probe = Probe(regret_now)
        began = time.process_time()
        learner.learn(taught, seed=seed, on_progress=None if mode == "shortest" else probe)
        times.append(time.process_time() - began - probe.seconds)
        actions, arrived = follow(learner, taught)
        life, stamina = cave.cost(walked(cave, actions))
        ended += arrived
        if mode == "shortest":
            optimal += arrived and stamina == min(least for least, _ in table.values())
        else:
            optimal += arrived and (life, stamina) == (best.best_life, best.best_stamina)
            regrets.append(regret_now())
            curves.append([probe.seen.get(episode, regrets[-1]) for episode in CHECKPOINTS])
    points = f"{mean(regrets):.1f}" if regrets else "–"
    times_text = (f"{median(times):.3f}", f"{max(times):.3f}")
    return (agent, rewards, mode, share(ended, maps), share(optimal, maps), points, *times_text), curves


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench north_learning", description=__doc__)
    parser.add_argument("--maps", type=int, default=300, help="caves a row")
    parser.add_argument("--bound", type=int, default=4, help="their size")
    parser.add_argument("--plot", type=Path, help="draw the learning curves into this file")
    chosen = parser.parse_args(arguments)
    console = Console(width=140)
    headings = ("learner", "rewards", "mode", "ends", "optimal", "mean regret of 500", "s median", "s most")
    table = Table(*headings, title=f"{chosen.maps} caves of bound {chosen.bound}")
    lines: dict[str, list[tuple[float, float]]] = {}
    for agent, rewards, modes in COURSES:
        for mode in modes:
            row, found = measure(agent, rewards, mode, chosen.bound, chosen.maps)
            table.add_row(*row)
            if found:
                lines[f"{agent}, {mode}"] = list(zip(CHECKPOINTS, map(mean, zip(*found, strict=True)), strict=True))
    console.print(table)
    if chosen.plot is not None:
        from ludarium.ui.curves import plot_lines

        title = f"greedy route of a learner, mean of {chosen.maps} caves of bound {chosen.bound}"
        plot_lines(lines, chosen.plot, title=title, x="episodes", y="regret (of 500 points)")
        console.print(f"curves: {chosen.plot}")
    return 0
