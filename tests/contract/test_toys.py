"""Every agent that can play a toy plays it cleanly; every toy keeps the contract."""

import pytest

from ludarium import AGENTS, load_agent
from ludarium.testing import check_agent, check_game
from ludarium.testing.toys import TOYS

PAIRS = [
    pytest.param(entry.name, toy, id=f"{entry.name}-{toy.__name__}")
    for entry in AGENTS
    for toy in TOYS
    if not load_agent(entry.name).needs.problems(toy())
]


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.__name__)
def test_toys_keep_the_contract(toy):
    check_game(toy())


@pytest.mark.parametrize(("agent", "toy"), PAIRS)
def test_agents_play_the_toys(agent, toy):
    check_agent(agent, toy())


def test_every_corner_of_the_contract_has_an_agent():
    assert {toy.__name__ for toy in TOYS} == {pair.values[1].__name__ for pair in PAIRS}
