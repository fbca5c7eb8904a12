"""`ludarium tour`: every family solved and played, one table, one HTML report with records beside it."""

from __future__ import annotations

import importlib
from pathlib import Path

from rich.table import Table
from rich.text import Text

from ludarium.core.errors import LudariumError
from ludarium.core.frame import Frame
from ludarium.core.record import replay, write_whole
from ludarium.core.registry import load_agent, load_game
from ludarium.core.tour import Stop
from ludarium.harness.tour import Visit, steps_of, visit
from ludarium.ui.console import progress, waiting
from ludarium.ui.files import insist_on_a_folder
from ludarium.ui.html import page
from ludarium.ui.results import cost, tally_words
from ludarium.ui.warming import warm_family

CATALOGUE = "ludarium.games.catalogue"


def run_tour(out: Path, seed: int) -> tuple[Table, Path]:
    """Run every stop; return the table for the terminal and the report that was written."""
    insist_on_a_folder(out)
    stops: tuple[Stop, ...] = importlib.import_module(CATALOGUE).TOUR
    with waiting():
        _load(stops)
    with progress() as bar:
        task = bar.add_task("tour", total=steps_of(stops))
        visits = [visit(stop, seed, lambda what: bar.update(task, advance=1, description=what)) for stop in stops]
    return draw_visits(visits), write_report(visits, out, seed)


def draw_visits(visits: list[Visit]) -> Table:
    """Return the whole tour as one table: a line a position, a line an agent."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("family", "what", "result"):
        table.add_column(name, no_wrap=name == "family")
    for one in visits:
        table.add_row(Text(one.family, "bold cyan"), Text(one.says, "italic"), "")
        for solved in one.solved:
            what = f"solve {solved.game} {solved.position}".rstrip()
            table.add_row("", Text(what), Text(f"{solved.words} for the one who acts ({cost(solved)})"))
        for series in one.played:
            for index, name in enumerate(series.agents):
                tally = series.tally(index)
                what = f"{name} in {tally.games} games of {series.game}"
                table.add_row("", Text(what), Text(tally_words(tally)))
            for message, times in series.faults().items():
                table.add_row("", "", Text(f"{times} × {message}", "red"))
    return table


def write_report(visits: list[Visit], out: Path, seed: int) -> Path:
    """Write one record a family and the report that links them."""
    boards: list[Frame | None] = []
    files: list[str] = []
    for one in visits:
        boards.append(None)
        files.append(f"{one.family}.jsonl")
        if one.record is not None:
            one.record.save(out / files[-1])
            boards[-1] = load_game(one.record.game).frame(replay(one.record).view())
    return write_whole(out / "tour.html", page(visits, boards, files, f"Seed {seed}: the same games on every machine."))


def _load(stops: tuple[Stop, ...]) -> None:
    """Import what the stops name before any clock runs, so that a first compilation is shown for what it is."""
    for stop in stops:
        games = [*(game for game, _ in stop.solve), *(pairing.game for pairing in stop.pairings)]
        try:
            for game in games:
                warm_family(load_game(game))
            for pairing in stop.pairings:
                for agent in pairing.seats:
                    load_agent(agent)
        except LudariumError as fault:
            raise LudariumError(f"the tour's stop '{stop.family}': {fault}") from fault
