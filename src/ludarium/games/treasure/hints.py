"""The pirate's fifteen hints, one class each: draw a true one, draw a false one, the tiles it means, a sentence.

A kind draws the *form* of its claim first (how many tiles, a row or a column, which point …), whoever listens and
whether it is a lie or not; then it draws uniformly among the claims of this form that are true (or false). So a claim's
chance is 1 over the number of true (false) claims of its form for this treasure, which `odds` returns for every tile at
once: that is what a listener may conclude from a hint before it is verified. A claim is plain numbers (`Claim`);
places are rows and columns from 0, as in the map's file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.games.treasure.level import Mask, Terrain

Floats = NDArray[np.float64]
Numbers = tuple[int, ...]

LARGE_BOX, SMALL_BOX = 8, 5
LARGEST_RING, SMALLEST_RING = 16, 4
DIRECTIONS = ("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest")
HALVES = ("northern", "southern", "western", "eastern")


class Scene(NamedTuple):
    """What a hint may depend on: three tiles."""

    treasure: int
    prison: int
    agent: int


class Claim(NamedTuple):
    """One hint as it was said: its kind, 1 to 15, and the numbers that its class knows how to read."""

    kind: int
    numbers: Numbers


class Hint(ABC):
    """One kind of hint."""

    kind: ClassVar[int]

    def draw_true(self, terrain: Terrain, scene: Scene, rng: np.random.Generator) -> Claim:
        """Draw a claim that holds."""
        return Claim(self.kind, self.draw(terrain, scene, True, rng))

    def draw_false(self, terrain: Terrain, scene: Scene, rng: np.random.Generator) -> Claim:
        """Draw a lie."""
        return Claim(self.kind, self.draw(terrain, scene, False, rng))

    @abstractmethod
    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""

    @abstractmethod
    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true. Kind 6 needs the prison."""

    @abstractmethod
    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""

    def odds(self, terrain: Terrain, numbers: Numbers) -> tuple[Floats | float, Floats | float]:
        """Return the chance of this very claim if it is true, and if it is a lie, by the treasure's tile.

        Both up to one common factor, and only where the claim can be true (false): the tile set says where that is.
        """
        return 1.0, 1.0

    def possible(self, terrain: Terrain) -> bool:
        """Say whether true and false claims exist on this map, wherever the treasure lies."""
        return True


def _pick(rng: np.random.Generator, options: Sequence[int] | NDArray[Any]) -> int:
    return int(options[int(rng.integers(len(options)))])


def _sample(rng: np.random.Generator, options: NDArray[Any], number: int) -> list[int]:
    return [int(option) for option in rng.choice(options, number, replace=False)]


def _words(parts: Sequence[object], last: str = "and") -> str:
    texts = [str(part) for part in parts]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def _place(terrain: Terrain, tile: int) -> str:
    row, column = terrain.place(tile)
    return f"({row}, {column})"


class _Listed(Hint):
    """A list of things, one of which the treasure is in (`inside`) or none of which it is in."""

    inside: ClassVar[bool]
    fewest: ClassVar[int]
    most: ClassVar[int]

    @abstractmethod
    def things(self, terrain: Terrain) -> NDArray[Any]:
        """Return all that may be listed."""

    @abstractmethod
    def owner(self, terrain: Terrain, tile: int) -> int:
        """Return the thing that a tile is in."""

    def possible(self, terrain: Terrain) -> bool:
        """Say whether the map has room for true and false claims."""
        return len(self.things(terrain)) > self.fewest

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        things, own = self.things(terrain), self.owner(terrain, scene.treasure)
        number = int(rng.integers(self.fewest, min(self.most, len(things) - 1) + 1))
        others = things[things != own]
        if true == self.inside:
            return tuple(sorted([own, *_sample(rng, others, number - 1)]))
        return tuple(sorted(_sample(rng, others, number)))

    def odds(self, terrain: Terrain, numbers: Numbers) -> tuple[float, float]:
        """Return the chances: a list with the treasure's thing is one of C(n − 1, k − 1), another of C(n − 1, k)."""
        number = len(numbers)
        rarer = (len(self.things(terrain)) - number) / number
        return (rarer, 1.0) if self.inside else (1.0, rarer)


class Tiles(_Listed):
    """Kind 1: a list of 1 to 12 free tiles without the treasure."""

    kind, inside, fewest, most = 1, False, 1, 12

    def things(self, terrain: Terrain) -> NDArray[Any]:
        """Return all that may be listed."""
        return terrain.open

    def owner(self, terrain: Terrain, tile: int) -> int:
        """Return the thing that a tile is in."""
        return tile

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        mask = np.ones(terrain.tiles, bool)
        mask[list(numbers)] = False
        return mask

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        if len(numbers) == 1:
            return f"The treasure is not on the tile {_place(terrain, numbers[0])}."
        return f"The treasure is on none of the tiles {_words([_place(terrain, tile) for tile in numbers])}."


class _Regions(_Listed):
    def things(self, terrain: Terrain) -> NDArray[Any]:
        """Return all that may be listed."""
        return np.array(terrain.land_regions)

    def owner(self, terrain: Terrain, tile: int) -> int:
        """Return the thing that a tile is in."""
        return int(terrain.region[tile])

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        found: Mask = np.isin(terrain.region, numbers) == self.inside
        return found


class OneOfRegions(_Regions):
    """Kind 2: two to five land regions, one has the treasure."""

    kind, inside, fewest, most = 2, True, 2, 5

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        return f"The treasure is in one of the regions {_words(numbers)}."


class NoneOfRegions(_Regions):
    """Kind 3: one to three land regions without the treasure."""

    kind, inside, fewest, most = 3, False, 1, 3

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        if len(numbers) == 1:
            return f"The treasure is not in region {numbers[0]}."
        return f"The treasure is in none of the regions {_words(numbers)}."


def ways(length: int, outer: int, offset: int, inner: int) -> NDArray[np.int64]:
    """Return, for each coordinate, how many places of an interval of *outer* hold it in their part [offset, inner)."""
    at = np.arange(length)
    first, last = np.maximum(0, at - offset - inner + 1), np.minimum(at - offset, length - outer)
    found: NDArray[np.int64] = np.maximum(0, last - first + 1)
    return found


class _Box(Hint):
    """A square that has the treasure, or has it not. On maps below twice its side it is half as large as the map."""

    side: ClassVar[int]
    inside: ClassVar[bool]

    def possible(self, terrain: Terrain) -> bool:
        """Say whether the map has room for true and false claims."""
        return min(terrain.width, terrain.height) >= 2

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        side = min(self.side, min(terrain.width, terrain.height) // 2)
        row, column = terrain.place(scene.treasure)
        rows, columns = np.arange(terrain.height - side + 1), np.arange(terrain.width - side + 1)
        holds = ((rows <= row) & (row < rows + side))[:, None] & ((columns <= column) & (column < columns + side))
        place = _pick(rng, np.flatnonzero(holds.reshape(-1) == (true == self.inside)))
        return (*divmod(place, len(columns)), side)

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        row, column, side = numbers
        mask = np.full((terrain.height, terrain.width), not self.inside)
        mask[row : row + side, column : column + side] = self.inside
        return mask.reshape(-1)

    def odds(self, terrain: Terrain, numbers: Numbers) -> tuple[Floats, Floats]:
        """Return one over the number of true, and of false, claims of this form."""
        side = numbers[2]
        holding = np.outer(ways(terrain.height, side, 0, side), ways(terrain.width, side, 0, side)).reshape(-1)
        others = (terrain.height - side + 1) * (terrain.width - side + 1) - holding
        return (1.0 / holding, 1.0 / others) if self.inside else (1.0 / others, 1.0 / holding)

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        row, column, side = numbers
        box = f"rows {row} to {row + side - 1}, columns {column} to {column + side - 1}"
        return f"The treasure is {'in' if self.inside else 'not in'} the rectangle of {box}."


class LargeBox(_Box):
    """Kind 4: an 8×8 square that has the treasure."""

    kind, side, inside = 4, LARGE_BOX, True


class SmallBox(_Box):
    """Kind 5: a 5×5 square without the treasure."""

    kind, side, inside = 5, SMALL_BOX, False


class _EitherWay(Hint):
    """A fact said in the positive or the negative: numbers[0] is 1 or 0. Exactly one of the two is true."""

    @abstractmethod
    def fact(self, terrain: Terrain, numbers: Numbers, prison: int | None) -> Mask:
        """Return the tiles for which the positive holds."""

    def further(self, terrain: Terrain, scene: Scene) -> Numbers:
        """Return what follows the sign."""
        return ()

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        further = self.further(terrain, scene)
        holds = bool(self.fact(terrain, (1, *further), scene.prison)[scene.treasure])
        return (int(holds == true), *further)

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        found: Mask = self.fact(terrain, numbers, prison) == bool(numbers[0])
        return found


class Nearer(_EitherWay):
    """Kind 6: you are nearer to the treasure than the prison he is in, or you are not (Manhattan, where you stand)."""

    kind = 6

    def further(self, terrain: Terrain, scene: Scene) -> Numbers:
        """Return the tile that the claim speaks of."""
        return (scene.agent,)

    def fact(self, terrain: Terrain, numbers: Numbers, prison: int | None) -> Mask:
        """Return the tiles for which the positive holds."""
        if prison is None:
            raise ValueError("hint 6 means nothing yet: the prison is not known")
        return _manhattan(terrain, numbers[1]) < _manhattan(terrain, prison)

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        here = _place(terrain, numbers[1])
        if numbers[0]:
            return f"You, at {here}, are nearer to the treasure than the prison I am in."
        return f"The prison I am in is at least as near to the treasure as you at {here}."


def _manhattan(terrain: Terrain, tile: int) -> NDArray[np.int64]:
    row, column = terrain.place(tile)
    away = np.abs(np.arange(terrain.height) - row)[:, None] + np.abs(np.arange(terrain.width) - column)
    return away.reshape(-1)


class _Lines(Hint):
    """A row, a column or both: the treasure is on one of them (`inside`), or on none. −1 is no line."""

    inside: ClassVar[bool]

    def possible(self, terrain: Terrain) -> bool:
        """Say whether the map has room for true and false claims."""
        return min(terrain.width, terrain.height) >= 2

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        own = terrain.place(scene.treasure)
        sizes = (terrain.height, terrain.width)
        form = int(rng.integers(3))
        on = true == self.inside
        if form < 2:
            line = own[form] if on else _pick(rng, [at for at in range(sizes[form]) if at != own[form]])
            return (line, -1) if form == 0 else (-1, line)
        if not on:
            row, column = (_pick(rng, [at for at in range(sizes[i]) if at != own[i]]) for i in (0, 1))
            return (row, column)
        choice = int(rng.integers(sizes[0] + sizes[1] - 1))
        return (choice, own[1]) if choice < sizes[0] else (own[0], (own[1] + 1 + choice - sizes[0]) % sizes[1])

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        mask = np.full((terrain.height, terrain.width), not self.inside)
        if numbers[0] >= 0:
            mask[numbers[0]] = self.inside
        if numbers[1] >= 0:
            mask[:, numbers[1]] = self.inside
        return mask.reshape(-1)

    def odds(self, terrain: Terrain, numbers: Numbers) -> tuple[float, float]:
        """Return one over the number of true, and of false, claims of this form."""
        height, width = terrain.height, terrain.width
        if numbers[1] < 0:
            on, off = 1.0, 1.0 / (height - 1)
        elif numbers[0] < 0:
            on, off = 1.0, 1.0 / (width - 1)
        else:
            on, off = 1.0 / (height + width - 1), 1.0 / ((height - 1) * (width - 1))
        return (on, off) if self.inside else (off, on)

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        lines = [f"{name} {at}" for name, at in zip(("row", "column"), numbers, strict=True) if at >= 0]
        if self.inside:
            return f"The treasure is in {_words(lines, 'or')}."
        return f"The treasure is {'neither in' if len(lines) == 2 else 'not in'} {_words(lines, 'nor in')}."


class OnLines(_Lines):
    """Kind 7: a row and/or a column with the treasure (on at least one of the lines that are named)."""

    kind, inside = 7, True


class OffLines(_Lines):
    """Kind 8: a row and/or a column without the treasure (on none of the lines that are named)."""

    kind, inside = 8, False


class Neighbours(Hint):
    """Kind 9: two neighbouring regions, the sea is one too; the treasure is in one of them or on their boundary."""

    kind = 9

    def possible(self, terrain: Terrain) -> bool:
        """Say whether the map has room for true and false claims."""
        met = [sum(region in pair for pair in terrain.pairs) for region in terrain.land_regions]
        return all(0 < number < len(terrain.pairs) for number in met)

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        own = int(terrain.region[scene.treasure])
        fitting = [pair for pair in terrain.pairs if (own in pair) == true]
        return fitting[int(rng.integers(len(fitting)))]

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        return np.isin(terrain.region, numbers)

    def odds(self, terrain: Terrain, numbers: Numbers) -> tuple[Floats, Floats]:
        """Return one over the number of true, and of false, claims of this form."""
        met = np.ones(max(terrain.land_regions) + 1)
        for region in (0, *terrain.land_regions):
            met[region] = sum(region in pair for pair in terrain.pairs)
        mine = met[terrain.region]
        return 1.0 / np.maximum(mine, 1), 1.0 / np.maximum(len(terrain.pairs) - mine, 1)

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        first, second = ("the sea" if region == 0 else f"region {region}" for region in numbers)
        return f"The treasure is within {first} or {second}, or on their boundary."


class OnBoundary(_EitherWay):
    """Kind 10: the treasure is on a boundary between two land regions (its tile has an edge with the other), or not."""

    kind = 10

    def fact(self, terrain: Terrain, numbers: Numbers, prison: int | None) -> Mask:
        """Return the tiles for which the positive holds."""
        return terrain.boundary

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        return f"The treasure is {'' if numbers[0] else 'not '}on a boundary between two land regions."


class OnShore(_EitherWay):
    """Kind 11: there is sea within 3 tiles of the treasure, diagonals included, or there is none."""

    kind = 11

    def fact(self, terrain: Terrain, numbers: Numbers, prison: int | None) -> Mask:
        """Return the tiles for which the positive holds."""
        return terrain.shore

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        return f"The treasure is {'' if numbers[0] else 'not '}within 3 tiles of the sea."


class EmptyHalf(Hint):
    """Kind 12: a half of the map without the treasure. Halves meet and do not overlap, so a true one always exists."""

    kind = 12

    def possible(self, terrain: Terrain) -> bool:
        """Say whether the map has room for true and false claims."""
        return min(terrain.width, terrain.height) >= 2

    def half(self, terrain: Terrain, number: int) -> Mask:
        """Return the tiles of a half; of an odd side the southern and eastern one are larger by a line."""
        mask = np.zeros((terrain.height, terrain.width), bool)
        row, column = terrain.height // 2, terrain.width // 2
        mask[
            ((slice(row),), (slice(row, None),), (slice(None), slice(column)), (slice(None), slice(column, None)))[
                number
            ]
        ] = True
        return mask.reshape(-1)

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        fitting = [number for number in range(4) if self.half(terrain, number)[scene.treasure] != true]
        return (_pick(rng, fitting),)

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        return ~self.half(terrain, numbers[0])

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        return f"The treasure is not in the {HALVES[numbers[0]]} half of the map."


class Direction(Hint):
    """Kind 13: a direction from the map's centre, or from the prison he is in, which is thereby revealed.

    North, east, south and west are triangles with their sides, the others quadrants with theirs. The centre is the
    corner between four tiles (of an odd side the one before the middle tile), so each tile has two or three directions.
    """

    kind = 13

    def all_ways(self, terrain: Terrain, prison: int) -> NDArray[np.bool_]:
        """Return the tiles of each of the eight directions from a prison, or from the centre (−1)."""
        row, column = terrain.place(prison)
        if prison < 0:
            down = 2 * np.arange(terrain.height) - 2 * (terrain.height // 2) + 1
            right = 2 * np.arange(terrain.width) - 2 * (terrain.width // 2) + 1
        else:
            down, right = np.arange(terrain.height) - row, np.arange(terrain.width) - column
        d, r = np.broadcast_arrays(down[:, None], right[None, :])
        found = [
            (d < 0) & (np.abs(r) <= -d),
            (r > 0) & (np.abs(d) <= r),
            (d > 0) & (np.abs(r) <= d),
            (r < 0) & (np.abs(d) <= -r),
            (d <= 0) & (r >= 0),
            (d >= 0) & (r >= 0),
            (d >= 0) & (r <= 0),
            (d <= 0) & (r <= 0),
        ]
        return np.array(found).reshape(8, -1)

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        point = scene.prison if rng.integers(2) else -1
        fitting = np.flatnonzero(self.all_ways(terrain, point)[:, scene.treasure] == true)
        return (point, _pick(rng, fitting))

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        found: Mask = self.all_ways(terrain, numbers[0])[numbers[1]]
        return found

    def odds(self, terrain: Terrain, numbers: Numbers) -> tuple[Floats, Floats]:
        """Return one over the number of true, and of false, claims of this form."""
        number = np.clip(self.all_ways(terrain, numbers[0]).sum(0), 1, 7)
        return 1.0 / number, 1.0 / (8 - number)

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        point = "the map's centre" if numbers[0] < 0 else f"the prison I am in, {_place(terrain, numbers[0])},"
        return f"From {point} the treasure lies to the {DIRECTIONS[numbers[1]]}."


class Ring(Hint):
    """Kind 14: between two nested rectangles. The outer one has sides of 4 to 16, the gap is 1 or 2 tiles wide."""

    kind = 14

    def possible(self, terrain: Terrain) -> bool:
        """Say whether the map has room for true and false claims."""
        return min(terrain.width, terrain.height) >= 2 * SMALLEST_RING

    def draw(self, terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator) -> Numbers:
        """Draw the numbers of a claim that is true, or false."""
        high, wide = (
            int(rng.integers(SMALLEST_RING, min(LARGEST_RING, side // 2) + 1))
            for side in (terrain.height, terrain.width)
        )
        gap = int(rng.integers(1, min(2, (min(high, wide) - 1) // 2) + 1))
        row, column = terrain.place(scene.treasure)
        rows, columns = np.arange(terrain.height - high + 1), np.arange(terrain.width - wide + 1)
        outer = ((rows <= row) & (row < rows + high))[:, None] & ((columns <= column) & (column < columns + wide))
        in_rows = (rows + gap <= row) & (row < rows + high - gap)
        in_columns = (columns + gap <= column) & (column < columns + wide - gap)
        holds = outer & ~(in_rows[:, None] & in_columns)
        place = _pick(rng, np.flatnonzero(holds.reshape(-1) == true))
        return (*divmod(place, len(columns)), high, wide, gap)

    def tiles(self, terrain: Terrain, numbers: Numbers, prison: int | None = None) -> Mask:
        """Return where the treasure may lie if the claim is true."""
        row, column, high, wide, gap = numbers
        mask = np.zeros((terrain.height, terrain.width), bool)
        mask[row : row + high, column : column + wide] = True
        mask[row + gap : row + high - gap, column + gap : column + wide - gap] = False
        return mask.reshape(-1)

    def odds(self, terrain: Terrain, numbers: Numbers) -> tuple[Floats, Floats]:
        """Return one over the number of true, and of false, claims of this form."""
        _, _, high, wide, gap = numbers
        height, width = terrain.height, terrain.width
        outer = np.outer(ways(height, high, 0, high), ways(width, wide, 0, wide))
        inner = np.outer(ways(height, high, gap, high - 2 * gap), ways(width, wide, gap, wide - 2 * gap))
        holding = (outer - inner).reshape(-1)
        return 1.0 / holding, 1.0 / ((height - high + 1) * (width - wide + 1) - holding)

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        row, column, high, wide, gap = numbers
        outer = f"rows {row} to {row + high - 1}, columns {column} to {column + wide - 1}"
        inner = f"rows {row + gap} to {row + high - gap - 1}, columns {column + gap} to {column + wide - gap - 1}"
        return f"The treasure is between two rectangles: inside {outer}, outside {inner}."


class Mountains(_EitherWay):
    """Kind 15: the treasure is in a region that has mountains, or in one that has none."""

    kind = 15

    def fact(self, terrain: Terrain, numbers: Numbers, prison: int | None) -> Mask:
        """Return the tiles for which the positive holds."""
        return terrain.mountainous

    def say(self, terrain: Terrain, numbers: Numbers) -> str:
        """Return the claim as a sentence."""
        return f"The treasure is in a region {'with' if numbers[0] else 'without'} mountains."


HINTS: dict[int, Hint] = {
    hint.kind: hint
    for hint in (
        Tiles(), OneOfRegions(), NoneOfRegions(), LargeBox(), SmallBox(), Nearer(), OnLines(), OffLines(), Neighbours(),
        OnBoundary(), OnShore(), EmptyHalf(), Direction(), Ring(), Mountains(),
    )
}  # fmt: skip
"""Every kind by its number."""


def possible_kinds(terrain: Terrain, wanted: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the kinds that can be drawn on a map: all fifteen on generated ones, or those of them that are wanted."""
    kept: tuple[int, ...] | None = terrain.__dict__.get("kinds")
    if kept is None:
        kept = terrain.__dict__["kinds"] = tuple(kind for kind, hint in HINTS.items() if hint.possible(terrain))
    return tuple(kind for kind in kept if kind in wanted) if wanted else kept


def draw(terrain: Terrain, scene: Scene, true: bool, rng: np.random.Generator, wanted: Sequence[int] = ()) -> Claim:
    """Draw a hint: each kind that the map allows is equally likely, as in the source."""
    hint = HINTS[_pick(rng, possible_kinds(terrain, wanted))]
    return hint.draw_true(terrain, scene, rng) if true else hint.draw_false(terrain, scene, rng)
