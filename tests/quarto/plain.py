"""Plain exhaustive search over the rules: no table, no symmetry; the oracle of the solver."""

import numpy as np

from ludarium.compiled.cache import kernel
from ludarium.games.quarto.game import QuartoState
from ludarium.games.quarto.rules import ACTIONS, WINNER, WORDS, legal, make_rules, make_words, mover, step

_PLIES = 40


@kernel("int64(int32[::1], int32[:,::1], int32[:,::1])")
def _value(rules, states, actions):
    best = np.full(_PLIES, -2)
    tried = np.zeros(_PLIES, np.int64)
    count = np.zeros(_PLIES, np.int64)
    depth = 0
    count[0] = legal(rules, states[0], actions[0])
    while True:
        if tried[depth] < count[depth] and best[depth] < 1:
            action = actions[depth, tried[depth]]
            tried[depth] += 1
            states[depth + 1] = states[depth]
            step(rules, states[depth + 1], action)
            if states[depth + 1, WINNER] >= 0:
                best[depth] = 1
            elif mover(rules, states[depth + 1]) < 0:
                best[depth] = max(best[depth], 0)
            else:
                depth += 1
                best[depth], tried[depth] = -2, 0
                count[depth] = legal(rules, states[depth], actions[depth])
        else:
            value = best[depth]
            if depth == 0:
                return value
            same = mover(rules, states[depth]) == mover(rules, states[depth - 1])
            depth -= 1
            best[depth] = max(best[depth], value if same else -value)


def plain_value(state):
    """Return the value for the player to act."""
    states = np.zeros((_PLIES, WORDS), np.int32)
    states[0] = state.words
    return int(_value(state.rules, states, np.zeros((_PLIES, ACTIONS), np.int32)))


def random_position(rng, pieces, *, squares=False, hand=True):
    """Return random pieces on random cells without a line, reached by random play of both sides."""
    while True:
        state = QuartoState(make_rules(squares), make_words())
        while not state.is_over():
            placed = int(state.words[0]).bit_count()
            if placed == pieces and (state.hand is not None) == hand:
                return state
            state.advance(int(rng.choice(state.legal(state.actors()[0]))))
