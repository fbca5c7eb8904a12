"""Dungeon as a game, its pictures, its exports, and what the command shows."""

import json
import re
import struct
import xml.etree.ElementTree as ET
import zlib
from itertools import pairwise

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_dungeons import random_dungeon
from typer.testing import CliRunner

import ludarium
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, IllegalAction, LudariumError
from ludarium.core.rng import derive
from ludarium.core.solver import Status
from ludarium.games.dungeon import drawing, export
from ludarium.games.dungeon.game import DungeonGame
from ludarium.games.dungeon.generator import DungeonGenerator, generate
from ludarium.games.dungeon.lessons import lesson, lesson_for
from ludarium.games.dungeon.level import Door, Dungeon, Walker
from ludarium.games.dungeon.notation import dumps, save
from ludarium.games.dungeon.solver import shortest
from ludarium.ui.cli import app


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


def rich_dungeon(seed=4, rooms=16):
    """Return a dungeon with every option."""
    return DungeonGenerator(rooms, boss=True, oneways=2, switches=2).generate(derive(seed, "level"), Budget()).level


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.integers(0, 3), max_size=40))
def test_the_compiled_rules_are_the_walkers(tmp_path_factory, seed, choices):
    path = save(random_dungeon(seed), tmp_path_factory.mktemp("d") / "d.json")
    state = DungeonGame(level=str(path)).initial()
    walker = Walker(state.dungeon)
    for choice in choices:
        open_to = {door.other(walker.room) for door in walker.exits()} if not walker.at_finish else set()
        legal = state.legal(0)
        assert {state.graph.rooms[action] for action in legal} == open_to
        assert state.keys == walker.keys
        assert state.is_over() == (not legal)
        if not legal:
            break
        action = legal[choice % len(legal)]
        state.apply(action)
        walker.go(state.graph.rooms[action])
        assert state.room == walker.room


def test_points_and_the_solver():
    game = ludarium.load_game("dungeon/7")
    state = game.initial()
    solution = game.solve(state, Budget())
    assert (solution.status, solution.value) == (Status.SOLVED, 100)
    values = state.referee(Budget())
    assert max(values.values()) == 100
    assert state.referee(Budget(steps=1)) is None
    for action in solution.answer:
        values = state.referee(Budget())
        assert values[action] == max(values.values()) == 100
        state.apply(action)
    assert state.returns() == (100.0,)
    assert state.is_over()
    bounded = game.solve(game.initial(), Budget(steps=1))
    assert bounded.status is Status.BOUNDED
    assert bounded.bound >= 100 >= bounded.value


def test_a_lost_dungeon_is_unsolvable(tmp_path):
    lost = Dungeon({0: "start", 1: "normal", 2: "finish"}, (Door(0, 1, oneway=True), Door(1, 2, "small")))
    game = DungeonGame(level=str(save(lost, tmp_path / "lost.json")))
    state = game.initial()
    assert game.solve(state, Budget()).status is Status.UNSOLVABLE
    state.apply(1)
    assert state.is_over()
    assert state.returns() == (0.0,)


def test_agents_play_it():
    def points(agent, steps):
        return [ludarium.play("dungeon", [agent], seed=s, budget=Budget(steps=steps)).returns[0] for s in range(3)]

    assert sum(points("iw", 2000)) > 270
    assert sum(points("mcts", 500)) > 3 * sum(points("random", 1))


def test_a_learner_learns_the_shortest_walk():
    game = ludarium.load_game("dungeon/3?rooms=8")
    learner = ludarium.load_agent("backward")
    taught = lesson_for(game)
    assert (taught.name, taught.game) == (lesson(game).name, "dungeon/3?rooms=8")
    learner.learn(taught, Budget(steps=60_000), 1)
    assert ludarium.play(game, [learner], budget=Budget(steps=1)).returns == (100.0,)


def test_what_people_type():
    game = ludarium.load_game("dungeon/3")
    state = game.initial()
    name = state.action_name(state.legal(0)[0])
    assert game.read_action(f" go to {name} ", state, 0) == state.legal(0)[0]
    sides = [side for side in ("n", "east", "s", "w", "north") if _reads(game, state, side)]
    assert sides
    with pytest.raises(IllegalAction, match="'up' leads nowhere from here; open: "):
        game.read_action("up", state, 0)
    assert "locked door takes a key" in game.how_to_type


def _reads(game, state, text):
    try:
        return game.read_action(text, state, 0) in state.legal(0)
    except IllegalAction:
        return False


def test_a_locked_door_says_so(tmp_path):
    dungeon = Dungeon({"s": "start", "k": "key", "f": "finish"}, (Door("s", "k"), Door("s", "f", "small")))
    game = DungeonGame(level=str(save(dungeon, tmp_path / "d.json")))
    with pytest.raises(IllegalAction, match="room f: the door is locked, and there is no key in your hand"):
        game.read_action("f", game.initial(), 0)


def test_bad_parameters(tmp_path):
    path = save(generate(6, 1), tmp_path / "six.json")
    with pytest.raises(BadParameter, match=r"rooms=5, but the dungeon in .*six.json has 6"):
        DungeonGame(rooms=5, level=str(path))
    with pytest.raises(BadParameter, match="rooms=2"):
        DungeonGame(rooms=2)
    big = Dungeon(
        dict.fromkeys(range(401), "normal") | {0: "start", 400: "finish"},
        tuple(Door(n, n + 1) for n in range(400)),
        {n: (n, 0) for n in range(401)},
    )
    with pytest.raises(BadParameter, match="has 401 rooms; at most 400 are played"):
        DungeonGame(level=str(save(big, tmp_path / "big.json")))


def test_the_frame_shows_the_map():
    game = ludarium.load_game("dungeon/3")
    frame = game.frame(game.initial().view())
    signs = {tile.text[0] for tile in frame.panels[0].tiles}
    assert {"[@]", "[B]", "[k]"} <= signs
    assert ("keys", "0") in frame.status


def test_text_pictures():
    dungeon = rich_dungeon()
    walk = shortest(dungeon)
    drawn = drawing.text(dungeon, walk)
    for sign in ("(S)", "(B)", "◆", "▣", "K", "!"):
        assert sign in drawn
    assert len(re.findall(r"\(.\)", drawn)) == len(set(walk))
    assert drawing.text(dungeon, walk, ascii_only=True).isascii()
    assert "K boss key" in drawn


def test_svg_and_png():
    dungeon = rich_dungeon()
    root = ET.fromstring(drawing.svg(dungeon, shortest(dungeon)))
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(title.startswith("room ") for title in titles) == 16
    assert titles.count("boss lock") == 1
    picture = drawing.png(dungeon, shortest(dungeon))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    size = struct.unpack(">I", picture[33:37])[0]
    pixels = np.frombuffer(zlib.decompress(picture[41 : 41 + size]), np.uint8).reshape(height, 1 + 3 * width)
    assert (width, height) == tuple(64 * (1 + max(cell[axis] for cell in dungeon.grid.values())) for axis in (0, 1))
    assert len({tuple(p) for p in pixels[:, 1:].reshape(-1, 3)[::37].tolist()}) >= 5


def test_a_crowded_room_cannot_be_drawn():
    star = Dungeon(dict.fromkeys(range(6), "normal"), tuple(Door(0, n) for n in range(1, 6)))
    for draw in (drawing.text, drawing.svg, drawing.png):
        with pytest.raises(LudariumError, match="cannot be drawn on a grid: impossible: room 0 has 5 doors"):
            draw(star)
    with pytest.raises(LudariumError, match="no flat map: impossible: room 0 has 5 doors"):
        export.tiled(star)


def test_graphml_is_read_by_networkx():
    dungeon = rich_dungeon()
    graph = networkx.parse_graphml(
        export.graphml(Dungeon(dungeon.rooms, tuple(Door(d.a, d.b, d.lock) for d in dungeon.doors), dungeon.grid))
    )
    assert {n: data["kind"] for n, data in graph.nodes(data=True)} == {str(r): k for r, k in dungeon.rooms.items()}
    assert sum(data["locked"] for *_, data in graph.edges(data=True)) == len(dungeon.locked)
    assert graph.nodes["0"]["column"] == dungeon.grid[0][0]
    whole = ET.fromstring(export.graphml(dungeon))
    edges = list(whole.iter("{http://graphml.graphdrawing.org/xmlns}edge"))
    assert sum(edge.get("directed") == "true" for edge in edges) == 2
    odd = Dungeon({"<&\x01": "start", "b": "finish"}, (Door("<&\x01", "b", switch="<&\x01"),))
    assert ET.fromstring(export.graphml(odd)) is not None


def test_a_tiled_map(tmp_path):
    dungeon = rich_dungeon()
    path = export.save_tiled(dungeon, tmp_path / "dungeon.tmj")
    data = json.loads(path.read_text())
    ground, things = data["layers"]
    assert len(ground["data"]) == data["width"] * data["height"]
    names = [tile["type"] for tile in data["tilesets"][0]["tiles"]]
    counts = {name: sum(gid == n + 1 for gid in ground["data"]) for n, name in enumerate(names)}
    assert counts["start"] == counts["finish"] == counts["bosskey"] == counts["boss lock"] == 1
    assert counts["lock"] == sum(door.lock == "small" for door in dungeon.doors)
    assert counts["gate"] == counts["one-way"] == 2
    assert [thing["type"] for thing in things["objects"]].count("room") == 16
    assert (tmp_path / data["tilesets"][0]["image"]).read_bytes().startswith(b"\x89PNG")


def drive(dungeon, folder):
    """Play the arcade export by walking the dungeon's shortest walk; return the last state."""
    path = folder / "dungeon.vgdl"
    path.write_text(export.arcade(dungeon))
    checked = run("check", path)
    assert "0 errors, 0 warnings" in checked.output
    state = ludarium.load_game("arcade", game=str(path)).initial(0)
    floor = export._Floor(dungeon)
    keys = {(-1, 0): 1, (1, 0): 2, (0, -1): 3, (0, 1): 4}  # left, right, up, down
    walk = shortest(dungeon)
    for a, b in pairwise(walk):
        (ax, ay), (bx, by) = floor.middle(a), floor.middle(b)
        action = keys[(bx > ax) - (bx < ax), (by > ay) - (by < ay)]
        for _ in range(12):
            if state.is_over() or avatar_at(state) == floor.middle(b):
                break
            state.apply(action)
        assert state.is_over() or avatar_at(state) == floor.middle(b), (a, b)
    return state


def avatar_at(state):
    """Return the avatar's cell."""
    view = state.view()
    return tuple(part // view["block"] for part in view["avatar"]["position"])


@pytest.mark.parametrize("seed", range(3))
def test_our_arcade_engine_plays_the_export(seed, tmp_path):
    assert drive(generate(12, seed), tmp_path).won is True


def test_our_arcade_engine_plays_every_option(tmp_path):
    assert drive(rich_dungeon(), tmp_path).won is True


def test_no_arcade_game_where_corridors_cross():
    dense = Dungeon(
        dict.fromkeys(range(6), "normal") | {0: "start", 5: "finish"},
        tuple(Door(a, b) for a in range(3) for b in range(3, 6)),
    )
    with pytest.raises(LudariumError, match="not planar: some doors would have to cross; its corridors would cross"):
        export.arcade(dense)
    locked = Dungeon({0: "start", 1: "key", 2: "finish"}, (Door(0, 1), Door(1, 2, "small", oneway=True)))
    with pytest.raises(LudariumError, match="door 1 – 2: one-way and lock at once is not exported"):
        export.arcade(locked)


def test_generate_and_solve_by_command(tmp_path):
    path = tmp_path / "d.json"
    assert run("generate", "dungeon", "--rooms", 12, "--seed", 3, "--out", path).exit_code == 0
    assert path.read_text() == dumps(generate(12, 3)) + "\n"
    told = run("solve", path)
    assert told.exit_code == 0
    for words in ("shortest walk", "fewest keys", "can always be won", "rooms met again on it", "(classic)", "(S)"):
        assert words in told.output
    data = json.loads(run("solve", path, "--json").output)
    assert data["shortest"]["answer"]["walk"] == shortest(generate(12, 3))
    assert len(data["criteria"]) == 16


def test_solve_says_what_is_wrong(tmp_path):
    path = tmp_path / "draft.json"
    path.write_text('{"rooms": [{"id": 0, "kind": "start"}, {"id": 1, "kind": "start"}], "doors": [{"a": 0, "b": 1}]}')
    told = run("solve", path)
    assert told.exit_code == 1
    assert "one start" in told.output
    path.write_text('{"rooms": [], "doors": [{"a": 0, "b": 1}]}')
    refused = run("solve", path)
    assert refused.exit_code == 2
    lost = tmp_path / "lost.json"
    lost.write_text(dumps(Dungeon({0: "start", 1: "finish"}, (Door(0, 1, "small"),))))
    told = run("solve", lost)
    assert told.exit_code == 1
    assert "there is none: the finish cannot be reached" in told.output
    assert "no: 0" in told.output
