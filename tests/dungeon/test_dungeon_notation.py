"""Files: a round trip, and every damaged or contradictory file by its message."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_dungeons import random_dungeon

from ludarium.games.dungeon.generator import generate
from ludarium.games.dungeon.level import Door, Dungeon
from ludarium.games.dungeon.notation import BadDungeon, dumps, load, loads, name_of, save

GOOD = {
    "rooms": [
        {"id": 0, "kind": "start"},
        {"id": 1, "kind": "key"},
        {"id": "vault", "kind": "normal"},
        {"id": 3, "kind": "finish"},
    ],
    "doors": [
        {"a": 0, "b": 1, "locked": False},
        {"a": 1, "b": "vault", "locked": False},
        {"a": "vault", "b": 3, "locked": True},
    ],
    "grid": {"0": [0, 0], "1": [1, 0], "vault": [1, 1], "3": [2, 1]},
}


def damaged(change):
    data = json.loads(json.dumps(GOOD))
    change(data)
    return json.dumps(data)


def test_a_file_is_read():
    dungeon = loads(json.dumps(GOOD))
    assert dungeon.rooms == {0: "start", 1: "key", "vault": "normal", 3: "finish"}
    assert dungeon.doors[2] == Door("vault", 3, "small")
    assert dungeon.grid == {0: (0, 0), 1: (1, 0), "vault": (1, 1), 3: (2, 1)}
    assert json.loads(dumps(dungeon)) == GOOD


def test_a_grid_is_added_where_one_is_found():
    del (data := json.loads(json.dumps(GOOD)))["grid"]
    dungeon = loads(json.dumps(data))
    assert dungeon.grid is None
    again = loads(dumps(dungeon))
    assert set(again.grid) == {0, 1, "vault", 3}
    assert again.doors == dungeon.doors


def test_the_options_are_read():
    data = {
        "rooms": [{"id": n, "kind": k} for n, k in enumerate(("start", "bosskey", "normal", "finish"))],
        "doors": [
            {"a": 0, "b": 1, "oneway": True},
            {"a": 1, "b": 2, "switch": 0},
            {"a": 2, "b": 3, "lock": "boss"},
            {"a": 0, "b": 2, "lock": "small", "locked": True, "oneway": False, "switch": None},
        ],
    }
    dungeon = loads(json.dumps(data))
    assert dungeon.doors == (
        Door(0, 1, oneway=True),
        Door(1, 2, switch=0),
        Door(2, 3, "boss"),
        Door(0, 2, "small"),
    )
    assert loads(dumps(dungeon)).doors == dungeon.doors


def corridor(data):
    data["doors"][0]["path"] = [[0, -1], [1, -1]]


def test_a_corridor_is_read():
    assert loads(damaged(corridor)).doors[0].path == ((0, -1), (1, -1))


def put(*path):
    *where, value = path

    def change(data):
        for step in where[:-1]:
            data = data[step]
        data[where[-1]] = value

    return change


def drop(*path):
    def change(data):
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


BROKEN = [
    (put("rooms", 1, "kind", "kye"), r'dungeon: room 1: kind "kye"; choose start, .*did you mean \'key\'\?'),
    (put("rooms", 1, "kind", 7), "room 1: kind 7; choose start"),
    (put("rooms", 1, "kind", "start"), "room 1: a second start; room 0 is the start already"),
    (put("rooms", 0, "kind", "normal"), "rooms: none is the start; one room needs the kind 'start'"),
    (put("rooms", 3, "kind", "normal"), "rooms: none is the finish"),
    (put("rooms", 1, "kind", "finish"), "room 3: a second finish; room 1 is the finish already"),
    (put("rooms", 1, "id", 0), r"room 0: is there twice \(rooms\[0\] and rooms\[1\]\)"),
    (put("rooms", 1, "id", "0"), r'room "0": is there twice'),
    (put("rooms", 1, "id", True), r"rooms\[1\]: id true should be a whole number or a text"),
    (put("rooms", 1, "id", 1.5), r"rooms\[1\]: id 1.5 should be"),
    (put("rooms", 1, 3), r"rooms\[1\]: 3 should be an object with id, kind"),
    (put("rooms", 1, {"id": 1}), r"rooms\[1\]: 'kind' is missing"),
    (put("rooms", {}), "rooms: should be a list"),
    (put("doors", {}), "doors: should be a list"),
    (put("dors", []), "dungeon: 'dors' is no field here; did you mean 'doors'?"),
    (drop("doors"), "dungeon: 'doors' is missing"),
    (put("doors", 0, "b", 9), r"doors\[0\]: b: there is no room 9"),
    (put("doors", 0, "b", "volt"), r"doors\[0\]: b: there is no room \"volt\"; did you mean 'vault'\?"),
    (put("doors", 0, "b", "1"), r'doors\[0\]: b: "1" should be written 1, as its room is'),
    (put("doors", 0, "b", 0), r"doors\[0\] \(0 – 0\): a door joins two different rooms"),
    (put("doors", 1, "b", 0), r"doors\[1\] \(1 – 0\): the two rooms have a door already: doors\[0\]"),
    (put("doors", 0, "locked", 1), r"doors\[0\] \(0 – 1\): locked: 1 should be true or false"),
    (put("doors", 0, "lockd", True), r"doors\[0\]: 'lockd' is no field here; did you mean 'locked'\?"),
    (put("doors", 0, "lock", "big"), r'doors\[0\] \(0 – 1\): lock "big"; choose none, small, boss'),
    (put("doors", 0, "lock", "small"), r"doors\[0\] \(0 – 1\): locked is false, but lock is 'small'"),
    (put("doors", 2, "lock", "none"), r"doors\[2\] \(\"vault\" – 3\): locked is true, but lock is 'none'"),
    (put("doors", 2, "lock", "boss"), r"has a boss lock, but no room holds the boss key \(kind 'bosskey'\)"),
    (put("doors", 0, {"a": 0, "b": 1, "lock": "boss"}), "the boss key opens the finish only, and neither room is the"),
    (put("doors", 2, "switch", 0), r"doors\[2\] .*: is opened by a key or by a switch, not by both"),
    (put("doors", 0, "switch", 3), r"doors\[0\] \(0 – 1\): switch: room 3 is the finish, where the game is over"),
    (put("doors", 0, "switch", 8), r"doors\[0\] \(0 – 1\): switch: there is no room 8"),
    (put("doors", 0, "oneway", "yes"), r'doors\[0\] \(0 – 1\): oneway: "yes" should be true or false'),
    (put("doors", 0, "path", 3), r"doors\[0\] \(0 – 1\): path: should be a list of cells"),
    (put("doors", 0, "path", [[0]]), r"doors\[0\] \(0 – 1\): path: \[0\] should be \[column, row\]"),
    (put("doors", 0, "path", [[0, -2]]), r"doors\[0\] \(0 – 1\): its path has a gap: \[0, 0\] and \[0, -2\]"),
    (put("doors", 1, "path", [[2, 0], [2, 1]]), r"its path leads through room 3"),
    (put("grid", []), "grid: should map rooms to cells"),
    (put("grid", "9", [0, 5]), 'grid: there is no room "9"'),
    (drop("grid", "vault"), 'grid, room "vault": has no cell, although others have one'),
    (put("grid", "1", [0, 0]), "grid, room 1: stands on the cell of room 0"),
    (put("grid", "1", [1, 0.5]), r"grid, room 1: \[1, 0.5\] should be \[column, row\]"),
    (put("grid", "0", [5, 5]), r"doors\[0\] \(0 – 1\): its rooms are no neighbours on the grid: \[5, 5\] and \[1, 0\]"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=[message[:40] for _, message in BROKEN])
def test_a_bad_file_is_refused_by_the_room_or_door(change, message):
    with pytest.raises(BadDungeon, match=message):
        loads(damaged(change))


def test_a_corridor_needs_a_grid():
    def change(data):
        corridor(data)
        del data["grid"]

    with pytest.raises(BadDungeon, match=r"doors\[0\] \(0 – 1\): path: a corridor needs a grid"):
        loads(damaged(change))


def test_two_boss_keys():
    def change(data):
        data["rooms"][1]["kind"] = data["rooms"][2]["kind"] = "bosskey"

    with pytest.raises(BadDungeon, match='room "vault": a second boss key; room 1 holds it already'):
        loads(damaged(change))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"rooms": [', r"dungeon:1:12: not JSON"),
        ("", "dungeon:1:1: not JSON"),
        ("[" * 100_000, "dungeon: not a dungeon"),
        ('{"rooms": ' + "1" * 5000 + "}", "dungeon: not a dungeon"),
        ("3", "dungeon: 3 should be an object with rooms, doors"),
    ],
)
def test_what_is_no_dungeon(text, message):
    with pytest.raises(BadDungeon, match=message):
        loads(text)


def test_a_draft_may_have_two_starts():
    text = damaged(put("rooms", 1, "kind", "start"))
    assert loads(text, draft=True).of_kind("start") == [0, 1]


def test_files(tmp_path):
    dungeon = generate(12, 3)
    path = save(dungeon, tmp_path / "d.json")
    assert load(path) == dungeon
    with pytest.raises(BadDungeon, match="No such file"):
        load(tmp_path / "none.json")
    (tmp_path / "b.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadDungeon, match="not a text file"):
        load(tmp_path / "b.json")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_round_trip(seed):
    dungeon = random_dungeon(seed)
    again = loads(dumps(dungeon))
    assert (again.rooms, again.doors) == (dungeon.rooms, dungeon.doors)
    assert name_of(again) == name_of(dungeon)
    assert dumps(again) == dumps(dungeon)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "kind", "a", "b"]), inner),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["rooms", "doors", "grid"]), st.integers(0, 3), json_values)
def test_no_damage_ends_in_a_traceback(field, place, value):
    def change(data):
        if isinstance(data[field], list):
            data[field][min(place, len(data[field]) - 1)] = value
        else:
            data[field] = value

    with suppress(BadDungeon):
        assert isinstance(loads(damaged(change)), Dungeon)


def test_equal_dungeons_pickle_to_equal_bytes():
    import pickle

    a, b = generate(10, 1), generate(10, 1)
    assert a.exits
    assert a.between
    assert pickle.dumps(a) == pickle.dumps(b)
    assert isinstance(pickle.loads(pickle.dumps(a)), Dungeon)
