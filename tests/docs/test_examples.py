"""The examples and the quick looks of the benchmarks run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_run(file):
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["quarto", "--positions", "5"],
        ["champion", "--games", "1"],
        ["frontier", "--games", "1"],
        ["nim", "--seeds", "1"],
        ["quarto_book", "--check", "2"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_benchmarks_run(arguments, monkeypatch):
    from ludarium.ui.cli import app

    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, ["bench", *arguments])
    assert done.exit_code == 0, done.output
