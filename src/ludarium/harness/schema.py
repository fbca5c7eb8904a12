"""The tables of a store, and how older ones become today's: one step for each version number.

A step is plain SQL that SQLite and PostgreSQL both understand (or a dialect's own). Steps are never changed once they
were released: a store of any age goes through the same ones, inside one transaction, and no run is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.core.errors import LudariumError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

VERSION = 2
"""1: the first. 2: repetitions, sandbox limits, the content of a game's files, who did a run; seeds of 63 bits."""

_ADD = "ALTER TABLE ludarium_runs ADD COLUMN"
_STEPS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {
        "": (
            f"{_ADD} repetition INTEGER NOT NULL DEFAULT 0",
            f"{_ADD} sandbox TEXT NOT NULL DEFAULT ''",
            f"{_ADD} content TEXT NOT NULL DEFAULT ''",
            f"{_ADD} ludarium TEXT NOT NULL DEFAULT ''",
            f"{_ADD} worker TEXT NOT NULL DEFAULT ''",
            "CREATE INDEX ludarium_runs_game ON ludarium_runs (game)",
        ),
        "postgresql": ("ALTER TABLE ludarium_runs ALTER COLUMN seed TYPE BIGINT",),
    },
}
"""What leads to a version: for every dialect (''), then for one."""
_LOCK = 0x6C756461
"""The number of the lock that PostgreSQL holds while tables are made: two experiments may start at the same moment."""


def runs_table() -> Table:
    """Return the table of runs, as this version has it."""
    from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

    metadata = MetaData()
    Table("ludarium_store", metadata, Column("version", Integer, primary_key=True))
    texts = [Column(name, Text, nullable=False) for name in ("experiment", "game", "agents", "budget", "ending")]
    more = [Column(name, Text, nullable=False) for name in ("outcomes", "returns", "message")]
    since_2 = [
        Column(name, Text, nullable=False, server_default="") for name in ("sandbox", "content", "ludarium", "worker")
    ]
    return Table(
        "ludarium_runs",
        metadata,
        Column("key", String(32), primary_key=True),
        *texts,
        *more,
        Column("seed", BigInteger, nullable=False),
        Column("moves", Integer, nullable=False),
        Column("seconds", Float, nullable=False),
        Column("record", LargeBinary, nullable=False),
        Column("repetition", Integer, nullable=False, server_default="0"),
        *since_2,
        Index("ludarium_runs_game", "game"),
    )


def prepare(connection: Connection, runs: Table, url: str, *, create: bool) -> None:
    """Make the tables where they are missing, bring older ones up to date, and refuse newer ones."""
    import sqlalchemy

    dialect = connection.dialect.name
    if dialect == "postgresql":
        connection.execute(sqlalchemy.select(sqlalchemy.func.pg_advisory_xact_lock(_LOCK)))
    elif dialect == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    about = runs.metadata.tables["ludarium_store"]
    if not sqlalchemy.inspect(connection).has_table(about.name):
        if not create:
            raise LudariumError(f"'{url}' holds no store: `ludarium experiment FILE --store URL` makes one")
        runs.metadata.create_all(connection)
        connection.execute(about.insert().values(version=VERSION))
        return
    found = connection.execute(sqlalchemy.select(about.c.version)).scalar()
    if found is None or found > VERSION:
        raise LudariumError(
            f"the store '{url}' has version {found}, this Ludarium reads 1 to {VERSION}: install a newer Ludarium"
        )
    for version in range(found + 1, VERSION + 1):
        for kind in ("", dialect):
            for statement in _STEPS[version].get(kind, ()):
                connection.exec_driver_sql(statement)
    if found < VERSION:
        connection.execute(about.update().values(version=VERSION))
