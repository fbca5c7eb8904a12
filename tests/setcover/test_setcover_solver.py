"""Solvers: published weights, brute force, proofs of own instances of OR-Library's sizes, and what each promises."""

import builtins
import os
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium import Budget
from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.rng import derive
from ludarium.core.solver import Status
from ludarium.games.setcover.instance import Instance, Uncoverable, problem
from ludarium.games.setcover.rules import Tables, lightest_holder, look_around, population, recount
from ludarium.games.setcover.solver import METHODS, CoverSolver, solve

GREEDY = {5: 5, 10: 10, 20: 24, 100: 175, 500: 1265, 1000: 2880}


def own(rows, columns, density, seed):
    """An instance of the kind and size of OR-Library's scp4 to scp6: weights 1 to 100, each row held at least twice."""
    rng = derive(seed, "own", rows, columns)
    lists = [set() for _ in range(columns)]
    for row in range(rows):
        for column in rng.choice(columns, max(2, int(rng.binomial(columns, density))), replace=False):
            lists[int(column)].add(row)
    for members in lists:
        if not members:
            members.add(int(rng.integers(rows)))
    weights = np.sort(rng.integers(1, 101, columns))
    return Instance(rows, tuple(tuple(sorted(members)) for members in lists), tuple(int(w) for w in weights))


def lightest(instance):
    """The least weight of a cover, by trying everything."""
    every = (chosen for size in range(1, len(instance) + 1) for chosen in combinations(range(len(instance)), size))
    return min((instance.weight(chosen) for chosen in every if instance.covers(chosen)), default=None)


def good(instance, solution):
    assert instance.covers(solution.answer)
    assert instance.weight(solution.answer) == solution.value
    assert solution.bound <= solution.value
    assert (solution.status is Status.SOLVED) == (solution.bound == solution.value)
    assert list(solution.answer) == sorted(set(solution.answer))
    for one in solution.answer:
        assert not instance.covers(set(solution.answer) - {one}), "a redundant list was kept"
    return solution


@pytest.mark.parametrize("n", GREEDY)
def test_greedy_is_at_or_below_the_published_weights(n):
    instance = problem(n, 42)
    assert good(instance, solve(instance, "greedy")).value <= GREEDY[n]


@pytest.mark.parametrize(("n", "weight"), [(5, 5), (10, 10), (20, 28), (100, 178)])
def test_the_source_s_cost_as_a_plain_loop_has_it(n, weight):
    instance = problem(n, 42)
    goal, covered, plain = set(range(n)), set(), 0
    while covered != goal:
        useful = [set(members) for members in instance if not set(members) <= covered]
        best = min(useful, key=lambda members: 2 * len(members) + 10 * len(goal - covered - members))
        covered |= best
        plain += len(best)
    assert plain == weight
    assert good(instance, solve(instance, "source")).value <= plain


def test_the_optimum_of_twenty_is_proven():
    pytest.importorskip("ortools")
    instance = problem(20, 42)
    found = good(instance, solve(instance, "exact"))
    assert (found.value, found.bound, found.status) == (23, 23, Status.SOLVED)


@pytest.mark.parametrize("n", [10, 20, 100])
def test_genetic_is_never_above_greedy(n):
    for seed in range(3):
        instance = problem(n, 42)
        bred = good(instance, solve(instance, "genetic", Budget(steps=400), seed))
        assert bred.value <= solve(instance, "greedy").value


def test_local_search_finds_what_is_known_to_be_there():
    assert good(problem(20, 42), solve(problem(20, 42), "local", Budget(steps=1_000_000))).value == 23
    instance = problem(100, 42)
    assert good(instance, solve(instance, "local", Budget(steps=30_000_000))).value <= 160


@pytest.mark.parametrize("n", [5, 10, 20])
def test_a_long_search_on_little_stays_right(n):
    """Hot moves may drop every list; what follows must still be a cover, and never above the greedy's."""
    for level in range(8):
        instance = problem(n, level)
        if all(any(element in members for members in instance) for element in range(n)):
            for seed in range(2):
                found = good(instance, solve(instance, "local", Budget(steps=300_000), seed))
                assert found.value <= solve(instance, "greedy").value


long_lists = st.integers(2, 70).flatmap(
    lambda n: st.lists(
        st.tuples(st.sets(st.integers(0, n - 1), min_size=1), st.integers(0, 20)), min_size=4, max_size=90
    ).map(lambda pairs: Instance(n, tuple(tuple(sorted(m)) for m, _ in pairs), tuple(w for _, w in pairs)))
)


@settings(max_examples=60, deadline=None)
@given(long_lists, st.sets(st.integers(0, 69), min_size=1, max_size=4), st.integers(0, 90))
def test_the_lightest_holder_as_a_plain_loop_has_it(instance, wanted, ranks):
    tables, ranks = Tables(instance), min(ranks, len(instance))
    wanted = {element % instance.n for element in wanted}
    bits = np.zeros(tables.words, np.uint64)
    for element in wanted:
        bits[element >> 6] |= np.uint64(1) << np.uint64(element & 63)
    ranked = sorted(range(len(instance)), key=lambda index: instance.weights[index])[:ranks]
    plain = next((place for place, index in enumerate(ranked) if wanted <= set(instance.lists[index])), -1)
    assert lightest_holder(tables.ranking.rows, bits, ranks) == plain


@settings(max_examples=60, deadline=None)
@given(long_lists, st.integers(0, 60), st.randoms(use_true_random=False))
def test_looking_around_finds_the_best_exchange(instance, ceiling, random):
    tables = Tables(instance)
    state = sorted(random.sample(range(len(instance)), 3))
    chosen, best = np.array(state, np.int64), np.zeros(3, np.int64)
    once, twice, wanted = (np.zeros(tables.words, np.uint64) for _ in range(3))
    missing = recount(tables.bits, tables.full, chosen, 3, once, twice)
    weight = instance.weight(state)
    least = min(ceiling, weight) if missing == 0 else ceiling
    notes = np.array([3, 0, least, 0, 0, 0], np.int64)
    look_around(
        tables.bits, tables.weights, tables.full, *tables.ranking, chosen, once, twice, wanted, 3, weight, best, notes
    )
    needed = [old for old in state if not instance.covers(set(state) - {old})]
    exchanged = ([*(set(state) - {old}), new] for old in needed for new in set(range(len(instance))) - set(state))
    assert notes[2] == min([least, *(instance.weight(each) for each in exchanged if instance.covers(each))])
    if notes[2] < least:
        assert instance.covers(best.tolist())
        assert instance.weight(best.tolist()) == notes[2]


small = st.integers(1, 8).flatmap(
    lambda n: st.lists(
        st.tuples(st.sets(st.integers(0, n - 1), min_size=1), st.integers(0, 20)), min_size=1, max_size=7
    ).map(lambda pairs: Instance(n, tuple(tuple(sorted(m)) for m, _ in pairs), tuple(w for _, w in pairs)))
)


@settings(max_examples=60, deadline=None)
@given(small)
def test_every_method_against_brute_force(instance):
    best = lightest(instance)
    if best is None:
        for method in METHODS:
            with pytest.raises(Uncoverable, match="no list holds the element"):
                solve(instance, method)
        return
    for method in ("greedy", "source", "genetic", "local"):
        budget = {"local": Budget(steps=5000), "genetic": Budget(steps=60)}.get(method)
        found = solve(instance, method, budget)
        assert instance.covers(found.answer)
        assert found.bound <= best <= found.value == instance.weight(found.answer)


@settings(max_examples=40, deadline=None)
@given(small)
def test_proofs_against_brute_force(instance):
    pytest.importorskip("ortools")
    best = lightest(instance)
    if best is not None:
        found = solve(instance, "exact", Budget(steps=20_000))
        assert (found.value, found.bound, found.status) == (best, best, Status.SOLVED)


@pytest.mark.parametrize(("rows", "columns", "density"), [(200, 1000, 0.02), (200, 2000, 0.02), (200, 1000, 0.05)])
def test_own_instances_of_the_sizes_of_scp4_to_scp6_are_proven(rows, columns, density):
    pytest.importorskip("ortools")
    for seed in range(2):
        instance = own(rows, columns, density, seed)
        proven = good(instance, solve(instance, "exact", Budget(steps=2_000_000), seed))
        assert proven.status is Status.SOLVED
        near = good(instance, solve(instance, "local", Budget(steps=60_000), seed))
        assert near.bound <= proven.value <= near.value <= 1.01 * proven.value
        assert solve(instance, "greedy").value >= near.value


def test_the_same_seed_gives_the_same_answer():
    for instance, steps in ((problem(100, 7), 400_000), (own(60, 200, 0.04, 1), 5000)):
        for method in ("local", "genetic"):
            budget = Budget(steps=steps if method == "local" else 200)
            one, two, other = (solve(instance, method, budget, seed) for seed in (1, 1, 2))
            assert one == two
            assert other.stats["method"] == method


def test_progress_is_told_and_falls():
    heard = []
    solve(problem(100, 42), "local", Budget(steps=3_000_000), on_progress=heard.append)
    weights = [standing.weight for standing in heard]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] < weights[0]
    assert heard[-1].bound == 100
    assert str(heard[-1]).startswith(f"weight {weights[-1]}, bound 100, gap ")


def test_a_budget_of_time_ends():
    found = solve(problem(100, 42), "local", Budget(ms=30))
    assert found.stats["ms"] >= 30
    assert 0 < found.stats["gap"] < 1


def test_an_unknown_method_is_refused():
    with pytest.raises(BadParameter, match="method='gredy'; choose greedy, source, genetic, local or exact; did you"):
        CoverSolver("gredy")


def test_without_ortools_the_message_names_the_extra(monkeypatch):
    real = builtins.__import__

    def missing(name, *rest, **more):
        if name.startswith("ortools"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(LudariumError, match=r"'exact' needs OR-Tools, .*pip install 'ludarium\[exact\]'"):
        solve(problem(20, 42), "exact")


@given(st.integers(0, 2**64 - 1))
def test_bits_are_counted(word):
    assert population(np.uint64(word)) == word.bit_count()


PRINT = """
from ludarium import Budget
from ludarium.games.setcover.instance import problem, Instance
from ludarium.games.setcover.solver import solve
sparse = Instance(40, tuple(tuple(range(i % 37, i % 37 + 4)) for i in range(80)), tuple(1 + i % 7 for i in range(80)))
for instance in (problem(20, 3), sparse):
    for method, steps in (("greedy", 1), ("source", 1), ("local", 2000), ("genetic", 50)):
        print(method, solve(instance, method, Budget(steps=steps), 5))
"""


def test_without_the_jit_the_answers_are_the_same():
    told = [
        subprocess.run(
            [sys.executable, "-c", PRINT],
            env=dict(os.environ, NUMBA_DISABLE_JIT=off),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert told[0] == told[1]
    assert told[0].count("Solution") == 8
