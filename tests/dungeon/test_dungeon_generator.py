"""Generated dungeons: valid, solvable, without softlock, on a grid, varied; and the three answers of the embedding."""

from itertools import pairwise

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_dungeons import Plain, random_dungeon

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.rng import derive
from ludarium.games.dungeon.construction import construct
from ludarium.games.dungeon.criteria import CRITERIA, VALID, measure
from ludarium.games.dungeon.embedding import embed, laid_out
from ludarium.games.dungeon.generator import DungeonGenerator, generate, illuminated, kind_of
from ludarium.games.dungeon.genome import dungeon_of
from ludarium.games.dungeon.level import SIDES, Door, Dungeon
from ludarium.games.dungeon.notation import dumps, loads
from ludarium.games.dungeon.planarity import is_planar
from ludarium.games.dungeon.solver import shortest, softlock


def on_its_grid(dungeon):
    """Say whether each room has a cell of its own and each door joins neighbours."""
    cells = dungeon.grid
    return (
        cells is not None
        and len(set(cells.values())) == len(dungeon.rooms)
        and all(abs(cells[d.a][0] - cells[d.b][0]) + abs(cells[d.a][1] - cells[d.b][1]) == 1 for d in dungeon.doors)
    )


def as_graph(dungeon):
    graph = networkx.Graph()
    graph.add_nodes_from((room, {"kind": kind}) for room, kind in dungeon.rooms.items())
    graph.add_edges_from((door.a, door.b, {"lock": door.lock}) for door in dungeon.doors)
    return graph


@pytest.mark.parametrize("rooms", [4, 5, 7, 10, 13, 20, 37, 60, 100])
def test_fast_dungeons_are_right(rooms):
    for seed in range(8):
        dungeon = generate(rooms, seed)
        found = measure(dungeon)
        assert [criterion(found).number for criterion in VALID if not criterion(found).kept] == []
        assert softlock(dungeon) is None
        assert on_its_grid(dungeon)
        assert found.start_doors <= 3
        assert found.hubs <= max(rooms // 5, 1)
        assert found.keys == found.locked == rooms // 3
        assert networkx.is_connected(as_graph(dungeon))
        if rooms >= 20:
            assert found.doors == rooms + rooms // 3


def test_construction_alone_has_no_softlock():
    for seed in range(150):
        dungeon = construct(9 + seed % 20, derive(seed, "test"))
        assert softlock(dungeon) is None, seed
        assert shortest(dungeon) is not None, seed
        assert on_its_grid(dungeon), seed


def test_construction_by_plain_search():
    for seed in range(25):
        assert not Plain(construct(10, derive(seed, "plain"))).dead(), seed


def test_the_same_seed_makes_the_same_dungeon():
    assert dumps(generate(20, 7)) == dumps(generate(20, 7))
    assert dumps(generate(20, 7)) != dumps(generate(20, 8))
    assert generate(20, 7) == loads(dumps(generate(20, 7)))


def test_no_two_of_two_hundred_are_isomorphic():
    hashes = {}
    same_kind = networkx.isomorphism.categorical_node_match("kind", "")
    same_lock = networkx.isomorphism.categorical_edge_match("lock", "")
    for seed in range(200):
        graph = as_graph(generate(20, seed))
        name = networkx.weisfeiler_lehman_graph_hash(graph, node_attr="kind", edge_attr="lock", iterations=4)
        for other in hashes.setdefault(name, []):
            assert not networkx.is_isomorphic(graph, other, same_kind, same_lock)
        hashes[name].append(graph)


def test_classic_and_elites():
    bred = generate(10, 1, "classic")
    assert all(criterion(measure(bred)).kept for criterion in VALID)
    chosen = generate(12, 1, "elites")
    assert softlock(chosen) is None
    assert on_its_grid(chosen)
    assert generate(12, 1, "elites") == chosen


def test_a_map_of_kinds_holds_different_kinds():
    archive = illuminated(12, seed=1, tries=250)
    assert len(archive.cells) >= 10
    for cell, elite in archive.cells.items():
        dungeon = dungeon_of(elite.genome)
        assert kind_of(dungeon) == cell
        assert softlock(dungeon) is None
    assert kind_of(Dungeon({0: "start", 1: "finish"}, (Door(0, 1, "small"),))) is None


def test_options_are_added_where_they_trap_nobody():
    made = DungeonGenerator(16, boss=True, oneways=2, switches=2).generate(derive(4, "level"), Budget())
    dungeon = made.level
    assert not made.complaints
    assert len(dungeon.of_kind("bosskey")) == 1
    assert sum(door.lock == "boss" for door in dungeon.doors) == 1
    assert sum(door.oneway for door in dungeon.doors) == 2
    assert sum(door.switch is not None for door in dungeon.doors) == 2
    assert softlock(dungeon) is None
    assert made.certificate == shortest(dungeon)
    greedy = DungeonGenerator(6, oneways=50).generate(derive(4, "level"), Budget())
    assert greedy.complaints[0].startswith("oneways: ")


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"rooms": 3}, r"dungeon: rooms=3; a whole number from 4 to 400 is needed"),
        ({"rooms": True}, "rooms=True"),
        ({"rooms": 401}, "rooms=401"),
        ({"method": "slow"}, "method='slow'; choose fast, classic, elites"),
        ({"selection": "luck"}, "selection='luck'; choose tournament or roulette"),
        ({"format": "pdf"}, "format='pdf'; choose json, text, ascii, svg, graphml, tmj, vgdl"),
        ({"oneways": -1}, "oneways=-1; a whole number of at least 0 is needed"),
    ],
)
def test_bad_parameters(params, message):
    with pytest.raises(BadParameter, match=message):
        DungeonGenerator(**params)


def test_formats():
    dungeon = generate(8, 1)
    begins = {"json": '{"rooms"', "svg": "<svg", "graphml": "<?xml", "tmj": '{"type":"map"', "vgdl": "# A dungeon"}
    for name, begin in begins.items():
        assert DungeonGenerator(format=name).write(dungeon).startswith(begin)
    assert "[S]" in DungeonGenerator(format="text").write(dungeon)
    assert DungeonGenerator(format="ascii").write(dungeon).isascii()


def plain_graph(*edges):
    names = sorted({end for edge in edges for end in edge})
    return Dungeon(dict.fromkeys(names, "normal"), tuple(Door(a, b) for a, b in edges))


def test_impossible_with_the_reason():
    star = plain_graph(*((0, n) for n in range(1, 6)))
    assert embed(star).in_words() == "impossible: room 0 has 5 doors, a cell has four sides"
    assert embed(star, corridors=True).status == "impossible"
    triangle = plain_graph((0, 1), (1, 2), (2, 0))
    assert embed(triangle).in_words() == "impossible: an odd cycle: 1 0 2"
    three_by_three = plain_graph(*((a, b) for a in range(3) for b in range(3, 6)))
    assert embed(three_by_three).in_words() == "impossible: not planar: some doors would have to cross"
    two_by_three = plain_graph(*((a, b) for a in range(2) for b in range(2, 5)))
    assert embed(two_by_three).in_words() == "impossible: every layout was tried"


def test_not_found_within_the_budget():
    ladder = plain_graph(*((n, n + 1) for n in range(30)))
    assert embed(ladder, Budget(steps=5)).in_words() == "not found: no layout within 5 tries"
    assert embed(ladder).status == "embedded"


def test_parts_are_set_apart():
    parts = plain_graph((0, 1), (2, 3), (3, 4))
    assert on_its_grid(laid_out(parts))
    lonely = Dungeon({0: "start", 1: "finish"}, ())
    assert on_its_grid(laid_out(lonely))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(5, 24))
def test_what_came_from_a_grid_goes_back_onto_one(seed, rooms):
    luck = derive(seed, "shuffle")
    dungeon = construct(rooms, luck)
    order = luck.permutation(len(dungeon.doors)).tolist()
    names = luck.permutation(rooms).tolist()
    shuffled = Dungeon(
        {names[room]: kind for room, kind in dungeon.rooms.items()},
        tuple(Door(names[dungeon.doors[n].a], names[dungeon.doors[n].b]) for n in order),
    )
    assert on_its_grid(laid_out(shuffled, Budget(steps=2_000_000)))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_corridors_join_what_they_should(seed):
    dungeon = random_dungeon(seed)
    placed = laid_out(dungeon, corridors=True)
    if any(len(exits) > 4 for exits in dungeon.exits.values()):
        assert placed.grid is None
        return
    assert placed.grid is not None
    taken = set(placed.grid.values())
    over = {}
    for door in placed.doors:
        cells = [placed.grid[door.a], *door.path, placed.grid[door.b]]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)]
        assert set(steps) <= set(SIDES.values())
        assert not taken & set(door.path)
        for n, cell in enumerate(door.path):
            over.setdefault(cell, []).append((steps[n], steps[n + 1]))
    for passes in over.values():
        assert len(passes) <= 2
        if len(passes) == 2:  # a bridge: both go straight, one across the other
            (a, b), (c, d) = passes
            assert a == b
            assert c == d
            assert a[0] * c[0] + a[1] * c[1] == 0
    assert loads(dumps(placed), draft=True).doors == placed.doors


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 12), st.integers(0, 30), st.integers(0, 10**6))
def test_planarity_equals_networkx(vertices, edges, seed):
    graph = networkx.gnm_random_graph(vertices, edges, seed=seed)
    assert is_planar({v: list(graph[v]) for v in graph}) == networkx.check_planarity(graph)[0]


def test_the_criteria_are_fourteen():
    assert len(CRITERIA) == 14
