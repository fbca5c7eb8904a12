"""Fitness: the source's sum as its program computes it (`classic`), as its text prints it (`text`), and a designer's.

Higher is better. Invalid dungeons get a fixed bad value: −100 without exactly one start and one finish, −50 where the
finish has not one single, locked door, −100 without a walk. The walk is the exact shortest one of fewest keys; the
source's own search is not always that.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from ludarium.core.budget import Budget
from ludarium.games.dungeon.criteria import Measures, embeddable, measure
from ludarium.games.dungeon.level import KEY, MOST_DOORS, Dungeon, distances
from ludarium.games.dungeon.solver import DEFAULT, softlock

NO_ENDS, BAD_FINISH, NO_WALK = -100.0, -50.0, -100.0
WEIGHT = 5


def classic(dungeon: Dungeon, budget: Budget = DEFAULT) -> float:
    """Return the fitness as the source's program computes it: whole targets, rewards rounded to hundredths."""
    return classic_of(measure(dungeon, budget))


def classic_of(found: Measures) -> float:
    """Return the program's fitness of counts."""
    invalid = _invalid(found)
    if invalid is not None:
        return invalid
    rooms = found.rooms
    total = -2.0 * abs(rooms // 3 - found.locked)
    total -= 2.0 * abs(found.doors - (rooms + rooms // 3))
    total += _shape(found)
    total -= 5.0 * max(0, found.hubs - rooms // 5)
    total += moves_reward(rooms, found.moves)
    total += repeated_reward(rooms, found.repeated)
    return total + keys_reward(rooms, found.keys, found.locked)


def moves_reward(rooms: int, moves: int) -> float:
    """Return the program's reward for the length of the walk."""
    return WEIGHT * _bell(rooms, moves, rooms // 2)


def repeated_reward(rooms: int, repeated: int) -> float:
    """Return the program's reward for backtracking."""
    return WEIGHT * _bell(rooms // 2, repeated, rooms // 4)


def keys_reward(rooms: int, keys: int, locked: int) -> float:
    """Return the program's reward for as many keys as locks."""
    return WEIGHT * _bell(rooms, keys, locked)


def _bell(narrow: float, value: float, wanted: float) -> float:
    """Return the program's bell; a target of 0, which it divides by, is met by 0 only."""
    if wanted == 0:
        return float(value == 0)
    return round(exp(-narrow * ((value - wanted) / wanted) ** 2), 2)


def text(dungeon: Dungeon, budget: Budget = DEFAULT) -> float:
    """Return the fitness as the source's text prints it: fractions of the rooms are not cut, nothing is rounded."""
    found = measure(dungeon, budget)
    invalid = _invalid(found)
    if invalid is not None:
        return invalid
    rooms = found.rooms
    total = -2 * abs(rooms / 3 - found.locked) - 2 * abs(found.doors - 4 * rooms / 3) + _shape(found)
    total -= 5 * max(0.0, found.hubs - rooms / 5)
    for narrow, value, wanted in (
        (rooms, found.moves, rooms / 2),
        (rooms / 2, found.repeated, rooms / 4),
        (rooms, found.keys, found.locked),
    ):
        total += WEIGHT * exp(-narrow * ((value - wanted) / wanted) ** 2)
    return total


def _invalid(found: Measures) -> float | None:
    if len(found.starts) != 1 or len(found.finishes) != 1:
        return NO_ENDS
    if found.finish_doors != 1 or not found.finish_locked:
        return BAD_FINISH
    return NO_WALK if found.walk is None else None


def _shape(found: Measures) -> float:
    """Return what the doors of rooms are worth: distance, the start, crowded rooms, and a point a door and room."""
    total = 0.0
    if found.distance is None or found.distance < 2:
        total -= 15
    if found.start_doors > 3:
        total -= 15
    for doors in found.degrees:
        total += doors if doors <= MOST_DOORS else -15
    return total


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a designer asks for; None is no wish.

    `length`: moves of the shortest walk. `branching`: mean doors a room. `key_distance`: mean distance, locks ignored,
    from the start to the key rooms.
    """

    length: float | None = None
    branching: float | None = None
    key_distance: float | None = None


def designer(dungeon: Dungeon, wishes: Wishes = Wishes(), budget: Budget = DEFAULT) -> float:
    """Return the classic fitness, less 50 for a softlock, 20 for no layout, and 10 for a wish missed by its whole."""
    found = measure(dungeon, budget)
    total = classic_of(found)
    if found.walk is None:
        return total
    if softlock(dungeon, budget) is not None:
        total -= 50
    if dungeon.grid is None and not embeddable(dungeon).kept:
        total -= 20
    for wanted, got in (
        (wishes.length, float(found.moves)),
        (wishes.branching, 2 * found.doors / found.rooms),
        (wishes.key_distance, key_distance(dungeon)),
    ):
        if wanted is not None:
            total -= 10 * abs(got - wanted) / max(abs(wanted), 1e-9)
    return total


def key_distance(dungeon: Dungeon) -> float:
    """Return how far, locks ignored, the key rooms are from the start on average; 0 without key rooms."""
    away = distances(dungeon, dungeon.start)
    found = [away[room] for room, kind in dungeon.rooms.items() if kind == KEY and room in away]
    return sum(found) / len(found) if found else 0.0
