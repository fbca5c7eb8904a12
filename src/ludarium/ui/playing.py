"""The commands at the board: play, watch, replay."""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from ludarium.core.errors import BadParameter
from ludarium.core.game import Game, HasKeys, HasLog
from ludarium.core.ids import Id
from ludarium.core.record import Record, write_whole
from ludarium.core.record import replay as verify
from ludarium.core.registry import STORIES
from ludarium.core.rng import derive_seed
from ludarium.harness.match import Match
from ludarium.ui import files, results
from ludarium.ui.console import ERR, OUT, waiting
from ludarium.ui.options import (
    AgentIds,
    AsJson,
    Delay,
    GameId,
    Ms,
    Patience,
    Seed,
    Steps,
    budget_of,
    game_of,
    id_of,
    seated,
    tell_json,
)
from ludarium.ui.seating import opponent_for, seats
from ludarium.ui.terminal.keyboard import Keyboard
from ludarium.ui.terminal.realtime import RealTime
from ludarium.ui.terminal.session import Session
from ludarium.ui.terminal.show import result_in_words, watch_record
from ludarium.ui.terminal.show import watch as watch_match


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
    game = id_of(game, game_file, level_file)
    if against is None and save is None and Id.parse(game).name in STORIES.names():
        _tell_story(game, seed, plain, narrator=narrator, model=model, url=url)
        return
    for option, value in (("--narrator", narrator), ("--model", model), ("--url", url)):
        if value is not None:
            raise BadParameter(f"{option} is for stories, and {game} is not told as one here")
    made, budget = game_of(game), budget_of(ms, steps)
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


def watch(
    game: GameId,
    agents: AgentIds,
    delay: Delay = 0.5,
    seed: Seed = 0,
    ms: Ms = None,
    steps: Steps = None,
    patience: Patience = None,
) -> None:
    """Watch agents play, move by move, with what they think."""
    match = Match(game_of(game), seated(agents), seed, budget_of(ms, steps), patience_s=patience)
    watch_match(match, OUT, delay)
    OUT.print(result_in_words(match.record))


def replay(
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
    made = game_of(record.game)
    verify(record)
    _write_pictures(record, made, frames, log)
    if as_json:
        tell_json(results.record_data(record))
        return
    if html is not None:
        from ludarium.ui.web.export import replay_page

        files.insist_on_a_file(html)
        OUT.print(f"saved to {write_whole(html, replay_page(record))}", markup=False, soft_wrap=True)
    if show:
        watch_record(record, OUT, delay)
    OUT.print(result_in_words(record))
    OUT.print(f"verified: the rules replay every move of {record.game}", style="green", markup=False)


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
