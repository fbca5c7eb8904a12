"""A record as a row of pictures with what was thought: what a watcher scrubs through."""

from __future__ import annotations

from typing import Any

from ludarium.core.frame import Frame
from ludarium.core.game import Game, State
from ludarium.core.record import Move, Record, plain, positions
from ludarium.core.registry import load_game
from ludarium.ui.overlay import REACHED, named, with_cells
from ludarium.ui.web.scene import Differ, Message


class Show:
    """The pictures of a record, as far as it goes, each with what was thought and explored before it."""

    def __init__(self, record: Record, game: Game[Any] | None = None) -> None:
        self.record, self.game = record, game or load_game(record.game)
        self.frames: list[Frame] = []
        self._thoughts: list[list[Any]] = []
        self._differ = Differ()

    def read(self) -> None:
        """Replay the whole record, checking every state."""
        for state, move in positions(self.record):
            self.add(state, move)

    def add(self, state: State, move: Move | None) -> None:
        """Draw the position that a move led to, with the cells that the mover's search had reached."""
        frame = self.game.frame(state.view())
        for info in move.info if move else ():
            frame = with_cells(frame, info.get(REACHED))
        self.frames.append(frame)
        self._thoughts.append(thought(self.record, move, state) if move else [])

    def forget(self) -> None:
        """Start anew: the next message is a whole picture."""
        self._differ = Differ()

    def message(self, place: int) -> Message:
        """Return what brings a viewer from where it was to a position."""
        record = self.record
        over = record.ending != "unfinished"
        return self._differ.message(
            self.frames[place],
            at=place,
            length=len(self.frames),
            over=over,
            thoughts=self._thoughts[place],
            result=result(record) if over and place == len(self.frames) - 1 else "",
        )


def thought(record: Record, move: Move, state: State) -> list[Any]:
    """Return what each actor of a move did and thought, with names for actions."""
    told = zip(move.actors, move.names, move.info, strict=True)
    return [[f"{record.agents[actor]}: {name}", plain(named(info, state))] for actor, name, info in told]


def result(record: Record, player: int | None = None) -> str:
    """Return how it ended, in a sentence; for a player, or for spectators."""
    if record.blame is not None and record.ending != "resigned":
        return f"The game ended by a fault: {record.message}"
    if player is not None:
        outcome = record.outcomes[player]
        says = {"win": "You win!", "loss": "You lose.", "draw": "A draw."}
        return says[outcome] if outcome else f"You have {record.returns[player]:g} points."
    everybody = zip(record.agents, record.outcomes, record.returns, strict=True)
    parts = [f"{who}: {what or f'{value:g} points'}" for who, what, value in everybody]
    return f"{record.ending}: {', '.join(parts)}"
