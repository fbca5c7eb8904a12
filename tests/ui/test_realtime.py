"""A game in real time, driven by a list of keys and a clock that the test turns; and real keys through a terminal."""

from __future__ import annotations

import io
import os
import sys

import pytest
from rich.console import Console

from ludarium.core.errors import LudariumError
from ludarium.harness.match import Match
from ludarium.testing.toys import Counters, HotCold
from ludarium.ui.terminal.keyboard import Keyboard
from ludarium.ui.terminal.realtime import RealTime

TICK = 0.12  # three times 40 ms


class Keyed(Counters):
    """Two counters; the left key counts the first up, any other the second."""

    def __init__(self) -> None:
        super().__init__(counters=2, top=9, goal=2)

    def keys(self):
        return {"": 1, "left": 0, "right": 1}


class Person:
    """Presses keys at their times (seconds, key), and owns the clock."""

    def __init__(self, *presses):
        self.presses, self.now = list(presses), 0.0

    def clock(self):
        return self.now

    def press(self, seconds):
        if self.presses and (seconds is None or self.presses[0][0] <= self.now + seconds + 1e-9):
            self.now, key = max(self.now, self.presses[0][0]), self.presses.pop(0)[1]
            return key
        if seconds is None:
            return "quit"
        self.now += seconds
        return None


def played(person, game=None, **options):
    match = Match(game or Keyed(), [None])
    out = io.StringIO()
    RealTime(match, Console(file=out, width=80), person.press, clock=person.clock, **options).run()
    return match.record, out.getvalue()


def test_the_world_goes_on_without_a_key():
    record, _ = played(Person((5 * TICK + 0.01, "q")))
    assert [move.actions[0] for move in record.moves] == [1, 1, 1, 1, 1]


def test_the_last_key_of_a_tick_counts():
    person = Person((0.01, "right"), (0.05, "left"), (TICK + 0.01, "left"))
    record, text = played(person)
    assert [move.actions[0] for move in record.moves] == [0, 0, 1, 1]
    assert record.returns == (1.0,)
    assert "keys: left, right; q leaves" in text


def test_step_by_step_a_tick_waits_for_its_key():
    record, _ = played(Person((5.0, "left"), (9.0, "x"), (12.0, "left"), (20.0, "right")), paced=False)
    assert [move.actions[0] for move in record.moves] == [0, 1, 0, 1]


def test_leaving_resigns():
    record, _ = played(Person((0.01, "q")))
    assert record.ending == "resigned"
    assert record.moves == []


def test_a_game_without_keys_is_refused():
    with pytest.raises(LudariumError, match="toy-hotcold has no keys: it is played move by move"):
        played(Person(), HotCold())


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is a Unix thing")
def test_keys_arrive_one_by_one(monkeypatch):
    ours, theirs = os.openpty()
    with os.fdopen(theirs) as terminal, keyboard_on(monkeypatch, terminal) as keyboard:
        for sent, name in [(b"a", "a"), (b"\x1b[D", "left"), (b"\x1bOA", "up"), (b" ", "space"), (b"\x1b", "escape")]:
            os.write(ours, sent)
            assert keyboard.press(1.0) == name
        assert keyboard.press(0.01) is None
    os.close(ours)


def keyboard_on(monkeypatch, terminal):
    monkeypatch.setattr("sys.stdin", terminal)
    return Keyboard()


def test_without_a_terminal_it_says_so(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(LudariumError, match="a game in real time needs a terminal to read keys from"), Keyboard():
        pass
