"""Every game as a PettingZoo environment (AEC: one agent after the other): `make("quarto")`.

Agents are `player_0`, `player_1`, …; the observation is a dict of `observation` (see `bridges.encoding`) and
`action_mask`. Where several act at the same time they are asked one after the other, and none sees the others' choice
before all have chosen. An illegal action ends the episode: −1 for whoever did it, 0 for the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.bridges.encoding import SIZE, drawn, encoding_of, insist_on_mode, mask_of
from ludarium.bridges.table import Table
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.extras import optional
from ludarium.core.game import Game
from ludarium.core.registry import load_game
from ludarium.core.rng import derive_seed

optional("pettingzoo", "rl", "the PettingZoo bridge")

from gymnasium import spaces  # noqa: E402 -- after the message for those who lack it
from pettingzoo import AECEnv  # noqa: E402

Observation = dict[str, NDArray[Any]]


class LudariumAEC(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game with all its seats. The episodes after `reset(seed=s)` follow from s; without it from 0."""

    def __init__(self, game: Game[Any], *, size: int = SIZE, render_mode: str | None = None) -> None:
        super().__init__()
        modes = insist_on_mode(game, render_mode)
        self.game, self.render_mode = game, render_mode
        self.metadata = {"name": game.id, "render_modes": modes, "render_fps": 25, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(game.spec.players)]
        self.agents: list[str] = []
        self._encoding = encoding_of(game, size)
        told = self._encoding
        self._spaces = spaces.Dict(
            {
                "observation": spaces.Box(told.low, told.high, told.shape, told.dtype),
                "action_mask": spaces.Box(0, 1, (game.spec.actions,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(game.spec.actions) for agent in self.possible_agents}
        self._table: Table | None = None
        self._chosen: dict[int, int] = {}
        self._seed, self._episode = 0, 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the same space for every agent."""
        return self._spaces

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the game's action ids."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode: with *seed* the game of that seed, then the ones that follow from it."""
        if seed is not None:
            self._seed, self._episode = seed, 0
        chosen = self._seed if self._episode == 0 else derive_seed(self._seed, "episode", self._episode)
        self._episode += 1
        self._table, self._chosen = Table(self.game, chosen, {}, Budget()), {}
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._table.terminated)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and what it may do if it is asked now."""
        table = self._insist_on_a_game()
        player, actions = self.possible_agents.index(agent), self.game.spec.actions
        asked = agent == self.agent_selection and not table.over
        mask = mask_of(table.state, player, actions) if asked else np.zeros(actions, np.int8)
        return {"observation": self._encoding.observe(table.state, player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the selected agent's action; an agent that is done is stepped with None, as PettingZoo asks."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table, player = self._insist_on_a_game(), self.possible_agents.index(agent)
        if action is None:
            raise BadParameter(f"{agent} is asked for an action: None is for agents that are done")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if int(action) not in table.state.legal(player):
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent] = {"illegal": True}
            self._select()
            self._accumulate_rewards()
            return
        self._chosen[player] = int(action)
        if len(self._chosen) == len(table.state.actors()):
            before = table.state.returns()
            table.play(self._chosen)
            self._chosen = {}
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = float(table.state.returns()[seat] - before[seat])
            self.terminations = dict.fromkeys(self.agents, table.terminated)
            self.truncations = dict.fromkeys(self.agents, table.truncated)
            if table.over:
                outcomes = self.game.outcomes(table.state)
                self.infos = {name: {"outcome": outcome} for name, outcome in zip(self.agents, outcomes, strict=True)}
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the whole position as text, or as pixels where the game has them."""
        if self._table is None:
            return None
        return drawn(self.game, self._table.state, self._table.state.view(), self.render_mode)

    def close(self) -> None:
        """Let nothing go: there is nothing open."""

    def _select(self) -> None:
        """Choose who is asked next: the first who acts and has not chosen; at the end the first of all."""
        waiting = [seat for seat in self._insist_on_a_game().state.actors() if seat not in self._chosen]
        done = any(self.terminations.values()) or any(self.truncations.values())
        self.agent_selection = self.possible_agents[0 if done or not waiting else waiting[0]]

    def _insist_on_a_game(self) -> Table:
        if self._table is None:
            raise BadParameter("call reset() first")
        return self._table


def make(id: str, **options: Any) -> LudariumAEC:  # noqa: A002 -- as Gymnasium names it
    """Make the environment of a game by its id: `make("nim?rows=1,3,5")`; options are those of `LudariumAEC`."""
    return LudariumAEC(load_game(id), **options)
