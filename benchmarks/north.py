"""North: what generation costs and gives, checked by geometry of its own, the exact life table, and general agents.

`ludarium bench north` takes some minutes; `--maps 100 --fronts 1 --largest 7 --games 2` is a quick look. For
comparison, the original program: table 0.05 s at bound 5, 3.2 s at bound 6, not finished in 300 s at bound 7.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator
from statistics import mean, median

from rich.console import Console
from rich.table import Table

from ludarium.core.budget import Budget
from ludarium.core.rng import derive
from ludarium.games.north.generator import NorthGenerator, generate
from ludarium.games.north.level import Map, Point
from ludarium.games.north.solver import front
from ludarium.harness.series import series

Line = tuple[Point, Point]


def side(a: Point, b: Point, c: Point) -> int:
    """Return on which side of the line a-b the point c lies (0: on it)."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def between(a: Point, b: Point, c: Point) -> bool:
    """Say whether c, on the line a-b, lies strictly between the two."""
    return min(a, b) < c < max(a, b)


def crosses(one: Line, other: Line) -> bool:
    """Say whether two segments share a point that is not an end of both."""
    (a, b), (c, d) = one, other
    sides = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if sides == (0, 0, 0, 0):
        return {a, b} == {c, d} or any(
            between(*line, point) for line, points in ((one, other), (other, one)) for point in points
        )
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = ((one, c, sides[0]), (one, d, sides[1]), (other, a, sides[2]), (other, b, sides[3]))
    return any(s == 0 and between(*line, point) for line, point, s in ends)


def reached(neighbours: dict[int, list[int]], start: int) -> list[int]:
    """Return a breadth-first visit."""
    order, seen = [start], {start}
    for vertex in order:
        fresh = [v for v in neighbours[vertex] if v not in seen]
        seen.update(fresh)
        order += fresh
    return order


def complaints(cave: Map, bound: int) -> Iterator[str]:
    """Yield every constraint of the text that a cave breaks; shares no code with the generator."""
    n, area = len(cave.vertices), (2 * bound + 1) ** 2
    if not area // 5 <= n <= area // 4:
        yield f"{n} vertices"
    if cave.vertices[cave.start] != (0, 0):
        yield "the start is not at (0, 0)"
    if len(set(cave.vertices.values())) < n or any(abs(p) > bound for place in cave.vertices.values() for p in place):
        yield "a place is taken twice or outside"
    ways_out: dict[int, list[int]] = {v: [] for v in cave.vertices}
    ways_in: dict[int, list[int]] = {v: [] for v in cave.vertices}
    for a, b, weight in cave.edges:
        (ax, ay), (bx, by) = cave.vertices[a], cave.vertices[b]
        if {abs(bx - ax), abs(by - ay)} not in ({0, weight}, {weight}) or weight not in (1, 2, 3):
            yield f"edge {a} {b} {weight}"
        ways_out[a].append(b)
        ways_in[b].append(a)
    if len({edge[:2] for edge in cave.edges}) < len(cave.edges):
        yield "an edge is there twice"
    ends = {(min(edge[:2]), max(edge[:2])) for edge in cave.edges}
    lines = sorted((cave.vertices[a], cave.vertices[b]) for a, b in ends)
    for number, one in enumerate(lines):
        for other in lines[:number]:
            near = abs(one[0][0] - other[0][0]) <= 6 and abs(one[0][1] - other[0][1]) <= 6
            if near and crosses(one, other):
                yield f"{one} crosses {other}"
    order = reached(ways_out, cave.start)
    if len(order) < n or order[-1] != cave.end:
        yield "the end is not the last vertex of a breadth-first visit of all"
    if len(reached(ways_in, cave.end)) < n:
        yield "some vertex cannot reach the end"
    if len(cave.monsters) != n // 5 + 1 or not set(cave.monsters.values()) <= {1, 2, 3}:
        yield "wrong monsters"
    if {cave.start, cave.end} & cave.monsters.keys():
        yield "a monster on the start or the end"
    placed: list[int] = []
    for monster in cave.monsters:
        blocked = {b for earlier in placed for b in ways_out[earlier]} | set(placed)
        free = set(cave.vertices) - {cave.start, cave.end} - blocked
        if free and monster not in free:
            yield f"monster {monster} stands beside another one although there was room"
        placed.append(monster)


def measure_generation(bound: int, maps: int) -> tuple[tuple[str, ...], int]:
    """Return a row of the table and how many maps broke a constraint."""
    attempts, monsters, vertices, times, wrong = [], [], [], [], 0
    for seed in range(maps):
        began = time.process_time()
        made = NorthGenerator(bound).generate(derive(seed, "level"), Budget())
        times.append(time.process_time() - began)
        attempts.append(int(made.stats["attempts"]))
        monsters.append(len(made.level.monsters))
        vertices.append(len(made.level.vertices))
        wrong += any(True for _ in complaints(made.level, bound))
    row = (
        str(bound),
        str(maps),
        f"{min(vertices)}–{max(vertices)}",
        f"{mean(attempts):.2f}",
        str(max(attempts)),
        str(min(monsters)),
        str(max(monsters)),
        f"{mean(monsters):.2f}",
        f"{median(times) * 1000:.2f}",
        f"{max(times) * 1000:.1f}",
        str(wrong),
    )
    return row, wrong


def measure_fronts(bound: int, maps: int) -> tuple[str, ...]:
    """Return a row: maps with the usual number of monsters, median and most seconds, entries, memory."""
    times, entries, monsters = [], [], []
    for seed in range(maps):
        cave = generate(bound, seed)
        began = time.process_time()
        table = front(cave)
        times.append(time.process_time() - began)
        entries.append(len(table))
        monsters.append(len(cave.monsters))
        for life, (stamina, walk) in table.items():
            assert cave.cost(walk) == (life, stamina), "a walk does not cost what the table says"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        str(bound),
        str(maps),
        f"{min(monsters)}–{max(monsters)}",
        f"{median(times):.5f}",
        f"{max(times):.5f}",
        f"{median(entries):g}",
        f"{peak:.0f}",
    )


def measure_agents(bound: int, games: int) -> Iterator[tuple[str, ...]]:
    """Yield a row for each general agent: points in every mode through what it imagines, and seconds a game."""
    for agent in ("random", "greedy", "iw", "iw?k=2", "mcts"):
        cells, began = [], time.process_time()
        for mode in ("survivor", "balanced", "explorer"):
            played = series(f"north?bound={bound}&mode={mode}", [agent], games, budget=Budget(steps=1000))
            ends = sum(result.returns[0] > 0 for result in played.results)
            cells.append(f"{played.tally(0).points / games:.0f} ({ends / games:.0%})")
        yield agent, *cells, f"{(time.process_time() - began) / 3 / games:.2f}"


def main(arguments: list[str]) -> int:
    """Measure, print, and return 1 when a cave breaks a constraint."""
    parser = argparse.ArgumentParser(prog="ludarium bench north", description=__doc__)
    parser.add_argument("--maps", type=int, default=10_000, help="caves over all bounds from 2 to 10")
    parser.add_argument("--fronts", type=int, default=20, help="life tables a bound (a quarter of it from bound 9 on)")
    parser.add_argument("--largest", type=int, default=10, help="the largest bound of tables and caves")
    parser.add_argument("--games", type=int, default=50, help="games of each general agent in each mode")
    chosen = parser.parse_args(arguments)
    console = Console(width=120)
    bounds = range(2, chosen.largest + 1)
    grown = Table(
        "bound", "maps", "vertices", "attempts", "most", "monsters", "most", "mean", "ms median", "most", "wrong",
        title="generation",
    )  # fmt: skip
    wrong = 0
    for bound in bounds:
        row, bad = measure_generation(bound, -(-chosen.maps // len(bounds)))
        grown.add_row(*row)
        wrong += bad
    console.print(grown)
    if chosen.largest >= 10:
        times = []
        for seed in range(10):
            began = time.process_time()
            generate(20, seed)
            times.append(time.process_time() - began)
        console.print(f"bound 20, 10 caves: median {median(times):.2f} s, most {max(times):.2f} s")
    solved = Table(
        "bound", "maps", "monsters", "s median", "s most", "entries", "peak MB", title="the exact life table"
    )
    for bound in bounds:
        solved.add_row(*measure_fronts(bound, chosen.fronts if bound < 9 else -(-chosen.fronts // 4)))
    console.print(solved)
    size = min(3, chosen.largest)
    title = f"general agents on hidden caves of bound {size}, 1000 steps a move: mean points of 500 (reached the end)"
    played = Table("agent", "survivor", "balanced", "explorer", "s a game", title=title)
    for line in measure_agents(size, chosen.games):
        played.add_row(*line)
    console.print(played)
    return int(wrong > 0)
