"""Experiments and their store: nothing lost, nothing doubled, whatever kills them."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from ludarium import replay
from ludarium.core.errors import BadParameter, LudariumError
from ludarium.harness.experiment import perform, plan, read_experiment
from ludarium.harness.store import Store, store_url, write_csv
from ludarium.ui.cli import app

LADDER = {
    "name": "ladder",
    "games": ["nim?rows=1,3,5", "nim?rows=2,3"],
    "agents": ["nim.expert", "mcts"],
    "opponents": ["nim.random"],
    "budgets": ["50 steps"],
    "seeds": 3,
}


@pytest.fixture
def store(tmp_path):
    with Store(store_url(str(tmp_path / "runs.sqlite"))) as opened:
        yield opened


def test_a_plan_is_every_game_seating_budget_and_seed():
    runs = plan(LADDER).runs
    assert len(runs) == 2 * 4 * 1 * 3
    assert len({run.key for run in runs}) == len(runs)
    assert runs[0].agents == ("nim.expert", "nim.random")
    assert plan(LADDER) == plan(LADDER)


def test_without_opponents_the_agents_meet_each_other():
    seatings = {run.agents for run in plan({**LADDER, "opponents": []}).runs}
    assert seatings == {("nim.expert", "mcts"), ("mcts", "nim.expert")}


def test_wildcards_stand_for_names():
    runs = plan({"games": "n*m?rows=1", "agents": ["random", "greedy"]}).runs
    assert {run.game for run in runs} == {"nim?rows=1"}


def test_runs_are_done_once_and_replay(store):
    experiment = plan(LADDER)
    seen = []
    assert perform(experiment, store, on_progress=lambda done, total: seen.append((done, total))) == 24
    assert seen[0] == (0, 24)
    assert seen[-1] == (24, 24)
    assert perform(experiment, store) == 0
    rows = list(store.rows())
    assert len(rows) == 24
    for row in rows:
        record = store.record(row.key)
        assert replay(record).returns() == row.returns
        assert record.outcomes == row.outcomes


def test_two_processes_give_the_same_rows(store, tmp_path):
    experiment = plan({**LADDER, "seeds": 2})
    perform(experiment, store)
    with Store(store_url(str(tmp_path / "other.sqlite"))) as other:
        perform(experiment, other, jobs=2)
        assert [store.record(row.key).lines() for row in store.rows()] == [
            other.record(row.key).lines() for row in other.rows()
        ]


def test_two_experiments_share_a_store(store):
    perform(plan({**LADDER, "name": "one", "seeds": [1, 2]}), store)
    assert perform(plan({**LADDER, "name": "two", "seeds": [2, 3]}), store) == 8
    assert len(list(store.rows(experiment="two"))) == 8
    assert len(list(store.rows(game="rows=2,3"))) == 12
    assert len(list(store.rows(agent="mcts"))) == 12
    assert not list(store.rows(budget="ms"))


def test_killed_ten_times_at_random_moments_nothing_is_lost_or_doubled(tmp_path):
    file, url = tmp_path / "long.toml", store_url(str(tmp_path / "long.sqlite"))
    agents = 'agents = ["mcts", "nim.expert", "greedy"]'
    file.write_text(f'games = ["nim?rows=1,3,5,7"]\n{agents}\nbudgets = ["100 steps"]\nseeds = 50\n')
    code = (
        "import sys; from ludarium.harness.experiment import perform, read_experiment; "
        "from ludarium.harness.store import Store; perform(read_experiment(sys.argv[1]), Store(sys.argv[2]))"
    )
    luck, kept = random.Random(20261118), []
    for _ in range(10):
        child = subprocess.Popen([sys.executable, "-c", code, str(file), url])
        time.sleep(0.3 + luck.random() * 0.4)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        with Store(url) as store:
            kept.append(len(store.keys()))
    assert any(0 < count < 300 for count in kept), "no kill came in the middle"
    assert kept == sorted(kept)
    experiment = read_experiment(file)
    assert len(experiment.runs) == 300
    with Store(url) as store:
        perform(experiment, store)
        rows = list(store.rows())
        assert len(rows) == len({row.key for row in rows}) == 300
        for row in rows:
            replay(store.record(row.key))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"game": ["nim"]}, "'game' is no key of an experiment; did you mean 'games'"),
        ({"agents": None}, "'agents' is missing: a list of ids"),
        ({"agents": [1]}, "'agents' should be a list of texts"),
        ({"agents": ["campion"]}, "no agent is called 'campion'; did you mean 'champion'"),
        ({"agents": ["champion"]}, r"quarto.champion cannot play nim\?rows=1,3,5"),
        ({"agents": ["human"]}, "human asks a person"),
        ({"games": ["x*"]}, r"no game's name fits 'x\*'"),
        ({"seeds": 0}, "'seeds' is 0: a number above 0, or a list of numbers"),
        ({"budgets": ["fast"]}, "budget 'fast': as in '40 ms'"),
        ({"opponents": [], "agents": ["mcts"]}, "name two agents, or 'opponents'"),
    ],
)
def test_faulty_plans_are_named(changes, says):
    data = {key: value for key, value in {**LADDER, **changes}.items() if value is not None}
    with pytest.raises(LudariumError, match=says):
        plan(data)


def test_faulty_files_are_named(tmp_path):
    with pytest.raises(BadParameter, match=r"none.toml: No such file"):
        read_experiment(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("games = [")
    with pytest.raises(BadParameter, match=r"bad\.toml: "):
        read_experiment(tmp_path / "bad.toml")
    (tmp_path / "odd.toml").write_text('games = ["nimm"]\nagents = ["random"]')
    with pytest.raises(BadParameter, match=r"odd.toml: no game is called 'nimm'; did you mean 'nim'"):
        read_experiment(tmp_path / "odd.toml")


def test_milliseconds_on_a_crowded_machine_are_refused_unless_forced(store):
    experiment = plan({**LADDER, "budgets": ["5 ms"], "seeds": 1, "games": ["nim?rows=1"]})
    with pytest.raises(BadParameter, match="would make milliseconds unfair; use fewer, steps, or force it"):
        perform(experiment, store, jobs=4096)


def test_stores_that_cannot_be_opened_are_named(tmp_path):
    (tmp_path / "text.sqlite").write_text("this is no database, it is a text that is longer than a header" * 20)
    with pytest.raises(BadParameter, match=r"the store '.*text.sqlite' cannot be opened"):
        Store(store_url(str(tmp_path / "text.sqlite")))
    with pytest.raises(BadParameter, match="the store 'nosuch://x' cannot be opened"):
        Store("nosuch://x")


def test_a_store_of_another_version_is_refused(tmp_path):
    import sqlite3

    path = tmp_path / "old.sqlite"
    Store(store_url(str(path))).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE ludarium_store SET version = 99")
    raw.close()
    with pytest.raises(LudariumError, match="has version 99; this Ludarium reads 1"):
        Store(store_url(str(path)))


def test_an_unknown_run_is_named(store):
    with pytest.raises(BadParameter, match="has no run 'beef'"):
        store.record("beef")


def test_the_commands_do_it_all(tmp_path):
    file, url = tmp_path / "small.toml", str(tmp_path / "small.sqlite")
    file.write_text('games = ["nim?rows=1,3"]\nagents = ["nim.expert"]\nopponents = ["random"]\nseeds = 2\n')
    run = CliRunner().invoke
    done = run(app, ["experiment", str(file), "--store", url])
    assert done.exit_code == 0, done.output
    assert "4 runs, 4 of them done now" in done.output
    assert json.loads(run(app, ["experiment", str(file), "--store", url, "--json"]).stdout)["done_now"] == 0
    rows = json.loads(run(app, ["results", "--store", url, "--json"]).stdout)
    assert len(rows) == 4
    assert set(rows[0]) >= {"game", "agent", "seed", "budget", "outcome", "returns", "ending"}
    assert "nim.expert" in run(app, ["results", "--store", url, "--agent", "expert"]).output
    lines = run(app, ["results", "--store", url, "--record", rows[0]["key"]]).stdout.splitlines()
    assert replay(lines).is_over()
    assert run(app, ["results", "--store", url, "--csv", str(tmp_path / "out.csv")]).exit_code == 0
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 5
    with Store(store_url(url)) as store:
        assert write_csv(list(store.rows())).startswith("game,agents,seed,budget")
