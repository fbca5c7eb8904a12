"""Experiments and their store: nothing lost, nothing doubled, whatever kills them."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludarium import replay
from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.registry import AGENTS, Entry
from ludarium.harness.experiment import do_run, do_runs, perform, plan, read_experiment
from ludarium.harness.processes import marked
from ludarium.harness.store import Store, store_url
from ludarium.ui.cli import app

LADDER = {
    "name": "ladder",
    "games": ["nim?rows=1,3,5", "nim?rows=2,3"],
    "agents": ["nim.expert", "mcts"],
    "opponents": ["nim.random"],
    "budgets": ["50 steps"],
    "seeds": 3,
}


def wait_until(question, seconds=10.0):
    ends = time.monotonic() + seconds
    while not question() and time.monotonic() < ends:
        time.sleep(0.1)
    return question()


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


GAME = """BasicGame
    SpriteSet
        goal > Immovable
        avatar > MovingAvatar
    LevelMapping
        G > goal
        A > avatar
    InteractionSet
        goal avatar > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
---
A.G
---
A..G
---
A...G
"""


def test_wildcards_stand_for_levels(tmp_path):
    (tmp_path / "way.vgdl").write_text(GAME)
    file = tmp_path / "way.vgdl"
    runs = plan({"games": f"arcade/*?game={file}", "agents": ["random"]}).runs
    assert [run.game for run in runs] == [f"arcade{level}?game={file}" for level in ("", "/1", "/2")]
    runs = plan({"games": f"arc*/[12]?game={file}", "agents": ["random"]}).runs
    assert [run.game for run in runs] == [f"arcade/{level}?game={file}" for level in (1, 2)]


def test_a_changed_file_is_another_run(tmp_path):
    file = tmp_path / "way.vgdl"
    file.write_text(GAME)
    data = {"games": f"arcade?game={file}", "agents": ["random"]}
    (before,) = plan(data).runs
    assert before == plan(data).runs[0]
    file.write_text(GAME.replace("scoreChange=1", "scoreChange=2"))
    (after,) = plan(data).runs
    assert after.key != before.key
    with pytest.raises(BadParameter, match=r"the files of arcade.* are not the same on .* where the experiment was"):
        do_run("e", before)


def test_a_worker_with_other_sources_is_refused():
    with pytest.raises(
        BadParameter, match=r"worker .* has other sources of Ludarium \(\w+, not beef\): install the same"
    ):
        do_runs("e", "beef", plan(LADDER).runs[:1])


def test_repetitions_are_runs_of_their_own_with_seeds_of_their_own(store):
    data = {"games": ["nim?rows=1,3"], "agents": ["random"], "opponents": ["nim.random"], "seeds": 2}
    once, thrice = plan(data), plan({**data, "repetitions": 3})
    assert len(thrice.runs) == 3 * len(once.runs)
    assert {run.key for run in once.runs} < {run.key for run in thrice.runs}
    perform(once, store)
    assert perform(thrice, store) == 8
    seeds = {store.record(row.key).seed for row in store.rows()}
    assert len(seeds) == 6
    assert {0, 1} < seeds
    assert {row.repetition for row in store.rows()} == {0, 1, 2}


def test_an_experiment_in_the_sandbox_goes_on_when_an_agent_dies(store, monkeypatch):
    monkeypatch.setattr(AGENTS, "_added", {})
    AGENTS.add(Entry("hostile.exits", "hostile:Exits"))
    data = {"games": ["nim?rows=1,3"], "agents": ["hostile.exits"], "opponents": ["random"], "sandbox": "2000 ms"}
    assert perform(plan(data), store) == 2
    rows = list(store.rows())
    assert {row.ending for row in rows} == {"crash"}
    assert {row.sandbox for row in rows} == {"2000 ms, 512 MB"}


DEADLY = """
import sys
from ludarium.core.errors import LudariumError
from ludarium.harness.experiment import perform, plan
from ludarium.harness.store import Store
if __name__ == "__main__":
    data = {"games": ["nim?rows=1,3"], "agents": ["hostile.exits", "nim.expert", "greedy"], "opponents": ["random"]}
    try:
        perform(plan({**data, "seeds": 2}), Store(sys.argv[1]), jobs=2)
    except LudariumError as fault:
        print(fault)
"""


def test_a_run_that_kills_its_process_is_named_and_all_others_are_done(store, tmp_path):
    """Without the sandbox a pool's process dies with its agent; nothing else is lost."""
    package = tmp_path / "hostile-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[ludarium.agents]\nhostile.exits = hostile:Exits\n")
    here = str(Path(__file__).parent)
    path = os.pathsep.join([here, str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", DEADLY, store.url],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    assert "4 run(s) could not be done, because their process died each time" in done.stdout
    assert "nim?rows=1,3: hostile.exits – random, 1000 steps, seed 0" in done.stdout
    assert len(store.keys()) == 8


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
        "import sys\n"
        "from ludarium.harness.experiment import perform, read_experiment\n"
        "from ludarium.harness.store import Store\n"
        "if __name__ == '__main__':\n"
        "    tell = lambda done, total: print(done, flush=True)\n"
        "    perform(read_experiment(sys.argv[1]), Store(sys.argv[2]), jobs=int(sys.argv[3]), on_progress=tell)\n"
    )
    luck, kept, mark = random.Random(20261118), [], str(tmp_path)
    for number in range(10):
        jobs = 1 + number % 2
        command = [sys.executable, "-c", code, str(file), url, str(jobs)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "KILLED": mark}) as child:
            child.stdout.readline()  # it has begun; from here on any moment is as good as another
            time.sleep(luck.random() * (0.25 if jobs == 1 else 1.5))
            os.kill(child.pid, signal.SIGKILL)
        with Store(url) as store:
            kept.append(len(store.keys()))
    assert any(0 < count < 300 for count in kept), "no kill came in the middle"
    assert kept == sorted(kept)
    assert wait_until(lambda: not marked(f"KILLED={mark}")), "processes were left behind"
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
        ({"repetitions": 0}, "'repetitions' is 0: a number above 0"),
        ({"seeds": [-1]}, r"'seeds' is \[-1\]: a number above 0, or a list of numbers \(63 bits, not below 0\)"),
        ({"sandbox": "little"}, "sandbox 'little': as in '1000 ms, 512 MB'"),
        ({"sandbox": 3}, "'sandbox' is 3: a text, as in '1000 ms, 512 MB'"),
        ({"games": ["nim/*"]}, r"'nim/\*': nim has no list of levels to choose from; name them, as in nim/0"),
        ({"games": ["north/*"]}, r"'north/\*': north has no list of levels to choose from; name them, as in north/0"),
        ({"games": ["arcade/[7-9]"]}, r"'arcade/\[7-9\]': no level fits '\[7-9\]'"),
        ({"game": ["nim"]}, "'game' is no key of an experiment; did you mean 'games'"),
        ({"agents": None}, "'agents' is missing: a list of ids"),
        ({"agents": [1]}, "'agents' should be a list of texts"),
        ({"agents": ["campion"]}, "no agent is called 'campion'; did you mean 'champion'"),
        ({"agents": ["champion"]}, r"quarto.champion cannot play nim\?rows=1,3,5"),
        ({"agents": ["human"]}, "human asks a person"),
        ({"games": ["x*"]}, r"no game's name fits 'x\*'"),
        ({"games": ["nimm*"]}, r"no game's name fits 'nimm\*'; did you mean 'nim'"),
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
    assert run(app, ["results", "--store", url, "--export", str(tmp_path / "out.csv")]).exit_code == 0
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 5
