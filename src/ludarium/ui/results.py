"""Measurements as tables and as JSON: a series of matches, a solved position, a record."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludarium.core.record import Record, plain
from ludarium.harness.series import Series, Tally
from ludarium.harness.solving import Solved


def series_data(series: Series) -> dict[str, Any]:
    """Return a series as plain data."""
    seats = range(len(series.agents))
    return {
        "game": series.game,
        "seed": series.seed,
        "budget": series.budget,
        "games": len(series.results),
        "agents": [
            {
                "agent": name,
                **_tally_data(series.tally(index)),
                "seats": [_tally_data(series.tally(index, seat)) for seat in seats],
            }
            for index, name in enumerate(series.agents)
        ],
        "endings": series.endings(),
        "faults": series.faults(),
        "mean_length": series.mean_length,
    }


def draw_series(series: Series) -> RenderableType:
    """Return a series as a table, each agent in all seats and in each one, with the endings below."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("agent", no_wrap=True)
    table.add_column("seat")
    for name in ("games", "wins", "draws", "losses"):
        table.add_column(name, justify="right")
    table.add_column("wins, 95 % interval", justify="right")
    for index, name in enumerate(series.agents):
        table.add_row(Text(name, "bold cyan"), "all", *tally_cells(series.tally(index)))
        for seat in range(len(series.agents) if len(series.agents) > 1 else 0):
            if (tally := series.tally(index, seat)).games:
                table.add_row("", str(seat), *tally_cells(tally), style="dim")
    faults = [Text(f"{times} × {message}", "red") for message, times in series.faults().items()]
    return Group(Text(f"{series.game}, {series.budget} a move, seed {series.seed}\n"), table, "", tail(series), *faults)


def tail(series: Series) -> Text:
    """Return the endings and the mean length on one line."""
    endings = ", ".join(f"{times} {ending}" for ending, times in series.endings().items())
    return Text(f"endings: {endings}; mean length {series.mean_length:.1f} moves")


def tally_cells(tally: Tally) -> tuple[str, ...]:
    """Return games, wins, draws, losses and the interval as the cells of a table's row; mean points where scored."""
    if tally.scored and tally.games:
        return (str(tally.games), "–", "–", "–", f"{tally.points / tally.games:.1f} points")
    low, high = tally.interval
    numbers = (tally.games, tally.wins, tally.draws, tally.losses)
    return (*map(str, numbers), f"{low:.0%} – {high:.0%}")


def tally_words(tally: Tally) -> str:
    """Return how an agent fared, on one line."""
    games, wins, draws, losses, interval = tally_cells(tally)
    if tally.scored:
        return f"{interval} a game, in {games}"
    return f"{wins} won, {draws} drawn, {losses} lost; wins {interval}"


def solved_data(solved: Solved) -> dict[str, Any]:
    """Return a solution as plain data."""
    names = ("game", "position", "actor", "status", "value", "bound", "words", "line", "nodes", "nodes_per_second")
    data = {name: getattr(solved, name) for name in names} | {"ms": round(solved.ms, 3), "stats": solved.stats}
    return plain(data)  # type: ignore[no-any-return]  # a dict stays a dict


def draw_solved(solved: Solved) -> RenderableType:
    """Return a solution for people."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(Text("position", "dim"), Text(solved.position or "the start"))
    grid.add_row(Text("value", "dim"), Text(f"{solved.words} for player {solved.actor}, who acts", "bold"))
    grid.add_row(Text("best line", "dim"), Text(", ".join(solved.line) or "–"))
    grid.add_row(Text("status", "dim"), Text(str(solved.status)))
    grid.add_row(Text("cost", "dim"), Text(cost(solved)))
    return grid


def cost(solved: Solved) -> str:
    """Return time, nodes and speed on one line."""
    text = f"{solved.ms:,.0f} ms" if solved.ms >= 10 else f"{solved.ms:.2f} ms"
    if solved.nodes is not None:
        text += f", {solved.nodes:,} nodes"
    if solved.nodes and solved.nodes_per_second is not None:
        text += f", {solved.nodes_per_second:,.0f} nodes/s"
    return text


def record_data(record: Record) -> dict[str, Any]:
    """Return what a verified record says, as plain data."""
    names = ("game", "version", "seed", "agents", "budget", "ending", "outcomes", "returns", "message")
    data = {name: getattr(record, name) for name in names}
    return plain(data | {"moves": len(record.moves), "digest": record.digest(), "verified": True})  # type: ignore[no-any-return]


def _tally_data(tally: Tally) -> dict[str, Any]:
    names = ("games", "wins", "draws", "losses", "points")
    return {name: getattr(tally, name) for name in names} | {"interval": list(tally.interval)}
