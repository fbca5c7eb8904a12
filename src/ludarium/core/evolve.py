"""Evolution: the one loop of every family that breeds things, over typed operators.

A `Recipe` says what is bred: how a genome is made, judged, crossed and mutated, who becomes a parent (`Select`) and who
lives on (`Replace`). `evolve` runs one population, `evolve_islands` several that send each other their best (Cohoon et
al. 1987), `illuminate` fills a map with the best of each kind (MAP-Elites, Mouret & Clune 2015). Higher fitness is
better everywhere. All luck comes from the seed; a budget's `steps` count judged genomes, those found in the cache are
free.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ludarium.core.budget import Budget, Meter
from ludarium.core.errors import BadParameter
from ludarium.core.rng import derive

G = TypeVar("G")
E = TypeVar("E")
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Individual(Generic[G]):
    """A genome and what it is worth."""

    genome: G
    fitness: float


Select = Callable[[Sequence[Individual[G]], Rng], Individual[G]]
"""Picks one parent."""
Cross = Callable[[G, G, Rng], Sequence[G]]
"""Makes children of two parents, and leaves the parents as they are."""
Mutate = Callable[[G, Rng], G]
"""Makes a changed copy."""
Replace = Callable[[Sequence[Individual[G]], Sequence[Individual[G]]], list[Individual[G]]]
"""Takes the old population and its children, both best first, and says who lives on: as many as there were."""


def tournament(size: int) -> Select[G]:
    """Draw *size* different individuals; the best of them becomes a parent."""
    _insist("tournament", size=size)

    def select(people: Sequence[Individual[G]], rng: Rng) -> Individual[G]:
        drawn = rng.choice(len(people), min(size, len(people)), replace=False)
        return max((people[int(index)] for index in drawn), key=_fitness)

    return select


def roulette(floor: float = 1e-9) -> Select[G]:
    """Draw a parent with a chance in proportion to its fitness above the worst one's (plus *floor*)."""

    def select(people: Sequence[Individual[G]], rng: Rng) -> Individual[G]:
        worths = np.array([person.fitness for person in people])
        shares = np.cumsum(worths - worths.min() + floor)
        drawn = int(np.searchsorted(shares, rng.random() * shares[-1], side="right"))
        return people[min(drawn, len(people) - 1)]

    return select


def generational(elite: int = 1) -> Replace[G]:
    """Children take over; the *elite* best parents stay (if there are fewer children, more parents do)."""
    if elite < 0:
        raise BadParameter(f"generational: elite={elite}; at least 0 is needed")

    def replace(parents: Sequence[Individual[G]], children: Sequence[Individual[G]]) -> list[Individual[G]]:
        size = len(parents)
        kept = min(size, max(elite, size - len(children)))
        return [*parents[:kept], *children[: size - kept]]

    return replace


def survivors() -> Replace[G]:
    """Let the best of parents and children together live on: (μ + λ). At equal fitness the younger one stays."""

    def replace(parents: Sequence[Individual[G]], children: Sequence[Individual[G]]) -> list[Individual[G]]:
        return sorted([*children, *parents], key=_fitness, reverse=True)[: len(parents)]

    return replace


def order_cross(a: Sequence[E], b: Sequence[E], rng: Rng) -> list[tuple[E, ...]]:
    """Cross two orders of the same different things (OX, Davis 1985): a slice of one, the rest as the other has it."""
    low, high = sorted(int(cut) for cut in rng.integers(0, len(a) + 1, 2))
    children = []
    for one, other in ((a, b), (b, a)):
        kept = tuple(one[low:high])
        rest = [gene for gene in other if gene not in kept]
        children.append((*rest[:low], *kept, *rest[low:]))
    return children


def swap_two(order: Sequence[E], rng: Rng) -> tuple[E, ...]:
    """Exchange two places."""
    changed = list(order)
    if len(changed) > 1:
        i, j = (int(place) for place in rng.choice(len(changed), 2, replace=False))
        changed[i], changed[j] = changed[j], changed[i]
    return tuple(changed)


@dataclass(frozen=True, slots=True)
class Recipe(Generic[G]):
    """What is bred, and how.

    A pair of parents is crossed with probability `crossing` (else copied), each child mutated with probability
    `mutation`. `offspring` children a generation are made (by default as many as the population). With `key`, two
    genomes of the same key are judged once.
    """

    create: Callable[[Rng], G]
    fitness: Callable[[G], float]
    mutate: Mutate[G]
    cross: Cross[G] | None = None
    select: Select[G] | None = None
    """By default a tournament of three."""
    replace: Replace[G] | None = None
    """By default children take over, and the best parent stays."""
    population: int = 50
    offspring: int | None = None
    crossing: float = 0.9
    mutation: float = 0.3
    key: Callable[[G], Hashable] | None = None

    def __post_init__(self) -> None:
        _insist("recipe", population=self.population)
        for name in ("crossing", "mutation"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadParameter(f"recipe: {name}={getattr(self, name)}; a probability is needed")


class Generation(NamedTuple):
    """One line of a history: generation 0 is the start. `judged` counts fitness calls since the beginning."""

    number: int
    best: float
    mean: float
    worst: float
    judged: int


OnGeneration = Callable[[Generation], None]


@dataclass(frozen=True, slots=True)
class Evolved(Generic[G]):
    """What came of it: the best individual ever met, the last population (best first), the history."""

    best: Individual[G]
    population: tuple[Individual[G], ...]
    history: tuple[Generation, ...]

    @property
    def last_gain(self) -> int:
        """The generation in which the best fitness rose for the last time."""
        return next(line.number for line in self.history if line.best == self.history[-1].best)


class Judge(Generic[G]):
    """Calls the fitness, once for each key, and counts."""

    def __init__(self, fitness: Callable[[G], float], key: Callable[[G], Hashable] | None, meter: Meter) -> None:
        self._fitness, self._key, self._meter = fitness, key, meter
        self._known: dict[Hashable, float] = {}
        self.judged = 0

    def __call__(self, genome: G) -> Individual[G]:
        """Return the genome with its fitness."""
        key = None if self._key is None else self._key(genome)
        worth = None if key is None else self._known.get(key)
        if worth is None:
            worth = float(self._fitness(genome))
            self.judged += 1
            self._meter.spend()
            if key is not None:
                self._known[key] = worth
        return Individual(genome, worth)


class Island(Generic[G]):
    """One population that lives on step by step; `people` are sorted, best first."""

    def __init__(self, recipe: Recipe[G], rng: Rng, meter: Meter, founders: Iterable[G] = ()) -> None:
        self.recipe, self._rng, self._meter = recipe, rng, meter
        self._select: Select[G] = recipe.select or tournament(3)
        self._replace: Replace[G] = recipe.replace or generational(1)
        self._judge = Judge(recipe.fitness, recipe.key, meter)
        genomes = list(founders)[: recipe.population]
        genomes += [recipe.create(rng) for _ in range(recipe.population - len(genomes))]
        self.people = self._judged(genomes)
        self.best = self.people[0]
        self.history: list[Generation] = []
        self._write()

    def step(self) -> bool:
        """Breed one generation; False, with nothing changed, when the budget ended before all children were judged."""
        children = self._judged(self._children())
        if len(children) < self._wanted:
            return False
        self.people = sorted(self._replace(self.people, children), key=_fitness, reverse=True)
        self._write()
        return True

    def receive(self, genomes: Iterable[G]) -> None:
        """Take immigrants in, in place of the worst; they are judged by this island's own fitness."""
        arrived = [self._judge(genome) for genome in genomes]
        kept = self.people[: max(0, len(self.people) - len(arrived))]
        self.people = sorted([*kept, *arrived], key=_fitness, reverse=True)[: self.recipe.population]
        self._note_best()

    def result(self) -> Evolved[G]:
        """Return how it stands."""
        return Evolved(self.best, tuple(self.people), tuple(self.history))

    @property
    def _wanted(self) -> int:
        return self.recipe.offspring or self.recipe.population

    def _children(self) -> Iterable[G]:
        recipe, rng, made = self.recipe, self._rng, 0
        while made < self._wanted:
            parents = [self._select(self.people, rng).genome for _ in range(2)]
            if recipe.cross is not None and rng.random() < recipe.crossing:
                parents = list(recipe.cross(parents[0], parents[1], rng))
            for child in parents[: self._wanted - made]:
                made += 1
                yield recipe.mutate(child, rng) if rng.random() < recipe.mutation else child

    def _judged(self, genomes: Iterable[G]) -> list[Individual[G]]:
        """Judge while the budget lasts; the very first genome is always judged."""
        found: list[Individual[G]] = []
        for genome in genomes:
            if found and not self._meter.left():
                break
            found.append(self._judge(genome))
        return sorted(found, key=_fitness, reverse=True)

    def _note_best(self) -> None:
        if self.people[0].fitness > self.best.fitness:
            self.best = self.people[0]

    def _write(self) -> None:
        self._note_best()
        worths = [person.fitness for person in self.people]
        mean = sum(worths) / len(worths)
        self.history.append(Generation(len(self.history), self.best.fitness, mean, worths[-1], self._judge.judged))


def evolve(
    recipe: Recipe[G],
    *,
    generations: int,
    seed: int = 0,
    budget: Budget | None = None,
    target: float | None = None,
    patience: int | None = None,
    founders: Iterable[G] = (),
    on_generation: OnGeneration | None = None,
) -> Evolved[G]:
    """Breed one population until the generations, the budget, the *target* fitness or the *patience* end.

    *patience* is how many generations may pass without a gain; *founders* take the first places of the start.
    """
    meter = (budget or Budget()).start()
    island = Island(recipe, derive(seed, "evolve"), meter, founders)
    _tell(on_generation, island)
    waited = 0
    for _ in range(generations):
        before = island.best.fitness
        if (target is not None and before >= target) or not meter.left() or not island.step():
            break
        _tell(on_generation, island)
        waited = 0 if island.best.fitness > before else waited + 1
        if patience is not None and waited >= patience:
            break
    return island.result()


def evolve_islands(
    recipes: Sequence[Recipe[G]],
    *,
    generations: int,
    every: int = 10,
    migrants: int = 1,
    ring: bool = True,
    seed: int = 0,
    budget: Budget | None = None,
    on_generation: Callable[[int, Generation], None] | None = None,
) -> list[Evolved[G]]:
    """Breed one population a recipe, side by side; *every* so often each sends its best *migrants* to the next.

    The recipes may judge differently: a ladder of opponents, say, where (`ring=False`) nobody climbs down from the
    last island to the first. What arrives is judged anew by the island it came to.
    """
    _insist("evolve_islands", islands=len(recipes), every=every)
    meter = (budget or Budget()).start()
    islands = [Island(recipe, derive(seed, "island", place), meter) for place, recipe in enumerate(recipes)]
    for generation in range(generations):
        for place, island in enumerate(islands):
            if not meter.left() or not island.step():
                return [one.result() for one in islands]
            if on_generation is not None:
                on_generation(place, island.history[-1])
        if (generation + 1) % every == 0:
            best = [[person.genome for person in island.people[:migrants]] for island in islands]
            for place in range(0 if ring else 1, len(islands)):
                islands[place].receive(best[place - 1])
    return [island.result() for island in islands]


@dataclass(frozen=True, slots=True)
class Archive(Generic[G]):
    """A map of kinds: the best individual of each cell that anybody was found for."""

    cells: dict[tuple[int, ...], Individual[G]]
    judged: int

    @property
    def best(self) -> Individual[G]:
        """The best of all kinds."""
        return max(self.cells.values(), key=_fitness)


def illuminate(
    recipe: Recipe[G],
    describe: Callable[[G], tuple[int, ...] | None],
    *,
    tries: int,
    seed: int = 0,
    budget: Budget | None = None,
) -> Archive[G]:
    """Fill a map of kinds (MAP-Elites): vary a random elite, keep the child where it is the best of its cell.

    *describe* names the cell, or None for what has no place on the map. The first `recipe.population` tries are new
    creations; select and replace are not used.
    """
    _insist("illuminate", tries=tries)
    meter, rng = (budget or Budget()).start(), derive(seed, "illuminate")
    judge = Judge(recipe.fitness, recipe.key, meter)
    cells: dict[tuple[int, ...], Individual[G]] = {}
    elites: list[tuple[int, ...]] = []
    for number in range(tries):
        if number and not meter.left():
            break
        if number < recipe.population or not elites:
            genome = recipe.create(rng)
        else:
            first, second = (cells[elites[int(rng.integers(len(elites)))]].genome for _ in range(2))
            crossed = recipe.cross is not None and rng.random() < recipe.crossing
            genome = recipe.cross(first, second, rng)[0] if crossed and recipe.cross else first
            if not crossed or rng.random() < recipe.mutation:
                genome = recipe.mutate(genome, rng)
        cell = describe(genome)
        if cell is None:
            continue
        person = judge(genome)
        if cell not in cells:
            elites.append(cell)
        if cell not in cells or person.fitness > cells[cell].fitness:
            cells[cell] = person
    return Archive(cells, judge.judged)


def _fitness(person: Individual[G]) -> float:
    return person.fitness


def _tell(on_generation: OnGeneration | None, island: Island[G]) -> None:
    if on_generation is not None:
        on_generation(island.history[-1])


def _insist(owner: str, **numbers: int) -> None:
    for name, value in numbers.items():
        if value < 1:
            raise BadParameter(f"{owner}: {name}={value}; at least 1 is needed")
