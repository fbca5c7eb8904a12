"""A record as a row of pictures with what was thought: what a watcher scrubs through."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.frame import Frame
from ludarium.core.game import Game, HasReferee, HasSolver, State
from ludarium.core.record import Move, Record, plain, positions
from ludarium.core.registry import load_game
from ludarium.ui.overlay import exact_layers, layers, named, plan_layer
from ludarium.ui.web.scene import Differ, Message


class Show:
    """The pictures of a record, as far as it goes, each with what the one who acted there thought."""

    def __init__(self, record: Record, game: Game[Any] | None = None) -> None:
        self.record, self.game = record, game or load_game(record.game)
        self.frames: list[Frame] = []
        self._states: list[State] = []
        self._thoughts: list[list[Any]] = []
        self._differ = Differ()

    def read(self) -> None:
        """Replay the whole record, checking every state."""
        for state, move in positions(self.record):
            self.add(state, move)

    def add(self, state: State, move: Move | None) -> None:
        """Draw the position that a move led to; what its mover thought belongs to the position before."""
        if move is not None:
            before = self._states[-1]
            self._thoughts[-1] = thought(self.record, move, before)
            told = [layer for info in move.info for layer in layers(self.game, before, info)]
            frame = self.frames[-1]
            self.frames[-1] = replace(frame, layers=(*frame.layers, *told))
        self.frames.append(self.game.frame(state.view()))
        self._states.append(state.clone())
        self._thoughts.append([])

    def prove(self, place: int, budget: Budget) -> None:
        """Add the exact value of each action in a position, and the best line where the game is solved in time."""
        state, game = self._states[place], self.game
        if not isinstance(state, HasReferee):
            raise LudariumError(f"{game.spec.name} has no exact values")
        values = None if state.is_over() else state.referee(budget)
        if values is None:
            raise LudariumError("too early to say: an exact answer needs longer; try again some moves later")
        kept = tuple(layer for layer in self.frames[place].layers if layer.name not in ("exact", "solution"))
        found = exact_layers(game, state, values)
        if isinstance(game, HasSolver):
            line = plan_layer(game, state, game.solve(state, budget).answer or (), "solution")
            found = (*found, line) if line else found
        self.frames[place] = replace(self.frames[place], layers=(*kept, *found))

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
