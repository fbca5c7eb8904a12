"""What an agent is: something that answers a Turn with a Decision, within a Budget."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from ludarium.core.budget import Budget
from ludarium.core.errors import Unsuitable
from ludarium.core.game import Game, Known, S, State, View
from ludarium.core.ids import Id, id_of
from ludarium.core.rng import derive
from ludarium.core.spec import Chance, GameSpec, Information, Payoff, Turns

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Turn(Generic[S]):
    """What an agent receives: never the Game, its parameters, the match seed or the true state."""

    spec: GameSpec
    player: int
    legal: tuple[int, ...]
    known: Known
    tick: int

    @property
    def view(self) -> View:
        """What the player sees, as plain data."""
        return self.known.view

    def imagine(self, rng: np.random.Generator) -> S:
        """Draw a full state that this player could be in, with fresh luck: a model to search in."""
        return self.known.imagine(rng)  # type: ignore[return-value]  # a game's Known imagines that game's states


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, and what the agent thought of it (plain data, for people to look at)."""

    action: int
    info: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What games an agent can play. None means any. `problems` gives reasons in sentences."""

    game: str | None = None
    players: int | None = None
    turns: Turns | None = None
    information: Information | None = None
    chance: Chance | None = None
    payoff: Payoff | None = None
    able: tuple[type, ...] = ()
    person: bool = False

    def problems(self, game: Game[Any]) -> list[str]:
        """Return why the game cannot be played; empty when it can."""
        spec = game.spec
        if self.game is not None and spec.name != self.game:
            return [f"plays {self.game} only, this is {spec.name}"]
        found = []
        if self.players is not None and spec.players != self.players:
            found.append(f"needs {self.players} player(s), {spec.name} has {spec.players}")
        for fact in ("turns", "information", "chance", "payoff"):
            wanted, has = getattr(self, fact), getattr(spec, fact)
            if wanted is not None and has is not wanted:
                found.append(f"needs {fact} to be {wanted}, in {spec.name} it is {has}")
        state = game.initial(0) if self.able else None
        found += [
            f"needs states with {p.__name__}, {spec.name} has none" for p in self.able if not isinstance(state, p)
        ]
        return found

    def insist(self, agent: Agent[Any], game: Game[Any]) -> None:
        """Raise Unsuitable with every reason when the game cannot be played."""
        if reasons := self.problems(game):
            raise Unsuitable(f"{agent.id} cannot play {game.id}: {'; '.join(reasons)}")


class Agent(ABC, Generic[S]):
    """A player. One abstract method; the hooks are empty but for the seed.

    Parameters are attributes of the same name (as with games), so that `id` can be read back.
    """

    needs: ClassVar[Needs] = Needs()
    made_as: Id | None = None
    _rng: np.random.Generator | None = None

    @abstractmethod
    def act(self, turn: Turn[S], budget: Budget) -> Decision:
        """Answer one of `turn.legal`, within the budget."""

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Prepare for a match. An agent that overrides it calls `super().begin(…)` to have its own luck seeded."""
        self._rng = derive(seed, "agent", player)

    def saw(self, actors: Sequence[int], actions: Sequence[int]) -> None:
        """Hear what was played in the open (games with hidden information tell through `known` only)."""

    def end(self, returns: Sequence[float]) -> None:
        """Hear how the match ended."""

    @property
    def rng(self) -> np.random.Generator:
        """This agent's own luck: drawing from it never disturbs the world's."""
        if self._rng is None:
            self._rng = derive(0, "agent")
        return self._rng

    @property
    def id(self) -> str:
        """The text that makes this agent again."""
        return str(self.made_as or id_of(self, type(self).__name__.lower()))

    def choose(self, options: Sequence[E]) -> E:
        """Draw one of the options with the agent's own luck."""
        return options[int(self.rng.integers(len(options)))]


__all__ = ["Agent", "Decision", "Needs", "State", "Turn"]
