"""Measurements as tables and as JSON: a series of matches, a solved position, a record."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludarium.core.extras import MissingExtra
from ludarium.core.record import Record, plain
from ludarium.harness.compare import Compared, Paired
from ludarium.harness.rating import Skill
from ludarium.harness.regret import Regret
from ludarium.harness.series import Series, Tally
from ludarium.harness.solving import Solved
from ludarium.harness.store import Row
from ludarium.harness.summary import Line, Mean, summarise
from ludarium.harness.tournament import Comparison, Tournament


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
    """Return a tournament as plain data: tallies, ratings, the cross table, paired comparisons."""
    places = range(len(played.agents))
    rated = {rating.agent: rating for rating in played.ratings()}
    skills = {skill.agent: {"mu": skill.mu, "sigma": skill.sigma} for skill in _skills(played)[0]}
    return {
        "game": played.game,
        "kind": played.kind,
        "agents": [
            {
                "agent": name,
                **_tally_data(played.tally(place)),
                "elo": rated[name].elo,
                "elo_interval": [rated[name].low, rated[name].high],
                "openskill": skills.get(name),
                "against": {
                    played.agents[o]: played.points(place, o)
                    for o in places
                    if played.tally(place, o).games and o != place
                },
            }
            for place, name in enumerate(played.agents)
        ],
        "pairs": [
            {"first": played.agents[a], "second": played.agents[b], **{n: getattr(c, n) for n in c.__slots__}}
            for a, b, c in _comparisons(played, list(places))
        ],
    }


def draw_tournament(played: Tournament) -> RenderableType:
    """Return ratings and the cross table of points, the strongest first, then who differs from whom."""
    ratings = played.ratings()
    order = [played.agents.index(rating.agent) for rating in ratings]
    found, note = _skills(played)
    skills = {skill.agent: f"{skill.mu:.1f} ± {skill.sigma:.1f}" for skill in found}
    heads = ("Elo", "95 % interval", *(("openskill",) if skills else ()), "games", "points")
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("agent", no_wrap=True)
    for name in (*heads, *map(str, range(1, len(order) + 1))):
        table.add_column(name, justify="right")
    for row, (place, rating) in enumerate(zip(order, ratings, strict=True), 1):
        met = [played.tally(place, other).games if other != place else 0 for other in order]
        cells = [f"{played.points(place, o):g}" if games else "·" for o, games in zip(order, met, strict=True)]
        believed = (skills[rating.agent],) if skills else ()
        numbers = (f"{rating.elo:+.0f}", f"{rating.low:+.0f} – {rating.high:+.0f}", *believed)
        total = (str(played.tally(place).games), f"{played.points(place):g}")
        table.add_row(str(row), Text(rating.agent, "bold cyan"), *numbers, *total, *cells)
    pairs = _comparisons(played, order)
    paired = _table(("on the same deals",), ("better", "equal", "worse", "p (sign test)"))
    for a, b, c in pairs:
        numbers = (str(c.better), str(c.equal), str(c.worse), p_in_words(c.p))
        paired.add_row(Text(f"{played.agents[a]} against {played.agents[b]}"), *numbers)
    parts: list[RenderableType] = [Text(f"{played.game}, {played.kind}\n"), table]
    parts += ["", paired] if pairs else []
    return Group(*parts, *([Text(f"\n{note}", "dim")] if note else []))


def _skills(played: Tournament) -> tuple[list[Skill], str]:
    """Return openskill's ratings, or why there are none."""
    try:
        return played.skills(), ""
    except MissingExtra as fault:
        return [], str(fault)


def _comparisons(played: Tournament, order: Sequence[int]) -> list[tuple[int, int, Comparison]]:
    """Return every two neighbours of a ranking with their paired comparison, where they met the same opponents."""
    found = [(a, b, played.compare(a, b)) for a, b in pairwise(order)]
    return [(a, b, c) for a, b, c in found if c.better + c.equal + c.worse]


def table_data(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return one line for each game, agent and budget: runs, wins with their interval, mean return with its own."""
    return [
        {
            "game": line.game,
            "budget": line.budget,
            "agent": line.agent,
            **_tally_data(line.tally),
            "return": line.returned.value,
            "return_interval": plain([line.returned.low, line.returned.high]),
            "moves": line.moves,
            "seconds": line.seconds,
            "faults": dict(line.faults),
        }
        for line in summarise(rows)
    ]


def draw_rows(rows: Sequence[Row], at_most: int | None = None) -> RenderableType:
    """Return the runs of a store, a table a game, by budget and agent; the last lines where there is little room."""
    lines = summarise(rows)
    shown = lines if at_most is None else lines[-at_most:]
    parts: list[RenderableType] = []
    for game in dict.fromkeys(line.game for line in shown):
        parts += ["", Text(game, "bold"), _lines_table([line for line in shown if line.game == game])]
    if len(shown) < len(lines):
        parts.append(Text(f"the last {len(shown)} of {len(lines)} lines", "dim"))
    return Group(*parts[1:]) if parts else Text("no runs")


def _lines_table(lines: Sequence[Line]) -> Table:
    table = _table(("budget", "agent"), ("runs", "won", "drawn", "lost", "wins, 95 %", "return, 95 %"))
    faulty = any(line.faults for line in lines)
    if faulty:
        table.add_column("faults")
    before = ""
    for line in lines:
        *numbers, _ = tally_cells(line.tally)
        rate = "–" if line.tally.scored else "{:.0f}–{:.0f} %".format(*(100 * end for end in line.tally.interval))
        faults = (Text(", ".join(f"{times} {ending}" for ending, times in line.faults), "red"),) if faulty else ()
        budget, before = "" if line.budget == before else line.budget, line.budget
        table.add_row(budget, Text(line.agent, "bold cyan"), *numbers, rate, mean_in_words(line.returned), *faults)
    return table


def mean_in_words(found: Mean) -> str:
    """Return a mean with half the width of its interval; alone where nothing can be said of its spread."""
    reach = (found.high - found.low) / 2
    return _short(found.value, 3) if reach in (0, math.inf) else f"{_short(found.value, 3)} ± {_short(reach, 2)}"


def _short(value: float, digits: int) -> str:
    """Return a number with so many digits that say something, and never with a power of ten where it has whole ones."""
    return f"{value:.0f}" if abs(value) >= 10**digits else f"{value:.{digits}g}"


def p_in_words(p: float) -> str:
    """Return a p-value as papers print it."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def compared_data(found: Compared) -> dict[str, Any]:
    """Return a comparison of two sides as plain data."""
    return {
        "first": found.first,
        "second": found.second,
        "alone": list(found.alone),
        "lines": [_paired_data(line) for line in found.lines],
        "total": _paired_data(found.total),
    }


def draw_compared(found: Compared) -> RenderableType:
    """Return a comparison for people: a line a game, then all."""
    table = _table(("game",), ("pairs", "better", "equal", "worse", "difference of returns, 95 %", "p (sign test)"))
    for line in (*found.lines, found.total) if len(found.lines) > 1 else found.lines:
        numbers = (str(getattr(line, name)) for name in ("pairs", "better", "equal", "worse"))
        table.add_row(Text(line.game), *numbers, mean_in_words(line.difference), p_in_words(line.p))
    tail = f"{sum(found.alone)} runs had no partner" if any(found.alone) else "every run had its partner"
    sides = f"{found.first or 'this store'} against {found.second or 'the other'}"
    head = f"{sides}: the same game, seed, seat and opponents\n"
    return Group(Text(head), table, Text(f"\n{tail}", "dim"))


def _paired_data(line: Paired) -> dict[str, Any]:
    names = ("game", "pairs", "better", "equal", "worse", "p")
    interval = plain([line.difference.low, line.difference.high])
    said = {name: getattr(line, name) for name in names}
    return said | {"difference": line.difference.value, "interval": interval}


def _table(words: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in words:
        table.add_column(name, overflow="fold")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
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
