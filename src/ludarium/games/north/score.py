"""The score of a winning session, exactly as the text gives it: six parts, each rounded, the sum doubled when hard."""

from __future__ import annotations

from typing import NamedTuple

GAMES = 4
"""How many games a session has at most."""


class Score(NamedTuple):
    """The parts of a score. `reward` is what the mode counts: life, experience, or the mean of both."""

    reward: int
    bonus_life: int
    reward_stamina: int
    bonus_stamina: int
    bonus_games: int
    factor: int

    @property
    def total(self) -> int:
        """The points."""
        return self.factor * sum(self[:5])


def score(
    life: int,
    left_life: int,
    best_life: int,
    stamina: int,
    left_stamina: int,
    best_stamina: int,
    games: int,
    mode: str,
    difficulty: str,
) -> Score:
    """Score a win from what the player started with, has left and could have spent at best, and the games used.

    Where the text divides by zero (nothing to spare from the start) the part is full. The mean of the balanced mode is
    rounded after its two parts are.
    """
    used_life, used_stamina = life - left_life, stamina - left_stamina
    reward_life = _share(left_life, life - best_life) if best_life else 100
    reward_experience = _share(used_life, best_life) if best_life else 100
    reward = {
        "survivor": reward_life,
        "explorer": reward_experience,
        "balanced": round((reward_life + reward_experience) / 2),
    }[mode]
    return Score(
        reward,
        _near(abs(used_life - best_life), 4),
        _share(left_stamina, stamina - best_stamina),
        _near(abs(used_stamina - best_stamina), 6),
        25 * (GAMES + 1 - games),
        2 if difficulty == "hard" else 1,
    )


def _share(part: int, whole: int) -> int:
    """Return a percentage, 100 at most, and 100 of nothing."""
    return min(round(100 * part / whole), 100) if whole else 100


def _near(distance: int, reach: int) -> int:
    """Return 100 at the optimum, halved with each point of distance, 0 beyond reach."""
    return round(100 * 2 ** (reach - distance) / 2**reach) if distance < reach else 0
