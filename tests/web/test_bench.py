"""The lab's bench: started, stopped, gone on with; every game can be looked at."""

import asyncio

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.trust import limit_to
from ludarium.ui.web.bench import STORE, Bench
from ludarium.ui.web.tables import open_table

WISH = {"games": ["nim?rows=1,3"], "agents": ["nim.expert", "random"], "budgets": ["10 steps"], "seeds": 4}


def visit(folder, wish, *, stop_at=None):
    said = []

    async def send(message):
        said.append(message)

    async def work():
        limit_to(folder)
        bench = Bench(send, {"start": wish}, folder=folder)
        await bench.open()
        if stop_at is not None:
            await bench.hear({"stop": 1})
        await bench._work
        await bench.close()

    asyncio.run(work())
    return said


def test_an_experiment_runs_to_its_end(tmp_path):
    last = visit(tmp_path, WISH)[-1]
    assert (last["done"], last["total"], last["running"]) == (8, 8, False)
    assert {line["agent"] for line in last["lines"]} == {"nim.expert", "random"}
    assert last["ratings"][0][0] == "nim.expert"
    assert last["ratings"][0][2] < last["ratings"][0][1] < last["ratings"][0][3]


def test_stopped_it_goes_on_where_it_was(tmp_path):
    stopped = visit(tmp_path, {**WISH, "seeds": 40}, stop_at=0)[-1]
    assert stopped["done"] < 80
    assert stopped["running"] is False
    assert visit(tmp_path, {**WISH, "seeds": 40})[-1]["done"] == 80


def test_a_game_of_the_store_is_looked_at(tmp_path):
    key, *_ = visit(tmp_path, WISH)[-1]["last"][0]
    seen = []

    async def send(message):
        seen.append(message)

    async def look():
        limit_to(tmp_path)
        await open_table(send, {"table": "replay", "store": STORE, "run": key}).open()

    asyncio.run(look())
    assert seen[0]["title"] == "Nim"


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ([], "start wants games, agents, budgets and seeds"),
        ({**WISH, "seeds": 9999}, "19,998 runs; here at most 5,000: use the command line"),
        ({**WISH, "games": ["nimm"]}, "did you mean 'nim'?"),
        ({**WISH, "agents": ["bot?command=touch+x", "random"]}, "programs are not started from here"),
    ],
)
def test_messages(tmp_path, wish, says):
    with pytest.raises(LudariumError) as caught:
        visit(tmp_path, wish)
    assert says in str(caught.value)
