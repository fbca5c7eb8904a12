"""What every check raises, and the random walk that they share."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np

from ludarium.core.game import Game, State

T = TypeVar("T")


class ContractBroken(AssertionError):
    """A promise of the contract that a game or agent does not keep; the message is advice."""


def insist(kept: object, advice: str) -> None:
    """Raise ContractBroken with the advice unless *kept* is true."""
    if not kept:
        raise ContractBroken(advice)


def thaw(thing: T) -> T:
    """Return the thing pickled and unpickled; what cannot cross a process border breaks the contract."""
    try:
        return pickle.loads(pickle.dumps(thing))  # type: ignore[no-any-return]
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise ContractBroken(f"a {type(thing).__name__} cannot be pickled: {fault}") from fault


def random_actions(state: State, rng: np.random.Generator) -> tuple[int, ...]:
    """Draw one legal action for each actor."""
    return tuple(int(rng.choice(np.asarray(state.legal(player)))) for player in state.actors())


def walk(game: Game[Any], seed: int, rng: np.random.Generator, steps: int) -> Iterator[Any]:
    """Yield the states of one random game (the same object, moved on), the last one included."""
    state = game.initial(seed)
    for _ in range(min(steps, game.spec.max_steps)):
        yield state
        if state.is_over():
            return
        state.advance(*random_actions(state, rng))
    yield state
