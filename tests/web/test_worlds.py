"""Worlds made to order in the lab."""

import asyncio

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.registry import GENERATORS, load_game
from ludarium.core.trust import limit_to
from ludarium.games.dungeon import notation
from ludarium.ui.web.worlds import Worlds, fields_of, make_world


def test_a_dungeon_comes_with_its_criteria_and_its_map(tmp_path):
    said = []

    async def send(message):
        said.append(message)

    async def visit():
        worlds = Worlds(send, {"family": "dungeon", "seed": 3, "params": {"rooms": 12}}, folder=tmp_path)
        await worlds.open()
        await worlds.hear({"family": "dungeon", "seed": 3, "params": {"rooms": 20}})

    asyncio.run(visit())
    assert [len(notation.loads(message["world"]).rooms) for message in said] == [12, 20]
    assert said[0]["head"][1] == "criterion"
    assert said[0]["scene"]["tiles"]
    assert any(name == "shortest walk" for name, _ in said[0]["facts"])


@pytest.mark.parametrize("family", GENERATORS.names())
def test_a_world_that_is_kept_is_played(tmp_path, family):
    said = []

    async def send(message):
        said.append(message)

    async def visit():
        limit_to(tmp_path)
        worlds = Worlds(send, {"family": family, "seed": 1, "params": {}}, folder=tmp_path)
        await worlds.open()
        await worlds.hear({"keep": "mine"})
        assert load_game(said[-1]["game"]).initial(0).actors() == (0,)

    asyncio.run(visit())
    assert said[-1] == {"kept": "mine.txt", "game": f"{family}/mine.txt"}


@pytest.mark.parametrize("family", GENERATORS.names())
def test_every_generator_has_fields_and_makes_a_world(family):
    assert fields_of(family)
    text, report = make_world({"family": family, "seed": 1, "params": {}})
    assert text
    assert report.title


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"family": "dungeonn"}, "did you mean 'dungeon'?"),
        ({"family": "dungeon", "seed": "x"}, "a world is wished for by family, seed (a whole number) and params"),
        ({"family": "dungeon", "params": {"rooms": 5000}}, "dungeon: rooms=5000; here at most 100"),
        ({"family": "dungeon", "params": {"rooms": 2}}, "dungeon: rooms=2;"),
        ({"family": "dungeon", "params": {"romos": 2}}, "romos"),
    ],
)
def test_messages(wish, says):
    with pytest.raises(LudariumError) as caught:
        make_world(wish)
    assert says in str(caught.value)
