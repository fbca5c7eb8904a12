"""`ludarium check`: all problems with their places, and an exit code that scripts can trust."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from ludarium.ui.cli import app

GOOD = """BasicGame
    SpriteSet
        goal > Immovable color=GREEN
        avatar > MovingAvatar
    LevelMapping
        A > avatar
        g > goal
    InteractionSet
        goal avatar > killSprite scoreChange=1
        avatar wall > stepBack
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
---
wwwww
wA.gw
wwwww
"""


def check(tmp_path, text, *options):
    path = tmp_path / "maze.vgdl"
    path.write_text(text)
    return CliRunner().invoke(app, ["check", str(path), *options])


def test_a_good_file_is_fine(tmp_path):
    done = check(tmp_path, GOOD.replace(".", " "))
    assert done.exit_code == 0, done.output
    assert "1 file: 0 errors, 0 warnings" in done.output


def test_errors_are_placed_and_the_exit_code_says_so(tmp_path):
    done = check(tmp_path, GOOD.replace("stepBack", "stepBac").replace("Immovable", "Imovable"))
    assert done.exit_code == 1
    assert "maze.vgdl:3:16: error: 'Imovable' is no class of sprites; did you mean 'Immovable'?" in done.output
    assert "did you mean 'stepBack'?" in done.output
    assert "1 file: 2 errors" in done.output


def test_scripts_read_json(tmp_path):
    done = check(tmp_path, GOOD.replace("stepBack", "stepBac"), "--json")
    assert done.exit_code == 1
    (problem,) = [one for one in json.loads(done.output) if one["severity"] == "error"]
    assert problem["line"] == 10
    assert problem["source"].endswith("maze.vgdl")


def test_a_missing_file_is_bad_input(tmp_path):
    done = CliRunner().invoke(app, ["check", str(tmp_path / "none.vgdl")])
    assert done.exit_code == 2


def test_play_wants_one_game(tmp_path):
    for arguments in (["play"], ["play", "nim", "--game", "x.vgdl"]):
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 2
        assert "name one game" in done.output
