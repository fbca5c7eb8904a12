"""Dungeons from luck: `generate(rooms, seed, method)`.

`fast`: by construction (valid, laid on a grid, no softlock), then improved a little by evolution that never gives that
up. `classic`: the source's genetic algorithm. `elites`: a draw from a map of kinds (MAP-Elites, Mouret & Clune 2015)
over linearity and leniency.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

import numpy as np

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, nearest
from ludarium.core.evolve import Archive, Recipe, Rng, evolve, illuminate, survivors
from ludarium.core.generator import Generated, GenerationFailed, Generator
from ludarium.core.rng import derive
from ludarium.core.solver import Report
from ludarium.games.dungeon import classic, drawing, export, notation
from ludarium.games.dungeon.construction import SMALLEST, construct
from ludarium.games.dungeon.criteria import leniency, linearity
from ludarium.games.dungeon.embedding import laid_out
from ludarium.games.dungeon.fitness import BAD_FINISH, NO_WALK
from ludarium.games.dungeon.genome import (
    UNKNOWN,
    Words,
    dungeon_of,
    genome_of,
    is_safe,
    rewards_of,
    varied,
    worth_within,
)
from ludarium.games.dungeon.level import BOSS, BOSS_KEY, KEY, NORMAL, Door, Dungeon, Room, is_whole
from ludarium.games.dungeon.solver import Undecided, shortest, softlock

T = TypeVar("T")
_WRITERS: Mapping[str, Callable[[Dungeon], str]] = {
    "json": notation.dumps,
    "text": drawing.text,
    "ascii": lambda dungeon: drawing.text(dungeon, ascii_only=True),
    "svg": drawing.svg,
    "graphml": export.graphml,
    "tmj": export.tiled,
    "vgdl": export.arcade,
}
METHODS = ("fast", "classic", "elites")
LARGEST = 400
_JUDGED = 340
"""How many dungeons the fast method judges."""
_STATES = 400_000
_SETS = 500
_BINS = 10


def generate(rooms: int, seed: int = 0, method: str = "fast") -> Dungeon:
    """Return the dungeon that belongs to (rooms, seed, method)."""
    return DungeonGenerator(rooms, method).generate(derive(seed, "level"), Budget()).level


class DungeonGenerator(Generator[Dungeon]):
    """Makes dungeons of `rooms` rooms by a `method`: fast, classic or elites.

    Options, for any method: `boss` puts a boss lock on the finish, `oneways` and `switches` say how many such doors
    there should be; each is kept only where the proof says that nobody can get stuck by it. `generations` and
    `selection` (tournament, roulette) are for classic. `format` is what `write` writes: json, text, ascii, svg,
    graphml, tmj (Tiled) or vgdl (our arcade).
    """

    def __init__(
        self,
        rooms: int = 20,
        method: str = "fast",
        generations: int = classic.GENERATIONS,
        selection: str = "tournament",
        boss: bool = False,
        oneways: int = 0,
        switches: int = 0,
        format: str = "json",  # noqa: A002 -- the word that people type
    ) -> None:
        if not is_whole(rooms) or not SMALLEST <= rooms <= LARGEST:
            raise BadParameter(f"dungeon: rooms={rooms!r}; a whole number from {SMALLEST} to {LARGEST} is needed")
        if method not in METHODS:
            raise BadParameter(f"dungeon: method={method!r}; choose {', '.join(METHODS)}")
        for name, number in (("generations", generations), ("oneways", oneways), ("switches", switches)):
            if not is_whole(number) or number < 0:
                raise BadParameter(f"dungeon: {name}={number!r}; a whole number of at least 0 is needed")
        classic.recipe(SMALLEST, selection)  # refuses a selection that does not exist
        self.rooms, self.method, self.generations, self.selection = rooms, method, generations, selection
        if format not in _WRITERS:
            raise BadParameter(f"dungeon: format={format!r}; choose {', '.join(_WRITERS)}{nearest(format, _WRITERS)}")
        self.boss, self.oneways, self.switches, self.format = boss, oneways, switches, format

    def generate(self, rng: np.random.Generator, budget: Budget) -> Generated[Dungeon]:
        """Make one dungeon; a budget step is a judged one. The certificate is the shortest walk, where it was found."""
        seed = int(rng.integers(1 << 62))
        if self.method == "classic":
            bred = classic.breed(
                self.rooms, seed=seed, generations=self.generations, selection=self.selection, budget=budget
            )
            if bred.best.fitness <= NO_WALK / 2:
                raise GenerationFailed(f"dungeon: no valid one in {self.generations} generations; try another seed")
            dungeon, score = laid_out(dungeon_of(bred.best.genome)), bred.best.fitness
        elif self.method == "elites":
            cells = _atlas(self.rooms, budget).cells
            chosen = cells[sorted(cells)[int(rng.integers(len(cells)))]]
            dungeon, score = dungeon_of(chosen.genome), chosen.fitness
        else:
            dungeon, score = _improved(self.rooms, seed, budget)
        dungeon = _with_options(dungeon, rng, self.boss, self.oneways, self.switches)
        return Generated(dungeon, score, _complaints(dungeon, self), _walk(dungeon))

    def write(self, level: Dungeon) -> str:
        """Return the dungeon as text, in the chosen format."""
        return _WRITERS[self.format](level)

    def report(self, made: Generated[Dungeon], budget: Budget) -> Report:
        """Judge it by every criterion, and draw its map with the shortest walk."""
        from ludarium.games.dungeon.report import report_of

        return report_of(made.level, f"{self.method} dungeon", budget)


def _walk(dungeon: Dungeon) -> list[Room] | None:
    try:
        return shortest(dungeon, Budget(steps=_STATES // 4))
    except Undecided:
        return None


def _complaints(dungeon: Dungeon, wanted: DungeonGenerator) -> tuple[str, ...]:
    oneways = sum(door.oneway for door in dungeon.doors)
    switches = sum(door.switch is not None for door in dungeon.doors)
    return tuple(
        f"{name}: {got} of {asked}, more would let a player get stuck"
        for name, got, asked in (("oneways", oneways, wanted.oneways), ("switches", switches, wanted.switches))
        if got < asked
    )


def _improved(rooms: int, seed: int, budget: Budget) -> tuple[Dungeon, float]:
    """Construct some dungeons and vary them; whoever could get a player stuck is worth nothing."""
    evolved = evolve(_recipe(rooms), generations=_JUDGED // 12, seed=seed, budget=budget.within(steps=_JUDGED))
    return dungeon_of(evolved.best.genome), evolved.best.fitness


def _recipe(rooms: int, population: int = 4) -> Recipe[Words]:
    """Return how constructed dungeons are varied: by compiled steps, judged by proof and classic fitness."""
    rewards, walk = rewards_of(rooms), np.zeros(2, np.int64)
    states = max(500, _STATES // (rooms * 20))
    half, quarter = rooms // 2, max(1, rooms // 4)

    def judge(genome: Words) -> float:
        """Return the classic fitness; −100 for a softlock, 0 where the walk was not found in time.

        Its bells are flat far from their targets, so up to 10 points show the way: for the moves, and the rooms met
        again.
        """
        if is_safe(genome, _SETS) != 1:
            return NO_WALK
        value = float(worth_within(genome, rewards, states, walk))
        if value in (UNKNOWN, BAD_FINISH, NO_WALK):
            return 0.0 if value == UNKNOWN else value
        moves, again = int(walk[0]), int(walk[1])
        return value - 5 * min(1, abs(moves - half) / half) - 5 * min(1, abs(again - quarter) / quarter)

    return Recipe(
        create=lambda rng: genome_of(construct(rooms, rng)),
        fitness=judge,
        mutate=lambda genome, rng: varied(genome, int(rng.random() * (1 << 52))),
        population=population,
        offspring=16,
        crossing=0.0,
        mutation=1.0,
        replace=survivors(),
        key=lambda genome: genome.tobytes(),
    )


def kind_of(dungeon: Dungeon, bins: int = _BINS) -> tuple[int, int] | None:
    """Return the cell of the map of kinds: linearity and leniency in tenths, None without a walk."""
    walk = _walk(dungeon)
    if walk is None:
        return None
    return (min(bins - 1, int(linearity(dungeon, walk) * bins)), min(bins - 1, int(leniency(dungeon) * bins)))


def illuminated(rooms: int, *, seed: int = 0, tries: int = 1000, budget: Budget | None = None) -> Archive[Words]:
    """Fill the map of kinds with dungeons without softlock, each the best of its kind (`dungeon_of` reads them)."""

    def describe(genome: Words) -> tuple[int, int] | None:
        return kind_of(dungeon_of(genome)) if is_safe(genome, _SETS) == 1 else None

    return illuminate(_recipe(rooms, population=100), describe, tries=tries, seed=seed, budget=budget)


@lru_cache(maxsize=8)
def _atlas(rooms: int, budget: Budget) -> Archive[Words]:
    """Return a map of kinds, kept, so that many draws from it cost one illumination."""
    return illuminated(rooms, budget=budget)


def _with_options(dungeon: Dungeon, rng: Rng, boss: bool, oneways: int, switches: int) -> Dungeon:
    """Add a boss lock, one-way doors and switches, each kept only where nobody can get stuck by it."""
    if boss:
        dungeon = _with_boss_key(dungeon, rng)
    for wanted, make in ((oneways, _one_way), (switches, _switched)):
        done = 0
        for number in _shuffled(list(range(len(dungeon.doors))), rng):
            door = dungeon.doors[number]
            ends = dungeon.finish in (door.a, door.b)
            if done >= wanted or door.locked or door.oneway or door.switch is not None or ends:
                continue
            doors = (*dungeon.doors[:number], make(dungeon, door, rng), *dungeon.doors[number + 1 :])
            changed = Dungeon(dungeon.rooms, doors, dungeon.grid)
            if _is_safe(changed):
                dungeon, done = changed, done + 1
    return dungeon


def _with_boss_key(dungeon: Dungeon, rng: Rng) -> Dungeon:
    """Put a boss lock on the finish; its key replaces a small one, or where nobody should miss that, lies by itself.

    The latter is always safe: with one key more than locks in every set of regions, all rooms can be opened.
    """
    finish = dungeon.finish
    doors = tuple(replace(door, lock=BOSS) if finish in (door.a, door.b) else door for door in dungeon.doors)
    for room in (*_shuffled(dungeon.of_kind(KEY), rng), *_shuffled(dungeon.of_kind(NORMAL), rng)):
        changed = Dungeon({**dungeon.rooms, room: BOSS_KEY}, doors, dungeon.grid)
        if _is_safe(changed):
            return changed
    raise GenerationFailed("dungeon: no room can hold the boss key without a softlock; try another seed")


def _one_way(dungeon: Dungeon, door: Door, rng: Rng) -> Door:
    if rng.random() < 0.5:
        door = replace(door, a=door.b, b=door.a)
    return replace(door, oneway=True)


def _switched(dungeon: Dungeon, door: Door, rng: Rng) -> Door:
    rooms = dungeon.of_kind(NORMAL) or dungeon.of_kind(KEY)
    return replace(door, switch=rooms[int(rng.random() * len(rooms))])


def _is_safe(dungeon: Dungeon) -> bool:
    try:
        return softlock(dungeon, Budget(steps=20_000)) is None
    except Undecided:
        return False


def _shuffled(things: list[T], rng: Rng) -> list[T]:
    return [things[int(at)] for at in rng.permutation(len(things))]
