"""The store: SQLite and a real PostgreSQL give the same results; older stores are brought up to date; tables go out."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
import zlib

import polars
import pytest
import sqlalchemy
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from ludarium import Budget, play, replay
from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.extras import MissingExtra
from ludarium.core.record import Record
from ludarium.harness.experiment import perform, plan
from ludarium.harness.export import save_table, table
from ludarium.harness.schema import VERSION
from ludarium.harness.store import Row, Store, pack, store_url, unpack
from ludarium.ui.cli import app

SMALL = {
    "name": "small",
    "games": ["nim?rows=1,3,5", "nim?rows=2,3"],
    "agents": ["nim.expert", "mcts"],
    "opponents": ["nim.random"],
    "budgets": ["30 steps"],
    "seeds": [0, 1, 2**62],
}


def empty(url):
    """Drop what an earlier test left on the server."""
    engine = sqlalchemy.create_engine(store_url(url))
    with engine.begin() as connection:
        for name in ("ludarium_runs", "ludarium_store"):
            connection.exec_driver_sql(f"DROP TABLE IF EXISTS {name}")
    engine.dispose()
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """Both kinds of stores, empty."""
    if request.param == "sqlite":
        return str(tmp_path / "runs.sqlite")
    return empty(request.getfixturevalue("postgres_url"))


def same(row):
    """Return a row without what differs from machine to machine."""
    return {key: value for key, value in row.data().items() if key not in ("seconds", "worker")}


def test_the_server_gives_what_sqlite_gives(postgres_url, tmp_path):
    experiment = plan(SMALL)
    with Store(str(tmp_path / "a.sqlite")) as file, Store(empty(postgres_url)) as server:
        assert perform(experiment, file) == perform(experiment, server) == len(experiment.runs) == 24
        assert perform(experiment, server) == 0
        assert file.keys() == server.keys()
        for one, other in zip(file.rows(), server.rows(), strict=True):
            assert same(one) == same(other)
            record = server.record(other.key)
            assert record.lines() == file.record(one.key).lines()
            replay(record)
        for question in (
            {"game": "rows=2,3"},
            {"agent": "mcts"},
            {"budget": "30"},
            {"experiment": "smal"},
            {"game": "%"},
        ):
            assert [row.key for row in file.rows(**question)] == [row.key for row in server.rows(**question)]


def test_many_make_one_store_at_the_same_moment(tmp_path):
    """SQLite refuses to change the journal at once while another does: of 8 who came together some were turned away."""
    faults = []

    def come(url, together):
        together.wait()
        try:
            Store(url).close()
        except BadParameter as fault:
            faults.append(str(fault))

    for number in range(40):
        together = threading.Barrier(8)
        visitors = [
            threading.Thread(target=come, args=(str(tmp_path / f"{number}.sqlite"), together)) for _ in range(8)
        ]
        for visitor in visitors:
            visitor.start()
        for visitor in visitors:
            visitor.join()
    assert faults == []


def test_two_experiments_write_to_one_store_at_the_same_time(url, tmp_path):
    """They overlap in half of their runs, start at the same moment, and make the tables both at once."""
    files = []
    for name, seeds in (("one", "[0, 1, 2, 3, 4, 5]"), ("two", "[3, 4, 5, 6, 7, 8]")):
        file = tmp_path / f"{name}.toml"
        file.write_text(
            f'name = "{name}"\ngames = ["nim?rows=1,3,5,7"]\nagents = ["mcts", "greedy"]\nopponents = ["random"]\n'
            f'budgets = ["60 steps"]\nseeds = {seeds}\n'
        )
        files.append(file)
    code = "from ludarium.ui.cli import main; main()"
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code, "experiment", str(file), "--store", url, "--json"], stdout=subprocess.PIPE
        )
        for file in files
    ]
    said = [json.loads(process.communicate()[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert [one["runs"] for one in said] == [24, 24]
    with Store(url) as store:
        rows = list(store.rows())
        assert len(rows) == len({row.key for row in rows}) == 36
        assert {row.experiment for row in rows} == {"one", "two"}
        for row in rows:
            replay(store.record(row.key))


VERSION_1 = (
    "CREATE TABLE ludarium_store (version INTEGER NOT NULL, PRIMARY KEY (version))",
    "INSERT INTO ludarium_store (version) VALUES (1)",
    "CREATE TABLE ludarium_runs (key VARCHAR(32) NOT NULL, experiment TEXT NOT NULL, game TEXT NOT NULL, "
    "agents TEXT NOT NULL, seed INTEGER NOT NULL, budget TEXT NOT NULL, ending TEXT NOT NULL, outcomes TEXT NOT NULL, "
    "returns TEXT NOT NULL, moves INTEGER NOT NULL, message TEXT NOT NULL, seconds FLOAT NOT NULL, "
    "record {bytes} NOT NULL, PRIMARY KEY (key))",
)
"""What version 1 wrote."""


def test_a_store_of_version_1_is_brought_up_to_date_and_keeps_its_runs(url):
    experiment = plan({**SMALL, "seeds": [0, 1]})
    done = experiment.runs[0]
    record = play(done.game, list(done.agents), seed=done.seed, budget=Budget.parse(done.budget))
    engine = sqlalchemy.create_engine(store_url(url))
    with engine.begin() as connection:
        kind = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
        for statement in VERSION_1:
            connection.exec_driver_sql(statement.format(bytes=kind))
        old = {
            "key": done.key,
            "experiment": "old",
            "game": done.game,
            "agents": json.dumps(done.agents),
            "seed": done.seed,
            "budget": done.budget,
            "ending": record.ending,
            "outcomes": json.dumps(record.outcomes),
            "returns": json.dumps(record.returns),
            "moves": len(record.moves),
            "message": "",
            "seconds": 0.5,
            "record": zlib.compress("\n".join(record.lines()).encode(), 9),
        }
        names = ", ".join(old)
        marks = ", ".join(f":{name}" for name in old)
        connection.execute(sqlalchemy.text(f"INSERT INTO ludarium_runs ({names}) VALUES ({marks})"), old)
    engine.dispose()
    for _ in range(2):  # the second opening finds it done
        with Store(url) as store:
            (row,) = store.rows(experiment="old")
            assert (row.key, row.repetition, row.sandbox, row.worker, row.seconds) == (done.key, 0, "", "", 0.5)
            assert store.record(row.key).lines() == record.lines()
    with Store(url) as store:
        assert perform(plan({**SMALL, "seeds": [0, 1, 2**62]}), store) == 23
        assert {row.seed for row in store.rows()} == {0, 1, 2**62}


def test_a_store_of_a_newer_version_is_refused(url):
    Store(url).close()
    engine = sqlalchemy.create_engine(store_url(url))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE ludarium_store SET version = 99")
    engine.dispose()
    with pytest.raises(LudariumError, match=f"has version 99, this Ludarium reads 1 to {VERSION}: install a newer"):
        Store(url)


def test_a_place_without_a_store_is_not_made_by_looking(tmp_path, url):
    if "postgres" in url:
        with pytest.raises(LudariumError, match="holds no store: `ludarium experiment FILE --store URL` makes one"):
            Store(url, create=False)
    else:
        with pytest.raises(BadParameter, match=r"there is no store at '.*runs.sqlite'"):
            Store(url, create=False)
        assert not os.path.exists(url)
        sqlite3.connect(url).close()
        asked = CliRunner().invoke(app, ["results", "--store", str(tmp_path / "typo.sqlite")])
        assert asked.exit_code == 2
        assert "there is no store at" in asked.output


def test_a_server_that_does_not_answer_is_named_without_its_password():
    with pytest.raises(
        BadParameter, match=r"the store 'postgresql.*lab:\*\*\*@127.0.0.1:1/x' cannot be opened"
    ) as told:
        Store("postgresql://lab:secret@127.0.0.1:1/x")
    assert "secret" not in str(told.value)
    with pytest.raises(BadParameter, match=r"cannot be opened") as told:
        Store("nosuch://lab:secret@host/x")
    assert "secret" not in str(told.value)


def test_a_server_that_goes_away_is_named(tmp_path):
    with Store(str(tmp_path / "gone.sqlite")) as store:
        with sqlite3.connect(tmp_path / "gone.sqlite") as raw:
            raw.execute("DROP TABLE ludarium_runs")
        raw.close()
        with pytest.raises(LudariumError, match=r"the store '.*gone.sqlite' does not answer: .*no such table"):
            store.keys()


def test_a_missing_driver_names_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r'stores on PostgreSQL: psycopg is missing; .*"ludarium\[cluster\]"'):
        Store("postgresql://lab@127.0.0.1:1/x")


@given(st.text(), st.text())
def test_any_text_of_an_agent_comes_back(message, log):
    record = play("nim?rows=1", ["random", "random"], budget=Budget(steps=1))
    record.message, record.log = message, log
    again = unpack(pack(record))
    assert again.lines() == Record.parse(record.lines()).lines()


@pytest.mark.parametrize("message", ["", "a\0b", "half a pair: \ud800", "snow: ☃"])
def test_odd_messages_are_kept(url, message):
    record = play("nim?rows=1", ["random", "random"], budget=Budget(steps=1))
    row = Row(
        "k", "e", record.game, record.agents, 0, "1 steps", "crash", record.outcomes, record.returns, 1, message, 0.1
    )
    with Store(url) as store:
        store.add(row, record)
        store.add(row, record)
        (kept,) = store.rows()
        assert kept.message == message.replace("\0", "␀").replace("\ud800", "?")


def test_tables_go_out_as_parquet_and_csv(tmp_path):
    with Store(str(tmp_path / "runs.sqlite")) as store:
        perform(plan(SMALL), store)
        rows = list(store.rows())
    parquet = polars.read_parquet(save_table(rows, tmp_path / "runs.parquet"))
    assert parquet.equals(table(rows))
    assert parquet.height == 24
    assert parquet["agents"].to_list() == [list(row.agents) for row in rows]
    assert parquet["returns"].dtype == polars.List(polars.Float64)
    csv = polars.read_csv(save_table(rows, tmp_path / "runs.csv"))
    assert csv.columns == parquet.columns
    assert [json.loads(text) for text in csv["returns"]] == parquet["returns"].to_list()
    assert csv["seed"].to_list() == [row.seed for row in rows]
    assert table([]).columns == parquet.columns
    with pytest.raises(BadParameter, match=r"runs.xlsx: the name should end with .csv or .parquet"):
        save_table(rows, tmp_path / "runs.xlsx")
