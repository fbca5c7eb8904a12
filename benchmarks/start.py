"""How long a newcomer waits: importing, a cold first use that compiles, and a warm start, each in a fresh process."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console

TASKS = {
    "import ludarium": "import ludarium",
    "load and step Quarto": "import ludarium; s = ludarium.load_game('quarto').initial(); s.apply(3)",
    "solve a Quarto position": (
        "import ludarium; g = ludarium.load_game('quarto'); g.solve(g.read('01.32..5....f... a'), ludarium.Budget())"
    ),
}


def seconds(code: str, cache: str) -> float:
    """Return the wall time of a fresh process."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "LUDARIUM_CACHE": cache}, capture_output=True
    )
    return time.perf_counter() - began


def main(arguments: list[str]) -> int:
    """Measure each task cold once and warm three times (the best counts)."""
    argparse.ArgumentParser(prog="ludarium bench start", description=__doc__).parse_args(arguments)
    console = Console()
    with tempfile.TemporaryDirectory() as cache:
        console.print(f"an empty Python: {min(seconds('pass', cache) for _ in range(3)):.2f} s")
        for name, code in TASKS.items():
            cold = seconds(code, cache)
            warm = min(seconds(code, cache) for _ in range(3))
            console.print(f"{name}: first {cold:.2f} s, then {warm:.2f} s")
    return 0
