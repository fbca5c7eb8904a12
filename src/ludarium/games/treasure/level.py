"""The island: what everybody sees of it (Terrain), and with its secrets (Island)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.games.treasure.rules import MOUNTAIN, PLAIN, PRISON, walk

Point = tuple[int, int]
"""Row, then column; (0, 0) is the north-west corner."""
Mask = NDArray[np.bool_]

SMALLEST, LARGEST = 16, 512
"""Sizes that the generator makes."""
EARLIEST_REVEAL, LATEST_REVEAL, LATEST_FREE = 2, 4, 5
SIDES: tuple[Point, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
SIDE_NAMES = ("north", "east", "south", "west")
SHORE = 3
"""How near the sea hint 11 means, in king's moves."""


class Terrain:
    """Regions, mountains and prisons: public. Everything that follows from them is computed once and kept."""

    def __init__(self, width: int, height: int, regions: bytes, whats: bytes) -> None:
        """Keep the map row by row: *regions* holds two bytes a tile (little-endian), *whats* one."""
        self.width, self.height, self.regions, self.whats = width, height, regions, whats

    @classmethod
    def of(cls, region: NDArray[Any], what: NDArray[Any]) -> Terrain:
        """Return the terrain of two arrays; equal maps give the same object while it is in use."""
        height, width = region.shape
        return terrain_of(width, height, region.astype("<u2").tobytes(), what.astype(np.uint8).tobytes())

    def __reduce__(self) -> tuple[object, ...]:
        return (terrain_of, (self.width, self.height, self.regions, self.whats))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terrain) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    @cached_property
    def name(self) -> str:
        """A short hash of the map: what states are named after."""
        text = f"{self.width} {self.height} ".encode() + self.regions + self.whats
        return blake2b(text, digest_size=8).hexdigest()

    @property
    def tiles(self) -> int:
        """How many tiles the map has."""
        return self.width * self.height

    @cached_property
    def region(self) -> NDArray[np.int32]:
        """The region of each tile, row by row; the sea is 0."""
        return np.frombuffer(self.regions, "<u2").astype(np.int32)

    @cached_property
    def what(self) -> NDArray[np.uint8]:
        """Plain, mountain or prison, for each tile."""
        return np.frombuffer(self.whats, np.uint8).copy()

    @cached_property
    def passable(self) -> NDArray[np.uint8]:
        """1 where one may walk, and where a treasure may lie: land that is neither mountain nor prison."""
        free: Mask = (self.region != 0) & (self.what == PLAIN)
        return free.astype(np.uint8)

    @cached_property
    def open(self) -> NDArray[np.int64]:
        """The passable tiles."""
        return np.flatnonzero(self.passable)

    @cached_property
    def prisons(self) -> tuple[int, ...]:
        """The tiles that are prisons."""
        return tuple(np.flatnonzero(self.what == PRISON).tolist())

    @cached_property
    def land_regions(self) -> tuple[int, ...]:
        """The regions that have tiles, without the sea."""
        return tuple(np.unique(self.region[self.region != 0]).tolist())

    def steps_from(self, tile: int) -> NDArray[np.int32]:
        """Return the pirate's distance from a tile to every other; −1 where he cannot come."""
        distance = np.empty(self.tiles, np.int32)
        walk(self.passable, self.width, tile, distance)
        return distance

    @cached_property
    def prison_steps(self) -> NDArray[np.int32]:
        """The distances from each prison, one row a prison."""
        rows = [self.steps_from(prison) for prison in self.prisons]
        return np.array(rows, np.int32).reshape(len(rows), self.tiles)

    @cached_property
    def candidates(self) -> NDArray[np.int64]:
        """Where the treasure may lie: passable tiles that every prison reaches."""
        return np.flatnonzero((self.prison_steps >= 0).all(0) & (self.passable == 1))

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of regions with a common edge, the sea included: hint 9."""
        grid = self.region.reshape(self.height, self.width)
        found: set[tuple[int, int]] = set()
        for one, other in ((grid[:, :-1], grid[:, 1:]), (grid[:-1], grid[1:])):
            differ = one != other
            low, high = np.minimum(one, other)[differ], np.maximum(one, other)[differ]
            found |= set(zip(low.tolist(), high.tolist(), strict=True))
        return tuple(sorted(found))

    @cached_property
    def boundary(self) -> Mask:
        """Land that shares an edge with land of another region: hint 10."""
        grid = self.region.reshape(self.height, self.width)
        found = np.zeros_like(grid, bool)
        for one, other in (
            ((slice(None), slice(1, None)), (slice(None), slice(-1))),
            ((slice(1, None),), (slice(-1),)),
        ):
            differ = (grid[one] != grid[other]) & (grid[one] != 0) & (grid[other] != 0)
            found[one] |= differ
            found[other] |= differ
        return found.reshape(-1)

    @cached_property
    def shore(self) -> Mask:
        """Land with sea within three king's moves: hint 11."""
        sea = np.pad(self.region.reshape(self.height, self.width) == 0, SHORE)
        found = np.zeros((self.height, self.width), bool)
        for row in range(2 * SHORE + 1):
            for column in range(2 * SHORE + 1):
                found |= sea[row : row + self.height, column : column + self.width]
        land: Mask = self.region != 0
        return found.reshape(-1) & land

    @cached_property
    def mountainous(self) -> Mask:
        """Tiles of regions that have a mountain: hint 15."""
        land: Mask = self.region != 0
        return np.isin(self.region, np.unique(self.region[self.what == MOUNTAIN])) & land

    def place(self, tile: int) -> Point:
        """Return the row and column of a tile."""
        return divmod(tile, self.width)

    def words(self, tile: int) -> str:
        """Return the row and column of a tile as text: 4 7."""
        row, column = self.place(tile)
        return f"{row} {column}"

    def tile(self, place: Point) -> int:
        """Return the tile at a row and column."""
        return place[0] * self.width + place[1]

    def inside(self, row: int, column: int) -> bool:
        """Say whether a place is on the map."""
        return 0 <= row < self.height and 0 <= column < self.width

    def around(self, tile: int, radius: int) -> tuple[slice, slice]:
        """Return rows and columns of a scan, cut at the map's edge."""
        row, column = self.place(tile)
        rows = slice(max(0, row - radius), min(self.height, row + radius + 1))
        return rows, slice(max(0, column - radius), min(self.width, column + radius + 1))

    def neighbours(self, tile: int) -> Iterable[int]:
        """Yield the tiles that share an edge, north first, then by the clock."""
        row, column = self.place(tile)
        for down, right in SIDES:
            if self.inside(row + down, column + right):
                yield tile + down * self.width + right


@lru_cache(maxsize=64)
def terrain_of(width: int, height: int, regions: bytes, whats: bytes) -> Terrain:
    """Return the terrain of plain bytes, the same object for the same map, so that nothing is computed twice."""
    return Terrain(width, height, regions, whats)


@dataclass(frozen=True, slots=True)
class Island:
    """A whole map: the terrain, the treasure's tile, the turn of the reveal and the pirate's first free turn."""

    terrain: Terrain
    treasure: int
    reveal: int
    free: int

    @property
    def width(self) -> int:
        """Columns."""
        return self.terrain.width

    @property
    def height(self) -> int:
        """Rows."""
        return self.terrain.height


def is_whole(value: object) -> bool:
    """Say whether a value is a whole number (True and False are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def deadline(free: int, distance: int) -> int:
    """Return the turn after which the pirate has won: two steps a turn from turn *free* on."""
    return free - 1 + (distance + 1) // 2
