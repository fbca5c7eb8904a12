"""What the commands share: the options that many have, and how an answer is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import RenderableType

from ludarium.core.agent import Agent
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.game import Game
from ludarium.core.ids import Id
from ludarium.core.registry import load_agent, load_game
from ludarium.harness.sandbox import Limits
from ludarium.harness.series import insist_on_no_person
from ludarium.ui.console import OUT, waiting

T = TypeVar("T")

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


def game_of(text: str) -> Game[Any]:
    """Load a game; what its first use compiles is told."""
    with waiting():
        return load_game(text)


def id_of(game: str, game_file: Path | None, level_file: Path | None) -> str:
    """Return the id that the argument or the two files name."""
    if bool(game) == (game_file is not None):
        raise BadParameter("name one game: `ludarium play nim`, or `ludarium play --game FILE --level FILE`")
    if game_file is None:
        return game
    params = {"game": str(game_file)} | ({} if level_file is None else {"level": str(level_file)})
    return str(Id("arcade", params.pop("level", None), params))


def seated(names: list[str]) -> list[Agent[Any]]:
    """Load the agents that play alone."""
    with waiting():
        for name in names:
            insist_on_no_person(name)
        return [load_agent(name) for name in names]


def budget_of(ms: float | None, steps: int | None) -> Budget | None:
    """Return what the options say, or None for the game's own budget."""
    return None if ms is None and steps is None else Budget(ms=ms, steps=steps)


def limits_of(text: str | None) -> Limits | None:
    """Return the limits of a sandbox, or None for none."""
    return None if text is None else Limits.parse(text)


def tell(data: T, draw: Callable[[T], RenderableType], as_json: bool) -> None:
    """Print an answer for people, or as plain data for scripts."""
    if as_json:
        tell_json(data)
    else:
        OUT.print(draw(data))


def tell_json(data: Any) -> None:
    """Print plain data."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
