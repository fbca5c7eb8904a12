"""What can be observed of a game by playing it: the features that the chooser and the champion go by.

No rule text and no name is read: only imagined states are played, and what `compiled.abi.Sight` or the contract tells
of them is counted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.agents.pace import Pace, luck_of, mask_of, run_on
from ludarium.core.game import Known


class Features(NamedTuple):
    """What random walks and one short search showed of a game; all from 0 to 1, so that games can be compared."""

    luck: float
    """Share of pairs of walks with the same actions that parted."""
    restless: float
    """Share of steps in which the world changed though the player waited."""
    deadly: float
    """Share of random walks that ended in a loss."""
    rewarding: float
    """Share of steps of random walks that changed the score."""
    shoots: float
    """1 when there is a 'use' action: more than four directions and waiting."""
    carries: float
    """1 when the avatar was seen to hold something or to change its type."""
    vanishing: float
    """Share of walks in which a movable thing vanished."""
    complete: float
    """1 when IW(1) came to its end."""
    wide: float
    """Cells of the board, of 400."""
    crowded: float
    """Novel nodes of IW(1) for each cell of the board, of 4."""


def observe(known: Known, rng: np.random.Generator, pace: Pace, share: float = 0.9) -> Features:
    """Play in imagined states until *share* of the budget is spent, or enough was seen. Only for games with sight."""
    from ludarium.compiled import abi
    from ludarium.compiled.width import Breadth

    model: Any = known.imagine(rng)
    sight, core = model.core.sight, model.core
    looks = np.zeros(abi.N_TRAITS, np.int32)
    sight.traits(model.rules, model.words, looks)
    start, cells = looks.copy(), int(looks[abi.CELLS])
    legal = model.legal(0)
    walks = parted = losses = vanished = carried = steps = rewards = 0
    while walks < 12 and pace.part() < 0.6 * share:
        one: Any = known.imagine(rng)
        two: Any = known.imagine(rng)
        twins, fell, score = True, False, one.returns()[0]
        for _ in range(25):
            choices = one.legal(0)
            if not choices or pace.slice(2) < 2:
                break
            action = int(choices[int(rng.integers(len(choices)))])
            one.advance(action)
            pace.spend(1)
            steps += 1
            if twins:
                two.advance(action)
                pace.spend(1)
                twins = sight.digest(one.rules, one.words) == sight.digest(two.rules, two.words)
            sight.traits(one.rules, one.words, looks)
            rewards += one.returns()[0] != score
            score = one.returns()[0]
            fell = fell or bool(looks[abi.MOVABLES] < start[abi.MOVABLES])
            changed = looks[abi.KIND] >= 0 and (
                looks[abi.KIND] != start[abi.KIND] or looks[abi.HOLDS] > start[abi.HOLDS]
            )
            carried |= int(changed)
        walks += 1
        parted += not twins
        vanished += fell
        losses += int(looks[abi.STATUS] == abi.LOST)
    idle: Any = known.imagine(rng)
    moved = waited = 0
    for _ in range(10):
        if not idle.legal(0) or pace.slice(1) < 1:
            break
        before = sight.digest(idle.rules, idle.words)
        idle.advance(idle.legal(0)[0])
        pace.spend(1)
        waited += 1
        moved += before != sight.digest(idle.rules, idle.words)
    search = Breadth(core, model.rules, 128)
    search.start(model.words, mask_of(legal), luck_of(rng), layer=abi.TYPE)
    limit = Pace(pace.meter.rest(), pace.rate, share)
    run_on(search, limit)
    pace.spend(limit.steps)
    many = max(walks, 1)
    return Features(
        luck=parted / many,
        restless=moved / max(waited, 1),
        deadly=losses / many,
        rewarding=min(1.0, rewards / max(steps, 1) * 5),
        shoots=float(len(legal) > 5 or (len(legal) == 4 and max(legal) > 4)),
        carries=float(carried),
        vanishing=vanished / many,
        complete=float(search.complete),
        wide=min(1.0, cells / 400),
        crowded=min(1.0, float(search.control[11]) / max(cells, 1) / 4),
    )
