"""Exact play on tiny maps: the value of every action given what is known, by search over beliefs.

A node is what the hunter knows: where he stands, the clock, hints not verified, and the worlds that are still possible
(prison, treasure, turn of reveal, first free turn, and where the pirate is) with their weights. Actions split worlds
into found and not found, or true and false; the end of a turn drops the worlds in which the pirate arrives, and what is
seen next (a reveal, a free pirate, his steps, the hint) splits the rest. Weights are not normalised, so the value of a
node is the chance to win from it, and the sum of its parts. Expectimax with a table; a node whose best action wins
everything needs no other action.

It handles kinds of hints that can be listed and have one form (4, 5, 6, 9, 10, 11, 12, 15): the game has to be limited
to such with `kinds`, and to some tens of free tiles and few turns. Elsewhere the answer is None.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ludarium.core.budget import Budget, Meter
from ludarium.games.treasure.game import (
    ACTIONS_A_TURN,
    FIRST_VERIFY,
    LARGE_SCAN,
    LONGEST_MOVE,
    SCANNING_STEPS,
    STEPS_A_TURN,
    moves_from,
    teleport_base,
)
from ludarium.games.treasure.hints import HINTS, Claim, possible_kinds
from ludarium.games.treasure.knowledge import Rules, TreasureKnown
from ludarium.games.treasure.level import Terrain

LISTED = (4, 5, 6, 9, 10, 11, 12, 15)
MOST_TILES = 128
DEFAULT_NODES = 300_000


class World(NamedTuple):
    """One way the secrets may be."""

    prison: int
    treasure: int
    reveal: int
    free: int
    pirate: int


Worlds = tuple[tuple[World, float], ...]


class Node(NamedTuple):
    """What the hunter knows."""

    agent: int
    turn: int
    left: int
    teleported: bool
    pending: tuple[Claim, ...]
    worlds: Worlds


class _OutOfBudget(Exception):
    """The search was larger than allowed."""


def action_values(known: TreasureKnown, budget: Budget) -> Mapping[int, float] | None:
    """Return the exact value (1 wins, −1 loses) of each legal action, or None where that is out of reach."""
    terrain, kinds = known.terrain, possible_kinds(known.terrain, known.rules.kinds)
    if terrain.tiles > MOST_TILES or not kinds or any(kind not in LISTED for kind in kinds) or known.status:
        return None
    search = Search(terrain, known.rules, budget)
    root = search.root(known)
    try:
        values = dict(search.actions(root))
    except _OutOfBudget:
        return None
    for number, (claim, verdict) in enumerate(zip(known.claims, known.verdicts, strict=True)):
        if verdict is None:
            values[FIRST_VERIFY + number] = values[-1 - root.pending.index(claim)]
    return {action: round(2.0 * values[action] - 1.0, 9) for action in sorted(values) if action >= 0}


class Search:
    """One search; `value` is the chance to win from a node, in the units of its weights."""

    def __init__(self, terrain: Terrain, rules: Rules, budget: Budget) -> None:
        self.terrain, self.rules = terrain, rules
        self.kinds = possible_kinds(terrain, rules.kinds)
        self.steps = {prison: terrain.steps_from(prison) for prison in terrain.prisons}
        self._meter: Meter = budget.within(steps=DEFAULT_NODES).start()
        self._table: dict[Node, float] = {}
        self._ways: dict[int, list[int]] = {}
        self._claims: dict[int, list[tuple[Claim, dict[tuple[int, int], float]]]] = {}
        self._means: dict[tuple[Claim, int], frozenset[int]] = {}

    def root(self, known: TreasureKnown) -> Node:
        """Return the node of what is known."""
        belief, tiles = known.belief, self.terrain.candidates.tolist()
        calendar = known.calendar()
        worlds = [
            (World(prison, tile, reveal, free, known.path[-1] if known.path else prison), float(weight) * share)
            for prison, row in zip(belief.prisons, belief.joint, strict=True)
            for tile, weight in zip(tiles, row.tolist(), strict=True)
            for reveal, free, share in calendar
            if weight > 0
        ]
        pending = tuple(sorted({c for c, v in zip(known.claims, known.verdicts, strict=True) if v is None}))
        return Node(known.agent, known.turn, known.left, known.teleported, pending, tuple(sorted(worlds)))

    def value(self, node: Node) -> float:
        """Return the chance to win from a node."""
        total = _total(node.worlds)
        if total <= 0.0:
            return 0.0
        scaled = node._replace(worlds=tuple((world, round(weight / total, 12)) for world, weight in node.worlds))
        if scaled not in self._table:
            self._meter.spend()
            if not self._meter.left():
                raise _OutOfBudget
            best = 0.0
            for _, chance in self.actions(scaled):
                best = max(best, chance)
                if best >= 1.0 - 1e-9:
                    break
            self._table[scaled] = best
        return total * self._table[scaled]

    def actions(self, node: Node) -> Iterator[tuple[int, float]]:
        """Yield each action with its chance to win; verdicts as −1, −2, … by their place in `pending`."""
        yield LARGE_SCAN, self._scanned(node, node.agent, self.rules.large)
        for action, tile in moves_from(self.terrain, node.agent).items():
            moved = node._replace(agent=tile)
            scans = action % LONGEST_MOVE < SCANNING_STEPS
            yield action, self._scanned(moved, tile, self.rules.small) if scans else self._spent(moved)
        for number, claim in enumerate(node.pending):
            pending = (*node.pending[:number], *node.pending[number + 1 :])
            parts: dict[bool, list[tuple[World, float]]] = {True: [], False: []}
            for world, weight in node.worlds:
                parts[world.treasure in self._meaning(claim, world.prison)].append((world, weight))
            chance = sum(self._spent(node._replace(pending=pending, worlds=tuple(part))) for part in parts.values())
            yield -1 - number, chance
        if not node.teleported:
            base = teleport_base(self.terrain.tiles)
            for tile in self.terrain.open.tolist():
                if tile != node.agent:
                    yield base + tile, self.value(node._replace(agent=tile, teleported=True))

    def _scanned(self, node: Node, tile: int, radius: int) -> float:
        rows, columns = self.terrain.around(tile, radius)
        found, rest = 0.0, []
        for world, weight in node.worlds:
            row, column = self.terrain.place(world.treasure)
            if rows.start <= row < rows.stop and columns.start <= column < columns.stop:
                found += weight
            else:
                rest.append((world, weight))
        return found + self._spent(node._replace(worlds=tuple(rest)))

    def _spent(self, node: Node) -> float:
        """Return the chance after an action: the same turn goes on, or the pirate walks."""
        if not node.worlds:
            return 0.0
        if node.left > 1:
            return self.value(node._replace(left=node.left - 1))
        after = [part for world, weight in node.worlds for part in self._walked(world, weight, node.turn)]
        return self._heard(node._replace(turn=node.turn + 1, left=ACTIONS_A_TURN), after)

    def _walked(self, world: World, weight: float, turn: int) -> list[tuple[World, tuple[int, ...], float]]:
        """Return what a world becomes at the end of a turn, with the steps that are seen; nothing when he arrives."""
        if turn < world.free:
            return [(world, (), weight)]
        if not self.rules.seen:
            arrived = self.steps[world.prison][world.treasure] <= STEPS_A_TURN * (turn - world.free + 1)
            return [] if arrived else [(world, (), weight)]
        ways = self._to(world.treasure)
        now: list[tuple[int, tuple[int, ...], float]] = [(world.pirate, (), weight)]
        for _ in range(STEPS_A_TURN):
            following = []
            for here, path, share in now:
                around = [t for t in self.terrain.neighbours(here) if self.terrain.passable[t] and ways[t] >= 0]
                least = min(ways[t] for t in around)
                nearer = [t for t in around if ways[t] == least]
                following += [(t, (*path, t), share / len(nearer)) for t in nearer if t != world.treasure]
            now = following
        return [(world._replace(pirate=here), path, share) for here, path, share in now]

    def _heard(self, node: Node, after: list[tuple[World, tuple[int, ...], float]]) -> float:
        """Return the chance over all that may be seen and heard at the start of a turn."""
        seen: dict[object, list[tuple[World, float]]] = defaultdict(list)
        for world, path, weight in after:
            revealed, free = node.turn >= world.reveal, node.turn >= world.free
            seen[world.prison if revealed else -1, revealed, free, path].append((world, weight))
        chance = 0.0
        for worlds in seen.values():
            heard: dict[tuple[Claim, bool | None], list[tuple[World, float]]] = defaultdict(list)
            for kind in self.kinds:
                for claim, chances in self._listed(kind, node.agent):
                    for world, weight in worlds:
                        share = chances.get((world.prison, world.treasure), 0.0)
                        if share > 0.0:
                            true = world.treasure in self._meaning(claim, world.prison)
                            part = heard[claim, true if self.rules.told else None]
                            part.append((world, 0.5 * weight * share / len(self.kinds)))
            for (claim, _), part in heard.items():
                pending = node.pending if self.rules.told else tuple(sorted({*node.pending, claim}))
                chance += self.value(node._replace(pending=pending, worlds=_merged(part)))
        return chance

    def _listed(self, kind: int, agent: int) -> list[tuple[Claim, dict[tuple[int, int], float]]]:
        """Return every claim of a kind with its chance, given its truth, for each prison and tile."""
        key = kind * self.terrain.tiles + (agent if kind == 6 else 0)
        if key not in self._claims:
            tiles = self.terrain.candidates.tolist()
            chances: dict[Claim, dict[tuple[int, int], float]] = {}
            totals: dict[tuple[int, int, bool], float] = defaultdict(float)
            for claim in all_claims(self.terrain, kind, agent):
                odds = HINTS[kind].odds(self.terrain, claim.numbers)
                chances[claim] = {}
                for prison in self.terrain.prisons:
                    meant = self._meaning(claim, prison)
                    for tile in tiles:
                        part = odds[0 if tile in meant else 1]
                        share = float(part if isinstance(part, float) else part[tile])
                        chances[claim][prison, tile] = share
                        totals[prison, tile, tile in meant] += share
            self._claims[key] = [
                (
                    claim,
                    {
                        (prison, tile): share / totals[prison, tile, tile in self._meaning(claim, prison)]
                        for (prison, tile), share in shares.items()
                    },
                )
                for claim, shares in chances.items()
            ]
        return self._claims[key]

    def _meaning(self, claim: Claim, prison: int) -> frozenset[int]:
        key = (claim, prison)
        if key not in self._means:
            mask = HINTS[claim.kind].tiles(self.terrain, claim.numbers, prison)
            self._means[key] = frozenset(tile for tile in self.terrain.candidates.tolist() if mask[tile])
        return self._means[key]

    def _to(self, treasure: int) -> list[int]:
        if treasure not in self._ways:
            self._ways[treasure] = self.terrain.steps_from(treasure).tolist()
        return self._ways[treasure]


def all_claims(terrain: Terrain, kind: int, agent: int) -> list[Claim]:
    """List every claim of a kind that has one form."""
    if kind in (10, 11, 15):
        found: list[tuple[int, ...]] = [(0,), (1,)]
    elif kind == 6:
        found = [(0, agent), (1, agent)]
    elif kind == 9:
        found = list(terrain.pairs)
    elif kind == 12:
        found = [(half,) for half in range(4)]
    else:
        side = min(HINTS[kind].side, min(terrain.width, terrain.height) // 2)  # type: ignore[attr-defined]
        found = [
            (row, column, side)
            for row in range(terrain.height - side + 1)
            for column in range(terrain.width - side + 1)
        ]
    return [Claim(kind, numbers) for numbers in found]


def _merged(worlds: list[tuple[World, float]]) -> Worlds:
    sums: dict[World, float] = defaultdict(float)
    for world, weight in worlds:
        sums[world] += weight
    return tuple(sorted(sums.items()))


def _total(worlds: Worlds) -> float:
    return sum(weight for _, weight in worlds)
