"""A stop of `ludarium tour`: what a family shows of itself in a few seconds, as strings that the harness runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairing:
    """A small series of matches: seats are agent ids, in the game's order; every other game swaps two seats."""

    game: str
    seats: tuple[str, ...]
    games: int
    steps: int = 500
    """Model steps a move, so that the tour shows the same on every machine."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One family: a sentence, positions to solve (game id, position text or '' for the start), matches to play."""

    family: str
    says: str
    solve: tuple[tuple[str, str], ...] = ()
    pairings: tuple[Pairing, ...] = ()
