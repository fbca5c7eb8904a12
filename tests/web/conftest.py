"""A lab of its own and a real browser (Debian's Chromium), for the tests that need them."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from ludarium import train
from ludarium.core.budget import Budget
from ludarium.harness.match import play

CHROMIUM = shutil.which("chromium")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Start `ludarium lab` as a person would, and return its address."""
    folder = tmp_path_factory.mktemp("lab")
    play("nim?rows=1,2", ["random", "nim.expert"], seed=1, budget=Budget(steps=1)).save(folder / "first.jsonl")
    train("backward", "north/7?bound=2", seed=1).save(folder / "learnt.json")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "ludarium", "lab", "--no-show", f"--port={port}", f"--folder={folder}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            if process.poll() is not None:
                pytest.fail(f"the lab did not open: {process.stdout.read()}")
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.fixture(scope="module")
def browser():
    """Return one Chromium for the tests of a file; closed before others, because it keeps an event loop running."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """Return a fresh page; an error in its scripts fails the test."""
    faults = []
    made = browser.new_page()
    made.set_default_timeout(60_000)
    made.on("pageerror", lambda fault: faults.append(str(fault)))
    yield made
    made.close()
    assert faults == []
