"""The workshop: checked, drawn, tried, saved; and kept within bounds."""

import asyncio

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.trust import limit_to
from ludarium.ui.web.tables import SLOW_TICKS, LiveTable, open_table
from ludarium.ui.web.workshop import Workshop

GAME = """BasicGame
    SpriteSet
        avatar > MovingAvatar
        coin > Immovable
        wall > Immovable
    LevelMapping
        c > coin
    InteractionSet
        avatar wall > stepBack
        coin avatar > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=coin win=True
---
wwwwww
wA c w
wwwwww
---
wwwwwww
wA   cw
wwwwwww
"""
NEST = """BasicGame
    SpriteSet
        nest > SpawnPoint stype=nest cooldown=1
        avatar > MovingAvatar
    LevelMapping
        n > nest
    InteractionSet
        avatar EOS > stepBack
    TerminationSet
        Timeout limit=2000
"""


def visit(folder, *messages, patience=0):
    """Work at a bench as a visitor, and return all that was said."""
    said = []

    async def send(message):
        said.append(message)

    async def work():
        limit_to(folder)
        bench = Workshop(send, messages[0], folder=folder)
        await bench.open()
        for message in messages[1:]:
            await bench.hear(message)
        for _ in range(patience):
            if said and said[-1].get("done"):
                break
            await asyncio.sleep(0.05)
        await bench.close()

    asyncio.run(work())
    return said


def test_a_good_text_is_drawn(tmp_path):
    said = visit(tmp_path, {"check": 1, "text": GAME, "level": "0"}, {"check": 1, "text": GAME, "level": "1"})
    assert [message["problems"] for message in said] == [[], []]
    assert [message["panels"][0]["columns"] for message in said] == [6, 7]


def test_a_fault_is_told_with_its_place_and_nothing_is_drawn(tmp_path):
    (told,) = visit(tmp_path, {"check": 1, "text": GAME.replace("stepBack", "stepBak"), "level": "0"})
    (problem,) = told["problems"]
    assert (problem["line"], problem["column"], problem["severity"]) == (9, 23, "error")
    assert "did you mean 'stepBack'?" in problem["message"]
    assert "panels" not in told


def test_a_level_that_is_not_there_is_said(tmp_path):
    (told,) = visit(tmp_path, {"check": 1, "text": GAME, "level": "7"})
    assert "there is no level 7 in this text" in told["unplayable"]


def test_an_agent_tries_to_win(tmp_path):
    said = visit(tmp_path, {"try": "iw", "text": GAME, "level": "0"}, patience=600)
    assert said[-1] == {"trial": "iw won 5 of 5 games with 1000 steps a move", "done": True}


def test_save_and_load(tmp_path):
    said = visit(tmp_path, {"save": "maze", "text": GAME}, {"load": "maze.vgdl"})
    assert said == [{"saved": "maze.vgdl"}, {"loaded": GAME}]
    assert (tmp_path / "maze.vgdl").read_text() == GAME


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"save": "../maze", "text": GAME}, "'../maze' is no file name"),
        ({"save": "", "text": GAME}, "'' is no file name"),
        ({"save": ".profile", "text": GAME}, "'.profile' is no file name"),
        ({"load": "../../etc/passwd"}, "../../etc/passwd is outside the folder that may be read here"),
        ({"load": "nothing.vgdl"}, "nothing.vgdl: No such file or directory"),
        ({"try": "nobody", "text": "BasicGame\n"}, "error"),
    ],
)
def test_messages(tmp_path, message, says):
    with pytest.raises(LudariumError) as caught:
        visit(tmp_path, message)
    assert says in str(caught.value)


def test_a_huge_level_is_refused_before_it_is_built(tmp_path):
    huge = GAME.partition("---")[0] + "---\n" + "\n".join(["A" + "." * 399] * 300) + "\n"
    (told,) = visit(tmp_path, {"check": 1, "text": huge, "level": "0"})
    assert told["unplayable"] == "this level has 120,000 cells; here a level has at most 4,000"


def test_a_world_whose_ticks_take_too_long_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("ludarium.ui.web.tables.SLOW_S", -1.0)
    said = []

    async def send(message):
        said.append(message)

    async def work():
        table = open_table(send, {"table": "live", "game": "arcade", "text": NEST + "---\nA n\n   \n", "waits": True})
        assert isinstance(table, LiveTable)
        await table.open()
        for _ in range(SLOW_TICKS + 1):
            await table.hear({"key": "left"})

    with pytest.raises(LudariumError) as caught:
        asyncio.run(work())
    assert str(caught.value) == ("this world was stopped: its ticks take too long (does something spawn without end?)")
    assert len([message for message in said if "status" in message]) == SLOW_TICKS + 1
