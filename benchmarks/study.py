"""The study's tables 5.1 to 5.9 on our library, beside the published ones.

`ludarium experiment experiments/study-tables.toml --store study.sqlite` plays them (and `study-long.toml` the longer
budgets); `ludarium bench study --store study.sqlite` prints what the store holds: wins of the runs made, with 95 %
intervals for the totals, and the published wins of 25 runs in brackets. Published: one agent program in Java on GVGAI's
own levels and a machine of 2017; ours: our levels, by model steps. So rows are to be read side by side, not as equals.
Two last tables sum up every agent that played at 1,100 steps (`study-others.toml`) and at 40 ms of CPU time
(`study-champion.toml`).
`--counts FILE.csv` keeps what was counted beside the tables, so that a store need not hold all of it: what the store
has replaces what the file has. `--out FILE.md` writes the tables, `--plots DIR` the figures 5.1 to 5.3.
"""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from ludarium.core.record import write_whole
from ludarium.harness.series import wilson
from ludarium.harness.store import Row, Store

BUDGETS = {"40 ms": "1100 steps", "300 ms": "8000 steps", "1 s": "27000 steps"}
"""The study's time a move, and the model steps that the reference framework makes in it (copy and advance)."""
SUMMED = {"1100 steps": "1,100 model steps", "40 ms": "40 ms of CPU time"}
"""The budgets at which all agents that played are summed up."""
AGENTS = {"IW(1)": "iw1", "MCTS": "mcts", "IW(RS)": "iwrs", "IW(3/2)": "iw32"}
PUBLISHED_RUNS = 25
# wins of IW(1), MCTS, IW(RS), IW(3/2) in 25 runs at 40 ms; at 300 ms; at 1 s
PUBLISHED = {
    "aliens": ((25, 25, 25, 24), (25, 25, 25, 25), (25, 25, 25, 24)),
    "boulderdash": ((2, 0, 2, 1), (4, 1, 2, 6), (3, 0, 2, 7)),
    "butterflies": ((24, 21, 25, 25), (25, 24, 25, 25), (25, 24, 25, 25)),
    "chase": ((1, 0, 5, 5), (11, 0, 7, 10), (7, 1, 6, 10)),
    "frogs": ((18, 5, 18, 21), (25, 0, 25, 25), (25, 4, 25, 25)),
    "missilecommand": ((25, 15, 23, 23), (25, 15, 25, 24), (25, 19, 25, 23)),
    "portals": ((16, 4, 18, 15), (20, 3, 20, 19), (21, 6, 21, 20)),
    "sokoban": ((4, 4, 4, 6), (7, 11, 4, 9), (8, 10, 7, 4)),
    "survivezombies": ((11, 11, 13, 9), (13, 11, 14, 15), (13, 12, 14, 15)),
    "zelda": ((11, 6, 8, 8), (13, 6, 10, 12), (8, 4, 9, 8)),
    "camelrace": ((2, 2, 3, 1), (25, 3, 25, 25), (25, 1, 25, 25)),
    "digdug": ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
    "firestorms": ((9, 1, 13, 9), (18, 4, 25, 25), (19, 5, 25, 24)),
    "infection": ((24, 25, 25, 25), (25, 25, 25, 25), (24, 25, 25, 25)),
    "firecaster": ((0, 1, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0)),
    "overload": ((15, 6, 15, 16), (12, 3, 15, 16), (15, 7, 12, 16)),
    "pacman": ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
    "seaquest": ((13, 25, 14, 15), (18, 24, 20, 11), (18, 24, 21, 16)),
    "whackamole": ((21, 24, 16, 17), (18, 23, 19, 18), (21, 25, 17, 21)),
    "eggomania": ((18, 0, 16, 11), (18, 3, 19, 20), (19, 5, 19, 19)),
    "bait": ((2, 3, 5, 5), (3, 5, 5, 9), (1, 5, 5, 7)),
    "boloadventures": ((0, 0, 0, 0), (5, 0, 5, 5), (5, 0, 5, 5)),
    "brainman": ((0, 2, 2, 0), (1, 2, 2, 1), (0, 1, 1, 2)),
    "chipschallenge": ((3, 5, 5, 8), (4, 4, 4, 9), (2, 4, 5, 6)),
    "modality": ((10, 5, 5, 5), (12, 5, 5, 5), (10, 7, 5, 5)),
    "painter": ((19, 19, 19, 24), (15, 21, 20, 23), (18, 20, 17, 25)),
    "realportals": ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
    "realsokoban": ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
    "thecitadel": ((5, 2, 4, 4), (3, 5, 1, 6), (5, 8, 3, 8)),
    "zenpuzzle": ((5, 1, 6, 5), (7, 4, 6, 5), (7, 6, 8, 6)),
}
SETS = {number: list(PUBLISHED)[10 * (number - 1) : 10 * number] for number in (1, 2, 3)}
COMPARED = (("IW(1)", "MCTS"), ("IW(1)", "IW(RS)"), ("IW(1)", "IW(3/2)"))
"""What the columns of tables 5.1 to 5.3, 5.4 to 5.6 and 5.7 to 5.9 are."""

Wins = dict[tuple[str, str, str], tuple[int, int]]
"""By game, agent and budget: wins and runs."""


def count(rows: Iterable[Row]) -> Wins:
    """Count the wins of each game, whatever its level."""
    found: Wins = {}
    for row in rows:
        place = (row.game.partition("?")[0].partition("/")[0], row.agents[0], row.budget)
        won, runs = found.get(place, (0, 0))
        found[place] = (won + (row.outcomes[0] == "win"), runs + 1)
    return found


def read_counts(file: Path) -> Wins:
    """Return what was counted before; nothing where there is no such file yet."""
    if not file.is_file():
        return {}
    rows = csv.DictReader(io.StringIO(file.read_text("utf-8")))
    return {(row["game"], row["agent"], row["budget"]): (int(row["won"]), int(row["runs"])) for row in rows}


def counts_text(wins: Wins) -> str:
    """Return counts as a CSV file."""
    lines = [",".join(map(str, (*place, *numbers))) for place, numbers in sorted(wins.items())]
    return "\n".join(["game,agent,budget,won,runs", *lines]) + "\n"


def table(wins: Wins, number: int, pair: tuple[str, str]) -> list[list[str]]:
    """Return the lines of one table of the study: a game each, and the totals of its set."""
    lines = []
    totals: dict[tuple[str, str], list[int]] = {}
    for game in SETS[number]:
        line = [game]
        for place, (time, budget) in enumerate(BUDGETS.items()):
            for agent in pair:
                won, runs = wins.get((game, AGENTS[agent], budget), (0, 0))
                published = PUBLISHED[game][place][list(AGENTS).index(agent)]
                line.append(f"{won}/{runs} ({published})" if runs else f"– ({published})")
                total = totals.setdefault((time, agent), [0, 0, 0])
                for part, value in enumerate((won, runs, published)):
                    total[part] += value
        lines.append(line)
    return [*lines, ["all", *(_total(*totals[time, agent]) for time in BUDGETS for agent in pair)]]


def summary(wins: Wins, budget: str) -> list[str]:
    """Return the wins of each agent that played with a budget, by set and over all."""
    agents = sorted({agent for _, agent, played in wins if played == budget})
    if not agents:
        return []
    lines = [f"**At {SUMMED[budget]} a move**: every agent that played our library\n"]
    lines += [f"| | {' | '.join(agents)} |", f"| --- |{' --- |' * len(agents)}"]
    groups = {**{f"set {number}": games for number, games in SETS.items()}, "all": list(PUBLISHED)}
    for name, games in groups.items():
        cells = []
        for agent in agents:
            played = [wins[place] for game in games if (place := (game, agent, budget)) in wins]
            won, runs = (sum(part) for part in zip(*played, strict=True)) if played else (0, 0)
            low, high = (100 * end for end in wilson(won, runs)) if runs else (0, 0)
            share = f"{100 * won / runs:.0f} % [{low:.0f}–{high:.0f}], {won} of {runs}" if runs else "–"
            cells.append(share if len(played) in (0, len(games)) else f"{share} ({len(played)} games)")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def _total(won: int, runs: int, published: int) -> str:
    share = f"{100 * published / (PUBLISHED_RUNS * 10):.0f} %"
    if not runs:
        return f"– ({share})"
    low, high = (100 * end for end in wilson(won, runs))
    return f"{100 * won / runs:.0f} % [{low:.0f}–{high:.0f}] ({share})"


def document(wins: Wins) -> str:
    """Return all nine tables as Markdown."""
    parts = []
    for block, pair in enumerate(COMPARED):
        for number in SETS:
            heads = ["game", *(f"{agent}, {time}" for time in BUDGETS for agent in pair)]
            rows = [heads, ["---"] * len(heads), *table(wins, number, pair)]
            parts.append(f"**Table 5.{3 * block + number}**: {pair[0]} and {pair[1]}, set {number}\n")
            parts += [f"| {' | '.join(row)} |" for row in rows] + [""]
    return "\n".join([*parts, *(line for budget in SUMMED for line in summary(wins, budget))])


def plot(wins: Wins, folder: Path) -> list[Path]:
    """Draw figures 5.1 to 5.3: wins of the IW agents by set, for each budget that was played, in percent."""
    from matplotlib import pyplot

    files = []
    for place, (time, budget) in enumerate(BUDGETS.items()):
        if not any(budget == run for _, _, run in wins):
            continue
        figure, axes = pyplot.subplots(figsize=(7, 3.5))
        for shift, agent in enumerate(("IW(1)", "IW(RS)", "IW(3/2)")):
            sums = [[wins.get((game, AGENTS[agent], budget), (0, 0)) for game in games] for games in SETS.values()]
            shares = [100 * sum(won for won, _ in part) / max(1, sum(runs for _, runs in part)) for part in sums]
            axes.bar([number + 0.25 * shift for number in SETS], shares, 0.22, label=agent)
        axes.set_xticks([number + 0.25 for number in SETS], [f"set {number}" for number in SETS])
        axes.set(ylabel="won, %", ylim=(0, 100), title=f"{budget} a move (the study's {time})")
        axes.legend()
        folder.mkdir(parents=True, exist_ok=True)
        files.append(folder / f"figure-5.{place + 1}.png")
        figure.savefig(files[-1], dpi=110, bbox_inches="tight")
        pyplot.close(figure)
    return files


def main(arguments: list[str]) -> int:
    """Print the tables of a store."""
    parser = argparse.ArgumentParser(prog="ludarium bench study", description=__doc__)
    parser.add_argument(
        "--store", action="append", default=[], help="what `ludarium experiment` filled; may be several"
    )
    parser.add_argument("--counts", type=Path, metavar="FILE.csv", help="keep what was counted here")
    parser.add_argument("--out", type=Path, metavar="FILE.md", help="write the tables")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="draw the figures")
    chosen = parser.parse_args(arguments)
    wins = read_counts(chosen.counts) if chosen.counts else {}
    for url in chosen.store:
        with Store(url, create=False) as store:
            wins |= count(store.rows())
    if not wins:
        parser.error("nothing was played: name a store, or a file of counts")
    text = document(wins)
    console = Console()
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    if chosen.counts:
        console.print(f"saved to {write_whole(chosen.counts, counts_text(wins))}")
    if chosen.out:
        console.print(f"saved to {write_whole(chosen.out, text)}")
    for file in plot(wins, chosen.plots) if chosen.plots else ():
        console.print(f"saved to {file}")
    return 0
