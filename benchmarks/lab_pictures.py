"""Pictures of the lab's pages, as the README and the docs show them.

`ludarium bench lab_pictures --out docs/img` opens a lab on a free port of this machine, walks through its pages in
Debian's Chromium and writes one PNG of each.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import uvicorn
from PIL import Image
from rich.console import Console

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load_game
from ludarium.harness.match import play
from ludarium.ui.web.server import Settings, make_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, PHONE = (1100, 700), (390, 780)
PATIENCE_MS = 120_000
COLOURS = 96
"""Enough for flat drawings; it keeps the files small."""
MY_TURN = "() => ['mine', 'over'].some((fact) => document.getElementById('lab-board').dataset[fact] === 'true')"
AT_LEAST = "(count) => Number(document.getElementById('lab-range').max) >= count"
SLIDE = "(range, place) => { range.value = place; range.dispatchEvent(new Event('input')); }"


@contextmanager
def open_lab(folder: Path) -> Iterator[str]:
    """Serve a lab from this process; yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = make_app(Settings(port=port, folder=folder))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    serving.join(10)


def home(page: Page) -> None:
    """Every game of every family."""
    page.goto("/")
    page.wait_for_function("() => document.querySelectorAll('.preview svg').length >= 7")


def quarto(page: Page) -> None:
    """Show a game against the champion, some moves in."""
    page.goto("/play?game=quarto&against=quarto.champion&seed=2&budget=1000+steps")
    for _ in range(4):
        page.wait_for_function(MY_TURN)
        before = page.locator("#lab-board").get_attribute("data-heard")
        page.locator("#lab-board .move").nth(3).click()
        page.wait_for_function("(before) => document.getElementById('lab-board').dataset.heard !== before", arg=before)
    page.wait_for_function(MY_TURN)


def arcade(page: Page) -> None:
    """Show an arcade game, played in real time for a moment."""
    page.goto("/play?game=aliens&seed=1")
    page.wait_for_selector("#lab-board .tile")
    for key in ("ArrowRight", "Space", "ArrowRight"):
        page.keyboard.down(key)
        page.wait_for_timeout(700)
        page.keyboard.up(key)


def watched(page: Page, address: str, moves: int, place: int) -> None:
    """Wait until agents have made some moves, and look at one."""
    page.goto(address)
    page.wait_for_selector("#lab-board .tile")
    page.wait_for_function(AT_LEAST, arg=moves)
    page.locator("#lab-range").evaluate(SLIDE, place)
    page.wait_for_function(
        "(place) => document.getElementById('lab-place').textContent.startsWith(`${place} of`)", arg=place
    )


def butterflies(page: Page) -> None:
    """IW(1) on the meadow, with what its search reached."""
    watched(page, "/watch?game=butterflies&agents=iw1&budget=1000+steps", 20, 10)


def treasure(page: Page) -> None:
    """Show the treasure's hunter, with what it believes."""
    watched(page, "/watch?game=treasure&agents=treasure.hunter&seed=5&budget=500+steps", 2, 1)


def replay(page: Page) -> None:
    """Show a record from the lab's folder."""
    watched(page, "/replay?file=north.jsonl", 12, 12)


def workshop(page: Page) -> None:
    """Show a game with a fault that is underlined."""
    page.goto("/workshop")
    page.wait_for_function("() => document.getElementById('shop-verdict').textContent === 'can be played'")
    text = page.input_value("#shop-text")
    page.fill("#shop-text", text.replace("cat wall > stepBack", "cat wall > stepBak"))
    page.wait_for_selector("#shop-copy .error")
    page.locator("#shop-text").evaluate("(field) => { field.scrollTop = 0; field.blur(); }")


def dungeon(page: Page) -> None:
    """Show a dungeon made to order."""
    page.goto("/worlds?family=dungeon&seed=3")
    page.wait_for_selector("#world-board .tile")


def bench(page: Page) -> None:
    """Show a tournament that has ended."""
    page.goto("/bench")
    page.wait_for_selector("#bench-start[data-ready]")
    page.click("#bench-start")
    page.wait_for_function("() => document.getElementById('bench-notes').textContent.endsWith('done')")


PICTURES: tuple[tuple[str, Callable[[Page], None], bool, tuple[int, int]], ...] = (
    ("home", home, False, WIDE),
    ("play-quarto", quarto, False, WIDE),
    ("play-arcade", arcade, False, WIDE),
    ("watch-butterflies", butterflies, False, WIDE),
    ("watch-treasure", treasure, False, WIDE),
    ("replay-north", replay, False, WIDE),
    ("workshop", workshop, False, WIDE),
    ("worlds-dungeon", dungeon, False, WIDE),
    ("bench", bench, False, WIDE),
    ("dark-quarto", quarto, True, WIDE),
    ("phone-arcade", arcade, False, PHONE),
)
"""Name, what is walked through, whether it is dark, and the size."""


def take(browser: Browser, address: str, name: str, out: Path) -> Path:
    """Walk to one page and write its picture."""
    _, walk, dark, (width, height) = next(picture for picture in PICTURES if picture[0] == name)
    page = browser.new_page(
        base_url=address, viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    )
    page.set_default_timeout(PATIENCE_MS)
    walk(page)
    page.wait_for_timeout(400)
    path = out / f"lab-{name}.png"
    page.screenshot(path=path)
    page.close()
    Image.open(path).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    return path


def main(arguments: list[str]) -> int:
    """Write the pictures."""
    names = [name for name, *_ in PICTURES]
    parser = argparse.ArgumentParser(prog="ludarium bench lab_pictures", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/img"))
    parser.add_argument("--only", choices=names, nargs="+", default=names)
    chosen = parser.parse_args(arguments)
    chromium = shutil.which("chromium")
    if chromium is None:
        raise LudariumError("chromium is not installed (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    console = Console()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as started:
        for game, agents in (("north/7", ["random"]),):
            played = play(load_game(game), agents, seed=4, budget=Budget(steps=500))
            played.save(Path(folder) / f"{game.partition('/')[0]}.jsonl")
        with open_lab(Path(folder)) as address:
            browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            for name in chosen.only:
                path = take(browser, address, name, chosen.out)
                console.print(f"{path} ({path.stat().st_size / 1000:.0f} KB)", highlight=False)
            browser.close()
    return 0
