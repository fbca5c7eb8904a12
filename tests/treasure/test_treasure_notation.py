"""Maps as text: there and back, and every way to be refused, with the place."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from treasure_maps import TINY

from ludarium.core.errors import BadNotation, LudariumError
from ludarium.games.treasure import notation
from ludarium.games.treasure.game import SHIPPED, Treasure
from ludarium.games.treasure.generator import generate
from ludarium.games.treasure.notation import dumps, loads


@pytest.mark.parametrize("size", [16, 33])
def test_round_trip(size, tmp_path):
    island = generate(size, 5)
    assert loads(dumps(island)) == island
    assert dumps(loads(dumps(island))) == dumps(island)
    file = notation.save(island, tmp_path / "deep" / "map.txt")
    assert notation.load(file) == island


def test_the_text_means_what_the_source_says():
    island = loads(TINY)
    terrain = island.terrain
    assert (terrain.width, terrain.height, island.reveal, island.free) == (8, 6, 2, 3)
    assert terrain.place(island.treasure) == (1, 6)
    assert [terrain.place(tile) for tile in terrain.prisons] == [(2, 1), (3, 6)]
    assert terrain.region[terrain.tile((4, 3))] == 3


def test_spaces_are_free():
    assert dumps(loads(TINY.replace(" ", "   ").replace(";", " ;"))) == dumps(loads(TINY))


def change(line, old, new):
    lines = TINY.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "map:1:1: the file ends here; line 1 should be the width and the height"),
        (change(1, "8 6", "8"), "map:1:2: 1 numbers, 2 expected: the width and the height"),
        (change(1, "8 6", "8 6 7"), "map:1:5: 3 numbers, 2 expected"),
        (change(1, "8 6", "8 six"), "map:1:3: 'six' should be a whole number: the height"),
        (change(1, "8 6", "8 ²"), "map:1:3: '²' should be a whole number"),
        (change(1, "8 6", "0 6"), "map:1:1: the width is 0; it should be from 1 to 1024"),
        (change(2, "2", "5"), "map:2:1: the turn of the reveal is 5; it should be from 2 to 4"),
        (change(3, "3", "2"), "map:3:1: the pirate's first free turn is 2; it should be from 3 to 5"),
        (change(4, "4", "1"), "map:4:1: the number of regions, with the sea is 1"),
        (change(5, "1 6", "9 6"), "map:5:1: the treasure's place 9 6 is outside the map"),
        (change(5, "1 6", "0 0"), "map:5:1: the treasure lies on the sea"),
        (change(5, "1 6", "1 3"), "map:5:1: the treasure lies on a mountain"),
        (change(5, "1 6", "3 6"), "map:5:1: the treasure lies on a prison"),
        (change(7, "1M", "1Q"), "map:7:10: '1Q' is no cell: a region, then M or P where it is one"),
        (change(7, " 1; 1", " 1;;1"), "map:7:7: '' is no cell"),
        (change(7, "1M", "9M"), "map:7:10: region 9; line 4 says that they end at 3"),
        (change(7, " 0;", "0M;"), "map:7:1: a mountain in the sea (region 0)"),
        (change(8, " 0;", "0P;"), "map:8:1: a prison in the sea (region 0)"),
        (change(7, " 0; 1", " 1"), "map:7:21: 7 cells in this row, 8 expected"),
        (change(7, " 0; 1", " 0; 1; 1"), "map:7:25: 9 cells in this row, 8 expected"),
        ("\n".join(TINY.splitlines()[:-1]), "map:11:1: the file ends after 5 rows, 6 expected"),
        (TINY + "0;0\n", "map:12:1: text after the 6 rows of the map"),
        (change(8, "1P", " 1").replace("3P", " 3"), "map:6:1: there is no prison (P) on the map"),
        (
            change(5, "1 6", "1 1").replace(" 0; 1; 1;1M", " 0; 1;1M;1M").replace("0;1P; 1;", "0;1P;1M;"),
            "map:9:19: from this prison nobody can walk to the treasure: the game might never end",
        ),
        ("3 1\n2\n3\n2\n0 0\n1;1P;0", "map:6:1: there is no free land besides the treasure's tile"),
    ],
)
def test_refusals_name_the_place(text, says):
    with pytest.raises(BadNotation) as refused:
        loads(text)
    assert str(refused.value).startswith(says), str(refused.value)


def test_a_long_line_is_shown_around_the_fault():
    text = dumps(generate(64, 1))
    lines = text.splitlines()
    cells = lines[30].split(";")
    cells[60] = "zz"
    lines[30] = ";".join(cells)
    with pytest.raises(BadNotation) as refused:
        loads("\n".join(lines), "my.txt")
    first, shown, caret = str(refused.value).splitlines()
    column = sum(len(cell) + 1 for cell in cells[:60]) + 1
    assert first.startswith(f"my.txt:31:{column}: 'zz' is no cell")
    assert shown[caret.index("^") :].startswith("zz")
    assert len(shown) < 110


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(LudariumError, match=r"none\.txt: No such file"):
        notation.load(tmp_path / "none.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LudariumError, match="not a text file"):
        notation.load(tmp_path / "binary")


@given(st.text(alphabet="0123456789;MP \n", max_size=120))
def test_nothing_else_escapes(text):
    with suppress(BadNotation):
        loads(text)


@given(st.sampled_from("xM;P 9"), st.data())
def test_a_damaged_map_is_read_or_refused(letter, data):
    text = dumps(loads(TINY))
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + letter + text[at + 1 :]
    with suppress(BadNotation):
        assert loads(dumps(loads(damaged))) == loads(damaged)


@pytest.mark.parametrize("size", SHIPPED)
def test_the_shipped_maps(size):
    island = Treasure(level=f"island-{size}").dealt()
    assert island.width == island.height == size
