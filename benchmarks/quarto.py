"""The Quarto solver: time to the exact value by pieces on the board, nodes per second, and counts against theory.

`ludarium bench quarto` takes about a minute; `--positions 20` is a quick look, `--whole` also proves the whole game.
A node is one placement tried. For comparison, a public C++ solver on a machine of two cores: 15 M nodes/s; 8 pieces
under 1 ms, 7: 2 ms, 6: 10 ms, 5: 89 ms, 4: 0.8 s, 3: 6 s; the whole game 502 s.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from rich.console import Console
from rich.table import Table

from ludarium.core.budget import Budget
from ludarium.core.rng import derive
from ludarium.games.quarto.game import Quarto, QuartoState
from ludarium.games.quarto.rules import OCCUPIED
from ludarium.games.quarto.solver import QuartoSolver, count_boards

COUNTS = {
    False: (1, 256, 28800, 1881600, 79368960, 2271006720, 45051494400),
    True: (1, 256, 28800, 1881600, 79253184, 2254334976, 44070806016),
}


def random_position(game: Quarto, pieces: int, rng: np.random.Generator) -> QuartoState:
    """Return a position of random play with this many pieces on the board and one in hand."""
    while True:
        state = game.initial()
        while not state.is_over():
            if state.hand is not None and int(state.words[OCCUPIED]).bit_count() == pieces:
                return state
            state.advance(int(rng.choice(state.legal(state.actors()[0]))))


def measure(pieces: int, positions: int, squares: bool) -> tuple[float, float, float, float]:
    """Return mean, median and most milliseconds, and millions of nodes per second; each position a fresh table."""
    game, rng = Quarto(squares), derive(pieces, "bench")
    times, nodes = [], 0
    for _ in range(positions):
        state, solver = random_position(game, pieces, rng), QuartoSolver()
        began = time.process_time()
        solver.solve(state, Budget())
        times.append((time.process_time() - began) * 1000)
        nodes += solver.nodes
    return float(np.mean(times)), float(np.median(times)), max(times), nodes / sum(times) / 1000


def main(arguments: list[str]) -> int:
    """Measure, print, and return 1 when a count is wrong."""
    parser = argparse.ArgumentParser(prog="ludarium bench quarto", description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="positions with six or more pieces (fewer below)")
    parser.add_argument("--squares", action="store_true", help="the variant in which 2×2 squares win too")
    parser.add_argument("--whole", action="store_true", help="prove the value of the empty board (minutes, 512 MB)")
    chosen = parser.parse_args(arguments)
    console = Console()
    table = Table(
        "pieces", "positions", "mean ms", "median ms", "most ms", "M nodes/s", title="time to the exact value"
    )
    measure(8, 5, chosen.squares)
    for pieces, share in ((8, 1.0), (7, 1.0), (6, 1.0), (5, 0.5), (4, 0.15), (3, 0.03)):
        positions = max(1, round(chosen.positions * share))
        row = measure(pieces, positions, chosen.squares)
        table.add_row(str(pieces), str(positions), *(f"{value:.2f}" for value in row))
    console.print(table)
    wrong = 0
    for pieces, expected in enumerate(COUNTS[chosen.squares]):
        began = time.perf_counter()
        found = count_boards(pieces, chosen.squares)
        wrong += found != expected
        verdict = "as published" if found == expected else f"WRONG, published: {expected:,}"
        console.print(
            f"boards with {pieces} pieces and no line: {found:,} {verdict} ({time.perf_counter() - began:.2f} s)"
        )
    if chosen.whole:
        began = time.process_time()
        solution = QuartoSolver().solve(Quarto(chosen.squares).initial(), Budget())
        seconds = time.process_time() - began
        console.print(
            f"the whole game: value {solution.value:g}, {solution.stats['nodes']:,} nodes, {seconds:.0f} CPU s"
        )
    return int(wrong > 0)
