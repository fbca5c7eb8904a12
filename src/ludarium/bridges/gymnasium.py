"""Every game as a Gymnasium environment: `make("arcade")`, `make("nim", opponents=["nim.expert"])`.

One player learns; the other seats of a game for several are filled by agents of ours. Actions are the game's own ids;
which of them are legal stands in `info["action_mask"]` (and `env.action_masks()`, where MaskablePPO looks). The reward
is what the player's return grew by. Observations: see `bridges.encoding`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ludarium.bridges.encoding import SIZE, drawn, encoding_of, insist_on_mode, mask_of
from ludarium.bridges.table import Table
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, IllegalAction
from ludarium.core.extras import optional
from ludarium.core.game import Game
from ludarium.core.registry import load_agent, load_game
from ludarium.core.rng import derive_seed

optional("gymnasium", "rl", "the Gymnasium bridge")

import gymnasium  # noqa: E402 -- after the message for those who lack it
from gymnasium import spaces  # noqa: E402

Illegal = Literal["first", "raise"]
OPPONENTS_BUDGET = Budget(steps=1000)
"""What an agent in another seat may use for a move: steps, so that episodes repeat."""


class LudariumEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game, seen by one player.

    *opponents* fill the other seats, in order (one name: it fills all of them). An *illegal* action plays the first
    legal one instead, with `info["illegal"]` set (in the arcade that is to wait), or raises. The episodes after
    `reset(seed=s)` follow from s; without it from 0. A step limit truncates.
    """

    metadata = {  # noqa: RUF012 -- Gymnasium declares it so
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 25,
    }

    def __init__(
        self,
        game: Game[Any],
        *,
        player: int = 0,
        opponents: Sequence[str] = ("random",),
        budget: Budget = OPPONENTS_BUDGET,
        illegal: Illegal = "first",
        size: int = SIZE,
        render_mode: str | None = None,
    ) -> None:
        players = game.spec.players
        if not 0 <= player < players:
            raise BadParameter(f"player={player}: {game.id} has the players 0 to {players - 1}")
        if illegal not in get_args(Illegal):
            raise BadParameter(f"illegal={illegal!r}; choose from {', '.join(get_args(Illegal))}")
        insist_on_mode(game, render_mode)
        names = [opponents] if isinstance(opponents, str) else list(opponents)
        names = names * (players - 1) if len(names) == 1 else names
        if players > 1 and len(names) != players - 1:
            raise BadParameter(f"{game.id} has {players - 1} other seat(s), {len(names)} opponents were named")
        self.game, self.player, self.illegal, self.budget = game, player, illegal, budget
        self.render_mode = render_mode
        seats = [seat for seat in range(players) if seat != player]
        self._others = dict(zip(seats, names, strict=False))
        for name in self._others.values():
            agent = load_agent(name)
            agent.needs.insist(agent, game)
        self._encoding = encoding_of(game, size)
        self.observation_space = spaces.Box(
            self._encoding.low, self._encoding.high, self._encoding.shape, self._encoding.dtype
        )
        self.action_space = spaces.Discrete(game.spec.actions)
        self._table: Table | None = None
        self._seed, self._episode, self._returned = 0, 0, 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start an episode: with *seed* the game of that seed, then the ones that follow from it."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._episode = seed, 0
        chosen = self._seed if self._episode == 0 else derive_seed(self._seed, "episode", self._episode)
        self._episode += 1
        self._table = Table(
            self.game, chosen, {seat: load_agent(name) for seat, name in self._others.items()}, self.budget
        )
        self._let_others_play()
        self._returned = self._table.state.returns()[self.player]
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action, let the others answer, and return observation, reward, terminated, truncated, info."""
        table = self._insist_on_a_game()
        legal = [int(one) for one in table.state.legal(self.player)]
        wanted = int(action)
        if wanted not in legal and self.illegal == "raise":
            raise IllegalAction(
                f"player {self.player} may not play {wanted}; legal: {table.state.list_legal(self.player)}"
            )
        table.play({self.player: wanted if wanted in legal else legal[0]})
        self._let_others_play()
        before, self._returned = self._returned, table.state.returns()[self.player]
        info = self._info() | ({} if wanted in legal else {"illegal": True})
        return self._observation(), float(self._returned - before), table.terminated, table.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, as sb3-contrib's maskable learners ask for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Return the position as text, or as pixels where the game has them."""
        if self._table is None:
            return None
        state = self._table.state
        return drawn(self.game, state, state.known(self.player).view, self.render_mode)

    def _let_others_play(self) -> None:
        assert self._table is not None, "reset() made it"
        while not self._table.over and self.player not in self._table.state.actors():
            self._table.play({})

    def _insist_on_a_game(self) -> Table:
        if self._table is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        if self._table.over:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset()")
        return self._table

    def _mask(self) -> NDArray[np.int8]:
        if self._table is None or self._table.over:
            return np.zeros(self.game.spec.actions, np.int8)
        return mask_of(self._table.state, self.player, self.game.spec.actions)

    def _observation(self) -> NDArray[Any]:
        assert self._table is not None, "reset() made it"
        return self._encoding.observe(self._table.state, self.player)

    def _info(self) -> dict[str, Any]:
        assert self._table is not None, "reset() made it"
        outcome = self.game.outcomes(self._table.state)[self.player] if self._table.over else None
        return {"action_mask": self._mask(), "tick": self._table.tick, **({"outcome": outcome} if outcome else {})}


def make(id: str, **options: Any) -> LudariumEnv:  # noqa: A002 -- as Gymnasium names it
    """Make the environment of a game by its id: `make("zelda/2")`; options are those of `LudariumEnv`."""
    return LudariumEnv(load_game(id), **options)
