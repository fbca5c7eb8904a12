"""Exact answers by name: a game id and a position's text to a solution that people can read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, HasMethods, HasNotation, HasSolver, State, the_actor
from ludarium.core.registry import load_game
from ludarium.core.solver import Status
from ludarium.core.spec import Payoff


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver found: the value for the one who acts, in a number and in words, and a best line."""

    game: str
    position: str
    actor: int
    status: Status
    value: float
    bound: float
    words: str
    line: tuple[str, ...]
    ms: float
    stats: Mapping[str, float | int | str]

    @property
    def nodes(self) -> int | None:
        """How many positions were searched, where the solver tells."""
        nodes = self.stats.get("nodes")
        return None if nodes is None else int(nodes)

    @property
    def nodes_per_second(self) -> float | None:
        """How fast they were searched: by the solver's own clock where it has one."""
        if "nodes_per_s" in self.stats:
            return float(self.stats["nodes_per_s"])
        return None if self.nodes is None or self.ms <= 0 else self.nodes / self.ms * 1000


def read_position(game: Game[Any], text: str) -> State:
    """Return the position that a text describes; an empty text is the start."""
    if not text.strip():
        start: State = game.initial(0)
        return start
    if not isinstance(game, HasNotation):
        raise LudariumError(f"{game.id} has no notation for positions: leave the position out to mean the start")
    state: State = game.read(text)
    return state


def solve_position(
    game_id: str,
    position: str,
    budget: Budget,
    method: str | None = None,
    seed: int = 0,
    on_progress: Callable[[Any], None] | None = None,
) -> Solved:
    """Solve a position of a game, both named by text; by one of the game's methods, where it has several."""
    game = load_game(game_id)
    if not isinstance(game, HasSolver):
        raise LudariumError(f"{game.id} has no solver")
    if method is not None and not isinstance(game, HasMethods):
        raise LudariumError(f"{game.id} is solved in one way only: leave the method out")
    state = read_position(game, position)
    if state.is_over():
        raise LudariumError(f"there is nothing to solve: the game is over in '{position.strip()}'")
    actor = the_actor(state)
    meter = budget.start()
    if method is not None and isinstance(game, HasMethods):
        solution = game.solve_by(method, state, budget, seed, on_progress)
    else:
        solution = game.solve(state, budget)
    ms = meter.ms
    words = value_in_words(game.spec.payoff, solution.status, solution.value, solution.bound)
    line = line_in_words(state, solution.answer or ())
    return Solved(
        game.id,
        position.strip(),
        actor,
        solution.status,
        solution.value,
        solution.bound,
        words,
        line,
        ms,
        solution.stats,
    )


def value_in_words(payoff: Payoff, status: Status, value: float, bound: float) -> str:
    """Return win, draw or loss for the one who acts (points where a game has points), or what is known of it."""
    if status is Status.UNSOLVABLE:
        return "no solution exists"
    if status is Status.BOUNDED and value != bound:
        return f"between {in_words(payoff, value)} and {in_words(payoff, bound)}"
    return in_words(payoff, value)


def in_words(payoff: Payoff, value: float) -> str:
    """Return one value in words."""
    if payoff is Payoff.SCORE:
        return f"{value:g} points"
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def line_in_words(state: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of a line of actions, played from *state* (which stays as it is)."""
    names, copy = [], state.clone()
    for action in actions:
        names.append(copy.action_name(action))
        copy.apply(action)
    return tuple(names)
