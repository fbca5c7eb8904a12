"""A game to look at, move by move: agents at play, or a record."""

from __future__ import annotations

import time
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludarium.core.game import Game, State
from ludarium.core.record import Move, Record, positions
from ludarium.core.registry import load_game
from ludarium.harness.match import Match
from ludarium.ui.console import waiting
from ludarium.ui.overlay import REACHED, named, with_cells
from ludarium.ui.terminal.draw import Beside, brief, draw


def watch(match: Match[Any], console: Console, delay: float) -> None:
    """Play the match to its end; show each position with what its mover thought, *delay* seconds apart."""
    show(match.game, match.state, None, match.record, console)
    while not match.over:
        time.sleep(delay)
        seen = len(match.record.moves)
        with waiting("thinking…"):
            match.tick()
        if len(match.record.moves) > seen:
            show(match.game, match.state, match.record.moves[-1], match.record, console)


def watch_record(record: Record, console: Console, delay: float) -> None:
    """Show a record position by position, checking every hash on the way."""
    game = load_game(record.game)
    for state, move in positions(record):
        show(game, state, move, record, console)
        time.sleep(delay)


def show(game: Game[Any], state: State, move: Move | None, record: Record, console: Console) -> None:
    """Draw one position on a clean screen (below the last one where there is no screen)."""
    if console.is_terminal:
        console.clear()
    frame = game.frame(state.view())
    for info in move.info if move is not None else ():
        frame = with_cells(frame, info.get(REACHED))
    parts: list[RenderableType] = [draw(frame)]
    if move is not None:
        parts.append(_thoughts(move, record, state))
    console.print(Beside(parts))
    console.print()


def result_in_words(record: Record) -> Text:
    """Return how a game ended, on one line for each player, with the fault where there was one."""
    lines = [Text(f"{record.ending} after {len(record.moves)} moves", "bold")]
    lines += [
        Text(f"  player {player}  {agent}: {outcome or f'{value:g} points'}")
        for player, (agent, outcome, value) in enumerate(
            zip(record.agents, record.outcomes, record.returns, strict=False)
        )
    ]
    if record.message:
        lines.append(Text(record.message, "red"))
    return Text("\n").join(lines)


def _thoughts(move: Move, record: Record, state: State) -> RenderableType:
    """Return who moved what, and what they thought, one line a thought."""
    parts: list[RenderableType] = []
    for actor, name, info in zip(move.actors, move.names, move.info, strict=True):
        parts.append(Text.assemble(f"{move.tick + 1}. ", (record.agents[actor], "bold"), ": ", (name, "bold")))
        grid = Table.grid(padding=(0, 2, 0, 0))
        for key, value in named(info, state).items():
            grid.add_row(Text(f"  {key}", "dim"), Text(brief(value, 60), "dim"))
        parts.append(grid)
    return Group(*parts)
