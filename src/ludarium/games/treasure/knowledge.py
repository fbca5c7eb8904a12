"""What the hunter knows, and what follows from it: the logic of hints (masks) and a belief over tiles and prisons.

The belief is the posterior given everything perceived: every hint with the chance of this very claim, true or a lie
(a hint that is not verified is evidence too), verdicts, scans, the tile of the start (the treasure is not there), the
prison, the pirate's walk, and that he has not won yet. It is exact for a treasure drawn uniformly from the tiles that
every prison reaches. Generated islands come close to that: what mountains were cut for the sake of the treasure, which
is left out, says a little more. A hint's truth follows from tile and prison, so the lies need no further draw.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.errors import LudariumError
from ludarium.core.game import Known, View
from ludarium.games.treasure.hints import HINTS, Claim, Floats
from ludarium.games.treasure.level import EARLIEST_REVEAL, LATEST_FREE, LATEST_REVEAL, Mask, Terrain

if TYPE_CHECKING:
    from ludarium.games.treasure.game import TreasureState

NEARER = 6
FROM_A_POINT = 13


class Rules(NamedTuple):
    """The setting, which everybody knows: hard scans, a pirate one can see walking, hints told with their truth.

    `kinds` are the hints that the pirate uses; empty means all.
    """

    hard: bool = False
    seen: bool = True
    told: bool = False
    kinds: tuple[int, ...] = ()

    @property
    def small(self) -> int:
        """How far the small scan sees."""
        return 1 if self.hard else 2

    @property
    def large(self) -> int:
        """How far the large scan sees."""
        return 2 if self.hard else 3


@dataclass(slots=True, eq=False)
class TreasureKnown(Known):
    """What the hunter has perceived. `verdicts` are True, False or None (not verified); −1 and 0 are 'not known yet'.

    `scanned` holds one bit a tile; `path` is the pirate's way so far where he can be seen, his prison first.
    """

    terrain: Terrain
    rules: Rules
    turn: int
    left: int
    agent: int
    start: int
    teleported: bool
    claims: tuple[Claim, ...]
    verdicts: tuple[bool | None, ...]
    scanned: bytes
    prison: int
    reveal: int
    free: int
    path: tuple[int, ...]
    status: int
    treasure: int
    _belief: Belief | None = None

    def key(self) -> Hashable:
        """Return all of it, the map by its name."""
        return (self.terrain.name, *(getattr(self, name) for name in _FIELDS[1:]))

    def __getstate__(self) -> Any:
        claims = tuple((claim.kind, claim.numbers) for claim in self.claims)
        terrain = (self.terrain.width, self.terrain.height, self.terrain.regions, self.terrain.whats)
        plain = {"terrain": terrain, "rules": tuple(self.rules), "claims": claims}
        return repr([plain.get(name, getattr(self, name)) for name in _FIELDS])

    def __setstate__(self, text: Any) -> None:
        from ast import literal_eval

        from ludarium.games.treasure.level import terrain_of

        values = dict(zip(_FIELDS, literal_eval(text), strict=True))
        values["terrain"] = terrain_of(*values["terrain"])
        values["rules"] = Rules(*values["rules"])
        values["claims"] = tuple(Claim(*claim) for claim in values["claims"])
        for name, value in values.items():
            setattr(self, name, value)
        self._belief = None

    @property
    def view(self) -> View:
        """What the hunter sees, with the belief that follows from it."""
        from ludarium.games.treasure.frame import view_of

        return view_of(self, None)

    @property
    def belief(self) -> Belief:
        """The posterior, computed once."""
        if self._belief is None:
            self._belief = posterior(self)
        return self._belief

    def scanned_mask(self) -> Mask:
        """Return the tiles that were scanned."""
        return np.unpackbits(np.frombuffer(self.scanned, np.uint8), count=self.terrain.tiles).astype(bool)

    def calendar(self) -> list[tuple[int, int, float]]:
        """Return the turns of reveal and freedom that are still possible, with their chances."""
        found = []
        for reveal in range(EARLIEST_REVEAL, LATEST_REVEAL + 1):
            if reveal != self.reveal and (self.reveal or reveal <= self.turn):
                continue
            last = reveal + 1 if self.rules.hard else LATEST_FREE
            found += [
                (reveal, free, 1.0 / (last - reveal))
                for free in range(reveal + 1, last + 1)
                if free == self.free or (not self.free and free > self.turn)
            ]
        total = sum(weight for _, _, weight in found)
        return [(reveal, free, weight / total) for reveal, free, weight in found]

    def imagine(self, rng: np.random.Generator) -> TreasureState:
        """Draw treasure, prison, lies and the pirate's calendar from the posterior, with fresh luck."""
        from ludarium.games.treasure.game import ToldState, TreasureState

        tile, prison = (self.treasure, self.prison) if self.treasure >= 0 else self.belief.draw(rng)
        calendar = self.calendar()
        at = int(np.searchsorted(np.cumsum([weight for _, _, weight in calendar]), rng.random(), "right"))
        reveal, free, _ = calendar[min(at, len(calendar) - 1)]
        kind = ToldState if self.rules.told else TreasureState
        return kind.imagined(self, tile, prison, reveal, free, int(rng.integers(1 << 62)))


_FIELDS = tuple(name for name in TreasureKnown.__dataclass_fields__ if name != "_belief")


class Belief:
    """Weights over prisons (rows) and candidate tiles (columns); they sum to 1."""

    def __init__(self, terrain: Terrain, prisons: tuple[int, ...], joint: Floats) -> None:
        self.terrain, self.prisons = terrain, prisons
        total = float(np.cumsum(joint.reshape(-1))[-1]) if joint.size else 0.0
        if total <= 0.0:
            raise LudariumError("what was perceived fits no tile: this is not a game of these rules")
        self.joint = joint / total

    @property
    def weights(self) -> Floats:
        """The chance of each candidate tile."""
        found: Floats = self.joint[0] if len(self.prisons) == 1 else self.joint.sum(0)
        return found

    @property
    def prison_chances(self) -> Floats:
        """The chance of each prison."""
        found: Floats = self.joint.sum(1)
        return found

    def on_map(self) -> Floats:
        """Return the chance of every tile of the map."""
        found = np.zeros(self.terrain.tiles)
        found[self.terrain.candidates] = self.weights
        return found

    def draw(self, rng: np.random.Generator) -> tuple[int, int]:
        """Draw a treasure's tile and a prison."""
        sums = np.cumsum(self.joint.reshape(-1))
        at = int(np.searchsorted(sums, rng.random() * sums[-1], "right"))
        row, column = divmod(min(at, len(sums) - 1), self.joint.shape[1])
        return int(self.terrain.candidates[column]), self.prisons[row]


@lru_cache(maxsize=512)
def meaning(terrain: Terrain, claim: Claim, prison: int | None = None) -> Mask:
    """Return which of the candidate tiles a claim means."""
    return HINTS[claim.kind].tiles(terrain, claim.numbers, prison)[terrain.candidates]


@lru_cache(maxsize=512)
def evidence(terrain: Terrain, claim: Claim, verdict: bool | None) -> Floats:
    """Return the chance of a claim (up to a factor) for each candidate tile; kind 6 says nothing without a prison."""
    if claim.kind == NEARER:
        return np.ones(len(terrain.candidates))
    mask = meaning(terrain, claim)
    if_true, if_false = (
        part[terrain.candidates] if isinstance(part, np.ndarray) else np.full(len(mask), part)
        for part in HINTS[claim.kind].odds(terrain, claim.numbers)
    )
    if verdict is not None:
        found = if_true * mask if verdict else if_false * ~mask
    else:
        found = np.where(mask, if_true, if_false)
    most = float(found.max()) if len(found) else 0.0
    return found / most if most > 0 else found


@lru_cache(maxsize=2048)
def _steps(terrain: Terrain, tile: int) -> NDArray[np.int32]:
    return terrain.steps_from(tile)[terrain.candidates]


@lru_cache(maxsize=512)
def step_evidence(terrain: Terrain, here: int, there: int) -> Floats:
    """Return the chance of one step of the pirate for each candidate tile: uniform among the steps that come nearer."""
    nearer = _steps(terrain, here) - 1
    options = np.zeros(len(nearer))
    for tile in terrain.neighbours(here):
        if terrain.passable[tile]:
            options += _steps(terrain, tile) == nearer
    return np.where((_steps(terrain, there) == nearer) & (options > 0), 1.0 / np.maximum(options, 1), 0.0)


def known_prison(claims: Iterable[Claim]) -> int:
    """Return the prison that some hint named as its point, or −1."""
    named = [claim.numbers[0] for claim in claims if claim.kind == FROM_A_POINT and claim.numbers[0] >= 0]
    return named[0] if named else -1


def posterior(known: TreasureKnown) -> Belief:
    """Return the belief that follows from what was perceived."""
    terrain = known.terrain
    tiles = terrain.candidates
    weights = (~known.scanned_mask()[tiles]).astype(np.float64)
    weights[tiles == known.start] = 0.0
    for claim, verdict in zip(known.claims, known.verdicts, strict=True):
        weights = weights * evidence(terrain, claim, verdict)
    if known.path:
        weights[np.isin(tiles, known.path)] = 0.0
        for here, there in zip(known.path[:-1], known.path[1:], strict=True):
            weights = weights * step_evidence(terrain, here, there)
    if known.free and known.turn > known.free:
        weights[_steps(terrain, known.prison) <= 2 * (known.turn - known.free)] = 0.0
    most = weights.max() if len(weights) else 0.0
    if most > 0:
        weights = weights / most
    prisons = (known.prison,) if known.prison >= 0 else terrain.prisons
    near = [
        (claim, verdict)
        for claim, verdict in zip(known.claims, known.verdicts, strict=True)
        if claim.kind == NEARER and verdict is not None
    ]
    joint = np.repeat(weights[None, :], len(prisons), 0)
    for row, prison in enumerate(prisons):
        for claim, verdict in near:
            joint[row] *= meaning(terrain, claim, prison) == verdict
    return Belief(terrain, prisons, joint)


def possible(known: TreasureKnown) -> Mask:
    """Return the tiles of the map that certain knowledge leaves: the mask of the source's agent, without its errors.

    Terrain, scans, verified hints (kind 6 once the prison is known) and the first hint; nothing that is only likely.
    """
    terrain = known.terrain
    mask: Mask = (terrain.passable == 1) & ~known.scanned_mask()
    prison = None if known.prison < 0 else known.prison
    for claim, verdict in zip(known.claims, known.verdicts, strict=True):
        if verdict is None or (claim.kind == NEARER and prison is None):
            continue
        mask &= HINTS[claim.kind].tiles(terrain, claim.numbers, prison) == verdict
    return mask
