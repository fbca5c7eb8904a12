"""Memory that searches borrow for a match and give back, so that no move pays for its first touch.

A system hands out memory page by page when it is first written to. On a small virtual machine 64 MB took 260 ms the
first time and 3 ms after that: as much as six moves of 40 ms. So large arrays are touched when they are made, and go to
the next search instead of back to the system.
"""

from __future__ import annotations

import threading
import weakref

import numpy as np

from ludarium.compiled.abi import Words

_TOUCHED = 64 << 18
"""Words of an array that are touched when it is made: what one move fills."""
_KEPT = 1
"""Arrays of one size that are kept for the next search."""
_spare: dict[int, list[Words]] = {}
_lock = threading.Lock()


def borrow(owner: object, words: int) -> Words:
    """Return an array of so many words, with anything in it; it is given back when *owner* is gone."""
    with _lock:
        shelf = _spare.setdefault(words, [])
        array = shelf.pop() if shelf else None
    if array is None:
        array = np.empty(words, np.int32)
        array[:_TOUCHED] = 0
    weakref.finalize(owner, _give_back, array).atexit = False
    return array


def spare() -> list[int]:
    """Return the sizes of the arrays that wait for a search."""
    with _lock:
        return [size for size, shelf in _spare.items() for _ in shelf]


def _give_back(array: Words) -> None:
    with _lock:
        shelf = _spare[array.size]
        if len(shelf) < _KEPT:
            shelf.append(array)
