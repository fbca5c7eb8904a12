"""Ludarium, a playable laboratory for game AI.

>>> import ludarium
>>> ludarium.play("nim?rows=1,3,5", ["expert", "random"], seed=1).outcomes
('win', 'loss')
"""

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, Known, State
from ludarium.core.record import Record, replay
from ludarium.core.registry import AGENTS, GAMES, load_agent, load_game
from ludarium.harness.match import Match, play
from ludarium.harness.training import train

__version__ = "0.1.0"

__all__ = [
    "AGENTS",
    "GAMES",
    "Agent",
    "Budget",
    "Decision",
    "Game",
    "Known",
    "LudariumError",
    "Match",
    "Needs",
    "Record",
    "State",
    "Turn",
    "__version__",
    "load_agent",
    "load_game",
    "play",
    "replay",
    "train",
]
