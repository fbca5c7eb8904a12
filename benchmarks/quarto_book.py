"""Make the opening book of Quarto: solve every opening up to symmetry, and write the file that is shipped.

`ludarium bench quarto_book` writes it (many minutes); `ludarium bench quarto_book --pieces 1` is a quick look.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ludarium.core.budget import Budget
from ludarium.core.record import write_whole
from ludarium.games.quarto import book
from ludarium.games.quarto.game import QuartoState
from ludarium.games.quarto.rules import PLACE
from ludarium.games.quarto.solver import QuartoSolver


def solved(solver: QuartoSolver, state: QuartoState) -> book.Line:
    """Return the exact line of an opening."""
    solution = solver.solve(state, Budget())
    assert solution.answer is not None
    place, *gift = solution.answer[:2]
    return book.Line(int(solution.value), place - PLACE, gift[0] if gift else None)


def main(arguments: list[str]) -> int:
    """Solve the openings from the most pieces to the fewest, so that the table helps; write the book."""
    parser = argparse.ArgumentParser(prog="ludarium bench quarto_book", description=__doc__)
    parser.add_argument("--pieces", type=int, default=book.DEPTH, help="most pieces on the board")
    parser.add_argument("--megabytes", type=int, default=2048, help="size of the solver's table")
    parser.add_argument("--out", type=Path, default=Path(book.__file__).with_name(book.FILE))
    chosen = parser.parse_args(arguments)
    solver, began = QuartoSolver(chosen.megabytes), time.perf_counter()
    lines = []
    for pieces in range(chosen.pieces, -1, -1):
        states = list(book.openings(pieces))
        values = []
        for number, state in enumerate(states, 1):
            line = solved(solver, state)
            values.append(line.value)
            lines.append(book.write_line(state, line))
            if number % 50 == 0 or number == len(states):
                seconds = time.perf_counter() - began
                print(f"{pieces} pieces: {number} of {len(states)}, {seconds:.0f} s", flush=True)
        counts = {value: values.count(value) for value in (1, 0, -1)}
        print(f"{pieces} pieces: {len(states)} openings, won/drawn/lost {tuple(counts.values())}", flush=True)
    header = "# Made by `ludarium bench quarto_book`: position, value for the one to place, cell, gift."
    write_whole(chosen.out, "\n".join([header, *reversed(lines)]) + "\n")
    print(f"{len(lines)} lines, {solver.nodes:,} nodes, {time.perf_counter() - began:.0f} s: {chosen.out}")
    return 0
