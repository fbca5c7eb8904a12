"""The log of a game as the source writes it.

First the number of lines that follow and WIN or LOSE; then START and the agent's place; for each turn a line TURN, the
hint (its number, its kind, what it says, its map), then MASK (the agent's place and what is excluded) and AGENT (what
was done) for each action. In the maps 1 is a tile that the hint excludes, or that is known to hold nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ludarium.core.record import Record, positions
from ludarium.games.treasure.game import (
    FIRST_VERIFY,
    LARGE_SCAN,
    LONGEST_MOVE,
    SCANNING_STEPS,
    TreasureState,
    teleport_base,
)
from ludarium.games.treasure.hints import HINTS
from ludarium.games.treasure.knowledge import possible
from ludarium.games.treasure.level import SIDES, Mask


def log_of(record: Record) -> str:
    """Return the log of a record."""
    lines = list(_lines(record))
    return "\n".join([str(len(lines) + 1), lines[-1], *lines]) + "\n"


def _lines(record: Record) -> Iterator[str]:
    before: TreasureState | None = None
    told = 0
    state = None
    for state, move in positions(record):
        assert isinstance(state, TreasureState)
        if before is not None and move is not None:
            yield from _action(before, move.actions[0])
        if before is None:
            yield "START"
            yield f"AGENT: {state.island.terrain.words(state.agent)}"
        if not state.status and state.turn > told:
            told = state.turn
            yield from _turn(state)
        if not state.status:
            yield "MASK"
            yield state.island.terrain.words(state.agent)
            yield from _map(state, ~possible(state.known(0)))
        before = state.clone()
    assert isinstance(state, TreasureState)
    yield ("NOT OVER", "WIN", "LOSE")[state.status]


def _turn(state: TreasureState) -> Iterator[str]:
    terrain = state.island.terrain
    yield f"TURN {state.turn}*****"
    if state.turn == state.reveal:
        yield f"PRISON {terrain.words(state.prison)}"
    if state.turn == state.free:
        yield "FREE"
    claim = state.claims[-1]
    yield f"HINT {state.turn}"
    yield str(claim.kind)
    yield HINTS[claim.kind].say(terrain, claim.numbers)
    prison = state.known(0).prison
    if claim.kind != 6 or prison >= 0:
        yield from _map(state, ~HINTS[claim.kind].tiles(terrain, claim.numbers, prison))


def _action(state: TreasureState, action: int) -> Iterator[str]:
    yield "AGENT"
    terrain = state.island.terrain
    if action >= teleport_base(terrain.tiles):
        yield "5 TELEPORT"
        yield terrain.words(action - teleport_base(terrain.tiles))
    elif action >= FIRST_VERIFY:
        number = action - FIRST_VERIFY
        yield "1 VERIFY"
        yield str(number + 1)
        yield str(state.truths[number])
    elif action == LARGE_SCAN:
        yield "4 LARGE SCAN"
    else:
        side, steps = divmod(action, LONGEST_MOVE)
        kind, scan = (2, " and SMALL SCAN") if steps < SCANNING_STEPS else (3, "")
        yield f"{kind} MOVE {steps + 1} steps, direction {'NESW'[side]}{scan}"
        yield str(list(SIDES[side]))
        yield str(steps + 1)


def _map(state: TreasureState, excluded: Mask) -> Iterator[str]:
    for row in excluded.reshape(state.island.height, state.island.width).astype(np.uint8).tolist():
        yield "".join(map(str, row))
