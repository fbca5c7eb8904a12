"""Dungeon: the source's genetic algorithm against the original's figures, the fast generator, the exact solver.

`ludarium bench dungeon` takes some minutes; `--seeds 5 --many 50` is a quick look, `--plot range.png` draws the
expressive range. The original, measured over ten seeds on such a machine: mean fitness 37.0 at 10 rooms and 61.7 at 20
rooms after 250 generations, in 2.8 s and 44 s (medians of CPU time). All seconds here are CPU seconds of one core,
with compiled code warm.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import mean, median
from typing import ParamSpec, TypeVar

from rich.console import Console
from rich.table import Table

from ludarium.core.budget import Budget
from ludarium.core.solver import Status
from ludarium.games.dungeon.classic import breed
from ludarium.games.dungeon.criteria import CRITERIA, VALID, leniency, linearity, measure
from ludarium.games.dungeon.generator import generate, illuminated
from ludarium.games.dungeon.genome import changed, create, dungeon_of
from ludarium.games.dungeon.level import Door, Dungeon
from ludarium.games.dungeon.solver import DungeonSolver, softlock

P = ParamSpec("P")
T = TypeVar("T")
ORIGINAL = {10: (37.0, 2.8), 20: (61.7, 44.0)}


def timed(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T, float]:
    """Return what came of it, and its CPU seconds."""
    began = time.process_time()
    result = work(*args, **kwargs)
    return result, time.process_time() - began


def measure_classic(seeds: int) -> Iterator[tuple[str, ...]]:
    """Yield a row for each size and selection after 250 generations."""
    for rooms, selection in ((10, "tournament"), (20, "tournament"), (10, "roulette"), (20, "roulette")):
        runs = [timed(breed, rooms, seed=seed, selection=selection) for seed in range(seeds)]
        worths = [run.best.fitness for run, _ in runs]
        seconds = median(spent for _, spent in runs)
        found = [measure(dungeon_of(run.best.genome)) for run, _ in runs]
        safe = sum(softlock(dungeon_of(run.best.genome)) is None for run, _ in runs)
        met = sum(CRITERIA[9](one).kept for one in found)
        theirs, their_seconds = ORIGINAL[rooms]
        yield (
            str(rooms), selection, f"{mean(worths):.2f}", f"{min(worths):.2f}–{max(worths):.2f}", f"{theirs}",
            f"{seconds:.3f}", f"{their_seconds / seconds:.0f} ×", f"{safe}/{seeds}", f"{met}/{seeds}",
        )  # fmt: skip


def measure_figure_three(seeds: int) -> Iterator[tuple[str, ...]]:
    """Yield the source's figure 3 at 10 rooms: fitness, generation of the last gain, seconds."""
    for generations in (50, 100, 250, 500, 1000):
        runs = [timed(breed, 10, seed=seed, generations=generations) for seed in range(seeds)]
        gains = [run.last_gain for run, _ in runs]
        yield (
            str(generations), f"{mean(run.best.fitness for run, _ in runs):.2f}", f"{median(gains):g}", str(max(gains)),
            f"{median(spent for _, spent in runs):.3f}",
        )  # fmt: skip


def measure_fast(seeds: int) -> tuple[list[tuple[str, ...]], int]:
    """Return a row for each size, and how many dungeons were not right."""
    rows: list[tuple[str, ...]] = []
    wrong = 0
    for rooms in (10, 20, 40, 60, 100, 200):
        made = [timed(generate, rooms, seed) for seed in range(seeds)]
        times = [spent * 1000 for _, spent in made]
        bad = sum(not is_right(dungeon) for dungeon, _ in made)
        found = [measure(dungeon) for dungeon, _ in made]
        kept = mean(sum(criterion(one).kept for criterion in CRITERIA) for one in found)
        rows.append(
            (str(rooms), f"{median(times):.1f}", f"{max(times):.1f}", str(bad), f"{kept:.1f}",
             f"{mean(one.moves for one in found):.1f}", f"{mean(one.repeated for one in found):.1f}")
        )  # fmt: skip
        wrong += bad
    return rows, wrong


def is_right(dungeon: Dungeon) -> bool:
    """Say whether a dungeon is valid, can always be won, and lies on its grid."""
    found, cells = measure(dungeon), dungeon.grid
    return (
        all(criterion(found).kept for criterion in VALID)
        and softlock(dungeon) is None
        and cells is not None
        and len(set(cells.values())) == len(cells)
        and all(abs(cells[d.a][0] - cells[d.b][0]) + abs(cells[d.a][1] - cells[d.b][1]) == 1 for d in dungeon.doors)
    )


def mutated(rooms: int, seed: int) -> Dungeon:
    """Return a random dungeon: a tree after many of the source's mutations."""
    genome = create(rooms, seed * 7919 + 1)
    for step in range(4 * rooms):
        genome = changed(genome, seed * 1000 + step)
    return dungeon_of(genome)


def star(locks: int) -> Dungeon:
    """Return many locked rooms around the start, each with its key: every set of them can be opened."""
    rooms: dict[int | str, str] = {**dict.fromkeys(range(locks + 1), "key"), 0: "start", locks + 1: "finish"}
    doors = [Door(0, 1), *(Door(0, n + 2, "small") for n in range(locks - 1)), Door(0, locks + 1, "small")]
    return Dungeon(rooms, tuple(doors))


def with_boss_key(dungeon: Dungeon) -> Dungeon:
    """Return a star in which one of the locked rooms holds the boss key."""
    doors = tuple(replace(door, lock="boss") if dungeon.finish in (door.a, door.b) else door for door in dungeon.doors)
    return Dungeon({**dungeon.rooms, 2: "bosskey"}, doors)


def chest(locks: int) -> Dungeon:
    """Return a star whose rooms hold two keys, one in a room behind, and whose spokes are joined by locked doors."""
    rooms: dict[int | str, str] = {"s": "start", "k": "key", "f": "finish"}
    doors = [Door("s", "k"), Door("s", "f", "small")]
    spokes = (locks - 1) // 2
    for n in range(spokes):
        rooms |= {f"a{n}": "key", f"b{n}": "key"}
        doors += [Door("s", f"a{n}", "small"), Door(f"a{n}", f"b{n}"), Door(f"b{n}", f"a{(n + 1) % spokes}", "small")]
    return Dungeon(rooms, tuple(doors))


def measure_solver(seeds: int) -> Iterator[tuple[str, ...]]:
    """Yield a row for each kind of dungeon: seconds of the shortest walk and of the proof."""
    kinds: dict[str, Callable[[int], Dungeon]] = {
        "fast, 60 rooms": lambda seed: generate(60, seed),
        "fast, 100 rooms": lambda seed: generate(100, seed),
        "random, 20 rooms": lambda seed: mutated(20, seed),
        "random, 60 rooms": lambda seed: mutated(60, seed),
        "star of 20 locks": lambda seed: star(20),
        "star of 20 locks, boss key": lambda seed: with_boss_key(star(20)),
        "chest of 21 locks": lambda seed: chest(21),
    }
    for name, make in kinds.items():
        walks, proofs, solved = [], [], 0
        for seed in range(seeds if "of" not in name else 3):
            dungeon = make(seed)
            answer, spent = timed(DungeonSolver().solve, dungeon, Budget(ms=10_000, clock="cpu"))
            walks.append(spent)
            solved += answer.status is not Status.BOUNDED
            proofs.append(timed(softlock, dungeon)[1])
        walks.sort()
        yield (
            name, str(len(walks)), f"{solved}/{len(walks)}", f"{median(walks):.4f}", f"{walks[-1]:.4f}",
            f"{median(proofs):.4f}", f"{max(proofs):.4f}",
        )  # fmt: skip


def measure_variety(many: int, plot: str | None) -> str:
    """Return how different many dungeons of 20 rooms are; draw the expressive range if asked."""
    import networkx  # type: ignore[import-untyped]

    dungeons = [generate(20, seed) for seed in range(many)]
    buckets: dict[str, list[networkx.Graph]] = {}
    twins = 0
    for dungeon in dungeons:
        graph = networkx.Graph()
        graph.add_nodes_from((room, {"kind": kind}) for room, kind in dungeon.rooms.items())
        graph.add_edges_from((door.a, door.b, {"lock": door.lock}) for door in dungeon.doors)
        name = networkx.weisfeiler_lehman_graph_hash(graph, node_attr="kind", edge_attr="lock", iterations=4)
        kinds = networkx.isomorphism.categorical_node_match("kind", "")
        locks = networkx.isomorphism.categorical_edge_match("lock", "")
        twins += any(networkx.is_isomorphic(graph, other, kinds, locks) for other in buckets.get(name, []))
        buckets.setdefault(name, []).append(graph)
    places = [(linearity(one, measure(one).walk or ()), leniency(one)) for one in dungeons]
    cells = {(int(a * 10), int(b * 10)) for a, b in places}
    archive = illuminated(20, tries=2000)
    if plot is not None:
        draw_range(places, list(archive.cells), plot)
    lines, lenient = zip(*places, strict=True)
    return (
        f"{many} fast dungeons of 20 rooms: {twins} isomorphic to an earlier one; "
        f"linearity {min(lines):.2f}–{max(lines):.2f} (mean {mean(lines):.2f}), "
        f"leniency {min(lenient):.2f}–{max(lenient):.2f} (mean {mean(lenient):.2f}); {len(cells)} of 100 kinds. "
        f"MAP-Elites, 2000 tries: {len(archive.cells)} of 100 kinds, best {archive.best.fitness:.2f}."
    )


def draw_range(places: list[tuple[float, float]], elites: list[tuple[int, ...]], path: str) -> None:
    """Draw the expressive range of the fast method, and which kinds MAP-Elites found."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    left.hexbin(
        [a for a, _ in places], [b for _, b in places], gridsize=18, extent=(0, 1, 0, 1), cmap="viridis", mincnt=1
    )
    left.set_title(f"fast: {len(places)} dungeons of 20 rooms")
    grid = [[0.0] * 10 for _ in range(10)]
    for a, b in elites:
        grid[b][a] = 1
    right.imshow(grid, origin="lower", extent=(0, 1, 0, 1), cmap="Greens", vmin=0, vmax=1.3)
    right.set_title(f"MAP-Elites: {len(elites)} kinds")
    for axes in (left, right):
        axes.set_xlabel("linearity: rooms on the shortest walk")
        axes.set_ylabel("leniency: rooms open without a key")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main(arguments: list[str]) -> int:
    """Measure, print, and return 1 when a generated dungeon is not right."""
    parser = argparse.ArgumentParser(prog="ludarium bench dungeon", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="seeds of the genetic algorithm")
    parser.add_argument("--many", type=int, default=1000, help="dungeons whose variety is measured")
    parser.add_argument("--plot", help="draw the expressive range to this file")
    chosen = parser.parse_args(arguments)
    console = Console(width=120)
    breed(10, generations=2)
    bred = Table(
        "rooms", "selection", "fitness", "range", "original", "s median", "faster", "no softlock", "4s met",
        title=f"classic, 250 generations, {chosen.seeds} seeds",
    )  # fmt: skip
    for row in measure_classic(chosen.seeds):
        bred.add_row(*row)
    console.print(bred)
    third = Table("generations", "fitness", "last gain", "latest", "s median", title="the source's figure 3: 10 rooms")
    for row in measure_figure_three(chosen.seeds):
        third.add_row(*row)
    console.print(third)
    fast = Table(
        "rooms", "ms median", "ms most", "not right", "criteria kept of 14", "moves", "met again", title="fast"
    )
    rows, wrong = measure_fast(min(50, 5 * chosen.seeds))
    for row in rows:
        fast.add_row(*row)
    console.print(fast)
    solved = Table(
        "dungeons", "number", "solved", "walk s median", "most", "proof s median", "most", title="the exact solver"
    )
    for row in measure_solver(min(100, 5 * chosen.seeds)):
        solved.add_row(*row)
    console.print(solved)
    console.print(measure_variety(chosen.many, chosen.plot))
    return int(wrong > 0)
