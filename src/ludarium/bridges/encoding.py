"""Observations as arrays of a fixed shape, for any game, and pictures as text.

Where nothing is hidden and the state has type planes (the arcade), the observation is `planes()`: how many sprites of
each type stand in each cell, shape (types, height, width), uint8.

Any other game is encoded from what the player sees (`known(player).view`) by feature hashing (Weinberger et al. 2009):
the view is taken apart into leaves, each with its path (`rows/2`); a number x adds ``x / (1 + abs(x))`` to the place
that the path's hash names (or takes it away: the hash also gives the sign), a word adds 1 at the place of `path=word`,
a true fact 1 at its path's. The vector has 1,024 places unless asked otherwise, and values from −1 to 1. Two leaves may
fall on one place; with 100 leaves that happens to about ten. What it does not give is structure: a grid becomes a bag
of cells.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from numbers import Real
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludarium.core.errors import BadParameter
from ludarium.core.frame import Frame, Panel
from ludarium.core.game import Game, HasImage, HasPlanes, State, View
from ludarium.core.spec import Information

SIZE = 1024


class Encoding(Protocol):
    """Turns what a player sees into an array; shape and bounds never change."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""

    @property
    def low(self) -> int:
        """The least value."""

    @property
    def high(self) -> int:
        """The largest value."""

    @property
    def dtype(self) -> Any:
        """The type of the values."""

    def observe(self, state: State, player: int) -> NDArray[Any]:
        """Return the player's observation."""


class Planes:
    """The sprites of each type in each cell."""

    low, high, dtype = 0, 255, np.uint8

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def observe(self, state: State, player: int) -> NDArray[np.uint8]:
        """Return the state's planes: nothing is hidden, so that every player sees the same."""
        assert isinstance(state, HasPlanes), "the game's first state had planes"
        return state.planes()


class Hashed:
    """The leaves of the player's view, each at the place that its path's hash names."""

    low, high, dtype = -1, 1, np.float32

    def __init__(self, size: int = SIZE) -> None:
        if size < 1:
            raise BadParameter(f"size={size}: an observation has one place at least")
        self.shape = (size,)

    def observe(self, state: State, player: int) -> NDArray[np.float32]:
        """Return the encoded view."""
        return hashed({"view": state.known(player).view, "player": str(player)}, self.shape[0])


def encoding_of(game: Game[Any], size: int = SIZE) -> Encoding:
    """Return how a game's observations are encoded."""
    start = game.initial(0)
    if game.spec.information is Information.PERFECT and isinstance(start, HasPlanes):
        return Planes(start.planes().shape)
    return Hashed(size)


def hashed(view: View, size: int = SIZE) -> NDArray[np.float32]:
    """Return plain data as a vector of that size."""
    found = np.zeros(size)
    for path, value in leaves(view):
        place, sign = _place(path, size)
        found[place] += sign * (np.sign(value) if np.isinf(value) else value / (1 + abs(value)))
    return np.clip(found, -1, 1).astype(np.float32)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Yield the numbers of plain data with their paths; a word is a path of its own, with the largest number."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from leaves(part, f"{path}/{key}")
    elif isinstance(value, Set):
        for part in value:
            yield f"{path}={part!r}", np.inf
    elif isinstance(value, np.ndarray):
        yield from leaves(value.tolist(), path)
    elif isinstance(value, bool | np.bool_):
        yield path, np.inf if value else 0.0
    elif isinstance(value, Real):
        yield path, float(value)
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for place, part in enumerate(value):
            yield from leaves(part, f"{path}/{place}")
    elif value is not None:
        yield f"{path}={value!r}", np.inf


def mask_of(state: State, player: int, actions: int) -> NDArray[np.int8]:
    """Return 1 for each action that the player may choose now."""
    mask = np.zeros(actions, np.int8)
    mask[list(state.legal(player))] = 1
    return mask


def insist_on_mode(game: Game[Any], mode: str | None) -> list[str]:
    """Return how a game can be drawn; refuse another way."""
    modes = ["ansi", *(["rgb_array"] if isinstance(game.initial(0), HasImage) else [])]
    if mode is not None and mode not in modes:
        raise BadParameter(f"render_mode={mode!r}; {game.id} has {', '.join(modes)}")
    return modes


def drawn(game: Game[Any], state: State, view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Return a position as pixels or as the text of a view; nothing where nobody asked for it."""
    if mode is None:
        return None
    return state.image() if mode == "rgb_array" and isinstance(state, HasImage) else text_of(game.frame(view))


def text_of(frame: Frame) -> str:
    """Return a frame as plain text: what `render_mode="ansi"` shows."""
    status = [f"{name}: {text}" for name, text in frame.status]
    return "\n".join([frame.title, *(line for panel in frame.panels for line in _panel(panel)), *status]) + "\n"


def _panel(panel: Panel) -> list[str]:
    rows = [[" "] * (panel.columns * (panel.tile_width + 1)) for _ in range(panel.rows * panel.tile_height)]
    for tile in panel.tiles:
        for down, line in enumerate(tile.text[: panel.tile_height]):
            for across, letter in enumerate(line[: panel.tile_width]):
                column = tile.column * (panel.tile_width + 1) + across
                rows[tile.row * panel.tile_height + down][column] = letter
    head = [panel.title] if panel.title else []
    return [*head, *("".join(row).rstrip() for row in rows)]


@lru_cache(maxsize=1 << 16)
def _place(path: str, size: int) -> tuple[int, int]:
    number = int.from_bytes(hashlib.blake2b(path.encode("utf-8", "replace"), digest_size=8).digest(), "big")
    return (number >> 1) % size, 1 if number & 1 else -1
