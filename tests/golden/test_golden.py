"""The past replays: no class of games lacks a golden record, and each one still leads to the same states."""

from pathlib import Path

import pytest

from ludarium import GAMES, Record, play, replay
from ludarium.core.budget import Budget
from ludarium.core.ids import Id
from ludarium.core.registry import load_agent

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_past_replays(file):
    assert replay(file).is_over()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_same_agents_play_the_same_game_again(file):
    record = Record.load(file)
    steps = int(record.budget.removesuffix(" steps"))
    agents = [load_agent(agent) for agent in record.agents]
    assert play(record.game, agents, seed=record.seed, budget=Budget(steps=steps)).lines() == record.lines()


def test_no_class_of_games_lacks_a_golden_record():
    """The games of the arcade's library are one class; their stored wins (tests/arcade/wins) are replayed as well."""
    recorded = {GAMES.find(Id.parse(Record.load(file).game).name).target for file in FILES}
    assert recorded == {entry.target for entry in GAMES}
