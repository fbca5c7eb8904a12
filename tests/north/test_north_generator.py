"""Every constraint of the text, checked without the generator's own code."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from north_maps import checker

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.generator import GenerationFailed
from ludarium.core.registry import load_game
from ludarium.core.rng import derive
from ludarium.games.north import generator
from ludarium.games.north.generator import NorthGenerator, generate
from ludarium.games.north.notation import dumps
from ludarium.games.north.solver import front


@pytest.mark.parametrize("bound", [2, 3, 4, 5, 6, 7, 10])
def test_every_constraint_holds(bound):
    for seed in range(200 if bound < 5 else 20):
        assert not list(checker.complaints(generate(bound, seed), bound))


def test_the_checker_sees_crossings_and_overlaps():
    crosses = checker.crosses
    assert crosses(((0, 0), (1, 1)), ((1, 0), (0, 1)))
    assert crosses(((0, 0), (2, 0)), ((1, 0), (3, 0)))
    assert crosses(((0, 0), (3, 0)), ((1, 0), (2, 0)))
    assert crosses(((0, 0), (2, 0)), ((1, 0), (1, 1)))
    assert crosses(((1, 1), (1, 0)), ((0, 0), (2, 0)))
    assert not crosses(((0, 0), (2, 0)), ((2, 0), (3, 0)))
    assert not crosses(((0, 0), (2, 0)), ((2, 0), (2, 2)))
    assert not crosses(((0, 0), (2, 0)), ((0, 1), (2, 1)))
    assert not crosses(((0, 0), (1, 1)), ((2, 0), (3, -1)))


def test_the_checker_sees_damage():
    cave = generate(3, 1)
    lonely = replace(cave, edges=tuple(edge for edge in cave.edges if edge[1] != cave.end))
    for broken in (
        replace(cave, end=1),
        replace(cave, monsters={cave.end: 1}),
        replace(cave, edges=(*cave.edges, (0, 0, 1))),
        replace(cave, vertices={**cave.vertices, 1: (9, 9)}),
        lonely,
    ):
        assert list(checker.complaints(broken, 3))


def test_the_seed_decides():
    assert generate(4, 7) == generate(4, 7)
    assert len({dumps(generate(4, seed)) for seed in range(30)}) == 30
    assert generate(5, 7) == NorthGenerator(5).generate(derive(7, "level"), Budget()).level


def test_compiled_and_plain_growth_agree():
    code = "from ludarium.games.north.generator import *; print([notation.dumps(generate(b, 3)) for b in (2, 3, 4, 5)])"
    texts = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True, env=env
        ).stdout
        for env in environments()
    }
    assert len(texts) == 1
    assert "bound" in texts.pop()


def environments():
    return [dict(os.environ, NUMBA_DISABLE_JIT=off) for off in ("0", "1")]


def test_the_certificate_is_a_walk_to_the_end():
    made = NorthGenerator(6).generate(derive(1, "level"), Budget())
    walk = made.certificate
    assert walk[0] == made.level.start
    assert walk[-1] == made.level.end
    made.level.cost(walk)
    assert made.stats["attempts"] >= 1


def test_refusals():
    with pytest.raises(BadParameter, match="north: bound=1; a cave needs a whole number of at least 2"):
        generate(1)
    with pytest.raises(BadParameter, match=r"north: bound=2\.5; a cave needs"):
        generate(2.5)
    with pytest.raises(BadParameter, match="north: attempts=0; at least 1 is needed"):
        NorthGenerator(3, attempts=0)


def test_a_bounded_number_of_attempts_ends_in_a_named_failure(monkeypatch):
    monkeypatch.setattr(generator.Growth, "end", lambda self: None)
    with pytest.raises(GenerationFailed, match="north: no cave of bound 3 in 7 attempts; try another seed"):
        NorthGenerator(3, attempts=7).generate(derive(0, "level"), Budget())
    with pytest.raises(GenerationFailed, match="in 2 attempts"):
        NorthGenerator(3).generate(derive(0, "level"), Budget(steps=2))


def test_a_cave_is_reported_with_its_exact_front_and_its_best_walk():
    maker = NorthGenerator(3)
    made = maker.generate(derive(5, "level"), Budget())
    report, table = maker.report(made, Budget()), front(made.level)
    assert report.rows == tuple((str(life), str(cost), str(len(walk) - 1)) for life, (cost, walk) in table.items())
    (layer,) = report.frame.layers
    assert [name for name, _, _ in layer.rest] == [f"life {life}" for life in table]
    monsters = [tile for tile in report.frame.panels[0].tiles if tile.kind == "monster"]
    assert len(monsters) == len(set(made.level.monsters) - {made.level.end})


def test_only_spectators_see_the_front():
    game = load_game("north/5?bound=3")
    state = game.initial(0)
    assert game.frame(state.view()).layers
    assert game.frame(state.known(0).view).layers == ()
