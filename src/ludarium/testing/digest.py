"""A hash of many seeded games: with the JIT on and off it must be the same, byte for byte.

`python -m ludarium.testing.digest quarto "quarto?squares=true"` prints one for each id.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys

from ludarium.core.registry import load_game
from ludarium.core.rng import derive
from ludarium.testing.contract import random_actions

GAMES_EACH = 20


def digest_of(game_id: str, games: int = GAMES_EACH) -> str:
    """Return the hash of every state (digest, returns, legal actions) of seeded random games."""
    game = load_game(game_id)
    total = hashlib.blake2b(digest_size=16)
    for seed in range(games):
        state, rng = game.initial(seed), derive(seed, "digest")
        for _ in range(game.spec.max_steps):
            facts = (state.digest(), state.returns(), [(p, list(state.legal(p))) for p in state.actors()])
            total.update(repr(facts).encode())
            if state.is_over():
                break
            state.advance(*random_actions(state, rng))
        total.update(pickle.dumps(state.returns(), 4))
    return total.hexdigest()


def digest_with_jit(*game_ids: str, jit: bool) -> list[str]:
    """Return the digests, computed in a process of their own with the JIT on or off."""
    found = subprocess.run(
        [sys.executable, "-m", "ludarium.testing.digest", *game_ids],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0" if jit else "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    return found.stdout.split()


if __name__ == "__main__":
    sys.stdout.write("\n".join(digest_of(game_id) for game_id in sys.argv[1:]) + "\n")
