"""Three minutes of twenty players who come and go: every world moves on, and memory stays flat.

`ludarium bench lab --minutes 30` is the long one, with the server's time per tick.
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

pytest.importorskip("uvicorn", reason="the lab's extra is not installed")
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PLAYERS, MINUTES = 20, 3.0
GROWTH_MB = 12.0
"""What the middle half minute and the last one may differ by; a game that is kept costs a third of a megabyte."""
SOAK = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from lab import soak
found = soak(int(sys.argv[2]), float(sys.argv[3]), "arcade", min(os.sched_getaffinity(0)))
print(json.dumps([found.rates, found.memory_mb]))
"""


def test_memory_stays_flat_while_players_come_and_go():
    command = [sys.executable, "-c", SOAK, BENCHMARKS, str(PLAYERS), str(MINUTES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rates, memory = json.loads(done.stdout.splitlines()[-1])
    assert len(rates) == PLAYERS
    assert min(rates) > 1, "somebody's world stood still"
    half = len(memory) // 2
    middle, last = median(memory[half : half + 30]), median(memory[-30:])
    assert last - middle < GROWTH_MB, memory
