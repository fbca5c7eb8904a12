"""Who is let in, what may be read, and that one visitor's trouble stays with that visitor."""

import json

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.harness.match import play
from ludarium.ui.web.server import MOST_CHARACTERS, Settings, make_app

TABLE = "ws://127.0.0.1:8321/table"
NIM = {"table": "turns", "game": "nim?rows=1,3", "seats": ["", "random"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("lab")
    play("nim?rows=1,2", ["random", "random"], seed=1, budget=Budget(steps=1)).save(made / "inside.jsonl")
    play("nim?rows=1,2", ["random", "random"], seed=1, budget=Budget(steps=1)).save(made.parent / "outside.jsonl")
    return made


@pytest.fixture(scope="module")
def app(folder):
    return make_app(Settings(folder=folder))


@pytest.fixture
def client(app):
    return TestClient(app, base_url="http://127.0.0.1:8321")


def say(socket, message):
    socket.send_text(json.dumps(message))
    return json.loads(socket.receive_text())


def test_a_table_over_the_socket(client):
    with client.websocket_connect(TABLE) as socket:
        assert say(socket, NIM)["title"] == "Nim"
        assert say(socket, {"move": "take 3 from row 2"})["said"] == ["you: take 3 from row 2"]


def test_trouble_is_told_and_the_table_stays(client):
    with client.websocket_connect(TABLE) as socket:
        say(socket, NIM)
        assert "is not understood" in say(socket, {"move": "x"})["error"]
        socket.send_text("{")
        assert json.loads(socket.receive_text())["error"] == "this message is no JSON"
        socket.send_text("[]")
        assert json.loads(socket.receive_text())["error"] == 'a message is an object, as in {"move": "b3"}'
        socket.send_text(" " * (MOST_CHARACTERS + 1))
        assert json.loads(socket.receive_text())["error"] == "a message has at most 200,000 characters"
        assert say(socket, {"move": "take 3 from row 2"})["said"]


def test_a_game_can_be_saved(client):
    with client.websocket_connect(TABLE) as socket:
        say(socket, NIM)
        assert '"kind":"head"' in say(socket, {"save": 1})["record"]


def test_files_below_the_folder_are_read_and_no_others(client, folder):
    with client.websocket_connect(TABLE) as socket:
        assert say(socket, {"table": "replay", "file": "inside.jsonl"})["title"] == "Nim"
    for path in ("../outside.jsonl", str(folder.parent / "outside.jsonl"), "/etc/passwd"):
        with client.websocket_connect(TABLE) as socket:
            told = say(socket, {"table": "replay", "file": path})
            assert told == {"error": f"{path} is outside the folder that may be read here"}
    with client.websocket_connect(TABLE) as socket:
        told = say(socket, {"table": "live", "game": "arcade?game=/etc/passwd"})
        assert told == {"error": "/etc/passwd is outside the folder that may be read here"}


def test_one_visitors_trouble_is_nobody_elses(app):
    """One table's agent never ends, one world spawns without end, one tab is closed in the middle: others play on."""
    nest = (
        "BasicGame\n    SpriteSet\n        nest > SpawnPoint stype=nest prob=1.0 cooldown=1\n"
        "        avatar > MovingAvatar\n    LevelMapping\n        n > nest\n    InteractionSet\n"
        "    TerminationSet\n        Timeout limit=100000\n---\nA n\n   \n"
    )
    with (
        TestClient(app, base_url="http://127.0.0.1:8321") as everybody,
        everybody.websocket_connect(TABLE) as endless,
        everybody.websocket_connect(TABLE) as growing,
        everybody.websocket_connect(TABLE) as mine,
    ):
        thinks = {"table": "watch", "game": "quarto", "seats": ["mcts", "mcts"], "budget": "3000 ms"}
        say(endless, thinks)
        say(growing, {"table": "live", "game": "arcade", "text": nest})
        growing.send_text('{"key": "left"}')
        with everybody.websocket_connect(TABLE) as closed:
            say(closed, thinks)
        say(mine, {"table": "live", "game": "zelda", "waits": True})
        for tick in range(1, 51):
            assert ["tick", str(tick)] in say(mine, {"key": "", "wait": 1})["status"]


def test_no_program_is_started(client):
    with client.websocket_connect(TABLE) as socket:
        told = say(socket, {"table": "watch", "game": "nim", "seats": ["bot?command=touch+x", "random"]})
        assert told == {"error": "programs are not started from here; use the command line"}


@pytest.mark.parametrize("path", ["/", "/play", "/watch"])
def test_a_foreign_host_is_turned_away(client, path):
    told = client.get(path, headers={"host": "evil.example"})
    assert (told.status_code, told.text) == (403, "this lab is for its own machine only\n")


def test_a_foreign_page_cannot_open_a_table(client):
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        client.websocket_connect(TABLE, headers={"origin": "http://evil.example"}),
    ):
        pass
    assert caught.value.reason == "requests from other sites' pages are not answered"


def test_beyond_this_machine_a_token_is_asked_for(folder):
    client = TestClient(make_app(Settings("0.0.0.0", 8321, folder, "secret")), base_url="http://lab.example:8321")
    told = client.get("/")
    assert told.status_code == 403
    assert told.text == "this lab asks for its token: open the link that it printed when it started\n"
    assert client.get("/?token=wrong").status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://lab.example:8321/table"):
        pass
    assert client.get("/?token=secret").status_code == 200
    assert client.get("/").status_code == 200, "a cookie remembers it"
    with client.websocket_connect("ws://lab.example:8321/table") as socket:
        assert say(socket, NIM)["title"] == "Nim"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"host": "0.0.0.0"}, "a lab that listens on 0.0.0.0 needs a token: others could reach it"),
        ({"folder": "nowhere"}, "nowhere is no folder"),
    ],
)
def test_settings_that_cannot_be(settings, says, tmp_path):
    from pathlib import Path

    wanted = {"folder": tmp_path, **settings}
    with pytest.raises(BadParameter) as caught:
        Settings(**{**wanted, "folder": Path(wanted["folder"])})
    assert str(caught.value) == says
