"""Criteria and fitness against the source's numbers, and the compiled genome against the plain one."""

from math import exp

import pytest

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.evolve import Individual
from ludarium.core.rng import derive
from ludarium.games.dungeon import fitness
from ludarium.games.dungeon.classic import breed, quick_tournament, recipe
from ludarium.games.dungeon.criteria import CRITERIA, judge, leniency, linearity, measure, no_softlock
from ludarium.games.dungeon.genome import (
    changed,
    create,
    dungeon_of,
    genome_of,
    is_safe,
    most_doors,
    rewards_of,
    swap_leaves,
    varied,
    worth,
)  # fmt: skip
from ludarium.games.dungeon.level import Door, Dungeon, distances
from ludarium.games.dungeon.solver import softlock


def chain(*kinds, locks=(), more=()):
    """Return rooms in a row, with further doors."""
    doors = [Door(n, n + 1, "small" if n in locks else "none") for n in range(len(kinds) - 1)]
    return Dungeon(dict(enumerate(kinds)), (*doors, *(Door(*ends) for ends in more)))


def ten_rooms():
    """Ten rooms that keep everything but 4s: 13 doors, 3 locks, 3 keys, a walk of 5 moves that meets one room again."""
    kinds = ("start", "normal", "key", "normal", "finish", "key", "key", "normal", "normal", "normal")
    doors = [(0, 1), (1, 2), (1, 3), (3, 4), (0, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 5), (6, 8), (3, 7), (2, 9)]
    locked = {(3, 4), (6, 8), (2, 9)}
    return Dungeon(dict(enumerate(kinds)), tuple(Door(a, b, "small" if (a, b) in locked else "none") for a, b in doors))


def test_the_best_fitness_of_the_source_at_ten_rooms():
    found = measure(ten_rooms())
    assert (found.moves, found.repeated, found.doors, found.locked, found.keys) == (5, 1, 13, 3, 3)
    # 26 doors' ends, 5 for the moves, 1.45 for one of two rooms met again, 5 for the keys: the source's 37.45
    assert fitness.classic(ten_rooms()) == pytest.approx(37.45)


def test_the_text_prints_other_numbers():
    third = 10 / 3
    expected = -2 * abs(third - 3) - 2 * abs(13 - 4 * third) + 26 + 5 + 5 * exp(-5 * ((1 - 2.5) / 2.5) ** 2) + 5
    assert fitness.text(ten_rooms()) == pytest.approx(expected)


def test_repeated_rooms_do_not_count_the_start():
    walk_back = chain("finish", "start", "normal", "key", locks={0})
    found = measure(walk_back)
    assert found.walk == (1, 2, 3, 2, 1, 0)
    assert found.repeated == 1  # room 2; the start is entered once only


@pytest.mark.parametrize(
    ("dungeon", "value"),
    [
        (chain("start", "start", "finish", locks={1}), -100),
        (chain("start", "normal"), -100),
        (chain("start", "finish", "finish"), -100),
        (chain("start", "key", "finish"), -50),
        (chain("start", "key", "finish", "normal", locks={1, 2}), -50),
        (chain("start", "normal", "finish", locks={1}), -100),
        (chain("start", "normal", "finish", "normal", locks={1}), -50),
    ],
)
def test_invalid_dungeons(dungeon, value):
    assert fitness.classic(dungeon) == value
    assert fitness.text(dungeon) == value
    assert fitness.designer(dungeon) == value


def test_penalties():
    near = Dungeon({0: "start", 1: "finish", 2: "key"}, (Door(0, 1, "small"), Door(0, 2)))
    # R = 3: one lock wanted and there; 4 doors wanted, 2 there; 15 for the distance of 1; 4 ends of doors; keys 5;
    # n = 3 against 1: 5 · round(e^−12, 2) = 0; rep = 0 = R // 4, whose bell would divide by 0: 5
    assert fitness.classic(near) == -4 - 15 + 4 + 5 + 0 + 5
    star = Dungeon(
        {0: "start", 1: "key", 2: "key", 3: "key", 4: "normal", 5: "normal", 6: "finish"},
        (Door(0, 1), Door(0, 2), Door(0, 3), Door(0, 4), Door(0, 5), Door(1, 6, "small")),
    )
    found = measure(star)
    assert found.start_doors == 5
    # R = 7: 2 locks wanted, 1 there; 9 doors wanted, 6 there; start −15; room of 5 doors −15; others 1+1+1+1+2+1
    expected = (
        -2 - 6 - 15 - 15 + 7 + fitness.moves_reward(7, 2) + fitness.repeated_reward(7, 0) + fitness.keys_reward(7, 3, 1)
    )
    assert fitness.classic(star) == pytest.approx(expected)


def test_hubs_beyond_a_fifth_cost_five_each():
    hubs = Dungeon(
        dict.fromkeys(range(9), "normal") | {0: "start", 1: "key", 8: "finish"},
        (
            Door(0, 1),
            *(Door(1, n) for n in (2, 3, 4)),
            *(Door(2, n) for n in (3, 5, 6)),
            Door(7, 5),
            Door(7, 8, "small"),
        ),
    )
    found = measure(hubs)
    assert found.hubs == 2
    with_room = fitness.classic_of(found)
    assert CRITERIA[-1](found).kept is False
    assert CRITERIA[-1](found).found == "2"
    crowded = -2 * abs(3 - 1) - 2 * abs(9 - 12) + 18 - 5
    bells = (
        fitness.moves_reward(9, found.moves) + fitness.repeated_reward(9, found.repeated) + fitness.keys_reward(9, 1, 1)
    )
    assert with_room == pytest.approx(crowded + bells)


def test_every_criterion_has_its_figure():
    lines = judge(ten_rooms())
    assert [line.number for line in lines[:14]] == [
        "1v", "2v", "3v", "4v", "5v", "6v", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s",
    ]  # fmt: skip
    assert [line.number for line in lines if not line.kept] == ["4s", "grid"]
    assert lines[-1].found.startswith("impossible: an odd cycle")
    assert [line.number for line in judge(chain("start", "start", "finish"))][-1] == "8s"


def test_the_designers_set():
    dungeon = chain("start", "key", "normal", "finish", locks={2})
    plain = fitness.classic(dungeon)
    assert fitness.designer(dungeon) == plain
    assert fitness.designer(dungeon, fitness.Wishes(length=6)) == pytest.approx(plain - 5)
    assert fitness.designer(dungeon, fitness.Wishes(branching=3.0)) == pytest.approx(plain - 5)
    assert fitness.designer(dungeon, fitness.Wishes(key_distance=2)) == pytest.approx(plain - 5)
    trap = Dungeon(
        {0: "start", 1: "key", 2: "normal", 3: "finish"}, (Door(0, 1), Door(1, 2, "small"), Door(1, 3, "small"))
    )
    assert no_softlock(trap).found == "no: 0 1 2"
    assert fitness.designer(trap) == fitness.classic(trap) - 50
    triangle = chain("start", "key", "normal", "finish", locks={2}, more=[(0, 2)])
    assert fitness.designer(triangle) == fitness.classic(triangle) - 20
    assert fitness.key_distance(chain("start", "normal", "finish")) == 0


def test_linearity_and_leniency():
    dungeon = chain("start", "key", "normal", "finish", "normal", locks={1, 2})
    assert linearity(dungeon, [0, 1, 2, 3]) == 4 / 5
    assert leniency(dungeon) == 2 / 5


def test_the_compiled_genome_is_the_plain_dungeon():
    for seed in range(60):
        rooms = 5 + seed % 16
        genome, rewards = create(rooms, seed * 7919), rewards_of(rooms)
        for step in range(8):
            dungeon = dungeon_of(genome)
            assert worth(genome, rewards) == pytest.approx(fitness.classic(dungeon), abs=1e-9), (seed, step)
            assert genome_of(dungeon).tolist() == genome.tolist()
            assert len(distances(dungeon, 0)) == rooms, "mutations never part a dungeon"
            if len(dungeon.of_kind("finish")) == 1:
                assert is_safe(genome, 10_000) == (softlock(dungeon) is None), (seed, step)
            genome = changed(genome, seed * 1000 + step) if step % 2 else varied(genome, seed * 1000 + step)


def test_the_first_trees():
    for seed in range(40):
        dungeon = dungeon_of(create(20, seed))
        assert len(dungeon.doors) == 19
        assert len(dungeon.exits[19]) == 1
        assert dungeon.exits[19][0].locked
        assert len(dungeon.locked) <= 6


def test_mutations_keep_their_limits():
    genome = create(12, 5)
    kinds = set()
    for step in range(400):
        after = changed(genome, step)
        before, now = dungeon_of(genome), dungeon_of(after)
        assert len(now.doors) <= most_doors(12)
        assert len(now.locked) <= 4
        assert now.of_kind("start") == [0]
        assert now.of_kind("finish") == [11]
        kinds.add((len(now.doors) - len(before.doors), len(now.locked) - len(before.locked), now.rooms == before.rooms))
        genome = after
    assert {(1, 0, True), (-1, 0, True), (0, 1, True), (0, -1, True), (0, 0, False)} <= kinds


def test_crossover_swaps_two_leaves():
    a, b = create(8, 1), create(8, 2)
    left, right = a.copy(), b.copy()
    swap_leaves(left, right, 12345)
    count = lambda genome: sorted([*genome[2:10].tolist()])  # noqa: E731
    assert sorted(count(left) + count(right)) == sorted(count(a) + count(b))
    locks = lambda genome: genome[12::3].sum()  # noqa: E731
    assert locks(left) + locks(right) == locks(a) + locks(b)


def test_the_genetic_algorithm_repeats_itself_and_gains():
    first, second = breed(10, seed=3, generations=60), breed(10, seed=3, generations=60)
    assert first.history == second.history
    assert first.best.fitness >= 36
    assert len(first.history) == 61
    assert breed(10, seed=3, generations=10, selection="roulette").best.fitness > 0
    assert breed(10, seed=3, generations=60, budget=Budget(steps=30)).history[-1].judged <= 42


def test_selection_by_name():
    with pytest.raises(BadParameter, match="selection='luck'; choose tournament or roulette"):
        recipe(10, "luck")


def test_the_quick_tournament_draws_different_ones():
    people = [Individual(n, -float(n)) for n in range(4)]
    rng = derive(1, "test")
    drawn = {quick_tournament(3)(people, rng).genome for _ in range(200)}
    assert drawn == {0, 1}, "of three different ones out of four, the best is the first or the second"
    assert quick_tournament(9)(people, rng).genome == 0
