"""A replay as one file."""

import json
import re

from ludarium.core.budget import Budget
from ludarium.harness.match import play
from ludarium.ui.web.export import KEY_EVERY, replay_page


def scenes(page):
    text = re.search(r'lab\.open\((\{"table".*?\}), \{"board"', page, re.DOTALL)[1]
    return json.loads(text.replace("<\\/", "</").replace("<\\!--", "<!--"))["scenes"]


def test_a_page_needs_nothing_else():
    page = replay_page(play("nim", ["random", "random"], seed=1, budget=Budget(steps=1)))
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("https:", "")
    assert "<link" not in page
    assert "src=" not in page


def test_every_position_is_there_and_whole_ones_often_enough():
    record = play("arcade", ["random"], seed=3, budget=Budget(steps=1))
    found = scenes(replay_page(record))
    assert [scene["at"] for scene in found] == list(range(len(record.moves) + 1))
    assert all(("panels" in scene) == (place % KEY_EVERY == 0) for place, scene in enumerate(found))


def test_nothing_that_an_agent_says_ends_the_script():
    record = play("nim?rows=1,2", ["random", "random"], seed=1, budget=Budget(steps=1))
    object.__setattr__(record.moves[0], "info", ({"x": "</script><script>window.pwned=1</script><!--"},))
    page = replay_page(record)
    assert page.count("</script>") == 2
    assert scenes(page)[0]["thoughts"][0][1]["x"].startswith("</script>")
