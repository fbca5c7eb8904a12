"""What an agent explored, over the board; the analyst's table."""

import json

from typer.testing import CliRunner

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.registry import load_game
from ludarium.ui.cli import app
from ludarium.ui.overlay import cells_of, named, with_cells


def test_reached_cells_get_a_dot_and_what_stands_there_is_bold():
    frame = Frame("a", (Panel("", 3, 2, (Tile(0, 0, ("x",)), Tile(1, 1, ("y",)))),))
    drawn = with_cells(frame, "19")  # cells 0, 3 and 4
    assert drawn.panels[0].tiles == (
        Tile(0, 0, ("x",), bright=True),
        Tile(1, 1, ("y",), bright=True),
        Tile(0, 1, ("·",), "reached", "cyan"),
    )


def test_nonsense_and_nothing_leave_the_frame_alone():
    frame = Frame("a", (Panel("", 1, 1, ()),))
    assert with_cells(frame, "not a number") is frame
    assert with_cells(frame, None) is frame
    assert with_cells(Frame("a", ()), "1").panels == ()
    assert cells_of("") == []


def test_thoughts_are_told_by_name():
    state = load_game("arcade").initial(0)
    told = named({"reached": "f", "values": {0: 1.5, "1": 2.0}, "plan": [0, 2], "nodes": 7}, state)
    assert told == {"cells reached": 4, "values": {"wait": 1.5, "left": 2.0}, "plan": ["wait", "right"], "nodes": 7}


def test_analyse_tells_the_features_of_a_game():
    runner = CliRunner()
    told = runner.invoke(app, ["analyse", "arcade/0", "--steps", "100", "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)["arcade/0"]
    assert found["avatar types"] >= 1
    assert found["sprite types"] > 2
    assert 0 <= found["ends exploration"] <= 1
    drawn = runner.invoke(app, ["analyse", "arcade/0", "--steps", "50"])
    assert "ends exploration" in drawn.stdout


def test_analyse_of_a_game_that_the_analyst_cannot_play_says_why():
    told = CliRunner().invoke(app, ["analyse", "nim"])
    assert told.exit_code != 0
    assert "needs 1 player(s), nim has 2" in str(told.exception) + told.output
