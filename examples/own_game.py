"""A game in one class each: race to 21 by adding 1, 2 or 3. Registered for this process, checked, played, solved."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Self

import ludarium
from ludarium import Budget, Game, Known, State
from ludarium.core.game import OpenKnown, View
from ludarium.core.registry import Entry
from ludarium.core.spec import GameSpec
from ludarium.testing import check_game


class RaceState(State):
    """The total so far, and who adds next."""

    __slots__ = ("goal", "mover", "total")

    def __init__(self, total: int, mover: int, goal: int) -> None:
        self.total, self.mover, self.goal = total, mover, goal

    def actors(self) -> tuple[int, ...]:
        return () if self.total == self.goal else (self.mover,)

    def legal(self, player: int) -> list[int]:
        return [n for n in range(3) if self.total + n + 1 <= self.goal] if player in self.actors() else []

    def advance(self, *actions: int) -> None:
        self.total += actions[0] + 1
        self.mover = 1 - self.mover

    def returns(self) -> tuple[float, ...]:
        if self.total < self.goal:
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.mover == 0 else (1.0, -1.0)

    def clone(self) -> Self:
        return type(self)(self.total, self.mover, self.goal)

    def key(self) -> Hashable:
        return (self.total, self.mover)

    def known(self, player: int) -> Known:
        return OpenKnown(self)

    def view(self) -> View:
        return {"total": self.total, "goal": self.goal, "to_act": self.mover}

    def action_name(self, action: int) -> str:
        return f"add {action + 1}"


class Race(Game[RaceState]):
    """Whoever brings the total to the goal wins."""

    def __init__(self, goal: int = 21) -> None:
        self.goal = goal
        self.spec = GameSpec(
            name="race", summary="Race to the goal by 1, 2 or 3.", version=1, players=2, actions=3, max_steps=goal
        )

    def initial(self, seed: int = 0) -> RaceState:
        return RaceState(0, 0, self.goal)


def main() -> None:
    """Register, check, and let two agents play."""
    ludarium.GAMES.add(Entry("race", f"{__name__}:Race", "Race to the goal by 1, 2 or 3."))
    check_game(ludarium.load_game("race"))
    record = ludarium.play("race?goal=12", ["alphabeta", "mcts"], seed=1, budget=Budget(steps=2000))
    print(f"{record.game}: {record.outcomes}; {', '.join(move.names[0] for move in record.moves)}")


if __name__ == "__main__":
    main()
