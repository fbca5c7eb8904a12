"""Islands from luck, by the source's recipe: `generate(size, seed)`.

Land grows from the middle with a falling rate, in up to 20 − 128 // N regions; mountains grow in ranges; prisons and
the treasure stand on free land; where a prison cannot reach the treasure, the path that breaks the fewest mountains
is cut (a plain tile costs 1, a mountain 10). An island on which some kind of hint could not be drawn, or with too
little land, is thrown away, a bounded number of times.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.generator import Generated, GenerationFailed, Generator
from ludarium.core.rng import derive
from ludarium.core.solver import Report
from ludarium.games.treasure import notation
from ludarium.games.treasure.hints import HINTS
from ludarium.games.treasure.level import (
    EARLIEST_REVEAL,
    LARGEST,
    LATEST_FREE,
    LATEST_REVEAL,
    SMALLEST,
    Island,
    Terrain,
    is_whole,
)
from ludarium.games.treasure.rules import MOUNTAIN, PLAIN, PRISON, cheapest, grow_land, grow_mountains

ATTEMPTS = 200
"""How many islands are thrown away before giving up; most need one or two."""
MOUNTAIN_SEEDS, SPREADING = 0.05, 0.2
LEAST_LAND = 0.25
"""The share of the map that is land."""
NEW_REGIONS = 3.0
"""How eagerly regions begin: this many times the number of regions, over the number of tiles, is the chance a tile."""


def generate(size: int, seed: int = 0) -> Island:
    """Return the island that belongs to (size, seed)."""
    return TreasureGenerator(size).generate(derive(seed, "level"), Budget()).level


def regions_for(size: int) -> int:
    """Return how many land regions an island has at most."""
    return 20 - 128 // size


def prisons_for(size: int) -> int:
    """Return how many prisons an island has."""
    return 2 + 12 * size // 64


class TreasureGenerator(Generator[Island]):
    """Makes square islands of `size` tiles a side, 16 to 512; gives up after `attempts`."""

    def __init__(self, size: int = SMALLEST, attempts: int = ATTEMPTS) -> None:
        if not is_whole(size) or not SMALLEST <= size <= LARGEST:
            raise BadParameter(f"treasure: size={size!r}; islands from {SMALLEST} to {LARGEST} are made")
        if attempts < 1:
            raise BadParameter(f"treasure: attempts={attempts}; at least 1 is needed")
        self.size, self.attempts = size, attempts

    def generate(self, rng: np.random.Generator, budget: Budget) -> Generated[Island]:
        """Grow islands until one keeps every rule; the certificate is the pirate's distance from each prison."""
        meter = budget.start()
        while meter.steps < self.attempts and meter.left():
            meter.spend()
            region, what = self._land(rng), np.zeros(self.size * self.size, np.uint8)
            if region is None:
                continue
            self._mountains(region, what, rng)
            treasure = self._prisons(region, what, rng)
            if treasure is None:
                continue
            shape = (self.size, self.size)
            terrain = Terrain.of(region.reshape(shape), what.reshape(shape))
            if (terrain.prison_steps[:, treasure] < 0).any() or not all(h.possible(terrain) for h in HINTS.values()):
                continue
            reveal = int(rng.integers(EARLIEST_REVEAL, LATEST_REVEAL + 1))
            island = Island(terrain, treasure, reveal, int(rng.integers(reveal + 1, LATEST_FREE + 1)))
            ways = tuple(terrain.prison_steps[:, treasure].tolist())
            return Generated(island, certificate=ways, stats={"attempts": meter.steps})
        raise GenerationFailed(f"treasure: no island of size {self.size} in {meter.steps} attempts; try another seed")

    def write(self, level: Island) -> str:
        """Return the map in the source's format."""
        return notation.dumps(level).rstrip("\n")

    def report(self, made: Generated[Island], budget: Budget) -> Report:
        """Draw the island."""
        from ludarium.games.treasure.game import Treasure

        game = Treasure(map_text=self.write(made.level))
        told = super().report(made, budget)
        return replace(told, title=f"island of {self.size} × {self.size}", frame=game.frame(game.initial(0).view()))

    def _land(self, rng: np.random.Generator) -> NDArray[np.int32] | None:
        size, tiles, most = self.size, self.size * self.size, regions_for(self.size)
        region = np.zeros(tiles, np.int32)
        falling = 1 - 0.02 * 64 / size
        count = grow_land(region, size, (size // 2) * size + size // 2, most, falling, NEW_REGIONS * most / tiles,
                          rng.random(8 * tiles))  # fmt: skip
        return region if count >= 4 and np.count_nonzero(region) >= LEAST_LAND * tiles else None

    def _mountains(self, region: NDArray[np.int32], what: NDArray[np.uint8], rng: np.random.Generator) -> None:
        """Draw seeds on land, as many as 5 % of the map's tiles, and let ranges grow from them."""
        seeds = rng.choice(np.flatnonzero(region), int(MOUNTAIN_SEEDS * len(region)), replace=False).astype(np.int32)
        grow_mountains(region, what, self.size, seeds, SPREADING, rng.random(4 * len(region)))

    def _prisons(self, region: NDArray[np.int32], what: NDArray[np.uint8], rng: np.random.Generator) -> int | None:
        """Place the treasure and the prisons and cut the paths; None when a prison is shut in by others."""
        free = np.flatnonzero((region != 0) & (what == PLAIN))
        if len(free) < 2 * prisons_for(self.size):
            return None
        chosen = rng.choice(free, prisons_for(self.size) + 1, replace=False)
        treasure, prisons = int(chosen[0]), chosen[1:]
        what[prisons] = PRISON
        cost, before = np.empty(len(region), np.int32), np.empty(len(region), np.int32)
        cheapest(region, what, self.size, treasure, cost, before)
        if (cost[prisons] < 0).any():
            return None
        terrain = Terrain.of(region.reshape(self.size, -1), what.reshape(self.size, -1))
        for prison in prisons[terrain.prison_steps[np.searchsorted(terrain.prisons, prisons), treasure] < 0].tolist():
            tile = int(before[prison])
            while tile != treasure:
                if what[tile] == MOUNTAIN:
                    what[tile] = PLAIN
                tile = int(before[tile])
        return treasure
