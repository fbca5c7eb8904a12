"""A position as arrays: planes and pixels."""

import numpy as np
import pytest

from ludarium import load_game
from ludarium.core.errors import UnknownName
from ludarium.games import arcade

GAME = """BasicGame square_size=10
    SpriteSet
        floor > Immovable hidden=True color=WHITE
        ghost > Immovable invisible=True color=RED
        goal > Immovable color=GREEN
        drop > Missile orientation=RIGHT speed=0.5 color=RED
        avatar > MovingAvatar color=BLUE
    LevelMapping
        . > floor
        h > ghost
        g > goal
        d > drop
        A > floor avatar
    InteractionSet
        avatar wall > stepBack
        goal avatar > killSprite
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
"""
LEVEL = "wwwww\nwA.gw\nwhd.w\nwwwww\n"


@pytest.fixture
def state():
    return arcade.load(GAME, LEVEL).initial()


def plane_of(state, name):
    return state.planes()[state.tables.ids[name]]


def test_planes_count_what_an_agent_may_see(state):
    assert plane_of(state, "avatar").tolist()[1] == [0, 1, 0, 0, 0]
    assert plane_of(state, "wall").sum() == 14
    assert plane_of(state, "ghost").sum() == 1
    assert plane_of(state, "floor").sum() == 0


def test_planes_follow_the_game(state):
    state.apply(2)
    assert plane_of(state, "avatar").tolist()[1] == [0, 0, 1, 0, 0]
    state.apply(2)
    assert plane_of(state, "goal").sum() == 0


def test_the_image_has_the_colours_of_what_is_drawn(state):
    screen = state.image(cell=10)
    assert screen.shape == (40, 50, 3)
    assert screen.dtype == np.uint8
    blue, green = screen[11, 11], screen[11, 31]
    assert blue[2] > blue[0]
    assert green[1] > green[0]
    assert (screen[21, 11] == 0).all(), "an invisible sprite is not drawn"
    assert (screen[11, 21] == 0).all(), "nor is a hidden floor"


def test_sprites_between_cells_are_drawn_between_cells(state):
    for _ in range(2):
        state.apply(0)
    row = state.image(cell=10)[21]
    red = np.flatnonzero(row[:, 0] > row[:, 2])
    assert red.min() == 25


def test_files_that_are_not_there_are_named(tmp_path):
    with pytest.raises(UnknownName, match="there is no file"):
        load_game("arcade", game=str(tmp_path / "none.vgdl"))


def test_a_game_file_is_played_by_its_id(tmp_path):
    file = tmp_path / "maze.vgdl"
    file.write_text(GAME + "---\n" + LEVEL + "---\nwwwww\nwA gw\nwwwww\n")
    first, second = load_game("arcade", game=str(file)), load_game("arcade/1", game=str(file))
    assert first.initial().tables.level.height == 4
    assert second.initial().tables.level.height == 3
    assert load_game(second.id).initial().digest() == second.initial().digest()
    (tmp_path / "own.txt").write_text("wwwwww\nwA  gw\nwwwwww\n")
    third = load_game("arcade", game=str(file), level=str(tmp_path / "own.txt"))
    assert third.initial().tables.level.width == 6


def test_the_orchard_can_be_won():
    from ludarium import Budget, play

    records = [play("arcade", ["iw"], seed=seed, budget=Budget(steps=300)) for seed in range(3)]
    assert any(record.outcomes == ("win",) for record in records)
