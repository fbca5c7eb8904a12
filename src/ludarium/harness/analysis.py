"""What a game is like, as an agent that plays it sees it: the features of the study's appendix A."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import load_agent
from ludarium.harness.match import Match


def analyse(*levels: Game[Any], seeds: Sequence[int] = (0,), budget: Budget | None = None) -> dict[str, Any]:
    """Let the analyst play a game's levels, once a seed; return what it saw: numbers are the greatest, facts any."""
    found: dict[str, Any] = {}
    agent = load_agent("analyst")
    for game in levels:
        agent.needs.insist(agent, game)
    for game, seed in product(levels, seeds):
        record = Match(game, [load_agent("analyst")], seed, budget).run()
        seen = record.moves[-1].info[0].get("features") if record.moves else None
        if seen is None or record.ending not in ("finished", "step limit"):
            raise LudariumError(f"the analyst could not play {game.id}: {record.message or record.ending}")
        _merge(found, seen)
        lost = record.outcomes[0] == "loss" and len(record.moves) < game.spec.max_steps
        found["can die"] = bool(found["can die"] or lost)
    return found


def _merge(found: dict[str, Any], seen: Mapping[str, Any]) -> None:
    for name, value in seen.items():
        old = found.get(name, value)
        found[name] = (old or value) if isinstance(value, bool) else max(old, value)
