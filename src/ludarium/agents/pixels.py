"""Planning with pixels: IW(1) whose atoms come from the drawn screen alone.

Lipovetzky, Ramírez & Geffner 2015 planned over a console's memory; Bandres, Bonet & Geffner 2018 over its screen, with
the B-PROST features of Liang et al. 2016. The screen is cut into tiles and its colours are rounded to 3 bits each.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.agents.pace import Pace
from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, nearest
from ludarium.core.game import HasImage, State

Atoms = NDArray[np.int64]
_CELL = 2
_FEATURES = ("basic", "bprost")
_COLOURS = 512


def tiles(state: HasImage) -> NDArray[np.int64]:
    """Return the colours (as numbers below 512) of the drawn screen, two pixels by two a cell."""
    image = state.image(_CELL).astype(np.int64) >> 5
    found: NDArray[np.int64] = (image[..., 0] << 6) | (image[..., 1] << 3) | image[..., 2]
    return found


def basic(screen: NDArray[np.int64]) -> Atoms:
    """Return an atom for each colour that shows in a tile."""
    return np.unique(np.arange(screen.size) * _COLOURS + screen.ravel())


def bprost(screen: NDArray[np.int64], before: NDArray[np.int64], ground: NDArray[np.int64]) -> Atoms:
    """Return the basic atoms, and pairs of colours at an offset: within the screen, and from the last one to this one.

    Pairs are taken over what differs from the *ground* (the root's screen) or stood out in it; the offset is signed, so
    one atom says 'a red thing two above a blue one', wherever on the screen.
    """
    height, width = screen.shape
    rows, columns = np.nonzero((screen != ground) | _rare(ground))
    rows, columns = rows[:64], columns[:64]
    colours = screen[rows, columns]
    offset = (rows[:, None] - rows[None, :] + height) * 2 * width + columns[:, None] - columns[None, :] + width
    pair = colours[:, None] * _COLOURS + colours[None, :]
    base = screen.size * _COLOURS
    spatial = base + (offset * _COLOURS * _COLOURS + pair)
    past = before[rows, columns]
    timed = base + ((offset + 4 * height * width) * _COLOURS * _COLOURS + past[:, None] * _COLOURS + colours[None, :])
    return np.unique(np.concatenate([basic(screen), spatial.ravel(), timed.ravel()]))


def _rare(screen: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mark the colours that cover less than a twentieth of the screen: things, not ground."""
    counts = np.bincount(screen.ravel(), minlength=_COLOURS)
    found: NDArray[np.bool_] = (counts * 20 < screen.size)[screen]
    return found


class Pixels(Agent[State]):
    """IW(1) over the drawn screen: `features=basic` (a colour in a tile) or `features=bprost`.

    Nothing but the screen, the score and whether the game goes on is looked at. Drawing is Python, so a move of 40 ms
    sees tens to hundreds of states. Not handled: what is not drawn; opponents; luck (each search sees one future).
    """

    needs = Needs(players=1, able=(HasImage,))

    def __init__(self, features: str = "basic", steps: int | None = None, ms: float | None = None) -> None:
        if features not in _FEATURES:
            raise BadParameter(f"pixels: features={features}; choose basic or bprost{nearest(features, _FEATURES)}")
        self.features, self.steps, self.ms = features, steps, ms

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Search breadth-first over screens with something new."""
        pace = Pace(budget.within(steps=self.steps, ms=self.ms))
        root: Any = turn.imagine(self.rng)
        ground = tiles(root)
        seen = set(self._atoms(ground, ground, ground).tolist())
        queue: deque[tuple[Any, NDArray[np.int64], int]] = deque([(root, ground, -1)])
        values: dict[int, float] = {}
        start, nodes = root.returns()[0], 0
        while queue:
            state, screen, first = queue.popleft()
            legal = list(state.legal(0))
            self.rng.shuffle(legal)
            for action in legal:
                if pace.slice(1) < 1:
                    queue.clear()
                    break
                child = state.clone()
                child.advance(action)
                pace.spend(1)
                opening = int(action) if first < 0 else first
                gained = child.returns()[0] - start
                if child.is_over() and gained <= 0:
                    gained -= 1.0
                values[opening] = max(values.get(opening, -1e9), gained)
                drawn = tiles(child)
                fresh = set(self._atoms(drawn, screen, ground).tolist()) - seen
                if fresh and not child.is_over():
                    seen |= fresh
                    nodes += 1
                    queue.append((child, drawn, opening))
        best = max(values.values(), default=0.0)
        action = self.choose([a for a in turn.legal if values.get(a, 0.0) == best] or list(turn.legal))
        return Decision(action, {"value": best, "values": values, "nodes": nodes, "steps": pace.steps})

    def _atoms(self, screen: NDArray[np.int64], before: NDArray[np.int64], ground: NDArray[np.int64]) -> Atoms:
        return basic(screen) if self.features == "basic" else bprost(screen, before, ground)
