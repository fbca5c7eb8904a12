"""Maps as text: there and back, and every way to be refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from north_maps import EXAMPLE, example

from ludarium.games.north import notation
from ludarium.games.north.generator import generate
from ludarium.games.north.notation import BadMap, dumps, loads


@pytest.mark.parametrize("bound", [2, 4, 8])
def test_round_trip(bound, tmp_path):
    cave = generate(bound, 5)
    assert loads(dumps(cave)) == cave
    file = notation.save(cave, tmp_path / "deep" / "map.json")
    assert notation.load(file) == cave


def test_the_worked_example_keeps_its_text():
    assert json.loads(dumps(example())) == json.loads(EXAMPLE)


def damaged(change):
    data = json.loads(EXAMPLE)
    change(data)
    return json.dumps(data)


def put(*path):
    *way, last, value = path

    def change(data):
        for step in way:
            data = data[step]
        if isinstance(data, list) and last == len(data):
            data.append(value)
        else:
            data[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("end"), "map: end: is missing"),
        (put("ned", 1), "map: ned: is no field of a map; did you mean 'end'?"),
        (put("bound", "three"), 'map: bound: "three" should be a whole number of at least 2'),
        (put("bound", True), "map: bound: true should be a whole number"),
        (put("bound", 1), "map: bound: 1 should be"),
        (put("vertices", []), "map: vertices: should map at least two numbers to their places"),
        (put("vertices", "x", [0, 0]), "map: vertices.x: 'x' should be a vertex's number"),
        (put("vertices", "³", [0, 0]), "vertices.³: '³' should be a vertex's number"),
        (put("vertices", "007", [0, 0]), "vertices.007: '007' should be a vertex's number"),
        (put("vertices", "9" * 5000, [0, 0]), "should be a vertex's number"),
        (put("vertices", "3", [0]), "map: vertices.3: [0] should be [x, y]"),
        (put("vertices", "3", [0, 4]), "map: vertices.3: 4 should be a whole number from -3 to 3"),
        (put("vertices", "3", [0, 0.5]), "map: vertices.3: 0.5 should be a whole number"),
        (put("vertices", "3", [0, 0]), "map: vertices.3: stands on the place of vertex 0"),
        (put("edges", {}), "map: edges: should be a list of [from, to, weight]"),
        (put("edges", 2, [0, 3]), "map: edges[2]: [0, 3] should be [from, to, weight]"),
        (put("edges", 2, [0, 33, 1]), "map: edges[2]: 33 is no vertex of this map"),
        (put("edges", 2, [0, "3", 1]), 'map: edges[2]: "3" is no vertex of this map'),
        (put("edges", 2, [0, 3, 2]), "map: edges[2]: the weight 2 should be the length of the edge, 1"),
        (put("edges", 2, [0, 3, True]), "map: edges[2]: the weight true should be"),
        (put("edges", 2, [0, 0, 0]), "map: edges[2]: an edge goes 1 to 3 steps in one of the eight compass directions"),
        (put("edges", 2, [0, 7, 3]), "map: edges[2]: an edge goes 1 to 3 steps"),
        (put("edges", 2, [0, 2, 3]), "map: edges[2]: the edge from 0 to 2 is given twice"),
        (put("edges", 22, [0, 8, 2]), "map: edges[22]: the edge from 0 to 8 passes over vertex 3"),
        (put("edges", 22, [8, 6, 1]), "map: edges[22]: the edge from 8 to 6 crosses the edge between 3 and 7"),
        (put("monsters", [8]), "map: monsters: should map vertices to powers"),
        (put("monsters", "12", 1), "map: monsters.12: 12 is no vertex of this map"),
        (put("monsters", "8", 4), "map: monsters.8: 4 should be a whole number from 1 to 3"),
        (put("monsters", "0", 1), "map: monsters.0: no monster lives on the start"),
        (put("monsters", "11", 1), "map: monsters.11: no monster lives on the end"),
        (put("start", 12), "map: start: 12 is no vertex of this map"),
        (put("end", 0), "map: end: should not be the start"),
        (put("end", None), "map: end: null is no vertex of this map"),
        (put("vertices", "12", [3, 3]), "map: vertices.12: cannot be reached from the start"),
        (lambda d: d["edges"].remove([10, 4, 1]), "map: vertices.10: cannot reach the end"),
    ],
)
def test_a_damaged_map_names_the_field(change, says):
    with pytest.raises(BadMap) as caught:
        loads(damaged(change))
    assert says in str(caught.value)


def test_what_is_no_json_or_no_object():
    with pytest.raises(BadMap, match=r"map:1:10: not JSON: Expecting"):
        loads('{"bound":')
    with pytest.raises(BadMap, match="map: map: should be an object with the fields bound, vertices"):
        loads("[]")
    with pytest.raises(BadMap, match="nested too deeply"):
        loads("[" * 100_000)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadMap, match=r"none.json: No such file"):
        notation.load(tmp_path / "none.json")
    (tmp_path / "b.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadMap, match=r"b.json: not a text file"):
        notation.load(tmp_path / "b.json")
    (tmp_path / "c.json").write_text(damaged(put("end", 0)))
    with pytest.raises(BadMap, match=r"c.json: end: should not be the start"):
        notation.load(tmp_path / "c.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 15) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


@given(field=st.sampled_from(notation.FIELDS), value=JSON)
def test_any_damage_is_refused_politely(field, value):
    """Anything but BadMap fails here."""
    with suppress(BadMap):
        cave = loads(damaged(put(field, value)))
        assert loads(dumps(cave)) == cave
