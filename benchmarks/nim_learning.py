"""Nim evolved and learned: win rates on every rung, right moves by theory, wins against god from every won start.

`ludarium bench nim_learning` takes some minutes; `--quick` breeds fewer generations. Win rates are exact chances, the
mean of both seats. For comparison, against demigod: the best reply there is wins 99.0 % on rows 1,3,5,7 and 99.5 % on
1,3,5,7,9. `--champion` breeds the rules that come with the agent anew, and prints them. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import time
from typing import cast

from rich.console import Console
from rich.table import Table

from ludarium import load_game, train
from ludarium.core.learner import Learner
from ludarium.games.nim.agents import Table as Seen
from ludarium.games.nim.agents import expert_move
from ludarium.games.nim.evolved import LADDER, SCHOOL, Evolved, School
from ludarium.games.nim.game import Nim
from ludarium.games.nim.lessons import right_moves, won_positions

GAMES = ("nim", "nim?rows=1,3,5,7,9", "nim?k=3", "nim?misere=true", "nim?k=4&misere=true")


def against_god(agent: Learner, game: Nim) -> tuple[int, int]:
    """Return how many won positions the agent wins against perfect play, and of how many."""
    wins = total = 0
    for state in won_positions(game):
        total += 1
        while not state.is_over():
            if state.mover == 0:
                action = agent.best(state, state.legal(0), 0)
                state.apply(state.legal(0)[0] if action is None else action)
            else:
                state.apply(state.action(*expert_move(Seen(state.rows, state.k, state.misere))[0]))
        wins += state.returns()[0] > 0
    return wins, total


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench nim_learning", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="40 generations in place of 150")
    parser.add_argument("--champion", action="store_true", help="breed the built-in rules anew")
    chosen = parser.parse_args(arguments)
    console = Console(width=140)
    if chosen.champion:
        breeder = Evolved(generations=200)
        breeder.breed(School(*(cast(Nim, load_game(name)) for name in SCHOOL)), seed=chosen.seed)
        for rule in breeder.rules:
            console.print(f'    "{rule}",', markup=False)
        return 0
    table = Table("player", "game", *LADDER, "right moves", "wins against god", "CPU s")
    bred = "evolved?generations=40" if chosen.quick else "evolved"
    players = (
        *((None, game) for game in GAMES),
        (bred, GAMES[0]),
        (bred, GAMES[1]),
        (f"{bred}{'&' if '?' in bred else '?'}genome=order", GAMES[0]),
    )
    for name, game_id in players:
        game = cast(Nim, load_game(game_id))
        began = time.process_time()
        agent = Evolved() if name is None else cast(Evolved, train(name, game_id, seed=chosen.seed))
        spent = time.process_time() - began
        found = School(game).report(agent.rules)
        wins, total = against_god(agent, game)
        rates = [f"{found[rung]:.2%}" for rung in (*LADDER, "right moves")]
        table.add_row(name or "evolved (as it comes)", game_id, *rates, f"{wins} of {total}", f"{spent:.1f}")
    for name in ("q", "mc", "q?against=ladder", "q?against=nim.demigod"):
        for game_id in (GAMES[0], "nim?k=3&misere=true"):
            game = cast(Nim, load_game(game_id))
            began = time.process_time()
            learner = train(name, game_id, seed=chosen.seed)
            spent = time.process_time() - began
            wins, total = against_god(learner, game)
            blank = ["–"] * len(LADDER)
            table.add_row(
                name, game_id, *blank, f"{right_moves(learner, game):.2%}", f"{wins} of {total}", f"{spent:.1f}"
            )
    console.print(table)
    return 0
