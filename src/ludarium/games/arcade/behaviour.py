"""What sprites do by themselves in a tick: first the avatar, by the player's action, then everybody else."""

from __future__ import annotations

from ludarium.compiled.abi import Words
from ludarium.compiled.cache import kernel
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.java_random import below, chance, draw
from ludarium.games.arcade.pointers import signature
from ludarium.games.arcade.sprites import (
    MOVED,
    STILL,
    drift,
    face,
    kill,
    make,
    number,
    shift,
    speed_row,
    type_row,
    walk,
)

_UP, _LEFT, _DOWN, _RIGHT = range(4)  # the order in which the reference lists directions and draws them


@kernel(signature("int64(int64)"), inline=True)
def way_x(way: int) -> int:
    """Return the x step of direction 0..3 (up, left, down, right); 0 for none."""
    return int(way == _RIGHT) - int(way == _LEFT)


@kernel(signature("int64(int64)"), inline=True)
def way_y(way: int) -> int:
    """Return the y step of direction 0..3."""
    return int(way == _DOWN) - int(way == _UP)


@kernel(signature("void(words, int64)"), inline=True)
def begin(state: Words, sprite: int) -> None:
    """Open a sprite's own tick: remember where it was, and one more tick since its last move."""
    state[sprite + at.LAST_X] = state[sprite + at.X]
    state[sprite + at.LAST_Y] = state[sprite + at.Y]
    state[sprite + at.WAIT] += 1


@kernel(signature("void(words, words, int64)"))
def _shoot(rules: Words, state: Words, avatar: int) -> None:
    """Make the first type for which there is ammunition, one cell ahead."""
    row = type_row(rules, int(state[avatar + at.TYPE]))
    block = int(rules[at.BLOCK])
    goods = avatar + int(rules[at.GOODS_AT])
    for index in range(rules[row + at.N_LIST]):
        needs_ammo = index < rules[row + at.N_AMMO]
        good = int(rules[rules[row + at.AMMO] + index]) if needs_ammo else 0
        if needs_ammo and state[goods + good] <= 0:
            continue
        face_x, face_y = int(state[avatar + at.WAY_X]), int(state[avatar + at.WAY_Y])
        x, y = int(state[avatar + at.X]), int(state[avatar + at.Y])
        if face_x == 0 or face_y == 0:
            x += block * (int(face_x > 0) - int(face_x < 0))
            y += block * (int(face_y > 0) - int(face_y < 0))
        else:
            length = float(face_x * face_x + face_y * face_y) ** 0.5
            x, y = int(x + face_x / length * block), int(y + face_y / length * block)
        shot = make(rules, state, int(rules[rules[row + at.LIST] + index]), x, y, False)
        if shot:
            if state[shot + at.FLAGS] & at.F_ORIENTED:
                face(state, shot, face_x, face_y)
            if needs_ammo:
                state[goods + good] -= 1
            state[shot + at.FLAGS] |= at.F_FROM_AVATAR
        return


@kernel(signature("void(words, words, int64)"))
def move_avatar(rules: Words, state: Words, action: int) -> None:
    """Let the avatar answer the action; a dead one does not."""
    avatar = int(state[at.AVATAR])
    if avatar == 0 or state[avatar + at.FLAGS] & at.F_DISABLED:
        return
    begin(state, avatar)
    row = type_row(rules, int(state[avatar + at.TYPE]))
    behaviour = int(rules[row + at.CLASS])
    step_x = int(action == at.RIGHT) - int(action == at.LEFT)
    step_y = int(action == at.DOWN) - int(action == at.UP)
    if behaviour <= at.A_FLAK:
        done = walk(rules, state, avatar, step_x, step_y, int(rules[speed_row(rules, state, avatar) + at.S_ACTIVE]))
        if done == MOVED and behaviour in (at.A_ORIENTED, at.A_SHOOT):
            moved_x = int(state[avatar + at.X]) - int(state[avatar + at.LAST_X])
            moved_y = int(state[avatar + at.Y]) - int(state[avatar + at.LAST_Y])
            face(state, avatar, moved_x, moved_y)
        if action != at.USE or done != STILL:
            return
        if behaviour == at.A_SHOOT:
            _shoot(rules, state, avatar)
        elif behaviour == at.A_FLAK:
            good = avatar + int(rules[at.GOODS_AT]) + int(rules[row + at.AMMO])
            armed = rules[row + at.N_AMMO] == 0 or state[good] > max(0, int(rules[row + at.MIN_AMMO]))
            if armed:
                x, y = int(state[avatar + at.X]), int(state[avatar + at.Y])
                shot = make(rules, state, int(rules[row + at.STYPE]), x, y, False)
                if shot:
                    if rules[row + at.N_AMMO]:
                        state[good] -= rules[row + at.AMMO_COST]
                    state[shot + at.FLAGS] |= at.F_FROM_AVATAR
        return
    keyed = step_x != 0 or step_y != 0
    if behaviour == at.A_TURNING:
        ways = step_x * int(state[avatar + at.WAY_X]) + step_y * int(state[avatar + at.WAY_Y])
        keyed = keyed and ways == 0
    if keyed and behaviour != at.A_MISSILE and state[avatar + at.FLAGS] & at.F_ORIENTED:
        state[avatar + at.WAY_X] = step_x
        state[avatar + at.WAY_Y] = step_y
    drift(rules, state, avatar)
    if behaviour == at.A_ONGOING_SHOOT and action == at.USE:
        _shoot(rules, state, avatar)
    elif behaviour == at.A_TURNING:
        block = int(rules[at.BLOCK])
        x, y = int(state[avatar + at.LAST_X]), int(state[avatar + at.LAST_Y])
        if abs(int(state[avatar + at.X]) - x) >= block or abs(int(state[avatar + at.Y]) - y) >= block:
            make(rules, state, int(rules[row + at.STYPE]), x, y, False)


@kernel(signature("int64(words, words, int64)"))
def _random_way(rules: Words, state: Words, sprite: int) -> int:
    """Draw a direction, or repeat the last one for `cons` ticks."""
    if state[sprite + at.COUNTER] < rules[type_row(rules, int(state[sprite + at.TYPE])) + at.CONS]:
        state[sprite + at.COUNTER] += 1
        return int(state[sprite + at.MEMORY])
    way = below(state, 4)
    state[sprite + at.MEMORY] = way
    state[sprite + at.COUNTER] = 0
    return way


@kernel(signature("boolean(words, int64, int64)"), inline=True)
def _in_sight(state: Words, sprite: int, other: int) -> bool:
    """Tell whether the other stands straight ahead in the direction drawn last."""
    dx = int(state[other + at.X]) - int(state[sprite + at.X])
    dy = int(state[other + at.Y]) - int(state[sprite + at.Y])
    way = state[sprite + at.MEMORY]
    if dx == 0:
        return bool((way == _DOWN and dy >= 0) or (way == _UP and dy <= 0) or (dy == 0 and way >= 0))
    return bool(dy == 0 and ((way == _LEFT and dx <= 0) or (way == _RIGHT and dx >= 0)))


@kernel(signature("int64(words, words, int64, boolean, int64)"))
def _toward(rules: Words, state: Words, sprite: int, by_sight: bool, pick: int) -> int:
    """List the directions that bring a sprite nearer to its nearest targets (farther, when it flees), for each target.

    With pick < 0 return how many there are; with pick >= 0 return the direction at that place of the list.
    """
    row = type_row(rules, int(state[sprite + at.TYPE]))
    flees = bool(rules[row + at.KIND_FLAGS] & at.K_FLEES)
    reach = int(rules[row + at.REACH])
    x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
    own = number(state, int(rules[row + at.STYPE]))
    first = int(rules[row + at.TARGETS])
    groups = 1 if own else int(rules[row + at.N_TARGETS])
    best = 1 << 40
    for index in range(groups):
        kind = int(rules[row + at.STYPE]) if own else int(rules[first + index])
        other = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        while other:
            distance = abs(int(state[other + at.X]) - x) + abs(int(state[other + at.Y]) - y)
            if distance < best and (not by_sight or _in_sight(state, sprite, other)):
                best = distance
            other = int(state[other + at.NEXT])
    if reach != -1 and best > reach:
        return 0
    found = 0
    for index in range(groups):
        kind = int(rules[row + at.STYPE]) if own else int(rules[first + index])
        other = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        while other:
            dx, dy = int(state[other + at.X]) - x, int(state[other + at.Y]) - y
            if abs(dx) + abs(dy) == best and (not by_sight or _in_sight(state, sprite, other)):
                for way in range(4):
                    ahead = dx * way_x(way) + dy * way_y(way)
                    if ahead <= 0 if flees else ahead > 0:
                        if found == pick:
                            return way
                        found += 1
            other = int(state[other + at.NEXT])
    return found


@kernel(signature("int64(words, words, int64)"))
def _nearest(rules: Words, state: Words, sprite: int) -> int:
    """Return the nearest sprite of STYPE, or of the TARGETS when there is none; the oldest of several."""
    row = type_row(rules, int(state[sprite + at.TYPE]))
    own = number(state, int(rules[row + at.STYPE])) > 0
    groups = 1 if own else int(rules[row + at.N_TARGETS])
    start = int(rules[row + at.TARGETS])
    best, found = 1 << 40, 0
    for index in range(groups):
        kind = int(rules[row + at.STYPE]) if own else int(rules[start + index])
        other = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        while other:
            distance = abs(int(state[other + at.X]) - int(state[sprite + at.X]))
            distance += abs(int(state[other + at.Y]) - int(state[sprite + at.Y]))
            if distance < best:
                best, found = distance, other
            other = int(state[other + at.NEXT])
    return found


@kernel(signature("int64(words, int64, int64, int64, int64)"))
def _path_step(rules: Words, x: int, y: int, to_x: int, to_y: int) -> int:
    """Return the first direction of the path between two places, -1 when there is none (or nothing to walk)."""
    if rules[at.PATHS] == 0:
        return -1
    width, height = int(rules[at.WIDTH]), int(rules[at.HEIGHT])
    scale = 1.0 / rules[at.BLOCK]
    column, row, to_column, to_row = int(x * scale), int(y * scale), int(to_x * scale), int(to_y * scale)
    if not (0 <= column < width and 0 <= row < height and 0 <= to_column < width and 0 <= to_row < height):
        return -1
    place = (row * width + column) * width * height + to_row * width + to_column
    return int((int(rules[rules[at.PATHS] + (place >> 3)]) >> ((place & 7) * 3)) & 7) - 1


@kernel(signature("void(words, words, int64)"))
def _keep_chasing(rules: Words, state: Words, sprite: int) -> None:
    """Follow the path to one target until it is reached, then choose another; the memory outlives the target."""
    row = type_row(rules, int(state[sprite + at.TYPE]))
    memory = sprite + int(rules[at.TARGET_AT])  # target, its birth, its place; place known to have had a path
    target = int(state[memory])
    if target:
        if state[target + at.BIRTH] == state[memory + 1]:
            state[memory + 2] = state[target + at.X]
            state[memory + 3] = state[target + at.Y]
        if state[memory + 2] == state[sprite + at.X] and state[memory + 3] == state[sprite + at.Y]:
            target = 0
    if target == 0:
        lists = int(rules[row + at.N_LIST])
        chosen = int(rules[row + at.LIST]) + 2 * (below(state, lists) if lists > 1 else 0)
        kinds, count = int(rules[chosen]), int(rules[chosen + 1])
        if rules[row + at.KIND_FLAGS] & at.K_PICKS:
            total = 0
            for index in range(kinds, kinds + count):
                total += number(state, int(rules[index]))
            if total:
                pick = below(state, total)
                for index in range(kinds, kinds + count):
                    here = number(state, int(rules[index]))
                    if 0 <= pick < here:
                        target = int(state[at.TYPES + int(rules[index]) * at.TYPE_WORDS + at.FIRST])
                        for _ in range(pick):
                            target = int(state[target + at.NEXT])
                    pick -= here
        else:
            best = 1 << 40
            for index in range(kinds, kinds + count):
                kind = int(rules[index])
                other = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
                while other:
                    distance = abs(int(state[other + at.X]) - int(state[sprite + at.X]))
                    distance += abs(int(state[other + at.Y]) - int(state[sprite + at.Y]))
                    if distance < best:
                        best, target = distance, other
                    other = int(state[other + at.NEXT])
        if target == 0:
            way = below(state, 4)
            pixels = int(rules[speed_row(rules, state, sprite) + at.S_ACTIVE])
            walk(rules, state, sprite, way_x(way), way_y(way), pixels)
            return
        state[memory] = target
        state[memory + 1] = state[target + at.BIRTH]
        state[memory + 2] = state[target + at.X]
        state[memory + 3] = state[target + at.Y]
    x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
    way = _path_step(rules, x, y, int(state[memory + 2]), int(state[memory + 3]))
    if way < 0 and state[memory + 6]:
        way = _path_step(rules, x, y, int(state[memory + 4]), int(state[memory + 5]))
    else:
        state[memory + 4] = state[memory + 2]
        state[memory + 5] = state[memory + 3]
        state[memory + 6] = 1
    if way >= 0:
        pixels = int(rules[speed_row(rules, state, sprite) + at.S_ACTIVE])
        walk(rules, state, sprite, way_x(way), way_y(way), pixels)


@kernel(signature("void(words, words, int64, int64)"))
def _spawn(rules: Words, state: Words, sprite: int, kind: int) -> None:
    """Make one sprite of a spawner, with its orientation."""
    new = make(rules, state, kind, int(state[sprite + at.X]), int(state[sprite + at.Y]), False)
    if not new:
        return
    row = type_row(rules, int(state[sprite + at.TYPE]))
    state[sprite + at.COUNTER] += 1
    if rules[row + at.OUT_X] or rules[row + at.OUT_Y]:
        state[new + at.WAY_X] = rules[row + at.OUT_X]
        state[new + at.WAY_Y] = rules[row + at.OUT_Y]
    elif state[new + at.WAY_X] == 0 and state[new + at.WAY_Y] == 0:
        state[new + at.WAY_X] = state[sprite + at.WAY_X]
        state[new + at.WAY_Y] = state[sprite + at.WAY_Y]


@kernel(signature("void(words, words, int64)"))
def _grow_old(rules: Words, state: Words, sprite: int) -> None:
    """Move on, and die when the time to live is over."""
    drift(rules, state, sprite)
    life = int(rules[at.LIFE_AT])
    if life:
        left = int(state[sprite + life])
        if left > 0:
            state[sprite + life] = left - 1
        elif left == 0:
            kill(rules, state, sprite, False)


@kernel(signature("void(words, words, int64, int64)"))
def _act(rules: Words, state: Words, sprite: int, behaviour: int) -> None:
    """Do what one sprite does in a tick."""
    row = type_row(rules, int(state[sprite + at.TYPE]))
    pixels = int(rules[speed_row(rules, state, sprite) + at.S_ACTIVE])
    if behaviour in (at.FLICKER, at.SPREADER):
        _grow_old(rules, state, sprite)
        if state[sprite + at.COUNTER] > rules[row + at.LIMIT]:
            kill(rules, state, sprite, False)
        state[sprite + at.COUNTER] += 1
        if behaviour == at.SPREADER and state[sprite + at.COUNTER] == 2:
            block = int(rules[at.BLOCK])
            for way in range(4):
                if chance(state, int(rules[row + at.ODDS_HIGH]), int(rules[row + at.ODDS_LOW])):
                    x = int(state[sprite + at.LAST_X]) + block * way_x(way)
                    y = int(state[sprite + at.LAST_Y]) + block * way_y(way)
                    make(rules, state, int(rules[row + at.STYPE]), x, y, False)
    elif at.SPAWN <= behaviour <= at.RANDOM_BOMBER:
        kind = int(rules[row + at.STYPE])
        if behaviour == at.BOMB_RANDOM:
            kind = int(rules[rules[row + at.LIST] + below(state, int(rules[row + at.N_LIST]))])
        elif behaviour == at.RANDOM_BOMBER:
            way = below(state, 4)
            walk(rules, state, sprite, way_x(way), way_y(way), pixels)
        if state[sprite + at.MEMORY] == -1:
            state[sprite + at.MEMORY] = state[at.TICK]
        roll = draw(state, 24)
        due = (int(state[sprite + at.MEMORY]) + int(state[at.TICK])) % int(rules[row + at.COOLDOWN]) == 0
        if due and roll < rules[row + at.ODDS_LOW]:
            if behaviour == at.SPAWN_MANY:
                for index in range(rules[row + at.N_LIST]):
                    _spawn(rules, state, sprite, int(rules[rules[row + at.LIST] + index]))
            else:
                _spawn(rules, state, sprite, kind)
        _grow_old(rules, state, sprite)
        if rules[row + at.LIMIT] > 0 and state[sprite + at.COUNTER] >= rules[row + at.LIMIT]:
            kill(rules, state, sprite, False)
    elif behaviour == at.RANDOM_MISSILE:
        if state[sprite + at.WAY_X] == -1 and state[sprite + at.WAY_Y] == -1:
            way = below(state, 4)
            state[sprite + at.WAY_X] = way_x(way)
            state[sprite + at.WAY_Y] = way_y(way)
        drift(rules, state, sprite)
    elif behaviour == at.RANDOM_NPC:
        drift(rules, state, sprite)
        way = _random_way(rules, state, sprite)
        walk(rules, state, sprite, way_x(way), way_y(way), pixels)
    elif behaviour in (at.CHASER, at.SIGHT_CHASER):
        drift(rules, state, sprite)
        by_sight = behaviour == at.SIGHT_CHASER
        ways = _toward(rules, state, sprite, by_sight, -1)
        way = _toward(rules, state, sprite, by_sight, below(state, ways)) if ways else _random_way(rules, state, sprite)
        walk(rules, state, sprite, way_x(way), way_y(way), pixels)
    elif behaviour == at.PATH_CHASER:
        drift(rules, state, sprite)
        target = _nearest(rules, state, sprite)
        if target:
            x, y = int(state[sprite + at.X]), int(state[sprite + at.Y])
            way = _path_step(rules, x, y, int(state[target + at.X]), int(state[target + at.Y]))
            state[sprite + at.COUNTER] = rules[row + at.CONS]
        else:
            way = _random_way(rules, state, sprite)
        walk(rules, state, sprite, way_x(way), way_y(way), pixels)
    elif behaviour == at.RANDOM_KEEPER and chance(state, int(rules[row + at.ODDS_HIGH]), int(rules[row + at.ODDS_LOW])):
        drift(rules, state, sprite)
        way = below(state, 4)
        walk(rules, state, sprite, way_x(way), way_y(way), pixels)
    else:
        drift(rules, state, sprite)
        _keep_chasing(rules, state, sprite)


@kernel(signature("void(words, words)"))
def move_others(rules: Words, state: Words) -> None:
    """Let everybody else act: types in the reverse of the drawing order, sprites of a type in their order."""
    plain = rules[at.LIFE_AT] == 0 and rules[at.SPEED_AT] == 0
    order = int(rules[at.SORTS])
    for index in range(order, order + rules[at.N_SORTS]):
        kind = int(rules[index])
        if state[at.TYPES + kind * at.TYPE_WORDS + at.COUNT] == 0:
            continue
        sprite = int(state[at.TYPES + kind * at.TYPE_WORDS + at.FIRST])
        row = type_row(rules, kind)
        behaviour = int(rules[row + at.CLASS])
        if behaviour >= at.A_MOVE:
            continue
        if behaviour == at.IDLE:
            while sprite:
                begin(state, sprite)
                sprite = int(state[sprite + at.NEXT])
        elif behaviour == at.PASSIVE and plain:
            cooldown = rules[row + at.COOLDOWN]
            pixels = int(rules[rules[at.SPEED_ROWS] + rules[row + at.SPEED] * at.SPEED_ROW + at.S_PASSIVE])
            while sprite:
                begin(state, sprite)
                flags = state[sprite + at.FLAGS]
                if flags & at.F_FRESH:
                    state[sprite + at.FLAGS] = flags & ~at.F_FRESH
                elif flags & at.F_ORIENTED and cooldown <= state[sprite + at.WAIT]:
                    dx, dy = int(state[sprite + at.WAY_X]), int(state[sprite + at.WAY_Y])
                    shift(rules, state, sprite, dx, dy, pixels)
                sprite = int(state[sprite + at.NEXT])
        elif behaviour == at.PASSIVE:
            while sprite:
                begin(state, sprite)
                _grow_old(rules, state, sprite)
                sprite = int(state[sprite + at.NEXT])
        else:
            newborn = state[
                at.NEXT_BIRTH
            ]  # one that makes its own kind (the reference fails there) does so once a tick
            while sprite and state[sprite + at.BIRTH] < newborn:
                begin(state, sprite)
                _act(rules, state, sprite, behaviour)
                sprite = int(state[sprite + at.NEXT])
