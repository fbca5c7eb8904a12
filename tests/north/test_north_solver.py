"""The life table against brute force over walks, and against the worked example of the text."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from north_maps import brute_force, example, plain_dijkstra

from ludarium.core.errors import BadParameter
from ludarium.games.north.game import North
from ludarium.games.north.generator import generate
from ludarium.games.north.level import Map
from ludarium.games.north.notation import dumps
from ludarium.games.north.solver import TooManyMonsters, front, parameters


def certified(cave):
    """Return {life: stamina} of the table after walking every walk of it."""
    table = front(cave)
    assert list(table) == sorted(table)
    for life, (stamina, walk) in table.items():
        assert cave.cost(walk) == (life, stamina)
        assert walk[0] == cave.start
        assert walk.index(cave.end) == len(walk) - 1
    return {life: stamina for life, (stamina, _) in table.items()}


@pytest.mark.parametrize("bound", [2, 3])
def test_the_front_equals_brute_force_over_walks(bound):
    for seed in range(150):
        cave = generate(bound, seed)
        assert certified(cave) == brute_force(cave), seed


def test_the_worked_example():
    cave = example()
    assert certified(cave) == {2: 6, 5: 8, 8: 13}
    table = front(cave)
    given = {
        (mode, difficulty): parameters(table, mode, difficulty)[3:]
        for mode in ("survivor", "balanced", "explorer")
        for difficulty in ("easy", "hard")
    }
    assert given == {
        ("survivor", "easy"): (6, 18),
        ("survivor", "hard"): (3, 9),
        ("balanced", "easy"): (15, 24),
        ("balanced", "hard"): (8, 12),
        ("explorer", "easy"): (24, 39),
        ("explorer", "hard"): (12, 20),
    }


def test_a_worse_pair_stays_in_the_table():
    """More life and more stamina is kept: the explorer asks for it."""
    table = front(example())
    assert sorted(table) == [2, 5, 8]
    assert table[8][0] > table[5][0] > table[2][0]


@pytest.mark.parametrize(("bound", "maps"), [(2, 50), (4, 50), (5, 30), (6, 15), (7, 4), (8, 1)])
def test_larger_tables_equal_a_plain_dijkstra(bound, maps):
    for seed in range(maps):
        cave = generate(bound, seed)
        assert certified(cave) == plain_dijkstra(cave), seed


def test_a_map_without_monsters_has_one_entry():
    cave = example()
    quiet = Map(cave.bound, cave.vertices, cave.edges, {}, cave.start, cave.end)
    assert certified(quiet) == {0: 6}


def test_vertices_may_have_any_numbers():
    cave = example()
    name = {v: 100 - 7 * v if v else 1000 for v in cave.vertices}
    other = Map(
        cave.bound,
        {name[v]: place for v, place in cave.vertices.items()},
        tuple((name[a], name[b], weight) for a, b, weight in cave.edges),
        {name[v]: power for v, power in cave.monsters.items()},
        name[cave.start],
        name[cave.end],
    )
    assert certified(other) == {2: 6, 5: 8, 8: 13}


def test_compiled_and_plain_tables_agree():
    code = (
        "from ludarium.games.north.generator import generate; from ludarium.games.north.solver import front;"
        "print([front(generate(b, s)) for b in (2, 3, 4) for s in range(4)])"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=dict(os.environ, NUMBA_DISABLE_JIT=off),
        ).stdout
        for off in ("0", "1")
    }
    assert len(texts) == 1


def spare(cave):
    return [vertex for vertex in cave.vertices if vertex not in (cave.start, cave.end, *cave.monsters)][:3]


def test_refusals(tmp_path):
    cave = generate(11, 0)
    with pytest.raises(TooManyMonsters, match=r"life table of 27 monsters does not fit in memory; up to 24 do"):
        front(cave)
    file = tmp_path / "full.json"
    crowded = generate(10, 0)
    file.write_text(dumps(replace(crowded, monsters=dict.fromkeys(list(crowded.monsters) + spare(crowded), 1))))
    with pytest.raises(TooManyMonsters, match="life table of 26 monsters"):
        North(level=str(file))
    table = front(example())
    with pytest.raises(BadParameter, match="north: mode='brave'; choose survivor, balanced or explorer"):
        parameters(table, "brave", "easy")
    with pytest.raises(BadParameter, match="north: difficulty='mild'; choose easy or hard"):
        parameters(table, "survivor", "mild")
