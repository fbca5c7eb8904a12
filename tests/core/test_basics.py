"""Budgets, seeds, logarithms, errors."""

import math
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium import Budget
from ludarium.core.errors import BadNotation, BadParameter, LudariumError, nearest
from ludarium.core.game import the_actor
from ludarium.core.logs import TABLE_SIZE, log
from ludarium.core.rng import derive, derive_seed
from ludarium.testing.toys import Morra


def test_a_budget_without_limits_never_ends():
    meter = Budget().start()
    meter.spend(10**9)
    assert meter.left()
    assert not meter.limited
    assert str(Budget()) == "no limit"


def test_steps_run_out_exactly():
    meter = Budget(steps=3).start()
    meter.spend(2)
    assert meter.left()
    assert meter.steps_left(10) == 1
    meter.spend()
    assert not meter.left()
    assert meter.steps_left(10) == 0


def test_time_runs_out():
    meter = Budget(ms=5).start()
    assert meter.left()
    time.sleep(0.006)
    assert not meter.left()
    assert meter.ms >= 5


def test_cpu_time_does_not_count_sleep():
    meter = Budget(ms=50, clock="cpu").start()
    time.sleep(0.06)
    assert meter.left()


def test_within_only_tightens():
    assert Budget(ms=10, steps=100).within(ms=20, steps=50) == Budget(ms=10, steps=50)
    assert Budget().within(steps=7) == Budget(steps=7)
    assert str(Budget(ms=40, steps=7)) == "40 ms, 7 steps"


def test_the_rest_of_a_budget_is_a_budget():
    meter = Budget(ms=1000, steps=10, clock="cpu").start()
    meter.spend(4)
    rest = meter.rest()
    assert rest.steps == 6
    assert 0 < rest.ms < 1000
    assert rest.clock == "cpu"
    meter.spend(99)
    assert meter.rest().steps == 1
    assert Budget().start().rest() == Budget()


@pytest.mark.parametrize("bad", [{"ms": 0}, {"steps": -1}, {"episodes": "x"}, {"ms": True}])
def test_a_limit_is_above_zero(bad):
    with pytest.raises(BadParameter, match="a limit is a number above 0, or None for no limit"):
        Budget(**bad)


@given(st.builds(Budget, ms=st.none() | st.integers(1, 10**7), steps=st.none() | st.integers(1, 10**12)))
def test_a_budget_is_read_back_as_it_was_written(budget):
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize("text", ["40", "ms 40", "x steps", "40 apples", ""])
def test_a_budget_that_cannot_be_read_is_refused(text):
    with pytest.raises(BadParameter, match="as in '40 ms', '2000 steps' or 'no limit'"):
        Budget.parse(text)


def test_an_unknown_clock_is_refused():
    with pytest.raises(BadParameter, match="clock='sun': choose 'wall' or 'cpu'"):
        Budget(clock="sun")


def test_a_meter_knows_which_share_is_spent():
    assert Budget().start().spent == 0
    meter = Budget(steps=10, ms=1e9).start()
    meter.spend(4)
    assert meter.spent == 0.4
    meter.spend(40)
    assert meter.spent == 1.0


def test_streams_are_named_and_independent():
    assert derive(1, "level").integers(1 << 60) == derive(1, "level").integers(1 << 60)
    assert len({derive_seed(s, label) for s in range(20) for label in ("level", "chance", "agent")}) == 60
    assert derive_seed(1, "agent", 0) != derive_seed(1, "agent", 1)
    assert derive_seed(7, "level") == 7558416489429915428


@given(st.integers(1, TABLE_SIZE - 1))
def test_logarithms_agree_with_the_library(n):
    assert log(n) == pytest.approx(math.log(n), abs=1e-11)


@given(st.integers(TABLE_SIZE, 1 << 60))
def test_large_logarithms_are_close(n):
    assert log(n) == pytest.approx(math.log(n), abs=2e-4)


def test_a_notation_error_shows_the_place_and_crosses_processes():
    fault = BadNotation("no sprite class 'Passiv'", text="box > Passiv", source="a.vgdl", line=4, column=7)
    assert str(fault) == "a.vgdl:4:7: no sprite class 'Passiv'\n    box > Passiv\n          ^"
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)


def test_nearest_is_quiet_when_nothing_is_near():
    assert nearest("quatro", ["quarto", "nim"]) == "; did you mean 'quarto'?"
    assert nearest("zzz", ["quarto", "nim"]) == ""
    assert nearest("NIM", ["Nim"]) == "; did you mean 'Nim'?"


def test_the_actor_of_a_simultaneous_position_is_not_one():
    with pytest.raises(LudariumError, match=r"one player should act here, but \(0, 1\) do"):
        the_actor(Morra().initial())
