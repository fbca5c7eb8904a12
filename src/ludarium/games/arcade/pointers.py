"""How the arcade's kernels hold the two arrays: as bare pointers, because they call each other often.

An array argument is counted at every call, which costs more than most of the functions do; a pointer is not (measured:
see DESIGN, "The compiled core"). The code does not change: `state[i]` reads the same. With NUMBA_BOUNDSCHECK=1 the
kernels take arrays and every index is checked; with the JIT off they are plain Python over NumPy arrays.
"""

from __future__ import annotations

import os
from typing import Any

from numba import config, types

from ludarium.compiled.abi import Words
from ludarium.compiled.cache import kernel

_CHECKED = bool(os.environ.get("NUMBA_BOUNDSCHECK"))
_WORDS = types.int32[::1] if _CHECKED else types.CPointer(types.int32)


def signature(text: str) -> Any:
    """Return the signature that a text like `int64(words, words, int64)` names; `words` is one of the two arrays."""
    result, _, arguments = text.rstrip(")").partition("(")
    return _type(result)(*(_type(name) for name in arguments.split(", ")))


def _type(name: str) -> Any:
    return _WORDS if name == "words" else getattr(types, name)


if config.DISABLE_JIT or _CHECKED:

    @kernel("int32[::1](int32[::1])", inline=True)
    def hold(array: Words) -> Words:
        """Return the array itself."""
        return array

else:

    @kernel(None, inline=True)
    def hold(array: Words) -> Words:
        """Return what the kernels take for an array."""
        return array.ctypes  # type: ignore[return-value]  # becomes a pointer at the call
