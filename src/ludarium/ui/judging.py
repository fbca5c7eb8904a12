"""The commands that measure agents: match, tournament, analyse, regret, check-bot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from ludarium.core.record import Record
from ludarium.harness.series import series
from ludarium.harness.tournament import Kind, games_of
from ludarium.harness.tournament import tournament as play_tournament
from ludarium.ui import files, results, warming
from ludarium.ui.console import OUT, progress, waiting
from ludarium.ui.options import (
    AgentIds,
    AsJson,
    GameId,
    Ms,
    Patience,
    Sandbox,
    Seed,
    Steps,
    budget_of,
    game_of,
    id_of,
    limits_of,
    seated,
    tell,
    tell_json,
)


def match(
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
    game_of(game)
    seated(agents)
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
            budget_of(ms, steps),
            on_progress,
            patience_s=patience,
            sandbox=limits_of(sandbox),
        )
    if as_json:
        tell_json(results.series_data(played))
    else:
        OUT.print(results.draw_series(played))


def tournament(
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
    game_of(game)
    seated(agents)
    chosen = cast(Kind, kind.replace("-", " "))
    with progress() as bar:
        task = bar.add_task(kind, total=games_of(chosen, len(agents), number, rounds))
        played = play_tournament(
            game,
            agents,
            kind=chosen,
            games=number,
            rounds=rounds,
            seed=seed,
            budget=budget_of(ms, steps),
            on_progress=lambda _: bar.advance(task),
            sandbox=limits_of(sandbox),
        )
    if as_json:
        tell_json(results.tournament_data(played))
    else:
        OUT.print(results.draw_tournament(played))


def analyse(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="Games to play and describe.")] = None,
    game_file: Annotated[Path | None, typer.Option("--game", metavar="FILE", help="A VGDL game of your own.")] = None,
    level_file: Annotated[Path | None, typer.Option("--level", metavar="FILE", help="Its level.")] = None,
    number: Annotated[int, typer.Option("--runs", "-n", help="How often each is played.", min=1)] = 1,
    ms: Ms = None,
    steps: Steps = None,
    as_json: AsJson = False,
) -> None:
    """Play games with open eyes, and tell their features (the study's appendix A)."""
    from ludarium.harness.analysis import analyse as features_of

    names = [id_of(name, game_file, level_file) for name in games or [""]]
    found = {}
    for name in names:
        made = game_of(name)
        with waiting():
            warming.warm_family(made)
        found[name] = features_of(made, seeds=range(number), budget=budget_of(ms, steps))
    tell(found, results.draw_features, as_json)


def regret(
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
    from ludarium.harness.regret import regret as judge

    made = game_of(game)
    seated([agent])
    with waiting():
        warming.warm_family(made)
    with progress() as bar:
        task = bar.add_task(f"judging {agent}", total=number)
        found = judge(
            game,
            agent,
            against,
            games=number,
            seed=seed,
            budget=budget_of(ms, steps),
            on_progress=lambda _: bar.advance(task),
        )
    if as_json:
        tell_json(results.regret_data(found))
    else:
        OUT.print(results.draw_regret(found))


def check_bot(
    command: Annotated[str, typer.Argument(metavar="CMD", help='The bot, as in "node mybot.js".')],
    games_: Annotated[list[str] | None, typer.Option("--game", metavar="GAME", help="Games to try it on.")] = None,
) -> None:
    """Check that a bot keeps the protocol, in every seat of some games. Exit code 1 when it does not."""
    from ludarium.harness.bots import check_bot as problems_of

    tried = games_ or ["nim", "quarto"]
    with waiting("playing…"):
        found = problems_of(command, tried)
    for sentence in found:
        OUT.print(sentence, style="red", markup=False, soft_wrap=True)
    if found:
        raise typer.Exit(1)
    OUT.print(f"the bot keeps the protocol: {', '.join(tried)}, in every seat", style="green", markup=False)
