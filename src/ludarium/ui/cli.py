"""The command `ludarium`. Each command is a few lines over helpers; the one door for errors is `_Door`.

Exit codes: 0 done, 1 lost or unsolved where that was asked, 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import typer
from rich.console import RenderableType
from typer.core import TyperGroup

from ludarium.core.agent import Agent
from ludarium.core.budget import Budget
from ludarium.core.errors import BadNotation, BadParameter, LudariumError
from ludarium.core.game import Game, HasKeys, HasLog
from ludarium.core.ids import Id
from ludarium.core.record import Record, replay, write_whole
from ludarium.core.registry import AGENTS, GAMES, GENERATORS, STORIES, load_agent, load_game
from ludarium.core.rng import derive, derive_seed
from ludarium.core.solver import Status
from ludarium.core.trust import read_text
from ludarium.harness.match import Match
from ludarium.harness.sandbox import Limits
from ludarium.harness.series import insist_on_no_person, series
from ludarium.harness.solving import solve_position
from ludarium.harness.tournament import Kind, games_of, tournament
from ludarium.ui import checking, files, labbing, listing, measuring, reporting, results, warming
from ludarium.ui.console import ERR, OUT, complain, forget_stdout, progress, waiting
from ludarium.ui.seating import opponent_for, seats
from ludarium.ui.terminal.keyboard import Keyboard
from ludarium.ui.terminal.realtime import RealTime
from ludarium.ui.terminal.session import Session
from ludarium.ui.terminal.show import result_in_words, watch, watch_record
from ludarium.ui.touring import run_tour

T = TypeVar("T")


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

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id: nim, nim?rows=1,3,5")]
AgentIds = Annotated[list[str], typer.Argument(metavar="AGENT…", help="One agent's id a seat: random, mcts?steps=2000")]
Seed = Annotated[int, typer.Option(help="All luck comes from it: the same seed, the same games.")]
Ms = Annotated[float | None, typer.Option(help="Milliseconds an agent may think about a move.")]
Steps = Annotated[int | None, typer.Option(help="Model steps an agent may make for a move (the same on any machine).")]
AsJson = Annotated[bool, typer.Option("--json", help="Plain data for scripts.")]
Patience = Annotated[float | None, typer.Option(help="Seconds after which an agent that hangs is given up.", min=0.01)]
Sandbox = Annotated[
    str | None, typer.Option(metavar="LIMITS", help="Each agent in a process of its own: '1000 ms, 512 MB'.")
]
Delay = Annotated[float, typer.Option(help="Seconds between two positions; 0 is none.", min=0)]


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
        _tell(listing.entries(GAMES), listing.table_of, as_json)
        return
    _tell(listing.game_card(listing.entry_of(GAMES, name), _game(name)), listing.draw_card, as_json)


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
        _tell(listing.card(entry, maker), listing.draw_card, as_json)
    elif game is not None:
        made = _game(game)
        with waiting():
            rows = listing.players_of(made)
        _tell(rows, listing.table_of, as_json)
    else:
        _tell(listing.entries(AGENTS), listing.table_of, as_json)


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Games or levels, as text.")],
    as_json: AsJson = False,
) -> None:
    """Check VGDL files: every error and warning, with its place. Exit code 1 when something cannot be played."""
    problems = [problem for path in paths for problem in checking.problems_of(path)]
    if as_json:
        _tell_json([checking.problem_data(problem) for problem in problems])
    else:
        OUT.print(checking.draw_problems(problems, len(paths)), soft_wrap=True)
    if any(problem.severity == "error" for problem in problems):
        raise typer.Exit(1)


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game's id; or --game and --level.")] = "",
    against: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Your opponent (the strongest there is).")
    ] = None,
    first: Annotated[bool, typer.Option("--first/--second", help="Who begins.")] = True,
    seed: Seed = 0,
    ms: Ms = None,
    steps: Steps = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the record of the game.")] = None,
    game_file: Annotated[Path | None, typer.Option("--game", metavar="FILE", help="A VGDL game to play.")] = None,
    level_file: Annotated[Path | None, typer.Option("--level", metavar="FILE", help="Its level.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Real-time games wait for a key at each tick.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Tell a story line by line, not on the whole screen.")] = False,
    narrator: Annotated[
        str | None, typer.Option(metavar="WHO", help="Who tells it: none, grammar, ollama or openai.")
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help="The narrator's model.")] = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="The narrator's server.")] = None,
) -> None:
    """Play a game: against an agent, alone in real time, or as a story on the whole screen."""
    game = _game_id(game, game_file, level_file)
    if against is None and save is None and Id.parse(game).name in STORIES.names():
        _tell_story(game, seed, plain, narrator=narrator, model=model, url=url)
        return
    for option, value in (("--narrator", narrator), ("--model", model), ("--url", url)):
        if value is not None:
            raise BadParameter(f"{option} is for stories, and {game} is not told as one here")
    made, budget = _game(game), _budget(ms, steps)
    opponent = against or opponent_for(made)
    person = 0 if first or made.spec.players == 1 else 1
    if save is not None:
        files.insist_on_a_file(save)

    def new_match(number: int) -> Match[Any]:
        match_seed = seed if number == 0 else derive_seed(seed, "again", number)
        with waiting():
            return Match(made, seats(made, opponent, person), match_seed, budget)

    if isinstance(made, HasKeys) and sys.stdin.isatty():
        with Keyboard() as keyboard:
            match = new_match(0)
            RealTime(match, OUT, keyboard.press, paced=not step).run()
        OUT.print(result_in_words(match.record))
        if save is not None:
            OUT.print(f"saved to {match.record.save(save)}", markup=False)
        return
    _edit_lines()
    Session(new_match, OUT, _read_line, save).run()


@app.command("watch")
def watch_command(
    game: GameId,
    agents: AgentIds,
    delay: Delay = 0.5,
    seed: Seed = 0,
    ms: Ms = None,
    steps: Steps = None,
    patience: Patience = None,
) -> None:
    """Watch agents play, move by move, with what they think."""
    match = Match(_game(game), _seated(agents), seed, _budget(ms, steps), patience_s=patience)
    watch(match, OUT, delay)
    OUT.print(result_in_words(match.record))


@app.command("match")
def match_command(
    game: GameId,
    agents: AgentIds,
    number: Annotated[int, typer.Option("--games", "-n", help="How many games.", min=1)] = 20,
    seed: Seed = 0,
    ms: Ms = None,
    steps: Steps = None,
    patience: Patience = None,
    sandbox: Sandbox = None,
    as_json: AsJson = False,
    save: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep each game's record there.")] = None,
) -> None:
    """Measure agents against each other, seats swapped every other game."""
    _game(game)
    _seated(agents)
    if save is not None:
        files.insist_on_a_folder(save)
    with progress() as bar:
        task = bar.add_task(" against ".join(agents), total=number)

        def on_progress(index: int, record: Record) -> None:
            if save is not None:
                record.save(save / f"game-{index + 1:04}.jsonl")
            bar.advance(task)

        played = series(
            game,
            agents,
            number,
            seed,
            _budget(ms, steps),
            on_progress,
            patience_s=patience,
            sandbox=_limits(sandbox),
        )
    if as_json:
        _tell_json(results.series_data(played))
    else:
        OUT.print(results.draw_series(played))


@app.command("tournament")
def tournament_command(
    game: GameId,
    agents: AgentIds,
    kind: Annotated[str, typer.Option(help="round robin, gauntlet (the first against all) or swiss.")] = "round robin",
    number: Annotated[int, typer.Option("--games", "-n", help="Games between each two who meet; even.")] = 10,
    rounds: Annotated[int | None, typer.Option(help="Rounds of a swiss tournament.", min=1)] = None,
    seed: Seed = 0,
    ms: Ms = None,
    steps: Steps = None,
    sandbox: Sandbox = None,
    as_json: AsJson = False,
) -> None:
    """Let agents meet in a tournament: a cross table, and ratings with intervals."""
    _game(game)
    _seated(agents)
    chosen = cast(Kind, kind.replace("-", " "))
    with progress() as bar:
        task = bar.add_task(kind, total=games_of(chosen, len(agents), number, rounds))
        played = tournament(
            game,
            agents,
            kind=chosen,
            games=number,
            rounds=rounds,
            seed=seed,
            budget=_budget(ms, steps),
            on_progress=lambda _: bar.advance(task),
            sandbox=_limits(sandbox),
        )
    if as_json:
        _tell_json(results.tournament_data(played))
    else:
        OUT.print(results.draw_tournament(played))


@app.command("analyse")
def analyse_command(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="Games to play and describe.")] = None,
    game_file: Annotated[Path | None, typer.Option("--game", metavar="FILE", help="A VGDL game of your own.")] = None,
    level_file: Annotated[Path | None, typer.Option("--level", metavar="FILE", help="Its level.")] = None,
    number: Annotated[int, typer.Option("--runs", "-n", help="How often each is played.", min=1)] = 1,
    ms: Ms = None,
    steps: Steps = None,
    as_json: AsJson = False,
) -> None:
    """Play games with open eyes, and tell their features (the study's appendix A)."""
    from ludarium.harness.analysis import analyse

    names = [_game_id(name, game_file, level_file) for name in games or [""]]
    found = {}
    for name in names:
        made = _game(name)
        with waiting():
            warming.warm_family(made)
        found[name] = analyse(made, seeds=range(number), budget=_budget(ms, steps))
    _tell(found, results.draw_features, as_json)


@app.command("regret")
def regret_command(
    game: GameId,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Whose moves are judged.")],
    against: Annotated[str, typer.Option(metavar="AGENT", help="Who plays the other side.")] = "random",
    number: Annotated[int, typer.Option("--games", "-n", help="How many games.", min=1)] = 20,
    seed: Seed = 0,
    ms: Ms = None,
    steps: Steps = None,
    as_json: AsJson = False,
) -> None:
    """Measure what an agent's moves lose against the exact value."""
    from ludarium.harness.regret import regret

    made = _game(game)
    _seated([agent])
    with waiting():
        warming.warm_family(made)
    with progress() as bar:
        task = bar.add_task(f"judging {agent}", total=number)
        found = regret(
            game,
            agent,
            against,
            games=number,
            seed=seed,
            budget=_budget(ms, steps),
            on_progress=lambda _: bar.advance(task),
        )
    if as_json:
        _tell_json(results.regret_data(found))
    else:
        OUT.print(results.draw_regret(found))


@app.command("check-bot")
def check_bot_command(
    command: Annotated[str, typer.Argument(metavar="CMD", help='The bot, as in "node mybot.js".')],
    games_: Annotated[list[str] | None, typer.Option("--game", metavar="GAME", help="Games to try it on.")] = None,
) -> None:
    """Check that a bot keeps the protocol, in every seat of some games. Exit code 1 when it does not."""
    from ludarium.harness.bots import check_bot

    tried = games_ or ["nim", "quarto"]
    with waiting("playing…"):
        found = check_bot(command, tried)
    for sentence in found:
        OUT.print(sentence, style="red", markup=False, soft_wrap=True)
    if found:
        raise typer.Exit(1)
    OUT.print(f"the bot keeps the protocol: {', '.join(tried)}, in every seat", style="green", markup=False)


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record: what --save wrote.")],
    show: Annotated[bool, typer.Option("--show", help="Draw every position.")] = False,
    delay: Delay = 0.5,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as one page that any browser plays.")
    ] = None,
    as_json: AsJson = False,
    frames: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a PNG of every position.")] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game's own log, if it has one.")] = None,
) -> None:
    """Play a record again, insisting on every state hash; show it, or write it as pictures or a log."""
    record = Record.load(file)
    made = _game(record.game)
    replay(record)
    _write_pictures(record, made, frames, log)
    if as_json:
        _tell_json(results.record_data(record))
        return
    if html is not None:
        from ludarium.ui.web.export import replay_page

        files.insist_on_a_file(html)
        OUT.print(f"saved to {write_whole(html, replay_page(record))}", markup=False, soft_wrap=True)
    if show:
        watch_record(record, OUT, delay)
    OUT.print(result_in_words(record))
    OUT.print(f"verified: the rules replay every move of {record.game}", style="green", markup=False)


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
            _tell_json(report.data)
        else:
            OUT.print(reporting.draw_report(report))
        if not report.solved:
            raise typer.Exit(1)
        return
    made = _game(game)
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
        _tell_json(results.solved_data(solved))
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
        _tell_json(facts)
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


def _game(text: str) -> Game[Any]:
    with waiting():
        return load_game(text)


def _game_id(game: str, game_file: Path | None, level_file: Path | None) -> str:
    """Return the id that the argument or the two files name."""
    if bool(game) == (game_file is not None):
        raise BadParameter("name one game: `ludarium play nim`, or `ludarium play --game FILE --level FILE`")
    if game_file is None:
        return game
    params = {"game": str(game_file)} | ({} if level_file is None else {"level": str(level_file)})
    return str(Id("arcade", params.pop("level", None), params))


def _tell_story(text: str, seed: int, plain: bool, **told: str | None) -> None:
    """Tell a story on the whole screen, or line by line where there is none."""
    from ludarium.ui.terminal.adventure import tell_on_screen, tell_plainly

    with waiting():
        story = STORIES.make(text, seed=seed, **{name: value for name, value in told.items() if value is not None})
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _edit_lines()
        tell_plainly(story, OUT, _read_line)
    else:
        tell_on_screen(story)


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


def _seated(names: list[str]) -> list[Agent[Any]]:
    """Load the agents that play alone."""
    with waiting():
        for name in names:
            insist_on_no_person(name)
        return [load_agent(name) for name in names]


def _budget(ms: float | None, steps: int | None) -> Budget | None:
    """Return what the options say, or None for the game's own budget."""
    return None if ms is None and steps is None else Budget(ms=ms, steps=steps)


def _write_pictures(record: Record, game: Game[Any], frames: Path | None, log: Path | None) -> None:
    """Write what was asked for: the PNGs, the log."""
    from ludarium.ui.pictures import save_frames

    if frames is not None:
        with waiting("drawing…"):
            number = len(save_frames(record, frames))
        ERR.print(f"{number} frames in {frames}", markup=False, soft_wrap=True)
    if log is not None:
        if not isinstance(game, HasLog):
            raise BadParameter(f"{record.game} has no log of its own; the record is JSON lines")
        ERR.print(f"saved to {write_whole(log, game.log(record))}", markup=False, soft_wrap=True)


def _limits(text: str | None) -> Limits | None:
    """Return the limits of a sandbox, or None for none."""
    return None if text is None else Limits.parse(text)


def _edit_lines() -> None:
    """Let the arrow keys edit and recall what was typed, where the system can (importing it is what does it)."""
    with suppress(ImportError):
        importlib.import_module("readline")


def _read_line(prompt: str) -> str:
    """Ask on the terminal; what comes from a pipe is shown, so that a transcript can be read."""
    line = input(prompt)
    if not sys.stdin.isatty():
        typer.echo(line)
    return line


def _tell(data: T, draw: Callable[[T], RenderableType], as_json: bool) -> None:
    if as_json:
        _tell_json(data)
    else:
        OUT.print(draw(data))


def _tell_json(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
