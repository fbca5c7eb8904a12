"""Records: replay insists, damage is named, files are written whole."""

import json
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium import Budget, Record, play, replay
from ludarium.core.errors import BadRecord, LudariumError
from ludarium.core.record import plain, write_whole


@pytest.fixture
def record():
    return play("nim?rows=1,3,5", ["random", "random"], seed=4, budget=Budget(steps=10))


def test_a_record_replays_from_object_lines_and_file(record, tmp_path):
    path = record.save(tmp_path / "deep" / "game.jsonl")
    for source in (record, record.lines(), path, str(path)):
        state = replay(source)
        assert state.is_over()
        assert state.returns() == record.returns
    assert Record.load(path) == record


def test_step_budgets_give_the_same_bytes_and_no_timing(record):
    twin = play("nim?rows=1,3,5", ["random", "random"], seed=4, budget=Budget(steps=10))
    assert twin.lines() == record.lines()
    assert not any('"timing"' in line for line in record.lines())


def test_clock_readings_stand_in_one_last_line_outside_the_digest():
    timed = play("nim?rows=1,3,5", ["random", "random"], seed=4, budget=Budget(ms=1000))
    assert json.loads(timed.lines()[-1])["kind"] == "timing"
    again = Record.parse(timed.lines())
    assert len(again.timing) == len(timed.moves)
    assert again.digest() == timed.digest()


def damage(lines, number, **changes):
    data = json.loads(lines[number]) | changes
    return [*lines[:number], json.dumps(data), *lines[number + 1 :]]


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda lines: [], "record: the file is empty"),
        (lambda lines: lines[1:], "record:1: the first line should be the head"),
        (lambda lines: [*lines[:2], lines[2][:20]], "record:3: this line is damaged or cut off"),
        (lambda lines: [lines[0], lines[2]], "record:2: this is move 1, but move 0 should follow"),
        (lambda lines: [lines[0], "[1]"], "record:2: this line is no record line"),
        (lambda lines: [lines[0], '{"kind":"odd"}'], "record:2: unknown kind of line 'odd'"),
        (lambda lines: [lines[0], '{"kind":"move"}'], "record:2: 'tick' is missing"),
        (lambda lines: damage(lines, 0, schema=99), "schema 99 is not read here"),
        (lambda lines: damage(lines, 0, version=99), "recorded with version 99 of nim"),
        (lambda lines: damage(lines, 0, start="0"), "the start is .*, the record says 0"),
        (lambda lines: damage(lines, 1, hash="beef"), "move 0: the state is .*, the record says beef"),
        (lambda lines: damage(lines, 1, actions=[99]), "move 0: player 0 may not play 99 here; legal: "),
        (lambda lines: damage(lines, -1 % len(lines), returns=[5, -5]), "the rules return .*, the record says"),
    ],
)
def test_damage_is_named(record, harm, says):
    with pytest.raises(BadRecord, match=says):
        replay(harm(record.lines()))


def test_a_record_cut_after_a_whole_line_is_unfinished_but_replays(record):
    cut = Record.parse(record.lines()[:3])
    assert cut.ending == "unfinished"
    assert not replay(cut).is_over() or len(record.moves) == 2


def test_missing_and_binary_files_are_named(tmp_path):
    with pytest.raises(BadRecord, match="No such file"):
        Record.load(tmp_path / "none.jsonl")
    (tmp_path / "b").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="not a text file"):
        Record.load(tmp_path / "b")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "x.txt"
    write_whole(path, "old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LudariumError, match=r"x.txt cannot be written: No space left on device"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(LudariumError, match="cannot be written"):
        write_whole(tmp_path / "file" / "y.txt", "new")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(json_values)
def test_plain_leaves_json_alone(value):
    assert plain(value) == value


def test_plain_makes_json_of_the_rest():
    odd = {1: np.int32(3), "a": np.array([1.5]), "inf": float("inf"), "t": (1,), "o": object}
    text = json.dumps(plain(odd), allow_nan=False)
    assert json.loads(text) == {"1": 3, "a": [1.5], "inf": "inf", "t": [1], "o": "<class 'object'>"}
