"""OpenSpiel's Nim and ours agree move by move: who acts, what is legal, when it ends, who has won."""

import numpy as np
import pytest

from ludarium import load_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: python -m pip install open_spiel")


def theirs(rows, misere):
    piles = ";".join(map(str, rows))
    return pyspiel.load_game(f"nim(pile_sizes={piles},is_misere={str(misere).lower()})")


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rows", [(1, 3, 5, 7), (2, 2), (9, 1, 4), (1, 1, 1)])
def test_nim_is_the_same_game(rows, misere):
    ours, rng = load_game("nim", rows=rows, misere=misere), np.random.default_rng(sum(rows))
    width = ours.spec.actions // len(rows)
    for _ in range(50):
        state, other = ours.initial(0), theirs(rows, misere).new_initial_state()
        while not state.is_over():
            assert not other.is_terminal()
            (player,) = state.actors()
            assert other.current_player() == player
            # theirs is (count - 1) * piles + pile, ours pile * width + (count - 1)
            legal = {(action % width) * len(rows) + action // width: action for action in state.legal(player)}
            assert sorted(legal) == other.legal_actions()
            chosen = sorted(legal)[rng.integers(len(legal))]
            state.apply(legal[chosen])
            other.apply_action(chosen)
        assert other.is_terminal()
        assert list(state.returns()) == other.returns()
