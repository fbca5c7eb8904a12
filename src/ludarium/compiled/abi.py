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

STEP_TYPE = types.FunctionType(types.void(_words, _words, types.int64))
LEGAL_TYPE = types.FunctionType(types.int64(_words, _words, _words))
MOVER_TYPE = types.FunctionType(types.int64(_words, _words))
SCORE_TYPE = types.FunctionType(types.float64(_words, _words, types.int64))


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


def check_core(core: Any) -> Core:
    """Return the core, or say which of its functions lacks its signature (the JIT being on)."""
    wanted = {"step": STEP_TYPE, "legal": LEGAL_TYPE, "mover": MOVER_TYPE, "score": SCORE_TYPE}
    for name, function_type in wanted.items():
        function = getattr(core, name)
        signatures = getattr(function, "signatures", None)
        if signatures is not None and tuple(function_type.signature.args) not in [tuple(s) for s in signatures]:
            raise TypeError(f"core.{name} must be a kernel with the signature abi.{name.upper()}")
    return core  # type: ignore[no-any-return]
