"""Make the opening book of Quarto: solve every opening of three pieces up to symmetry, and write the shipped file.

Openings with fewer pieces follow from those with one more. `ludarium bench quarto_book` takes about half an hour and
4 GB; where the book is already there, `--check 20` solves a sample of it anew instead.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ludarium.core.budget import Budget
from ludarium.core.record import write_whole
from ludarium.games.quarto import book
from ludarium.games.quarto.game import QuartoState
from ludarium.games.quarto.notation import write
from ludarium.games.quarto.rules import PLACE
from ludarium.games.quarto.solver import QuartoSolver


def solved(solver: QuartoSolver, state: QuartoState) -> book.Line:
    """Return the exact line of an opening."""
    solution = solver.solve(state, Budget())
    assert solution.answer is not None
    place, *gift = solution.answer[:2]
    return book.Line(int(solution.value), place - PLACE, gift[0] if gift else None)


def derived(state: QuartoState, later: dict[int, book.Line]) -> book.Line:
    """Return the exact line of an opening from those with one piece more, by their canonical codes."""
    best: book.Line | None = None
    for place in state.legal(state.actors()[0]):
        placed = state.clone()
        placed.advance(place)
        for gift in placed.left:
            after = placed.clone()
            after.advance(gift)
            value = -later[book.canonical(after).code].value
            if best is None or value > best.value:
                best = book.Line(value, place - PLACE, gift)
    assert best is not None, "with so few pieces a cell and a gift are left"
    return best


def check(sample: int) -> int:
    """Solve some openings of the shipped book anew; return 1 when one differs."""
    solver, wrong = QuartoSolver(), 0
    states = list(book.openings(book.DEPTH))
    for state in states[:: max(1, len(states) // sample)]:
        line, value = book.look_up(state), solver.solve(state, Budget()).value
        wrong += line is None or line.value != value
        print(f"{write(state)}: the book says {line.value if line else None}, the solver {value:g}", flush=True)
    return int(wrong > 0)


def main(arguments: list[str]) -> int:
    """Solve the deepest openings, derive the others, write the book."""
    parser = argparse.ArgumentParser(prog="ludarium bench quarto_book", description=__doc__)
    parser.add_argument(
        "--check", type=int, metavar="N", help="solve N openings of the shipped book anew, write nothing"
    )
    parser.add_argument("--megabytes", type=int, default=4096, help="size of the solver's table")
    parser.add_argument("--out", type=Path, default=Path(book.__file__).with_name(book.FILE))
    chosen = parser.parse_args(arguments)
    if chosen.check:
        return check(chosen.check)
    solver, began = QuartoSolver(chosen.megabytes, at_once=True), time.perf_counter()
    lines: list[str] = []
    later: dict[int, book.Line] = {}
    for pieces in range(book.DEPTH, -1, -1):
        states = list(book.openings(pieces))
        found: dict[int, book.Line] = {}
        for number, state in enumerate(states, 1):
            line = derived(state, later) if later else solved(solver, state)
            found[book.canonical(state).code] = line
            lines.append(book.write_line(state, line))
            if number % 50 == 0 or number == len(states):
                seconds = time.perf_counter() - began
                print(f"{pieces} pieces: {number} of {len(states)}, {seconds:.0f} s", flush=True)
        values = [line.value for line in found.values()]
        counts = tuple(values.count(value) for value in (1, 0, -1))
        print(f"{pieces} pieces: {len(states)} openings, won/drawn/lost {counts}", flush=True)
        later = found
    header = "# Made by `ludarium bench quarto_book`: position, value for the one to place, cell, gift."
    write_whole(chosen.out, "\n".join([header, *reversed(lines)]) + "\n")
    print(f"{len(lines)} lines, {solver.nodes:,} nodes, {time.perf_counter() - began:.0f} s: {chosen.out}")
    return 0
