"""The fifteen hints: true ones hold, lies do not, each can always be drawn, and a sentence means its tiles."""

from collections import Counter

import numpy as np
import pytest
from treasure_maps import TINY, agrees, grids

from ludarium.core.rng import derive
from ludarium.games.treasure import notation
from ludarium.games.treasure.generator import generate
from ludarium.games.treasure.hints import HINTS, Scene, draw, possible_kinds


def tried(maps, sizes):
    """Draw every kind, true and false, once on each of so many maps, and check it against its own sentence."""
    seen = Counter()
    for seed in range(maps):
        island = generate(sizes[seed % len(sizes)], 50_000 + seed)
        terrain = island.terrain
        region, letter, treasure = grids(notation.dumps(island))
        assert treasure == terrain.place(island.treasure)
        rng = derive(seed, "hints")
        prison = int(rng.choice(terrain.prisons))
        agent = int(rng.choice(terrain.open))
        scene = Scene(island.treasure, prison, agent)
        for kind, hint in HINTS.items():
            for true in (True, False):
                claim = (hint.draw_true if true else hint.draw_false)(terrain, scene, rng)
                tiles = hint.tiles(terrain, claim.numbers, prison)
                assert tiles[island.treasure] == true, (seed, claim)
                says = hint.say(terrain, claim.numbers)
                assert agrees(says, treasure, region, letter, terrain.place(prison)) == true, (seed, says)
                other = int(rng.choice(terrain.candidates))
                told = agrees(says, terrain.place(other), region, letter, terrain.place(prison))
                assert tiles[other] == told, (seed, says, terrain.place(other))
                seen[kind, true] += 1
    return seen


def test_hints_are_what_they_say():
    assert set(tried(150, (16, 17, 23, 32)).values()) == {150}


@pytest.mark.long
def test_five_thousand_maps_and_hints_of_each_kind():
    seen = tried(5000, (16, 16, 16, 17, 23, 32, 32, 64))
    assert len(seen) == 30
    assert set(seen.values()) == {5000}


def test_the_source_decided_some_numbers():
    island = generate(32, 3)
    terrain = island.terrain
    scene = Scene(island.treasure, terrain.prisons[0], int(terrain.open[0]))
    for seed in range(60):
        rng = derive(seed, "numbers")
        for true in (True, False):
            numbers = {kind: hint.draw(terrain, scene, true, rng) for kind, hint in HINTS.items()}
            assert 1 <= len(set(numbers[1])) == len(numbers[1]) <= 12
            assert 2 <= len(set(numbers[2])) == len(numbers[2]) <= 5
            assert 1 <= len(set(numbers[3])) == len(numbers[3]) <= 3
            assert 0 not in (*numbers[2], *numbers[3])
            assert (HINTS[4].tiles(terrain, numbers[4]).sum(), (~HINTS[5].tiles(terrain, numbers[5])).sum()) == (64, 25)
            assert numbers[9] in terrain.pairs
            _, _, high, wide, gap = numbers[14]
            assert 4 <= min(high, wide) <= max(high, wide) <= 16
            assert 1 <= gap <= 2


def test_every_tile_has_two_or_three_directions():
    for size in (16, 17):
        terrain = generate(size, 1).terrain
        for point in (-1, terrain.prisons[0]):
            number = HINTS[13].all_ways(terrain, point).sum(0)[terrain.candidates]
            assert set(number.tolist()) <= {2, 3}


@pytest.mark.parametrize("kind", sorted(HINTS))
def test_odds_are_the_drawing_chances(kind):
    """Draw many claims for two treasures; a claim's frequency relates as its odds do."""
    island = generate(16, 4)
    terrain, hint = island.terrain, HINTS[kind]
    prison, agent = terrain.prisons[1], int(terrain.open[7])
    for true in (True, False):
        for tile in (int(terrain.candidates[5]), int(terrain.candidates[-9])):
            rng = derive(kind, "odds", true, tile)
            scene = Scene(tile, prison, agent)
            drawn = Counter(hint.draw(terrain, scene, true, rng) for _ in range(3000))
            for claim, times in drawn.most_common(3):
                odds = hint.odds(terrain, claim)[0 if true else 1]
                mine = float(odds[tile] if isinstance(odds, np.ndarray) else odds)
                fellows = [other for other in drawn if same_form(kind, other, claim)]
                weights = [hint.odds(terrain, other)[0 if true else 1] for other in fellows]
                total = sum(float(w[tile] if isinstance(w, np.ndarray) else w) for w in weights)
                expected = sum(drawn[other] for other in fellows) * mine / total
                assert abs(times - expected) < 6 * expected**0.5 + 1


def same_form(kind, one, other):
    """Claims of one form: the same number of things, the same lines, the same point, the same sizes."""
    if kind in (1, 2, 3):
        return len(one) == len(other)
    if kind in (7, 8):
        return [n < 0 for n in one] == [n < 0 for n in other]
    if kind == 13:
        return one[0] == other[0]
    if kind == 14:
        return one[2:] == other[2:]
    return True


def test_small_maps_have_fewer_kinds_and_they_can_be_drawn():
    island = notation.loads(TINY)
    kinds = possible_kinds(island.terrain)
    assert set(HINTS) - set(kinds) == {14}
    for tile in island.terrain.candidates.tolist():
        for seed in range(40):
            scene = Scene(tile, island.terrain.prisons[seed % 2], int(island.terrain.open[0]))
            claim = draw(island.terrain, scene, seed % 3 == 0, derive(seed, "tiny", tile))
            tiles = HINTS[claim.kind].tiles(island.terrain, claim.numbers, scene.prison)
            assert tiles[tile] == (seed % 3 == 0)


def test_hint_6_means_nothing_without_the_prison():
    with pytest.raises(ValueError, match="the prison is not known"):
        HINTS[6].tiles(generate(16, 1).terrain, (1, 40))
