"""The kit over everything that is registered, with no exceptions by name: what an agent cannot play, its needs say."""

import pytest

from ludarium import AGENTS, GAMES, load_agent, load_game
from ludarium.core.game import HasCore
from ludarium.testing import check_agent, check_game, digest_with_jit

VARIANTS = [
    "nim?k=3&misere=true",
    "nim?rows=2,0,9",
    "quarto?squares=true",
    "north?bound=2&mode=survivor&difficulty=hard",
    "treasure?seen=false&setting=hard",
    "treasure/cross?told=true",
]
GAME_IDS = [*GAMES.names(), *VARIANTS]
KINDS = [*{entry.target: entry.name for entry in GAMES}.values(), *VARIANTS]
"""One game of each class: the thirty of the arcade's library are one class, with a text each."""


def pairs():
    for entry in AGENTS:
        needs = load_agent(entry.name).needs
        for game in KINDS:
            if not needs.problems(load_game(game)):
                yield pytest.param(entry.name, game, id=f"{entry.name}-{game}")


@pytest.mark.parametrize("game", GAME_IDS)
def test_game_keeps_the_contract(game):
    check_game(load_game(game))


@pytest.mark.parametrize(("agent", "game"), list(pairs()))
def test_agent_keeps_the_contract(agent, game):
    check_agent(agent, load_game(game))


def test_compiled_rules_and_plain_python_agree_byte_for_byte():
    assert any(isinstance(load_game(game).initial(), HasCore) for game in KINDS)
    assert digest_with_jit(*KINDS, jit=True) == digest_with_jit(*KINDS, jit=False)
