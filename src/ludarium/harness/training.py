"""Training by name: a learner and a game to an agent that has learnt."""

from __future__ import annotations

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.learner import Curve, Learner, OnProgress
from ludarium.core.lessons import lesson_of
from ludarium.core.registry import AGENTS, load_agent, load_game


def train(
    agent_name: str,
    game_id: str,
    *,
    budget: Budget | None = None,
    seed: int = 0,
    position: str = "",
    on_progress: OnProgress | None = None,
) -> Learner:
    """Return the agent of this name after its lessons in this game (its own number of episodes without a *budget*).

    >>> from ludarium import Budget, play
    >>> agent = train("q", "nim?rows=1,2", budget=Budget(episodes=200))
    >>> play("nim?rows=1,2", [agent, "expert"]).outcomes
    ('win', 'loss')
    """
    return taught(agent_name, game_id, budget=budget, seed=seed, position=position, on_progress=on_progress)[0]


def taught(
    agent_name: str,
    game_id: str,
    *,
    budget: Budget | None = None,
    seed: int = 0,
    position: str = "",
    on_progress: OnProgress | None = None,
) -> tuple[Learner, Curve]:
    """Return the agent that has learnt, and how it went."""
    agent, game = load_agent(agent_name), load_game(game_id)
    if not isinstance(agent, Learner):
        raise LudariumError(f"{agent.id} does not learn; those who do: {', '.join(learners())}")
    agent.needs.insist(agent, game)
    curve = agent.learn(lesson_of(game, position), budget, seed, on_progress)
    return agent, curve


def learners() -> list[str]:
    """Return the names of all agents that learn."""
    return [entry.name for entry in AGENTS if issubclass(AGENTS.maker(entry), Learner)]
