"""Measurements as tables and as JSON: a series of matches, a solved position, a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludarium.core.record import Record, plain
from ludarium.harness.regret import Regret
from ludarium.harness.series import Series, Tally
from ludarium.harness.solving import Solved
from ludarium.harness.store import Row
from ludarium.harness.tournament import Tournament


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


def tournament_data(played: Tournament) -> dict[str, Any]:
    """Return a tournament as plain data: tallies, the cross table of points, ratings."""
    places = range(len(played.agents))
    rated = {rating.agent: rating for rating in played.ratings()}
    return {
        "game": played.game,
        "kind": played.kind,
        "agents": [
            {
                "agent": name,
                **_tally_data(played.tally(place)),
                "elo": rated[name].elo,
                "elo_interval": [rated[name].low, rated[name].high],
                "against": {
                    played.agents[o]: played.points(place, o)
                    for o in places
                    if played.tally(place, o).games and o != place
                },
            }
            for place, name in enumerate(played.agents)
        ],
    }


def draw_tournament(played: Tournament) -> RenderableType:
    """Return ratings and the cross table of points, the strongest first."""
    ratings = played.ratings()
    order = [played.agents.index(rating.agent) for rating in ratings]
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("agent", no_wrap=True)
    for name in ("Elo", "95 % interval", "games", "points", *map(str, range(1, len(order) + 1))):
        table.add_column(name, justify="right")
    for row, (place, rating) in enumerate(zip(order, ratings, strict=True), 1):
        met = [played.tally(place, other).games if other != place else 0 for other in order]
        cells = [f"{played.points(place, o):g}" if games else "·" for o, games in zip(order, met, strict=True)]
        interval = f"{rating.low:+.0f} – {rating.high:+.0f}"
        tally = played.tally(place)
        numbers = (f"{rating.elo:+.0f}", interval, str(tally.games), f"{played.points(place):g}")
        table.add_row(str(row), Text(rating.agent, "bold cyan"), *numbers, *cells)
    return Group(Text(f"{played.game}, {played.kind}\n"), table)


def table_data(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return one line for each game, agent and budget: runs, wins with their interval, mean return."""
    groups: dict[tuple[str, str, str], list[tuple[str | None, float]]] = {}
    for row in rows:
        for agent, outcome, value in zip(row.agents, row.outcomes, row.returns, strict=True):
            groups.setdefault((row.game, row.budget, agent), []).append((outcome, value))
    lines = []
    for (game, budget, agent), found in sorted(groups.items()):
        outcomes = [outcome for outcome, _ in found]
        tally = Tally(
            len(found), outcomes.count("win"), outcomes.count("draw"), outcomes.count("loss"), sum(v for _, v in found)
        )
        lines.append({"game": game, "budget": budget, "agent": agent, **_tally_data(tally)})
    return lines


def draw_rows(rows: Sequence[Row]) -> Table:
    """Return the runs of a store as a table by game, budget and agent."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("game", "budget", "agent"):
        table.add_column(name, no_wrap=True)
    for name in ("runs", "wins", "draws", "losses", "wins, 95 % interval", "mean return"):
        table.add_column(name, justify="right")
    for line in table_data(rows):
        low, high = line["interval"]
        numbers = (str(line[name]) for name in ("games", "wins", "draws", "losses"))
        mean = f"{line['points'] / line['games']:.3g}"
        table.add_row(
            line["game"], line["budget"], Text(line["agent"], "bold cyan"), *numbers, f"{low:.0%} – {high:.0%}", mean
        )
    return table


def regret_data(found: Regret) -> dict[str, Any]:
    """Return a measured regret as plain data."""
    names = ("game", "agent", "opponent", "games", "decisions", "judged", "mistakes", "lost", "mean")
    return {name: getattr(found, name) for name in names} | {"interval": list(found.interval)}


def draw_regret(found: Regret) -> RenderableType:
    """Return a measured regret for people."""
    low, high = found.interval
    share = f"{found.mistakes / found.judged:.1%}" if found.judged else "–"
    rows = {
        "game": f"{found.game}, {found.games} games{f' against {found.opponent}' if found.opponent else ''}",
        "decisions": f"{found.decisions}, of which {found.judged} could be judged exactly",
        "mistakes": f"{found.mistakes} ({share}, 95 % interval {low:.1%} – {high:.1%})",
        "value lost": f"{found.lost:g} in all, {found.mean:.3f} a decision",
    }
    grid = Table.grid(padding=(0, 2, 0, 0))
    for name, text in rows.items():
        grid.add_row(Text(name, "dim"), Text(text))
    return Group(Text(found.agent, "bold cyan"), grid)


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


def draw_features(found: Mapping[str, Mapping[str, Any]]) -> Table:
    """Return a table of what the analyst saw: a row a feature, a column a game."""
    table = Table("feature", *found)
    for feature in next(iter(found.values())):
        shown = [found[game][feature] for game in found]
        table.add_row(feature, *("yes" if v is True else "no" if v is False else f"{v:g}" for v in shown))
    return table
