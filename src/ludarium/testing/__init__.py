"""The public conformance kit: run it over your own games and agents.

>>> import ludarium
>>> from ludarium.testing import check_game, check_agent
>>> check_game(ludarium.load_game("nim"))
>>> check_agent("random", ludarium.load_game("nim"))
"""

from ludarium.testing.agents import check_agent
from ludarium.testing.contract import ContractBroken
from ludarium.testing.counting import perft
from ludarium.testing.digest import digest_of, digest_with_jit
from ludarium.testing.games import check_game
from ludarium.testing.imagination import check_imagination

__all__ = [
    "ContractBroken",
    "check_agent",
    "check_game",
    "check_imagination",
    "digest_of",
    "digest_with_jit",
    "perft",
]
