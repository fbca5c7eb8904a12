"""Every command, as a person or a script meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
MAIN = [sys.executable, "-c", "from ludarium.ui.cli import main; main()"]


def really(*arguments: str, **options):
    """Run the command in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(SRC)}
    return subprocess.run([*MAIN, *arguments], capture_output=True, text=True, env=environment, check=False, **options)


def test_version_and_help(run):
    assert run("--version").stdout == "ludarium 0.1.0\n"
    assert "play" in run("--help").stdout
    for command in (
        "games",
        "agents",
        "play",
        "watch",
        "match",
        "replay",
        "solve",
        "generate",
        "tour",
        "warm",
        "bench",
    ):
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Usage: " in result.stdout


def test_listing_games_imports_none(run):
    done = really("games")
    assert done.returncode == 0
    assert "nim" in done.stdout
    probe = (
        "import sys; sys.argv = ['ludarium', 'games']; from ludarium.ui.cli import app; app(standalone_mode=False);"
        "print([m for m in sys.modules if m.startswith('ludarium.games.') and not m.endswith('catalogue')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SRC)},
        check=True,
    )
    assert done.stdout.endswith("[]\n")


def test_games_and_their_cards(run):
    assert {"name": "pebbles", "summary": "Take one or two.", "origin": "tests"} in json.loads(
        run("games", "--json").stdout
    )
    card = run("games", "pebbles?heap=7").stdout
    for part in ("Take one or two.", "who takes the last one wins", "heap  4", "sequential", "as in 7", "Type a move"):
        assert part in card
    data = json.loads(run("games", "pebbles", "--json").stdout)
    assert data["parameters"] == {"heap": "4"}
    assert data["facts"]["players"] == 2
    assert data["specialists"] == ["pebbles.expert"]


def test_agents_and_who_can_play(run):
    assert "first" in run("agents").stdout
    rows = {row["name"]: row["problems"] for row in json.loads(run("agents", "--game", "pebbles", "--json").stdout)}
    assert rows["first"] == []
    assert rows["picky"] == ["needs 3 player(s), pebbles has 2"]
    assert rows["broken"][0].startswith("agent 'broken' of tests")
    assert "needs 3 player(s)" in run("agents", "--game", "pebbles").stdout
    assert "The first legal action." in run("agents", "first").stdout


def test_play_to_the_end_and_again(run, tmp_path):
    file = tmp_path / "g.jsonl"
    result = run("play", "pebbles", "--against", "first", "--save", str(file), input="one\ntwo\ny\none\nquit\n")
    assert result.exit_code == 0
    assert "first: one" in result.stdout
    assert "value 0.123  line one two" in result.stdout
    assert "You win!" in result.stdout
    assert "Goodbye." in result.stdout
    assert run("replay", str(file)).exit_code == 0
    assert "unfinished after 2 moves" in run("replay", str(tmp_path / "g-2.jsonl")).stdout


def test_play_second_against_the_specialist(run):
    result = run("play", "pebbles", "--second", input="quit\n")
    assert "pebbles.expert: one" in result.stdout


def test_a_person_against_a_person(run):
    result = run("play", "pebbles", "--against", "human", input="two\ntwo\nn\n")
    assert "player 0> two" in result.stdout
    assert "player 1> two" in result.stdout
    assert "player 0: loss" in result.stdout


def test_end_of_input_is_a_polite_goodbye(run, tmp_path):
    file = tmp_path / "g.jsonl"
    result = run("play", "pebbles", "--against", "first", "--save", str(file), input="one\n")
    assert result.exit_code == 0
    assert "Goodbye." in result.stdout
    assert f"saved to {file}" in result.stdout.replace("\n", "")
    assert file.exists()


def test_watch(run):
    result = run("watch", "pebbles", "first", "first", "--delay", "0")
    assert result.exit_code == 0
    assert "1. first: one" in result.stdout
    assert "0.123" in result.stdout
    assert "finished after 4 moves" in result.stdout
    assert "player 1  first: win" in result.stdout
    assert "\x1b" not in result.stdout


def test_match(run, tmp_path):
    arguments = ("match", "pebbles", "first", "pebbles.expert", "-n", "5", "--steps", "9")
    result = run(*arguments, "--save", str(tmp_path / "records"))
    assert result.exit_code == 0
    for part in ("pebbles, 9 steps a move, seed 0", "interval", "endings: 5 finished; mean length 4.0 moves"):
        assert part in result.stdout
    assert len(list((tmp_path / "records").iterdir())) == 5
    data = json.loads(run(*arguments, "--json").stdout)
    assert [agent["wins"] for agent in data["agents"]] == [2, 3]
    assert [seat["games"] for seat in data["agents"][0]["seats"]] == [3, 2]


def test_the_same_seed_gives_the_same_records(run, tmp_path):
    for name in ("a", "b"):
        run("match", "pebbles?heap=30", "random", "random", "-n", "4", "--steps", "9", "--save", str(tmp_path / name))
    first, second = ([file.read_bytes() for file in sorted((tmp_path / name).iterdir())] for name in ("a", "b"))
    assert first == second
    assert len(first) == 4


def test_replay(run, tmp_path):
    run("match", "pebbles", "first", "first", "-n", "1", "--save", str(tmp_path))
    file = str(tmp_path / "game-0001.jsonl")
    assert "verified: the rules replay every move of pebbles" in run("replay", file).stdout
    assert "4. first: one" in run("replay", file, "--show", "--delay", "0").stdout
    data = json.loads(run("replay", file, "--json").stdout)
    assert data["verified"]
    assert data["outcomes"] == ["loss", "win"]


def test_solve(run, tmp_path):
    result = run("solve", "pebbles")
    assert result.exit_code == 0
    assert "win for player 0, who acts" in result.stdout
    assert "4 nodes" in result.stdout
    file = tmp_path / "p.txt"
    file.write_text("6\n")
    assert "loss for player 0" in run("solve", "pebbles", f"@{file}").stdout
    data = json.loads(run("solve", "pebbles", "5", "--json").stdout)
    assert (data["words"], data["line"], data["status"]) == ("win", ["two"], "solved")


def test_an_unsolved_position_is_exit_code_one(run):
    result = run("solve", "pebbles", "21")
    assert result.exit_code == 1
    assert "between loss and win" in result.stdout


def test_tour(run, tmp_path, monkeypatch):
    import types

    from ludarium.core.tour import Pairing, Stop
    from ludarium.ui import touring

    stop = Stop("pebbles", "A <toy>.", (("pebbles", ""), ("pebbles", "6")), (Pairing("pebbles", ("first",) * 2, 3),))
    fake = types.ModuleType("fake_catalogue")
    fake.TOUR = (stop,)
    monkeypatch.setitem(sys.modules, "fake_catalogue", fake)
    monkeypatch.setattr(touring, "CATALOGUE", "fake_catalogue")
    result = run("tour", "--out", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert "loss for the one who acts" in " ".join(result.stdout.split())
    page = (tmp_path / "out" / "tour.html").read_text()
    assert "A &lt;toy&gt;." in page
    assert "http" not in page
    assert "pebbles.jsonl" in page
    assert run("replay", str(tmp_path / "out" / "pebbles.jsonl")).exit_code == 0
    assert run("tour", "--out", str(tmp_path / "again")).exit_code == 0
    again = (tmp_path / "again" / "pebbles.jsonl").read_bytes()
    assert again == (tmp_path / "out" / "pebbles.jsonl").read_bytes()


def test_warm_goes_on_past_what_is_broken(run, monkeypatch):
    from ludarium.core.registry import AGENTS, GAMES
    from ludarium.ui import warming

    for registry in (GAMES, AGENTS):
        monkeypatch.setattr(registry, "_ours", {})
    monkeypatch.setattr(warming, "_inside", lambda package: iter(["ui_toys", "no_such_module"]))
    result = run("warm")
    assert result.exit_code == 2
    assert "10 games, agents and modules ready" in result.stdout
    assert "compiled code is kept in" in result.stdout
    assert "agent 'broken' of tests" in result.stderr
    assert "no_such_module cannot be loaded: No module named 'no_such_module'" in result.stderr


def test_warm_reaches_what_a_family_imports_late():
    from ludarium.ui.warming import jobs

    names = [name for name, _ in jobs()]
    assert "pebbles" in names
    assert "ludarium.compiled.kernels" in names
    assert "ludarium.games.nim.solver" in names
    assert len(names) == len(set(names))


def test_solving_is_not_charged_for_what_is_compiled_first():
    probe = (
        "import sys; from ludarium.core.registry import load_game; from ludarium.ui.warming import warm_family;"
        "warm_family(load_game('quarto')); print('ludarium.games.quarto.solver' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SRC)},
        check=True,
    )
    assert done.stdout == "True\n"


def test_bench(run, tmp_path, monkeypatch):
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "src" / "ludarium").mkdir(parents=True)
    (tmp_path / "benchmarks" / "speed.py").write_text("def main(arguments):\n    print(arguments)\n    return 3\n")
    (tmp_path / "benchmarks" / "_shared.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert run("bench").stdout == "speed\n"
    result = run("bench", "speed", "--long", "-n", "4", "x")
    assert result.stdout == "['--long', '-n', '4', 'x']\n"
    assert result.exit_code == 3


def test_an_interrupt_is_a_polite_goodbye(run):
    result = run("match", "pebbles", "interrupted", "first")
    assert result.exit_code == 130
    assert result.stderr.strip() == "Goodbye."


def test_main_never_shows_a_traceback():
    done = really("play", "nmi")
    assert done.returncode == 2
    assert done.stderr.startswith("error: no game is called 'nmi'; did you mean 'nim'? (`ludarium games` lists all ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's pipe")
@pytest.mark.parametrize("command", ["games", "games --json", "match nim random random -n 3 --json"])
def test_a_reader_who_leaves_is_no_error(command):
    arguments = " ".join(f"'{part}'" for part in (*MAIN, *command.split()))
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {arguments} | true"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SRC)},
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    assert done.returncode == 0
