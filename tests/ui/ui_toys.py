"""A toy game and agents that misbehave, for the tests of the command: small enough to know every answer by heart."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import ClassVar

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadNotation, BadParameter
from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import Game, Known, OpenKnown, State, View
from ludarium.core.registry import Entry
from ludarium.core.solver import Solution, Status
from ludarium.core.spec import GameSpec, Information


class Heap(State):
    """One heap; take one or two; the last one wins. Action 0 takes one, action 1 takes two."""

    def __init__(self, left: int, mover: int = 0) -> None:
        self.left, self.mover = left, mover

    def actors(self) -> tuple[int, ...]:
        return (self.mover,) if self.left else ()

    def legal(self, player: int) -> list[int]:
        return list(range(min(2, self.left))) if self.left and player == self.mover else []

    def advance(self, *actions: int) -> None:
        self.left -= actions[0] + 1
        self.mover = 1 - self.mover

    def returns(self) -> tuple[float, ...]:
        if self.left:
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.mover == 0 else (1.0, -1.0)

    def clone(self) -> Heap:
        return Heap(self.left, self.mover)

    def key(self) -> tuple[int, int]:
        return (self.left, self.mover)

    def known(self, player: int) -> Known:
        return OpenKnown(self)

    def view(self) -> View:
        return {"left": self.left, "mover": self.mover}

    def action_name(self, action: int) -> str:
        return ("one", "two")[action]


class RefereedHeap(Heap):
    """The same, with exact hints when the budget is 2 ms at least."""

    def clone(self) -> RefereedHeap:
        return RefereedHeap(self.left, self.mover)

    def referee(self, budget: Budget) -> Mapping[int, float] | None:
        if self.left > 20:
            return None
        return {a: 1.0 if (self.left - a - 1) % 3 == 0 else -1.0 for a in self.legal(self.mover)}


class Pebbles(Game[RefereedHeap]):
    """Take one or two pebbles; who takes the last one wins.

    ## Actions

    0 takes one, 1 takes two.
    """

    notation_help: ClassVar[str] = "the number of pebbles, as in 7"

    def __init__(self, heap: int = 4) -> None:
        if heap < 1:
            raise BadParameter(f"pebbles: heap={heap}; choose 1 or more")
        self.heap = heap
        self.spec = GameSpec(name="pebbles", summary="Take one or two.", version=1, players=2, actions=2, max_steps=200)

    def initial(self, seed: int = 0) -> RefereedHeap:
        return RefereedHeap(self.heap)

    def frame(self, view: View) -> Frame:
        tiles = tuple(Tile(column, 0, ("o",), colour="orange") for column in range(view["left"]))
        panel = Panel("heap", max(1, view["left"]), 1, tiles)
        return Frame("Pebbles", (panel,), (("left", str(view["left"])),), "one or two?")

    def read(self, text: str) -> RefereedHeap:
        if not text.strip().isdecimal():
            raise BadNotation("a number was expected", text=text.strip(), column=1)
        return RefereedHeap(int(text))

    def write(self, state: RefereedHeap) -> str:
        return str(state.left)

    def solve(self, state: RefereedHeap, budget: Budget) -> Solution[tuple[int, ...]]:
        if state.left > 20:
            return Solution(Status.BOUNDED, None, -1.0, 1.0, {"nodes": 1000})
        wins = state.left % 3 != 0
        value = 1.0 if wins else -1.0
        return Solution(Status.SOLVED, ((state.left % 3 or 1) - 1,), value, value, {"nodes": state.left})


class Blind(Game[Heap]):
    """No notation, no solver, no hints; something is hidden."""

    spec = GameSpec(
        name="blind",
        summary="Hidden.",
        version=1,
        players=2,
        actions=2,
        max_steps=50,
        information=Information.HIDDEN,
    )

    def initial(self, seed: int = 0) -> Heap:
        return Heap(3)


class First(Agent[State]):
    """The first legal action."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        return Decision(turn.legal[0], {"value": 0.123456, "line": ["one", "two"]})


class Raises(Agent[State]):
    """Stumbles."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        raise ZeroDivisionError("my own fault")


class Hangs(Agent[State]):
    """Never answers."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        while True:
            time.sleep(0.01)


class Nonsense(Agent[State]):
    """Answers what nobody asked."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        return Decision(99)


class Picky(Agent[State]):
    """Plays with three."""

    needs = Needs(players=3)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        return Decision(turn.legal[0])


class Interrupted(First):
    """As if the person pressed Ctrl-C while the game is being set up."""

    def __init__(self) -> None:
        raise KeyboardInterrupt


GAME_ENTRIES = (
    Entry("pebbles", "ui_toys:Pebbles", "Take one or two.", origin="tests"),
    Entry("blind", "ui_toys:Blind", "Hidden.", origin="tests"),
)
AGENT_ENTRIES = (
    Entry("first", "ui_toys:First", "The first legal action.", origin="tests"),
    Entry("pebbles.expert", "ui_toys:First", "Claims to be one.", origin="tests"),
    Entry("raises", "ui_toys:Raises", "Stumbles.", origin="tests"),
    Entry("hangs", "ui_toys:Hangs", "Never answers.", origin="tests"),
    Entry("nonsense", "ui_toys:Nonsense", "Answers 99.", origin="tests"),
    Entry("picky", "ui_toys:Picky", "Plays with three.", origin="tests"),
    Entry("interrupted", "ui_toys:Interrupted", "Ctrl-C.", origin="tests"),
    Entry("broken", "ui_toys:NotThere", "Cannot be loaded.", origin="tests"),
)
