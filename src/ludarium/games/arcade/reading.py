"""What a game's words mean in a level: its types with their settings, its rules in order, and who can exist.

Everything that can be decided once is decided here or in `tables`: groups become lists of the types that can exist,
and every type is *fixed* or not (see `layout`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ludarium.games.arcade import layout as at
from ludarium.games.arcade import vocabulary as words
from ludarium.games.arcade.definition import GameDef, InteractionDef, LevelDef, SpriteDef

WINDOW = 800
"""Pixels of the reference's window: what a level's larger side is fitted to, unless the game says `square_size`."""
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
BESIDE = {"spawnAbove": 0, "spawnLeft": 1, "spawnBelow": 2, "spawnRight": 3}
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
    "flipDirection", "spawn", "spawnIfHasMore", "spawnIfHasLess", "spawnBehind", *BESIDE, "attractGaze",
    "teleportToExit", "transformToRandomChild",
}  # fmt: skip
_CERTAIN_AT_ONE = {"spawn", "spawnIfHasMore", "spawnIfHasLess", "spawnBehind", "attractGaze", *BESIDE}
_LAST_BIT = 29
_MOST_BURST = 40
_SPAWNERS = ("SpawnPoint", "Bomber", "RandomBomber", "BomberRandomMissile")
_NO_CLASS = words.SPRITES["Immovable"]
_MAKERS = {
    "transformTo", "transformToSingleton", "transformIfCount", "transformToAll", "transformToRandomChild",
    "cloneSprite", "spawn", "spawnIfHasMore", "spawnIfHasLess", "spawnBehind", *BESIDE,
}  # fmt: skip


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


class Reading:
    """A game and a level, read: `kinds` by type id, `pairs`, `edges` and `timed` rules, the `initial` sprites."""

    def __init__(self, game: GameDef, level: LevelDef) -> None:
        self.game, self.level = game, level
        self.names = [sprite.name for sprite in game.sprites]
        self.ids = {name: index for index, name in enumerate(self.names)}
        head = words.settings(words.GAME, game.params)
        square = head["square_size"]
        self.block = (
            square if isinstance(square, int) and square > 0 else max(2, WINDOW // max(level.width, level.height))
        )
        self.obstacles = [self.ids[name] for name in names_in(head["obs"]) if name in self.ids]
        self.seeks_paths = head["obs"] is not None
        self.kinds = [
            Kind(sprite, words.settings(words.SPRITES.get(sprite.kind, _NO_CLASS), sprite.params))
            for sprite in game.sprites
        ]
        self._family()
        self.pairs, self.edges, self.timed = self._rules()
        self.initial = self._populate()
        self._sort_fixed()

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
            for name in names_in(settings[key])
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
                moving.update(member for name in names_in(kind.settings["stype1"]) for member in self._group(name))
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
            named.extend(self.ids[name] for name in names_in(kind.settings.get("ammo")) if name in self.ids)
        for rule in self.all_rules:
            keys = [key for key in ("resource", "heldResource") if key in rule.settings]
            named.extend(self.ids.get(rule.settings[key] or "") for key in keys)
        return {good: place for place, good in enumerate(dict.fromkeys(named))}

    def good_limit(self, good: int | None) -> int:
        """Return how many of a resource one can hold: only types that are Resources themselves have a limit."""
        if good is None or self.kinds[good].name != "Resource":
            return 0
        return int(self.kinds[good].settings["limit"])

    @cached_property
    def shown_as(self) -> list[str]:
        """What agents are told that a sprite of each type is; '' for what is hidden from them."""
        return [
            "" if kind.settings["hidden"] else CATEGORIES[self.category(index)] for index, kind in enumerate(self.kinds)
        ]

    def category(self, index: int) -> int:
        """Return what agents are told that a sprite of this type is (see CATEGORIES)."""
        kind = self.kinds[index]
        marks = (
            kind.name in words.AVATARS,
            *(kind.settings[key] for key in ("is_resource", "portal", "is_npc", "is_static")),
        )
        return next((place for place, mark in enumerate(marks) if mark), len(CATEGORIES) - 1)


def names_in(value: Any) -> tuple[str, ...]:
    """Return the names that a setting holds: none, one or several."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
