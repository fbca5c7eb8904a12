"""What can happen to one sprite: it is made, killed, moved, turned. Behaviours and effects are made of these verbs."""

from __future__ import annotations

import math

from ludarium.compiled.abi import Words
from ludarium.compiled.cache import kernel
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.pointers import signature

NOWHERE = -(1 << 30)
"""An x that no sprite has."""


@kernel(signature("int64(words, int64)"), inline=True)
def type_row(rules: Words, kind: int) -> int:
    """Return where the row of a type starts."""
    return int(rules[at.TYPE_ROWS]) + kind * at.TYPE_ROW


@kernel(signature("int64(words, words, int64)"), inline=True)
def speed_row(rules: Words, state: Words, sprite: int) -> int:
    """Return where the row of a sprite's speed starts."""
    if rules[at.SPEED_AT]:
        return int(rules[at.SPEED_ROWS]) + int(state[sprite + rules[at.SPEED_AT]]) * at.SPEED_ROW
    return (
        int(rules[at.SPEED_ROWS]) + int(rules[type_row(rules, int(state[sprite + at.TYPE])) + at.SPEED]) * at.SPEED_ROW
    )


@kernel(signature("int64(words, int64)"), inline=True)
def cell_of(rules: Words, pixel: int) -> int:
    """Return the column (or row) that a pixel is in: rounded down, without a division; -2 well before the first one."""
    if pixel <= -int(rules[at.BLOCK]):
        return -2
    return (((pixel + int(rules[at.BLOCK])) * int(rules[at.INVERSE])) >> at.INVERSE_SHIFT) - 1


@kernel(signature("int64(words, int64, int64)"), inline=True)
def _clamped(rules: Words, pixel: int, cells: int) -> int:
    """Return the column (or row) of a pixel, the nearest one when it is beyond the edge."""
    return 0 if pixel <= 0 else min((pixel * int(rules[at.INVERSE])) >> at.INVERSE_SHIFT, cells - 1)


@kernel(signature("int64(words, words, int64)"), inline=True)
def look(rules: Words, state: Words, sprite: int) -> int:
    """Return the bits of all types in the cells that the sprite entered last."""
    place = int(state[sprite + at.PLACE])
    cell = place >> 2
    found = int(state[cell])
    if place & 1:
        found |= int(state[cell + 1])
    if place & 2:
        below = cell + int(rules[at.WIDTH])
        found |= int(state[below])
        if place & 1:
            found |= int(state[below + 1])
    return found


@kernel(signature("void(words, words, int64, int64, int64)"))
def enter(rules: Words, state: Words, sprite: int, old_x: int, old_y: int) -> None:
    """Note that the sprite stands where it does, so that later rules of this step find it there.

    *old_x* and *old_y* tell where it stood before (NOWHERE for a new one): it is no crowd to itself. A sprite
    beyond the edge counts for the nearest cells: two that overlap always share one.
    """
    far, width, height = int(rules[at.BLOCK]) - 1, int(rules[at.WIDTH]), int(rules[at.HEIGHT])
    x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
    left, right = _clamped(rules, x, width), _clamped(rules, x + far, width)
    top, bottom = _clamped(rules, y, height), _clamped(rules, y + far, height)
    first = int(rules[at.HERE]) + top * width + left
    state[sprite + at.PLACE] = first * 4 + (right - left) + 2 * (bottom - top)
    kind = int(state[sprite + at.TYPE])
    bit = int(rules[type_row(rules, kind) + at.BIT])
    changed = 0
    if old_x == NOWHERE and left == right and top == bottom:
        word = int(state[first])
        new = word | bit | (at.CROWD if word & bit else 0)
        if new != word:
            state[first] = new
            changed = 1
    else:
        old_left, old_right, old_top, old_bottom = 1, 0, 1, 0
        if old_x != NOWHERE:
            old_left, old_right = _clamped(rules, old_x, width), _clamped(rules, old_x + far, width)
            old_top, old_bottom = _clamped(rules, old_y, height), _clamped(rules, old_y + far, height)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if old_top <= row <= old_bottom and old_left <= column <= old_right:
                    continue
                cell = int(rules[at.HERE]) + row * width + column
                word = int(state[cell])
                new = word | bit | (at.CROWD if word & bit else 0)
                if new != word:
                    state[cell] = new
                    changed = 1
    state[at.CLOCK] += changed
    state[sprite + at.SEEN] = 0
    state[at.TYPES + kind * at.TYPE_WORDS + at.UNION_SEEN] = 0


@kernel(signature("int64(words, int64)"), inline=True)
def number(state: Words, kind: int) -> int:
    """Return how many sprites of exactly this type there are, those killed in this step included."""
    base = at.TYPES + kind * at.TYPE_WORDS
    return int(state[base + at.COUNT]) + int(state[base + at.FIXED])


@kernel(signature("int64(words, words, int64, int64, int64, boolean)"))
def make(rules: Words, state: Words, kind: int, x: int, y: int, force: bool) -> int:
    """Create a sprite; 0 when the limit is reached, or when there is already one and it is a singleton."""
    if state[at.ALIVE] > rules[at.MAX_SPRITES]:
        return 0
    row = type_row(rules, kind)
    if not force:
        singles = int(rules[row + at.SINGLES])
        for index in range(singles, singles + rules[row + at.N_SINGLES]):
            if number(state, int(rules[index])):
                return 0
    stride = int(rules[at.STRIDE])
    sprite = int(state[at.FREE])
    if sprite:
        state[at.FREE] = state[sprite + at.NEXT]
    elif state[at.USED] < state[at.ROOM]:
        sprite = int(rules[at.RECORDS]) + int(state[at.USED]) * stride
        state[at.USED] += 1
    else:
        state[at.FULL] = at.LOST_ONE
        return 0
    template = int(rules[row + at.TEMPLATE])
    for word in range(stride):
        state[sprite + word] = rules[template + word]
    state[sprite + at.BIRTH] = state[at.NEXT_BIRTH]
    state[at.NEXT_BIRTH] += 1
    state[at.ALIVE] += 1
    state[sprite + at.X] = x
    state[sprite + at.Y] = y
    state[sprite + at.LAST_X] = x
    state[sprite + at.LAST_Y] = y
    group = at.TYPES + kind * at.TYPE_WORDS
    if state[group + at.COUNT]:
        state[state[group + at.LAST] + at.NEXT] = sprite
    else:
        state[group + at.FIRST] = sprite
    state[group + at.LAST] = sprite
    state[group + at.COUNT] += 1
    state[at.PRESENT] |= rules[row + at.BIT]
    enter(rules, state, sprite, NOWHERE, 0)
    return sprite


@kernel(signature("void(words, words, int64, boolean)"))
def kill(rules: Words, state: Words, sprite: int, transformed: bool) -> None:
    """Mark a sprite as killed: it leaves at the end of the step. An avatar is only disabled, unless transformed."""
    flags = int(state[sprite + at.FLAGS])
    row = type_row(rules, int(state[sprite + at.TYPE]))
    if flags & at.F_FIXED:
        bit = int(rules[row + at.MORTAL])
        cell = int(state[sprite + at.MEMORY])
        word = int(state[cell])
        if not word & (bit << at.DYING_SHIFT):
            state[cell] = word | (bit << at.DYING_SHIFT)
            if state[at.DYING] < at.DYING_ROOM:
                state[rules[at.DYING_LIST] + state[at.DYING]] = cell
            state[at.DYING] += 1
        state[sprite + at.FLAGS] = flags | at.F_DEAD
    elif rules[row + at.KIND_FLAGS] & at.K_AVATAR and not transformed:
        state[sprite + at.FLAGS] = flags | at.F_DISABLED
    elif not flags & at.F_DEAD:
        state[sprite + at.FLAGS] = flags | at.F_DEAD
        state[at.DEAD] += 1


@kernel(signature("void(words, words, int64, int64, int64)"), inline=True)
def put(rules: Words, state: Words, sprite: int, x: int, y: int) -> None:
    """Put a sprite somewhere, during the events of a step."""
    old_x, old_y = int(state[sprite + at.X]), int(state[sprite + at.Y])
    if old_x != x or old_y != y:
        state[sprite + at.X] = x
        state[sprite + at.Y] = y
        enter(rules, state, sprite, old_x, old_y)


@kernel(signature("boolean(words, words, int64, int64, int64, int64)"))
def shift(rules: Words, state: Words, sprite: int, way_x: int, way_y: int, pixels: int) -> bool:
    """Move by so many pixels in a direction, if the cooldown has passed; tell whether it did."""
    if pixels == 0 or (way_x == 0 and way_y == 0):
        return False
    if rules[type_row(rules, int(state[sprite + at.TYPE])) + at.COOLDOWN] > state[sprite + at.WAIT]:
        return False
    if way_x == 0:
        state[sprite + at.Y] += pixels if way_y > 0 else -pixels
    elif way_y == 0:
        state[sprite + at.X] += pixels if way_x > 0 else -pixels
    elif way_x == -1 and way_y == -1:
        state[sprite + at.X] -= pixels
        state[sprite + at.Y] -= pixels
    else:
        length = math.sqrt(float(way_x * way_x + way_y * way_y))
        state[sprite + at.X] += int(way_x / length * pixels)
        state[sprite + at.Y] += int(way_y / length * pixels)
    state[sprite + at.WAIT] = 0
    return True


@kernel(signature("boolean(int64, int64, int64, int64)"))
def same_way(ax: int, ay: int, bx: int, by: int) -> bool:
    """Tell whether two orientations are equal as the reference compares them: unit vectors, (-1, -1) literally."""
    if ax == bx and ay == by:
        return True
    if (ax != 0 and ay != 0) or (bx != 0 and by != 0):
        if (ax == -1 and ay == -1) or (bx == -1 and by == -1) or ax == 0 or ay == 0 or bx == 0 or by == 0:
            return False
        a, b = math.sqrt(float(ax * ax + ay * ay)), math.sqrt(float(bx * bx + by * by))
        return bool(ax / a == bx / b and ay / a == by / b)
    return (ax > 0) == (bx > 0) and (ax < 0) == (bx < 0) and (ay > 0) == (by > 0) and (ay < 0) == (by < 0)


@kernel(signature("void(words, int64, int64, int64)"))
def face(state: Words, sprite: int, way_x: int, way_y: int) -> None:
    """Turn a sprite to the direction of a displacement; axes are kept as unit vectors, NIL stays NIL's alone."""
    if way_x == 0 or way_y == 0:
        state[sprite + at.WAY_X] = int(way_x > 0) - int(way_x < 0)
        state[sprite + at.WAY_Y] = int(way_y > 0) - int(way_y < 0)
    elif way_x == -1 and way_y == -1:
        state[sprite + at.WAY_X] = -2
        state[sprite + at.WAY_Y] = -2
    else:
        state[sprite + at.WAY_X] = way_x
        state[sprite + at.WAY_Y] = way_y


STILL, TURNED, MOVED = 0, 1, 2


@kernel(signature("int64(words, words, int64, int64, int64, int64)"))
def walk(rules: Words, state: Words, sprite: int, way_x: int, way_y: int, pixels: int) -> int:
    """Move by choice; a sprite that turns in place spends its move on turning. Returns STILL, TURNED or MOVED."""
    flags = int(rules[type_row(rules, int(state[sprite + at.TYPE])) + at.KIND_FLAGS])
    if flags & at.K_STATIONARY or (way_x == 0 and way_y == 0):
        return STILL
    if (
        flags & at.K_TURNS
        and state[sprite + at.FLAGS] & at.F_ORIENTED
        and not same_way(int(state[sprite + at.WAY_X]), int(state[sprite + at.WAY_Y]), way_x, way_y)
    ):
        state[sprite + at.WAY_X] = way_x
        state[sprite + at.WAY_Y] = way_y
        return TURNED
    return MOVED if shift(rules, state, sprite, way_x, way_y, pixels) else STILL


@kernel(signature("void(words, words, int64)"))
def drift(rules: Words, state: Words, sprite: int) -> None:
    """Move by orientation and speed, as missiles do; the first time is swallowed."""
    row = type_row(rules, int(state[sprite + at.TYPE]))
    if rules[row + at.KIND_FLAGS] & (at.K_STATIC | at.K_ONLY_ACTIVE):
        return
    flags = int(state[sprite + at.FLAGS])
    if flags & at.F_FRESH:
        state[sprite + at.FLAGS] = flags ^ at.F_FRESH
    elif flags & at.F_ORIENTED:
        pixels = int(rules[speed_row(rules, state, sprite) + at.S_PASSIVE])
        shift(rules, state, sprite, int(state[sprite + at.WAY_X]), int(state[sprite + at.WAY_Y]), pixels)
