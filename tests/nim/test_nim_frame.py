"""The picture shows every object, the rules and who acts."""

from __future__ import annotations

from ludarium.games.nim import Nim, NimState


def test_every_object_is_a_tile_of_its_row_s_colour() -> None:
    game = Nim((1, 3, 5, 7))
    frame = game.frame(game.initial().view())
    (panel,) = frame.panels
    assert (panel.columns, panel.rows, panel.rows_head) == (7, 4, ("1", "2", "3", "4"))
    assert [sum(tile.row == row for tile in panel.tiles) for row in range(4)] == [1, 3, 5, 7]
    assert len({(tile.row, tile.column) for tile in panel.tiles}) == 16
    assert len({(tile.row, tile.colour) for tile in panel.tiles}) == len({tile.colour for tile in panel.tiles}) == 4
    assert {tile.text for tile in panel.tiles} == {("●",)}


def test_a_tile_s_label_is_the_move_that_takes_it_and_all_to_its_right() -> None:
    game = Nim((0, 4), k=2)
    state = game.initial()
    (panel,) = game.frame(state.view()).panels
    assert [tile.label for tile in panel.tiles] == ["", "", "take 2 from row 2", "take 1 from row 2"]
    assert [tile.bright for tile in panel.tiles] == [False, False, True, True]
    assert {state.action_name(action) for action in state.legal(0)} == {
        tile.label for tile in panel.tiles if tile.bright
    }


def test_the_status_tells_rule_bound_and_who_acts() -> None:
    frame = Nim().frame(NimState((1, 3), k=2, misere=True, mover=1).view())
    assert frame.title == "Nim, misère"
    assert dict(frame.status) == {
        "rule": "misère: who takes the last object loses",
        "bound": "at most 2 a move",
        "left": "1, 3",
        "to act": "player 1",
    }
    assert frame.prompt == "Player 1: how many, from which row? For example: 1 from 2"


def test_the_end_asks_nobody() -> None:
    frame = Nim().frame(NimState((0, 0)).view())
    assert (frame.title, frame.prompt, frame.panels[0].tiles) == ("Nim", "", ())
    assert dict(frame.status) == {
        "rule": "who takes the last object wins",
        "bound": "none",
        "left": "0, 0",
        "to act": "nobody: the game is over",
    }
