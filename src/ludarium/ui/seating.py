"""Who sits where when a person plays, and against whom when nobody was named."""

from __future__ import annotations

from typing import Any

from ludarium.core.agent import Agent
from ludarium.core.game import Game
from ludarium.core.registry import AGENTS, load_agent

TITLES = ("champion", "expert")
"""What a family calls its strongest specialist, in the order in which they are looked for."""

ANYWHERE = "mcts"
"""The opponent where no specialist lives."""


def opponent_for(game: Game[Any]) -> str:
    """Return the game's champion or expert, else its first specialist, else the general search."""
    names = [name for name in AGENTS.names() if name.startswith(f"{game.spec.name}.")]
    titled = [name for title in TITLES for name in names if name == f"{game.spec.name}.{title}"]
    return (*titled, *names, ANYWHERE)[0]


def seats(game: Game[Any], against: str, person: int) -> list[Agent[Any] | None]:
    """Return a new opponent for every seat but the person's; an agent that asks a person is a person's seat too."""
    found: list[Agent[Any] | None] = []
    for player in range(game.spec.players):
        agent = None if player == person else load_agent(against)
        found.append(None if agent is None or agent.needs.person else agent)
    return found
