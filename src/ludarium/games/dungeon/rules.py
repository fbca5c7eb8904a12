"""The rules in the compiled core's calling convention, for searches that run there.

The rules array is that of `graph`, with the moves of the best walk as its last word. A state is the room, the moves
made, then a word for each lock that was opened and one for each item that was reached. Action n walks into room n.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.abi import LEGAL, MOVER, SCORE, STEP, Core
from ludarium.compiled.cache import kernel
from ludarium.games.dungeon.graph import (
    BOSS_LOCK,
    DOOR,
    FINISH_AT,
    ITEM_COUNT,
    ITEM_OF,
    KEY_OF,
    LOCK_COUNT,
    LOCK_KIND,
    OFFSETS,
    SMALL_KEY,
    SMALL_LOCK,
    START_AT,
    THE_BOSS_KEY,
    Graph,
)

Words = NDArray[np.int32]
ROOM, MOVES, LOCKS = range(3)
ACTIONS = 400
"""The most rooms that are played."""
FULL_SCORE = 100.0


def make_rules(graph: Graph, best: int) -> Words:
    """Return the rules of a dungeon whose best walk has so many moves."""
    return np.append(graph.words, np.int32(max(best, 1))).astype(np.int32)


def make_words(rules: Words) -> Words:
    """Return the state words of a new game."""
    words = np.zeros(LOCKS + rules[LOCK_COUNT] + rules[ITEM_COUNT], np.int32)
    words[ROOM] = rules[START_AT]
    item = rules[rules[ITEM_OF] + words[ROOM]]
    if item >= 0:
        words[LOCKS + rules[LOCK_COUNT] + item] = 1
    return words


@kernel("int64(int32[::1], int32[::1])")
def keys_in_hand(rules: Words, state: Words) -> int:
    """Return how many small keys are in the hand."""
    keys = 0
    for item in range(rules[ITEM_COUNT]):
        if rules[rules[KEY_OF] + item] == SMALL_KEY:
            keys += state[LOCKS + rules[LOCK_COUNT] + item]
    for lock in range(rules[LOCK_COUNT]):
        if rules[rules[LOCK_KIND] + lock] == SMALL_LOCK:
            keys -= state[LOCKS + lock]
    return keys


@kernel("int64(int32[::1], int32[::1], int64, int64)")
def is_open(rules: Words, state: Words, door: int, keys: int) -> int:
    """Say whether one can walk through a door, with a key if need be."""
    items = LOCKS + rules[LOCK_COUNT]
    lock, gate = rules[door + 1], rules[door + 2]
    if gate >= 0 and state[items + gate] == 0:
        return 0
    if lock < 0 or state[LOCKS + lock] != 0:
        return 1
    if rules[rules[LOCK_KIND] + lock] != BOSS_LOCK:
        return 1 if keys > 0 else 0
    for item in range(rules[ITEM_COUNT]):
        if rules[rules[KEY_OF] + item] == THE_BOSS_KEY and state[items + item] != 0:
            return 1
    return 0


@kernel(LEGAL)
def legal(rules: Words, state: Words, out: Words) -> int:
    """Write the rooms that can be entered, ascending; return how many."""
    room, count = state[ROOM], 0
    if room == rules[FINISH_AT]:
        return 0
    keys = keys_in_hand(rules, state)
    for door in range(rules[rules[OFFSETS] + room], rules[rules[OFFSETS] + room + 1], DOOR):
        if is_open(rules, state, door, keys) != 0:
            place = count
            while place > 0 and out[place - 1] > rules[door]:
                out[place] = out[place - 1]
                place -= 1
            out[place] = rules[door]
            count += 1
    return count


@kernel(STEP)
def step(rules: Words, state: Words, action: int) -> None:
    """Walk into a room: open its door, take what is there."""
    room = state[ROOM]
    for door in range(rules[rules[OFFSETS] + room], rules[rules[OFFSETS] + room + 1], DOOR):
        if rules[door] == action:
            if rules[door + 1] >= 0:
                state[LOCKS + rules[door + 1]] = 1
            break
    state[ROOM] = action
    state[MOVES] += 1
    item = rules[rules[ITEM_OF] + action]
    if item >= 0:
        state[LOCKS + rules[LOCK_COUNT] + item] = 1


@kernel(MOVER)
def mover(rules: Words, state: Words) -> int:
    """Return the one player until the finish, or until no door can be opened any more."""
    room = state[ROOM]
    if room == rules[FINISH_AT]:
        return -1
    keys = keys_in_hand(rules, state)
    for door in range(rules[rules[OFFSETS] + room], rules[rules[OFFSETS] + room + 1], DOOR):
        if is_open(rules, state, door, keys) != 0:
            return 0
    return -1


@kernel(SCORE)
def score(rules: Words, state: Words, player: int) -> float:
    """Return 100 times the best walk's moves over those made, once the finish is reached."""
    if state[ROOM] != rules[FINISH_AT]:
        return 0.0
    return FULL_SCORE * rules[rules.size - 1] / max(state[MOVES], 1)  # type: ignore[no-any-return]


CORE = Core(step, legal, mover, score, ACTIONS, 1)
