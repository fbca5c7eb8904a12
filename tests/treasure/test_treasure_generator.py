"""Islands from luck: what the generator promises, checked by floods of its own."""

import numpy as np
import pytest
from treasure_maps import grids

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.generator import GenerationFailed
from ludarium.core.rng import derive
from ludarium.games.treasure import notation
from ludarium.games.treasure.generator import TreasureGenerator, generate, prisons_for, regions_for


def flood(start, allowed):
    """Return every place that is reached from a start over allowed neighbours."""
    reached, front = {start}, [start]
    while front:
        row, column = front.pop()
        for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            inside = 0 <= place[0] < allowed.shape[0] and 0 <= place[1] < allowed.shape[1]
            if inside and place not in reached and allowed[place]:
                reached.add(place)
                front.append(place)
    return reached


def insist(island, size):
    text = notation.dumps(island)
    region, letter, treasure = grids(text)
    assert region.shape == (size, size)
    names = sorted(set(region.ravel().tolist()) - {0})
    assert 4 <= len(names) <= regions_for(size)
    for name in names:
        own = region == name
        assert len(flood(tuple(np.argwhere(own)[0]), own)) == own.sum(), f"region {name} is in parts"
    land = region != 0
    assert len(flood(treasure, land)) == land.sum(), "the land is in parts"
    walk = land & (letter == "")
    reached = flood(treasure, walk)
    prisons = [tuple(place) for place in np.argwhere(letter == "P").tolist()]
    assert len(prisons) == prisons_for(size)
    for row, column in prisons:
        around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        assert any(place in reached for place in around), "a prison cannot reach the treasure"
    assert 2 <= island.reveal <= 4
    assert island.reveal < island.free <= 5
    assert walk[treasure]


@pytest.mark.parametrize("size", [16, 17, 31, 64, 100])
def test_promises(size):
    for seed in range(12):
        insist(generate(size, seed), size)


def test_the_largest():
    insist(generate(512, 1), 512)


@pytest.mark.long
def test_promises_on_many():
    for seed in range(2000):
        size = (16, 16, 20, 32, 48, 64, 80, 100)[seed % 8]
        insist(generate(size, 100_000 + seed), size)


def test_the_same_seed_the_same_island():
    assert notation.dumps(generate(20, 7)) == notation.dumps(generate(20, 7))
    assert notation.dumps(generate(20, 7)) != notation.dumps(generate(20, 8))


def test_the_certificate_is_the_pirates_way():
    made = TreasureGenerator(24).generate(derive(3, "level"), Budget())
    assert min(made.certificate) >= 1
    assert len(made.certificate) == prisons_for(24)


def test_numbers_of_the_source():
    assert [prisons_for(size) for size in (16, 32, 64, 100)] == [5, 8, 14, 20]
    assert [regions_for(size) for size in (16, 32, 64, 100)] == [12, 16, 18, 19]


@pytest.mark.parametrize("size", [15, 513, 16.5, True, "16"])
def test_sizes_that_are_not_made(size):
    with pytest.raises(BadParameter, match="islands from 16 to 512 are made"):
        generate(size, 1)


def test_attempts():
    with pytest.raises(BadParameter, match="at least 1 is needed"):
        TreasureGenerator(16, attempts=0)

    class Unlucky(TreasureGenerator):
        def _land(self, rng):
            return None

    with pytest.raises(GenerationFailed, match="no island of size 16 in 3 attempts; try another seed"):
        Unlucky(16, attempts=3).generate(derive(0, "level"), Budget())
