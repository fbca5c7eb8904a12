"""A dungeon as one flat array for the compiled core, and the walker's state as a few words.

Rooms, locks and items are numbered. An item is a room that one has to have been in for something: a key, the boss key,
a switch. A state is `width` int64 words: the room, then one bit for each lock that was opened, then one bit for each
item that was reached; `BITS` bits a word, so that no dungeon is too large.

The array: a header (the names below), each room's item (or −1), each item's key (`SMALL_KEY`, `BOSS_KEY` or 0), each
lock's kind (`SMALL_LOCK` or `BOSS_LOCK`), where each room's doors begin, and for each door `to, lock, item of its
switch` (−1 where there is none). A door stands there once for each direction in which it can be walked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludarium.games.dungeon.level import BOSS, BOSS_KEY, FINISH, KEY, START, Door, Dungeon, Room, Walker

Words = NDArray[np.int32]
Long = NDArray[np.int64]

ROOMS, START_AT, FINISH_AT, LOCK_COUNT, ITEM_COUNT, LOCK_WORDS, ITEM_WORDS, ITEM_OF, KEY_OF, LOCK_KIND, OFFSETS = range(
    11
)
HEADER = 11
DOOR = 3
BITS = 60
SMALL_KEY, THE_BOSS_KEY = 1, 2
SMALL_LOCK, BOSS_LOCK = 1, 2


@dataclass(frozen=True, slots=True)
class Graph:
    """The array, with the names behind its numbers."""

    words: Words
    rooms: tuple[Room, ...]
    locks: tuple[Door, ...]
    items: tuple[Room, ...]

    @property
    def width(self) -> int:
        """How many words a state has."""
        return 1 + int(self.words[LOCK_WORDS]) + int(self.words[ITEM_WORDS])

    def state(self, walker: Walker) -> Long:
        """Return the words of a walker's state."""
        state = np.zeros(self.width, np.int64)
        state[0] = self.rooms.index(walker.room)
        base = 1 + int(self.words[LOCK_WORDS])
        for number, door in enumerate(self.locks):
            if door in walker.opened:
                state[1 + number // BITS] |= 1 << number % BITS
        for number, room in enumerate(self.items):
            if room in walker.been:
                state[base + number // BITS] |= 1 << number % BITS
        return state


def graph_of(dungeon: Dungeon, rooms: Iterable[Room] | None = None) -> Graph:
    """Return a dungeon as numbers: all rooms, or the given ones with the doors between them; locks and items."""
    kept = tuple(dungeon.rooms if rooms is None else rooms)
    number = {room: index for index, room in enumerate(kept)}
    doors = [door for door in dungeon.doors if door.a in number and door.b in number]
    locks = tuple(door for door in doors if door.locked)
    switches = {door.switch for door in doors if door.switch is not None}
    items = tuple(room for room in kept if dungeon.rooms[room] in (KEY, BOSS_KEY) or room in switches)
    lock_of = {door: index for index, door in enumerate(locks)}
    item_of = {room: index for index, room in enumerate(items)}
    ways: list[list[tuple[int, int, int]]] = [[] for _ in kept]
    for door in doors:
        # A switch in a room that was left out cannot be reached: such a door stays shut and is left out as well.
        if door.switch is not None and door.switch not in item_of:
            continue
        lock = lock_of.get(door, -1)
        gate = -1 if door.switch is None else item_of[door.switch]
        ways[number[door.a]].append((number[door.b], lock, gate))
        if not door.oneway:
            ways[number[door.b]].append((number[door.a], lock, gate))
    item_at = HEADER
    key_at = item_at + len(kept)
    kind_at = key_at + len(items)
    offsets_at = kind_at + len(locks)
    doors_at = offsets_at + len(kept) + 1
    starts, finishes = ([number[r] for r in dungeon.of_kind(kind) if r in number] for kind in (START, FINISH))
    header = [
        len(kept), starts[0] if starts else -1, finishes[0] if finishes else -1, len(locks), len(items),
        -(-len(locks) // BITS), -(-len(items) // BITS), item_at, key_at, kind_at, offsets_at,
    ]  # fmt: skip
    keys = {KEY: SMALL_KEY, BOSS_KEY: THE_BOSS_KEY}
    offsets, at = [], doors_at
    for exits in ways:
        offsets.append(at)
        at += DOOR * len(exits)
    offsets.append(at)
    words = [
        *header,
        *(item_of.get(room, -1) for room in kept),
        *(keys.get(dungeon.rooms[room], 0) for room in items),
        *(BOSS_LOCK if door.lock == BOSS else SMALL_LOCK for door in locks),
        *offsets,
        *(part for exits in ways for way in exits for part in way),
    ]
    return Graph(np.array(words, np.int32), kept, locks, items)
