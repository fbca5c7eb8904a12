"""check_agent: an agent answers legally, within its budget, repeatably, and leaves the world alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ludarium.core.agent import Agent, Decision, Turn
from ludarium.core.budget import Budget
from ludarium.core.game import Game, Known, State
from ludarium.core.record import Record, replay
from ludarium.core.registry import load_agent
from ludarium.core.spec import GameSpec
from ludarium.harness.match import play
from ludarium.testing.contract import insist


class _Stranger(Agent[State]):
    """Somebody to play with: random, and no other agent's code."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        return Decision(self.choose(turn.legal))


class _Watched(Agent[State]):
    """The agent under test, with a look over its shoulder at each turn."""

    def __init__(self, agent: Agent[Any]) -> None:
        self._agent = agent

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        self._agent.begin(spec, player, seed, known, budget)

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        key, view = turn.known.key(), repr(turn.view)
        decision = self._agent.act(turn, budget)
        insist(isinstance(decision, Decision), f"act() should return a Decision, not {decision!r}")
        kept = turn.known.key() == key and repr(turn.view) == view
        insist(kept, "act() changed turn.known: search in turn.imagine(rng) instead")
        steps = decision.info.get("steps", 0)
        insist(
            budget.steps is None or steps <= budget.steps,
            f"act() says it made {steps} model steps of {budget.steps} allowed",
        )
        return decision

    def saw(self, actors: Sequence[int], actions: Sequence[int]) -> None:
        self._agent.saw(actors, actions)

    def end(self, returns: Sequence[float]) -> None:
        self._agent.end(returns)


def check_agent(agent: str | Callable[[], Agent[Any]], game: Game[Any], budget: Budget | None = None) -> None:
    """Raise ContractBroken, with advice, at the first promise that the agent does not keep on this game.

    *agent* is an id or a function that makes one. It plays each seat against random players, under a step budget.
    """
    make = partial(load_agent, agent) if isinstance(agent, str) else agent
    budget = budget or Budget(steps=60)
    first = _ready(make())
    first.needs.insist(first, game)
    if first.made_as is not None:
        insist(load_agent(first.id).id == first.id, f"load_agent('{first.id}') has another id")
    for seat in range(game.spec.players):
        record = _match(_ready(make()), game, seat, 1, budget)
        _insist_on_a_clean_end(record)
        if game.made_as is not None:
            replay(record)
        twin = _match(_ready(make()), game, seat, 1, budget)
        insist(
            twin.digest() == record.digest(), "two runs with one seed differ: draw from self.rng, never from the clock"
        )
        used = _ready(make())
        _match(used, game, seat, 2, budget)
        again = _match(used, game, seat, 1, budget)
        insist(
            again.digest() == record.digest(), "a second match differs from a first one: begin() must forget the last"
        )


def _ready(agent: Agent[Any]) -> Agent[Any]:
    """Give an agent that asks a person somebody to ask: a person who always takes the first legal action."""
    if agent.needs.person:
        agent.ask = lambda turn: turn.legal[0]  # type: ignore[attr-defined]  # needs.person promises `ask`
    return agent


def _match(agent: Agent[Any], game: Game[Any], seat: int, seed: int, budget: Budget) -> Record:
    seats: list[Agent[Any]] = [_Stranger() for _ in range(game.spec.players)]
    seats[seat] = _Watched(agent)
    return play(game, seats, seed=seed, budget=budget)


def _insist_on_a_clean_end(record: Record) -> None:
    fault = record.traceback.strip().rpartition("\n")[2]
    insist(
        record.ending in ("finished", "step limit"), f"the match ended by '{record.ending}': {record.message} {fault}"
    )
