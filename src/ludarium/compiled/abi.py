"""The calling convention of compiled games, so that one kernel serves them all.

A position is one flat int32 array (`state`, luck included), its rules another, read-only one. Kernels take the five
functions as first-class function types with these signatures: a plain function argument or a closure would be compiled
again in every process, this way it is loaded from the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

Words = NDArray[np.int32]

_words = types.int32[::1]
STEP = "void(int32[::1], int32[::1], int64)"
LEGAL = "int64(int32[::1], int32[::1], int32[::1])"
MOVER = "int64(int32[::1], int32[::1])"
SCORE = "float64(int32[::1], int32[::1], int64)"

ATOMS = "int64(int32[::1], int32[::1], int64, int32[::1])"
TRAITS = "void(int32[::1], int32[::1], int32[::1])"
SIZE = "int64(int32[::1], int64)"

STEP_TYPE = types.FunctionType(types.void(_words, _words, types.int64))
LEGAL_TYPE = types.FunctionType(types.int64(_words, _words, _words))
MOVER_TYPE = types.FunctionType(types.int64(_words, _words))
SCORE_TYPE = types.FunctionType(types.float64(_words, _words, types.int64))
ATOMS_TYPE = types.FunctionType(types.int64(_words, _words, types.int64, _words))
TRAITS_TYPE = types.FunctionType(types.void(_words, _words, _words))
SIZE_TYPE = types.FunctionType(types.int64(_words, types.int64))

CATEGORY, TYPE, RICH, MOVING = 0, 1, 2, 4
"""Layers of atoms: a category in a cell; a type in a cell; the same with what the avatar faces and holds.
With MOVING added, only what can have become true since an earlier position is written: the search marks its root
with all of them, so nothing is lost."""

STATUS, KIND, CELL, MOVABLES, HOLDS, HEALTH, FULL, COUNTS, COLUMNS, CELLS, TICK, KINDS = range(12)
"""Places in what `traits` writes. STATUS: PLAYING, WON or LOST; KIND: the avatar's type; CELL: where it stands, both -1
when there is none; MOVABLES: things to push or to take; HOLDS: all that the avatar carries; FULL: not 0 when the array
was too small for a step, so that the position is worth nothing; COUNTS: a hash of how many there are of each type;
COLUMNS, CELLS: of the board; TICK; KINDS: how many types there are. Then the number of each type, if it fits."""
N_TRAITS = 12
PLAYING, WON, LOST = 0, 1, 2


class Sight(NamedTuple):
    """What planners look at in a position of one player: each a `kernel` with the signature named here.

    A game that has it gets the compiled planners (`compiled.width`, `compiled.trees`, `compiled.voyage`).
    """

    atoms: Callable[[Words, Words, int, Words], int]
    """ATOMS: write the ids of the facts of a layer into the last array; return how many (one may come twice)."""
    traits: Callable[[Words, Words, Words], None]
    """TRAITS: write the numbers named above."""
    stir: Callable[[Words, Words, int], None]
    """STEP: replace the luck by one that the number decides."""
    digest: Callable[[Words, Words], int]
    """MOVER: a hash of what decides the future: no luck, no tick, no score; things of one type are not told apart."""
    size: Callable[[Words, int], int]
    """SIZE: how many atom ids a layer has."""
    scratch: Callable[[Words, int], int]
    """SIZE: where the words begin (0) and end (1) that a step writes before it reads them: no need to keep them."""


class Core(NamedTuple):
    """The functions of one compiled game, each a `kernel` with the signature named here."""

    step: Callable[[Words, Words, int], None]
    """STEP: advance the state by one action of the mover, unchecked."""
    legal: Callable[[Words, Words, Words], int]
    """LEGAL: write the mover's action ids, ascending, into the last array; return how many."""
    mover: Callable[[Words, Words], int]
    """MOVER: who acts, -1 when the game is over."""
    score: Callable[[Words, Words, int], float]
    """SCORE: the player's payoff so far."""
    actions: int
    """How many action ids there are: the size of the array that `legal` fills."""
    players: int
    sight: Sight | None = None


def check_core(core: Any) -> Core:
    """Return the core, or say which of its functions lacks its signature (the JIT being on)."""
    wanted = {"step": STEP_TYPE, "legal": LEGAL_TYPE, "mover": MOVER_TYPE, "score": SCORE_TYPE}
    for name, function_type in wanted.items():
        function = getattr(core, name)
        signatures = getattr(function, "signatures", None)
        if signatures is not None and tuple(function_type.signature.args) not in [tuple(s) for s in signatures]:
            raise TypeError(f"core.{name} must be a kernel with the signature abi.{name.upper()}")
    return core  # type: ignore[no-any-return]
