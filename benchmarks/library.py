"""The arcade library under test: `ludarium bench library` prints how often each game is won, and by whom.

For every game: the share of runs won by waiting, by random play, and by each planner named (`--agents iw mcts`) at a
step budget, over all five levels; with `--levels`, for every level. Runs use the seeds 0, 1, 2 … in turn, so a table is
the same on every machine. Random play should win no game in more than 20 % of runs (Whackamole and Infection: 60 %),
waiting none at all where a plan is asked for.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ludarium.core.budget import Budget
from ludarium.core.game import Game
from ludarium.core.record import write_whole
from ludarium.core.registry import load_game
from ludarium.core.rng import derive
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.shelf import LEVELS, page
from ludarium.games.catalogue import LIBRARY
from ludarium.harness.analysis import analyse
from ludarium.harness.match import play

PAGE = Path(__file__).parents[1] / "docs" / "games" / "library.md"

FEATURES = PAGE.with_name("features.md")
FEATURES_BUDGET = Budget(ms=40, clock="cpu")
HEAD = """\
# What the analyst saw

The features of the study's appendix A for the thirty games of the library, as `analyst` (IW(1) with open eyes) saw
them in one run of each of the five levels, with 40 ms of CPU time a move: numbers are the greatest seen, facts those of
any run, shares of moves the best. `ludarium bench library --features` writes this page; `ludarium analyse GAME` shows
one game.

"""


def features_page(names: list[str]) -> str:
    """Let the analyst play every level of the games; return the documentation's page."""
    rows: list[list[str]] = []
    for name in names:
        seen = analyse(*(load_game(f"{name}/{level}") for level in range(LEVELS)), budget=FEATURES_BUDGET)
        if not rows:
            rows += [["game", *seen], ["---"] * (len(seen) + 1)]
        shown = ("yes" if value is True else "no" if value is False else f"{value:g}" for value in seen.values())
        rows.append([f"`{name}`", *shown])
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def run(game: Game[Any], seed: int, agent: str, steps: int) -> bool:
    """Play one game; say whether it was won."""
    if agent not in ("wait", "random"):
        return play(game, [agent], seed=seed, budget=Budget(steps=steps)).outcomes[0] == "win"
    state, rng = game.initial(seed), derive(seed, "library")
    while len(legal := state.legal(0)):
        state.advance(at.NIL if agent == "wait" else int(legal[int(rng.random() * len(legal))]))
    return bool(state.won)


def main(arguments: list[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench library", description=__doc__)
    parser.add_argument("games", nargs="*", help="games of the library; all when absent")
    parser.add_argument("--agents", nargs="*", default=[], help="planners beside waiting and random play")
    parser.add_argument("--runs", type=int, default=25, help="runs of a game, spread over its levels")
    parser.add_argument("--steps", type=int, default=1100, help="model steps a move for the planners")
    parser.add_argument("--levels", action="store_true", help="a row for each level, of so many runs each")
    parser.add_argument("--page", action="store_true", help="write docs/games/library.md from the cards instead")
    parser.add_argument("--features", action="store_true", help="write docs/games/features.md: what the analyst saw")
    chosen = parser.parse_args(arguments)
    if chosen.features:
        write_whole(FEATURES, features_page(chosen.games or list(LIBRARY)))
        return 0
    if chosen.page:
        write_whole(PAGE, page(LIBRARY))
        return 0
    agents = ["wait", "random", *chosen.agents]
    table = Table("game", *agents, "seconds", "to load")
    most = 0.0
    for name in chosen.games or LIBRARY:
        loading = time.process_time()
        made = [load_game(f"{name}/{level}") for level in range(LEVELS)]
        loading = (time.process_time() - loading) / LEVELS
        rows = [[level] for level in range(LEVELS)] if chosen.levels else [list(range(LEVELS))]
        for levels in rows:
            began = time.process_time()
            shares = []
            for agent in agents:
                won = sum(
                    run(made[levels[i % len(levels)]], i // len(levels), agent, chosen.steps)
                    for i in range(chosen.runs)
                )
                shares.append(won / chosen.runs)
            if name not in ("whackamole", "infection"):
                most = max(most, shares[1])
            label = f"{name}/{levels[0]}" if chosen.levels else name
            spent = time.process_time() - began
            table.add_row(label, *(f"{share:.0%}" for share in shares), f"{spent:.1f}", f"{loading:.3f}")
    console = Console()
    console.print(table)
    console.print(f"random play wins at most {most:.0%} of a row (Whackamole and Infection aside)")
    return 0
