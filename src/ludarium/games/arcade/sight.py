"""What planners see of a position (`compiled.abi.Sight`): facts in three layers, traits, a hash, a door to its luck.

Sprites that agents are not shown (`hidden`) give no facts. A fixed sprite can only vanish, so it never makes a fact
true that was false before: the MOVING layers leave it out, which is what makes a novelty test cheap.
"""

from __future__ import annotations

from ludarium.compiled import abi
from ludarium.compiled.abi import ATOMS, MOVER, SIZE, STEP, TRAITS, Sight, Words
from ludarium.compiled.cache import kernel
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.effects import stands
from ludarium.games.arcade.pointers import hold, signature
from ludarium.games.arcade.sprites import number, type_row

_CATEGORIES = 7
_FROM_AVATAR, _MOVABLE, _RESOURCE = 5, 6, 1
_HOLDINGS = 32
"""Amounts of one good (or points of health, in tenths) that are told apart."""


@kernel(signature("int64(words, words, int64, words, int64)"))
def _atoms(rules: Words, state: Words, layer: int, out: Words, room: int) -> int:
    block, width, height = int(rules[at.BLOCK]), int(rules[at.WIDTH]), int(rules[at.HEIGHT])
    cells = width * height
    fine = bool(layer & (abi.TYPE | abi.RICH))
    count = 0
    for kind in range(rules[at.N_TYPES]):
        row = type_row(rules, kind)
        group = at.TYPES + kind * at.TYPE_WORDS
        if not rules[row + at.SHOWN]:
            continue
        category = int(rules[row + at.CATEGORY])
        base = (kind if fine else category) * cells
        if not layer & abi.MOVING and rules[row + at.MORTAL] and state[group + at.FIXED]:
            listed = int(rules[row + at.ROOT_CELLS])
            for index in range(listed, listed + rules[row + at.N_ROOT_CELLS]):
                if stands(rules, state, kind, int(rules[index])) and count < room:
                    out[count] = base + rules[index]
                    count += 1
        sprite = int(state[group + at.FIRST])
        while sprite:
            flags = int(state[sprite + at.FLAGS])
            if not flags & at.F_DISABLED:
                first = base
                if not fine and category == _MOVABLE and flags & at.F_FROM_AVATAR:
                    first = _FROM_AVATAR * cells
                x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
                column, line = x // block, y // block
                wide, high = 1 + int(column * block != x), 1 + int(line * block != y)
                for down in range(high):
                    for right in range(wide):
                        if 0 <= column + right < width and 0 <= line + down < height and count < room:
                            out[count] = first + (line + down) * width + column + right
                            count += 1
            sprite = int(state[sprite + at.NEXT])
    if layer & abi.RICH:
        avatar = int(state[at.AVATAR])
        if avatar and not state[avatar + at.FLAGS] & at.F_DISABLED:
            base = int(rules[at.N_TYPES]) * cells
            column = min(max(int(state[avatar + at.X]) // block, 0), width - 1)
            line = min(max(int(state[avatar + at.Y]) // block, 0), height - 1)
            way_x, way_y = int(state[avatar + at.WAY_X]), int(state[avatar + at.WAY_Y])
            way = 0 if way_x > 0 else 1 if way_x < 0 else 2 if way_y > 0 else 3
            if count < room:
                out[count] = base + (line * width + column) * 4 + way
                count += 1
            base += 4 * cells
            for good in range(rules[at.N_GOODS]):
                held = min(max(int(state[avatar + rules[at.GOODS_AT] + good]), 0), _HOLDINGS - 1)
                if count < room:
                    out[count] = base + good * _HOLDINGS + held
                    count += 1
            if rules[at.HEALTH_AT] and count < room:
                health = min(max(int(state[avatar + rules[at.HEALTH_AT]]), 0) // 10, _HOLDINGS - 1)
                out[count] = base + int(rules[at.N_GOODS]) * _HOLDINGS + health
                count += 1
    return count


@kernel(ATOMS)
def atoms(rules: Words, state: Words, layer: int, out: Words) -> int:
    """Write the facts of a layer that hold; a sprite between cells counts for each of them."""
    return _atoms(hold(rules), hold(state), layer, hold(out), out.size)


@kernel(SIZE)
def size(rules: Words, layer: int) -> int:
    """Return how many facts a layer knows."""
    cells = int(rules[at.WIDTH]) * int(rules[at.HEIGHT])
    if layer & abi.RICH:
        return (int(rules[at.N_TYPES]) + 4) * cells + (int(rules[at.N_GOODS]) + 1) * _HOLDINGS
    if layer & abi.TYPE:
        return int(rules[at.N_TYPES]) * cells
    return _CATEGORIES * cells


@kernel(signature("void(words, words, words, int64)"))
def _traits(rules: Words, state: Words, out: Words, room: int) -> None:
    width, height, block = int(rules[at.WIDTH]), int(rules[at.HEIGHT]), int(rules[at.BLOCK])
    out[abi.STATUS] = state[at.STATUS]
    out[abi.FULL] = state[at.FULL]
    out[abi.COLUMNS], out[abi.CELLS], out[abi.TICK] = width, width * height, state[at.TICK]
    out[abi.KIND] = out[abi.CELL] = -1
    out[abi.HOLDS] = out[abi.HEALTH] = 0
    kinds = int(rules[at.N_TYPES])
    out[abi.KINDS] = kinds
    avatar = int(state[at.AVATAR])
    if avatar and not state[avatar + at.FLAGS] & at.F_DISABLED:
        out[abi.KIND] = state[avatar + at.TYPE]
        column = min(max((int(state[avatar + at.X]) + block // 2) // block, 0), width - 1)
        line = min(max((int(state[avatar + at.Y]) + block // 2) // block, 0), height - 1)
        out[abi.CELL] = line * width + column
        for good in range(rules[at.N_GOODS]):
            out[abi.HOLDS] += state[avatar + rules[at.GOODS_AT] + good]
        if rules[at.HEALTH_AT]:
            out[abi.HEALTH] = state[avatar + rules[at.HEALTH_AT]]
    movables, mixed = 0, 17
    for kind in range(kinds):
        row = type_row(rules, kind)
        there = number(state, kind)
        category = int(rules[row + at.CATEGORY])
        if rules[row + at.SHOWN]:
            if category in (_MOVABLE, _RESOURCE):
                movables += there
            mixed = ((mixed ^ there) * 1000003 + kind) & 0x3FFFFFFF
        if abi.N_TRAITS + kind < room:
            out[abi.N_TRAITS + kind] = there
    out[abi.MOVABLES], out[abi.COUNTS] = movables, mixed


@kernel(TRAITS)
def traits(rules: Words, state: Words, out: Words) -> None:
    """Write what stands in `abi` under these names; *out* has at least N_TRAITS places."""
    _traits(hold(rules), hold(state), hold(out), out.size)


@kernel(STEP)
def stir(rules: Words, state: Words, word: int) -> None:
    """Give the position new luck."""
    state[at.LUCK_LOW] = word & 0xFFFFFF
    state[at.LUCK_HIGH] = (word >> 24) & 0xFFFFFF


@kernel("int64(int64, int64, int64)", inline=True)
def _mix(word: int, value: int, prime: int) -> int:
    """Take one more number into a 31-bit hash; no product leaves 62 bits, so the JIT on or off gives the same."""
    word = ((word ^ (value & 0x7FFFFFFF)) * prime) & 0x3FFFFFFFFFFFFFFF
    return (word ^ (word >> 29)) & 0x7FFFFFFF


@kernel(signature("int64(words, words)"))
def _digest(rules: Words, state: Words) -> int:
    low, high = 0x1234567, 0x7654321
    head = int(state[at.STATUS]) * 2 + int(state[at.CAN_END])
    stride = int(rules[at.STRIDE])
    target = int(rules[at.TARGET_AT])
    for kind in range(rules[at.N_TYPES]):
        row = type_row(rules, kind)
        does = int(rules[row + at.CLASS])
        plain = does == at.IDLE
        walks = does == at.A_MOVE
        cooldown = int(rules[row + at.COOLDOWN])
        sprite = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        while sprite:
            flags = int(state[sprite + at.FLAGS]) & (at.F_DISABLED | at.F_FROM_AVATAR if plain else 63)
            one = _mix(kind * 64 + flags, int(state[sprite + at.X]), 0x2C1B3C6D)
            one = _mix(one, int(state[sprite + at.Y]), 0x297A2D39)
            if not plain:
                if not walks:
                    one = _mix(one, int(state[sprite + at.WAY_X]) * 4096 + int(state[sprite + at.WAY_Y]), 0x1B873593)
                one = _mix(one, min(int(state[sprite + at.WAIT]), cooldown), 0x2C1B3C6D)
                one = _mix(one, int(state[sprite + at.COUNTER]), 0x297A2D39)
                one = _mix(one, int(state[sprite + at.MEMORY]), 0x1B873593)
            elif cooldown > 1:
                one = _mix(one, min(int(state[sprite + at.WAIT]), cooldown), 0x2C1B3C6D)
            for word in range(at.RECORD, stride):
                if not (target and target <= word < target + 2):
                    one = _mix(one, int(state[sprite + word]), 0x297A2D39)
            low = (low + one) & 0x7FFFFFFF
            high = (high + _mix(one, 0x55555555, 0x1F123BB5)) & 0x7FFFFFFF
            sprite = int(state[sprite + at.NEXT])
    for cell in range(rules[at.CELLS], rules[at.CELLS] + rules[at.N_CELLS]):
        bits = int(state[cell])
        if bits:
            one = _mix(bits, cell, 0x2C1B3C6D)
            low = (low + one) & 0x7FFFFFFF
            high = (high + _mix(one, 0x55555555, 0x1F123BB5)) & 0x7FFFFFFF
    timers = int(rules[at.TIMER_LIST])
    for index in range(state[at.TIMERS]):
        head = _mix(head, int(state[timers + 2 * index]) - int(state[at.TICK]), 0x1B873593)
        head = _mix(head, int(state[timers + 2 * index + 1]), 0x297A2D39)
    low = _mix(low, head, 0x2C1B3C6D)
    return (high << 31) | low


@kernel(MOVER)
def digest(rules: Words, state: Words) -> int:
    """Return 62 bits that are equal for positions of equal future, as far as a search needs it.

    The score is left out. Sprites of one type are summed, not listed: which of two boxes stands where does not matter.
    What a sprite that only waits to be pushed faces, and how long it has waited, is left out.
    """
    return _digest(hold(rules), hold(state))


@kernel(SIZE)
def scratch(rules: Words, which: int) -> int:
    """Return where HERE begins and ends: every step writes it anew."""
    return int(rules[at.HERE]) + (int(rules[at.N_CELLS]) if which else 0)


SIGHT = Sight(atoms, traits, stir, digest, size, scratch)
