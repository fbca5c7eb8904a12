"""The belief: exact on what can be counted, calibrated on what cannot, and never sure of what is wrong."""

import numpy as np
import pytest
from treasure_maps import TINY

from ludarium.core.errors import LudariumError
from ludarium.core.rng import derive
from ludarium.games.treasure import notation
from ludarium.games.treasure.game import FIRST_VERIFY, LARGE_SCAN, TreasureState, teleport_base
from ludarium.games.treasure.generator import generate
from ludarium.games.treasure.hints import Claim
from ludarium.games.treasure.knowledge import Belief, Rules, possible, step_evidence
from ludarium.games.treasure.level import Island

NORMAL = Rules()


def dealt(terrain, seed, rules=NORMAL):
    """Return a game whose treasure and calendar come from the prior that the belief assumes."""
    rng = derive(seed, "dealt")
    reveal = int(rng.integers(2, 5))
    free = int(rng.integers(reveal + 1, 6))
    return TreasureState.fresh(Island(terrain, int(rng.choice(terrain.candidates)), reveal, free), rules, seed)


def some_action(state, rng):
    """Verify or scan, seldom move: games that last."""
    tiles = state.island.terrain.tiles
    legal = [action for action in state.legal(0) if action < teleport_base(tiles)]
    verify = [action for action in legal if action >= FIRST_VERIFY]
    return int(rng.choice(verify)) if verify and rng.random() < 0.4 else int(rng.choice([LARGE_SCAN, *legal[:4]]))


@pytest.mark.parametrize("rules", [Rules(), Rules(seen=False), Rules(hard=True), Rules(told=True)])
def test_the_belief_is_calibrated(rules):
    """The mean chance that it gave the true tile is the mean chance that it expected to give it."""
    terrains = [generate(16, seed).terrain for seed in (1, 2)] + [notation.loads(TINY).terrain]
    gained = []
    for seed in range(240):
        state, rng = dealt(terrains[seed % 3], seed, rules), derive(seed, "calibration")
        while not state.is_over():
            belief = state.known(0).belief
            weights = belief.weights
            true = float(belief.on_map()[state.island.treasure])
            assert true > 0, "the belief excludes the truth"
            assert possible(state.known(0))[state.island.treasure]
            surprise = true - float((weights * weights).sum())
            state.advance(some_action(state, rng))
        gained.append(surprise)
    gained = np.array(gained)
    assert abs(gained.mean()) < 4 * gained.std() / len(gained) ** 0.5
    assert np.std(gained) > 0.01


def test_the_prison_is_calibrated_too():
    terrain = generate(16, 3).terrain
    gained = []
    for seed in range(300):
        state, rng = dealt(terrain, seed), derive(seed, "prisons")
        for _ in range(2):
            if not state.is_over():
                state.advance(some_action(state, rng))
        known = state.known(0)
        if not state.is_over() and known.prison < 0:
            chances = known.belief.prison_chances
            true = float(chances[known.belief.prisons.index(state.prison)])
            gained.append(true - float((chances * chances).sum()))
    assert len(gained) > 50
    assert abs(np.mean(gained)) <= 4 * np.std(gained) / len(gained) ** 0.5 + 1e-12


def test_imagined_states_follow_the_belief():
    terrain = notation.loads(TINY).terrain
    state = dealt(terrain, 5)
    state.left = 2
    state.advance(FIRST_VERIFY)
    known, rng = state.known(0), derive(1, "imagined")
    counts = np.zeros(terrain.tiles)
    for _ in range(3000):
        ghost = known.imagine(rng)
        counts[ghost.island.treasure] += 1
        assert ghost.known(0).key() == known.key()
    expected = 3000 * known.belief.on_map()
    assert (np.abs(counts - expected) <= 5 * np.sqrt(expected) + 1e-9).all()


def test_an_unverified_list_is_half_a_promise():
    """A list of k tiles that is a lie with probability ½ holds the treasure with probability ½."""
    terrain = generate(16, 1).terrain
    state = dealt(terrain, 3)
    tiles = tuple(int(tile) for tile in terrain.candidates[:6] if tile != state.start)
    state.claims, state.truths, state.verified = (Claim(1, tiles),), (False,), (False,)
    chance = state.known(0).belief.on_map()[list(tiles)].sum()
    assert chance == pytest.approx(0.5, abs=0.03)


def test_a_step_comes_nearer():
    terrain = notation.loads(TINY).terrain
    here, there = terrain.tile((3, 3)), terrain.tile((3, 4))
    east = dict(zip(terrain.candidates.tolist(), step_evidence(terrain, here, there).tolist(), strict=True))
    assert east[terrain.tile((3, 5))] == 1.0
    assert east[terrain.tile((2, 4))] == 0.5
    assert east[terrain.tile((4, 1))] == 0.0


def test_hint_6_joins_tile_and_prison():
    terrain = notation.loads(TINY).terrain
    state = dealt(terrain, 3)
    agent = terrain.tile((4, 1))
    state.claims, state.verified, state.turn = (Claim(6, (1, agent)),), (True,), 1
    state.truths = (True,)
    belief = state.known(0).belief
    for row, prison in enumerate(belief.prisons):
        for column, tile in enumerate(terrain.candidates.tolist()):
            (a, b), (c, d), (e, f) = (terrain.place(at) for at in (tile, agent, prison))
            nearer = abs(a - c) + abs(b - d) < abs(a - e) + abs(b - f)
            assert (belief.joint[row, column] > 0) == (nearer and tile != state.start)


def test_the_calendar():
    terrain = notation.loads(TINY).terrain
    state = dealt(terrain, 3)
    known = state.known(0)
    chances = {(reveal, free): weight for reveal, free, weight in known.calendar()}
    assert chances == pytest.approx(
        {(2, 3): 1 / 9, (2, 4): 1 / 9, (2, 5): 1 / 9, (3, 4): 1 / 6, (3, 5): 1 / 6, (4, 5): 1 / 3}
    )
    known.turn, known.reveal = 3, 2
    assert {(reveal, free) for reveal, free, _ in known.calendar()} == {(2, 4), (2, 5)}


def test_what_fits_no_tile_is_refused():
    terrain = notation.loads(TINY).terrain
    with pytest.raises(LudariumError, match="what was perceived fits no tile"):
        Belief(terrain, terrain.prisons[:1], np.zeros((1, len(terrain.candidates))))
