"""From definitions to arrays: a game and a level become the read-only rules and the first state of `layout`.

Everything that can be decided once is decided here: speeds become pixels, probabilities whole numbers, groups lists of
the types that can exist, and every type is *fixed* or not (see `layout`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ludarium.compiled.abi import Words
from ludarium.games.arcade import layout as at
from ludarium.games.arcade import vocabulary as words
from ludarium.games.arcade.definition import GameDef, InteractionDef, LevelDef, SpriteDef, TerminationDef
from ludarium.games.arcade.java_random import double_odds, float_odds
from ludarium.games.arcade.paths import first_steps

WINDOW = 800
"""Pixels of the reference's window: what a level's larger side is fitted to, unless the game says `square_size`."""
MAX_SPRITES = 10_000
MAX_TICKS = 2000
SPARE = 16
"""Records kept free beyond what a step must find free, so that states need not grow often."""
CATEGORIES = ("avatar", "resource", "portal", "npc", "static", "from avatar", "movable")
"""What agents are told of a sprite, in the reference's order."""

_BEHAVIOUR = {
    "Flicker": at.FLICKER, "OrientedFlicker": at.FLICKER, "Spreader": at.SPREADER, "SpawnPoint": at.SPAWN,
    "Bomber": at.SPAWN, "SpawnPointMultiSprite": at.SPAWN_MANY, "BomberRandomMissile": at.BOMB_RANDOM,
    "RandomBomber": at.RANDOM_BOMBER, "RandomMissile": at.RANDOM_MISSILE, "RandomNPC": at.RANDOM_NPC,
    "Chaser": at.CHASER, "Fleeing": at.CHASER, "LOSChaser": at.SIGHT_CHASER, "PathChaser": at.PATH_CHASER,
    "PathAltChaser": at.PATH_KEEPER, "RandomPathAltChaser": at.RANDOM_KEEPER,
    "MovingAvatar": at.A_MOVE, "HorizontalAvatar": at.A_MOVE, "VerticalAvatar": at.A_MOVE, "NullAvatar": at.A_MOVE,
    "OrientedAvatar": at.A_ORIENTED, "ShootAvatar": at.A_SHOOT, "FlakAvatar": at.A_FLAK, "MissileAvatar": at.A_MISSILE,
    "OngoingAvatar": at.A_ONGOING, "OngoingShootAvatar": at.A_ONGOING_SHOOT, "OngoingTurningAvatar": at.A_TURNING,
}  # fmt: skip
_PLAIN = ("Immovable", "Door", "Passive", "Resource", "Portal", "Missile")
_LUCKY = (
    "Spreader", "SpawnPoint", "Bomber", "SpawnPointMultiSprite", "BomberRandomMissile", "RandomBomber", "RandomMissile",
    "RandomNPC", "Chaser", "Fleeing", "LOSChaser", "PathChaser", "PathAltChaser", "RandomPathAltChaser",
)  # fmt: skip
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
_BESIDE = {"spawnAbove": 0, "spawnLeft": 1, "spawnBelow": 2, "spawnRight": 3}
_CHANGES_FIRST = {
    "turnAround", "wrapAround", "changeResource", "flipDirection", "reverseDirection", "pullWithIt", "teleportToExit",
    "bounceForward", "attractGaze", "align", "subtractHealthPoints", "addHealthPoints", "addHealthPointsToMax",
}  # fmt: skip
_CHANGES_SECOND = {"collectResource", "collectResourceIfHeld"}
_CHANGES_NAMED = {"subtractHealthPoints", "setSpeedForAll", "transformToSingleton"}
_KILLS_FIRST = {
    "killSprite", "killBoth", "transformTo", "transformToSingleton", "transformIfCount", "transformToRandomChild",
    "collectResource", "collectResourceIfHeld", "killIfHasLess", "killIfHasMore", "killIfOtherHasMore",
    "killIfFromAbove", "killIfFrontal", "killIfNotFrontal",
}  # fmt: skip
_KILLS_NAMED = {"killAll", "transformToAll"}
_DRAWS = {
    "flipDirection", "spawn", "spawnIfHasMore", "spawnIfHasLess", "spawnBehind", *_BESIDE, "attractGaze",
    "teleportToExit", "transformToRandomChild",
}  # fmt: skip
_CERTAIN_AT_ONE = {"spawn", "spawnIfHasMore", "spawnIfHasLess", "spawnBehind", "attractGaze", *_BESIDE}


@dataclass(slots=True)
class Kind:
    """A sprite type on its way into the tables."""

    sprite: SpriteDef
    settings: Mapping[str, Any]
    lineage: list[int] = field(default_factory=list)
    """Its ancestors and itself."""
    members: list[int] = field(default_factory=list)
    """The lineage and all descendants: what a rule about it is about."""
    fixed: bool = False
    mortal: bool = False
    bit: int = 0
    cells: list[int] = field(default_factory=list)
    """Where its fixed sprites stand."""

    @property
    def name(self) -> str:
        """The class."""
        return self.sprite.kind

    @property
    def oriented(self) -> bool:
        """Whether its sprites have an orientation that counts."""
        return bool(self.settings["is_oriented"]) or self.settings["orientation"] != (0, 0)


@dataclass(slots=True)
class Rule:
    """One effect for one pair (or EOS, or TIME), with its settings read."""

    effect: str
    settings: Mapping[str, Any]
    first: int
    second: int
    source: InteractionDef
    timed: bool = False


class Tables:
    """The compiled form of a game's level: `rules`, `state`, and what people want to know of them."""

    def __init__(self, game: GameDef, level: LevelDef) -> None:
        self.game, self.level = game, level
        self.names = [sprite.name for sprite in game.sprites]
        self.ids = {name: index for index, name in enumerate(self.names)}
        head = words.settings(words.GAME, game.params)
        square = head["square_size"]
        self.block = (
            square if isinstance(square, int) and square > 0 else max(2, WINDOW // max(level.width, level.height))
        )
        self.obstacles = [self.ids[name] for name in _names(head["obs"]) if name in self.ids]
        self.seeks_paths = head["obs"] is not None
        self.kinds = [
            Kind(sprite, words.settings(words.SPRITES.get(sprite.kind, _NO_CLASS), sprite.params))
            for sprite in game.sprites
        ]
        self._family()
        self.pairs, self.edges, self.timed = self._rules()
        self.initial = self._populate()
        self._sort_fixed()
        self.rules = self._write_rules()
        self.state = self._write_state()
        self.digest = hashlib.blake2b(self.rules.tobytes() + self.state.tobytes(), digest_size=16).hexdigest()

    def __reduce__(self) -> tuple[object, ...]:
        """Travel as definitions: a process that has met this level before builds nothing anew."""
        _met.setdefault(self.digest, self)
        return (_tables, (self.digest, self.game, self.level))

    # -- reading

    def _family(self) -> None:
        children: dict[str, list[int]] = {}
        for index, kind in enumerate(self.kinds):
            kind.lineage = [self.ids[name] for name in kind.sprite.parents] + [index]
            if kind.sprite.parents:
                children.setdefault(kind.sprite.parents[-1], []).append(index)

        def descend(index: int) -> list[int]:
            return [below for child in children.get(self.names[index], ()) for below in (child, *descend(child))]

        for index, kind in enumerate(self.kinds):
            kind.members = list(dict.fromkeys(kind.lineage + descend(index)))

    def _rules(self) -> tuple[list[Rule], list[Rule], list[Rule]]:
        """Sort the lines into pairs (by first appearance of the pair), edges (EOS) and timed rules."""
        pairs: dict[tuple[int, int], list[Rule]] = {}
        edges: dict[int, list[Rule]] = {}
        edge_order: list[int] = []
        timed: list[Rule] = []
        for line in self.game.interactions:
            if line.effect not in words.EFFECTS:
                continue
            settings: dict[str, Any] = words.settings(words.EFFECTS[line.effect], line.params)
            if "TIME" in (line.first.upper(), line.seconds[0].upper()):
                subject = line.seconds[0] if line.first.upper() == "TIME" else line.first
                timing = {**settings, **words.settings(words.Word("TIME", words.TIMED), line.params)}
                timed.append(Rule(line.effect, timing, self.ids.get(subject, -1), -1, line, timed=True))
                continue
            for other in line.seconds:
                first, second = self.ids.get(line.first, -1), self.ids.get(other, -1)
                rule = Rule(line.effect, settings, first, second, line)
                if first >= 0 and second >= 0:
                    pairs.setdefault((first, second), []).extend([rule] * max(0, int(settings["repeat"])))
                elif "EOS" in (line.first.upper(), other.upper()):
                    subject_id = first if first >= 0 else second
                    if subject_id >= 0:
                        edge_order.append(subject_id)
                        edges.setdefault(subject_id, []).append(Rule(line.effect, settings, subject_id, -1, line))
        in_order = [rule for rules in pairs.values() for rule in rules]
        return in_order, [rule for subject in edge_order for rule in edges[subject]], timed

    @cached_property
    def all_rules(self) -> list[Rule]:
        """Every rule; those that timers run are read in `_delegate`."""
        return [*self.pairs, *self.edges, *self.timed, *(self._delegate(rule) for rule in self._timer_rules)]

    @cached_property
    def _timer_rules(self) -> list[Rule]:
        return [rule for rule in (*self.pairs, *self.edges, *self.timed) if rule.effect == "addTimer"]

    def _delegate(self, rule: Rule) -> Rule:
        """Return the rule that an addTimer plans, read from the same line."""
        effect = str(rule.settings["ftype"])
        settings = words.settings(words.EFFECTS[effect], rule.source.params)
        return Rule(effect, settings, -1, -1, rule.source, timed=True)

    def _populate(self) -> list[tuple[int, int]]:
        """Return (type, cell) of the level's sprites in the order of their creation; only the first avatar stays."""
        found: list[tuple[int, int]] = []
        living: set[int] = set()
        has_avatar = False
        for row, line in enumerate(self.level.rows):
            for column, character in enumerate(line):
                for name in self.game.mapping.get(character, ()):
                    kind = self.ids.get(name, -1)
                    if kind < 0 or self.kinds[kind].name not in words.SPRITES:
                        continue
                    if any(single in living for single in self._singles(kind)):
                        continue
                    living.add(kind)
                    if self.kinds[kind].name in words.AVATARS:
                        if has_avatar:
                            continue
                        has_avatar = True
                    found.append((kind, row * self.level.width + column))
        return found

    def _singles(self, kind: int) -> list[int]:
        """Return the types of which none may exist for another of *kind* to be made."""
        groups = (self.kinds[above].members for above in self.kinds[kind].lineage if self.kinds[above].sprite.singleton)
        return list(dict.fromkeys(member for members in groups for member in members))

    # -- which types can exist, which are fixed

    @cached_property
    def exist(self) -> set[int]:
        """The types of which there may ever be a sprite."""
        made = {kind for kind, _ in self.initial}
        for kind in self.kinds:
            made |= self._named(words.SPRITES.get(kind.name, _NO_CLASS), kind.settings)
            if kind.name == "OngoingTurningAvatar" and kind.settings["spawnBehind"] is None:
                made.add(0)
        for rule in self.all_rules:
            made |= self._named(words.EFFECTS[rule.effect], rule.settings)
            if rule.effect == "transformToRandomChild":
                made.update(self.kinds[self.ids[rule.settings["stype"]]].members)
        return {kind for kind in made if self.kinds[kind].name in words.SPRITES}

    def _named(self, word: words.Word, settings: Mapping[str, Any]) -> set[int]:
        """Return the types that a word's parameters say to make."""
        return {
            self.ids[name]
            for key, param in word.params.items()
            if param.kind in ("make", "makes")
            for name in _names(settings[key])
            if name in self.ids
        }

    def members(self, kind: int) -> list[int]:
        """Return the types that can exist among a type's lineage and descendants."""
        return [member for member in self.kinds[kind].members if member in self.exist] if kind >= 0 else []

    def _group(self, name: Any) -> list[int]:
        return self.members(self.ids.get(name, -1)) if isinstance(name, str) else []

    def _sort_fixed(self) -> None:
        """Decide which types are fixed, which of these can die, and give out the bits."""
        moving: set[int] = set()
        dying: set[int] = set()
        touched: set[int] = set()
        for rule in self.all_rules:
            firsts, seconds = self.members(rule.first), self.members(rule.second)
            touched.update(firsts, seconds)
            settings = rule.settings
            if rule.effect in _CHANGES_FIRST:
                gaze = rule.effect == "attractGaze"
                moving.update(kind for kind in firsts if not gaze or self.kinds[kind].oriented)
            if rule.effect in _CHANGES_SECOND:
                moving.update(seconds)
            if rule.effect in _CHANGES_NAMED:
                moving.update(self._group(settings["stype"]))
            if rule.effect in _KILLS_NAMED:
                dying.update(self._group(settings["stype"]))
            if rule.effect in _KILLS_FIRST:
                dying.update(firsts)
            if rule.effect == "killBoth" or settings.get("killSecond") or settings.get("killResource"):
                dying.update(seconds)
        for kind in self.kinds:
            touched.update(self._group(kind.settings.get("stype")))  # an exit is looked for in its cells
            if kind.name in ("Chaser", "Fleeing", "LOSChaser", "PathChaser"):
                moving.update(self._group(kind.settings["stype"]))
            elif kind.name in ("PathAltChaser", "RandomPathAltChaser"):
                moving.update(member for name in _names(kind.settings["stype1"]) for member in self._group(name))
        touched |= dying
        mortal, ground, others = 0, at.MORTAL_BITS, []
        for index in sorted(self.exist):
            kind = self.kinds[index]
            kind.fixed = index not in moving and self._behaviour(index) == at.IDLE
            if kind.fixed and index in dying:
                kind.mortal = mortal < at.MORTAL_BITS
                kind.fixed = kind.mortal
                if kind.mortal:
                    kind.bit, mortal = 1 << mortal, mortal + 1
            elif kind.fixed and index in touched:
                kind.fixed = ground < _LAST_BIT
                if kind.fixed:
                    kind.bit, ground = 1 << ground, ground + 1
            if not kind.fixed and index in touched:
                others.append(kind)
        for kind in others:
            kind.bit, ground = 1 << min(ground, _LAST_BIT), ground + 1

    def _behaviour(self, index: int) -> int:
        kind = self.kinds[index]
        if kind.name in _BEHAVIOUR:
            return _BEHAVIOUR[kind.name]
        settings = kind.settings
        drifts = kind.oriented and not settings["is_static"] and not settings["only_active"]
        can_drift = drifts and (self._speed_row(settings["speed"])[at.S_PASSIVE] != 0 or self._changes_speed)
        return at.PASSIVE if can_drift or settings["timeToLive"] > -1 else at.IDLE

    @cached_property
    def _changes_speed(self) -> bool:
        return any(rule.effect == "setSpeedForAll" for rule in self.all_rules)

    @cached_property
    def stochastic(self) -> bool:
        """Whether luck can take part in this game."""
        for kind in self.exist:
            made = self.kinds[kind]
            certain = made.name in ("SpawnPoint", "Bomber", "SpawnPointMultiSprite") and made.settings["prob"] >= 1
            certain = certain or (made.name == "Spreader" and made.settings["spreadprob"] >= 1)
            if made.name in _LUCKY and not certain:
                return True
        return any(
            rule.effect in _DRAWS and not (rule.effect in _CERTAIN_AT_ONE and rule.settings["prob"] >= 1)
            for rule in self.all_rules
        )

    @cached_property
    def reads_tick(self) -> bool:
        """Whether a rule reads the tick, so that it belongs to a position's key."""
        spawners = any(
            "cooldown" in self.kinds[kind].settings and self.kinds[kind].name in _LUCKY for kind in self.exist
        )
        return spawners or any(ending.kind == "Timeout" for ending in self.game.terminations)

    @cached_property
    def burst(self) -> int:
        """How many records must be free before a step: enough for the avatar's shot and the level's spawners."""
        return min(8 + sum(self._spawns(kind) for kind, _ in self.initial), _MOST_BURST)

    @cached_property
    def bursty(self) -> bool:
        """Whether a step may make more sprites than that."""
        spawners = {kind for kind in self.exist if self._spawns(kind)}
        return (
            self.burst == _MOST_BURST
            or any(rule.effect in _MAKERS for rule in self.all_rules)
            or any(kind.name == "Spreader" for kind in self.kinds)
            or any(
                self._named(words.SPRITES[self.kinds[kind].name], self.kinds[kind].settings) & spawners
                for kind in self.exist
            )
        )

    def _spawns(self, kind: int) -> int:
        """Return how many sprites a spawner of this type makes at once."""
        made = self.kinds[kind]
        return len(made.settings["stypes"] or ()) if "stypes" in made.settings else int(made.name in _SPAWNERS)

    # -- writing

    def _speed_row(self, speed: float) -> list[int]:
        """Return the pixels of a move at this speed, as the reference rounds them."""
        whole, block = int(speed), self.block
        passive = 1.0 if speed == -1 else speed
        default = 1.0 if speed <= 0 else speed
        return [
            int(speed * block),
            whole,
            int(speed == 0),
            (int(passive * block) or whole) if speed != 0 else 0,
            int((default if speed == 0 else speed) * block) or whole,
            int(default * block) or whole,
        ]

    @cached_property
    def speeds(self) -> list[float]:
        """Every speed of the game."""
        found = [float(kind.settings["speed"]) for kind in self.kinds]
        found += [float(rule.settings["value"]) for rule in self.all_rules if rule.effect == "setSpeedForAll"]
        return list(dict.fromkeys(found))

    @cached_property
    def goods(self) -> dict[int | None, int]:
        """The place of each resource in a record; None is one that nobody has."""
        named: list[int | None] = []
        for index, kind in enumerate(self.kinds):
            if kind.settings["is_resource"]:
                named.append(index)
            named.extend(self.ids[name] for name in _names(kind.settings.get("ammo")) if name in self.ids)
        for rule in self.all_rules:
            keys = [key for key in ("resource", "heldResource") if key in rule.settings]
            named.extend(self.ids.get(rule.settings[key] or "") for key in keys)
        return {good: place for place, good in enumerate(dict.fromkeys(named))}

    def good_limit(self, good: int | None) -> int:
        """Return how many of a resource one can hold: only types that are Resources themselves have a limit."""
        if good is None or self.kinds[good].name != "Resource":
            return 0
        return int(self.kinds[good].settings["limit"])

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
            lists = [[self.ids[name], *self._group(name)] for name in _names(settings["stype1"]) if name in self.ids]
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
            listed = [self.ids[name] for name in _names(settings[makes[behaviour]]) if name in self.ids]
            values[at.LIST], values[at.N_LIST] = out.extend(listed), len(listed)
        ammo = [self.goods[self.ids[name]] for name in _names(settings.get("ammo")) if name in self.ids]
        if behaviour == at.A_FLAK:
            values[at.AMMO], values[at.N_AMMO] = (ammo or [0])[0], len(ammo)
            values[at.MIN_AMMO], values[at.AMMO_COST] = settings["minAmmo"], settings["ammoCost"]
        elif behaviour in (at.A_SHOOT, at.A_ONGOING_SHOOT):
            values[at.AMMO], values[at.N_AMMO] = out.extend(ammo), len(ammo)
        elif behaviour == at.A_TURNING:
            values[at.STYPE] = self.ids.get(settings["spawnBehind"] or "wall", 0)
        for place, value in values.items():
            out[row + place] = value

    def category(self, index: int) -> int:
        """Return what agents are told that a sprite of this type is (see CATEGORIES)."""
        kind = self.kinds[index]
        marks = (
            kind.name in words.AVATARS,
            *(kind.settings[key] for key in ("is_resource", "portal", "is_npc", "is_static")),
        )
        return next((place for place, mark in enumerate(marks) if mark), len(CATEGORIES) - 1)

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
            listed = [self.ids[name] for name in _names(settings["notStype"]) if name in self.ids]
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
        elif effect in _BESIDE:
            values[at.P_VALUE] = _BESIDE[effect]
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


_LAST_BIT = 29
_MOST_BURST = 40
_SPAWNERS = ("SpawnPoint", "Bomber", "RandomBomber", "BomberRandomMissile")
_NO_CLASS = words.SPRITES["Immovable"]
_MAKERS = {
    "transformTo", "transformToSingleton", "transformIfCount", "transformToAll", "transformToRandomChild",
    "cloneSprite", "spawn", "spawnIfHasMore", "spawnIfHasLess", "spawnBehind", *_BESIDE,
}  # fmt: skip


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


def _names(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def _one(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _union(bits: Iterable[int]) -> int:
    union = 0
    for bit in bits:
        union |= bit
    return union
