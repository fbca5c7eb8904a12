"""The planners: nodes and model steps in one move of 40 ms of CPU time, and whether the search came to its end.

`ludarium bench planners` measures the shipped arcade games. `--folder DIR` names a folder of GVGAI's gridphysics games
(not part of this project): level 0 of the study's thirty, or of `--games`. A move is taken after ten moves of the same
agent, so that its arrays are warm. The last columns count how many of `--moves` moves took longer than the 40 ms, and
give the slowest. `--clock wall` judges by the clock on the wall, for a machine that does nothing else. The last line
tells the most memory that this process held.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path
from typing import Any

from _gvgai import THIRTY, load
from rich.console import Console
from rich.table import Table

from ludarium.core.agent import Turn
from ludarium.core.budget import Budget
from ludarium.core.registry import GAMES, load_agent, load_game
from ludarium.games.arcade.game import Arcade

AGENTS = ["iw1", "iwrs", "iw32", "iw2", "rollout-iw", "mcts", "olets", "rhea", "voyager"]
WARM = 10


def games_of(folder: Path | None, names: list[str]) -> dict[str, Any]:
    """Return what is measured: games of a folder, or the shipped ones of the arcade."""
    if folder is not None:
        return {name: load(folder, name) for name in names or THIRTY}
    wanted = names or [entry.name for entry in GAMES if isinstance(load_game(entry.name), Arcade)]
    return {name: load_game(name) for name in wanted}


def measure(game: Any, name: str, moves: int, budget: Budget) -> dict[str, float]:
    """Return what an agent did in its moves: means of nodes and steps, the share of ended searches, late moves."""
    agent, state = load_agent(name), game.initial(0)
    clock = time.thread_time if budget.clock == "cpu" else time.perf_counter
    agent.begin(game.spec, 0, 0, state.known(0), budget)
    nodes = steps = ended = counted = late = 0
    spent = slowest = 0.0
    for move in range(WARM + moves):
        legal = tuple(int(action) for action in state.legal(0))
        if not legal:
            state = game.initial(move)
            agent.begin(game.spec, 0, move, state.known(0), budget)
            continue
        began = clock()
        decision = agent.act(Turn(game.spec, 0, legal, state.known(0), move), budget)
        taken = 1000 * (clock() - began)
        if move >= WARM:
            counted += 1
            nodes += int(decision.info.get("nodes", 0))
            steps += int(decision.info.get("steps", 0))
            ended += bool(decision.info.get("complete"))
            late += taken > (budget.ms or 0)
            spent += taken
            slowest = max(slowest, taken)
        state.advance(decision.action)
    many = max(counted, 1)
    return {
        "nodes": nodes / many,
        "steps": steps / many,
        "ended": ended / many,
        "rate": steps / spent if spent else 0.0,
        "late": late,
        "slowest": slowest,
    }


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench planners", description=__doc__)
    parser.add_argument("--folder", type=Path, help="where GVGAI's gridphysics games lie")
    parser.add_argument("--games", nargs="*", default=[], help="only these games")
    parser.add_argument("--agents", nargs="*", default=AGENTS, help="only these agents")
    parser.add_argument("--moves", type=int, default=10, help="moves that are measured")
    parser.add_argument("--ms", type=float, default=40, help="milliseconds a move")
    parser.add_argument("--clock", choices=("cpu", "wall"), default="cpu", help="CPU time of the thread, or the wall's")
    chosen = parser.parse_args(arguments)
    table = Table("game", "agent", "nodes", "model steps", "k steps/s", "search ended", "late", "slowest, ms")
    late = total = 0
    budget = Budget(ms=chosen.ms, clock=chosen.clock)
    for game_name, game in games_of(chosen.folder, chosen.games).items():
        for agent in chosen.agents:
            found = measure(game, agent, chosen.moves, budget)
            late, total = late + int(found["late"]), total + chosen.moves
            table.add_row(
                game_name, agent, f"{found['nodes']:,.0f}", f"{found['steps']:,.0f}", f"{found['rate']:,.0f}",
                f"{found['ended']:.0%}", f"{found['late']:.0f}", f"{found['slowest']:.1f}",
            )  # fmt: skip
    console = Console()
    console.print(table)
    console.print(f"late: {late} of {total} moves of {chosen.ms:g} ms ({chosen.clock} time)")
    console.print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:,.0f} MB at most")
    return 0
