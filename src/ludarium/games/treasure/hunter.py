"""The hunter: a belief over tiles, and the action with the best chance of finding the treasure in time.

Every decision compares one-step futures in one unit, the chance of finding the treasure, discounted by time:

- an action that scans finds what the belief puts under the scan, and leaves the rest to the future;
- verifying a hint splits the belief into what is left if it is true and if it is a lie, and leaves both to the future;
- at the end of a turn what the pirate may reach is lost (his clock: prison, first free turn, shortest ways).

The future of a belief is the search theorist's discounted guesswork: blocks of the size of a large scan, the likeliest
first, each a few actions after the one before; plus the best single target from where one stands, by moves and only
as far as its tiles are still alive on arrival. Both grow when a belief is split, so knowledge has its price in the
same unit. The teleport is kept for a scan that finds with at least the chance `bold`, or that saves at least `saves`
of what would be lost this turn. A pirate who can be seen walking is followed: what he may reach next is scanned first.

It does not look further than one action (two where tiles are about to be lost), and it does not foresee future hints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.games.treasure.agents import moves_to, scan_sums
from ludarium.games.treasure.game import (
    ACTIONS_A_TURN,
    FIRST_VERIFY,
    LARGE_SCAN,
    SCANNING_STEPS,
    ToldState,
    TreasureState,
    action_name,
    moves_from,
    teleport_base,
)
from ludarium.games.treasure.knowledge import NEARER, TreasureKnown, meaning

Floats = NDArray[np.float64]

HORIZON = 6
"""Turns ahead for which the pirate's clock is read; after that what is alive stays alive."""
SURE = 1.0 - 1e-9
FARTHEST = 60
"""Moves beyond which a target is as far as can be."""


class Hunter(Agent[TreasureState]):
    """Bayesian search under a clock. All parameters were tuned on maps that the published table does not use.

    `patience` is the worth of finding one action later; `spread` the actions between two blocks of a blind search;
    `near` weighs the best single target against the blind search; `bold` and `saves` are the prices of the teleport.
    """

    needs = Needs(game="treasure")

    def __init__(
        self,
        patience: float = 0.94,
        spread: int = 3,
        near: float = 0.5,
        bold: float = 0.6,
        saves: float = 0.1,
        follows: float = 0.02,
        trusts: float = 0.7,
    ) -> None:
        self.patience, self.spread, self.near, self.bold, self.saves = patience, spread, near, bold, saves
        self.follows, self.trusts = follows, trusts

    def act(self, turn: Turn[TreasureState], budget: Budget) -> Decision:
        """Choose by the best chance of finding in time."""
        known = turn.known
        assert isinstance(known, TreasureKnown)
        mind = Mind(known, self)
        choice = mind.choose()
        return Decision(choice.action, mind.thoughts(choice))


class Oracle(Hunter):
    """The hunter in the game where every hint is told with its truth: what perfect knowledge of the lies is worth."""

    needs = Needs(game="treasure", able=(ToldState,))


@dataclass(frozen=True, slots=True)
class Choice:
    """An action with the chance of finding that it promises, and with what it finds at once."""

    action: int
    value: float
    found: float = 0.0


class Mind:
    """One decision."""

    def __init__(self, known: TreasureKnown, hunter: Hunter) -> None:
        self.known, self.hunter, self.terrain, self.rules = known, hunter, known.terrain, known.rules
        self.shape = (self.terrain.height, self.terrain.width)
        self.belief = known.belief
        self.weights = self.belief.on_map()
        self.alive = self._alive()
        self.risk = self.weights * (1.0 - self.alive[1])
        self.moves = moves_from(self.terrain, known.agent)
        self.passable = self.terrain.passable == 1
        self._away: dict[int, NDArray[np.int32]] = {}
        blocks = -(-self.shape[0] // (2 * self.rules.large + 1)) * -(-self.shape[1] // (2 * self.rules.large + 1))
        self.fading = np.cumprod(np.full(max(FARTHEST, hunter.spread * blocks) + 1, hunter.patience))
        self.fading = np.concatenate(([1.0], self.fading))

    # The pirate's clock

    def _alive(self) -> Floats:
        """Return, for turns from now on, the chance that the game goes on that long if the treasure is on a tile."""
        known, terrain = self.known, self.terrain
        tiles = terrain.candidates
        found = np.ones((HORIZON + 1, terrain.tiles))
        if known.turn + HORIZON < 3:
            return found
        index = {prison: row for row, prison in enumerate(terrain.prisons)}
        joint = self.belief.joint
        total = np.maximum(joint.sum(0), 1e-300)
        calendar = known.calendar()
        if len(self.belief.prisons) > 1:
            frees: dict[int, float] = {}
            for _, free, weight in calendar:
                frees[free] = frees.get(free, 0.0) + weight
            part = np.zeros((HORIZON + 1, len(tiles)))
            for row, prison in enumerate(self.belief.prisons):
                turns = (terrain.prison_steps[index[prison]][tiles] + 1) // 2
                share = joint[row] / total
                for free, weight in frees.items():
                    slack = free - 1 + turns - known.turn
                    for ahead in range(1, HORIZON + 1):
                        part[ahead] += weight * share * (slack >= ahead)
            part[0] = 1.0
        else:
            turns = (terrain.prison_steps[index[self.belief.prisons[0]]][tiles] + 1) // 2
            part = np.zeros((HORIZON + 1, len(tiles)))
            for _, free, weight in calendar:
                slack = free - 1 + turns - known.turn
                for ahead in range(HORIZON + 1):
                    part[ahead] += weight * (slack >= ahead)
        found[:, tiles] = part
        return found

    # The worth of a belief

    def _large(self, weights: Floats) -> Floats:
        """Return what a large scan on each tile would find."""
        return scan_sums(weights, self.terrain.width, self.rules.large)

    def blind(self, weights: Floats) -> float:
        """Return the discounted chance of finding by scans of blocks, the likeliest block first."""
        side = 2 * self.rules.large + 1
        height, width = self.shape
        rows, columns = -(-height // side), -(-width // side)
        padded = np.zeros((rows * side, columns * side))
        padded[:height, :width] = weights.reshape(self.shape)
        blocks = np.sort(padded.reshape(rows, side, columns, side).sum((1, 3)).reshape(-1))[::-1]
        blocks = blocks[: np.count_nonzero(blocks > 0)]
        return float(np.cumsum(blocks * self._fading(len(blocks)))[-1]) if len(blocks) else 0.0

    def _fading(self, number: int) -> Floats:
        """Return the worth of what is found by the first, second, … blind scan."""
        return self.fading[self.hunter.spread : self.hunter.spread * number + 1 : self.hunter.spread]

    def away(self, tile: int) -> NDArray[np.int32]:
        """Return the moves from a tile to every other."""
        if tile not in self._away:
            self._away[tile] = moves_to(self.terrain, tile)
        return self._away[tile]

    def target(self, weights: Floats, tile: int, used: int, teleport: bool) -> float:
        """Return the discounted chance of the best large scan that can be walked to, after *used* actions."""
        away = self.away(tile)
        reach = (away >= 0) & self.passable
        spent = used + away
        best = 0.0
        fade = self.fading[np.minimum(away + 1, FARTHEST)]
        if (self.alive[HORIZON][weights > 0] >= 1.0).all():
            sums = self._large(weights)
            best = float((sums * fade)[reach].max(initial=0.0))
            jump = float(sums[self.passable].max(initial=0.0))
        else:
            ahead = np.minimum((spent + ACTIONS_A_TURN - self.known.left) // ACTIONS_A_TURN, HORIZON)
            jump = 0.0
            for turns in range(HORIZON + 1):
                here = reach & (ahead == turns)
                soon = turns <= 1
                if not here.any() and not soon:
                    continue
                sums = self._large(weights * self.alive[turns])
                best = max(best, float((sums * fade)[here].max(initial=0.0)))
                if soon:
                    jump = float(sums[self.passable].max(initial=0.0))
        if teleport:
            best = 0.9 * max(best, self.hunter.patience * jump) + 0.1 * best
        return best

    def future(self, weights: Floats, tile: int, used: int, teleport: bool) -> float:
        """Return the worth of a belief (not normalised) for one who stands on a tile."""
        if self.known.left <= used:
            weights = weights * self.alive[1]
        near = self.hunter.near
        return (1 - near) * self.blind(weights) + near * self.target(weights, tile, used, teleport)

    # What can be done

    def scan_at(self, tile: int, radius: int) -> tuple[float, Floats]:
        """Return what a scan finds, and the belief without it."""
        rows, columns = self.terrain.around(tile, radius)
        rest = self.weights.copy()
        window = rest.reshape(self.shape)[rows, columns]
        found = float(np.cumsum(window)[-1])
        window[:] = 0.0
        return found, rest

    def scans(self) -> list[Choice]:
        """Return the large scan and every move."""
        left = not self.known.teleported
        patience = self.hunter.patience
        found, rest = self.scan_at(self.known.agent, self.rules.large)
        choices = [Choice(LARGE_SCAN, found + patience * self.future(rest, self.known.agent, 1, left), found)]
        for action, tile in self.moves.items():
            scanned = action % 4 < SCANNING_STEPS
            found, rest = self.scan_at(tile, self.rules.small) if scanned else (0.0, self.weights)
            choices.append(Choice(action, found + patience * self.future(rest, tile, 1, left), found))
        return choices

    def verdicts(self) -> list[Choice]:
        """Return every hint that is worth a verdict."""
        choices = []
        left = not self.known.teleported
        seen: set[Any] = set()
        for number, (claim, verdict) in enumerate(zip(self.known.claims, self.known.verdicts, strict=True)):
            if verdict is not None or claim in seen:
                continue
            seen.add(claim)
            true = np.zeros(self.terrain.tiles)
            true[self.terrain.candidates] = self._if_true(claim)
            share = float(true.sum())
            if not 1e-6 < share < 1 - 1e-6:
                continue
            parts = (true, np.maximum(self.weights - true, 0.0))
            value = sum(self.future(part, self.known.agent, 1, left) for part in parts)
            choices.append(Choice(FIRST_VERIFY + number, self.hunter.patience * value))
        return choices

    def _if_true(self, claim: Any) -> Floats:
        """Return the part of the belief in which a claim is true."""
        if claim.kind != NEARER:
            found: Floats = self.belief.weights * meaning(self.terrain, claim)
            return found
        found = np.zeros(len(self.terrain.candidates))
        for row, prison in enumerate(self.belief.prisons):
            found += self.belief.joint[row] * meaning(self.terrain, claim, prison)
        return found

    def teleport(self) -> Choice | None:
        """Return the best teleport when its time has come."""
        if self.known.teleported:
            return None
        sums = np.where(self.passable, self._large(self.weights), -1.0)
        tile = int(sums.argmax())
        base = teleport_base(self.terrain.tiles)
        following = self.known.rules.seen and self.known.free > 0
        if tile != self.known.agent and sums[tile] >= (self.hunter.trusts if following else self.hunter.bold):
            return Choice(base + tile, float(sums[tile]), float(sums[tile]))
        return None

    # What would be lost this turn

    def rescue(self) -> Choice | None:
        """Return the first action of the two that save most of what the pirate may reach this turn."""
        lost = float(self.risk.sum())
        if lost < (self.hunter.follows if self.rules.seen else self.hunter.saves):
            return None
        sums = np.zeros((self.shape[0] + 1, self.shape[1] + 1))
        sums[1:, 1:] = np.cumsum(np.cumsum(self.risk.reshape(self.shape), 0), 1)
        walked = self._best_pair(sums, self.known.agent)
        if walked.found >= 0.999 * lost:
            return walked
        if not self.known.teleported:
            jump = self._best_jump(sums, walked.found)
            if jump is not None:
                return jump
        if self.rules.seen and self.known.teleported and walked.found >= self.hunter.follows:
            return walked
        return None

    def _best_jump(self, sums: Floats, walked: float) -> Choice | None:
        windows = self._large(self.risk)
        worth = np.where(self.passable, windows, -1.0)
        order = np.argsort(-worth, kind="stable")[:24].tolist()
        pairs = {tile: self._best_pair(sums, tile) for tile in order if tile != self.known.agent and worth[tile] > 0}
        if not pairs:
            return None
        everything = self._large(self.weights)
        tile = max(pairs, key=lambda tile: (round(pairs[tile].found, 9), round(float(everything[tile]), 9), -tile))
        if pairs[tile].found - walked < (self.hunter.follows if self.rules.seen else self.hunter.saves):
            return None
        return Choice(teleport_base(self.terrain.tiles) + tile, pairs[tile].found, pairs[tile].found)

    def _best_pair(self, sums: Floats, tile: int) -> Choice:
        """Return the first of the actions left this turn from a tile.

        By what they save, then by how near to a pirate who can be seen they end, then by all that the first one finds.
        """
        away = self.away(self.known.path[-1]) if self.known.path else None
        best: tuple[Any, ...] = (-1.0, 0, -1.0, 0, tile, ())
        for action, end, box in self._steps(tile):
            saved, found = _sum(sums, box), self._in_box(box)
            following = self._steps(end) if self.known.left > 1 else [(action, end, (0, 0, 0, 0))]
            for _, last, other in following:
                total = saved + _sum(sums, other) - _sum(sums, _overlap(box, other))
                far = 0 if away is None else int(away[last]) if away[last] >= 0 else self.terrain.tiles
                best = max(best, (round(total, 9), -far, round(found, 9), -action, last, (box, other)))
        return Choice(-best[3], self._after(best[4], best[5]), best[0])

    def _after(self, tile: int, boxes: tuple[tuple[int, int, int, int], ...]) -> float:
        """Return what the scans of these boxes find, and what is left to the future for one who ends on a tile."""
        rest = self.weights.copy()
        for top, bottom, left, right in boxes:
            rest.reshape(self.shape)[top:bottom, left:right] = 0.0
        found = float(np.cumsum(self.weights - rest)[-1])
        used = self.known.left
        return found + float(self.fading[used]) * self.future(rest, tile, used, not self.known.teleported)

    def _steps(self, tile: int) -> list[tuple[int, int, tuple[int, int, int, int]]]:
        """Return each action from a tile with where it ends and the box that it scans."""
        found = [(LARGE_SCAN, tile, self._box(tile, self.rules.large))]
        for action, end in moves_from(self.terrain, tile).items():
            box = self._box(end, self.rules.small) if action % 4 < SCANNING_STEPS else (0, 0, 0, 0)
            found.append((action, end, box))
        return found

    def _box(self, tile: int, radius: int) -> tuple[int, int, int, int]:
        rows, columns = self.terrain.around(tile, radius)
        return rows.start, rows.stop, columns.start, columns.stop

    def _in_box(self, box: tuple[int, int, int, int]) -> float:
        return float(self.weights.reshape(self.shape)[box[0] : box[1], box[2] : box[3]].sum())

    def choose(self) -> Choice:
        """Return the best action."""
        rescue = self.rescue()
        if rescue is not None and rescue.action >= teleport_base(self.terrain.tiles):
            return rescue
        choices = self.scans()
        sure = [choice for choice in choices if choice.found >= SURE]
        if sure:
            return sure[0]
        jump = self.teleport()
        if jump is not None:
            return jump
        choices += self.verdicts()
        if self.rules.seen and self.known.free and self.known.teleported:
            choices = self._on_the_leash(choices)
        best = max(choices, key=lambda choice: (round(choice.value, 12), -choice.action))
        if rescue is not None:
            lost = float(np.cumsum(self.risk)[-1]) if self.known.left > 1 else 0.0
            if rescue.value >= best.value * (1.0 - lost):
                return rescue
        return best

    def _on_the_leash(self, choices: list[Choice]) -> list[Choice]:
        """Return the choices from which the pirate is reached before what he may reach is lost; all, if there is none.

        Until then one may roam: a hunter is up to four times as fast as the pirate.
        """
        pirate = self.known.path[-1]
        around = [tile for tile in (pirate, *self.terrain.neighbours(pirate)) if self.passable[tile]]
        away = np.min([np.where(self.away(tile) < 0, 10_000, self.away(tile)) for tile in around], axis=0)
        ends = {choice.action: int(away[self.moves.get(choice.action, self.known.agent)]) for choice in choices}
        lost = [float(np.cumsum(self.weights * (1.0 - alive))[-1]) for alive in self.alive[1:]]
        spare = sum(loss <= self.hunter.follows for loss in lost)
        allowed = (1 if self.known.left == 1 else 2) + ACTIONS_A_TURN * spare
        kept = [choice for choice in choices if ends[choice.action] <= allowed]
        return kept if kept and spare < HORIZON else choices

    def thoughts(self, choice: Choice) -> dict[str, object]:
        """Return what is worth telling."""
        likely = int(self.weights.argmax())
        return {
            "value": round(min(choice.value, 1.0), 4),
            "finds": round(choice.found, 4),
            "at risk": round(float(self.risk.sum()), 4),
            "likeliest": f"{self.terrain.words(likely)} ({self.weights[likely]:.3g})",
            "tiles": int(np.count_nonzero(self.weights)),
            "action": action_name(self.terrain, choice.action),
        }


def _sum(sums: Floats, box: tuple[int, int, int, int]) -> float:
    top, bottom, left, right = box
    if bottom <= top or right <= left:
        return 0.0
    return float(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return max(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), min(one[3], other[3])
