"""Many machines: a real Dask scheduler and real workers on loopback, one of them killed in the middle."""

import os
import shutil
import signal
import subprocess
import sys
from collections import deque
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import servers
from typer.testing import CliRunner

import ludarium
from ludarium import replay
from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.extras import MissingExtra
from ludarium.core.registry import AGENTS, Entry
from ludarium.harness import cluster, workers
from ludarium.harness.cluster import _is_dasks_own, check_workers
from ludarium.harness.experiment import perform, plan
from ludarium.harness.store import Store
from ludarium.ui.cli import app

LADDER = {
    "games": ["nim?rows=1,3,5,7"],
    "agents": ["mcts", "greedy"],
    "opponents": ["nim.expert"],
    "budgets": ["150 steps"],
    "seeds": 40,
}
ONE_THREAD = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def start(module, *arguments, **environment):
    """Start one of Dask's programs."""
    code = f"import sys; from distributed.cli.{module} import main; sys.argv[0] = '{module}'; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


def worker(address, *more, **environment):
    arguments = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60", *more)
    return start("dask_worker", address, *arguments, **{**ONE_THREAD, **environment})


@contextmanager
def scheduler():
    """Start a scheduler; yield its address and what runs: itself, and the workers that are added."""
    port = servers.free_port()
    started = [start("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")]
    try:
        yield f"tcp://127.0.0.1:{port}", started
    finally:
        for one in started:
            one.kill()
            one.wait()


@pytest.fixture
def store(tmp_path):
    with Store(str(tmp_path / "cluster.sqlite")) as opened:
        yield opened


def records(store):
    return {row.key: store.record(row.key).lines() for row in store.rows()}


def test_three_workers_of_which_one_is_killed_give_the_records_of_a_local_run(store, tmp_path):
    experiment, killed = plan(LADDER), []
    with Store(str(tmp_path / "local.sqlite")) as local, scheduler() as (address, started):
        perform(experiment, local)
        started += [worker(address) for _ in range(3)]

        def on_row(row):
            pid = int(row.worker.rpartition(":")[2])
            if not killed and len(store.keys()) > 20 and pid in {one.pid for one in started}:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        assert perform(experiment, store, cluster=address, on_row=on_row) == len(experiment.runs) == 160
        assert killed, "no worker was killed"
        assert records(store) == records(local)
        rows = list(store.rows())
        assert len(rows) == len({row.key for row in rows}) == 160
        after = {int(row.worker.rpartition(":")[2]) for row in rows} - set(killed)
        assert len(after) == 2, "the two others did the rest"
        for row in rows:
            replay(store.record(row.key))


def test_a_worker_may_join_later_and_the_first_may_leave(store):
    experiment = plan({**LADDER, "agents": ["mcts"], "seeds": 40})
    with scheduler() as (address, started):
        started.append(worker(address))

        def on_row(row):
            if len(started) == 2:
                started.append(worker(address))
                started[1].terminate()

        assert perform(experiment, store, cluster=address, on_row=on_row) == 80
        assert len({row.worker for row in store.rows()}) == 2


def test_a_local_cluster_does_the_same(store, tmp_path):
    small = plan({**LADDER, "seeds": 3})
    with Store(str(tmp_path / "local.sqlite")) as local:
        perform(small, local)
        perform(small, store, cluster="local:2")
        assert records(store) == records(local)


@pytest.fixture
def deadly(tmp_path, monkeypatch):
    """An agent that ends its whole process, known to this process and, by an entry point, to those it starts."""
    package = tmp_path / "site" / "hostile-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[ludarium.agents]\nhostile.exits = hostile:Exits\n")
    monkeypatch.syspath_prepend(package.parent)  # processes that are spawned get our path
    here = {**AGENTS._outside, "hostile.exits": Entry("hostile.exits", "hostile:Exits")}
    monkeypatch.setitem(AGENTS.__dict__, "_outside", here)
    return {"games": ["nim?rows=1,3"], "agents": ["hostile.exits", "greedy"], "opponents": ["random"], "seeds": [7]}


@pytest.mark.long  # it waits for Dask to start worker after worker anew; its logic is tested below
def test_runs_that_kill_every_worker_are_named_and_all_others_are_done(store, deadly):
    with pytest.raises(LudariumError, match=r"2 run\(s\) could not be done, because their process died each time"):
        perform(plan(deadly), store, cluster="local:2")
    assert {row.agents for row in store.rows()} == {("greedy", "random"), ("random", "greedy")}


def test_the_innocent_of_a_bundle_that_killed_its_workers_are_done_one_by_one(monkeypatch):
    class KilledWorker(Exception):
        pass

    class Client:
        """Does tasks at once; a bundle with a 3 in it kills its workers."""

        def get_executor(self, pure):
            return self

        def submit(self, work, bundle):
            future = Future()
            if 3 in bundle:
                future.set_exception(KilledWorker())
            else:
                future.set_result(([-task for task in bundle], 0.0))
            return future

    @contextmanager
    def client(address, fair):
        yield Client(), lambda: None

    monkeypatch.setattr(cluster, "_client", client)
    monkeypatch.setattr(cluster, "_described", lambda client: {})
    monkeypatch.setattr(cluster, "_ahead", lambda client: lambda: 1)
    monkeypatch.setattr(cluster, "CALM_S", 0.0)
    done = []
    stream = cluster.on_cluster(None, range(8), "tcp://x", fair=False, children=False)
    with pytest.raises(LudariumError, match=r"1 run\(s\) could not be done, .*: 3\. With sandbox"):
        deque(map(done.extend, stream), maxlen=0)
    assert sorted(done) == [-7, -6, -5, -4, -2, -1, 0]


def test_the_sandbox_works_on_a_cluster(store, deadly):
    assert perform(plan({**deadly, "sandbox": "5000 ms"}), store, cluster="local:1") == 4
    assert sorted(row.ending for row in store.rows()) == ["crash", "crash", "finished", "finished"]


def test_a_cluster_that_loses_its_last_worker_is_given_up_after_a_while(store, monkeypatch):
    monkeypatch.setattr(cluster, "WORKERS_S", 1)
    monkeypatch.setattr(workers, "IDLE_S", 0.5)
    with scheduler() as (address, started):
        monkeypatch.setattr(cluster, "WORKERS_S", 60)
        started.append(worker(address))

        def on_row(row):
            monkeypatch.setattr(cluster, "WORKERS_S", 0.2)
            started[1].kill()

        with pytest.raises(
            LudariumError, match=r"'tcp://.*' has had no workers for 2.0 s; what was done is in the store"
        ):
            perform(plan(LADDER), store, cluster=address, on_row=on_row)


def test_a_worker_without_ludarium_is_named(store, tmp_path):
    said = "raise ModuleNotFoundError(\"No module named 'ludarium'\", name='ludarium')"
    (tmp_path / "ludarium.py").write_text(said)
    with scheduler() as (address, started):
        started.append(worker(address, PYTHONPATH=str(tmp_path)))
        with pytest.raises(BadParameter, match=r"worker tcp://.* has no Ludarium, or an old one: install .* there"):
            perform(plan(LADDER), store, cluster=address)


def test_a_worker_of_another_ludarium_is_named(store, tmp_path):
    shutil.copytree(Path(ludarium.__file__).parent, tmp_path / "ludarium")
    with (tmp_path / "ludarium" / "core" / "rng.py").open("a") as file:
        file.write("\n# one line more\n")
    with scheduler() as (address, started):
        started.append(worker(address, PYTHONPATH=str(tmp_path)))
        says = r"worker tcp://.* has Ludarium .* \(\w+\), here it is .* \(\w+\): install the same version there"
        with pytest.raises(BadParameter, match=says):
            perform(plan(LADDER), store, cluster=address)


def test_a_scheduler_that_goes_away_is_named_and_what_was_done_stays(store):
    experiment = plan({**LADDER, "seeds": 100})
    with scheduler() as (address, started):
        started.append(worker(address))

        def on_row(row):
            for process in started:
                process.kill()

        with pytest.raises(LudariumError, match=r"the scheduler at 'tcp://.*' is gone; what was done is in the store"):
            perform(experiment, store, cluster=address, on_row=on_row)
    assert 0 < len(store.keys()) < len(experiment.runs)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("local:none", "cluster 'local:none': as in local:4, or tcp://HOST:8786"),
        ("local:0", "cluster 'local:0': as in local:4"),
        ("somewhere", "cluster 'somewhere': as in local:4, or tcp://HOST:8786"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at 'tcp://127.0.0.1:1'"),
    ],
)
def test_bad_addresses_are_refused(store, address, says, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_S", 1)
    with pytest.raises(BadParameter, match=says):
        perform(plan({**LADDER, "seeds": 1}), store, cluster=address)


def test_a_scheduler_without_workers_says_how_to_start_one(store, monkeypatch):
    monkeypatch.setattr(cluster, "WORKERS_S", 1)
    with (
        scheduler() as (address, _),
        pytest.raises(BadParameter, match=r"has no workers: start some with `dask worker tcp://.* --nthreads 1`"),
    ):
        perform(plan({**LADDER, "seeds": 1}), store, cluster=address)


OURS = workers.about()


@pytest.mark.parametrize(
    ("change", "threads", "says"),
    [
        (
            {"ludarium": "0.0.9"},
            1,
            r"worker tcp://a has Ludarium 0.0.9 \(\w+\), here it is .*: install the same version",
        ),
        ({"sources": "beef"}, 1, r"worker tcp://a has Ludarium .* \(beef\), here it is"),
        (
            {"daemon": True},
            1,
            "worker tcp://a may not start processes, which a sandbox needs: start it with DASK_DISTR",
        ),
        ({}, 3, "worker tcp://a does 3 runs at the same time in one process, .* --nthreads 1, use steps, or force it"),
        ({"cpus": 1}, 1, "2 workers or more share the 1 cores of .*: use fewer workers, steps, or force it"),
        ({"threads": 8}, 1, "worker tcp://a lets libraries use 8 threads"),
    ],
)
def test_unsuitable_workers_are_named(change, threads, says):
    good = replace(OURS, cpus=4, threads=1, daemon=False)
    bad = replace(good, **change)
    check_workers({"tcp://a": (good, 1), "tcp://b": (good, 1)}, fair=True, children=True)
    with pytest.raises(BadParameter, match=says):
        check_workers({"tcp://a": (bad, threads), "tcp://b": (bad, threads)}, fair=True, children=True)
    if not {"ludarium", "sources", "daemon"} & set(change):
        check_workers({"tcp://a": (bad, threads), "tcp://b": (bad, threads)}, fair=False, children=True)


def test_a_worker_that_cannot_answer_is_named():
    with pytest.raises(BadParameter, match="worker tcp://a does not answer: ValueError: why"):
        check_workers({"tcp://a": (ValueError("why"), 1)}, fair=False, children=False)


def test_milliseconds_on_more_local_workers_than_cores_are_refused_unless_forced(store):
    timed = plan({**LADDER, "budgets": ["5 ms"], "seeds": 1})
    with pytest.raises(BadParameter, match=r"4096 workers on \d+ cores would make milliseconds unfair"):
        perform(timed, store, cluster="local:4096")


def test_a_missing_dask_names_its_extra(store, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r'the cluster \'local:2\': distributed is missing; .*"ludarium\[cluster\]"'):
        perform(plan(LADDER), store, cluster="local:2")


def test_the_command_takes_a_cluster(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text('games = ["nim?rows=1,3"]\nagents = ["nim.expert"]\nopponents = ["random"]\nseeds = 2\n')
    done = CliRunner().invoke(app, ["experiment", str(file), "--cluster", "local:1"])
    assert done.exit_code == 0, done.output
    assert "4 runs, 4 of them done now" in done.output
    both = CliRunner().invoke(app, ["experiment", str(file), "--cluster", "local:1", "--jobs", "2"])
    assert both.exit_code == 2
    assert "choose --jobs or --cluster, not both" in both.output


def test_a_stumble_of_dasks_own_is_told_from_the_works():
    def _cascade_future():
        typ, exc, tb = (1, 2)
        return typ, exc, tb

    def caught(function):
        try:
            function()
        except ValueError as fault:
            return fault
        raise AssertionError

    assert _is_dasks_own(caught(_cascade_future))
    assert not _is_dasks_own(caught(lambda: int("x")))
    assert not _is_dasks_own(ValueError("never raised"))
