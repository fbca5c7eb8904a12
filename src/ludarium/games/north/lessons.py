"""What a learner is taught on a known map: the source's rewards, and exact ones for all three modes.

A lesson's episodes are walks without limits (`Walk`): a monster is fought when it is met, and the end is the end. What
was learnt plays the real game by the same compass actions; where the lesson says nothing (a meeting, a faint) a learner
takes the first legal action, which is to fight, and to restart.

`source` rewards: −weight, and 20 · power on a monster, as a penalty in survivor mode (where situations are vertices, so
that a beaten monster is charged again) or as a gain from living ones in explorer mode; the end is worth 100 · (sum of
powers). `shortest` is the text's plain shortest path: −weight, end 100. The text has no answer for balanced mode.

`exact` rewards are lexicographic: −weight, and a penalty larger than any walk for each point of life that misses what
the mode asks for, paid at the end: by survivors for each point lost, by explorers for each point still alive, by the
balanced for each point off the best life, which the life they are given tells. Before the end only stamina is paid.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any, Self

from ludarium.core.errors import BadParameter
from ludarium.core.game import Known, OpenKnown, State, View
from ludarium.core.learner import Lesson
from ludarium.games.north.game import North, NorthState
from ludarium.games.north.level import LONGEST, Map
from ludarium.games.north.notation import name_of
from ludarium.games.north.score import score
from ludarium.games.north.solver import Parameters, parameters

_STRONG = 20


class Walk(State):
    """A walk on a known map without limits; every monster met is beaten, which sets its bit."""

    __slots__ = ("beaten", "cave", "place")

    def __init__(self, cave: Map, place: int, beaten: int = 0) -> None:
        self.cave, self.place, self.beaten = cave, place, beaten

    def actors(self) -> tuple[int, ...]:
        """Return the walker until the end."""
        return () if self.place == self.cave.end else (0,)

    def legal(self, player: int) -> list[int]:
        """Return the exits."""
        return sorted(self.cave.exits[self.place]) if self.place != self.cave.end else []

    def advance(self, *actions: int) -> None:
        """Walk, and beat what is there."""
        self.place = self.cave.exits[self.place][actions[0]]
        self.beaten |= self.cave.bits.get(self.place, 0)

    def returns(self) -> tuple[float, ...]:
        """Return 1 at the end."""
        return (float(self.place == self.cave.end),)

    def clone(self) -> Self:
        """Copy three references."""
        return type(self)(self.cave, self.place, self.beaten)

    def key(self) -> Hashable:
        """Return place and beaten monsters."""
        return (self.place, self.beaten)

    def known(self, player: int) -> Known:
        """Return everything: in a lesson nothing is hidden."""
        return OpenKnown(self)

    def view(self) -> View:
        """Return place and beaten monsters."""
        return {"place": self.place, "beaten": self.beaten}


def lesson(cave: Map, mode: str, rewards: str = "exact", best_life: int | None = None) -> Lesson[Any]:
    """Return the lesson of a mode on a map. The exact balanced one needs *best_life*, which a player's life tells.

    *rewards* is `exact`, or `source` (survivor and explorer; the mode `shortest` is the source's too).
    """
    reward = {"exact": exact_reward, "source": source_reward}.get(rewards)
    if reward is None:
        raise BadParameter(f"north: rewards={rewards!r}; choose exact or source")
    paid, remembers, end_value = reward(cave, mode, best_life)
    bits, named = cave.bits, {place: vertex for vertex, place in cave.vertices.items()}

    def key(state: State, player: int) -> Hashable:
        if isinstance(state, Walk):
            return (state.place, state.beaten) if remembers else state.place
        assert isinstance(state, NorthState), "a lesson of North is for North"
        place = named.get(state.cave.vertices[state.place], -1)
        beaten = sum(bits.get(named.get(state.cave.vertices[vertex], -1), 0) for vertex in state.beaten)
        return (place, beaten) if remembers else place

    return Lesson(f"north {name_of(cave)} {mode} {rewards}", lambda seed: Walk(cave, cave.start), key, paid, end_value)


def lesson_for(game: North) -> Lesson[Any]:
    """Return the exact lesson of a game's own cave (without a level, the cave of seed 0)."""
    cave, table = game.dealt()
    best = parameters(table, game.mode, game.difficulty)
    return replace(lesson(cave, game.mode, best_life=best.best_life), game=game.id, spec=game.spec)


def source_reward(cave: Map, mode: str, best_life: int | None) -> tuple[Any, bool, float]:
    """Return the text's reward, whether situations remember the beaten, and the value of the end."""
    powers = sum(cave.monsters.values())
    signs = {"survivor": -_STRONG, "explorer": _STRONG, "shortest": 0}
    if mode not in signs:
        raise BadParameter(f"north: the source teaches survivor, explorer and shortest, not {mode!r}")
    sign, remembers = signs[mode], mode == "explorer"

    def reward(before: Walk, action: int, after: Walk, player: int) -> float:
        power = cave.monsters.get(after.place, 0)
        met = power if not remembers or before.beaten != after.beaten else 0
        return sign * met - cave.weights[before.place, after.place]

    return reward, remembers, 100.0 if mode == "shortest" else 100.0 * powers


def exact_reward(cave: Map, mode: str, best_life: int | None) -> tuple[Any, bool, float]:
    """Return a reward whose best walks are exactly the table's entry for the mode."""
    powers, bits = sum(cave.monsters.values()), cave.bits
    longest = LONGEST * len(cave.vertices) * (len(cave.monsters) + 1)
    aims = {"survivor": 0, "explorer": powers, "balanced": best_life, "shortest": None}
    if mode not in aims:
        raise BadParameter(f"north: mode={mode!r}; choose survivor, balanced, explorer or shortest")
    if mode == "balanced" and best_life is None:
        raise BadParameter("north: a balanced lesson needs best_life, which the life given at the start tells")
    aim = aims[mode]

    def reward(before: Walk, action: int, after: Walk, player: int) -> float:
        paid = -cave.weights[before.place, after.place]
        if after.place == cave.end and aim is not None:
            spent = sum(cave.monsters[vertex] for vertex, bit in bits.items() if after.beaten & bit)
            paid -= longest * abs(spent - aim)
        return float(paid)

    return reward, mode != "shortest", 0.0


def walked(cave: Map, actions: tuple[int, ...]) -> list[int]:
    """Return the vertices that a lesson's actions visit."""
    walk = [cave.start]
    for action in actions:
        walk.append(cave.exits[walk[-1]][action])
    return walk


def regret(cave: Map, best: Parameters, mode: str, difficulty: str, walk: list[int]) -> int:
    """Return how many points a walk's first game misses of the perfect one; all of them where it does not arrive."""
    full = 1000 if difficulty == "hard" else 500
    if not walk or walk[-1] != cave.end:
        return full
    life, stamina = cave.cost(walk)
    left_life, left_stamina = best.life - life, best.stamina - stamina
    if left_life < 0 or left_stamina < 0:
        return full
    points = score(
        best.life,
        left_life,
        best.best_life,
        best.stamina,
        left_stamina,
        best.best_stamina,
        1,
        mode,
        difficulty,
    )
    return full - points.total
