"""What a VGDL text means, before anything is compiled: the walk from text to tables goes through these values.

The parser makes them, `tables` compiles them. Names are as the author wrote them; parameters are kept as text with
their place, because what a value means depends on who reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in its file; lines and columns count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Value:
    """A parameter's text (right of the '=') and its place."""

    text: str
    place: Place


Params = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class SpriteDef:
    """A sprite type of the SpriteSet tree, in pre-order of first definition (wall is 0, avatar is 1).

    `kind` is the effective class (an ancestor's beats its own), "" when no class is named up to the root; `params` are
    inherited, the child's override; `singleton` stands on the own line only. `parents` are the ancestors, nearest last.
    `subtypes` are the types whose sprites count as this one in rules and endings, in the reference's order: the
    ancestors, itself, all below it (of the last definition, where a name is defined twice).
    """

    name: str
    type_id: int
    kind: str
    params: Params
    parents: tuple[str, ...]
    leaf: bool
    singleton: bool
    place: Place
    subtypes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InteractionDef:
    """One line of the InteractionSet: `first second… > effect params`; a name may be EOS or TIME."""

    first: str
    seconds: tuple[str, ...]
    effect: str
    params: Params
    place: Place


@dataclass(frozen=True, slots=True)
class TerminationDef:
    """One line of the TerminationSet."""

    kind: str
    params: Params
    place: Place


@dataclass(frozen=True, slots=True)
class GameDef:
    """A whole game: everything but the level. `order` is GVGAI's spriteOrder (leaf names, drawing order)."""

    source: str
    params: Params
    sprites: tuple[SpriteDef, ...]
    order: tuple[str, ...]
    mapping: Mapping[str, tuple[str, ...]]
    interactions: tuple[InteractionDef, ...]
    terminations: tuple[TerminationDef, ...]


@dataclass(frozen=True, slots=True)
class LevelDef:
    """A level's rows, padded and cut to the width of the first one."""

    source: str
    rows: tuple[str, ...]
    width: int = field(default=0)
    height: int = field(default=0)
