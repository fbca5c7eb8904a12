"""What a player of North knows of the cave, and how the rest is imagined.

Perceived are: the vertices visited with their places, the edges walked, the exits (directions, not lengths) of each
vertex where a way was chosen, the monsters met with their power, and at a meeting whether the way back exists. The
life and the stamina given at the start tell the best pair (both difficulties can be inverted), so it is known as well.

`imagine` grows the unseen part as the generator does, around what was seen: exits with unknown length first (by
backtracking, so that all find room), then edges of vertices half seen or new. It is an approximation of the posterior:
lengths are drawn uniformly from those that fit, and what stamina and life say about the map is left out; the imagined
cave's own table may differ from the pair that was announced. An imagined cave has the generator's size, reaches its end
from everywhere and has it out of sight; where some tries did not give one, a looser one is taken whose end can be
reached from where the player stands.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import Known, View
from ludarium.games.north.generator import Growth
from ludarium.games.north.level import (
    LONGEST,
    STRONGEST,
    Map,
    Point,
    along,
    breadth_first,
    direction_of,
    length_of,
    monsters_for,
    outward,
)
from ludarium.games.north.rules import COMPASS_POINTS, draw_edge, is_free

if TYPE_CHECKING:
    from ludarium.games.north.game import NorthState

STRICT_TRIES, TRIES = 12, 500
"""How many caves are imagined in the hope of a perfect one, and before giving up."""
_ALL = (1 << COMPASS_POINTS) - 1


class Deal(NamedTuple):
    """What the player is given: the mode, the difficulty, life and stamina, and the best pair that they tell."""

    mode: str
    difficulty: str
    life: int
    stamina: int
    best_life: int
    best_stamina: int


class Sight(NamedTuple):
    """One visited vertex: its place, its monster's power or 0, its exits as bits, or −1 where they were not seen."""

    place: Point
    power: int
    exits: int


@dataclass(frozen=True, slots=True, eq=False)
class NorthKnown(Known):
    """The half-drawn map and the player's own numbers; places only, because numbers of vertices would tell their age.

    It is pickled as one text, so that equal knowledge has equal bytes.
    """

    bound: int
    deal: Deal
    phase: int
    place: Point
    came: Point | None
    life: int
    stamina: int
    game: int
    beaten: tuple[Point, ...]
    sights: tuple[Sight, ...]
    edges: tuple[tuple[Point, Point], ...]
    barred: tuple[tuple[Point, Point], ...]

    def key(self) -> Hashable:
        """Return all of it."""
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)

    def __getstate__(self) -> Any:
        return repr(tuple(tuple(part) if isinstance(part, Deal) else part for part in self._plain()))

    def __setstate__(self, text: Any) -> None:
        values = dict(zip(self.__dataclass_fields__, literal_eval(text), strict=True))
        values["deal"] = Deal(*values["deal"])
        values["sights"] = tuple(Sight(*sight) for sight in values["sights"])
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _plain(self) -> tuple[Any, ...]:
        sights = tuple(tuple(sight) for sight in self.sights)
        return tuple(sights if name == "sights" else getattr(self, name) for name in self.__dataclass_fields__)

    @property
    def view(self) -> View:
        """What the player sees, by places."""
        from ludarium.games.north.game import view_of

        return view_of(self, None)

    def imagine(self, rng: np.random.Generator) -> NorthState:
        """Return a state in a cave that looks the same so far."""
        from ludarium.games.north.game import NorthState

        cave = self._imagine_cave(rng)
        named = {place: vertex for vertex, place in cave.vertices.items()}
        return NorthState(
            cave,
            self.deal,
            phase=self.phase,
            place=named[self.place],
            came=None if self.came is None else named[self.came],
            life=self.life,
            stamina=self.stamina,
            game=self.game,
            beaten=frozenset(named[place] for place in self.beaten),
            seen=frozenset(named[sight.place] for sight in self.sights),
            read=frozenset(named[sight.place] for sight in self.sights if sight.exits >= 0),
            edges=frozenset((named[a], named[b]) for a, b in self.edges),
            barred=frozenset((named[a], named[b]) for a, b in self.barred),
        )

    def _imagine_cave(self, rng: np.random.Generator) -> Map:
        sketch = Sketch(self)
        for number in range(TRIES):
            growth = sketch.completed(rng)
            if growth is None:
                continue
            growth.grow(rng)
            end = growth.end()
            if (end is None or end < sketch.seen) and number >= STRICT_TRIES:
                end = self._some_end(growth, sketch.seen)
            if end is not None and end >= sketch.seen:
                edges = growth.edges()
                monsters = self._imagine_monsters(growth, sketch, end, rng)
                return Map(self.bound, growth.vertices(), edges, monsters, 0, end)
        raise LudariumError(f"no cave could be imagined around {len(self.sights)} known vertices in {TRIES} tries")

    def _some_end(self, growth: Growth, seen: int) -> int | None:
        """Return the farthest unseen vertex that can be reached from where the player stands."""
        vertices = growth.vertices()
        here = next(vertex for vertex, place in vertices.items() if place == self.place)
        order = [vertex for vertex in breadth_first(outward(vertices, growth.edges()), here) if vertex >= seen]
        return order[-1] if order else None

    def _imagine_monsters(self, growth: Growth, sketch: Sketch, end: int, rng: np.random.Generator) -> dict[int, int]:
        """Return the monsters met, and further ones on vertices unseen."""
        monsters = dict(sketch.monsters)
        free = [vertex for vertex in range(sketch.seen, growth.count) if vertex != end]
        apart = set(free)
        for vertex in monsters:
            apart -= _neighbours(growth, vertex)
        for _ in range(min(monsters_for(growth.count) - len(monsters), len(free))):
            options = sorted(apart) or free
            vertex = options[int(rng.random() * len(options))]
            free.remove(vertex)
            apart -= {vertex} | _neighbours(growth, vertex)
            monsters[vertex] = 1 + int(rng.random() * STRONGEST)
        return monsters


def _neighbours(growth: Growth, vertex: int) -> set[int]:
    return set(growth.out[COMPASS_POINTS * vertex : COMPASS_POINTS * (vertex + 1)].tolist())


class Sketch:
    """What was seen of a cave, as the beginning of a growth: start first, then other vertices read, then half seen."""

    def __init__(self, known: NorthKnown) -> None:
        ordered = sorted(known.sights, key=lambda sight: (sight.place != (0, 0), sight.exits < 0))
        named = {sight.place: number for number, sight in enumerate(ordered)}
        self._growth = growth = Growth(known.bound)
        self.monsters = {named[sight.place]: sight.power for sight in ordered if sight.power}
        self.seen = len(ordered)
        for sight in ordered:
            vertex = growth.insert(sight.place)
            growth.barred[vertex] = _ALL if sight.exits >= 0 else 0
        growth.first = sum(sight.exits >= 0 for sight in ordered)
        for a, b in known.edges:
            direction = _direction(a, b)
            draw_edge(growth.board, known.bound, growth.places, growth.count, named[a] * 8 + direction, length_of(a, b))
            growth.out[COMPASS_POINTS * named[a] + direction] = named[b]
        for a, b in known.barred:
            growth.barred[named[a]] |= 1 << _direction(a, b)
        self._open = [
            (vertex, direction)
            for vertex, sight in enumerate(ordered)
            for direction in range(COMPASS_POINTS)
            if sight.exits >= 0 and sight.exits >> direction & 1 and growth.out[8 * vertex + direction] < 0
        ]
        self._exits = [sight.exits for sight in ordered]

    def completed(self, rng: np.random.Generator) -> Growth | None:
        """Return a copy in which every exit that was seen leads somewhere, drawn at random; None after bad luck."""
        order = [self._open[int(index)] for index in rng.permutation(len(self._open))]
        self._patience = 400
        return self._place(_copy(self._growth), order, rng)

    def _place(self, growth: Growth, left: list[tuple[int, int]], rng: np.random.Generator) -> Growth | None:
        """Give the exits that are left their ends, one by one, coming back on them where one finds no room."""
        self._patience -= 1
        if not left or self._patience < 0:
            return growth if not left else None
        (vertex, direction), rest = left[0], left[1:]
        if growth.out[8 * vertex + direction] >= 0:
            return self._place(growth, rest, rng)
        for steps in self._options(growth, vertex, direction, rng):
            tried = _copy(growth)
            way_back = self._connect(tried, vertex, direction, steps, rng)
            if way_back is not None and (done := self._place(tried, rest, rng)) is not None:
                return done
        return None

    def _options(self, growth: Growth, vertex: int, direction: int, rng: np.random.Generator) -> list[int]:
        """Return the lengths that an exit may have, in random order; one only where its way back is known."""
        place, opposite = growth.point(vertex), (direction + 4) % COMPASS_POINTS
        for steps in range(1, LONGEST + 1):
            other = _vertex_at(growth, along(place, direction, steps))
            if other is not None:
                if growth.out[8 * other + opposite] == vertex:
                    return [steps]
                break
        found = [
            steps
            for steps in range(1, LONGEST + 1)
            if is_free(growth.board, growth.bound, place[0], place[1], direction, steps)
            and (growth.count < growth.most or _vertex_at(growth, along(place, direction, steps)) is not None)
        ]
        return [found[int(index)] for index in rng.permutation(len(found))]

    def _connect(
        self, growth: Growth, vertex: int, direction: int, steps: int, rng: np.random.Generator
    ) -> bool | None:
        """Draw one exit; say whether its way back is there too, None when that contradicts what was seen."""
        opposite = (direction + 4) % COMPASS_POINTS
        other = int(draw_edge(growth.board, growth.bound, growth.places, growth.count, 8 * vertex + direction, steps))
        growth.count = max(growth.count, other + 1)
        growth.out[8 * vertex + direction] = other
        if growth.out[8 * other + opposite] >= 0:
            return True
        if other < growth.first:
            way_back = bool(self._exits[other] >> opposite & 1)
        else:
            way_back = rng.random() < 0.5 and not growth.barred[other] >> opposite & 1
        if way_back:
            growth.out[8 * other + opposite] = vertex
        return way_back


def _copy(growth: Growth) -> Growth:
    other = Growth.__new__(Growth)
    other.bound, other.most, other.count, other.first = growth.bound, growth.most, growth.count, growth.first
    other.board, other.places = growth.board.copy(), growth.places.copy()
    other.out, other.barred = growth.out.copy(), growth.barred
    return other


def _vertex_at(growth: Growth, place: Point) -> int | None:
    """Return the vertex at a place, or None."""
    bound = growth.bound
    if max(abs(place[0]), abs(place[1])) > bound:
        return None
    name = int(growth.board[2 * (place[1] + bound) * (4 * bound + 1) + 2 * (place[0] + bound)]) - 1
    return name if name >= 0 else None


def _direction(a: Point, b: Point) -> int:
    direction = direction_of(a, b)
    assert direction is not None, "edges follow the compass"
    return direction
