"""Where runs are kept: one table in any SQL database, each run once, its record compressed and replayable.

SQLite in a file by default (in WAL mode: readers never wait, a killed writer loses nothing that it had committed); a
team's server by its URL. A run is found by its content (`Run.key`), so what was done once is never done again.
"""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.record import Record

if TYPE_CHECKING:
    from sqlalchemy import Engine, Table

VERSION = 1
"""The version of the tables; a store of another version is refused."""


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

    def data(self) -> dict[str, Any]:
        """Return the row as scripts read it: `agent`, `outcome` and `returns` of the first seat, then all seats'."""
        return {
            "key": self.key,
            "experiment": self.experiment,
            "game": self.game,
            "agent": self.agents[0],
            "agents": list(self.agents),
            "seed": self.seed,
            "budget": self.budget,
            "outcome": self.outcomes[0] if self.outcomes else None,
            "outcomes": list(self.outcomes),
            "returns": list(self.returns),
            "ending": self.ending,
            "moves": self.moves,
            "message": self.message,
            "seconds": self.seconds,
        }


class Store:
    """A connection to a store, made on first use. `with Store(url) as store:` closes it."""

    def __init__(self, url: str) -> None:
        try:
            import sqlalchemy
        except ImportError:
            raise LudariumError('stores need SQLAlchemy: python -m pip install "ludarium[bench]"') from None
        self.url = url
        try:
            self._engine: Engine = sqlalchemy.create_engine(url)
            self._runs = self._tables()
        except (sqlalchemy.exc.SQLAlchemyError, ModuleNotFoundError) as fault:
            why = str(fault).partition("\n")[0]
            raise BadParameter(f"the store '{url}' cannot be opened: {why}") from None

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

        with self._engine.connect() as connection:
            return set(connection.execute(sqlalchemy.select(self._runs.c.key)).scalars())

    def add(self, row: Row, record: Record) -> bool:
        """Keep a run; False when it was there already (another machine was faster)."""
        import sqlalchemy

        values: dict[str, Any] = {name: getattr(row, name) for name in Row.__slots__}
        for name in ("agents", "outcomes", "returns"):
            values[name] = json.dumps(values[name])
        values["record"] = zlib.compress("\n".join(record.lines()).encode(), 9)
        try:
            with self._engine.begin() as connection:
                connection.execute(self._runs.insert().values(**values))
        except sqlalchemy.exc.IntegrityError:
            return False
        return True

    def rows(self, *, game: str = "", agent: str = "", budget: str = "", experiment: str = "") -> Iterator[Row]:
        """Yield the runs whose texts hold what is asked for, in a fixed order."""
        import sqlalchemy

        table = self._runs
        query = sqlalchemy.select(*(table.c[name] for name in Row.__slots__))
        for column, wanted in (("game", game), ("agents", agent), ("budget", budget), ("experiment", experiment)):
            if wanted:
                query = query.where(table.c[column].contains(wanted, autoescape=True))
        query = query.order_by(table.c.game, table.c.agents, table.c.budget, table.c.seed, table.c.key)
        with self._engine.connect() as connection:
            for values in connection.execute(query).mappings():
                yield _row(values)

    def record(self, key: str) -> Record:
        """Return the record of a run; replay() it to see it again."""
        import sqlalchemy

        with self._engine.connect() as connection:
            packed = connection.execute(sqlalchemy.select(self._runs.c.record).where(self._runs.c.key == key)).scalar()
        if packed is None:
            raise BadParameter(f"the store '{self.url}' has no run '{key}'")
        return Record.parse(zlib.decompress(packed).decode().splitlines(), f"run {key}")

    def _tables(self) -> Table:
        """Make the tables where they are missing, and insist on their version."""
        import sqlalchemy
        from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, String, Table, Text

        metadata = MetaData()
        about = Table("ludarium_store", metadata, Column("version", Integer, primary_key=True))
        runs = Table(
            "ludarium_runs",
            metadata,
            Column("key", String(32), primary_key=True),
            Column("experiment", Text, nullable=False),
            Column("game", Text, nullable=False),
            Column("agents", Text, nullable=False),
            Column("seed", Integer, nullable=False),
            Column("budget", Text, nullable=False),
            Column("ending", Text, nullable=False),
            Column("outcomes", Text, nullable=False),
            Column("returns", Text, nullable=False),
            Column("moves", Integer, nullable=False),
            Column("message", Text, nullable=False),
            Column("seconds", Float, nullable=False),
            Column("record", LargeBinary, nullable=False),
        )
        if self._engine.dialect.name == "sqlite":
            sqlalchemy.event.listen(self._engine, "connect", _prepare_sqlite)
        with self._engine.begin() as connection:
            metadata.create_all(connection)
            found = connection.execute(sqlalchemy.select(about.c.version)).scalar()
            if found is None:
                connection.execute(about.insert().values(version=VERSION))
            elif found != VERSION:
                raise LudariumError(f"the store '{self.url}' has version {found}; this Ludarium reads {VERSION}")
        return runs


def write_csv(rows: Sequence[Row]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    names = ("game", "agents", "seed", "budget", "outcomes", "returns", "ending", "moves", "seconds", "key")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        data = row.data()
        writer.writerow([json.dumps(data[n]) if isinstance(data[n], list) else data[n] for n in names])
    return text.getvalue()


def store_url(text: str) -> str:
    """Return the URL of a store: as given, or of an SQLite file by its path."""
    return text if "://" in text else f"sqlite:///{Path(text)}"


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=60000")
    cursor.close()


def _row(values: Mapping[Any, Any]) -> Row:
    data = dict(values)
    for name in ("agents", "outcomes", "returns"):
        data[name] = tuple(json.loads(data[name]))
    return Row(**data)
