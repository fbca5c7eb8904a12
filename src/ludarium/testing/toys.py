"""Tiny games, one for each corner of the contract: what agents are tried on, and templates for your own.

Counters has atoms, HotCold a secret with a known posterior, Pig luck, Morra simultaneous moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ludarium.core.budget import Budget
from ludarium.core.game import Game, Known, OpenKnown, State, View
from ludarium.core.rng import derive, derive_seed
from ludarium.core.spec import Chance, GameSpec, Information, Payoff, Turns

_QUICK = Budget(steps=200)


class CountersState(State):
    """The values of the counters."""

    def __init__(self, values: list[int], top: int, goal: int) -> None:
        self.values, self.top, self.goal = values, top, goal

    def actors(self) -> tuple[int, ...]:
        """Return the one player until the goal is reached or nothing can be counted."""
        done = self._reached() or all(value == self.top for value in self.values)
        return () if done else (0,)

    def legal(self, player: int) -> list[int]:
        """Return the counters that are below the top."""
        return [i for i, value in enumerate(self.values) if value < self.top] if self.actors() else []

    def advance(self, *actions: int) -> None:
        """Count one up."""
        self.values[actions[0]] += 1

    def returns(self) -> tuple[float, ...]:
        """Return 1 at the goal."""
        return (float(self._reached()),)

    def clone(self) -> Self:
        """Copy the values."""
        return type(self)(list(self.values), self.top, self.goal)

    def key(self) -> Hashable:
        """Return the values."""
        return (*self.values,)

    def known(self, player: int) -> Known:
        """Return everything."""
        return OpenKnown(self)

    def view(self) -> View:
        """Return the values and the goal."""
        return {"values": tuple(self.values), "goal": self.goal}

    def atoms(self) -> NDArray[np.int32]:
        """Return one atom for each counter: (counter, value)."""
        return np.array([i * (self.top + 1) + value for i, value in enumerate(self.values)], np.int32)

    def _reached(self) -> bool:
        return all(value == self.goal for value in self.values)


class Counters(Game[CountersState]):
    """The counters problem: bring every counter from 0 to the goal, one up at a time."""

    def __init__(self, counters: int = 3, top: int = 9, goal: int = 3) -> None:
        self.counters, self.top, self.goal = counters, top, goal
        self.spec = GameSpec(
            name="toy-counters",
            summary="Bring every counter to the goal.",
            version=1,
            players=1,
            actions=counters,
            max_steps=counters * top,
            payoff=Payoff.SCORE,
            budget=_QUICK,
        )

    def initial(self, seed: int = 0) -> CountersState:
        """Return all counters at 0."""
        return CountersState([0] * self.counters, self.top, self.goal)


class HotColdState(State):
    """The secret, and the guesses so far."""

    def __init__(self, secret: int, size: int, guesses: tuple[int, ...] = ()) -> None:
        self.secret, self.size, self.guesses = secret, size, guesses

    def actors(self) -> tuple[int, ...]:
        """Return the guesser until the secret is found."""
        return () if self.secret in self.guesses else (0,)

    def legal(self, player: int) -> list[int]:
        """Return what was not guessed yet."""
        return [n for n in range(self.size) if n not in self.guesses] if self.actors() else []

    def advance(self, *actions: int) -> None:
        """Guess."""
        self.guesses = (*self.guesses, actions[0])

    def returns(self) -> tuple[float, ...]:
        """Return the guesses made, negative: fewer are better."""
        return (-float(len(self.guesses)),)

    def clone(self) -> Self:
        """Copy."""
        return type(self)(self.secret, self.size, self.guesses)

    def key(self) -> Hashable:
        """Return the secret and the guesses."""
        return (self.secret, self.guesses)

    def known(self, player: int) -> HotColdKnown:
        """Return the answers that were heard."""
        signs = tuple(_sign(self.secret, guess) for guess in self.guesses)
        return HotColdKnown(self.size, self.guesses, signs)

    def view(self) -> View:
        """Return the truth."""
        return {"secret": self.secret, "guesses": self.guesses}


class HotColdKnown(Known):
    """The guesses, and for each whether the secret is above, below or equal."""

    def __init__(self, size: int, guesses: tuple[int, ...], signs: tuple[int, ...]) -> None:
        self.size, self.guesses, self.signs = size, guesses, signs

    @property
    def view(self) -> View:
        """The guesses and the answers."""
        return {"guesses": self.guesses, "answers": self.signs}

    def key(self) -> Hashable:
        """Return guesses and answers."""
        return (self.guesses, self.signs)

    def imagine(self, rng: np.random.Generator) -> HotColdState:
        """Draw the secret from what is still possible, in proportion to its weight."""
        fits = [
            n for n in range(self.size) if all(_sign(n, g) == s for g, s in zip(self.guesses, self.signs, strict=True))
        ]
        weights = np.array([n + 1 for n in fits], float)
        secret = fits[int(rng.choice(len(fits), p=weights / weights.sum()))]
        return HotColdState(secret, self.size, self.guesses)


class HotCold(Game[HotColdState]):
    """Guess a number; large ones are likelier (n has weight n + 1); each guess is answered above or below."""

    def __init__(self, size: int = 6) -> None:
        self.size = size
        self.spec = GameSpec(
            name="toy-hotcold",
            summary="Guess a hidden number.",
            version=1,
            players=1,
            actions=size,
            max_steps=size,
            information=Information.HIDDEN,
            payoff=Payoff.SCORE,
            budget=_QUICK,
        )

    def initial(self, seed: int = 0) -> HotColdState:
        """Draw the secret."""
        weights = np.arange(1, self.size + 1, dtype=float)
        return HotColdState(int(derive(seed, "secret").choice(self.size, p=weights / weights.sum())), self.size)

    def worlds(self) -> Sequence[tuple[HotColdState, float]]:
        """Return every secret with its probability."""
        total = self.size * (self.size + 1) / 2
        return [(HotColdState(n, self.size), (n + 1) / total) for n in range(self.size)]


class PigState(State):
    """Scores, the points of this turn, who rolls, and the luck."""

    def __init__(self, scores: tuple[int, int], pot: int, player: int, goal: int, luck: int) -> None:
        self.scores, self.pot, self.player, self.goal, self.luck = scores, pot, player, goal, luck

    def actors(self) -> tuple[int, ...]:
        """Return the roller until somebody has reached the goal."""
        return () if max(self.scores) >= self.goal else (self.player,)

    def legal(self, player: int) -> list[int]:
        """Return roll (0), and hold (1) when there is something to hold."""
        return ([0, 1] if self.pot else [0]) if player in self.actors() else []

    def advance(self, *actions: int) -> None:
        """Roll: a 1 loses the pot and the turn; or hold: keep the pot, pass the turn."""
        if actions[0] == 0:
            self.luck = derive_seed(self.luck, "roll")
            rolled = self.luck % 6 + 1
            if rolled > 1:
                self.pot += rolled
                return
            self.pot = 0
        mine = [*self.scores]
        mine[self.player] += self.pot
        self.scores = (mine[0], mine[1])
        self.pot, self.player = 0, 1 - self.player

    def returns(self) -> tuple[float, ...]:
        """Return 1 for the one who reached the goal."""
        if max(self.scores) < self.goal:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.scores[0] >= self.goal else (-1.0, 1.0)

    def clone(self) -> Self:
        """Copy, luck included."""
        return type(self)(self.scores, self.pot, self.player, self.goal, self.luck)

    def key(self) -> Hashable:
        """Return all but the luck."""
        return (self.scores, self.pot, self.player)

    def known(self, player: int) -> PigKnown:
        """Return all but the luck."""
        return PigKnown(PigState(self.scores, self.pot, self.player, self.goal, 0))

    def view(self) -> View:
        """Return scores and pot."""
        return {"scores": self.scores, "pot": self.pot, "to_act": self.player}

    def action_name(self, action: int) -> str:
        """Return roll or hold."""
        return ("roll", "hold")[action]


class PigKnown(Known):
    """A position without its luck."""

    def __init__(self, state: PigState) -> None:
        self.state = state

    @property
    def view(self) -> View:
        """Scores and pot."""
        return self.state.view()

    def key(self) -> Hashable:
        """Return the position."""
        return self.state.key()

    def imagine(self, rng: np.random.Generator) -> PigState:
        """Draw new luck."""
        ghost = self.state.clone()
        ghost.luck = int(rng.integers(1 << 62))
        return ghost


class Pig(Game[PigState]):
    """Roll a die as often as you dare; a 1 costs the points of the turn. First to the goal wins."""

    def __init__(self, goal: int = 20) -> None:
        self.goal = goal
        self.spec = GameSpec(
            name="toy-pig",
            summary="Roll or hold.",
            version=1,
            players=2,
            actions=2,
            max_steps=400,
            chance=Chance.SAMPLED,
            budget=_QUICK,
        )

    def initial(self, seed: int = 0) -> PigState:
        """Return 0 : 0."""
        return PigState((0, 0), 0, 0, self.goal, derive_seed(seed, "luck"))


class MorraState(State):
    """The score of the rounds played."""

    def __init__(self, rounds: int, score: int = 0, played: int = 0) -> None:
        self.rounds, self.score, self.played = rounds, score, played

    def actors(self) -> tuple[int, ...]:
        """Return both, in every round."""
        return (0, 1) if self.played < self.rounds else ()

    def legal(self, player: int) -> list[int]:
        """Return one finger (0) or two (1)."""
        return [0, 1] if self.actors() else []

    def advance(self, *actions: int) -> None:
        """Show: equal fingers score for player 0, different ones for player 1."""
        self.score += 1 if actions[0] == actions[1] else -1
        self.played += 1

    def returns(self) -> tuple[float, ...]:
        """Return the share of the rounds won."""
        return (self.score / self.rounds, -self.score / self.rounds)

    def clone(self) -> Self:
        """Copy."""
        return type(self)(self.rounds, self.score, self.played)

    def key(self) -> Hashable:
        """Return the score."""
        return (self.score, self.played)

    def known(self, player: int) -> Known:
        """Return everything: choices are simultaneous, not hidden."""
        return OpenKnown(self)

    def view(self) -> View:
        """Return the score."""
        return {"score": self.score, "played": self.played}


class Morra(Game[MorraState]):
    """Two players show one or two fingers at the same time; equal is a point for player 0, different for player 1."""

    def __init__(self, rounds: int = 3) -> None:
        self.rounds = rounds
        self.spec = GameSpec(
            name="toy-morra",
            summary="Show one or two fingers.",
            version=1,
            players=2,
            actions=2,
            max_steps=rounds,
            turns=Turns.SIMULTANEOUS,
            budget=_QUICK,
        )

    def initial(self, seed: int = 0) -> MorraState:
        """Return the first round."""
        return MorraState(self.rounds)


TOYS: tuple[Callable[[], Game[Any]], ...] = (Counters, HotCold, Pig, Morra)


def _sign(secret: int, guess: int) -> int:
    return (secret > guess) - (secret < guess)
