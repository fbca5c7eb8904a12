"""Set covering: every method on the course's instances, or on OR-Library files that you have.

`ludarium bench setcover` takes some minutes: `local` gets 60 s of CPU time for each of the six instances (less where it
meets the bound). `ludarium bench setcover FILE…` reads scp and rail files and compares with the best known weights;
a file's name says which instance it is. Times are CPU seconds of one core, without drawing or reading the instance.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ludarium import Budget
from ludarium.core.solver import Solution
from ludarium.games.setcover.exact import installed
from ludarium.games.setcover.instance import Instance, load, problem
from ludarium.games.setcover.solver import METHODS, solve
from ludarium.games.setcover.workbench import Cover

SIZES = (5, 10, 20, 100, 500, 1000)
PUBLISHED = {5: (5, 5), 10: (10, 13), 20: (28, 29), 100: (181, 261), 500: (1419, 11757), 1000: (3110, 24505)}
"""The source's own greedy and genetic weights."""
SEEDED = ("genetic", "local", "exact")
"""The methods that draw."""
BEST = {5: 5, 10: 10, 20: 23, 100: 150, 500: 1129, 1000: 2703}
"""The best weights known before: the first three proven, the others by 60 s of a plain destroy-and-repair search."""


def best_known() -> dict[str, int]:
    """Return OR-Library's best known weights by the name of the file."""
    sets = {
        "scp4": (429, 512, 516, 494, 512, 560, 430, 492, 641, 514),
        "scp5": (253, 302, 226, 242, 211, 213, 293, 288, 279, 265),
        "scp6": (138, 146, 145, 131, 161),
        "scpa": (253, 252, 232, 234, 236),
        "scpb": (69, 76, 80, 79, 72),
        "scpc": (227, 219, 243, 219, 215),
        "scpd": (60, 66, 72, 62, 61),
        "scpnre": (29, 30, 27, 28, 28),
        "scpnrf": (14, 15, 14, 14, 13),
        "scpnrg": (176, 154, 166, 168, 168),
        "scpnrh": (63, 63, 59, 58, 55),
    }
    found = {f"{name}{number}": weight for name, row in sets.items() for number, weight in enumerate(row, 1)}
    return {**found, "rail507": 174, "rail516": 182, "rail582": 211}


def budget_of(method: str, seconds: float) -> Budget | None:
    """Return what a method may spend."""
    return {
        "local": Budget(ms=seconds * 1000, clock="cpu"),
        "exact": Budget(ms=seconds * 1000),
        "genetic": Budget(ms=seconds * 1000, clock="cpu"),
    }.get(method)


def measure(instance: Instance, method: str, seconds: float, seed: int, bar: Progress) -> tuple[Solution[Cover], float]:
    """Solve with a bar that shows weight, bound and gap; return the solution and its CPU seconds."""
    task = bar.add_task(method, total=seconds * 1000)
    began = time.process_time()
    found = solve(
        instance,
        method,
        budget_of(method, seconds),
        seed,
        lambda now: bar.update(task, completed=now.ms, description=f"n={instance.n} {method}: {now}"),
    )
    spent = time.process_time() - began
    bar.remove_task(task)
    assert instance.covers(found.answer or ())
    return found, spent


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench setcover", description=__doc__)
    parser.add_argument("files", type=Path, nargs="*", help="instances in scp, rail or JSON format")
    parser.add_argument("--seconds", type=float, default=60, help="for local, genetic and exact, each")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0], help="of the searches; each is a row")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    chosen = parser.parse_args(arguments)
    console = Console(width=120)
    jobs: list[tuple[str, Instance, int | None]] = [
        (file.stem, load(file), best_known().get(file.stem)) for file in chosen.files
    ] or [(f"problem({n}, 42)", problem(n, 42), BEST.get(n)) for n in chosen.sizes]
    table = Table(
        "instance", "lists", "method", "seed", "weight", "bound", "gap", "CPU s", "best known", title="set covering"
    )
    solve(problem(5, 42), "local", Budget(steps=1000))
    greedy = 0.0
    with Progress(console=console, transient=True) as bar:
        for name, instance, best in jobs:
            for method in chosen.methods:
                if method == "exact" and not (installed() and (chosen.files or instance.n <= 20)):
                    continue
                for seed in chosen.seeds if method in SEEDED else chosen.seeds[:1]:
                    found, spent = measure(instance, method, chosen.seconds, seed, bar)
                    greedy += spent if method == "greedy" else 0
                    row = (name, len(instance), method, seed, int(found.value), int(found.bound))
                    table.add_row(*map(str, row), f"{found.stats['gap']:.1%}", f"{spent:.2f}", str(best or "–"))
    console.print(table)
    console.print(f"greedy on all: {greedy:.2f} CPU s (bounds included)")
    if not chosen.files:
        told = "; ".join(f"{n}: {a}, {b}" for n, (a, b) in PUBLISHED.items())
        console.print(f"the source's own greedy and genetic weights: {told}")
    return 0
