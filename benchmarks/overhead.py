"""What the bench itself costs: games a second through `play`, and what a second process brings an experiment."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from ludarium.core.budget import Budget
from ludarium.harness.experiment import Experiment, perform, plan
from ludarium.harness.match import play
from ludarium.harness.store import Store
from ludarium.harness.workers import cores

WORK = {
    "Nim between random agents": ({"agents": ["random"], "opponents": ["nim.random"], "budgets": ["1 steps"]}, 8000),
    "Nim, mcts of 300 steps": ({"agents": ["mcts"], "opponents": ["random"], "budgets": ["300 steps"]}, 300),
}


def games_a_second(seconds: float) -> float:
    """Return how many Nim games between random agents go through `play` in a second of CPU time."""
    began, games = time.process_time(), 0
    while time.process_time() - began < seconds:
        play("nim", ["random", "random"], seed=games, budget=Budget(steps=1))
        games += 1
    return games / (time.process_time() - began)


def experiment_speed(data: dict[str, list[str]], runs: int, jobs: int) -> tuple[float, float]:
    """Return how many runs of an experiment end in a second, kept in a store, and the CPU milliseconds of one.

    The CPU time is ours and our processes' together. The processes' start is left out of both (a first tenth of the
    runs, and what an experiment of one run costs).
    """
    experiment = plan({"games": ["nim"], **data, "seeds": max(1, runs // 2)})
    ends: list[tuple[int, float]] = []
    with tempfile.TemporaryDirectory() as folder, Store(str(Path(folder) / "runs.sqlite")) as store:
        idle = cpu_of(replace(experiment, runs=experiment.runs[:jobs]), store, jobs)
        spent = cpu_of(experiment, store, jobs, lambda done, _: ends.append((done, time.perf_counter())))
    first = next(place for place, (done, _) in enumerate(ends) if done >= len(experiment.runs) // 10)
    (done, began), (total, ended) = ends[first], ends[-1]
    return (total - done) / (ended - began), 1000 * (spent - idle) / (len(experiment.runs) - jobs)


def cpu_of(experiment: Experiment, store: Store, jobs: int, tell: Callable[[int, int], None] | None = None) -> float:
    """Return the CPU seconds of an experiment, ours and our processes'."""
    before = sum(os.times()[:4])
    perform(experiment, store, jobs=jobs, on_progress=tell)
    return sum(os.times()[:4]) - before


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench overhead", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds of plain games")
    parser.add_argument("--rounds", type=int, default=3, help="how often each experiment is done; the best counts")
    parser.add_argument("--scale", type=float, default=1.0, help="how much of the experiments")
    chosen = parser.parse_args(arguments)
    console = Console(highlight=False, soft_wrap=True)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    console.print(
        f"{cores()} cores, load {load:.1f} before we began; with a load above 0 the wall's figures say little"
    )
    console.print(f"through play: {games_a_second(chosen.seconds):,.0f} Nim games a CPU second (asked: 2,000)")
    for name, (data, runs) in WORK.items():
        wanted = max(20, int(runs * chosen.scale))
        found = {jobs: [experiment_speed(data, wanted, jobs) for _ in range(chosen.rounds)] for jobs in (1, 2)}
        speed = {jobs: max(speed for speed, _ in measured) for jobs, measured in found.items()}
        cost = {jobs: min(cost for _, cost in measured) for jobs, measured in found.items()}
        gain = speed[2] / speed[1]
        console.print(
            f"{name}: {speed[1]:,.0f} runs/s in one process, {speed[2]:,.0f} in two: {gain:.2f} times, {gain / 2:.0%} "
            f"of the ideal by the wall (asked: 60 %); {cost[1]:.2f} and {cost[2]:.2f} CPU ms a run, so "
            f"{cost[1] / cost[2]:.0%} on two free cores"
        )
    return 0
