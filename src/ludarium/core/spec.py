"""The public card of a game: facts that decide who may play it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ludarium.core.budget import Budget


class Turns(StrEnum):
    """Who acts when."""

    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class Information(StrEnum):
    """Whether every player perceives the whole state."""

    PERFECT = "perfect"
    HIDDEN = "hidden"


class Chance(StrEnum):
    """Whether luck takes part after the start (a hidden draw at the start is hidden information)."""

    NONE = "none"
    SAMPLED = "sampled"


class Payoff(StrEnum):
    """What the returns mean: won or lost, general sums, or points."""

    ZERO_SUM = "zero-sum"
    GENERAL = "general"
    SCORE = "score"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """What everybody may know of a game. Never holds parameters or seeds: agents receive it.

    `actions` bounds the action ids (0 <= id < actions). `max_steps` is mandatory: a stubborn agent would hang a
    tournament. `tick_ms` is set where the world moves whether one answers or not. `budget` is what an agent gets when
    nobody says otherwise. `version` rises when the rules change, not when they get faster.
    """

    name: str
    summary: str
    version: int
    players: int
    actions: int
    max_steps: int
    turns: Turns = Turns.SEQUENTIAL
    information: Information = Information.PERFECT
    chance: Chance = Chance.NONE
    payoff: Payoff = Payoff.ZERO_SUM
    tick_ms: int | None = None
    budget: Budget = Budget(ms=1000)  # noqa: RUF009 -- a frozen value
