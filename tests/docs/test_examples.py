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


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.ipynb")), ids=lambda file: file.stem)
def test_notebooks_run(file):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    code = (
        "import sys, nbformat, nbclient\n"
        "book = nbclient.NotebookClient(nbformat.read(sys.argv[1], 4), timeout=600).execute()\n"
        "print(sum(bool(cell.get('outputs')) for cell in book.cells))"
    )
    done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 5


def test_the_studys_tables_are_what_its_counts_say(monkeypatch, tmp_path):
    from ludarium.ui.cli import app

    monkeypatch.chdir(ROOT)
    counts = tmp_path / "study.csv"
    counts.write_bytes((ROOT / "docs" / "study.csv").read_bytes())
    done = CliRunner().invoke(app, ["bench", "study", "--counts", str(counts), "--out", str(tmp_path / "made.md")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "made.md").read_text("utf-8") == (ROOT / "docs" / "study-tables.inc").read_text("utf-8")
    assert counts.read_bytes() == (ROOT / "docs" / "study.csv").read_bytes()


def test_a_study_of_nothing_is_refused(capsys):
    from ludarium.ui.files import load_benchmark

    with pytest.raises(SystemExit):
        load_benchmark("study")([])
    assert "nothing was played: name a store, or a file of counts" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["quarto", "--positions", "5"],
        ["champion", "--games", "1"],
        ["frontier", "--games", "1"],
        ["nim", "--seeds", "1"],
        ["arcade", "--seconds", "0.1"],
        ["north", "--maps", "30", "--fronts", "1", "--largest", "4", "--games", "1"],
        ["north_learning", "--maps", "1", "--bound", "2"],
        ["quarto_book", "--check", "2"],
        ["treasure", "--maps", "2", "--sizes", "16", "--regret", "1"],
        ["ratings", "--tournaments", "20"],
        ["overhead", "--seconds", "0.1", "--rounds", "1", "--scale", "0.01"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_benchmarks_run(arguments, monkeypatch):
    from ludarium.ui.cli import app

    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, ["bench", *arguments])
    assert done.exit_code == 0, done.output
