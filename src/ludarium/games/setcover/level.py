"""An instance of set covering as a value: elements 0 to n − 1, lists of them, a weight for each list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ludarium.core.errors import LudariumError


class Uncoverable(LudariumError, ValueError):
    """An instance without a cover; the message names an element that no list holds."""


@dataclass(frozen=True)
class Instance(Sequence[tuple[int, ...]]):
    """Lists of the elements 0 to n − 1, each ascending; `weights` says what each list costs (its length by default).

    It is the sequence of its lists: `len(instance)`, `instance[3]`, `for members in instance`.
    """

    n: int
    lists: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.weights:
            object.__setattr__(self, "weights", tuple(map(len, self.lists)))

    def __len__(self) -> int:
        return len(self.lists)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]  # as a tuple's: an index or a slice
        return self.lists[index]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.lists)

    @property
    def by_length(self) -> bool:
        """Whether every list weighs its length, as in the source."""
        return all(len(members) == weight for members, weight in zip(self.lists, self.weights, strict=True))

    @cached_property
    def name(self) -> str:
        """A short hash of the content."""
        content = repr((self.n, self.lists, self.weights)).encode()
        return blake2b(content, digest_size=8).hexdigest()

    @cached_property
    def flat(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """All members one list after the other, and where each list starts (and the last one ends)."""
        starts = np.zeros(len(self.lists) + 1, np.int64)
        np.cumsum([len(members) for members in self.lists], out=starts[1:])
        members = np.fromiter(chain.from_iterable(self.lists), np.int32, int(starts[-1]))
        return starts, members

    def weight(self, chosen: Iterable[int]) -> int:
        """Return what some lists weigh together."""
        return sum(self.weights[index] for index in chosen)

    def covered(self, chosen: Iterable[int]) -> set[int]:
        """Return the elements that some lists hold."""
        return {element for index in chosen for element in self.lists[index]}

    def covers(self, chosen: Iterable[int]) -> bool:
        """Say whether some lists hold every element."""
        return len(self.covered(chosen)) == self.n

    def insist_on_a_cover(self) -> None:
        """Raise Uncoverable, naming the first element that no list holds."""
        missing = np.flatnonzero(np.bincount(self.flat[1], minlength=self.n) == 0)
        if missing.size:
            others = f" (nor {missing.size - 1} others)" if missing.size > 1 else ""
            raise Uncoverable(f"no cover exists: no list holds the element {missing[0]}{others}")


def is_whole(value: object) -> bool:
    """Say whether a value is a whole number (True and False are none)."""
    return isinstance(value, int) and not isinstance(value, bool)
