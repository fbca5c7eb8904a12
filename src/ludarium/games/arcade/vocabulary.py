"""The words of the language as data: classes, effects, endings, their parameters, and what the engine plays of them.

One place, read by the parser's checks, by the tables and by the documentation. A parameter is written
`name:kind=default` with a mark before it:

- `!` needed: the reference cannot play without it
- `~` drawn only: no rule reads it
- `-` without effect on a grid: the reference accepts it
- `^` outside: the reference reads it in a way that the engine does not play

Kinds: `int`, `float`, `bool`, `direction`, `colour`, `text`; `flag` (true or false, kept as text by the reference),
`score` (a whole number, one for each player), `effect` (the name of one), `type` and `types` (names from the SpriteSet,
`types` with commas between), `make` and `makes` (the same, to be created), `object` (no text can set it).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from ludarium.games.arcade.definition import Params

Kind = Literal[
    "int", "float", "bool", "direction", "colour", "text", "flag", "score",
    "effect", "type", "types", "make", "makes", "object",
]  # fmt: skip
Use = Literal["played", "needed", "drawn", "idle", "outside"]
Setting: TypeAlias = int | float | bool | str | tuple[int, ...] | tuple[str, ...] | None

_MARKS: dict[str, Use] = {"!": "needed", "~": "drawn", "-": "idle", "^": "outside"}
CONTINUOUS = "it belongs to continuous physics; the engine plays on the grid"
UNUSED = "no grid game of the reference uses it, and the engine does not play it yet"

DIRECTIONS = {"UP": (0, -1), "LEFT": (-1, 0), "DOWN": (0, 1), "RIGHT": (1, 0), "NONE": (0, 0), "NIL": (-1, -1)}
_DIRECTIONS = {**DIRECTIONS, **{f"D{name}": step for name, step in DIRECTIONS.items()}}
COLOURS = {
    "GREEN": (0, 200, 0), "BLUE": (0, 0, 200), "RED": (200, 0, 0), "GRAY": (90, 90, 90), "WHITE": (250, 250, 250),
    "BROWN": (140, 120, 100), "BLACK": (0, 0, 0), "ORANGE": (250, 160, 0), "YELLOW": (250, 250, 0),
    "PINK": (250, 200, 200), "GOLD": (250, 212, 0), "LIGHTRED": (250, 50, 50), "LIGHTORANGE": (250, 200, 100),
    "LIGHTBLUE": (50, 100, 250), "LIGHTGREEN": (50, 250, 50), "DARKGREEN": (35, 117, 29),
    "LIGHTYELLOW": (255, 250, 128), "LIGHTGRAY": (238, 238, 238), "DARKGRAY": (30, 30, 30), "DARKBLUE": (20, 20, 100),
    "RANDOM": (128, 128, 128),
}  # fmt: skip
CONSTANTS = {"GRID": 0, "CONT": 1, "PHYSICS_NONE": -1}
KEPT_AS_TEXT = ("scorechange", "scorechangeifkilled")  # never read as whole numbers
KEPT_AS_WORD = ("win", "hidden", "invisible")  # never read as true or false


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter: what its value is, what holds without it (as text; "" for nothing), and who reads it."""

    name: str
    kind: Kind
    default: str = ""
    use: Use = "played"


@dataclass(frozen=True, slots=True)
class Word:
    """A class, effect or ending. `outside` says why the engine does not play it, "" when it does.

    `family` are the classes that it extends, nearest first. Effects alone: `first` and `second` tell whether it does
    nothing without that sprite (as under EOS, TIME and addTimer).
    """

    name: str
    params: Mapping[str, Param]
    outside: str = ""
    family: tuple[str, ...] = ()
    first: bool = False
    second: bool = False


def _params(text: str) -> dict[str, Param]:
    params = {}
    for item in text.split():
        use = _MARKS.get(item[0], "played")
        name, _, rest = item.lstrip("".join(_MARKS)).partition(":")
        word, _, default = rest.partition("=")
        kind = next(kind for kind in get_args(Kind) if kind == word)
        params[name] = Param(name, kind, default, use)
    return params


# -- sprite classes: what each adds to the class that it extends

_SPRITE = """
    cooldown:int=1 speed:float=0 orientation:direction=NONE rotateInPlace:bool=False singleton:bool=False
    portal:bool=False hidden:flag=False healthPoints:int=0 limitHealthPoints:int=1000 timeToLive:int=-1
    ~color:colour ~img:text ~orientedImg:text ~invisible:flag=False ~shrinkfactor:float=1 ~autotiling:bool=False
    ~randomtiling:float=-1 ~frameRate:float=-1 ~frameRemaining:float=0 ~currentFrame:int=-1 ~draw_arrow:bool=False
    ~name:text -mass:float=1 -gravity:float=0 -friction:float=0 -jump_strength:float=0 -max_speed:float=-1
    -on_ground:bool=False -solid:bool=False -rotation:float=0 -is_stochastic:bool=False -spriteID:int=0 -bucket:int=0
    -bucketSharp:bool=False -physics:object -rect:object -lastrect:object -itypes:object -resources:object
    -images:object -image:object -size:object ^physicstype:int=0 ^is_static:bool=False ^only_active:bool=False
    ^stationary:bool=False ^is_avatar:bool=False ^is_oriented:bool=False ^is_resource:bool=False ^is_npc:bool=False
    ^is_from_avatar:bool=False ^lastmove:int=0 ^isFirstTick:bool=True ^maxHealthPoints:int=0 ^wMult:float=1
    ^hMult:float=1
"""
_CLASSES: dict[str, tuple[str, str, str]] = {  # name: (extends, adds, outside)
    "Immovable": ("", "~color:colour=GRAY ^is_static:bool=True", ""),
    "Door": ("Immovable", "portal:bool=True", ""),
    "Passive": ("", "~color:colour=RED", ""),
    "Resource": (
        "Passive",
        "value:int=1 limit:int=2 ~color:colour=YELLOW ^is_resource:bool=True -resource_type:int=-1 -resource_name:text",
        "",
    ),
    "ResourcePack": ("Resource", "^is_static:bool=True", UNUSED),
    "Flicker": ("", "limit:int=1 ^age:int=0 ~color:colour=RED", ""),
    "OrientedFlicker": ("Flicker", "speed:float=0 ^is_oriented:bool=True ~draw_arrow:bool=True", ""),
    "Spreader": ("Flicker", "spreadprob:float=1 stype:make -itype:int=-1", ""),
    "Conveyor": (
        "",
        "^is_static:bool=True ^is_oriented:bool=True ~draw_arrow:bool=True ~color:colour=BLUE -jump_strength:float=1",
        UNUSED,
    ),
    "Missile": ("", "speed:float=1 ^is_oriented:bool=True", ""),
    "RandomMissile": ("Missile", "orientation:direction=NIL", ""),
    "ErraticMissile": ("Missile", "", UNUSED),
    "RandomNPC": ("", "speed:float=1 cons:int=0 ^is_npc:bool=True -is_stochastic:bool=True", ""),
    # maxDistance is a Java float: a whole number sets it, a fraction does not
    "Chaser": ("RandomNPC", "!stype:type maxDistance:int=-1 ^fleeing:bool=False -itype:int=0", ""),
    "Fleeing": ("Chaser", "^fleeing:bool=True", ""),
    "LOSChaser": ("Chaser", "", ""),
    "PathChaser": ("RandomNPC", "!stype:type -maxDistance:int=-1 -fleeing:bool=False -itype:int=0", ""),
    "AlternateChaser": (
        "RandomNPC",
        "!stype1:types -stype2:types -fleeing:bool=False -itype1:object -itype2:object",
        UNUSED,
    ),
    "RandomAltChaser": ("AlternateChaser", "epsilon:float=0", UNUSED),
    "PathAltChaser": ("AlternateChaser", "randomTarget:bool=False", ""),
    "RandomPathAltChaser": ("PathAltChaser", "epsilon:float=0", ""),
    "RandomInertial": ("RandomNPC", "physicstype:int=1", CONTINUOUS),
    "Walker": ("", "speed:float=5 max_speed:float=5 airsteering:bool=False", CONTINUOUS),
    "WalkerJumper": ("Walker", "probability:float=0.1 jump_strength:float=1", CONTINUOUS),
    "SpriteProducer": ("", "", UNUSED),
    "Portal": (
        "SpriteProducer",
        "!stype:type portal:bool=True ^is_static:bool=True ~color:colour=BLUE -itype:int=0",
        "",
    ),
    "SpawnPoint": (
        "SpriteProducer",
        "!stype:make prob:float=1 total:int=0 spawnorientation:direction=NONE -counter:int=0"
        " -itype:int=-1 ^is_static:bool=True ~color:colour=BLACK",
        "",
    ),
    "Bomber": (
        "SpawnPoint",
        "orientation:direction=RIGHT ^is_static:bool=False ^is_oriented:bool=True ^is_npc:bool=True"
        " ~color:colour=ORANGE",
        "",
    ),
    "RandomBomber": (
        "SpawnPoint",
        "speed:float=1 orientation:direction=RIGHT ^is_static:bool=False ^is_oriented:bool=True ^is_npc:bool=True"
        " ~color:colour=ORANGE",
        "",
    ),
    "BomberRandomMissile": (
        "SpawnPoint",
        "!stypeMissile:makes -stype:text orientation:direction=RIGHT ^is_static:bool=False ^is_oriented:bool=True"
        " ^is_npc:bool=True ~color:colour=ORANGE",
        "",
    ),
    "SpawnPointMultiSprite": (
        "SpriteProducer",
        "!stypes:makes prob:float=1 total:int=0 spawnorientation:direction=NONE -counter:int=0"
        " orientation:direction=RIGHT ^is_static:bool=True ^is_oriented:bool=True ^is_npc:bool=True"
        " ~color:colour=BLACK",
        "",
    ),
    "MovingAvatar": (
        "",
        "speed:float=1 ^is_avatar:bool=True ~color:colour=WHITE -actions:object -actionsNIL:object -player:object"
        " -lastMovementType:object",
        "",
    ),
    "HorizontalAvatar": ("MovingAvatar", "", ""),
    "VerticalAvatar": ("MovingAvatar", "", UNUSED),
    "NullAvatar": ("HorizontalAvatar", "~color:colour=GREEN", UNUSED),
    "FlakAvatar": (
        "HorizontalAvatar",
        "!stype:make ammo:type minAmmo:int=-1 ammoCost:int=1 ~color:colour=GREEN -itype:int=0 -ammoId:int=-1",
        "",
    ),
    "OrientedAvatar": (
        "MovingAvatar",
        "orientation:direction=RIGHT rotateInPlace:bool=True ^is_oriented:bool=True ~draw_arrow:bool=True",
        "",
    ),
    "ShootAvatar": (
        "OrientedAvatar",
        "!stype:makes ammo:types -ammos:object -ammoId:object -stypes:object -itype:object",
        "",
    ),
    "ShootOnlyAvatar": ("ShootAvatar", "", UNUSED),
    "OngoingAvatar": ("OrientedAvatar", "", ""),
    "OngoingShootAvatar": ("ShootAvatar", "", ""),
    "OngoingTurningAvatar": ("OrientedAvatar", "spawnBehind:make", ""),
    "MissileAvatar": ("OrientedAvatar", "", ""),
    "AimedAvatar": ("ShootAvatar", "speed:float=0 angle_diff:float=0.15 ^stationary:bool=True", CONTINUOUS),
    "SpaceshipAvatar": ("ShootAvatar", "speed:float=5 angle_diff:float=0.3", CONTINUOUS),
    "CarAvatar": ("OrientedAvatar", "speed:float=0 angle_diff:float=0.15 facing:float=0", CONTINUOUS),
    "LanderAvatar": ("OrientedAvatar", "speed:float=5 angle_diff:float=0.3", CONTINUOUS),
    "BirdAvatar": ("OrientedAvatar", "jump_strength:float=10", CONTINUOUS),
    "PlatformerAvatar": (
        "MovingAvatar",
        "ground_speedup_factor:float=1 air_slowdown_factor:float=2 jump_strength:float=10 max_speed:float=30",
        CONTINUOUS,
    ),
    "WizardAvatar": (
        "MovingAvatar",
        "!stype:makes ground_speedup_factor:float=1 air_slowdown_factor:float=2 jump_strength:float=10"
        " max_speed:float=30 speed:float=0 facing_dir:direction last_block_time:int=0 -stypes:object"
        " -itype:object",
        CONTINUOUS,
    ),
}

# -- effects: every one has the parameters of _EFFECT too. Marks: 1 needs its first sprite, 2 both

_EFFECT = """
    scoreChange:score=0 repeat:int=1 ^applyScore:bool=True ^enabled:bool=True ^inBatch:bool=False -prob:float=1
    -is_kill_effect:bool -is_stochastic:bool -sequential:bool=False -count:bool=True -counter:text
    -countElse:bool=True -counterElse:text -hashCode:object
"""
_TIMED = "timer:int=-1 nextExecution:int=-1 repeating:bool=False -itype:int=0 -isNative:bool=True -delegate:object"
_MAKE = "!stype:make -itype:int=0"
_TRANSFORM = f"{_MAKE} killSecond:bool=False forceOrientation:bool=False"
_RESOURCE = "!resource:type -resourceId:int=-1"
_BESIDE = f"{_MAKE} prob:float=1 stepBack:bool=False"
_EFFECTS: dict[str, tuple[str, str, str]] = {  # name: (sprites needed, parameters, outside)
    "stepBack": ("1", "pixelPerfect:bool=False", ""),
    "turnAround": ("1", "", ""),
    "killSprite": ("1", "", ""),
    "killBoth": ("12", "", ""),
    "killAll": ("", "!stype:type -itype:int=0", ""),
    "transformTo": ("1", _TRANSFORM, ""),
    "transformToSingleton": (
        "12",
        f"{_MAKE} !stype_other:make takeOrientation:bool=False -itype_other:int=0",
        "",
    ),
    "transformIfCount": (
        "12",
        f"{_TRANSFORM} !stypeCount:type estype:make geq:int=0 leq:int=10000 -itypeCount:int=0 -eitype:int=0",
        "",
    ),
    "transformToAll": (
        "",
        "!stype:type !stypeTo:make killSecond:bool=False forceOrientation:bool=False -itype:int=0 -itypeTo:int=0",
        "",
    ),
    "transformToRandomChild": (
        "1",
        "!stype:type killSecond:bool=False forceOrientation:bool=False -itype:int=0",
        "",
    ),
    "wrapAround": ("1", "offset:float=0", ""),
    "changeResource": ("12", f"{_RESOURCE} value:int=1 killResource:bool=False", ""),
    "killIfHasLess": ("1", f"{_RESOURCE} limit:int=0", ""),
    "killIfHasMore": ("1", f"{_RESOURCE} limit:int=0", ""),
    "killIfOtherHasMore": ("12", "!resource:type limit:int=0 subtract:bool=False -resourceId:int=-1", ""),
    "cloneSprite": ("1", "", ""),
    "flipDirection": ("1", "", ""),
    "reverseDirection": ("1", "", ""),
    "shieldFrom": ("1", "!stype:type !ftype:effect -istype:int=0 -iftype:object", ""),
    "undoAll": ("", "notStype:types", ""),
    "spawn": ("1", f"{_MAKE} prob:float=1", ""),
    "spawnIfHasMore": ("1", f"{_MAKE} {_RESOURCE} prob:float=1 limit:int=0 spend:int=0", ""),
    "spawnIfHasLess": ("1", f"{_MAKE} {_RESOURCE} prob:float=1 limit:int=0", ""),
    "spawnBehind": ("2", f"{_MAKE} prob:float=1", ""),
    "spawnAbove": ("2", _BESIDE, ""),
    "spawnBelow": ("2", _BESIDE, ""),
    "spawnLeft": ("2", _BESIDE, ""),
    "spawnRight": ("2", _BESIDE, ""),
    "pullWithIt": ("12", "pixelPerfect:bool=False", ""),
    "collectResource": ("12", "killResource:bool=True", ""),
    "collectResourceIfHeld": (
        "12",
        "!heldResource:type value:int=1 killResource:bool=True -heldResourceId:int=0",
        "",
    ),
    "killIfFromAbove": ("12", "", ""),
    "killIfFrontal": ("12", "", ""),
    "killIfNotFrontal": ("12", "", ""),
    "teleportToExit": ("12", "", ""),
    "bounceForward": ("12", "", ""),
    "attractGaze": ("12", "prob:float=1 align:bool=False", ""),
    "align": ("12", "orient:bool=True", ""),
    "subtractHealthPoints": (
        "1",
        "value:int=1 stype:type limit:int=0 scoreChangeIfKilled:score=0 -itype:int=-1",
        "",
    ),
    "addHealthPoints": ("1", "value:int=1 killSecond:bool=False", ""),
    "addHealthPointsToMax": ("1", "value:int=1 killSecond:bool=False", ""),
    "addTimer": ("", f"{_TIMED} !ftype:effect -timerDelegate:object", ""),
    "setSpeedForAll": ("", "!stype:type value:float=0 -itype:int=0", ""),
    "increaseSpeedToAll": ("", "!stype:type value:float=0.1 -itype:int=0", UNUSED),
    "decreaseSpeedToAll": ("", "!stype:type value:float=0.1 -itype:int=0", UNUSED),
    "updateSpawnType": ("2", "!stype:make !spawnPoint:type -itype:int=0 -ispawn:int=0", UNUSED),
    "removeScore": ("1", "stype:type killSecond:bool=False -itype:int=-1", UNUSED),
    "spawnIfCounterSubTypes": (
        "1",
        f"{_MAKE} !estype:make !stypeCount:type subTypesNum:int=-1 limit:int=0 -eitype:int=0 -citype:int=0",
        UNUSED,
    ),
    "killIfAlive": ("12", "", UNUSED),
    "wallStop": ("12", "", CONTINUOUS),
    "wallBounce": ("12", "", CONTINUOUS),
    "wallReverse": ("12", "", CONTINUOUS),
    "bounceDirection": ("12", "maxBounceAngleDeg:float=60", CONTINUOUS),
    "killIfSlow": ("12", "limspeed:float=1", CONTINUOUS),
    "killIfFast": ("12", "limspeed:float=1", CONTINUOUS),
    "killIfNotUpright": ("1", "", CONTINUOUS),
    "waterPhysics": ("1", "", CONTINUOUS),
    "halfSpeed": ("1", "", CONTINUOUS),
}

# -- endings, and the first line

_ENDING = "win:flag=False limit:int=0 -count_score:bool=False -canEnd:bool=True"
_COUNTED = "stype1:type stype2:type stype3:type min:bool=False -itype1:int=-1 -itype2:int=-1 -itype3:int=-1"
_ENDINGS: dict[str, tuple[str, str]] = {
    "SpriteCounter": ("!stype:type -itype:int=0", ""),
    "SpriteCounterMore": ("!stype:type -itype:int=0", ""),
    "MultiSpriteCounter": (_COUNTED, ""),
    "MultiSpriteCounterSubTypes": ("stype1:type subTypesNum:int=-1 -itype1:int=-1", ""),
    "Timeout": ("^use_counter:bool=False ^compare:bool=False -limits:text", ""),
    "StopCounter": (_COUNTED, UNUSED),
}
_GAME = """
    square_size:int=-1 obs:types ~key_handler:text ^no_players:int=1 ^no_counters:int=0 -humanPlayer:object
    -parameters:object -kill_list:object -counter:object -ki:object -wi:object
"""


def _sprite_words() -> dict[str, Word]:
    words: dict[str, Word] = {}
    base = _params(_SPRITE)
    for name, (parent, adds, outside) in _CLASSES.items():
        extended = words.get(parent)
        inherited = extended.params if extended else base
        family = (parent, *extended.family) if extended else ()
        words[name] = Word(name, {**inherited, **_params(adds)}, outside, family)
    return words


def _effect_words() -> dict[str, Word]:
    base = _params(_EFFECT)
    return {
        name: Word(name, {**base, **_params(params)}, outside, (), "1" in sprites, "2" in sprites)
        for name, (sprites, params, outside) in _EFFECTS.items()
    }


SPRITES: Mapping[str, Word] = _sprite_words()
EFFECTS: Mapping[str, Word] = _effect_words()
TIMED: Mapping[str, Param] = _params(_TIMED)  # what a TIME rule reads besides the parameters of its effect
ENDINGS: Mapping[str, Word] = {
    name: Word(name, {**_params(_ENDING), **_params(adds)}, outside) for name, (adds, outside) in _ENDINGS.items()
}
GAME = Word("BasicGame", _params(_GAME))
AVATARS = frozenset(name for name, word in SPRITES.items() if "MovingAvatar" in (name, *word.family))
RESOURCES = frozenset(name for name, word in SPRITES.items() if "Resource" in (name, *word.family))

# -- values

_INT = re.compile(r"[+-]?0*[0-9]{1,10}")
_FLOAT = re.compile(r"[+-]?(NaN|Infinity|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[fFdD]?)")


def sort_of(key: str, text: str) -> tuple[str, Setting]:
    """Return what the reference takes a value for, and the value: the type of the field does not matter yet."""
    if text in _DIRECTIONS:
        return "direction", _DIRECTIONS[text]
    if text in COLOURS:
        return "colour", COLOURS[text]
    if text in CONSTANTS:
        return "int", CONSTANTS[text]
    if key.lower() in KEPT_AS_TEXT:
        return "text", text
    if (whole := _whole(text)) is not None:
        return "int", whole
    if _FLOAT.fullmatch(text):
        return "float", float(text.rstrip("fFdD") if text[-1] in "fFdD" else text)
    if text.lower() in ("true", "false") and key.lower() not in KEPT_AS_WORD:
        return "bool", text.lower() == "true"
    return "text", text


def _whole(text: str) -> int | None:
    """Return a whole number as Java's 32 bits hold it, None for anything else."""
    return int(text) if _INT.fullmatch(text) and -(2**31) <= int(text) < 2**31 else None


def read(param: Param, text: str) -> Setting:
    """Return the value that a text sets, None when it sets none: then the default stays."""
    sort, value = sort_of(param.name, text)
    if param.kind == "float":
        return float(value) if isinstance(value, int | float) and sort in ("int", "float") else None
    if param.kind in ("int", "bool", "direction", "colour"):
        return value if sort == param.kind else None
    if sort != "text" or param.kind == "object":
        return None
    if param.kind in ("types", "makes"):
        return tuple(names(text))
    if param.kind == "flag":
        return text.partition(",")[0].lower() == "true"
    if param.kind == "score":
        return _whole(text.partition(",")[0]) or 0
    return text


def names(text: str) -> list[str]:
    """Return the names of a list with commas, as Java splits it: empty ones at the end do not count."""
    return text.rstrip(",").split(",")


def settings(word: Word, params: Params) -> dict[str, Setting]:
    """Return every parameter of a word: what the line says where it can be read, else the default, else None."""
    out: dict[str, Setting] = {}
    for name, param in word.params.items():
        said = read(param, params[name].text) if name in params else None
        out[name] = said if said is not None or not param.default else read(param, param.default)
    return out
