"""The commands of the bench: experiment, results, report. `cli` registers them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.live import Live
from rich.progress import Progress

from ludarium.core.errors import BadParameter
from ludarium.harness.store import Row, Store
from ludarium.ui import results as drawing
from ludarium.ui.console import ERR, OUT, progress, waiting
from ludarium.ui.files import insist_on_a_file, insist_on_a_folder
from ludarium.ui.options import AsJson, tell_json

StoreUrl = Annotated[str, typer.Option(metavar="URL", help="The store: postgresql://…, or a path (SQLite).")]
OfGame = Annotated[str, typer.Option(help="Only games whose id holds this.")]
OfAgent = Annotated[str, typer.Option(help="Only runs with an agent whose id holds this.")]
OfBudget = Annotated[str, typer.Option(help="Only budgets that hold this.")]
OfExperiment = Annotated[str, typer.Option(help="Only experiments whose name holds this.")]

_REFRESH_S = 0.5


def experiment(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Games, agents, budgets, seeds.")],
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="Where runs are kept: postgresql://…, or a path (SQLite).")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Processes.", min=1)] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster: tcp://HOST:8786, or local:4.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Milliseconds on crowded machines, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Do every run of an experiment that the store lacks; killed at any moment, it goes on where it was."""
    from ludarium.harness.experiment import perform, read_experiment

    if cluster is not None and jobs > 1:
        raise BadParameter("choose --jobs or --cluster, not both")
    with waiting("reading…"):
        plan = read_experiment(file)
    with Store(store or str(file.with_suffix(".sqlite"))) as kept:
        keys = {run.key for run in plan.runs}
        rows = [row for row in kept.rows() if row.key in keys]
        with _watched(plan.name, len(rows), len(plan.runs), rows) as tell:
            done = perform(plan, kept, jobs=jobs, cluster=cluster, force=force, on_row=tell)
        rows = [row for row in kept.rows() if row.key in keys]
    if as_json:
        tell_json(
            {"experiment": plan.name, "runs": len(plan.runs), "done_now": done, "table": drawing.table_data(rows)}
        )
    else:
        OUT.print(drawing.draw_rows(rows))
        OUT.print(f"\n{len(plan.runs)} runs, {done} of them done now", style="dim")


def results(
    store: StoreUrl,
    game: OfGame = "",
    agent: OfAgent = "",
    budget: OfBudget = "",
    experiment: OfExperiment = "",
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="ONE OTHER", help="Two sides, run by run: agents, experiments, or 'agent=…; budget=…'."),
    ] = None,
    other: Annotated[
        str | None, typer.Option(metavar="URL", help="A second store: its runs are the second side of a comparison.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the rows: FILE.csv or FILE.parquet.")
    ] = None,
    record: Annotated[str | None, typer.Option(metavar="KEY", help="Print the record of one run.")] = None,
    as_json: AsJson = False,
) -> None:
    """Look at what a store holds: a table, rows for scripts, two sides compared, or one run's record."""
    with Store(store, create=False) as kept:
        if record is not None:
            typer.echo("\n".join(kept.record(record).lines()))
            return
        rows = list(kept.rows(game=game, agent=agent, budget=budget, experiment=experiment))
    if compare is not None or other is not None:
        from ludarium.harness.compare import compare as pair

        others = None
        if other is not None:
            with Store(other, create=False) as kept:
                others = list(kept.rows(game=game, agent=agent, budget=budget, experiment=experiment))
        found = pair(rows, *(compare or ("", "")), others)
        if as_json:
            tell_json(drawing.compared_data(found))
        else:
            OUT.print(drawing.draw_compared(found))
    elif export is not None:
        from ludarium.harness.export import insist_on_kind, save_table

        insist_on_kind(export)
        insist_on_a_file(export)
        OUT.print(f"{len(rows)} rows saved to {save_table(rows, export)}", markup=False, soft_wrap=True)
    elif as_json:
        tell_json([row.data() for row in rows])
    else:
        OUT.print(drawing.draw_rows(rows))


def report(
    store: StoreUrl,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the files go.")] = Path("ludarium-report"),
    title: Annotated[str, typer.Option(help="The page's title.")] = "Ludarium: results",
    game: OfGame = "",
    agent: OfAgent = "",
    budget: OfBudget = "",
    experiment: OfExperiment = "",
    judged: Annotated[int, typer.Option(help="Runs a line that are held against the exact value.", min=0)] = 10,
    replays: Annotated[int, typer.Option(help="Replays a game on the page.", min=0)] = 2,
) -> None:
    """Write what a store holds: report.html (one page with everything in it), report.md and report.tex (tables)."""
    from ludarium.ui.report import make_report, write_report

    insist_on_a_folder(out)
    with Store(store, create=False) as kept:
        rows = list(kept.rows(game=game, agent=agent, budget=budget, experiment=experiment))
        with progress() as bar, waiting():
            task = bar.add_task("judging", total=None)
            made = make_report(
                kept, rows, title=title, judged=judged, on_step=lambda what: bar.update(task, description=what)
            )
            files = write_report(made, kept, out, replays)
    for file in files:
        OUT.print(str(file), markup=False, soft_wrap=True)


@contextmanager
def _watched(name: str, done: int, total: int, rows: list[Row]) -> Iterator[Any]:
    """Show a bar with the time left above the table so far, on a terminal; yield who hears of every run."""
    bar: Progress = progress(remaining=True, live=False)
    task = bar.add_task(name, total=total, completed=done)
    drawn_at = 0.0
    if not ERR.is_terminal:
        yield rows.append
        return
    with Live(Group(bar), console=ERR, transient=True, refresh_per_second=4) as live:

        def tell(row: Row) -> None:
            nonlocal drawn_at
            rows.append(row)
            bar.advance(task)
            if time.monotonic() - drawn_at > _REFRESH_S:
                live.update(Group(bar, "", drawing.draw_rows(rows, at_most=max(3, ERR.height - 6))))
                drawn_at = time.monotonic()

        yield tell
