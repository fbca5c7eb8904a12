"""What happens when two sprites meet: one function runs every effect, for a first and a second sprite."""

from __future__ import annotations

import math

from ludarium.compiled.abi import Words
from ludarium.compiled.cache import kernel
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.behaviour import way_x, way_y
from ludarium.games.arcade.java_random import below, chance
from ludarium.games.arcade.pointers import signature
from ludarium.games.arcade.sprites import (
    enter,
    face,
    kill,
    make,
    number,
    put,
    shift,
    speed_row,
    type_row,
    walk,
)


@kernel(signature("void(words, words, int64, int64, int64, int64)"))
def shade_at(rules: Words, state: Words, slot: int, kind: int, column: int, row: int) -> None:
    """Let the record at *slot* stand for the fixed sprite of this type in the cell of this column and row."""
    template = int(rules[type_row(rules, kind) + at.TEMPLATE])
    for word in range(rules[at.STRIDE]):
        state[slot + word] = rules[template + word]
    x, y = column * int(rules[at.BLOCK]), row * int(rules[at.BLOCK])
    state[slot + at.X] = x
    state[slot + at.Y] = y
    state[slot + at.LAST_X] = x
    state[slot + at.LAST_Y] = y
    word = int(rules[at.CELLS]) + row * int(rules[at.WIDTH]) + column
    mortal = int(rules[type_row(rules, kind) + at.MORTAL])
    state[slot + at.MEMORY] = word
    state[slot + at.BIRTH] = -1
    dying = bool(mortal and state[word] & (mortal << at.DYING_SHIFT))
    state[slot + at.FLAGS] |= at.F_FIXED | (at.F_DEAD if dying else 0)


@kernel(signature("void(words, words, int64, int64, int64)"))
def shade(rules: Words, state: Words, slot: int, kind: int, cell: int) -> None:
    """Do the same for a cell counted from 0, row by row."""
    row = cell // int(rules[at.WIDTH])
    shade_at(rules, state, slot, kind, cell - row * int(rules[at.WIDTH]), row)


@kernel(signature("boolean(words, words, int64, int64)"))
def stands(rules: Words, state: Words, kind: int, cell: int) -> bool:
    """Tell whether a fixed sprite of this type is in this cell (killed in this step or not)."""
    row = type_row(rules, kind)
    mortal = int(rules[row + at.MORTAL])
    if mortal:
        return bool(state[rules[at.CELLS] + cell] & mortal)
    return bool(rules[rules[at.GROUND] + cell] & rules[row + at.BIT])


@kernel(signature("void(words, words, int64, int64)"))
def _hand_over(rules: Words, state: Words, new: int, old: int) -> None:
    """Give the new sprite the old one's last position and goods, make it the avatar if that was one, kill the old."""
    state[new + at.LAST_X] = state[old + at.LAST_X]
    state[new + at.LAST_Y] = state[old + at.LAST_Y]
    goods = int(rules[at.GOODS_AT])
    for good in range(goods, goods + rules[at.N_GOODS]):
        state[new + good] = max(0, int(state[new + good]) + int(state[old + good]))
    transformed = True
    if rules[type_row(rules, int(state[old + at.TYPE])) + at.KIND_FLAGS] & at.K_AVATAR:
        transformed = bool(rules[type_row(rules, int(state[new + at.TYPE])) + at.KIND_FLAGS] & at.K_AVATAR)
        if transformed:
            state[at.AVATAR] = new
    kill(rules, state, old, transformed)


@kernel(signature("void(words, words, int64, int64, int64, boolean, boolean)"))
def _become(rules: Words, state: Words, new: int, old: int, second: int, force_way: bool, kill_second: bool) -> None:
    """Let a new sprite take the place of an old one: last position, orientation, goods, health; the avatar's role."""
    if not new:
        return
    if force_way or (
        state[new + at.FLAGS] & at.F_ORIENTED
        and state[old + at.FLAGS] & at.F_ORIENTED
        and state[new + at.WAY_X] == 0
        and state[new + at.WAY_Y] == 0
    ):
        state[new + at.WAY_X] = state[old + at.WAY_X]
        state[new + at.WAY_Y] = state[old + at.WAY_Y]
    _hand_over(rules, state, new, old)
    if rules[at.HEALTH_AT]:
        state[new + rules[at.HEALTH_AT]] = state[old + rules[at.HEALTH_AT]]
    if kill_second and second:
        kill(rules, state, second, True)


@kernel(signature("void(words, words, int64, int64)"))
def set_timer(rules: Words, state: Words, when: int, rule: int) -> None:
    """Plan a rule for a tick; of several for the same tick the one planned last runs first.

    There is room for 64 beside the rules of TIME; what is planned beyond that is forgotten.
    """
    count = int(state[at.TIMERS])
    if count >= rules[at.TIMER_ROOM]:
        return
    base = int(rules[at.TIMER_LIST])
    place = count
    while place > 0 and state[base + 2 * place - 2] >= when:
        state[base + 2 * place] = state[base + 2 * place - 2]
        state[base + 2 * place + 1] = state[base + 2 * place - 1]
        place -= 1
    state[base + 2 * place] = when
    state[base + 2 * place + 1] = rule
    state[at.TIMERS] = count + 1


@kernel(signature("void(words, words, int64, int64)"))
def _undo_all(rules: Words, state: Words, keep: int, count: int) -> None:
    """Put every sprite back to where its tick began, except those of the types listed at *keep*."""
    order = int(rules[at.SORTS])
    for index in range(order, order + rules[at.N_SORTS]):
        kind = int(rules[index])
        kept = False
        for other in range(keep, keep + count):
            kept = kept or rules[other] == kind
        sprite = 0 if kept else int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        while sprite:
            put(rules, state, sprite, int(state[sprite + at.LAST_X]), int(state[sprite + at.LAST_Y]))
            sprite = int(state[sprite + at.NEXT])


@kernel(signature("int64(words, words, int64, int64)"))
def _nth(rules: Words, state: Words, kind: int, index: int) -> int:
    """Return the sprite of a type at this place of its list; a fixed one as a shade."""
    row = type_row(rules, kind)
    if state[at.TYPES + kind * at.TYPE_WORDS + at.FIXED]:
        cells = int(rules[row + at.ROOT_CELLS])
        for place in range(cells, cells + rules[row + at.N_ROOT_CELLS]):
            if stands(rules, state, kind, int(rules[place])):
                if index == 0:
                    shade(rules, state, int(rules[at.SHADE_2]), kind, int(rules[place]))
                    return int(rules[at.SHADE_2])
                index -= 1
    sprite = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
    while index > 0 and sprite:
        sprite = int(state[sprite + at.NEXT])
        index -= 1
    return sprite


@kernel(signature("void(words, words, int64, int64)"))
def _step_back_flush(rules: Words, state: Words, one: int, two: int) -> None:
    """Stop a sprite flush against the other one, along the axis of its movement."""
    block = int(rules[at.BLOCK])
    x, y = int(state[one + at.X]), int(state[one + at.Y])
    dx, dy = x - int(state[one + at.LAST_X]), y - int(state[one + at.LAST_Y])
    if dx == 0 and dy != 0:
        put(rules, state, one, x, int(state[two + at.Y]) + (-block if dy > 0 else block))
    elif dy == 0 and dx != 0:
        put(rules, state, one, int(state[two + at.X]) + (-block if dx > 0 else block), y)
    else:
        put(rules, state, one, int(state[one + at.LAST_X]), int(state[one + at.LAST_Y]))


@kernel(signature("boolean(words, int64, int64)"))
def _frontal(state: Words, one: int, two: int) -> bool:
    """Tell whether the last displacements of two sprites are opposite."""
    ax = float(int(state[one + at.X]) - int(state[one + at.LAST_X]))
    ay = float(int(state[one + at.Y]) - int(state[one + at.LAST_Y]))
    bx = float(int(state[two + at.X]) - int(state[two + at.LAST_X]))
    by = float(int(state[two + at.Y]) - int(state[two + at.LAST_Y]))
    a, b = math.sqrt(ax * ax + ay * ay), math.sqrt(bx * bx + by * by)
    if a > 0.0:
        ax, ay = ax / a, ay / a
    if b > 0.0:
        bx, by = bx / b, by / b
    return bool(ax + bx == 0.0 and ay + by == 0.0)


@kernel(signature("void(words, words, int64, int64, int64)"))
def run(rules: Words, state: Words, rule: int, one: int, two: int) -> None:
    """Run a rule's effect on a first and a second sprite (0: none, as under EOS and TIME), then count its points."""
    effect = int(rules[rule + at.EFFECT])
    points = int(rules[rule + at.POINTS])
    goods = int(rules[at.GOODS_AT])
    good = goods + int(rules[rule + at.P_GOOD])
    kind = int(rules[rule + at.P_TYPE])
    limit = int(rules[rule + at.P_LIMIT])
    value = int(rules[rule + at.P_VALUE])
    flag, flag_2 = bool(rules[rule + at.P_FLAG]), bool(rules[rule + at.P_FLAG_2])
    high, low = int(rules[rule + at.P_HIGH]), int(rules[rule + at.P_LOW])
    block = int(rules[at.BLOCK])
    scores = True
    if effect == at.STEP_BACK:
        if flag and two:
            _step_back_flush(rules, state, one, two)
        else:
            put(rules, state, one, int(state[one + at.LAST_X]), int(state[one + at.LAST_Y]))
    elif effect == at.KILL:
        kill(rules, state, one, False)
    elif effect == at.KILL_BOTH:
        kill(rules, state, one, False)
        kill(rules, state, two, False)
    elif effect == at.TRANSFORM:
        if not state[one + at.FLAGS] & at.F_DISABLED:
            new = make(rules, state, kind, int(state[one + at.X]), int(state[one + at.Y]), False)
            _become(rules, state, new, one, two, flag_2, flag)
    elif effect == at.TRANSFORM_COUNT:
        count = 0
        counted = int(rules[rule + at.P_LIST])
        for index in range(counted, counted + rules[rule + at.P_N_LIST]):
            count += number(state, int(rules[index]))
        scores = limit <= count <= value
        if not scores:
            kind = int(rules[rule + at.P_TYPE_2])
        if kind >= 0:
            new = make(rules, state, kind, int(state[one + at.X]), int(state[one + at.Y]), True)
            _become(rules, state, new, one, two, flag_2, flag)
    elif effect in (at.TRANSFORM_ALL, at.KILL_ALL):
        total = number(state, kind)
        record = 0
        for index in range(total):
            if record == 0:
                sprite = _nth(rules, state, kind, index)
                if not state[sprite + at.FLAGS] & at.F_FIXED:
                    record = sprite
            else:
                record = int(state[record + at.NEXT])
                sprite = record
            if effect == at.KILL_ALL:
                kill(rules, state, sprite, False)
            else:
                x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
                new = make(rules, state, int(rules[rule + at.P_TYPE_2]), x, y, True)
                _become(rules, state, new, sprite, two if two != rules[at.SHADE_2] else 0, flag_2, flag)
    elif effect == at.TRANSFORM_CHILD:
        count = int(rules[rule + at.P_N_LIST])
        if count:
            kind = int(rules[rules[rule + at.P_LIST] + below(state, count)])
            if kind >= 0:
                new = make(rules, state, kind, int(state[one + at.X]), int(state[one + at.Y]), False)
                _become(rules, state, new, one, two, flag_2, flag)
    elif effect == at.TRANSFORM_SINGLE:
        sprite = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        for _ in range(state[at.TYPES + kind * at.TYPE_WORDS + at.COUNT]):
            x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
            new = make(rules, state, int(rules[rule + at.P_TYPE_2]), x, y, False)
            if new:
                if state[new + at.FLAGS] & at.F_ORIENTED and state[sprite + at.FLAGS] & at.F_ORIENTED:
                    state[new + at.WAY_X] = state[sprite + at.WAY_X]
                    state[new + at.WAY_Y] = state[sprite + at.WAY_Y]
                _hand_over(rules, state, new, sprite)
            sprite = int(state[sprite + at.NEXT])
        new = make(rules, state, kind, int(state[one + at.X]), int(state[one + at.Y]), False)
        if new:
            if state[new + at.FLAGS] & at.F_ORIENTED and state[one + at.FLAGS] & at.F_ORIENTED:
                state[new + at.WAY_X] = state[one + at.WAY_X]
                state[new + at.WAY_Y] = state[one + at.WAY_Y]
            _hand_over(rules, state, new, one)
            if flag:
                state[new + at.FLAGS] |= at.F_ORIENTED
                state[new + at.WAY_X] = -state[two + at.WAY_X]
                state[new + at.WAY_Y] = -state[two + at.WAY_Y]
    elif effect == at.BOUNCE:
        dx = int(state[two + at.X]) - int(state[two + at.LAST_X])
        dy = int(state[two + at.Y]) - int(state[two + at.LAST_Y])
        if dx * int(state[two + at.WAY_X]) < 0:
            dx = -dx
        if dy * int(state[two + at.WAY_Y]) < 0:
            dy = -dy
        if dx == -1 and dy == -1:
            dx = dy = -2
        mine, others = speed_row(rules, state, one), speed_row(rules, state, two)
        if rules[others + at.S_ZERO]:
            pixels = int(rules[mine + at.S_DEFAULT])
        else:
            pixels = int(rules[others + at.S_PIXELS]) or int(rules[mine + at.S_WHOLE])
        before_x, before_y = int(state[one + at.X]), int(state[one + at.Y])
        walk(rules, state, one, dx, dy, pixels)
        face(state, one, dx, dy)
        if state[one + at.X] != before_x or state[one + at.Y] != before_y:
            enter(rules, state, one, before_x, before_y)
    elif effect == at.PULL:
        pulled = at.F_PULLED << value
        if not state[one + at.FLAGS] & pulled:
            state[one + at.FLAGS] |= pulled
            dx = int(state[two + at.X]) - int(state[two + at.LAST_X])
            dy = int(state[two + at.Y]) - int(state[two + at.LAST_Y])
            if dx == -1 and dy == -1:
                dx = dy = -2
            before_x, before_y = int(state[one + at.X]), int(state[one + at.Y])
            pixels = int(rules[speed_row(rules, state, two) + at.S_PIXELS])
            shift(rules, state, one, dx, dy, pixels or int(rules[speed_row(rules, state, one) + at.S_WHOLE]))
            if flag:
                state[one + at.X] = state[two + at.X]
                state[one + at.Y] = state[two + at.Y]
            enter(rules, state, one, before_x, before_y)
    elif effect == at.UNDO_ALL:
        _undo_all(rules, state, int(rules[rule + at.P_LIST]), int(rules[rule + at.P_N_LIST]))
    elif effect in (at.COLLECT, at.COLLECT_IF_HELD):
        row = type_row(rules, int(state[one + at.TYPE]))
        if rules[row + at.KIND_FLAGS] & at.K_RESOURCE:
            held = goods + int(rules[row + at.GOOD])
            room = int(rules[row + at.GOOD_LIMIT]) - int(state[two + held])
            amount = int(rules[row + at.VALUE])
            scores = False
            if effect == at.COLLECT:
                if room > 0:
                    scores = True
                    state[two + held] = max(0, int(state[two + held]) + min(amount, room))
                    if flag:
                        kill(rules, state, one, True)
            elif state[two + good] >= value:
                if amount <= room:
                    scores = True
                    state[two + held] = max(0, int(state[two + held]) + amount)
                if flag:
                    kill(rules, state, one, False)
    elif effect == at.CHANGE_RESOURCE:
        scores = int(state[one + good]) + value <= limit
        if scores:
            state[one + good] = max(0, int(state[one + good]) + value)
            if flag:
                kill(rules, state, two, True)
    elif effect == at.KILL_IF_OTHER:
        scores = state[two + good] >= limit
        if scores:
            kill(rules, state, one, False)
            if flag:
                state[two + good] = max(0, int(state[two + good]) - limit)
    elif effect in (at.KILL_IF_MORE, at.KILL_IF_LESS):
        have = state[one + good]
        scores = have >= limit if effect == at.KILL_IF_MORE else have <= limit
        if scores:
            kill(rules, state, one, False)
    elif effect == at.LOSE_HEALTH:
        health = int(rules[at.HEALTH_AT])
        target = one
        listed = int(rules[rule + at.P_LIST])
        for index in range(listed, listed + rules[rule + at.P_N_LIST]):
            other = int(state[at.TYPES + int(rules[index]) * at.TYPE_WORDS + at.FIRST])
            target = other or target
        if target:
            state[target + health] -= value
            if state[target + health] <= limit:
                kill(rules, state, target, False)
                points = int(rules[rule + at.P_EXTRA])
    elif effect in (at.GAIN_HEALTH, at.FILL_HEALTH):
        health = int(rules[at.HEALTH_AT])
        most = int(rules[type_row(rules, int(state[one + at.TYPE])) + at.HEALTH_LIMIT])
        new_health = int(state[one + health]) + value
        scores = effect == at.FILL_HEALTH or new_health < most
        if scores:
            state[one + health] = min(new_health, most)
            state[one + health + 1] = max(int(state[one + health + 1]), int(state[one + health]))
            if flag and two:
                kill(rules, state, two, False)
    elif effect == at.SPAWN_AT:
        if chance(state, high, low):
            make(rules, state, kind, int(state[one + at.X]), int(state[one + at.Y]), False)
    elif effect in (at.SPAWN_IF_MORE, at.SPAWN_IF_LESS):
        scores = False
        if chance(state, high, low):
            have = state[one + good]
            if have >= limit if effect == at.SPAWN_IF_MORE else have <= limit:
                scores = True
                make(rules, state, kind, int(state[one + at.X]), int(state[one + at.Y]), False)
                if effect == at.SPAWN_IF_MORE:
                    state[one + good] = max(0, int(state[one + good]) - value)
    elif effect in (at.SPAWN_BEHIND, at.SPAWN_BESIDE):
        if chance(state, high, low):
            x, y = int(state[two + at.X]), int(state[two + at.Y])
            last_x, last_y = int(state[two + at.LAST_X]), int(state[two + at.LAST_Y])
            left = abs(x - last_x) >= block or abs(y - last_y) >= block
            if effect == at.SPAWN_BEHIND or flag:
                x, y = last_x, last_y
            if effect == at.SPAWN_BESIDE:
                x += block * way_x(value)
                y += block * way_y(value)
            if left or not (effect == at.SPAWN_BEHIND or flag):
                make(rules, state, kind, x, y, False)
    elif effect == at.CLONE:
        make(rules, state, int(state[one + at.TYPE]), int(state[one + at.X]), int(state[one + at.Y]), False)
    elif effect == at.REVERSE:
        if not (state[one + at.WAY_X] == -1 and state[one + at.WAY_Y] == -1):
            state[one + at.WAY_X] = -state[one + at.WAY_X]
            state[one + at.WAY_Y] = -state[one + at.WAY_Y]
    elif effect == at.FLIP:
        way = below(state, 4)
        state[one + at.WAY_X] = way_x(way)
        state[one + at.WAY_Y] = way_y(way)
    elif effect == at.GAZE:
        if state[one + at.FLAGS] & state[two + at.FLAGS] & at.F_ORIENTED and chance(state, high, low):
            dx, dy = int(state[two + at.WAY_X]), int(state[two + at.WAY_Y])
            state[one + at.WAY_X] = dx
            state[one + at.WAY_Y] = dy
            if flag:
                if dy == 0 and dx != 0:
                    put(rules, state, one, int(state[one + at.X]), int(state[two + at.Y]))
                else:
                    put(rules, state, one, int(state[two + at.X]), int(state[one + at.Y]))
    elif effect == at.ALIGN:
        if flag:
            state[one + at.WAY_X] = state[two + at.WAY_X]
            state[one + at.WAY_Y] = state[two + at.WAY_Y]
        put(rules, state, one, int(state[two + at.X]), int(state[two + at.Y]))
    elif effect == at.TELEPORT:
        exit_kind = int(rules[type_row(rules, int(state[two + at.TYPE])) + at.STYPE])
        if exit_kind >= 0:
            count = number(state, exit_kind)
            if count:
                out = _nth(rules, state, exit_kind, below(state, count))
                put(rules, state, one, int(state[out + at.X]), int(state[out + at.Y]))
                state[one + at.WAIT] = 0
                if state[out + at.FLAGS] & at.F_ORIENTED:
                    state[one + at.WAY_X] = state[out + at.WAY_X]
                    state[one + at.WAY_Y] = state[out + at.WAY_Y]
            else:
                kill(rules, state, one, False)
    elif effect == at.WRAP:
        x, y = int(state[one + at.X]), int(state[one + at.Y])
        if state[one + at.WAY_X] > 0:
            x = kind
        elif state[one + at.WAY_X] < 0:
            x = int(rules[rule + at.P_TYPE_2])
        elif state[one + at.WAY_Y] > 0:
            y = kind
        elif state[one + at.WAY_Y] < 0:
            y = limit
        put(rules, state, one, x, y)
        state[one + at.WAIT] = 0
    elif effect == at.TURN_AROUND:
        before_x, before_y = int(state[one + at.X]), int(state[one + at.Y])
        state[one + at.X] = state[one + at.LAST_X]
        state[one + at.Y] = state[one + at.LAST_Y]
        pixels = int(rules[speed_row(rules, state, one) + at.S_ACTIVE])
        cooldown = rules[type_row(rules, int(state[one + at.TYPE])) + at.COOLDOWN]
        for _ in range(2):
            state[one + at.WAIT] = cooldown
            walk(rules, state, one, 0, 1, pixels)
        state[one + at.WAY_X] = -state[one + at.WAY_X]
        state[one + at.WAY_Y] = -state[one + at.WAY_Y]
        enter(rules, state, one, before_x, before_y)
    elif effect == at.KILL_FROM_ABOVE:
        scores = bool(
            state[one + at.LAST_Y] > state[two + at.LAST_Y] + block // 2 and state[two + at.Y] > state[two + at.LAST_Y]
        )
        if scores:
            kill(rules, state, one, False)
    elif effect in (at.KILL_FRONTAL, at.KILL_NOT_FRONTAL):
        still = state[one + at.X] == state[one + at.LAST_X] and state[one + at.Y] == state[one + at.LAST_Y]
        scores = bool(still or (_frontal(state, one, two) == (effect == at.KILL_FRONTAL)))
        if scores:
            kill(rules, state, one, False)
    elif effect == at.SHIELD_FROM:
        state[at.SHIELDS] |= rules[rules[rule + at.P_LIST] + state[one + at.TYPE]]
    elif effect == at.SET_SPEED:
        listed = int(rules[rule + at.P_LIST])
        for index in range(listed, listed + rules[rule + at.P_N_LIST]):
            sprite = int(state[at.TYPES + int(rules[index]) * at.TYPE_WORDS + at.FIRST])
            while sprite:
                state[sprite + rules[at.SPEED_AT]] = value
                sprite = int(state[sprite + at.NEXT])
    elif effect == at.ADD_TIMER:
        set_timer(rules, state, int(state[at.TICK]) + int(rules[rule + at.TIMER]), int(rules[rule + at.DELEGATE]))
    if scores:
        state[at.SCORE] += points
