"""The source's agent, rebuilt as it is described: a mask of excluded tiles, and a walk to the fullest scan.

It verifies hints as soon as possible (one of each kind 10, 11 and 15, kind 6 once the prison is known), teleports only
when the large scan after it must win, and else walks to the tile with the best score (2 × unknown tiles in the small
range + unknown ones in the large range only) by breadth-first search over moves. It keeps its plan until that is used
up, the target is worth nothing, or another target is worth more. The source's errors are not kept: kind 6 is read as it
was said, moves are legal, and its own position is right after a teleport.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.game import Known
from ludarium.core.spec import GameSpec
from ludarium.games.treasure.game import (
    FIRST_VERIFY,
    LARGE_SCAN,
    SCANNING_STEPS,
    TreasureState,
    action_name,
    moves_from,
    teleport_base,
)
from ludarium.games.treasure.knowledge import NEARER, TreasureKnown, possible
from ludarium.games.treasure.level import Terrain
from ludarium.games.treasure.rules import box_sums, march

ONCE = (10, 11, 15)
"""Kinds of which one verdict says all."""


def scan_sums(values: NDArray[np.float64], width: int, radius: int) -> NDArray[np.float64]:
    """Return, for each tile, what a scan of this radius would cover of the values."""
    found = np.empty(len(values))
    box_sums(values, width, radius, np.empty((len(values) // width + 1) * (width + 1)), found)
    return found


def moves_to(terrain: Terrain, tile: int) -> NDArray[np.int32]:
    """Return how many moves each tile is away from a tile (and back); −1 where there is no way."""
    found = np.empty(terrain.tiles, np.int32)
    march(terrain.passable, terrain.width, tile, found)
    return found


class MaskAgent(Agent[TreasureState]):
    """The rebuilt original. It uses neither the pirate's clock nor hints that are not verified."""

    needs = Needs(game="treasure")

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Forget the last match."""
        super().begin(spec, player, seed, known, budget)
        self._plan: list[int] = []
        self._target = -1

    def act(self, turn: Turn[TreasureState], budget: Budget) -> Decision:
        """Verify, else teleport when that wins, else go on with the plan."""
        known = turn.known
        assert isinstance(known, TreasureKnown)
        number = self._to_verify(known)
        open_tiles = possible(known)
        info: dict[str, object] = {"possible": int(open_tiles.sum())}
        if number is not None:
            return Decision(FIRST_VERIFY + number, info)
        terrain, rules = known.terrain, known.rules
        unknown = open_tiles.astype(np.float64)
        large = np.rint(scan_sums(unknown, terrain.width, rules.large)).astype(np.int64)
        left = int(open_tiles.sum())
        if large[known.agent] == left:
            return Decision(LARGE_SCAN, info)
        if not known.teleported:
            winning = np.flatnonzero((large == left) & (terrain.passable == 1))
            if len(winning):
                return Decision(teleport_base(terrain.tiles) + int(winning[0]), info)
        score = np.rint(scan_sums(unknown, terrain.width, rules.small)).astype(np.int64) + large
        action = self._next(known, score)
        target = terrain.words(self._target)
        return Decision(action, {**info, "target": target, "plan": [action_name(terrain, step) for step in self._plan]})

    @staticmethod
    def _to_verify(known: TreasureKnown) -> int | None:
        settled = {
            claim.kind for claim, verdict in zip(known.claims, known.verdicts, strict=True) if verdict is not None
        }
        for number, (claim, verdict) in enumerate(zip(known.claims, known.verdicts, strict=True)):
            if verdict is not None or (claim.kind in ONCE and claim.kind in settled):
                continue
            if claim.kind != NEARER or known.prison >= 0:
                return number
        return None

    def _next(self, known: TreasureKnown, score: NDArray[np.int64]) -> int:
        """Return the plan's next action; make a new plan where the old one is done, void or beaten."""
        away = moves_to(known.terrain, known.agent)
        reached = np.where(away >= 0, score, -1)
        best = int(reached.max())
        stale = not self._plan or self._target < 0 or score[self._target] == 0 or best > score[self._target]
        if stale or (self._plan[0] != LARGE_SCAN and self._plan[0] not in moves_from(known.terrain, known.agent)):
            nearest_best = np.where(reached == best, away, np.iinfo(np.int32).max)
            self._target = int(nearest_best.argmin())
            self._plan = [*_path(known.terrain, known.agent, self._target), LARGE_SCAN]
        return self._plan.pop(0)


def _path(terrain: Terrain, start: int, target: int) -> list[int]:
    """Return a shortest list of moves; among equal ones those that scan are taken."""
    back = moves_to(terrain, target)
    here, found = start, []
    while here != target:
        options = [(move, tile) for move, tile in moves_from(terrain, here).items() if back[tile] == back[here] - 1]
        move, here = max(options, key=lambda option: (option[0] % 4 < SCANNING_STEPS, -option[0]))
        found.append(move)
    return found
