"""Perft: counts of the game tree, to compare with numbers from outside."""

from __future__ import annotations

from ludarium.core.game import State, the_actor


def perft(state: State, depth: int) -> int:
    """Return the number of leaves at *depth* (games that end earlier count once): it guards the move generator."""
    if depth == 0 or state.is_over():
        return 1
    total = 0
    for action in state.legal(the_actor(state)):
        child = state.clone()
        child.advance(action)
        total += perft(child, depth - 1)
    return total
