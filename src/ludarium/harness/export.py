"""Rows of a store as a table for other programs: CSV or Parquet, through polars."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludarium.core.errors import BadParameter
from ludarium.core.extras import optional
from ludarium.core.record import write_whole
from ludarium.harness.store import Row

if TYPE_CHECKING:
    from polars import DataFrame

KINDS = (".csv", ".parquet")
_LISTS = ("agents", "outcomes", "returns")


def table(rows: Sequence[Row]) -> DataFrame:
    """Return rows as a polars table: a line a run; agents, outcomes and returns are lists, one value a seat."""
    pl: Any = optional("polars", "bench", "tables")
    texts = ("key", "experiment", "game", "agent", "budget", "outcome", "ending", "message")
    types = {
        **dict.fromkeys((*texts, "sandbox", "ludarium", "worker"), pl.String),
        **dict.fromkeys(("seed", "repetition", "moves"), pl.Int64),
        **{"agents": pl.List(pl.String), "outcomes": pl.List(pl.String), "returns": pl.List(pl.Float64)},
        "seconds": pl.Float64,
    }
    return pl.DataFrame([row.data() for row in rows], schema=types)  # type: ignore[no-any-return]  # it is loaded late


def insist_on_kind(path: Path) -> None:
    """Refuse a file whose name does not say which kind of table it is."""
    if path.suffix.lower() not in KINDS:
        raise BadParameter(f"{path}: the name should end with {' or '.join(KINDS)}")


def save_table(rows: Sequence[Row], path: Path) -> Path:
    """Write rows as CSV (lists as JSON) or Parquet, by the file's name; whole or not at all."""
    insist_on_kind(path)
    found, out = table(rows), io.BytesIO()
    if path.suffix.lower() == ".parquet":
        found.write_parquet(out)
    else:
        pl: Any = optional("polars", "bench", "tables")
        texts = [
            pl.Series(name, [json.dumps(row.data()[name], ensure_ascii=False) for row in rows], pl.String)
            for name in _LISTS
        ]
        found.with_columns(texts).write_csv(out)
    return write_whole(path, out.getvalue())
