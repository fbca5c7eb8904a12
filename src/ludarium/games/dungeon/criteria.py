"""What makes a dungeon valid and good: the source's fourteen criteria, each a named function with its figure.

`measure` counts once; a criterion reads the counts and says what it wants, what it found, and whether that is right.
The numbers 1v to 6v (valid) and 1s to 8s (good) are the source's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.games.dungeon.level import BOSS_KEY, FINISH, KEY, MOST_DOORS, START, Dungeon, Room, distances
from ludarium.games.dungeon.solver import DEFAULT, shortest, softlock


@dataclass(frozen=True, slots=True)
class Measures:
    """The counts of a dungeon. `walk` is the shortest one (None: there is none), `trap` a walk into a softlock."""

    rooms: int
    doors: int
    starts: tuple[Room, ...]
    finishes: tuple[Room, ...]
    finish_doors: int
    finish_locked: bool
    degrees: tuple[int, ...]
    start_doors: int
    locked: int
    keys: int
    distance: int | None
    walk: tuple[Room, ...] | None

    @property
    def moves(self) -> int:
        """How many moves the walk has: its rooms, the start left out."""
        return len(self.walk) - 1 if self.walk else 0

    @property
    def repeated(self) -> int:
        """How many different rooms the walk enters more than once (the start counts where it is entered again)."""
        return repeated_rooms(self.walk)

    @property
    def hubs(self) -> int:
        """How many rooms have exactly four doors."""
        return sum(doors == MOST_DOORS for doors in self.degrees)


def repeated_rooms(walk: tuple[Room, ...] | list[Room] | None) -> int:
    """Return how many different rooms are entered more than once after the start."""
    return sum(times > 1 for times in Counter((walk or ())[1:]).values())


def measure(dungeon: Dungeon, budget: Budget = DEFAULT) -> Measures:
    """Count. The walk is looked for only where there is one start and one finish."""
    starts, finishes = tuple(dungeon.of_kind(START)), tuple(dungeon.of_kind(FINISH))
    playable = len(starts) == 1 and len(finishes) == 1
    walk = shortest(dungeon, budget) if playable else None
    ends = dungeon.exits[finishes[0]] if finishes else []
    return Measures(
        rooms=len(dungeon.rooms),
        doors=len(dungeon.doors),
        starts=starts,
        finishes=finishes,
        finish_doors=len(ends),
        finish_locked=bool(ends) and all(door.locked for door in ends),
        degrees=tuple(len(exits) for exits in dungeon.exits.values()),
        start_doors=len(dungeon.exits[starts[0]]) if starts else 0,
        locked=len(dungeon.locked),
        keys=sum(kind in (KEY, BOSS_KEY) for kind in dungeon.rooms.values()),
        distance=distances(dungeon, starts[0]).get(finishes[0]) if playable else None,
        walk=None if walk is None else tuple(walk),
    )


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of a judgement."""

    number: str
    name: str
    wanted: str
    found: str
    kept: bool


def one_start(found: Measures) -> Criterion:
    """1v: there is one start."""
    return Criterion("1v", "one start", "1", str(len(found.starts)), len(found.starts) == 1)


def one_finish(found: Measures) -> Criterion:
    """2v: there is one finish."""
    return Criterion("2v", "one finish", "1", str(len(found.finishes)), len(found.finishes) == 1)


def finish_behind_one_lock(found: Measures) -> Criterion:
    """3v: the finish has a single door, and it is locked."""
    told = f"{found.finish_doors}, {'locked' if found.finish_locked else 'not locked'}"
    kept = found.finish_doors == 1 and found.finish_locked
    return Criterion("3v", "doors of the finish", "1, locked", told, kept)


def every_room_has_a_door(found: Measures) -> Criterion:
    """4v: no room is without doors."""
    bare = sum(doors == 0 for doors in found.degrees)
    return Criterion("4v", "rooms without a door", "0", str(bare), bare == 0)


def at_most_four_doors(found: Measures) -> Criterion:
    """5v: no room has more than four doors."""
    crowded = sum(doors > MOST_DOORS for doors in found.degrees)
    return Criterion("5v", "rooms with more than 4 doors", "0", str(crowded), crowded == 0)


def solvable(found: Measures) -> Criterion:
    """6v: there is a walk to the finish (the source's test; see `no_softlock` for the source's words)."""
    return Criterion("6v", "can be won", "yes", _yes(found.walk is not None), found.walk is not None)


def enough_doors(found: Measures) -> Criterion:
    """1s: there are a third more doors than rooms."""
    return _about("1s", "doors", found.rooms + found.rooms // 3, found.doors)


def enough_locks(found: Measures) -> Criterion:
    """2s: there is a locked door for every third room."""
    return _about("2s", "locked doors", found.rooms // 3, found.locked)


def right_length(found: Measures) -> Criterion:
    """3s: the shortest walk has half as many moves as there are rooms."""
    return _about("3s", "moves of the shortest walk", found.rooms // 2, found.moves)


def right_backtracking(found: Measures) -> Criterion:
    """4s: a quarter of the rooms is met more than once on it."""
    return _about("4s", "rooms met again on it", found.rooms // 4, found.repeated)


def a_key_a_lock(found: Measures) -> Criterion:
    """5s: there are as many keys as locked doors."""
    return _about("5s", "keys", found.locked, found.keys)


def far_finish(found: Measures) -> Criterion:
    """6s: start and finish are at least two doors apart, locks ignored."""
    told = "–" if found.distance is None else str(found.distance)
    return Criterion(
        "6s", "start to finish, locks ignored", "≥ 2", told, found.distance is not None and found.distance >= 2
    )


def calm_start(found: Measures) -> Criterion:
    """7s: the start has at most three doors."""
    return Criterion("7s", "doors of the start", "≤ 3", str(found.start_doors), found.start_doors <= 3)


def few_hubs(found: Measures) -> Criterion:
    """8s: at most a fifth of the rooms are hubs, which have four doors."""
    most = found.rooms // 5
    return Criterion("8s", "hubs (rooms with 4 doors)", f"≤ {most}", str(found.hubs), found.hubs <= most)


CRITERIA: tuple[Callable[[Measures], Criterion], ...] = (
    one_start, one_finish, finish_behind_one_lock, every_room_has_a_door, at_most_four_doors, solvable,
    enough_doors, enough_locks, right_length, right_backtracking, a_key_a_lock, far_finish, calm_start, few_hubs,
)  # fmt: skip
"""The source's criteria, in its order."""
VALID = CRITERIA[:6]


def no_softlock(dungeon: Dungeon, budget: Budget = DEFAULT) -> Criterion:
    """Ask for the source's own words of 6v: however the keys are used, the finish stays in reach."""
    trap = softlock(dungeon, budget)
    told = "yes" if trap is None else f"no: {' '.join(map(str, trap))}"
    return Criterion("6v+", "can always be won", "yes", told, trap is None)


def embeddable(dungeon: Dungeon) -> Criterion:
    """Ask for a layout on a grid: each room one cell, doors between neighbours."""
    from ludarium.games.dungeon.embedding import embed

    answer = embed(dungeon)
    return Criterion("grid", "can be laid on a grid", "yes", answer.in_words(), answer.grid is not None)


def judge(dungeon: Dungeon, budget: Budget = DEFAULT) -> list[Criterion]:
    """Return every criterion of a dungeon, the two further ones included; what is undecided is said, not guessed."""
    found = measure(dungeon, budget)
    lines = [criterion(found) for criterion in CRITERIA]
    if len(found.starts) == 1 and len(found.finishes) == 1:
        try:
            lines.append(no_softlock(dungeon, budget))
        except LudariumError as fault:
            lines.append(Criterion("6v+", "can always be won", "yes", f"undecided: {fault}", False))
        lines.append(embeddable(dungeon))
    return lines


def linearity(dungeon: Dungeon, walk: list[Room] | tuple[Room, ...]) -> float:
    """Return the share of rooms that the shortest walk enters: 1 where there is nothing beside it."""
    return len(set(walk)) / len(dungeon.rooms)


def leniency(dungeon: Dungeon) -> float:
    """Return the share of rooms that can be entered without any key."""
    free = [door for door in dungeon.doors if not door.locked]
    return len(distances(dungeon, dungeon.start, free)) / len(dungeon.rooms)


def _about(number: str, name: str, wanted: int, found: int) -> Criterion:
    return Criterion(number, name, f"≈ {wanted}", str(found), found == wanted)


def _yes(said: bool) -> str:
    return "yes" if said else "no"
