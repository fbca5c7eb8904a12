"""From definitions to arrays: a game and a level become the read-only rules and the first state of `layout`.

What the words mean is read by `reading`; here speeds become pixels, probabilities whole numbers, and everything gets
its place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.abi import Words
from ludarium.core.frame import Tile
from ludarium.games.arcade import layout as at
from ludarium.games.arcade import vocabulary as words
from ludarium.games.arcade.definition import GameDef, LevelDef, TerminationDef
from ludarium.games.arcade.java_random import double_odds, float_odds
from ludarium.games.arcade.paths import first_steps
from ludarium.games.arcade.reading import BESIDE, Reading, Rule, names_in

MAX_SPRITES = 10_000
MAX_TICKS = 2000
SPARE = 16
"""Records kept free beyond what a step must find free, so that states need not grow often."""
_SIDES = 1 << at.LEFT | 1 << at.RIGHT
_CROSS = _SIDES | 1 << at.UP | 1 << at.DOWN
_KEYS = {
    "HorizontalAvatar": _SIDES, "VerticalAvatar": 1 << at.UP | 1 << at.DOWN, "NullAvatar": 0,
    "FlakAvatar": _SIDES | 1 << at.USE, "ShootAvatar": _CROSS | 1 << at.USE, "OngoingShootAvatar": _CROSS | 1 << at.USE,
}  # fmt: skip

_EFFECTS = {
    "stepBack": at.STEP_BACK, "turnAround": at.TURN_AROUND, "killSprite": at.KILL, "killBoth": at.KILL_BOTH,
    "killAll": at.KILL_ALL, "transformTo": at.TRANSFORM, "transformToSingleton": at.TRANSFORM_SINGLE,
    "transformIfCount": at.TRANSFORM_COUNT, "transformToAll": at.TRANSFORM_ALL,
    "transformToRandomChild": at.TRANSFORM_CHILD, "wrapAround": at.WRAP, "changeResource": at.CHANGE_RESOURCE,
    "killIfHasLess": at.KILL_IF_LESS, "killIfHasMore": at.KILL_IF_MORE, "killIfOtherHasMore": at.KILL_IF_OTHER,
    "cloneSprite": at.CLONE, "flipDirection": at.FLIP, "reverseDirection": at.REVERSE, "shieldFrom": at.SHIELD_FROM,
    "undoAll": at.UNDO_ALL, "spawn": at.SPAWN_AT, "spawnIfHasMore": at.SPAWN_IF_MORE,
    "spawnIfHasLess": at.SPAWN_IF_LESS, "spawnBehind": at.SPAWN_BEHIND, "spawnAbove": at.SPAWN_BESIDE,
    "spawnBelow": at.SPAWN_BESIDE, "spawnLeft": at.SPAWN_BESIDE, "spawnRight": at.SPAWN_BESIDE, "pullWithIt": at.PULL,
    "collectResource": at.COLLECT, "collectResourceIfHeld": at.COLLECT_IF_HELD, "killIfFromAbove": at.KILL_FROM_ABOVE,
    "killIfFrontal": at.KILL_FRONTAL, "killIfNotFrontal": at.KILL_NOT_FRONTAL, "teleportToExit": at.TELEPORT,
    "bounceForward": at.BOUNCE, "attractGaze": at.GAZE, "align": at.ALIGN, "subtractHealthPoints": at.LOSE_HEALTH,
    "addHealthPoints": at.GAIN_HEALTH, "addHealthPointsToMax": at.FILL_HEALTH, "addTimer": at.ADD_TIMER,
    "setSpeedForAll": at.SET_SPEED,
}  # fmt: skip


class Tables(Reading):
    """The compiled form of a game's level: `rules`, `state`, and what people want to know of them."""

    def __init__(self, game: GameDef, level: LevelDef) -> None:
        super().__init__(game, level)
        self.tiles: dict[object, Tile] = {}
        """Tiles that were drawn, kept by `frame`."""
        self.rules = self._write_rules()
        self.state = self._write_state()
        self.digest = hashlib.blake2b(self.rules.tobytes() + self.state.tobytes(), digest_size=16).hexdigest()

    def __reduce__(self) -> tuple[object, ...]:
        """Travel as definitions: a process that has met this level before builds nothing anew."""
        _met.setdefault(self.digest, self)
        return (_tables, (self.digest, self.game, self.level))

    def _write_rules(self) -> Words:
        out = _Sheet()
        head = out.take(at.HEAD_WORDS)
        level = self.level
        cells = level.width * level.height
        self.stride = at.RECORD
        has_health = any("Health" in rule.effect for rule in self.all_rules)
        has_life = any(kind.settings["timeToLive"] > -1 for kind in self.kinds)
        keeps = any(kind.name in ("PathAltChaser", "RandomPathAltChaser") for kind in self.kinds)
        self.health_at = self._field(has_health, 2)
        self.life_at = self._field(has_life, 1)
        self.speed_at = self._field(self._changes_speed, 1)
        self.target_at = self._field(keeps, 7)
        self.goods_at = self._field(bool(self.goods), len(self.goods))
        type_rows = out.take(len(self.kinds) * at.TYPE_ROW)
        speed_rows = out.extend([word for speed in self.speeds for word in self._speed_row(speed)])
        self._place_fixed()
        ground = [0] * cells
        for kind in self.kinds:
            if kind.fixed and not kind.mortal:
                for cell in kind.cells:
                    ground[cell] |= kind.bit
        ground_at = out.extend(ground)
        order = [self.ids[name] for name in reversed(self.game.order) if self.ids[name] in self.exist]
        sorts = out.extend(order)
        for index in range(len(self.kinds)):
            self._write_type(out, type_rows + index * at.TYPE_ROW, index)
        shields = self._shields()
        rule_rows = [self._take_rows(out, rules) for rules in (self.pairs, self.edges)]
        for start, rules in zip(rule_rows, (self.pairs, self.edges), strict=True):
            for place, rule in enumerate(rules):
                self._write_rule(out, start + place * at.RULE_ROW, rule, shields)
        self.timer_rows = [out.take(at.RULE_ROW) for _ in self.timed]
        for row, rule in zip(self.timer_rows, self.timed, strict=True):
            self._write_rule(out, row, rule, shields)
        end_rows = out.take(len(self.game.terminations) * at.END_ROW)
        for place, ending in enumerate(self.game.terminations):
            self._write_ending(out, end_rows + place * at.END_ROW, ending)
        paths = out.extend(self._paths()) if self.seeks_paths else 0

        self.cells_at = at.TYPES + len(self.kinds) * at.TYPE_WORDS
        here = self.cells_at + cells
        self.timers_at = here + cells
        self.timer_room = len(self.timed) + (64 if self._timer_rules else 0)
        dying_list = self.timers_at + 2 * self.timer_room
        shade_1 = dying_list + at.DYING_ROOM
        shade_2 = shade_1 + self.stride
        self.records_at = shade_2 + self.stride
        values = {
            at.N_TYPES: len(self.kinds), at.BLOCK: self.block, at.WIDTH: level.width, at.HEIGHT: level.height,
            at.PIXEL_WIDTH: level.width * self.block, at.PIXEL_HEIGHT: level.height * self.block, at.N_CELLS: cells,
            at.INVERSE: -(-(1 << at.INVERSE_SHIFT) // self.block), at.STRIDE: self.stride, at.HEALTH_AT: self.health_at,
            at.LIFE_AT: self.life_at, at.SPEED_AT: self.speed_at, at.TARGET_AT: self.target_at,
            at.GOODS_AT: self.goods_at, at.N_GOODS: len(self.goods), at.TYPE_ROWS: type_rows,
            at.SPEED_ROWS: speed_rows, at.GROUND: ground_at, at.SORTS: sorts, at.N_SORTS: len(order),
            at.PAIR_ROWS: rule_rows[0], at.N_PAIRS: len(self.pairs), at.EOS_ROWS: rule_rows[1],
            at.N_EOS: len(self.edges), at.END_ROWS: end_rows, at.N_ENDS: len(self.game.terminations),
            at.CELLS: self.cells_at, at.HERE: here, at.TIMER_LIST: self.timers_at, at.TIMER_ROOM: self.timer_room,
            at.DYING_LIST: dying_list, at.SHADE_1: shade_1, at.SHADE_2: shade_2, at.RECORDS: self.records_at,
            at.PATHS: paths, at.BURST: self.burst, at.MAX_TICKS: MAX_TICKS, at.MAX_SPRITES: MAX_SPRITES,
            at.PULLS: int(any(rule.effect == "pullWithIt" for rule in self.all_rules)),
        }  # fmt: skip
        for place, value in values.items():
            out[head + place] = value
        return out.array()

    def _field(self, needed: bool, size: int) -> int:
        """Reserve words in the record; 0 when the game does not need them."""
        if not needed:
            return 0
        place, self.stride = self.stride, self.stride + size
        return place

    def _place_fixed(self) -> None:
        """Say where fixed sprites stand; a second one of a type in the same cell becomes a record."""
        self.records: list[tuple[int, int, int]] = []  # birth, type, cell
        for birth, (index, cell) in enumerate(self.initial):
            kind = self.kinds[index]
            if kind.fixed and cell not in kind.cells[-1:]:
                kind.cells.append(cell)
            else:
                self.records.append((birth, index, cell))

    @cached_property
    def cooldowns(self) -> NDArray[np.int32]:
        """Ticks between two moves, by type."""
        return np.array([max(1, int(kind.settings["cooldown"])) for kind in self.kinds], np.int32)

    @cached_property
    def fixed_sprites(self) -> list[list[tuple[int, int, int, int]]]:
        """For each type (type, x, y, 0) of its fixed sprites, as many as it had at the start."""
        width, block = self.level.width, self.block
        return [
            [(index, cell % width * block, cell // width * block, 0) for cell in kind.cells]
            for index, kind in enumerate(self.kinds)
        ]

    def _template(self, index: int) -> list[int]:
        kind, record = self.kinds[index], [0] * self.stride
        settings = kind.settings
        record[at.TYPE] = index
        record[at.FLAGS] = at.F_FRESH | (at.F_ORIENTED if kind.oriented else 0)
        record[at.WAY_X], record[at.WAY_Y] = settings["orientation"]
        record[at.MEMORY] = -1
        record[at.WAIT] = settings["lastmove"]
        if self.health_at:
            most = settings["maxHealthPoints"] or settings["healthPoints"]
            record[self.health_at : self.health_at + 2] = [min(settings["healthPoints"], most), most]
        if self.life_at:
            record[self.life_at] = settings["timeToLive"]
        if self.speed_at:
            record[self.speed_at] = self.speeds.index(float(settings["speed"]))
        return record

    def _write_type(self, out: _Sheet, row: int, index: int) -> None:
        kind = self.kinds[index]
        settings = kind.settings
        flags = {
            at.K_STATIC: settings["is_static"], at.K_ORIENTED: kind.oriented, at.K_STATIONARY: settings["stationary"],
            at.K_TURNS: settings["rotateInPlace"], at.K_AVATAR: kind.name in words.AVATARS,
            at.K_RESOURCE: settings["is_resource"], at.K_ONLY_ACTIVE: settings["only_active"],
            at.K_FLEES: settings.get("fleeing"), at.K_PICKS: settings.get("randomTarget"),
        }  # fmt: skip
        singles = [single for single in self._singles(index) if single in self.exist]
        values: dict[int, int] = {
            at.CLASS: self._behaviour(index),
            at.KIND_FLAGS: sum(flag for flag, on in flags.items() if on),
            at.COOLDOWN: max(1, settings["cooldown"]),
            at.SPEED: self.speeds.index(float(settings["speed"])),
            at.BIT: kind.bit,
            at.MORTAL: kind.bit if kind.mortal else 0,
            at.ROOT_CELLS: out.extend(kind.cells),
            at.N_ROOT_CELLS: len(kind.cells),
            at.TEMPLATE: out.extend(self._template(index)),
            at.STYPE: self.ids.get(_one(settings.get("stype")), -1),
            at.CONS: settings.get("cons", 0),
            at.VALUE: settings.get("value", 0),
            at.GOOD: self.goods.get(index, 0),
            at.GOOD_LIMIT: self.good_limit(index),
            at.KEYS: _KEYS.get(kind.name, _CROSS),
            at.SINGLES: out.extend(singles),
            at.N_SINGLES: len(singles),
            at.HEALTH_LIMIT: settings["limitHealthPoints"],
            at.CATEGORY: self.category(index),
            at.SHOWN: int(not settings["hidden"]),
        }
        behaviour = values[at.CLASS]
        if behaviour in (at.FLICKER, at.SPREADER):
            values[at.LIMIT] = settings["limit"]
        if behaviour == at.SPREADER:
            values[at.ODDS_HIGH], values[at.ODDS_LOW] = double_odds(settings["spreadprob"])
            values[at.STYPE] = values[at.STYPE] if values[at.STYPE] >= 0 else index
        if at.SPAWN <= behaviour <= at.RANDOM_BOMBER:
            values[at.LIMIT], values[at.ODDS_LOW] = settings["total"], float_odds(settings["prob"])
            values[at.OUT_X], values[at.OUT_Y] = settings["spawnorientation"]
        if behaviour in (at.CHASER, at.SIGHT_CHASER, at.PATH_CHASER):
            targets = self._group(settings["stype"])
            values[at.TARGETS], values[at.N_TARGETS] = out.extend(targets), len(targets)
            values[at.REACH] = settings["maxDistance"]
        if behaviour in (at.PATH_KEEPER, at.RANDOM_KEEPER):
            lists = [[self.ids[name], *self._group(name)] for name in names_in(settings["stype1"]) if name in self.ids]
            values[at.LIST] = out.extend([word for found in lists for word in (out.extend(found), len(found))])
            values[at.N_LIST] = len(lists)
            values[at.ODDS_HIGH], values[at.ODDS_LOW] = double_odds(settings.get("epsilon", 0.0))
        makes = {
            at.SPAWN_MANY: "stypes",
            at.BOMB_RANDOM: "stypeMissile",
            at.A_SHOOT: "stype",
            at.A_ONGOING_SHOOT: "stype",
        }
        if behaviour in makes:
            listed = [self.ids[name] for name in names_in(settings[makes[behaviour]]) if name in self.ids]
            values[at.LIST], values[at.N_LIST] = out.extend(listed), len(listed)
        ammo = [self.goods[self.ids[name]] for name in names_in(settings.get("ammo")) if name in self.ids]
        if behaviour == at.A_FLAK:
            values[at.AMMO], values[at.N_AMMO] = (ammo or [0])[0], len(ammo)
            values[at.MIN_AMMO], values[at.AMMO_COST] = settings["minAmmo"], settings["ammoCost"]
        elif behaviour in (at.A_SHOOT, at.A_ONGOING_SHOOT):
            values[at.AMMO], values[at.N_AMMO] = out.extend(ammo), len(ammo)
        elif behaviour == at.A_TURNING:
            values[at.STYPE] = self.ids.get(settings["spawnBehind"] or "wall", 0)
        for place, value in values.items():
            out[row + place] = value

    def _shields(self) -> dict[tuple[int, int, str], int]:
        """Give a bit to every (first type, second type, effect) that a shieldFrom can switch off."""
        shields: dict[tuple[int, int, str], int] = {}
        for rule in self.pairs:
            for shield in (*self.pairs, *self.edges, *self.timed):
                if shield.effect != "shieldFrom" or rule.effect != shield.settings["ftype"]:
                    continue
                if self.ids.get(shield.settings["stype"], -1) == rule.second and rule.first in self.members(
                    shield.first
                ):
                    shields.setdefault((rule.first, rule.second, rule.effect), 1 << min(len(shields), 30))
        return shields

    @staticmethod
    def _take_rows(out: _Sheet, rules: list[Rule]) -> int:
        return out.take(len(rules) * at.RULE_ROW)

    def _write_rule(self, out: _Sheet, row: int, rule: Rule, shields: Mapping[tuple[int, int, str], int]) -> None:
        settings, effect = rule.settings, rule.effect
        word = words.EFFECTS[effect]
        firsts, seconds = self.members(rule.first), self.members(rule.second)
        lacks = (word.first and rule.first < 0) or (word.second and rule.second < 0)
        over = sorted(
            {
                cell
                for first in firsts
                for second in seconds
                if first != second
                for cell in set(self.kinds[first].cells) & set(self.kinds[second].cells)
            }
        )
        kind = self.ids.get(settings.get("stype") or "", -1)
        points = settings["scoreChange"]
        values: dict[int, int] = {
            at.EFFECT: at.NOTHING if lacks else _EFFECTS[effect],
            at.POINTS: 0 if rule.timed else points,
            at.AFTER: points if rule.timed else 0,
            at.FIRSTS: out.extend(firsts) if rule.first >= 0 else 0,
            at.N_FIRSTS: len(firsts),
            at.SECONDS: out.extend(seconds),
            at.N_SECONDS: len(seconds),
            at.FIRST_BITS: _union(self.kinds[first].bit for first in firsts),
            at.SECOND_BITS: _union(self.kinds[second].bit for second in seconds),
            at.SHIELD: shields.get((rule.first, rule.second, effect), 0),
            at.OVERLAPS: out.extend(over),
            at.N_OVERLAPS: len(over),
            at.P_TYPE: kind,
            at.P_VALUE: int(settings.get("value", 0)),
            at.P_LIMIT: settings.get("limit", 0),
        }
        values[at.P_HIGH], values[at.P_LOW] = double_odds(settings.get("prob", 1.0))
        listed: list[int] = []
        if "resource" in settings:
            good = self.ids.get(settings["resource"] or "")
            values[at.P_GOOD] = self.goods[good]
            if effect == "changeResource":
                values[at.P_LIMIT] = self.good_limit(good)
        for key in (
            "pixelPerfect",
            "killSecond",
            "killResource",
            "subtract",
            "align",
            "orient",
            "takeOrientation",
            "stepBack",
        ):
            if settings.get(key):
                values[at.P_FLAG] = 1
        values[at.P_FLAG_2] = int(bool(settings.get("forceOrientation")))
        if effect == "transformToAll":
            values[at.P_TYPE_2] = self.ids[settings["stypeTo"]]
        elif effect == "transformToSingleton":
            values[at.P_TYPE_2] = self.ids[settings["stype_other"]]
        elif effect == "transformIfCount":
            values[at.P_TYPE_2] = self.ids.get(settings["estype"] or "", -1)
            values[at.P_LIMIT], values[at.P_VALUE] = settings["geq"], settings["leq"]
            listed = self._group(settings["stypeCount"])
        elif effect == "transformToRandomChild":
            listed = [member if member in self.exist else -1 for member in self.kinds[kind].members if member != kind]
        elif effect == "subtractHealthPoints":
            listed = self._group(settings["stype"])
            values[at.P_EXTRA] = 0 if rule.timed else settings["scoreChangeIfKilled"]
        elif effect == "setSpeedForAll":
            listed = self._group(settings["stype"])
            values[at.P_VALUE] = self.speeds.index(float(settings["value"]))
        elif effect == "undoAll":
            listed = [self.ids[name] for name in names_in(settings["notStype"]) if name in self.ids]
        elif effect == "collectResourceIfHeld":
            values[at.P_GOOD] = self.goods[self.ids.get(settings["heldResource"] or "")]
        elif effect == "spawnIfHasMore":
            values[at.P_VALUE] = settings["spend"]
        elif effect == "pullWithIt":
            pulls = list(dict.fromkeys(id(other.source) for other in self.pairs if other.effect == "pullWithIt"))
            values[at.P_VALUE] = min(pulls.index(id(rule.source)), 20) if id(rule.source) in pulls else 0
        elif effect == "shieldFrom":
            against = self.ids.get(settings["stype"], -1)
            listed = [shields.get((first, against, settings["ftype"]), 0) for first in range(len(self.kinds))]
        elif effect == "wrapAround":
            offset, width, height = settings["offset"], self.level.width * self.block, self.level.height * self.block
            values[at.P_TYPE] = int(offset * self.block)
            values[at.P_TYPE_2] = int(width - self.block * (1 + offset))
            values[at.P_LIMIT] = int(height - self.block * (1 + offset))
        elif effect == "addTimer":
            delegate = out.take(at.RULE_ROW)
            values[at.DELEGATE] = delegate
            self._write_rule(out, delegate, self._delegate(rule), shields)
            out[delegate + at.AFTER] = points
            out[delegate + at.TIMER], out[delegate + at.REPEATS] = settings["timer"], int(settings["repeating"])
        elif effect in BESIDE:
            values[at.P_VALUE] = BESIDE[effect]
        values[at.P_LIST], values[at.P_N_LIST] = out.extend(listed), len(listed)
        if "timer" in settings:
            values[at.TIMER], values[at.REPEATS] = settings["timer"], int(settings["repeating"])
        for place, value in values.items():
            out[row + place] = value

    def _write_ending(self, out: _Sheet, row: int, ending: TerminationDef) -> None:
        settings: Mapping[str, Any] = words.settings(words.ENDINGS[ending.kind], ending.params)
        how = {
            "SpriteCounter": at.END_COUNT, "SpriteCounterMore": at.END_MORE, "MultiSpriteCounter": at.END_SUM,
            "MultiSpriteCounterSubTypes": at.END_SUBTYPES, "Timeout": at.END_TIME, "StopCounter": at.END_STOP,
        }  # fmt: skip
        counted = [
            member for key in ("stype", "stype1", "stype2", "stype3") for member in self._group(settings.get(key))
        ]
        values = {
            at.E_KIND: how[ending.kind],
            at.E_WIN: int(bool(settings["win"])),
            at.E_LIMIT: settings["limit"],
            at.E_TYPES: out.extend(counted),
            at.E_N_TYPES: len(counted),
            at.E_MIN: int(bool(settings.get("min"))),
            at.E_COUNT_SCORE: int(bool(settings["count_score"])),
            at.E_SUBTYPES: settings.get("subTypesNum", -1),
        }
        for place, value in values.items():
            out[row + place] = value

    def _paths(self) -> list[int]:
        """Return the first step from every cell to every other, round what stands in the way at the start."""
        blocked = np.zeros(self.level.width * self.level.height, np.int32)
        for kind, cell in self.initial:
            if kind in self.obstacles and not self.kinds[kind].settings["hidden"]:
                blocked[cell] = 1
        avatar = next((kind for kind, _ in self.initial if self.kinds[kind].name in words.AVATARS), 1)
        sideways = _KEYS.get(self.kinds[avatar].name, _CROSS).bit_count() == 3
        return first_steps(blocked, self.level.width, self.level.height, sideways)

    def _write_state(self) -> Words:
        """Return the first state: the level's sprites, the luck still at 0."""
        room = len(self.records) + self.burst + SPARE
        state = np.zeros(self.records_at + room * self.stride, np.int32)
        state[at.ROOM] = room
        state[at.CAN_END] = 1
        state[at.ALIVE] = len(self.initial)
        state[at.NEXT_BIRTH] = len(self.initial)
        for index, kind in enumerate(self.kinds):
            state[at.TYPES + index * at.TYPE_WORDS + at.FIXED] = len(kind.cells)
            if kind.mortal:
                for cell in kind.cells:
                    state[self.cells_at + cell] |= kind.bit
        for place, (birth, index, cell) in enumerate(self.records):
            sprite = self.records_at + place * self.stride
            state[sprite : sprite + self.stride] = self._template(index)
            y, x = divmod(cell, self.level.width)
            state[[sprite + at.X, sprite + at.LAST_X]] = x * self.block
            state[[sprite + at.Y, sprite + at.LAST_Y]] = y * self.block
            state[sprite + at.BIRTH] = birth
            group = at.TYPES + index * at.TYPE_WORDS
            if state[group + at.COUNT]:
                state[state[group + at.LAST] + at.NEXT] = sprite
            else:
                state[group + at.FIRST] = sprite
            state[group + at.LAST] = sprite
            state[group + at.COUNT] += 1
            if self.kinds[index].name in words.AVATARS:
                state[at.AVATAR] = sprite
        state[at.USED] = len(self.records)
        timers: list[tuple[int, int]] = []
        for row, rule in zip(self.timer_rows, self.timed, strict=True):
            when = rule.settings["timer"] if rule.settings["nextExecution"] != -1 else -1
            place = next((index for index, (other, _) in enumerate(timers) if other >= when), len(timers))
            timers.insert(place, (when, row))
        for place, timer in enumerate(timers):
            state[self.timers_at + 2 * place : self.timers_at + 2 * place + 2] = timer
        state[at.TIMERS] = len(timers)
        return state


_met: dict[str, Tables] = {}


def _tables(digest: str, game: GameDef, level: LevelDef) -> Tables:
    if digest not in _met:
        _met[digest] = Tables(game, level)
    return _met[digest]


class _Sheet:
    """A list of words that is written in any order."""

    def __init__(self) -> None:
        self._words: list[int] = []

    def take(self, count: int) -> int:
        """Reserve words; return where they start."""
        return self.extend([0] * count)

    def extend(self, words: Iterable[int]) -> int:
        """Append words; return where they start."""
        start = len(self._words)
        self._words.extend(words)
        return start

    def __setitem__(self, place: int, value: int) -> None:
        self._words[place] = value

    def array(self) -> Words:
        """Return everything as an array: kernels are compiled for writable ones, but nobody writes to this one."""
        return np.array(self._words, np.int32)


def _one(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _union(bits: Iterable[int]) -> int:
    union = 0
    for bit in bits:
        union |= bit
    return union
