"""Tables of the lab, as a viewer meets them: messages in, messages out."""

import asyncio

import pytest

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.record import Record, replay
from ludarium.core.registry import load_game
from ludarium.harness.match import play
from ludarium.ui.web.scene import first_picture
from ludarium.ui.web.tables import LiveTable, open_table


class Viewer:
    """Keeps what it was sent, and the sum of it."""

    def __init__(self):
        self.messages, self.seen, self.tiles = [], {}, {}

    async def send(self, message):
        self.messages.append(message)
        self.seen.update(message)
        if "panels" in message:
            self.tiles = {}
        for panel, column, row in message.get("gone", ()):
            del self.tiles[panel, column, row]
        for panel, column, row, *look in message.get("tiles", ()):
            self.tiles[panel, column, row] = look


def sit(wish, *messages):
    """Open a table, say the messages in turn, and return what was seen."""
    viewer = Viewer()

    async def visit():
        table = open_table(viewer.send, wish)
        await table.open()
        for message in messages:
            await table.hear(message)
        for _ in range(400):
            if not isinstance(table, LiveTable) and viewer.seen.get("over"):
                break
            await asyncio.sleep(0.01 if "seats" in wish else 0)
        await table.close()
        return table

    viewer.table = asyncio.run(visit())
    return viewer


NIM = {"table": "turns", "game": "nim?rows=1,3,5", "seats": ["", "nim.expert"], "seed": 3}


def test_a_person_plays_by_clicks_and_the_agent_answers():
    viewer = sit(NIM, {"move": "take 3 from row 3"})
    moves = viewer.table.record.moves
    assert moves[0].names[0] == "take 3 from row 3"
    assert len(moves) == 2
    assert viewer.seen["mine"] is True
    assert viewer.seen["said"][0] == "you: take 3 from row 3"
    assert viewer.seen["said"][1].startswith("nim.expert: take ")


def test_the_tiles_that_one_may_click_say_the_move():
    viewer = sit(NIM)
    clicks = {look[2] for look in viewer.tiles.values()}
    assert {"take 1 from row 1", "take 5 from row 3"} <= clicks
    assert set(viewer.seen["moves"]) == clicks


def test_undo_takes_the_answer_back_too():
    viewer = sit(NIM, {"move": "take 3 from row 3"}, {"undo": 1})
    assert viewer.table.record.moves == []


def test_a_hint_tells_the_value_of_every_move():
    viewer = sit(NIM, {"hint": 1})
    hint = dict(viewer.seen["hint"])
    assert hint["take 3 from row 3"] == 1
    assert len(hint) == 9


def test_resigning_loses():
    assert sit(NIM, {"resign": 1}).seen["result"] == "You lose."


@pytest.mark.parametrize(
    ("wish", "messages", "says"),
    [
        (NIM, [{"undo": 1}], "there is no move of yours to take back"),
        ({**NIM, "budget": "99999 ms"}, [], "budget '99999 ms': here a move gets at most 30 s or 1,000,000 steps"),
        ({"table": "live", "game": "arcade"}, [{"undo": 1}], "time goes on here; where the world waits, a move can be"),
        (NIM, [{"resign": 1}, {"move": "take 1 from row 1"}], "the game is over; start another one"),
        (NIM, [{"move": "eat the board"}], "'eat the board' is not understood"),
        ({**NIM, "table": "trun"}, [], "there is no table 'trun'; did you mean 'turns'?"),
        ({**NIM, "seed": "x"}, [], "'x' is no whole number"),
        ({**NIM, "seats": ["", "expertt"]}, [], "did you mean"),
        ({**NIM, "game": "nimm"}, [], "did you mean 'nim'?"),
        ({**NIM, "table": "live"}, [], "nim?rows=1,3,5 has no keys: it is played in turns"),
        ({**NIM, "table": "watch"}, [], "to watch, an agent sits in every seat"),
        ({"table": "turns", "game": "north/7", "seats": [""]}, [{"hint": 1}], "north has no exact hints"),
        ({"table": "replay", "file": "nowhere.jsonl"}, [], "nowhere.jsonl: No such file or directory"),
    ],
)
def test_messages(wish, messages, says):
    with pytest.raises(LudariumError) as caught:
        sit(wish, *messages)
    assert says in str(caught.value)


def test_agents_are_watched_while_they_play_and_can_be_scrubbed():
    viewer = sit({"table": "watch", "game": "nim?rows=1,3", "seats": ["random", "nim.expert"], "budget": "10 steps"})
    record = viewer.table.record
    assert record.ending == "finished"
    assert viewer.seen["length"] == len(record.moves) + 1
    asyncio.run(viewer.table.hear({"seek": 1}))
    assert viewer.seen["at"] == 1
    assert viewer.seen["thoughts"][0][0] == f"nim.expert: {record.moves[1].names[0]}"
    asyncio.run(viewer.table.hear({"seek": 999}))
    assert viewer.seen["at"] == len(record.moves)
    assert viewer.seen["result"].startswith("finished: random: ")


def test_a_record_is_shown_from_a_file(tmp_path):
    record = play("quarto", ["random", "random"], seed=5, budget=Budget(steps=1))
    path = record.save(tmp_path / "game.jsonl")
    viewer = sit({"table": "replay", "file": str(path)}, {"seek": 10_000})
    assert viewer.seen["at"] == len(record.moves) == viewer.seen["length"] - 1


def test_only_what_changed_is_sent():
    viewer = sit(NIM, {"move": "take 1 from row 1"})
    first, second = viewer.messages[0], viewer.messages[1]
    assert len(first["tiles"]) == 9
    assert "panels" not in second
    assert second["gone"] == [[0, 0, 0]]
    assert "tiles" not in second
    assert "symbols" not in second


async def live(game, keys, **settings):
    viewer = Viewer()
    table = LiveTable(viewer.send, load_game(game), 1, **settings)
    await table.open()
    for key in keys:
        await table.hear({"key": key})
    return viewer, table


def test_a_world_that_waits_moves_with_each_key():
    async def visit():
        viewer, table = await live("arcade", ["right", "", "bogus", "right"], waits=True)
        await table.close()
        return viewer, table

    viewer, table = asyncio.run(visit())
    assert [move.names[0] for move in table.record.moves] == ["right", "right"]
    assert dict(viewer.seen["status"])["tick"] == "2"


def test_a_live_world_goes_on_by_itself_until_it_is_left():
    async def visit():
        _, table = await live("arcade", [], waits=False, tick_s=0.001)
        await asyncio.sleep(0.02)
        before = len(table.record.moves)
        await table.hear({"key": "right"})
        await table.hear({"key": ""})
        await asyncio.sleep(0.2)
        await table.hear({"pause": True})
        await asyncio.sleep(0.02)
        paused = len(table.record.moves)
        await asyncio.sleep(0.05)
        still = len(table.record.moves)
        await table.close()
        return before, paused, still, table.record

    before, paused, still, record = asyncio.run(visit())
    assert before == 0
    assert paused > 3
    assert still == paused
    assert {move.names[0] for move in record.moves[2:]} == {"wait"}


def test_a_game_that_was_played_live_replays():
    async def visit():
        _, table = await live("arcade", ["right", "down", "right"], waits=True)
        return table.record

    record = asyncio.run(visit())
    assert replay(Record.parse(record.lines())).tick == 3


def test_the_first_picture_of_a_game_is_drawn_and_cannot_be_played():
    told = first_picture("zelda/0")
    assert any("M0 0H100V100H0Z" in drawing for drawing in told["symbols"].values()), "walls are bricks"
    assert all(move == "" for *_, move, _ in told["tiles"])
