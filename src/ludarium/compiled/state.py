"""The thin class around a compiled position: every method is one call into the core."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Self

import numpy as np

from ludarium.compiled.abi import Core, Words
from ludarium.core.game import Known, OpenKnown, State


class CompiledState(State):
    """A position of a sequential game in the compiled core, with nothing hidden and no luck unless overridden."""

    core: ClassVar[Core]

    __slots__ = ("rules", "words")

    def __init__(self, rules: Words, words: Words) -> None:
        self.rules = rules
        self.words = words

    def actors(self) -> tuple[int, ...]:
        """Return the one player to act, or nobody."""
        mover = self.core.mover(self.rules, self.words)
        return () if mover < 0 else (int(mover),)

    def legal(self, player: int) -> list[int]:
        """Return the action ids of the player, if it is the one to act."""
        if self.core.mover(self.rules, self.words) != player:
            return []
        out = np.empty(self.core.actions, np.int32)
        count = self.core.legal(self.rules, self.words, out)
        found: list[int] = out[:count].tolist()
        return found

    def advance(self, *actions: int) -> None:
        """Take one step, unchecked."""
        self.core.step(self.rules, self.words, actions[0])

    def returns(self) -> tuple[float, ...]:
        """Return each player's payoff."""
        return tuple(float(self.core.score(self.rules, self.words, player)) for player in range(self.core.players))

    def clone(self) -> Self:
        """Copy the words; the rules are shared, nobody writes to them."""
        return type(self)(self.rules, self.words.copy())

    def key(self) -> Hashable:
        """Return the position's bytes."""
        return self.words.tobytes()

    def known(self, player: int) -> Known:
        """Return everything: nothing is hidden."""
        return OpenKnown(self)
