"""The source's genetic algorithm, with its parameters, over the one evolution loop of `core.evolve`.

Population 15, elite 3, tournaments of a quarter of the population (or roulette), every pair crossed, every child
mutated once, fitness cached. What the source gets wrong is not repeated: a walk is exact, opened doors stay open in
both directions, and the boss room of the first trees has no exits.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.evolve import Evolved, Individual, OnGeneration, Recipe, Rng, Select, evolve, generational, roulette
from ludarium.games.dungeon import fitness
from ludarium.games.dungeon.genome import UNKNOWN, Words, changed, create, dungeon_of, rewards_of, swap_leaves, worth

POPULATION, ELITE, GENERATIONS = 15, 3, 250
_BITS52 = float(1 << 52)


def breed(
    rooms: int,
    *,
    seed: int = 0,
    generations: int = GENERATIONS,
    selection: str = "tournament",
    budget: Budget | None = None,
    on_generation: OnGeneration | None = None,
) -> Evolved[Words]:
    """Run the genetic algorithm; `dungeon_of(result.best.genome)` is the dungeon."""
    return evolve(
        recipe(rooms, selection), generations=generations, seed=seed, budget=budget, on_generation=on_generation
    )


def recipe(rooms: int, selection: str = "tournament") -> Recipe[Words]:
    """Return what is bred, and how."""
    if selection not in ("tournament", "roulette"):
        raise BadParameter(f"dungeon: selection={selection!r}; choose tournament or roulette")
    rewards = rewards_of(rooms)

    def judge(genome: Words) -> float:
        value = float(worth(genome, rewards))
        return value if value != UNKNOWN else fitness.classic(dungeon_of(genome))

    return Recipe(
        create=lambda rng: create(rooms, _drawn(rng)),
        fitness=judge,
        mutate=lambda genome, rng: changed(genome, _drawn(rng)),
        cross=_cross,
        select=quick_tournament(POPULATION // 4) if selection == "tournament" else roulette(),
        replace=generational(ELITE),
        population=POPULATION,
        offspring=POPULATION - ELITE,
        crossing=1.0,
        mutation=1.0,
        key=lambda genome: genome.tobytes(),
    )


def _drawn(rng: Rng) -> int:
    return int(rng.random() * _BITS52)


def _cross(a: Words, b: Words, rng: Rng) -> Sequence[Words]:
    a, b = a.copy(), b.copy()
    swap_leaves(a, b, _drawn(rng))
    return (a, b)


def quick_tournament(size: int) -> Select[Words]:
    """Draw *size* different individuals as `core.evolve.tournament` does, at a tenth of the cost for small sizes.

    The people are sorted, best first, so the smallest index wins.
    """

    def select(people: Sequence[Individual[Words]], rng: Rng) -> Individual[Words]:
        count = len(people)
        drawn: list[int] = []
        while len(drawn) < min(size, count):
            index = int(rng.random() * count)
            if index not in drawn:
                drawn.append(index)
        return people[min(drawn)]

    return select
