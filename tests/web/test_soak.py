"""Three minutes of twenty players who come and go: every world moves on, and memory stays flat.

`ludarium bench lab --minutes 30` is the long one, with the server's time per tick.
"""

import importlib.util
import os
from pathlib import Path
from statistics import median

import pytest

pytest.importorskip("uvicorn", reason="the lab's extra is not installed")
BENCH = Path(__file__).parents[2] / "benchmarks" / "lab.py"
PLAYERS, MINUTES = 20, 3.0
GROWTH_MB = 12.0
"""What the middle half minute and the last one may differ by; a game that is kept costs a third of a megabyte."""


def test_memory_stays_flat_while_players_come_and_go():
    spec = importlib.util.spec_from_file_location("ludarium_benchmark_lab", BENCH)
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    found = bench.soak(PLAYERS, MINUTES, "arcade", min(os.sched_getaffinity(0)))
    assert len(found.rates) == PLAYERS
    assert min(found.rates) > 1, "somebody's world stood still"
    half = len(found.memory_mb) // 2
    middle, last = median(found.memory_mb[half : half + 30]), median(found.memory_mb[-30:])
    assert last - middle < GROWTH_MB, found.memory_mb
