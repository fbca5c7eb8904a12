"""Many players in the lab at once: whether an arcade world keeps its 25 ticks a second, and memory stays flat.

`ludarium bench lab`: 20 scripted players over the websocket for a minute. `--minutes 30` is the soak. The server runs
in this process, kept on one core (`--core`), and every tick's time is counted; the players run in a process of their
own, on the other cores. Now and then a player leaves in the middle of a game, as closed tabs do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import uvicorn
from rich.console import Console

from ludarium.ui.web.server import Settings, make_app

KEYS = ("left", "right", "up", "down", "space", "")
KEY_S = 0.2
"""How long a player holds a key."""
LEAVES = 0.001
"""The chance, key by key, that a player closes the tab."""


class Ticks:
    """The times of all ticks, counted by the microsecond up to a second: its memory does not grow."""

    def __init__(self) -> None:
        self._counts = np.zeros(1_000_001, np.int64)

    def __call__(self, seconds: float) -> None:
        """Count one tick."""
        self._counts[min(int(seconds * 1e6), len(self._counts) - 1)] += 1

    def __len__(self) -> int:
        return int(self._counts.sum())

    def ms(self, share: float) -> float:
        """Return the milliseconds that this share of the ticks stayed below."""
        return float(np.searchsorted(self._counts.cumsum(), share * len(self)) / 1000)


class Soak(NamedTuple):
    """What was measured: all ticks, pictures a second of each player, memory by the second, the server's CPU share."""

    ticks: Ticks
    rates: list[float]
    memory_mb: list[float]
    busy: float


async def one_player(address: str, game: str, number: int, ends: float) -> float:
    """Play game after game until the time is over; return the pictures a second while a world was moving."""
    import websockets

    luck, seen, moving = random.Random(number), 0, 0.0
    while time.monotonic() < ends:
        async with websockets.connect(address) as table:
            await table.send(json.dumps({"table": "live", "game": game, "seed": luck.randrange(1 << 30)}))
            await table.recv()
            await table.send(json.dumps({"key": luck.choice(KEYS[:-1])}))
            began, over = time.monotonic(), False
            while not over and time.monotonic() < ends and luck.random() > LEAVES:
                await table.send(json.dumps({"key": luck.choice(KEYS)}))
                pause = time.monotonic() + KEY_S
                while not over and (left := pause - time.monotonic()) > 0:
                    try:
                        message = json.loads(await asyncio.wait_for(table.recv(), left))
                    except TimeoutError:
                        break
                    seen += 1
                    over = bool(message.get("over"))
            moving += time.monotonic() - began
    return seen / moving


async def all_players(address: str, game: str, players: int, seconds: float) -> None:
    """Play with all of them, and print the pictures a second that each one got."""
    ends = time.monotonic() + seconds
    rates = await asyncio.gather(*(one_player(address, game, number, ends) for number in range(players)))
    sys.stdout.write(json.dumps(rates))


def resident_mb() -> float:
    """Return this process's memory."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def soak(players: int, minutes: float, game: str, core: int) -> Soak:
    """Serve a lab from one core of this machine to players on the others."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    everywhere = os.sched_getaffinity(0)
    ticks, memory = Ticks(), []
    os.sched_setaffinity(0, {core})  # threads that are started from here on stay there
    try:
        with TemporaryDirectory() as folder:
            app = make_app(Settings(port=port, folder=Path(folder)), on_tick=ticks)
            server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
            serving = threading.Thread(target=server.run, daemon=True)
            serving.start()
            while not server.started:
                time.sleep(0.05)
            join = [f"--join=ws://127.0.0.1:{port}/table", f"--players={players}", f"--minutes={minutes}"]
            join += [f"--game={game}", f"--core={core}"]
            code = (
                f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); from lab import main; main({join!r})"
            )
            away = ",".join(str(other) for other in everywhere - {core} or everywhere)
            command = ["taskset", "-c", away, sys.executable, "-c", code]
            began, used = time.monotonic(), time.process_time()
            crowd = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            while crowd.poll() is None:
                time.sleep(1)
                memory.append(resident_mb())
            busy = (time.process_time() - used) / (time.monotonic() - began)
            rates = json.loads(crowd.communicate()[0])
            server.should_exit = True
            serving.join(10)
    finally:
        os.sched_setaffinity(0, everywhere)
    return Soak(ticks, rates, memory, busy)


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench lab", description=__doc__)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--game", default="arcade")
    parser.add_argument("--core", type=int, default=min(os.sched_getaffinity(0)), help="the server's core")
    parser.add_argument("--join", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.join:
        asyncio.run(all_players(chosen.join, chosen.game, chosen.players, chosen.minutes * 60))
        return 0
    console = Console()
    found = soak(chosen.players, chosen.minutes, chosen.game, chosen.core)
    ticks, memory = found.ticks, found.memory_mb
    console.print(
        f"{chosen.players} players of {chosen.game} for {chosen.minutes:g} min, the server on core {chosen.core} "
        f"(busy {found.busy:.0%}), load {os.getloadavg()[0]:.1f}"
    )
    console.print(
        f"server time a tick: median {ticks.ms(0.5):.2f} ms, p99 {ticks.ms(0.99):.2f} ms, "
        f"p99.9 {ticks.ms(0.999):.2f} ms, most {ticks.ms(1):.0f} ms (all {len(ticks):,} ticks)"
    )
    console.print(f"pictures a second and player: least {min(found.rates):.2f}, most {max(found.rates):.2f}")
    parts = [memory[min(5, len(memory) - 1)], *(memory[len(memory) * part // 6] for part in range(1, 6)), memory[-1]]
    console.print(f"memory in MB, from the start to the end: {', '.join(f'{part:.0f}' for part in parts)}")
    return 0
