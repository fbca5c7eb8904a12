"""Training by name: a learner and a game to an agent that has learnt."""

from __future__ import annotations

from contextlib import suppress

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.learner import Curve, Learner, OnProgress
from ludarium.core.lessons import lesson_of
from ludarium.core.registry import AGENTS, load_agent, load_game


class Course:
    """A learner, a game and its lesson, all by name; `teach` does the rest. With a *position*, lessons start there."""

    def __init__(self, agent_name: str, game_id: str, position: str = "") -> None:
        agent, self.game = load_agent(agent_name), load_game(game_id)
        if not isinstance(agent, Learner):
            raise LudariumError(f"{agent.id} does not learn; those who do: {', '.join(learners())}")
        agent.needs.insist(agent, self.game)
        self.agent: Learner = agent
        self.lesson = lesson_of(self.game, position)

    def teach(self, budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None) -> Curve:
        """Let the learner take its lessons; return how it went."""
        return self.agent.learn(self.lesson, budget, seed, on_progress)


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
    course = Course(agent_name, game_id, position)
    course.teach(budget, seed, on_progress)
    return course.agent


def learners() -> list[str]:
    """Return the names of all agents that learn; one that cannot be loaded here is not among them."""
    found = []
    for entry in AGENTS:
        with suppress(LudariumError):
            if issubclass(AGENTS.maker(entry), Learner):
                found.append(entry.name)
    return found
