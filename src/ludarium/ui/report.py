"""`ludarium report`: what a store holds, as one page that needs nothing else, and as tables for a paper."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeVar

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.record import Record, positions, write_whole
from ludarium.core.registry import load_game
from ludarium.harness.compare import Paired, compare
from ludarium.harness.rating import Rating
from ludarium.harness.regret import Judged, judge, unit_of
from ludarium.harness.series import wilson
from ludarium.harness.store import Row, Store
from ludarium.harness.summary import Line, Place, cross, ratings_of, summarise
from ludarium.ui.html import document, draw_frame
from ludarium.ui.results import mean_in_words, p_in_words
from ludarium.ui.sheets import Sheet, as_html, as_latex, as_markdown
from ludarium.ui.svg import Mark, curves, forest

T = TypeVar("T")
REFEREE = Budget(ms=200)
"""What the exact value of one position may cost while a report is made."""
FRAMES = 40
"""How many pictures of a replay a page shows at most."""
_SCRIPT = """
for (const box of document.querySelectorAll('.replay')) {
  const frames = box.querySelectorAll('.frame'), slide = box.querySelector('input'), says = box.querySelector('output');
  const show = () => { frames.forEach((f, i) => f.hidden = i != slide.value); says.value = frames[slide.value].title; };
  slide.oninput = show; show();
  for (const [name, by] of [['.back', -1], ['.on', 1]])
    box.querySelector(name).onclick = () => { slide.value = +slide.value + by; show(); };
}
"""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report says, before it is drawn."""

    title: str
    says: str
    lines: tuple[Line, ...]
    ratings: Mapping[tuple[str, str], list[Rating]]
    regrets: Mapping[Place, Judged]
    rows: tuple[Row, ...]

    @property
    def games(self) -> list[str]:
        """The games, in a fixed order."""
        return list(dict.fromkeys(line.game for line in self.lines))


def make_report(
    store: Store, rows: Sequence[Row], *, title: str, judged: int = 10, on_step: Callable[[str], None] | None = None
) -> Report:
    """Work out what a report says of some rows; *judged* runs of each line are held against the exact value."""
    if not rows:
        raise BadParameter("there is nothing to report: no run of the store fits")
    lines = summarise(rows)
    tell = on_step or (lambda _: None)
    regrets: dict[Place, Judged] = {}
    with_referee = {game for game in {line.game for line in lines} if judged and unit_of(game)}
    for line in lines:
        tell(f"{line.game}: {line.agent}")
        if line.game in with_referee:
            found = Judged()
            for row in _spread([row for row in rows if _belongs(row, line)], judged):
                record = store.record(row.key)
                for seat, agent in enumerate(row.agents):
                    if agent == line.agent:
                        found = found + judge(record, seat, REFEREE)
            regrets[line.place] = found
    versions = sorted({row.ludarium for row in rows if row.ludarium})
    experiments = sorted({row.experiment for row in rows})
    says = (
        f"{len(rows)} runs of {', '.join(experiments)}; Ludarium {', '.join(versions) or 'of unknown version'}. "
        "Intervals are at 95 %: Wilson's for rates, Student's for means; ± is half of an interval's width."
    )
    return Report(title, says, tuple(lines), ratings_of(rows), regrets, tuple(rows))


def write_report(report: Report, store: Store, folder: Path, replays: int = 2) -> list[Path]:
    """Write the page and the tables; return the files."""
    sheets = [sheet for game in report.games for sheet in sheets_of(report, game)]
    return [
        write_whole(folder / "report.html", page(report, store, replays)),
        write_whole(
            folder / "report.md", "\n".join([f"# {report.title}\n", f"{report.says}\n", *map(as_markdown, sheets)])
        ),
        write_whole(folder / "report.tex", "% needs \\usepackage{booktabs}\n\n" + "\n".join(map(as_latex, sheets))),
    ]


def page(report: Report, store: Store, replays: int) -> str:
    """Return the page: for each game its tables, plots and some replays that can be stepped through and kept."""
    parts = [f"<p class=soft>{escape(report.says)}</p>"]
    for game in report.games:
        parts.append(f"<h2>{escape(game)}</h2><p>{escape(load_game(game).spec.summary)}</p>")
        parts += [as_html(sheet) for sheet in sheets_of(report, game)]
        parts.append(f"<div class=plots>{''.join(plots_of(report, game))}</div>")
        chosen = _spread([row for row in report.rows if row.game == game], replays)
        if chosen:
            parts.append("<h3>Replays</h3>")
            parts += [_replay(row, store.record(row.key)) for row in chosen]
    return document(report.title, "".join(parts), _SCRIPT, "wide")


def sheets_of(report: Report, game: str) -> list[Sheet]:
    """Return the tables of a game: how the agents fared, ratings with the cross table, paired comparisons."""
    lines = [line for line in report.lines if line.game == game]
    found = [_results(lines, report.regrets)]
    for budget in dict.fromkeys(line.budget for line in lines):
        rows = [row for row in report.rows if (row.game, row.budget) == (game, budget)]
        if ratings := report.ratings.get((game, budget)):
            found.append(_rated(game, budget, ratings, rows))
        found += _compared(game, budget, [line for line in lines if line.budget == budget], rows)
    return found


def plots_of(report: Report, game: str) -> list[str]:
    """Return the plots of a game: results by budget, ratings, and what larger budgets bring."""
    lines = [line for line in report.lines if line.game == game]
    found = []
    budgets = list(dict.fromkeys(line.budget for line in lines))
    for budget in budgets:
        here = [line for line in lines if line.budget == budget]
        scored = all(line.tally.scored for line in here)
        title = f"{'mean return' if scored else 'rate of wins'}, {budget} a move"
        found.append(forest([mark_of(line) for line in here], title, None if scored else (0.0, 1.0)))
        if ratings := report.ratings.get((game, budget)):
            marks = [Mark(rating.agent, rating.elo, rating.low, rating.high) for rating in ratings]
            found.append(forest(marks, f"Elo (Bradley–Terry), {budget} a move"))
    for unit in ("steps", "ms"):
        sized = {budget: float(budget.split()[0]) for budget in budgets if budget.split()[1:] == [unit]}
        if len(sized) > 1:
            what = "mean return" if all(line.tally.scored for line in lines) else "rate of wins"
            by_agent = {
                agent: [(sized[line.budget], mark_of(line)) for line in lines if line.agent == agent]
                for agent in dict.fromkeys(line.agent for line in lines if line.budget in sized)
            }
            found.append(curves(by_agent, f"{what} by budget", f"{unit} a move"))
    return found


def mark_of(line: Line) -> Mark:
    """Return what a plot shows of a line: its rate of wins, or its mean return where games are merely scored."""
    if line.tally.scored:
        return Mark(line.agent, line.returned.value, line.returned.low, line.returned.high)
    return Mark(line.agent, line.tally.wins / line.tally.games, *line.tally.interval)


def _results(lines: Sequence[Line], regrets: Mapping[Place, Judged]) -> Sheet:
    scored = all(line.tally.scored for line in lines)
    outcome = () if scored else ("won", "drawn", "lost", "wins, 95 %")
    judged = (
        (f"loss a {unit_of(lines[0].game)}", "mistakes, 95 %") if any(line.place in regrets for line in lines) else ()
    )
    faults = any(line.faults for line in lines)
    rows = []
    for line in lines:
        cells = [line.agent, line.budget, str(line.tally.games)]
        if not scored:
            low, high = line.tally.interval
            cells += [str(line.tally.wins), str(line.tally.draws), str(line.tally.losses)]
            cells.append(f"{line.tally.wins / line.tally.games:.0%} ({low:.0%}–{high:.0%})")
        cells += [mean_in_words(line.returned), f"{line.moves:.1f}", f"{line.seconds:.3g}"]
        if judged:
            cells += _judged(regrets.get(line.place))
        if faults:
            cells.append(", ".join(f"{times} {ending}" for ending, times in line.faults) or "·")
        rows.append(tuple(cells))
    heads = (
        "agent",
        "budget",
        "runs",
        *outcome,
        "return",
        "moves",
        "s a run",
        *judged,
        *(("faults",) if faults else ()),
    )
    return Sheet(f"{lines[0].game}: results", heads, tuple(rows), 2)


def _rated(game: str, budget: str, ratings: Sequence[Rating], rows: Sequence[Row]) -> Sheet:
    names = [rating.agent for rating in ratings]
    met = cross(rows, names)
    lines = []
    for place, rating in enumerate(ratings, 1):
        cells = [f"{place}. {rating.agent}", f"{rating.elo:+.0f}", f"{rating.low:+.0f} – {rating.high:+.0f}"]
        for other in names:
            tally = met.get((rating.agent, other))
            cells.append(f"{tally.wins + tally.draws / 2:g}/{tally.games}" if tally and other != rating.agent else "·")
        lines.append(tuple(cells))
    heads = ("agent", "Elo", "95 %", *(f"{place}." for place in range(1, len(names) + 1)))
    return Sheet(f"{game}, {budget}: ratings, and points of each against each", heads, tuple(lines))


def _compared(game: str, budget: str, lines: Sequence[Line], rows: Sequence[Row]) -> list[Sheet]:
    """Hold every agent against the best one, run by run, where they met the same deals and opponents."""
    if len(lines) < 2:
        return []
    best = max(lines, key=lambda line: (mark_of(line).value, line.returned.value)).agent
    found: list[tuple[str, Paired]] = []
    for line in lines:
        if line.agent != best:
            try:
                found.append((line.agent, compare(rows, f"agent={best}", f"agent={line.agent}").total))
            except BadParameter:  # they never met the same opponents on the same deals: nothing to pair
                continue
    if not found:
        return []
    cells = tuple(
        (
            agent,
            str(one.pairs),
            f"{one.better}",
            f"{one.equal}",
            f"{one.worse}",
            mean_in_words(one.difference),
            p_in_words(one.p),
        )
        for agent, one in found
    )
    heads = (f"{best} against", "pairs", "better", "equal", "worse", "difference of returns", "p")
    return [Sheet(f"{game}, {budget}: the same deals, seats and opponents (sign test)", heads, cells)]


def _judged(found: Judged | None) -> list[str]:
    if found is None or not found.judged:
        return ["·", "·"]
    low, high = wilson(found.mistakes, found.judged)
    share = f"{found.mistakes / found.judged:.0%} ({low:.0%}–{high:.0%}) of {found.judged}"
    return [f"{found.lost / found.judged:.3g}", share]


def _replay(row: Row, record: Record) -> str:
    """Return a replay: its pictures to step through, and the record itself as a file to keep."""
    game = load_game(record.game)
    frames = []
    for tick, (state, move) in enumerate(positions(record)):
        said = "the start" if move is None else f"{move.tick + 1}. {', '.join(move.names)}"
        frames.append((tick, said, state.view()))
    chosen = _spread(frames, FRAMES)
    if frames[-1] not in chosen:
        chosen = [*chosen, frames[-1]]
    drawn = "".join(
        f'<div class=frame title="{escape(said, quote=True)}"{" hidden" if place < len(chosen) - 1 else ""}>'
        f"{draw_frame(game.frame(view))}</div>"
        for place, (_, said, view) in enumerate(chosen)
    )
    data = base64.b64encode(("\n".join(record.lines()) + "\n").encode()).decode()
    link = f'<a download="{row.key}.jsonl" href="data:application/jsonl;base64,{data}">{row.key[:8]}.jsonl</a>'
    outcome = ", ".join(str(outcome) for outcome in row.outcomes if outcome) or ", ".join(f"{v:g}" for v in row.returns)
    last = len(chosen) - 1
    return (
        f"<details class=replay><summary>{escape(' – '.join(row.agents))}, {escape(row.budget)}, seed {row.seed}: "
        f"{escape(outcome)} ({escape(row.ending)}, {row.moves} moves)</summary><p><button class=back>◀</button> "
        f"<input type=range min=0 max={last} value={last}> <button class=on>▶</button> <output></output></p>{drawn}"
        f"<p class=soft>{link}: <code>ludarium replay {row.key}.jsonl --show</code></p></details>"
    )


def _belongs(row: Row, line: Line) -> bool:
    return (row.game, row.budget) == (line.game, line.budget) and line.agent in row.agents


def _spread(things: Sequence[T], most: int) -> list[T]:
    """Return at most so many of them, evenly spread."""
    if len(things) <= most:
        return list(things)
    return [things[place * len(things) // most] for place in range(most)]
