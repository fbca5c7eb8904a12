"""Log, page and frames of a game, and what the terminal draws."""

import re

import pytest
from typer.testing import CliRunner

from ludarium import load_game, play
from ludarium.core.budget import Budget
from ludarium.core.record import positions
from ludarium.ui.cli import app


@pytest.fixture(scope="module")
def record():
    return play("treasure?setting=hard", ["treasure.mask"], seed=7, budget=Budget(steps=1))


def letters(frame):
    return {(tile.row, tile.column): tile.text[0] for tile in frame.panels[0].tiles}


def test_the_log_is_the_sources(record):
    lines = load_game(record.game).log(record).splitlines()
    assert int(lines[0]) == len(lines) - 1
    assert lines[1] == lines[-1] == ("WIN" if record.returns[0] > 0 else "LOSE")
    assert lines[2] == "START"
    assert re.fullmatch(r"AGENT: \d+ \d+", lines[3])
    assert lines[4] == "TURN 1*****"
    assert lines[5] == "HINT 1"
    assert 1 <= int(lines[6]) <= 15
    assert lines.count("AGENT") == len(record.moves)
    assert [line for line in lines if line.startswith("TURN")] == [
        f"TURN {turn + 1}*****" for turn in range(sum(line.startswith("TURN") for line in lines))
    ]
    verified = [name for move in record.moves for name in move.names if name.startswith("verify")]
    assert [f"verify {lines[at + 1]}" for at, line in enumerate(lines) if line == "1 VERIFY"] == verified
    assert all(lines[at + 2] in ("True", "False") for at, line in enumerate(lines) if line == "1 VERIFY")


def test_a_spectator_sees_the_truth_and_a_player_does_not(record):
    game = load_game("treasure?aid=belief")
    state = next(iter(positions(record)))[0]
    place = state.island.terrain.place(state.island.treasure)
    assert letters(game.frame(state.view()))[place] == "O"
    assert "O" not in letters(game.frame(state.known(0).view)).values()


def test_aids():
    views = {}
    for aid in ("none", "mask", "belief"):
        game = load_game("treasure/island-32", aid=aid)
        state = game.initial(1)
        state.apply(16)
        views[aid] = letters(game.frame(state.known(0).view))
    scanned = {at for at, text in views["none"].items() if text == " "}
    assert scanned
    excluded = {aid: {at for at, text in views[aid].items() if text == "·"} for aid in views}
    assert excluded["mask"]
    assert excluded["mask"] <= excluded["belief"], "what is certain is believed"
    assert "·" not in views["none"].values()
    assert set(views["belief"].values()) & set("123456789")


def test_replay_writes_pages_frames_and_logs(record, tmp_path):
    file = record.save(tmp_path / "game.jsonl")
    short = play("treasure", ["treasure.hunter"], seed=1, budget=Budget(steps=1)).save(tmp_path / "short.jsonl")
    run = CliRunner()
    done = run.invoke(
        app, ["replay", str(file), "--html", str(tmp_path / "a.html"), "--log", str(tmp_path / "log.txt")]
    )
    assert done.exit_code == 0, done.output
    page = (tmp_path / "a.html").read_text("utf-8")
    assert 'type="range"' in page
    assert "The treasure is" in page
    assert (tmp_path / "log.txt").read_text("utf-8").splitlines()[2] == "START"
    done = run.invoke(app, ["replay", str(short), "--frames", str(tmp_path / "frames")])
    assert done.exit_code == 0, done.output
    first = (tmp_path / "frames" / "frame-0000.png").read_bytes()
    assert first.startswith(b"\x89PNG")
    nim = play("nim", ["random", "random"], seed=1, budget=Budget(steps=1)).save(tmp_path / "nim.jsonl")
    done = run.invoke(app, ["replay", str(nim), "--log", str(tmp_path / "no.txt")])
    assert done.exit_code == 2
    assert "nim has no log of its own; the record is JSON lines" in done.output


def test_watch_and_play():
    run = CliRunner()
    done = run.invoke(app, ["watch", "treasure", "hunter", "--delay", "0", "--seed", "10", "--steps", "1"])
    assert done.exit_code == 0, done.output
    assert "the island" in done.output
    done = run.invoke(app, ["play", "treasure?aid=mask", "--seed", "3"], input="help\nfly\nscan\nquit\n")
    assert done.exit_code == 0, done.output
    assert "Type north 2 or n2" in done.output
    assert "'fly' is no move" in done.output
