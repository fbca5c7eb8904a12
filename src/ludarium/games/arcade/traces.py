"""Recorded runs of the reference framework, to compare with: a digest of the position at every tick."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from ludarium.games.arcade.game import ArcadeState


def digest(state: ArcadeState) -> str:
    """Return the hash that recordings hold: of the score, over, won, and every sprite with its place, sorted."""
    rows = sorted(f"{name},{x},{y}" for name, x, y in state.sprites())
    head = f"{state.score};{int(state.won is not None)};{int(bool(state.won))};"
    return hashlib.sha256((head + ";".join(rows)).encode()).hexdigest()[:16]


def first_difference(state: ArcadeState, actions: Sequence[int], digests: Sequence[str]) -> int | None:
    """Play the actions from *state* (it is changed); return the first tick whose digest differs, None if none does.

    `digests[0]` is the start's; `actions[t]` leads to `digests[t + 1]`.
    """
    for tick, expected in enumerate(digests):
        if digest(state) != expected:
            return tick
        if tick < len(actions):
            state.advance(actions[tick])
    return None
