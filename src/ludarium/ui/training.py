"""`ludarium train`: lessons with a progress bar, what came of them as a table, and the learning curve as a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.table import Table

from ludarium.core.budget import Budget
from ludarium.core.learner import Progress
from ludarium.harness.training import Course
from ludarium.ui.console import progress


def checkpoints(most: int) -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 … up to *most*, and *most*."""
    unit = 1
    while unit <= most:
        yield from (unit * digit for digit in (1, 2, 5) if unit * digit < most)
        unit *= 10
    yield most


class Watcher:
    """Listens to a learner: moves the bar, and looks at checkpoints what it can do (by a clock of its own)."""

    def __init__(self, course: Course, episodes: int) -> None:
        self._course, self._stops = course, set(checkpoints(episodes))
        self._recent = 0.0
        self.gains: list[tuple[float, float]] = []
        self.measured: list[tuple[float, float]] = []
        self.seconds = 0.0

    def hear(self, now: Progress) -> float:
        """Take one episode in; return the mean gain of the last hundred or so."""
        self._recent += (now.gained - self._recent) / min(now.episode, 100)
        if now.episode in self._stops:
            self.look(now.episode)
        return self._recent

    def look(self, episode: int) -> None:
        """Note how it stands after this episode."""
        began = time.perf_counter()
        self.gains.append((episode, self._recent))
        measure = self._course.lesson.measure
        if measure is not None:
            self.measured.append((episode, measure(self._course.agent)))
        self.seconds += time.perf_counter() - began


def run(course: Course, budget: Budget | None, seed: int) -> dict[str, Any]:
    """Teach a course with a bar; return the facts and the curve as plain data."""
    agent = course.agent
    most = getattr(agent, "episodes", getattr(agent, "generations", 1))
    episodes = min(most, (budget and budget.episodes) or most)
    watcher = Watcher(course, episodes)
    began = time.perf_counter()
    with progress(remaining=True) as bar:
        task = bar.add_task(f"{agent.id} learns {course.game.id}", total=episodes)
        told = 0.0

        def on_progress(now: Progress) -> None:
            nonlocal told
            gain = watcher.hear(now)
            if time.perf_counter() - told > 0.1:
                told = time.perf_counter()
                bar.update(task, completed=now.episode, description=f"{agent.id}: mean gain {gain:.3f}")

        curve = course.teach(budget, seed, on_progress)
    if curve and (not watcher.gains or watcher.gains[-1][0] != len(curve)):
        watcher.look(len(curve))
    return {
        "agent": agent.id,
        "game": course.game.id,
        "position": course.lesson.position,
        "seed": seed,
        "episodes": len(curve),
        "steps": sum(point.steps for point in curve),
        "seconds": round(time.perf_counter() - began - watcher.seconds, 2),
        "situations": len(agent.table),
        "mean_gain": watcher.gains[-1][1] if watcher.gains else None,
        "measure": watcher.measured[-1][1] if watcher.measured else None,
        "curve": {"mean gain": watcher.gains, "measure": watcher.measured},
    }


def draw(facts: dict[str, Any]) -> Table:
    """Return the facts for people."""
    table = Table(box=None, show_header=False)
    table.add_row("agent", facts["agent"])
    table.add_row("game", facts["game"] + (f" from {facts['position']}" if facts["position"] else ""))
    table.add_row("lessons", f"{facts['episodes']} in {facts['seconds']:.1f} s, {facts['steps']} steps")
    if facts["situations"]:
        table.add_row("situations", f"{facts['situations']} known")
    if facts["mean_gain"] is not None:
        table.add_row("mean gain", f"{facts['mean_gain']:.3f} (the last hundred)")
    if facts["measure"] is not None:
        table.add_row("right", f"{facts['measure']:.1%} of what is known exactly")
    return table


def plot(facts: dict[str, Any], path: Path) -> Path:
    """Draw the learning curve: what is known exactly where there is such a measure, else the mean gain."""
    from ludarium.ui.curves import plot_lines

    measured = facts["curve"]["measure"]
    lines = {"share of right moves": measured} if measured else {"mean gain": facts["curve"]["mean gain"]}
    name = next(iter(lines))
    return plot_lines(lines, path, title=f"{facts['agent']} learns {facts['game']}", x="episodes", y=name)
