"""The arcade engine against recorded runs of the reference framework, tick by tick.

`ludarium bench arcade_traces --games DIR --traces DIR`: the folder of GVGAI's gridphysics games (not part of this
project), and a folder of recordings: one gzipped JSON a game, `traces[]` with game, level, actions[] by name and
ticks[] with the digest of every position. Says which runs are exact and where the others leave the reference.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

from rich.console import Console

from ludarium.games import arcade
from ludarium.games.arcade.traces import first_difference


def main(arguments: list[str]) -> int:
    """Replay every recording; the answer is 0 when all are exact."""
    parser = argparse.ArgumentParser(prog="ludarium bench arcade_traces", description=__doc__)
    parser.add_argument("--games", type=Path, required=True, help="where GVGAI's gridphysics games lie")
    parser.add_argument("--traces", type=Path, required=True, help="where the recordings lie (*.json.gz)")
    chosen = parser.parse_args(arguments)
    console, exact, runs, ticks = Console(), 0, 0, 0
    for file in sorted(chosen.traces.glob("*.json.gz")):
        for trace in json.loads(gzip.decompress(file.read_bytes()))["traces"]:
            name, level = trace["game"], trace["level"]
            texts = [chosen.games / f"{name}.txt", chosen.games / f"{name}_lvl{level}.txt"]
            game = arcade.load(*(text.read_text("utf-8") for text in texts))
            actions = [game.action_id(action) for action in trace["actions"]]
            tick = first_difference(game.initial(0), actions, [tick["digest"] for tick in trace["ticks"]])
            runs, ticks, exact = runs + 1, ticks + len(trace["ticks"]), exact + (tick is None)
            if tick is not None:
                console.print(f"{name}, level {level}, run {trace['seq']}: differs at tick {tick}")
    console.print(f"{exact} of {runs} runs exact ({ticks:,} ticks)")
    return 0 if exact == runs else 1
