"""Evolution, on problems whose best answer is known."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.evolve import (
    Individual,
    Recipe,
    evolve,
    evolve_islands,
    generational,
    illuminate,
    order_cross,
    roulette,
    survivors,
    swap_two,
    tournament,
)

BITS = 24


def ones(**changes):
    """Most ones win (OneMax): the optimum is BITS."""

    def cross(a, b, rng):
        cut = int(rng.integers(1, BITS))
        return [a[:cut] + b[cut:], b[:cut] + a[cut:]]

    def mutate(genome, rng):
        place = int(rng.integers(BITS))
        return (*genome[:place], 1 - genome[place], *genome[place + 1 :])

    settings = {
        "create": lambda rng: tuple(int(bit) for bit in rng.integers(0, 2, BITS)),
        "fitness": sum,
        "mutate": mutate,
        "cross": cross,
        "population": 30,
        "mutation": 0.5,
        "key": lambda genome: genome,
    }
    return Recipe(**{**settings, **changes})


@pytest.mark.parametrize("replace", [generational(2), survivors()])
@pytest.mark.parametrize("select", [tournament(3), roulette()])
def test_finds_the_known_optimum(select, replace):
    found = evolve(ones(select=select, replace=replace), generations=200, seed=1, target=BITS)
    assert found.best.fitness == BITS
    assert found.last_gain == found.history[-1].number


def test_repeats_with_its_seed_and_differs_with_another():
    histories = [evolve(ones(), generations=10, seed=seed).history for seed in (3, 3, 4)]
    assert histories[0] == histories[1] != histories[2]


def test_an_elite_never_gets_lost():
    history = evolve(ones(replace=generational(1), mutation=1.0), generations=40, seed=5).history
    assert all(later.best >= earlier.best for earlier, later in pairwise(history))
    last = evolve(ones(replace=generational(1), mutation=1.0), generations=40, seed=5)
    assert last.population[0].fitness == last.best.fitness


def test_without_an_elite_the_best_ever_met_is_still_the_answer():
    def lucky_start(genome):
        return float(genome)

    recipe = Recipe(
        create=lambda rng: int(rng.integers(50, 100)),
        fitness=lucky_start,
        mutate=lambda genome, rng: 0,
        replace=generational(0),
        population=8,
        crossing=0.0,
        mutation=1.0,
    )
    found = evolve(recipe, generations=2)
    assert found.best.fitness >= 50
    assert found.population[0].fitness == 0


def test_one_key_is_judged_once():
    seen = []

    def fitness(genome):
        seen.append(genome)
        return sum(genome)

    found = evolve(ones(fitness=fitness), generations=30, seed=2)
    assert len(seen) == len(set(seen)) == found.history[-1].judged
    seen.clear()
    evolve(ones(fitness=fitness, key=None), generations=30, seed=2)
    assert len(seen) == 31 * 30 > len(set(seen))


def test_a_budget_of_steps_counts_judged_genomes():
    found = evolve(ones(key=None), generations=100, budget=Budget(steps=95))
    assert [line.judged for line in found.history] == [30, 60, 90]


def test_a_spent_budget_still_leaves_an_answer():
    found = evolve(ones(), generations=100, budget=Budget(ms=0.001))
    assert len(found.population) == len(found.history) == 1


def test_patience_ends_it():
    found = evolve(ones(fitness=lambda genome: 1.0), generations=100, patience=3)
    assert found.history[-1].number == 3


def test_founders_take_part():
    assert evolve(ones(), generations=0, founders=[(1,) * BITS]).best.fitness == BITS


def test_a_ladder_judges_immigrants_by_its_own_rule():
    judged_above = []

    def above(genome):
        judged_above.append(genome)
        return -sum(genome)

    found = evolve_islands([ones(), ones(fitness=above)], generations=20, every=5, migrants=2, ring=False, seed=1)
    assert found[0].best.fitness > BITS * 0.8
    assert found[1].best.fitness > -BITS * 0.2
    assert any(sum(genome) > BITS * 0.7 for genome in judged_above)


def test_a_ring_spreads_what_one_island_found():
    rich = ones(create=lambda rng: (1,) * BITS, mutation=0.0, crossing=0.0, population=4)
    poor = ones(create=lambda rng: (0,) * BITS, mutation=0.0, crossing=0.0, population=4)
    found = evolve_islands([rich, poor, poor], generations=3, every=1)
    assert [one.best.fitness for one in found] == [BITS] * 3
    apart = evolve_islands([poor, rich], generations=3, every=1, ring=False)
    assert [one.best.fitness for one in apart] == [0, BITS]


def test_illumination_keeps_the_best_of_each_kind():
    archive = illuminate(
        ones(fitness=lambda genome: -sum(i * bit for i, bit in enumerate(genome))),
        lambda genome: (sum(genome),) if sum(genome) else None,
        tries=6000,
        seed=1,
    )
    assert (0,) not in archive.cells
    assert set(archive.cells) == {(count,) for count in range(1, BITS + 1)}
    assert archive.cells[(1,)].fitness == 0
    assert all(sum(person.genome) == cell[0] for cell, person in archive.cells.items())


@given(st.permutations(range(9)), st.permutations(range(9)), st.integers(0, 1000))
def test_an_order_stays_an_order(a, b, seed):
    rng = np.random.Generator(np.random.PCG64(seed))
    for child in [*order_cross(a, b, rng), swap_two(a, rng)]:
        assert sorted(child) == list(range(9))


def test_order_cross_keeps_a_slice_and_the_others_order():
    for seed in range(50):
        rng = np.random.Generator(np.random.PCG64(seed))
        low, high = sorted(int(c) for c in np.random.Generator(np.random.PCG64(seed)).integers(0, 7, 2))
        child = order_cross("abcdef", "fedcba", rng)[0]
        assert "".join(child[low:high]) == "abcdef"[low:high]
        rest = [gene for gene in child if gene not in "abcdef"[low:high]]
        assert rest == sorted(rest, reverse=True)


def test_roulette_draws_in_proportion():
    people = [Individual("a", 3.0), Individual("b", 1.0), Individual("c", 0.0)]
    rng = np.random.Generator(np.random.PCG64(1))
    drawn = [roulette()(people, rng).genome for _ in range(4000)]
    assert abs(drawn.count("a") / 4000 - 0.75) < 0.03
    assert drawn.count("c") == 0


def test_a_tournament_of_all_draws_the_best():
    people = [Individual(name, worth) for name, worth in zip("abcd", (1.0, 4.0, 2.0, 3.0), strict=True)]
    rng = np.random.Generator(np.random.PCG64(1))
    assert {tournament(9)(people, rng).genome for _ in range(20)} == {"b"}


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: tournament(0), "tournament: size=0; at least 1 is needed"),
        (lambda: generational(-1), "generational: elite=-1; at least 0 is needed"),
        (lambda: ones(population=0), "recipe: population=0; at least 1 is needed"),
        (lambda: ones(mutation=1.5), "recipe: mutation=1.5; a probability is needed"),
        (lambda: evolve_islands([], generations=1), "evolve_islands: islands=0; at least 1 is needed"),
        (lambda: illuminate(ones(), lambda genome: (0,), tries=0), "illuminate: tries=0; at least 1 is needed"),
    ],
)
def test_messages(make, says):
    with pytest.raises(BadParameter) as caught:
        make()
    assert str(caught.value) == says
