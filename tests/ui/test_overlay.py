"""What an agent explored, over the board; the analyst's table."""

import json

from typer.testing import CliRunner

from ludarium.core.frame import Frame, Link, Panel, Tile
from ludarium.core.registry import load_game
from ludarium.ui.cli import app
from ludarium.ui.overlay import cells_of, layers, named, with_cells
from ludarium.ui.strokes import with_strokes


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


def test_numbers_of_actions_stand_on_the_tiles_that_play_them():
    game = load_game("nim?rows=1,2")
    (visits,) = layers(game, game.initial(0), {"visits": {0: 1, 2: 3, 3: 0}})
    assert [(mark.column, mark.row, mark.text) for mark in visits.marks] == [(1, 1, "75%"), (0, 0, "25%"), (0, 1, "0%")]
    assert visits.rest == ()


def test_what_has_no_tile_is_listed_and_nonsense_is_left_out():
    game = load_game("arcade")
    state = game.initial(0)
    (values,) = layers(game, state, {"values": {"0": 1.5, "1": -2, "2": "much"}, "visits": "many", "plan": ["x"]})
    assert values.marks == ()
    assert values.rest == (("wait", "+1.50", 1.0), ("left", "−2", 0.0))


def test_cells_are_shaded_by_when_they_were_new():
    game = load_game("arcade")
    (reached,) = layers(game, game.initial(0), {"reached": "7", "new": ["1", "6"]})
    assert [mark.strength for mark in reached.marks] == [1.0, 0.5, 0.5]


def test_links_are_strokes_where_only_letters_are_written():
    panel = Panel("", 3, 3, (Tile(0, 0, ("o",)),), links=(Link((0, 0), (2, 2)), Link((0, 0), (2, 1))))
    assert {(tile.column, tile.row): tile.text for tile in with_strokes(panel).tiles} == {
        (0, 0): ("o",),
        (1, 1): ("╲",),
    }
