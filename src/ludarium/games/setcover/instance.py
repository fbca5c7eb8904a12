"""Instances by name: the course's `problem(N, seed)`, draw for draw, and `loads` for files.

`problem` reproduces the published instances: Python's own generator, the number of lists first, then for each list its
size and its members.
"""

from __future__ import annotations

from random import Random

from ludarium.core.errors import BadParameter
from ludarium.games.setcover.level import Instance, Uncoverable, is_whole
from ludarium.games.setcover.notation import BadInstance, dumps, load, loads, save

__all__ = ["BadInstance", "Instance", "Uncoverable", "dumps", "load", "loads", "problem", "save"]


def problem(N: int, seed: int | None = None) -> Instance:  # noqa: N803 -- the course's own name for it
    """Return N to 5N lists, each the set of N//5 to N//2 draws below N; a list weighs its length.

    >>> instance = problem(5, 42)
    >>> len(instance), instance[0]
    (25, (0,))
    """
    if not is_whole(N) or N < 1:
        raise BadParameter(f"setcover: N={N!r}; a whole number of at least 1 is needed")
    draw = Random(seed).randint
    return Instance(
        N,
        tuple(tuple(sorted({draw(0, N - 1) for _ in range(draw(N // 5, N // 2))})) for _ in range(draw(N, N * 5))),
    )
