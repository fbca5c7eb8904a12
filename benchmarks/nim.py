"""Nim: min-max on eight rows from the root, and how often MCTS finds the winning move by its steps."""

from __future__ import annotations

import argparse
import time
from itertools import product

from rich.console import Console

from ludarium.core.agent import Turn
from ludarium.core.budget import Budget
from ludarium.core.registry import load_agent
from ludarium.games.nim.game import Nim
from ludarium.games.nim.solver import MinMax, is_win


def share_of_winning_moves(agent_id: str, steps: int, seeds: int) -> float:
    """Return the share of all won positions within rows 1,3,5 in which the agent's move wins."""
    won = [rows for rows in product(range(2), range(4), range(6)) if is_win(rows)]
    good = 0
    for seed in range(seeds):
        for rows in won:
            game, agent = Nim(rows), load_agent(agent_id)
            state = game.initial()
            known, budget = state.known(0), Budget(steps=steps)
            agent.begin(game.spec, 0, seed, known, budget)
            state.advance(agent.act(Turn(game.spec, 0, tuple(state.legal(0)), known, 0), budget).action)
            good += not is_win(state.rows)
    return good / len(won) / seeds


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench nim", description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="repetitions of the MCTS measurement")
    chosen = parser.parse_args(arguments)
    console = Console()
    for k, misere in ((None, False), (None, True), (3, False)):
        solver, began = MinMax(k, misere), time.process_time()
        value = solver.is_win((1, 3, 5, 7, 9, 11, 13, 15))
        seconds = time.process_time() - began
        rule = f"k={k}, {'misère' if misere else 'normal'}"
        result = f"{'won' if value else 'lost'}, {solver.positions:,} positions, {seconds:.2f} CPU s"
        console.print(f"min-max, rows 1,3,…,15, {rule}: {result}")
    console.print("share of the won positions of rows 1,3,5 in which MCTS plays a winning move:")
    for agent in ("mcts", "mcts?c=1.4142135623730951", "mcts?proven=true"):
        for steps in (2000, 20_000):
            console.print(f"  {agent}, {steps} steps: {share_of_winning_moves(agent, steps, chosen.seeds):.1%}")
    return 0
