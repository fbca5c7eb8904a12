"""A game on the table, for both bridges: seats that agents of ours fill, ticks, and returns. Core only: no watchdog.

Agents here are trusted, as in training; measure in `harness`, where nothing that an agent does can break the run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludarium.core.agent import Agent, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import IllegalAction
from ludarium.core.game import Game, State
from ludarium.core.rng import derive_seed
from ludarium.core.spec import Information


class Table:
    """One episode. `others` are the seats that our agents fill."""

    def __init__(self, game: Game[Any], seed: int, others: Mapping[int, Agent[Any]], budget: Budget) -> None:
        self.game, self.others, self.budget = game, others, budget
        self.state: State = game.initial(seed)
        self.tick = 0
        for player, agent in others.items():
            agent.begin(game.spec, player, derive_seed(seed, "seat", player), self.state.known(player), budget)

    @property
    def terminated(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over()

    @property
    def truncated(self) -> bool:
        """Whether the step limit ended it."""
        return not self.terminated and self.tick >= self.game.spec.max_steps

    @property
    def over(self) -> bool:
        """Whether nobody acts any more, for either reason."""
        return self.terminated or self.truncated

    def play(self, given: Mapping[int, int]) -> None:
        """Take one step: those in *given* play that, our agents are asked."""
        actors = self.state.actors()
        actions = tuple(given[player] if player in given else self._ask(player) for player in actors)
        self.state.advance(*actions)
        self.tick += 1
        hidden = self.game.spec.information is Information.HIDDEN
        for player, agent in self.others.items():
            seen = [(p, a) for p, a in zip(actors, actions, strict=True) if p == player or not hidden]
            if seen:
                agent.saw(*(tuple(part) for part in zip(*seen, strict=True)))

    def _ask(self, player: int) -> int:
        agent, legal = self.others[player], tuple(int(action) for action in self.state.legal(player))
        decision = agent.act(Turn(self.game.spec, player, legal, self.state.known(player), self.tick), self.budget)
        if decision.action not in legal:
            raise IllegalAction(f"{agent.id} (player {player}) answered {decision.action!r}; legal: {legal}")
        return decision.action
