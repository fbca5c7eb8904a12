"""Where runs are kept: one table in any SQL database, each run once, its record compressed and replayable.

SQLite in a file by default (in WAL mode: readers never wait, a killed writer loses nothing that it had committed); a
team's PostgreSQL by its URL. A run is found by its content (`Run.key`), so what was done once is never done again.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.extras import MissingExtra, optional
from ludarium.core.record import Record, plain
from ludarium.harness.schema import prepare, runs_table

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_LISTS = ("agents", "outcomes", "returns")
_WAIT_S = 60
"""How long one waits for others who write."""


@dataclass(frozen=True, slots=True)
class Row:
    """One run as it is kept, without its record."""

    key: str
    experiment: str
    game: str
    agents: tuple[str, ...]
    seed: int
    budget: str
    ending: str
    outcomes: tuple[str | None, ...]
    returns: tuple[float, ...]
    moves: int
    message: str
    seconds: float
    repetition: int = 0
    sandbox: str = ""
    content: str = ""
    ludarium: str = ""
    worker: str = ""

    def data(self) -> dict[str, Any]:
        """Return the row as scripts read it: `agent` and `outcome` of the first seat, then all seats'."""
        return {
            "key": self.key,
            "experiment": self.experiment,
            "game": self.game,
            "agent": self.agents[0],
            "agents": list(self.agents),
            "seed": self.seed,
            "repetition": self.repetition,
            "budget": self.budget,
            "outcome": self.outcomes[0] if self.outcomes else None,
            "outcomes": list(self.outcomes),
            "returns": list(self.returns),
            "ending": self.ending,
            "moves": self.moves,
            "message": self.message,
            "seconds": self.seconds,
            "sandbox": self.sandbox,
            "ludarium": self.ludarium,
            "worker": self.worker,
        }


class Store:
    """An open store. `with Store(url) as store:` closes it; *create* makes one where there is none."""

    def __init__(self, url: str, *, create: bool = True) -> None:
        sqlalchemy = optional("sqlalchemy", "bench", "stores")
        self.url = _without_password(url)
        try:
            self._engine: Engine = self._open(url, create=create)
        except ModuleNotFoundError as fault:
            if (fault.name or "").partition(".")[0] == "psycopg":
                raise MissingExtra(
                    'stores on PostgreSQL: psycopg is missing; python -m pip install "ludarium[cluster]"'
                ) from None
            raise BadParameter(f"the store '{self.url}' cannot be opened: {fault}") from None
        except sqlalchemy.exc.SQLAlchemyError as fault:
            raise BadParameter(f"the store '{self.url}' cannot be opened: {_why(fault)}") from None

    def _open(self, address: str, *, create: bool) -> Engine:
        """Connect, and make or mend the tables."""
        import sqlalchemy

        url = sqlalchemy.make_url(store_url(address))
        self.url = url.render_as_string(hide_password=True)
        plain_file = url.drivername == "sqlite"
        if plain_file and not create and not Path(url.database or "").is_file():
            raise BadParameter(f"there is no store at '{url.database}'")
        engine = sqlalchemy.create_engine(url, pool_pre_ping=not plain_file)
        if plain_file:
            sqlalchemy.event.listen(engine, "connect", _prepare_sqlite)
        self._runs = runs_table()
        try:
            with engine.begin() as connection:
                prepare(connection, self._runs, self.url, create=create)
        except BaseException:
            engine.dispose()
            raise
        return engine

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the connections go."""
        self._engine.dispose()

    def keys(self) -> set[str]:
        """Return the keys of all runs that are done."""
        import sqlalchemy

        with self._connected() as connection:
            return set(connection.execute(sqlalchemy.select(self._runs.c.key)).scalars())

    def add(self, row: Row, record: Record) -> None:
        """Keep a run; one that is there already (another machine was faster) stays as it is."""
        self.add_all([(row, pack(record))])

    def add_all(self, runs: Sequence[tuple[Row, bytes]]) -> None:
        """Keep runs with their packed records, all or none; those that are there already stay as they are."""
        values = [_values(row, packed) for row, packed in runs]
        with self._connected() as connection:
            if connection.dialect.name in ("sqlite", "postgresql"):
                dialect = optional(f"sqlalchemy.dialects.{connection.dialect.name}", "bench", "stores")
                connection.execute(dialect.insert(self._runs).on_conflict_do_nothing(), values)
                return
            import sqlalchemy

            column = self._runs.c.key
            wanted = sqlalchemy.select(column).where(column.in_([each["key"] for each in values]))
            there = set(connection.execute(wanted).scalars())
            if rest := [each for each in values if each["key"] not in there]:
                connection.execute(self._runs.insert(), rest)

    def rows(self, *, game: str = "", agent: str = "", budget: str = "", experiment: str = "") -> Iterator[Row]:
        """Yield the runs whose texts hold what is asked for, in a fixed order."""
        import sqlalchemy

        table = self._runs
        query = sqlalchemy.select(*(table.c[name] for name in Row.__slots__))
        for column, wanted in (("game", game), ("agents", agent), ("budget", budget), ("experiment", experiment)):
            if wanted:
                query = query.where(table.c[column].contains(wanted, autoescape=True))
        with self._connected() as connection:
            found = [_row(values) for values in connection.execute(query).mappings()]
        yield from sorted(found, key=lambda row: (row.game, row.agents, row.budget, row.seed, row.repetition, row.key))

    def record(self, key: str) -> Record:
        """Return the record of a run; replay() it to see it again."""
        import sqlalchemy

        with self._connected() as connection:
            packed = connection.execute(sqlalchemy.select(self._runs.c.record).where(self._runs.c.key == key)).scalar()
        if packed is None:
            raise BadParameter(f"the store '{self.url}' has no run '{key}'")
        return unpack(packed, f"run {key}")

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Give a connection inside a transaction; a store that fails meanwhile is named."""
        import sqlalchemy

        try:
            with self._engine.begin() as connection:
                yield connection
        except sqlalchemy.exc.SQLAlchemyError as fault:
            raise LudariumError(f"the store '{self.url}' does not answer: {_why(fault)}") from None


def pack(record: Record) -> bytes:
    """Return a record as it is kept: its JSON lines, compressed."""
    return zlib.compress("\n".join(record.lines()).encode(), 6)


def unpack(packed: bytes, source: str = "record") -> Record:
    """Return the record that was packed."""
    return Record.parse(zlib.decompress(packed).decode().split("\n"), source)


def store_url(text: str) -> str:
    """Return the URL of a store: as given, or of an SQLite file by its path; PostgreSQL is asked through psycopg."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        return f"sqlite:///{Path(text)}"
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else text


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Let readers and a writer work side by side, and wait where others write.

    Where two make the same file at the same moment, a change of the journal is refused at once, whatever the timeout.
    """
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={1000 * _WAIT_S}")
    ends = time.monotonic() + _WAIT_S
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as fault:
            if "locked" not in str(fault) or time.monotonic() > ends:
                raise
            time.sleep(0.02)
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _values(row: Row, packed: bytes) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(row, name) for name in Row.__slots__}
    for name in _LISTS:
        values[name] = json.dumps(values[name])
    values["message"] = plain(row.message).replace("\0", "␀")  # PostgreSQL takes no zero byte in a text
    return {**values, "record": packed}


def _row(values: Mapping[Any, Any]) -> Row:
    data = dict(values)
    for name in _LISTS:
        data[name] = tuple(json.loads(data[name]))
    return Row(**data)


def _why(fault: Exception) -> str:
    """Return the first line of a database's complaint: the rest repeats the statement."""
    return str(fault).partition("\n")[0]


def _without_password(url: str) -> str:
    """Return a URL that may be shown, also where it cannot be parsed."""
    scheme, mark, rest = url.partition("://")
    secret, at, host = rest.rpartition("@")
    return f"{scheme}://{secret.partition(':')[0]}:***@{host}" if mark and at and ":" in secret else url
