"""Files and texts of games and levels: apart, side by side, and in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import BadParameter, LudariumError, UnknownName
from ludarium.games.arcade.definition import LevelDef
from ludarium.games.arcade.notation import (
    check_file,
    check_text,
    game_file,
    is_game,
    level_files,
    load_files,
    load_text,
    parse_text,
    read_file,
    split_text,
    write_both,
    write_level,
)
from ludarium.games.arcade.parser import parse_level
from ludarium.games.arcade.problems import ArcadeProblems

GAME = """\
BasicGame
    SpriteSet
        goal > Door
        avatar > MovingAvatar
    LevelMapping
        g > goal
    InteractionSet
        avatar wall > stepBack
        goal avatar > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=goal win=True
"""
LEVEL = "wwww\nwAgw\nwwww\n"
BOTH = f"{GAME}\n---\n\n{LEVEL}\n---  \nwwwwww\nwA  gw\nwwwwww\n"


def test_a_game_and_a_level():
    game, level = load_text(GAME, LEVEL)
    assert len(game.sprites) == 3
    assert level.rows == ("wwww", "wAgw", "wwww")
    assert (game.source, level.source) == ("game", "level")


def test_both_in_one_text():
    parsed = parse_text(BOTH, "maze.vgdl")
    assert parsed.problems == ()
    assert [level.rows[1] for level in parsed.levels] == ["wAgw", "wA  gw"]
    assert load_text(BOTH)[1].width == 4
    assert load_text(BOTH, number=1)[1].width == 6
    assert load_text(BOTH, "wAg", number=1)[1].rows == ("wAg",)


def test_problems_of_a_level_have_the_lines_of_the_whole_file():
    parsed = parse_text(BOTH.replace("wA  gw", "wA x"), "maze.vgdl")
    assert [str(problem).split("\n")[0] for problem in parsed.problems] == [
        "maze.vgdl:21:4: warning: 'x' is not in the LevelMapping: the cell stays empty",
        "maze.vgdl:21:5: warning: this row has 4 of 6 cells; blanks are added at its end",
    ]
    assert parsed.problems[0].text == "wA x"


def test_a_separator_without_rows():
    (problem,) = check_text(f"{GAME}---\n\n")
    assert str(problem) == ("text:12:1: error: no level follows this '---'; draw its rows below it\n    ---\n    ^")


def test_split_text():
    assert split_text("a\n---\nb\n\nc\n") == ("a\n", [(3, "b\n\nc\n")])
    assert split_text("a\nb") == ("a\nb\n", [])


@pytest.mark.parametrize(
    ("game", "number", "says"),
    [
        (GAME, 0, "there is no level 0 in this text; draw one after a line '---', or give a level of its own"),
        (BOTH, 2, "there is no level 2 in this text; it has 2, counted from 0, or give a level of its own"),
        (BOTH, -1, "there is no level -1 in this text; it has 2, counted from 0, or give a level of its own"),
    ],
)
def test_a_level_that_is_not_there(game, number, says):
    with pytest.raises(ArcadeProblems, match=says):
        load_text(game, number=number)


def test_all_problems_of_both_texts_are_carried():
    with pytest.raises(LudariumError) as caught:
        load_text(GAME.replace("killSprite", "killSprit"), "www\nww\n", game_source="g.vgdl", level_source="l.txt")
    assert isinstance(caught.value, ArcadeProblems)
    assert [(p.source, p.severity) for p in caught.value.problems] == [("g.vgdl", "error"), ("l.txt", "warning")]
    assert str(caught.value).startswith("g.vgdl:9:23: error: 'killSprit' is no effect")


def test_check_text_tells_games_from_levels():
    assert is_game(GAME)
    assert is_game("basicgame square_size=2")
    assert is_game("x\n  SpriteSet\n")
    assert not is_game(LEVEL)
    assert not is_game("")
    assert check_text(GAME) == []
    assert check_text(BOTH) == []
    assert check_text(LEVEL) == []
    assert [problem.message for problem in check_text("xx\nx\n")] == [
        "this row has 1 of 2 cells; blanks are added at its end"
    ]
    game, _ = load_text(GAME, LEVEL)
    assert [problem.message for problem in check_text("wAg?", game=game)] == [
        "'?' is not in the LevelMapping: the cell stays empty"
    ]


def test_files_side_by_side(tmp_path):
    (tmp_path / "maze.vgdl").write_text(GAME)
    for number in (10, 2, 0):
        (tmp_path / f"maze_lvl{number}.txt").write_text("w" * (number + 2) + "\nAg")
    (tmp_path / "maze_lvlx.txt").write_text("")
    (tmp_path / "other_lvl1.txt").write_text("")
    files = level_files(tmp_path / "maze.vgdl")
    assert [file.name for file in files] == ["maze_lvl0.txt", "maze_lvl2.txt", "maze_lvl10.txt"]
    assert game_file(files[1]) == tmp_path / "maze.vgdl"
    assert game_file(tmp_path / "maze.vgdl") is None
    assert game_file(tmp_path / "other_lvl1.txt") is None
    assert load_files(tmp_path / "maze.vgdl", number=2)[1].width == 12
    assert load_files(tmp_path / "maze.vgdl", files[1])[1].source == str(files[1])
    assert level_files(tmp_path / "nowhere" / "maze.vgdl") == []
    with pytest.raises(ArcadeProblems, match="there is no level 3 in this text"):
        load_files(tmp_path / "maze.vgdl", number=3)


def test_a_level_file_is_checked_against_the_game_beside_it(tmp_path):
    (tmp_path / "maze.vgdl").write_text(GAME)
    (tmp_path / "maze_lvl0.txt").write_text("wAg?")
    (tmp_path / "lone.txt").write_text("wAg?")
    assert [problem.message for problem in check_file(tmp_path / "maze_lvl0.txt")] == [
        "'?' is not in the LevelMapping: the cell stays empty"
    ]
    assert check_file(tmp_path / "lone.txt") == []
    assert check_file(tmp_path / "maze.vgdl") == []


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "maze.vgdl").write_bytes(b"\xef\xbb\xbfBasicGame")
    assert read_file(tmp_path / "maze.vgdl") == "BasicGame"
    (tmp_path / "old.txt").write_bytes(b"w\xe9")
    assert read_file(tmp_path / "old.txt") == "wé"
    with pytest.raises(UnknownName, match=r"there is no file '.*maze\.vgd'; did you mean 'maze\.vgdl'\?"):
        read_file(tmp_path / "maze.vgd")
    with pytest.raises(UnknownName, match="there is no file"):
        read_file(tmp_path / "no" / "maze.vgdl")
    with pytest.raises(BadParameter, match="cannot be read: Is a directory"):
        read_file(tmp_path)


def levels():
    def rows(size):
        row = st.text(alphabet="wAg. é", min_size=size[0], max_size=size[0])
        return st.lists(row, min_size=size[1], max_size=size[1])

    sizes = st.tuples(st.integers(1, 8), st.integers(1, 8))
    return sizes.flatmap(rows).map(lambda rows: LevelDef("l", tuple(rows), len(rows[0]), len(rows)))


@given(levels())
def test_a_written_level_is_read_back(level):
    again, _ = parse_level(write_level(level), "l")
    assert again == level


def test_a_written_game_with_levels_is_read_back():
    parsed = parse_text(BOTH)
    text = write_both(GAME, parsed.levels)
    assert text == f"{GAME}---\n{LEVEL}---\nwwwwww\nwA  gw\nwwwwww\n"
    assert parse_text(text).levels == parsed.levels


@given(st.text(alphabet="BasicGme SprtwA.g-\n\t#>="))
def test_any_text_is_checked(text):
    for problem in check_text(text):
        assert problem.line >= 1
        assert problem.column >= 1
