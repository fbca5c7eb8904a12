"""The arcade engine: steps per second inside the core, and against the Java framework where its files are at hand.

`ludarium bench arcade` measures the shipped games. `ludarium bench arcade --folder DIR`, with the folder of GVGAI's
gridphysics games (not part of this project), measures level 0 of the 30 games of the study and gives the ratios to the
Java forward model, measured for this project on a machine of two cores: one core, warm, CPU time.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ludarium.core.registry import load_game
from ludarium.core.rng import derive
from ludarium.games import arcade
from ludarium.games.arcade.bench import rates
from ludarium.games.arcade.game import Arcade

# thousand steps per second: random roll-outs of 20, copy and one step
JAVA = {
    "aliens": (130, 26), "boulderdash": (19, 11), "butterflies": (79, 22), "chase": (86, 22), "frogs": (46, 19),
    "missilecommand": (154, 33), "portals": (106, 30), "sokoban": (234, 58), "survivezombies": (162, 41),
    "zelda": (91, 47), "camelRace": (93, 21), "digdug": (39, 13), "firestorms": (73, 30), "infection": (52, 23),
    "firecaster": (156, 35), "overload": (134, 31), "pacman": (20, 5.7), "seaquest": (201, 47),
    "whackamole": (426, 99), "eggomania": (284, 69), "bait": (690, 201), "boloadventures": (40, 23),
    "brainman": (209, 55), "chipschallenge": (146, 38), "modality": (620, 186), "painter": (482, 402),
    "realportals": (94, 26), "realsokoban": (349, 102), "thecitadel": (42, 30), "zenpuzzle": (259, 56),
}  # fmt: skip


def from_python(game: Arcade, seconds: float) -> float:
    """Return steps per second of a random walk written in Python over the contract."""
    rng, made, state = derive(0, "bench"), 0, game.initial(0)
    began = time.process_time()
    while time.process_time() - began < seconds:
        legal = state.legal(0)
        if not legal:
            state = game.initial(0)
            continue
        state.advance(legal[int(rng.random() * len(legal))])
        made += 1
    return made / (time.process_time() - began)


def games_of(folder: Path | None) -> dict[str, Arcade]:
    """Return what is measured: the 30 games of a folder, or the shipped ones."""
    if folder is None:
        shipped = {f"orchard, level {level}": load_game(f"arcade/{level}") for level in (0, 1)}
        return {name: game for name, game in shipped.items() if isinstance(game, Arcade)}
    texts = {name: [folder / f"{name}.txt", folder / f"{name}_lvl0.txt"] for name in JAVA}
    return {name: arcade.load(*(file.read_text("utf-8") for file in files)) for name, files in texts.items()}


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench arcade", description=__doc__)
    parser.add_argument("--folder", type=Path, help="where GVGAI's gridphysics games lie")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds for each figure")
    chosen = parser.parse_args(arguments)
    table = Table("game", "roll-outs k/s", "× Java", "copy + 1 k/s", "× Java", "from Python k/s", "bytes a state")
    ratios: list[tuple[float, float]] = []
    for name, game in games_of(chosen.folder).items():
        found = rates(game, chosen.seconds)
        advance, copying = found["advance"] / 1000, found["copy_advance"] / 1000
        java = JAVA.get(name)
        times = (advance / java[0], copying / java[1]) if java else None
        if times:
            ratios.append(times)
        shown = [f"{ratio:.1f}" for ratio in times] if times else ["", ""]
        python = from_python(game, min(0.3, chosen.seconds)) / 1000
        size = str(game.initial().words.nbytes)
        table.add_row(name, f"{advance:,.0f}", shown[0], f"{copying:,.0f}", shown[1], f"{python:,.0f}", size)
    console = Console()
    console.print(table)
    if ratios:
        means = [math.exp(sum(math.log(pair[i]) for pair in ratios) / len(ratios)) for i in (0, 1)]
        least = [min(pair[i] for pair in ratios) for i in (0, 1)]
        console.print(f"geometric means: roll-outs {means[0]:.1f} × Java, copy + 1 {means[1]:.1f} × Java")
        console.print(f"least: roll-outs {least[0]:.1f} × Java, copy + 1 {least[1]:.1f} × Java")
    return 0
