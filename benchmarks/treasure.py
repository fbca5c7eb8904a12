"""Treasure: mask, hunter, oracle and random on the same maps, treasures, hints and lies.

`ludarium bench treasure` makes the whole table (500 maps of 16, 32 and 64, 200 of 80 and 100, four settings; half an
hour of CPU); `--maps 20 --sizes 16 --settings normal` is a quick look, `--out FILE` writes the table as Markdown,
`--keep DIR` keeps each agent's games there, so that a run goes on where it was.
Map and match seeds are 0, 1, 2, …; the hunter was tuned on seeds from 10,000 on. Times are CPU milliseconds a turn.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from ludarium.core.agent import Turn
from ludarium.core.budget import Budget
from ludarium.core.record import write_whole
from ludarium.core.registry import load_agent, load_game
from ludarium.harness.regret import regret
from ludarium.harness.series import wilson

AGENTS = ("random", "treasure.mask", "treasure.hunter", "treasure.oracle")
SETTINGS: dict[str, dict[str, object]] = {
    "normal": {},
    "hard": {"setting": "hard"},
    "unseen": {"seen": False},
    "hard, unseen": {"setting": "hard", "seen": False},
}
SAYS = {
    "normal": "The free pirate can be seen walking.",
    "hard": "Scans 3×3 and 5×5; free one turn after the reveal. The free pirate can be seen walking.",
    "unseen": "As the source has it: the free pirate is not seen; one knows only that he has not arrived.",
    "hard, unseen": "Hard, and the free pirate is not seen.",
}
ORIGINAL = {16: 94.4, 32: 90.8, 64: 93.4, 80: 94.0, 100: 91.0}


class Played:
    """What an agent did on the maps of one size."""

    def __init__(self) -> None:
        self.wins: list[bool] = []
        self.turns: list[int] = []
        self.ms: list[float] = []

    @property
    def share(self) -> str:
        """Wins in per cent, with the interval."""
        low, high = wilson(sum(self.wins), len(self.wins))
        return f"{100 * mean(self.wins):.1f} [{100 * low:.1f}, {100 * high:.1f}]"

    @property
    def turns_to_win(self) -> float:
        """Mean turns of the games won."""
        won = [turns for turns, win in zip(self.turns, self.wins, strict=True) if win]
        return mean(won) if won else math.nan


def run(size: int, agent: str, maps: int, setting: str, first: int = 0) -> Played:
    """Play an agent once on each map."""
    params: dict[str, object] = dict(SETTINGS[setting])
    game = load_game("treasure", size=size, told=agent.endswith("oracle"), **params)
    player, played = load_agent(agent), Played()
    for seed in range(first, first + maps):
        state = game.initial(seed)
        player.begin(game.spec, 0, seed, state.known(0), Budget())
        spent: dict[int, float] = {}
        tick = 0
        while not state.is_over():
            turn: Turn[Any] = Turn(game.spec, 0, tuple(state.legal(0)), state.known(0), tick)
            number, started = state.turn, time.process_time()
            action = player.act(turn, Budget()).action
            spent[number] = spent.get(number, 0.0) + 1000 * (time.process_time() - started)
            state.apply(action)
            tick += 1
        played.wins.append(state.status > 0)
        played.turns.append(state.turn)
        played.ms += spent.values()
    return played


def kept(folder: Path | None, size: int, agent: str, maps: int, setting: str, first: int) -> Played:
    """Return what an agent did, from the folder where it was kept, else by playing."""
    file = None if folder is None else folder / f"{setting}-{size}-{agent}-{first}-{maps}.json"
    if file is not None and file.exists():
        played = Played()
        played.wins, played.turns, played.ms = json.loads(file.read_text("utf-8"))
        return played
    played = run(size, agent, maps, setting, first)
    if file is not None:
        write_whole(file, json.dumps([played.wins, played.turns, [round(ms, 3) for ms in played.ms]]))
    return played


def mcnemar(one: Sequence[bool], other: Sequence[bool]) -> tuple[int, int, float]:
    """Return how often only the one and only the other won, and the exact two-sided p."""
    a = sum(x and not y for x, y in zip(one, other, strict=True))
    b = sum(y and not x for x, y in zip(one, other, strict=True))
    tail = sum(math.comb(a + b, k) for k in range(min(a, b) + 1))
    return a, b, min(1.0, 2.0 * tail / 2 ** (a + b))


def table(setting: str, results: dict[int, dict[str, Played]]) -> list[str]:
    """Return the lines of one setting's table."""
    lines = [f"### {setting}", "", SAYS[setting], ""]
    lines += [
        "| size | maps | agent | wins % [95 %] | turns to win | ms a turn, mean (max) | original, wins % |",
        "|---|---|---|---|---|---|---|",
    ]
    for size, agents in results.items():
        for name, played in agents.items():
            short = name.rpartition(".")[2]
            original = f"{ORIGINAL[size]}" if short == "mask" and setting == "unseen" and size in ORIGINAL else ""
            cells = (
                size, len(played.wins), short, played.share, f"{played.turns_to_win:.2f}",
                f"{mean(played.ms):.2f} ({max(played.ms):.0f})", original,
            )  # fmt: skip
            lines.append(f"| {' | '.join(map(str, cells))} |")
    lines += ["", *comparison(results)]
    return lines


def lead(one: Sequence[bool], other: Sequence[bool]) -> str:
    """Return by how many points the one wins more, and by how many it would if it never lost."""
    return f"{100 * (mean(one) - mean(other)):+.1f} of {100 * (1 - mean(other)):.1f}"


def comparison(results: dict[int, dict[str, Played]]) -> list[str]:
    """Return the sentences about hunter against mask, over all maps and by size."""
    needed = ("treasure.mask", "treasure.hunter", "treasure.oracle")
    if not all(name in agents for agents in results.values() for name in needed):
        return []
    mask, hunter, oracle = ([win for agents in results.values() for win in agents[name].wins] for name in needed)
    a, b, p = mcnemar(hunter, mask)
    gap = sum(oracle) - sum(mask)
    closed = f"{100 * (sum(hunter) - sum(mask)) / gap:.0f} %" if gap else "all"
    by_size = ", ".join(
        f"{size}: {lead(agents['treasure.hunter'].wins, agents['treasure.mask'].wins)}"
        for size, agents in results.items()
    )
    return [
        f"Over all {len(mask)} maps: mask {100 * mean(mask):.1f} %, hunter {100 * mean(hunter):.1f} %, oracle "
        f"{100 * mean(oracle):.1f} %. Only the hunter won {a} maps, only mask {b} (McNemar, exact, two-sided: "
        f"p = {p:.2g}). Of the gap between mask and oracle the hunter closes {closed}. Hunter minus mask in "
        f"points, of what mask leaves to be won: {lead(hunter, mask)}; by size {by_size}.",
        "",
    ]


def judged(games: int, first: int) -> list[str]:
    """Return what agents lose on the tiny cross, against exact play, where that takes at most 5,000 nodes."""
    game = "treasure/cross?setting=hard&kinds=12&seen=false"
    lines = [
        f"{game}, {games} games each:",
        "",
        "| agent | decisions | judged | mistakes | lost a decision |",
        "|---|---|---|---|---|",
    ]
    for agent in AGENTS[:3]:
        found = regret(game, agent, games=games, seed=first, budget=Budget(steps=1000), referee=Budget(steps=5000))
        cells = (agent.rpartition(".")[2], found.decisions, found.judged, found.mistakes, f"{found.mean:.3f}")
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return [*lines, ""]


def main(arguments: list[str]) -> int:
    """Play, and print or write the tables."""
    parser = argparse.ArgumentParser(prog="ludarium bench treasure", description=__doc__)
    parser.add_argument("--maps", type=int, default=500, help="maps of 16, 32 and 64")
    parser.add_argument("--large", type=int, default=200, help="maps of 80 and 100")
    parser.add_argument("--sizes", default="16,32,64,80,100")
    parser.add_argument("--settings", default=";".join(SETTINGS))
    parser.add_argument("--agents", default=",".join(AGENTS))
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--regret", type=int, default=20, help="games on the tiny cross; 0 is none")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    lines: list[str] = []
    for setting in options.settings.split(";"):
        results: dict[int, dict[str, Played]] = {}
        for size in map(int, options.sizes.split(",")):
            maps = options.maps if size <= 64 else min(options.large, options.maps)
            results[size] = {}
            for agent in options.agents.split(","):
                results[size][agent] = kept(options.keep, size, agent, maps, setting, options.first)
        made = table(setting, results)
        print("\n".join(made), flush=True)
        lines += made
    if options.regret:
        made = ["### exact play", "", *judged(options.regret, options.first)]
        print("\n".join(made), flush=True)
        lines += made
    if options.out is not None:
        write_whole(options.out, "\n".join(lines).rstrip() + "\n")
    return 0
