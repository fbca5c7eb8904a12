"""One interpreter for all games: a step is the avatar, the others, the events, the burials, the endings.

The order is the reference's, because it decides positions: rules in the order in which their pair first appears; for
each rule the first sprites in order; for each of them all second sprites that it touched when its turn came and that it
still touches. A sprite killed in a step is no longer a first sprite, but still a second one, until the step ends.

How partners are found: every cell holds the bits of the types that stand in it or entered it during the step (HERE). A
sprite that has no bit of a rule's second types in its cells is passed over; only the others look at lists.
"""

from __future__ import annotations

from ludarium.compiled.abi import LEGAL, MOVER, SCORE, STEP, Words
from ludarium.compiled.cache import kernel
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.behaviour import move_avatar, move_others
from ludarium.games.arcade.effects import run, set_timer, shade, shade_at, stands
from ludarium.games.arcade.pointers import hold, signature
from ludarium.games.arcade.sprites import NOWHERE, cell_of, enter, look, number, type_row


@kernel(signature("void(words, words)"))
def _look_around(rules: Words, state: Words) -> None:
    """Write down who stands where, before the events."""
    cells, here, ground = int(rules[at.CELLS]), int(rules[at.HERE]), int(rules[at.GROUND])
    present = 0
    for cell in range(rules[at.N_CELLS]):
        bits = (int(state[cells + cell]) & at.MORTAL_MASK) | int(rules[ground + cell])
        state[here + cell] = bits
        present |= bits
    for kind in range(rules[at.N_TYPES]):
        group = at.TYPES + kind * at.TYPE_WORDS
        bit = int(rules[type_row(rules, kind) + at.BIT])
        if bit and state[group + at.COUNT]:
            present |= bit
            sprite = int(state[group + at.FIRST])
            while sprite:
                enter(rules, state, sprite, NOWHERE, 0)
                sprite = int(state[sprite + at.NEXT])
    state[at.PRESENT] = present
    state[at.CLOCK] += 1


@kernel(signature("int64(words, words, int64)"), inline=True)
def _under(rules: Words, state: Words, sprite: int) -> int:
    """Return the bits of the types that a sprite may touch."""
    if state[sprite + at.SEEN] != state[at.CLOCK]:
        state[sprite + at.SEEN] = state[at.CLOCK]
        state[sprite + at.UNDER] = look(rules, state, sprite)
    return int(state[sprite + at.UNDER])


@kernel(signature("int64(words, words, int64)"))
def _union(rules: Words, state: Words, kind: int) -> int:
    """Return the bits of the types that any record of a type may touch."""
    group = at.TYPES + kind * at.TYPE_WORDS
    if state[group + at.UNION_SEEN] != state[at.CLOCK]:
        others = ~int(rules[type_row(rules, kind) + at.BIT])
        union = 0
        sprite = int(state[group + at.FIRST])
        while sprite:
            bits = _under(rules, state, sprite)
            union |= bits if bits & at.CROWD else bits & others
            sprite = int(state[sprite + at.NEXT])
        state[group + at.UNION] = union
        state[group + at.UNION_SEEN] = state[at.CLOCK]
    return int(state[group + at.UNION])


@kernel(signature("void(words, words, int64, int64, int64, int64)"))
def _meet(rules: Words, state: Words, rule: int, one: int, bits: int, newborn: int) -> None:
    """Run a rule for one first sprite and every second one that it touches, of the types with these bits.

    Sprites born since *newborn* do not count.
    """
    block = int(rules[at.BLOCK])
    from_x, from_y = int(state[one + at.X]), int(state[one + at.Y])
    seconds = int(rules[rule + at.SECONDS])
    fixed_first = bool(state[one + at.FLAGS] & at.F_FIXED)
    for index in range(seconds, seconds + rules[rule + at.N_SECONDS]):
        kind = int(rules[index])
        row = type_row(rules, kind)
        if not bits & int(rules[row + at.BIT]):
            continue
        if state[at.TYPES + kind * at.TYPE_WORDS + at.FIXED]:
            width = int(rules[at.WIDTH])
            column, line = cell_of(rules, from_x), cell_of(rules, from_y)
            for place in range(4):
                x, y = column + (place & 1), line + (place >> 1)
                if (place & 1 and column * block == from_x) or (place >> 1 and line * block == from_y):
                    continue
                if not (0 <= x < width and 0 <= y < rules[at.HEIGHT] and stands(rules, state, kind, y * width + x)):
                    continue
                if fixed_first and state[one + at.TYPE] == kind:
                    continue
                left, top = x * block, y * block
                if abs(left - int(state[one + at.X])) < block and abs(top - int(state[one + at.Y])) < block:
                    shade_at(rules, state, int(rules[at.SHADE_2]), kind, x, y)
                    run(rules, state, rule, one, int(rules[at.SHADE_2]))
                    if state[one + at.FLAGS] & at.F_DEAD:
                        return
        two = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        while two:
            x, y = int(state[two + at.X]), int(state[two + at.Y])
            if abs(x - from_x) < block and abs(y - from_y) < block and two != one:
                if state[two + at.BIRTH] >= newborn:
                    break
                if abs(x - int(state[one + at.X])) < block and abs(y - int(state[one + at.Y])) < block:
                    run(rules, state, rule, one, two)
                    if state[one + at.FLAGS] & at.F_DEAD:
                        return
            two = int(state[two + at.NEXT])


@kernel(signature("int64(words, words, int64, int64, int64)"))
def _next_cell(rules: Words, state: Words, rule: int, kind: int, after: int) -> int:
    """Return the first cell behind *after* where a fixed sprite of *kind* is touched by a second sprite; -1 if none."""
    block, width, height = int(rules[at.BLOCK]), int(rules[at.WIDTH]), int(rules[at.HEIGHT])
    bit = int(rules[type_row(rules, kind) + at.BIT])
    best = 1 << 30
    overlaps = int(rules[rule + at.OVERLAPS])
    for index in range(overlaps, overlaps + rules[rule + at.N_OVERLAPS]):
        cell = int(rules[index])
        if after < cell < best and stands(rules, state, kind, cell):
            best = cell
    seconds = int(rules[rule + at.SECONDS])
    for index in range(seconds, seconds + rules[rule + at.N_SECONDS]):
        two = int(state[at.TYPES + int(rules[index]) * at.TYPE_WORDS + at.FIRST])
        while two:
            if _under(rules, state, two) & bit:
                from_x, from_y = int(state[two + at.X]), int(state[two + at.Y])
                column, line = cell_of(rules, from_x), cell_of(rules, from_y)
                for place in range(4):
                    x, y = column + (place & 1), line + (place >> 1)
                    if (place & 1 and column * block == from_x) or (place >> 1 and line * block == from_y):
                        continue
                    cell = y * width + x
                    if after < cell < best and 0 <= x < width and 0 <= y < height and stands(rules, state, kind, cell):
                        best = cell
            two = int(state[two + at.NEXT])
    return best if best < 1 << 30 else -1


@kernel(signature("void(words, words)"))
def _pairs(rules: Words, state: Words) -> None:
    """Run the rules of pairs."""
    first_rule = int(rules[at.PAIR_ROWS])
    for rule in range(first_rule, first_rule + rules[at.N_PAIRS] * at.RULE_ROW, at.RULE_ROW):
        present = int(state[at.PRESENT])
        second_bits = int(rules[rule + at.SECOND_BITS])
        if not (present & int(rules[rule + at.FIRST_BITS]) and present & second_bits):
            continue
        if state[at.SHIELDS] & rules[rule + at.SHIELD]:
            continue
        newborn = int(state[at.NEXT_BIRTH])
        firsts = int(rules[rule + at.FIRSTS])
        for index in range(firsts, firsts + rules[rule + at.N_FIRSTS]):
            kind = int(rules[index])
            if state[at.TYPES + kind * at.TYPE_WORDS + at.FIXED]:
                cell = _next_cell(rules, state, rule, kind, -1)
                while cell >= 0:
                    one = int(rules[at.SHADE_1])
                    shade(rules, state, one, kind, cell)
                    if not state[one + at.FLAGS] & at.F_DEAD:
                        _meet(rules, state, rule, one, -1, newborn)
                    cell = _next_cell(rules, state, rule, kind, cell)
            one = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
            if not one or not _union(rules, state, kind) & second_bits:
                continue
            others = ~int(rules[type_row(rules, kind) + at.BIT])
            while one and state[one + at.BIRTH] < newborn:
                bits = _under(rules, state, one)
                if not bits & at.CROWD:
                    bits &= others
                if bits & second_bits and not state[one + at.FLAGS] & at.F_DEAD:
                    _meet(rules, state, rule, one, bits, newborn)
                one = int(state[one + at.NEXT])


@kernel(signature("void(words, words)"))
def _edges(rules: Words, state: Words) -> None:
    """Run the EOS rules, for every sprite that is not wholly on the screen. Fixed sprites always are."""
    far_x = int(rules[at.PIXEL_WIDTH]) - int(rules[at.BLOCK])
    far_y = int(rules[at.PIXEL_HEIGHT]) - int(rules[at.BLOCK])
    first_rule = int(rules[at.EOS_ROWS])
    for rule in range(first_rule, first_rule + rules[at.N_EOS] * at.RULE_ROW, at.RULE_ROW):
        firsts = int(rules[rule + at.FIRSTS])
        for index in range(firsts, firsts + rules[rule + at.N_FIRSTS]):
            group = at.TYPES + int(rules[index]) * at.TYPE_WORDS
            count = state[group + at.COUNT]
            one = int(state[group + at.FIRST])
            while one:
                x, y = state[one + at.X], state[one + at.Y]
                if (x < 0 or y < 0 or x > far_x or y > far_y) and not state[one + at.FLAGS] & (
                    at.F_DEAD | at.F_DISABLED
                ):
                    run(rules, state, rule, one, 0)
                    if state[group + at.COUNT] != count:
                        break  # the reference cannot go through a list that grows, and leaves it there
                one = int(state[one + at.NEXT])


@kernel(signature("void(words, words)"))
def _timers(rules: Words, state: Words) -> None:
    """Run the rules whose time has come."""
    base = int(rules[at.TIMER_LIST])
    tick = int(state[at.TICK])
    while state[at.TIMERS] > 0 and state[base] <= tick:
        rule = int(state[base + 1])
        state[at.TIMERS] -= 1
        for word in range(base, base + 2 * int(state[at.TIMERS])):
            state[word] = state[word + 2]
        firsts = int(rules[rule + at.FIRSTS])
        if firsts == 0:
            run(rules, state, rule, 0, 0)
            state[at.SCORE] += rules[rule + at.AFTER]
        else:
            for index in range(firsts, firsts + rules[rule + at.N_FIRSTS]):
                kind = int(rules[index])
                row = type_row(rules, kind)
                if state[at.TYPES + kind * at.TYPE_WORDS + at.FIXED]:
                    cells = int(rules[row + at.ROOT_CELLS])
                    for place in range(cells, cells + rules[row + at.N_ROOT_CELLS]):
                        if stands(rules, state, kind, int(rules[place])):
                            one = int(rules[at.SHADE_1])
                            shade(rules, state, one, kind, int(rules[place]))
                            if not state[one + at.FLAGS] & at.F_DEAD:
                                run(rules, state, rule, one, 0)
                                state[at.SCORE] += rules[rule + at.AFTER]
                one = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
                newborn = state[at.NEXT_BIRTH]
                while one and state[one + at.BIRTH] < newborn:
                    if not state[one + at.FLAGS] & (at.F_DEAD | at.F_DISABLED):
                        run(rules, state, rule, one, 0)
                        state[at.SCORE] += rules[rule + at.AFTER]
                    one = int(state[one + at.NEXT])
        if rules[rule + at.REPEATS]:
            set_timer(rules, state, tick + max(1, int(rules[rule + at.TIMER])), rule)


@kernel(signature("void(words, words)"))
def _bury(rules: Words, state: Words) -> None:
    """Take the killed sprites out of their lists and cells, and lower the shields."""
    state[at.SHIELDS] = 0
    if state[at.DEAD]:
        for kind in range(rules[at.N_TYPES]):
            if not state[at.DEAD]:
                break
            group = at.TYPES + kind * at.TYPE_WORDS
            sprite = int(state[group + at.FIRST])
            before = 0
            while sprite and state[at.DEAD]:
                after = int(state[sprite + at.NEXT])
                if state[sprite + at.FLAGS] & at.F_DEAD:
                    if before:
                        state[before + at.NEXT] = after
                    else:
                        state[group + at.FIRST] = after
                    if not after:
                        state[group + at.LAST] = before
                    state[group + at.COUNT] -= 1
                    state[at.ALIVE] -= 1
                    state[at.DEAD] -= 1
                    if state[at.AVATAR] == sprite:
                        state[at.AVATAR] = 0
                    state[sprite + at.BIRTH] = -1
                    state[sprite + at.NEXT] = state[at.FREE]
                    state[at.FREE] = sprite
                else:
                    before = sprite
                sprite = after
        state[at.DEAD] = 0
    dying = int(state[at.DYING])
    if dying:
        cells = int(rules[at.CELLS])
        everywhere = dying > at.DYING_ROOM
        for index in range(int(rules[at.N_CELLS]) if everywhere else dying):
            cell = cells + index if everywhere else int(state[rules[at.DYING_LIST] + index])
            gone = int(state[cell]) >> at.DYING_SHIFT
            if gone:
                state[cell] = int(state[cell]) & at.MORTAL_MASK & ~gone
                for kind in range(rules[at.N_TYPES]):
                    if rules[type_row(rules, kind) + at.MORTAL] & gone:
                        state[at.TYPES + kind * at.TYPE_WORDS + at.FIXED] -= 1
                        state[at.ALIVE] -= 1
        state[at.DYING] = 0
    if rules[at.PULLS]:
        for kind in range(rules[at.N_TYPES]):
            sprite = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
            while sprite:
                state[sprite + at.FLAGS] &= at.F_PULLED - 1
                sprite = int(state[sprite + at.NEXT])


@kernel(signature("int64(words, words, int64)"))
def _living(rules: Words, state: Words, kind: int) -> int:
    """Return how many sprites of exactly this type live; a dead avatar does not."""
    count = number(state, kind)
    if count and rules[type_row(rules, kind) + at.KIND_FLAGS] & at.K_AVATAR:
        sprite = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        while sprite:
            if state[sprite + at.FLAGS] & at.F_DISABLED:
                count -= 1
            sprite = int(state[sprite + at.NEXT])
    return count


@kernel(signature("void(words, words)"))
def _endings(rules: Words, state: Words) -> None:
    """End the game by the first ending that holds, or by the clock."""
    first = int(rules[at.END_ROWS])
    for end in range(first, first + rules[at.N_ENDS] * at.END_ROW, at.END_ROW):
        how = int(rules[end + at.E_KIND])
        limit = int(rules[end + at.E_LIMIT])
        if how == at.END_TIME:
            done = bool(state[at.TICK] >= limit)
        else:
            count = kinds = 0
            listed = int(rules[end + at.E_TYPES])
            for index in range(listed, listed + rules[end + at.E_N_TYPES]):
                here = _living(rules, state, int(rules[index]))
                count += here
                kinds += int(here > 0)
            if how == at.END_STOP:
                state[at.CAN_END] = int(count <= limit if rules[end + at.E_MIN] else count != limit)
                continue
            if how == at.END_COUNT:
                done = count <= limit
            elif how == at.END_MORE:
                done = count >= limit
            elif how == at.END_SUBTYPES:
                done = bool(count == limit and kinds == rules[end + at.E_SUBTYPES])
            else:
                done = bool(count == limit or (rules[end + at.E_MIN] and count > limit))
            done = done and bool(state[at.CAN_END])
        if done:
            won = bool(rules[end + at.E_WIN])
            if rules[end + at.E_COUNT_SCORE]:
                won = bool(state[at.SCORE] != 0)
            state[at.STATUS] = at.WON if won else at.LOST
            break
    if state[at.TICK] >= rules[at.MAX_TICKS] and state[at.STATUS] != at.WON:
        state[at.STATUS] = at.LOST


@kernel(signature("void(words, words, int64)"))
def _step(rules: Words, state: Words, action: int) -> None:
    if state[at.STATUS] != at.PLAYING:
        return
    if state[at.ROOM] - state[at.USED] < rules[at.BURST]:
        free = int(state[at.ROOM]) - int(state[at.USED])
        slot = int(state[at.FREE])
        while slot and free < rules[at.BURST]:
            free += 1
            slot = int(state[slot + at.NEXT])
        if free < rules[at.BURST]:
            state[at.FULL] = at.REFUSED
            return
    state[at.FULL] = 0
    move_avatar(rules, state, action)
    move_others(rules, state)
    _look_around(rules, state)
    _timers(rules, state)
    _edges(rules, state)
    _pairs(rules, state)
    _bury(rules, state)
    _endings(rules, state)
    state[at.TICK] += 1


@kernel(STEP)
def step(rules: Words, state: Words, action: int) -> None:
    """Play one tick. When there may be too little room for new sprites, only FULL is set: grow the state and repeat."""
    _step(hold(rules), hold(state), action)


@kernel(MOVER)
def mover(rules: Words, state: Words) -> int:
    """Return 0, the only player, or -1 when the game is over."""
    return 0 if state[at.STATUS] == at.PLAYING else -1


@kernel(LEGAL)
def legal(rules: Words, state: Words, out: Words) -> int:
    """Write the avatar's actions, NIL included, and return how many there are."""
    if state[at.STATUS] != at.PLAYING:
        return 0
    keys = 1
    avatar = int(state[at.AVATAR])
    if avatar:
        keys |= int(rules[type_row(rules, int(state[avatar + at.TYPE])) + at.KEYS])
    count = 0
    for action in range(at.ACTIONS):
        if keys >> action & 1:
            out[count] = action
            count += 1
    return count


@kernel(SCORE)
def score(rules: Words, state: Words, player: int) -> float:
    """Return the points so far."""
    return float(state[at.SCORE])


@kernel(signature("int64(words, words, words, int64)"))
def _atoms(rules: Words, state: Words, out: Words, room: int) -> int:
    block, width, height = int(rules[at.BLOCK]), int(rules[at.WIDTH]), int(rules[at.HEIGHT])
    cells = width * height
    count = 0
    for kind in range(rules[at.N_TYPES]):
        row = type_row(rules, kind)
        group = at.TYPES + kind * at.TYPE_WORDS
        if not rules[row + at.SHOWN] or number(state, kind) == 0:
            continue
        base = int(rules[row + at.CATEGORY]) * cells
        if rules[row + at.MORTAL] and state[group + at.FIXED]:
            listed = int(rules[row + at.ROOT_CELLS])
            for index in range(listed, listed + rules[row + at.N_ROOT_CELLS]):
                if stands(rules, state, kind, int(rules[index])) and count < room:
                    out[count] = base + rules[index]
                    count += 1
        sprite = int(state[group + at.FIRST])
        while sprite:
            x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
            from_avatar = base == 6 * cells and state[sprite + at.FLAGS] & at.F_FROM_AVATAR
            first = 5 * cells if from_avatar else base
            if not state[sprite + at.FLAGS] & at.F_DISABLED:
                column, line = x // block, y // block
                for place in range(4):
                    right, down = place & 1, place >> 1
                    if (right and column * block == x) or (down and line * block == y) or count >= room:
                        continue
                    if 0 <= column + right < width and 0 <= line + down < height:
                        out[count] = first + (line + down) * width + column + right
                        count += 1
            sprite = int(state[sprite + at.NEXT])
    return count


@kernel(LEGAL)
def atoms(rules: Words, state: Words, out: Words) -> int:
    """Write the facts (category, cell) that hold, as `category * cells + cell`; return how many were written.

    A sprite between cells counts for each of them, and a fact with several reasons is written several times. What never
    changes, and what agents do not see, is left out.
    """
    return _atoms(hold(rules), hold(state), hold(out), out.size)


@kernel(signature("int64(words, words, words)"))
def _essence(rules: Words, state: Words, out: Words) -> int:
    out[0] = state[at.SCORE]
    out[1] = state[at.STATUS]
    out[2] = state[at.CAN_END]
    out[3] = 0 if state[at.AVATAR] == 0 else 1
    count = 4
    stride = int(rules[at.STRIDE])
    for kind in range(rules[at.N_TYPES]):
        group = at.TYPES + kind * at.TYPE_WORDS
        out[count] = state[group + at.COUNT]
        count += 1
        sprite = int(state[group + at.FIRST])
        while sprite:
            out[count] = int(state[sprite + at.FLAGS]) | (1 << 30 if sprite == state[at.AVATAR] else 0)
            count += 1
            for word in range(at.X, stride):
                if word in (at.LAST_X, at.LAST_Y, at.UNDER, at.SEEN, at.PLACE):
                    continue
                target = int(rules[at.TARGET_AT])
                if target and target <= word < target + 2:
                    continue
                out[count] = state[sprite + word]
                if word == at.WAIT:
                    cooldown = rules[type_row(rules, kind) + at.COOLDOWN]
                    out[count] = min(int(state[sprite + word]), int(cooldown))
                count += 1
            sprite = int(state[sprite + at.NEXT])
    for cell in range(rules[at.CELLS], rules[at.CELLS] + rules[at.N_CELLS]):
        out[count] = state[cell]
        count += 1
    timers = int(rules[at.TIMER_LIST])
    for index in range(state[at.TIMERS]):
        out[count] = int(state[timers + 2 * index]) - int(state[at.TICK])
        out[count + 1] = state[timers + 2 * index + 1]
        count += 2
    return count


@kernel(LEGAL)
def essence(rules: Words, state: Words, out: Words) -> int:
    """Write what decides the future of a position, the luck and the tick left out; return how many words.

    Records are written in their order, without the words that only say where they stand in memory. *out* needs as many
    words as the state has, and a few more.
    """
    return _essence(hold(rules), hold(state), hold(out))
