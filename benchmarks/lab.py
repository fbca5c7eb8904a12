"""Many players in the lab at once: whether an arcade world keeps its 25 ticks a second, and memory stays flat.

`ludarium bench lab`: 20 scripted players over the websocket for a minute. `--minutes 30` is the soak. The server runs
in this process (its time per tick is what is measured), the players in another one.
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

import uvicorn
from rich.console import Console

from ludarium.ui.web.server import Settings, make_app
from ludarium.ui.web.tables import LiveTable

KEYS = ("left", "right", "up", "down", "space", "")


async def one_player(address: str, game: str, number: int, ends: float) -> int:
    """Play game after game until the time is over; return how many pictures came."""
    import websockets

    luck, seen = random.Random(number), 0
    while time.monotonic() < ends:
        async with websockets.connect(address) as table:
            await table.send(json.dumps({"table": "live", "game": game, "seed": luck.randrange(1 << 30)}))
            over = False
            while not over and time.monotonic() < ends:
                await table.send(json.dumps({"key": luck.choice(KEYS)}))
                pause = time.monotonic() + 0.2
                while not over and (left := pause - time.monotonic()) > 0:
                    try:
                        message = json.loads(await asyncio.wait_for(table.recv(), left))
                    except TimeoutError:
                        break
                    seen += 1
                    over = bool(message.get("over"))
    return seen


async def all_players(address: str, game: str, players: int, seconds: float) -> None:
    """Play with all of them, and print the pictures that each one got."""
    ends = time.monotonic() + seconds
    seen = await asyncio.gather(*(one_player(address, game, number, ends) for number in range(players)))
    sys.stdout.write(json.dumps(seen))


def resident_mb() -> float:
    """Return this process's memory."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="ludarium bench lab", description=__doc__)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--game", default="arcade")
    parser.add_argument("--join", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.join:
        asyncio.run(all_players(chosen.join, chosen.game, chosen.players, chosen.minutes * 60))
        return 0
    console = Console()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with TemporaryDirectory() as folder:
        app = make_app(Settings(port=port, folder=Path(folder)))
        server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
        threading.Thread(target=server.run, daemon=True).start()
        while not server.started:
            time.sleep(0.05)
        join = [f"--join=ws://127.0.0.1:{port}/table", f"--players={chosen.players}", f"--minutes={chosen.minutes}"]
        code = f"from lab import main; main({[*join, f'--game={chosen.game}']!r})"
        players = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent
        )
        spent: dict[int, list[float]] = {}
        memory: list[float] = []
        while players.poll() is None:
            time.sleep(1)
            for visit in list(app.state.visits):
                if isinstance(visit, LiveTable):
                    spent[id(visit)] = list(visit.spent)
            memory.append(resident_mb())
        seen = json.loads(players.communicate()[0])
        server.should_exit = True
    ticks = sorted(reading for readings in spent.values() for reading in readings)
    rate = [count / (chosen.minutes * 60) for count in seen]
    console.print(
        f"{chosen.players} players of {chosen.game} for {chosen.minutes:g} min, load {os.getloadavg()[0]:.1f}"
    )
    console.print(
        f"server time a tick: median {1000 * ticks[len(ticks) // 2]:.2f} ms, "
        f"p99 {1000 * ticks[len(ticks) * 99 // 100]:.2f} ms ({len(ticks):,} ticks)"
    )
    console.print(f"pictures a second and player: least {min(rate):.1f}, most {max(rate):.1f}")
    half = len(memory) // 2
    first, middle, last = (memory[place] for place in (min(5, half), half, -1))
    console.print(f"memory: {first:.0f} MB after the start, {middle:.0f} half way, {last:.0f} at the end")
    return 0
