"""Agents of a few lines: the baselines, a script, a person."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.game import HasHeuristic, Known, State
from ludarium.core.spec import Chance, GameSpec, Information, Turns


class Random(Agent[State]):
    """A legal action, uniformly at random."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Draw one."""
        return Decision(self.choose(turn.legal))


class Greedy(Agent[State]):
    """Looks one step ahead: the action whose next state has the best returns, plus the estimate where there is one.

    With luck or secrets it averages over `samples` imagined states. It does not foresee the answer of an opponent.
    """

    def __init__(self, samples: int = 8) -> None:
        self.samples = samples

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Try each action, and draw among the best."""
        meter = budget.start()
        seen: dict[int, list[float]] = {}
        sure = turn.spec.turns is Turns.SEQUENTIAL and turn.spec.chance is Chance.NONE
        doubtful = not sure or turn.spec.information is Information.HIDDEN
        for _ in range(self.samples if doubtful else 1):
            root = turn.imagine(self.rng)
            for action in turn.legal:
                if not meter.left():
                    break
                state = root.clone()
                state.advance(*(action if p == turn.player else self.choose(state.legal(p)) for p in state.actors()))
                meter.spend()
                seen.setdefault(action, []).append(_worth(state, turn.player))
        means = {action: sum(values) / len(values) for action, values in seen.items()} or {turn.legal[0]: 0.0}
        best = max(means.values())
        action = self.choose([action for action, mean in means.items() if mean == best])
        return Decision(action, {"value": best, "steps": meter.steps})


class Scripted(Agent[State]):
    """Plays a list of actions in order; where one is illegal, or after the last, the first legal action."""

    def __init__(self, actions: tuple[int, ...] = ()) -> None:
        self.actions = actions
        self._next = 0

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Start the script from its first line."""
        super().begin(spec, player, seed, known, budget)
        self._next = 0

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Play the next line of the script."""
        wanted = self.actions[self._next] if self._next < len(self.actions) else None
        self._next += 1
        return Decision(wanted if wanted in turn.legal else turn.legal[0], {"scripted": wanted in turn.legal})


class Human(Agent[State]):
    """Asks a person: through the interface's `ask(turn) -> action id`, or on standard input by number."""

    needs = Needs(person=True)

    def __init__(self, ask: Callable[[Turn[Any]], int] | None = None) -> None:
        self.ask = ask or ask_on_standard_input

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Ask."""
        return Decision(self.ask(turn))


def ask_on_standard_input(turn: Turn[Any]) -> int:
    """Show the view and the legal numbers, and read one; asks again until it is legal."""
    lines = [f"{key}: {value}" for key, value in turn.view.items()]
    sys.stdout.write("\n".join([*lines, f"player {turn.player}, choose from {_numbers(turn.legal)}: "]))
    sys.stdout.flush()
    while answer := sys.stdin.readline():
        if answer.strip().isdecimal() and int(answer) in turn.legal:
            return int(answer)
        sys.stdout.write(f"'{answer.strip()}' is not one of {_numbers(turn.legal)}: ")
        sys.stdout.flush()
    raise LudariumError("the person left: no more input")


def _numbers(legal: Sequence[int]) -> str:
    return ", ".join(map(str, legal))


def _worth(state: State, player: int) -> float:
    gained = state.returns()[player]
    if not state.is_over() and isinstance(state, HasHeuristic):
        return gained + state.estimate(player)
    return gained
