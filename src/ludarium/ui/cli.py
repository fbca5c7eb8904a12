"""The command `ludarium`: a few lines a command. Those of one kind stand together (`playing`, `judging`, `measuring`).

The one door for errors is `_Door`.
Exit codes: 0 done, 1 lost or unsolved where that was asked, 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import importlib
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ludarium.core.budget import Budget
from ludarium.core.errors import BadNotation, BadParameter, LudariumError
from ludarium.core.record import write_whole
from ludarium.core.registry import AGENTS, GAMES, GENERATORS
from ludarium.core.rng import derive
from ludarium.core.solver import Status
from ludarium.core.trust import read_text
from ludarium.harness.solving import solve_position
from ludarium.ui import checking, files, judging, labbing, listing, measuring, playing, reporting, results, warming
from ludarium.ui.console import ERR, OUT, complain, forget_stdout, progress, waiting
from ludarium.ui.options import AsJson, GameId, Seed, game_of, tell, tell_json
from ludarium.ui.touring import run_tour


class _Door(TyperGroup):
    """What leaves a command: an error becomes a message and an exit code, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except LudariumError as fault:
            complain(fault)
            raise typer.Exit(2) from None
        except (KeyboardInterrupt, EOFError):
            ERR.print("\nGoodbye.")
            raise typer.Exit(130) from None
        except BrokenPipeError:
            forget_stdout()
            raise typer.Exit(0) from None


app = typer.Typer(
    cls=_Door,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def ludarium(
    version: Annotated[bool, typer.Option("--version", help="Say the version and leave.", is_eager=True)] = False,
) -> None:
    """Ludarium: a playable laboratory for game AI.

    Start with [bold]ludarium games[/], [bold]ludarium play nim[/] or [bold]ludarium tour[/].
    """
    if version:
        typer.echo(f"ludarium {importlib.import_module('ludarium').__version__}")
        raise typer.Exit


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game's card.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or show one game's card: facts, parameters, how moves are typed."""
    if name is None:
        tell(listing.entries(GAMES), listing.table_of, as_json)
        return
    tell(listing.game_card(listing.entry_of(GAMES, name), game_of(name)), listing.draw_card, as_json)


@app.command()
def agents(
    name: Annotated[str | None, typer.Argument(metavar="[AGENT]", help="One agent's card.")] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Who can play this game, and why others not.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the agents, those who can play a game, or show one agent's card."""
    if name is not None:
        entry = listing.entry_of(AGENTS, name)
        with waiting():
            maker = AGENTS.maker(entry)
        tell(listing.card(entry, maker), listing.draw_card, as_json)
    elif game is not None:
        made = game_of(game)
        with waiting():
            rows = listing.players_of(made)
        tell(rows, listing.table_of, as_json)
    else:
        tell(listing.entries(AGENTS), listing.table_of, as_json)


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Games or levels, as text.")],
    as_json: AsJson = False,
) -> None:
    """Check VGDL files: every error and warning, with its place. Exit code 1 when something cannot be played."""
    problems = [problem for path in paths for problem in checking.problems_of(path)]
    if as_json:
        tell_json([checking.problem_data(problem) for problem in problems])
    else:
        OUT.print(checking.draw_problems(problems, len(paths)), soft_wrap=True)
    if any(problem.severity == "error" for problem in problems):
        raise typer.Exit(1)


app.command("play")(playing.play)
app.command("watch")(playing.watch)
app.command("match")(judging.match)
app.command("tournament")(judging.tournament)
app.command("analyse")(judging.analyse)
app.command("regret")(judging.regret)
app.command("check-bot")(judging.check_bot)
app.command("replay")(playing.replay)


@app.command()
def solve(
    game: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game's id, or a family's own file: cave.json")],
    position: Annotated[str, typer.Argument(metavar="[POSITION|@FILE]", help="The start when absent.")] = "",
    ms: Annotated[float, typer.Option(help="Milliseconds that the solver may take.")] = 10_000,
    method: Annotated[str | None, typer.Option(help="One of several ways, where a game has them (setcover).")] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Solve a position exactly: its value, a best line, and what it cost. Exit code 1 when it stays unsolved.

    A file (a dungeon, as JSON) is judged as a whole: its best walks, its criteria, whether a player can get stuck.
    """
    if reporting.is_file(game):
        with waiting("solving…"):
            report = reporting.report_on(Path(game), Budget(ms=ms))
        if as_json:
            tell_json(report.data)
        else:
            OUT.print(reporting.draw_report(report))
        if not report.solved:
            raise typer.Exit(1)
        return
    made = game_of(game)
    with waiting():
        warming.warm_family(made)
    source = position.removeprefix("@") if position.startswith("@") else ""
    text = read_text(source) if source else position
    try:
        if method is None:
            with waiting("solving…"):
                solved = solve_position(game, text, Budget(ms=ms))
        else:
            with progress() as bar:
                task = bar.add_task(f"{method}…", total=int(ms))
                solved = solve_position(
                    game,
                    text,
                    Budget(ms=ms),
                    method,
                    seed,
                    lambda now: bar.update(task, completed=min(ms, now.ms), description=f"{method}: {now}"),
                )
    except BadNotation as fault:
        place = source or "position"
        raise BadNotation(fault.why, text=fault.text, source=place, line=fault.line, column=fault.column) from None
    if as_json:
        tell_json(results.solved_data(solved))
    else:
        OUT.print(results.draw_solved(solved))
    if solved.status is not Status.SOLVED:
        raise typer.Exit(1)


@app.command("train")
def train_command(
    game: GameId,
    agent: Annotated[str, typer.Option(metavar="AGENT", help="Who learns: q, mc, q?against=ladder, backward")] = "q",
    episodes: Annotated[int | None, typer.Option(help="How many lessons, at most.", min=1)] = None,
    ms: Annotated[float | None, typer.Option(help="Milliseconds for all lessons together.")] = None,
    steps: Annotated[int | None, typer.Option(help="Model steps for all lessons together.", min=1)] = None,
    seed: Seed = 0,
    position: Annotated[str, typer.Option(metavar="TEXT", help="Where lessons start; the family's own starts.")] = "",
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep what was learnt.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the learning curve (.png, .svg).")] = None,
    as_json: AsJson = False,
) -> None:
    """Train a learner on a game. What was saved plays as AGENT?policy=FILE."""
    from ludarium.harness.training import Course
    from ludarium.ui import training

    for file in (save, plot):
        if file is not None:
            files.insist_on_a_file(file)
    with waiting():
        course = Course(agent, game, position)
    some = episodes is not None or ms is not None or steps is not None
    facts = training.run(course, Budget(ms=ms, steps=steps, episodes=episodes) if some else None, seed)
    if as_json:
        tell_json(facts)
    else:
        OUT.print(training.draw(facts))
    if save is not None:
        ERR.print(f"saved to {course.agent.save(save)}", markup=False, soft_wrap=True)
    if plot is not None:
        ERR.print(f"curve: {training.plot(facts, plot)}", markup=False, soft_wrap=True)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def generate(
    context: typer.Context,
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="A generator: north, north?bound=5")],
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there, not to standard output.")] = None,
) -> None:
    """Make a level; further options are the generator's parameters, as in: generate north --bound 5."""
    with waiting():
        generator = GENERATORS.make(family, **_parameters(list(context.args)))
    if out is not None:
        files.insist_on_a_file(out)
    with waiting("generating…"):
        text = generator.write(generator.generate(derive(seed, "level"), Budget()).level)
    if out is None:
        typer.echo(text)
    else:
        OUT.print(f"saved to {write_whole(out, text + chr(10))}", markup=False, soft_wrap=True)


@app.command()
def tour(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the report goes.")] = Path("ludarium-tour"),
    seed: Seed = 0,
) -> None:
    """See every family solved and played: one table, one HTML report. About a minute."""
    table, report = run_tour(out, seed)
    OUT.print(table)
    OUT.print(f"\nthe report: {report}", markup=False, soft_wrap=True)


@app.command()
def lab(
    host: Annotated[
        str, typer.Option(help="Where to listen. Beyond this machine, visitors need a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port.", min=1, max=65535)] = 8321,
    folder: Annotated[Path, typer.Option(help="The only folder whose files the lab reads and writes.")] = Path(),
    token: Annotated[str | None, typer.Option(help="What visitors must show; drawn when it is needed.")] = None,
    show: Annotated[bool, typer.Option("--show/--no-show", help="Open the browser.")] = True,
) -> None:
    """Open the lab in the browser: play, watch, replay."""
    settings = labbing.settings_for(host, port, folder, token)
    _warm_up()
    labbing.open_lab(settings, show=show)


@app.command()
def warm() -> None:
    """Compile everything now, so that nothing waits later."""
    from ludarium.compiled.cache import cache_root

    started = time.perf_counter()
    done, failures = _warm_up()
    OUT.print(f"{done} games, agents and modules ready in {time.perf_counter() - started:.1f} s")
    OUT.print(f"compiled code is kept in {cache_root()}", markup=False, soft_wrap=True)
    for failure in failures:
        complain(failure)
    if failures:
        raise typer.Exit(2)


def _warm_up() -> tuple[int, list[LudariumError]]:
    """Compile everything, with a progress bar; return how much was done and what could not be."""
    from ludarium.compiled.cache import announce_with

    todo, failures = warming.jobs(), []
    with progress() as bar:
        task = bar.add_task("", total=len(todo))
        previous = announce_with(lambda name: bar.update(task, description=f"compiling {name}"))
        try:
            for name, job in todo:
                bar.update(task, description=name)
                try:
                    job()
                except LudariumError as fault:
                    failures.append(fault)
                bar.advance(task)
        finally:
            announce_with(previous)
    return len(todo) - len(failures), failures


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def bench(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A benchmark; all are listed when absent.")
    ] = None,
) -> None:
    """Run a benchmark of the source checkout; what follows its name goes to it."""
    if name is None:
        for known in files.benchmarks():
            typer.echo(known)
        return
    try:
        answer = files.load_benchmark(name)(list(context.args))
    except FileNotFoundError as fault:
        raise LudariumError(f"{fault.filename}: {fault.strerror}") from None
    raise typer.Exit(answer)


app.command("experiment")(measuring.experiment)
app.command("results")(measuring.results)
app.command("report")(measuring.report)


def main() -> None:
    """Run the command line and leave with its exit code."""
    app(prog_name="ludarium")


def _parameters(arguments: list[str]) -> dict[str, str]:
    """Read `--name value` and `--name=value` pairs."""
    found: dict[str, str] = {}
    rest = iter(arguments)
    for word in rest:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise BadParameter(f"'{word}' is no option; parameters look like --bound 5")
        following = value if equals else next(rest, None)
        if following is None:
            raise BadParameter(f"{word} needs a value, as in {word} 5")
        found[name.replace("-", "_")] = following
    return found
