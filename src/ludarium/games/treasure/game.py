"""Treasure as a game of the laboratory: one hunter, hidden information, won or lost."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Literal, Self

import numpy as np

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, IllegalAction, nearest
from ludarium.core.frame import Frame
from ludarium.core.game import Game, State, View
from ludarium.core.record import Record
from ludarium.core.rng import derive, derive_seed
from ludarium.core.spec import Chance, GameSpec, Information, Payoff
from ludarium.games.treasure import hints, notation
from ludarium.games.treasure.generator import generate
from ludarium.games.treasure.hints import HINTS, Claim, Scene
from ludarium.games.treasure.knowledge import Rules, TreasureKnown, known_prison
from ludarium.games.treasure.level import (
    LARGEST,
    LATEST_FREE,
    SIDE_NAMES,
    SIDES,
    SMALLEST,
    Island,
    Mask,
    Terrain,
    deadline,
    is_whole,
)

ACTIONS_A_TURN = 2
STEPS_A_TURN = 2
SCANNING_STEPS, LONGEST_MOVE = 2, 4
LARGE_SCAN = 4 * LONGEST_MOVE
FIRST_VERIFY = LARGE_SCAN + 1
SHIPPED = (16, 32, 64, 80, 100)


def most_turns(tiles: int) -> int:
    """Return a bound on the turns of a game on a map of so many tiles."""
    return deadline(LATEST_FREE, tiles) + 1


def move_action(side: int, steps: int) -> int:
    """Return the action of a straight move."""
    return LONGEST_MOVE * side + steps - 1


def teleport_base(tiles: int) -> int:
    """Return the action of a teleport to tile 0."""
    return FIRST_VERIFY + most_turns(tiles)


class TreasureState(State):
    """One moment of the hunt. The parts are never changed in place."""

    __slots__ = (
        "agent", "claims", "free", "island", "left", "luck", "path", "prison", "reveal", "rules", "scanned", "start",
        "status", "teleported", "truths", "turn", "verified",
    )  # fmt: skip

    island: Island
    rules: Rules
    prison: int
    reveal: int
    free: int
    luck: int
    turn: int
    left: int
    agent: int
    start: int
    teleported: bool
    claims: tuple[Claim, ...]
    truths: tuple[bool, ...]
    verified: tuple[bool, ...]
    scanned: Mask
    path: tuple[int, ...]
    status: int

    @classmethod
    def fresh(cls, island: Island, rules: Rules, seed: int) -> Self:
        """Return the first turn: the seed draws the prison, the start, the hints and the pirate's steps."""
        terrain, state = island.terrain, cls()
        state.island, state.rules, state.luck = island, rules, derive_seed(seed, "luck")
        state.prison = terrain.prisons[int(derive(seed, "prison").integers(len(terrain.prisons)))]
        starts = terrain.open[terrain.open != island.treasure]
        state.start = state.agent = int(starts[int(derive(seed, "start").integers(len(starts)))])
        state.reveal = island.reveal
        state.free = island.reveal + 1 if rules.hard else island.free
        state.turn, state.left, state.status, state.teleported = 0, 0, 0, False
        state.claims, state.truths, state.verified, state.path = (), (), (), (state.prison,)
        state.scanned = np.zeros(terrain.tiles, bool)
        state._begin_turn()
        return state

    @classmethod
    def imagined(cls, known: TreasureKnown, treasure: int, prison: int, reveal: int, free: int, luck: int) -> Self:
        """Return the state that looks like this to the hunter, with these secrets."""
        terrain, state = known.terrain, cls()
        state.island, state.rules, state.luck = Island(terrain, treasure, reveal, free), known.rules, luck
        state.prison, state.reveal, state.free = prison, reveal, free
        state.turn, state.left, state.agent, state.start = known.turn, known.left, known.agent, known.start
        state.teleported, state.status, state.claims = known.teleported, known.status, known.claims
        state.truths = tuple(
            bool(HINTS[claim.kind].tiles(terrain, claim.numbers, prison)[treasure]) for claim in known.claims
        )
        state.verified = tuple(verdict is not None for verdict in known.verdicts)
        state.scanned = known.scanned_mask()
        state.path = known.path or (prison,)
        if not known.path:
            for _ in range(STEPS_A_TURN * max(0, known.turn - free) if known.free else 0):
                state._pirate_steps(len(state.path))
        return state

    def actors(self) -> tuple[int, ...]:
        """Return the hunter until somebody has the treasure."""
        return () if self.status else (0,)

    def legal(self, player: int) -> list[int]:
        """Return the moves that stay on free land, the large scan, hints to verify and, once, every free tile."""
        if self.status or player != 0:
            return []
        terrain = self.island.terrain
        found = list(moves_from(terrain, self.agent))
        found.append(LARGE_SCAN)
        found += [FIRST_VERIFY + number for number, done in enumerate(self.verified) if not done]
        if not self.teleported:
            base = teleport_base(terrain.tiles)
            found += (terrain.open[terrain.open != self.agent] + base).tolist()
        return found

    def advance(self, *actions: int) -> None:
        """Move, scan, verify or teleport; after two actions the pirate walks and the next turn begins."""
        action, terrain = actions[0], self.island.terrain
        base = teleport_base(terrain.tiles)
        if action >= base:
            self.agent, self.teleported = action - base, True
            return
        if action >= FIRST_VERIFY:
            number = action - FIRST_VERIFY
            self.verified = (*self.verified[:number], True, *self.verified[number + 1 :])
        elif action == LARGE_SCAN:
            self._scan(self.rules.large)
        else:
            side, steps = divmod(action, LONGEST_MOVE)
            self.agent += (steps + 1) * (SIDES[side][0] * terrain.width + SIDES[side][1])
            if steps < SCANNING_STEPS:
                self._scan(self.rules.small)
        self.left -= 1
        if not self.left and not self.status:
            self._end_turn()

    def _scan(self, radius: int) -> None:
        rows, columns = self.island.terrain.around(self.agent, radius)
        scanned = self.scanned.copy()
        scanned.reshape(self.island.height, self.island.width)[rows, columns] = True
        self.scanned = scanned
        if scanned[self.island.treasure]:
            self.status = 1

    def _end_turn(self) -> None:
        """Let the free pirate walk; begin the next turn unless he has arrived."""
        if self.turn >= self.free:
            for _ in range(STEPS_A_TURN):
                self._pirate_steps(len(self.path))
                if self.path[-1] == self.island.treasure:
                    self.status = -1
                    return
        self._begin_turn()

    def _pirate_steps(self, number: int) -> None:
        """Take one step of a shortest way, drawn among those that come nearer."""
        terrain, here = self.island.terrain, self.path[-1]
        ways = _to_treasure(terrain, self.island.treasure)
        around = [tile for tile in terrain.neighbours(here) if terrain.passable[tile] and ways[tile] >= 0]
        least = min(int(ways[tile]) for tile in around)
        nearer = [tile for tile in around if ways[tile] == least]
        pick = int(derive(self.luck, "step", number).integers(len(nearer))) if len(nearer) > 1 else 0
        self.path = (*self.path, nearer[pick])

    def _begin_turn(self) -> None:
        """Reveal what is due, and hear the turn's hint, drawn from a stream of its own."""
        self.turn, self.left = self.turn + 1, ACTIONS_A_TURN
        rng = derive(self.luck, "hint", self.turn)
        true = bool(rng.random() < 0.5) or self.turn == 1
        scene = Scene(self.island.treasure, self.prison, self.agent)
        self.claims = (*self.claims, hints.draw(self.island.terrain, scene, true, rng, self.rules.kinds))
        self.truths = (*self.truths, true)
        self.verified = (*self.verified, self.turn == 1 or self.rules.told)

    def returns(self) -> tuple[float, ...]:
        """Return 1 for the treasure, −1 when the pirate has it, 0 before."""
        return (float(self.status),)

    def clone(self) -> Self:
        """Copy the references: no part is changed in place."""
        other = object.__new__(type(self))
        for name in TreasureState.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in TreasureState.__slots__}

    def __setstate__(self, state: Mapping[str, object]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    def key(self) -> Hashable:
        """Return the map's name, the secrets and everything that can change."""
        secrets = (self.island.treasure, self.prison, self.reveal, self.free, self.truths)
        seen = tuple((claim.kind, claim.numbers) for claim in self.claims)
        now = (self.turn, self.left, self.agent, self.start, self.teleported, self.verified, self.path, self.status)
        return (self.island.terrain.name, tuple(self.rules), secrets, seen, now, np.packbits(self.scanned).tobytes())

    def known(self, player: int) -> TreasureKnown:
        """Return what the hunter has perceived."""
        revealed = self.reveal if self.turn >= self.reveal else 0
        freed = self.free if self.turn >= self.free else 0
        prison = self.prison if revealed or self.status else known_prison(self.claims)
        return TreasureKnown(
            self.island.terrain,
            self.rules,
            self.turn,
            self.left,
            self.agent,
            self.start,
            self.teleported,
            self.claims,
            tuple(true if done else None for true, done in zip(self.truths, self.verified, strict=True)),
            np.packbits(self.scanned).tobytes(),
            prison,
            revealed,
            freed,
            self.path if freed and self.rules.seen else (),
            self.status,
            self.island.treasure if self.status else -1,
        )

    def view(self) -> View:
        """Return what the hunter sees, and the secrets under it."""
        from ludarium.games.treasure.frame import view_of

        return view_of(self.known(0), self)

    def action_name(self, action: int) -> str:
        """Return the action in words."""
        return action_name(self.island.terrain, action)

    def referee(self, budget: Budget) -> Mapping[int, float] | None:
        """Return the exact value of each action given what is known, or None where the map is too large for that."""
        from ludarium.games.treasure.solver import action_values

        return action_values(self.known(0), budget)


class ToldState(TreasureState):
    """A state whose hints are told with their truth: what the oracle needs."""

    __slots__ = ()


def action_name(terrain: Terrain, action: int) -> str:
    """Return an action in words that `read_action` understands."""
    base = teleport_base(terrain.tiles)
    if action >= base:
        return f"teleport {terrain.words(action - base)}"
    if action >= FIRST_VERIFY:
        return f"verify {action - FIRST_VERIFY + 1}"
    if action == LARGE_SCAN:
        return "large scan"
    side, steps = divmod(action, LONGEST_MOVE)
    return f"{SIDE_NAMES[side]} {steps + 1}"


def moves_from(terrain: Terrain, tile: int) -> dict[int, int]:
    """Return the straight moves over free land, ascending, with the tile where each ends."""
    row, column = terrain.place(tile)
    found: dict[int, int] = {}
    for side, (down, right) in enumerate(SIDES):
        for steps in range(1, LONGEST_MOVE + 1):
            r, c = row + down * steps, column + right * steps
            if not terrain.inside(r, c) or not terrain.passable[r * terrain.width + c]:
                break
            found[move_action(side, steps)] = r * terrain.width + c
    return found


@lru_cache(maxsize=256)
def _to_treasure(terrain: Terrain, treasure: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return terrain.steps_from(treasure)


class Treasure(Game[TreasureState]):
    """Find a pirate's treasure before he walks to it; his hints may be lies.

    Each turn begins with a hint: the first is true, any other one with probability ½. Then the hunter has two actions:
    verify a hint; move straight 1–2 tiles and scan the 5×5 around; move straight 3–4; scan the 7×7 around. Once a game
    a teleport to any free tile costs nothing. Nobody enters sea, mountains or prisons. Only a scan finds the treasure.
    On turn r (2 to 4) the pirate's prison is revealed; from turn f (r + 1 to 5) he walks two tiles at the end of each
    turn, on a shortest way over free land: after f − 1 + ⌈d / 2⌉ turns he has it. r and f are told when they come.

    `level` is a seed (`treasure/7`), a map's file, or a shipped map (`treasure/island-64`, the
    tiny `treasure/cross`); without it the match seed
    draws the island of `size` 16 to 512. `map_text` is a map itself. The match seed draws the prison, the start, the
    hints and the pirate's choice among equal ways; hint t has a stream of its own, so two agents hear the same hints.
    `setting` hard: scans 3×3 and 5×5, and the pirate is free one turn after the reveal. `seen`: the hunter sees the
    free pirate walk (false: only that he has not arrived). `told`: each hint comes with its truth (the oracle's game).
    `kinds` are the hints that he uses (all fifteen); with few of them tiny maps are solved exactly. `aid` is what a
    person's board shows: `none`, the `mask` of what is certainly excluded, or the `belief`.

    What the text leaves open is decided so: the hints' readings stand with their classes (docs/games/treasure.md);
    places are row, then column; another prison blocks the pirate; the hunter does not start on the treasure.

    ## Actions

    0–15 move north, east, south, west by 1 to 4; 16 the large scan; then verify hint 1, 2, …; then teleport to a tile.

    ## Returns

    1 for the treasure, −1 when the pirate has it.

    ## Versions

    1: the first.
    """

    def __init__(
        self,
        size: int = SMALLEST,
        level: str | None = None,
        map_text: str | None = None,
        setting: Literal["normal", "hard"] = "normal",
        seen: bool = True,
        told: bool = False,
        kinds: tuple[int, ...] = (),
        aid: Literal["none", "mask", "belief"] = "none",
    ) -> None:
        if not is_whole(size) or not SMALLEST <= size <= LARGEST:
            raise BadParameter(f"treasure: size={size!r}; islands from {SMALLEST} to {LARGEST} are made")
        if setting not in ("normal", "hard"):
            raise BadParameter(f"treasure: setting={setting!r}; choose normal or hard")
        if level is not None and map_text is not None:
            raise BadParameter("treasure: give a level or a map_text, not both")
        self.size, self.map_text, self.setting, self.seen, self.told = size, map_text, setting, seen, told
        if aid not in ("none", "mask", "belief"):
            raise BadParameter(f"treasure: aid={aid!r}; choose none, mask or belief")
        self.level, self.aid = None if level is None else str(level), aid
        self.kinds = tuple(kinds)
        self.rules = Rules(setting == "hard", seen, told, self.kinds)
        self._island: Island | None = None
        if map_text is not None:
            self._island = notation.loads(map_text, "map_text")
        elif self.level is not None and not self.level.isdecimal():
            self._island = _from_file(self.level)
        possible = hints.possible_kinds(self._island.terrain) if self._island else tuple(HINTS)
        if impossible := [kind for kind in self.kinds if kind not in possible]:
            raise BadParameter(
                f"treasure: kinds={impossible[0]}; this map has the kinds {', '.join(map(str, possible))}"
            )
        tiles = self._island.terrain.tiles if self._island else size * size
        self.spec = GameSpec(
            name="treasure",
            summary="Find a pirate's treasure before he walks to it; his hints may be lies.",
            version=1,
            players=1,
            actions=teleport_base(tiles) + tiles,
            max_steps=ACTIONS_A_TURN * most_turns(tiles) + 1,
            information=Information.HIDDEN,
            chance=Chance.SAMPLED,
            payoff=Payoff.GENERAL,
            budget=Budget(ms=1000),
        )

    def initial(self, seed: int = 0) -> TreasureState:
        """Return the first turn on the level's island, or on the one that the seed draws."""
        return (ToldState if self.told else TreasureState).fresh(self.dealt(seed), self.rules, seed)

    def dealt(self, seed: int = 0) -> Island:
        """Return the island of a match seed."""
        if self._island is not None:
            return self._island
        return _drawn(self.size, int(self.level) if self.level is not None else seed)

    def frame(self, view: View) -> Frame:
        """Draw the island with what is known and believed."""
        from ludarium.games.treasure.frame import frame

        return frame(view, self.aid)

    def log(self, record: Record) -> str:
        """Return a game's log as the source writes it."""
        from ludarium.games.treasure.log import log_of

        return log_of(record)

    def read_action(self, text: str, state: TreasureState, player: int) -> int:
        """Understand 'north 2' or 'n2', 'large scan' or 'scan', 'verify 3' or 'v3', 'teleport 4 7' or 't 4 7'."""
        said = " ".join(text.lower().replace(",", " ").split())
        words = re.findall(r"[a-z]+|\d+", said)
        names = [word for word in words if word.isalpha()]
        numbers = [int(word[:6]) for word in words if word.isdecimal()]
        terrain = state.island.terrain
        action = _read(names, numbers, terrain)
        if action is None:
            known = [*SIDE_NAMES, "large scan", "verify 1", "teleport 0 0"]
            raise IllegalAction(f"'{text.strip()}' is no move{nearest(said, known)}; {self.how_to_type}")
        if action not in state.legal(player):
            raise IllegalAction(_why_not(state, action))
        return action

    @property
    def how_to_type(self) -> str:
        """How people type moves."""
        return (
            "Type north 2 or n2 (1–2 tiles with a small scan, 3–4 without), scan for the large scan, verify 3 or v3 "
            "for hint 3, teleport 4 7 or t 4 7 for row 4, column 7."
        )


def _read(names: list[str], numbers: list[int], terrain: Terrain) -> int | None:
    """Return the action that words and numbers name, legal or not; None when they name none."""
    if not names:
        return None
    word = names[0]
    if word in ("scan", "large", "l") and not numbers:
        return LARGE_SCAN
    if word in ("verify", "v") and len(numbers) == 1 and 1 <= numbers[0] <= most_turns(terrain.tiles):
        return FIRST_VERIFY + numbers[0] - 1
    if word in ("teleport", "tele", "t") and len(numbers) == 2 and terrain.inside(*numbers):
        return teleport_base(terrain.tiles) + terrain.tile((numbers[0], numbers[1]))
    if word in ("move", "go") and len(names) > 1:
        word = names[1]
    sides = [side for side, name in enumerate(SIDE_NAMES) if word in (name, name[0])]
    if sides and len(numbers) <= 1 and 1 <= (steps := numbers[0] if numbers else 1) <= LONGEST_MOVE:
        return move_action(sides[0], steps)
    return None


def _why_not(state: TreasureState, action: int) -> str:
    """Return a sentence for an action that is none here."""
    terrain = state.island.terrain
    name = action_name(terrain, action)
    if state.status:
        return "the game is over"
    if action >= teleport_base(terrain.tiles):
        if state.teleported:
            return f"'{name}': you have teleported already; it is possible once"
        return f"'{name}': you can teleport to another tile of free land only, not to sea, mountains or prisons"
    if action >= FIRST_VERIFY:
        number = action - FIRST_VERIFY + 1
        heard = len(state.claims)
        return f"'{name}': hint {number} is known already" if number <= heard else f"'{name}': you heard {heard} hints"
    side = action // LONGEST_MOVE
    far = sum(1 for move in moves_from(terrain, state.agent) if move // LONGEST_MOVE == side)
    blocked = "sea, a mountain, a prison or the map's edge is in the way"
    return f"'{name}': {blocked}; {far} to the {SIDE_NAMES[side]} is possible"


def _from_file(level: str) -> Island:
    """Return a shipped map by its name, or a map's file."""
    shipped = [f"island-{size}" for size in SHIPPED] + ["cross"]
    if level in shipped:
        text = resources.files("ludarium.games.treasure").joinpath("maps", f"{level}.txt").read_text("utf-8")
        return notation.loads(text, level)
    if "/" not in level and "." not in level:
        raise BadParameter(
            f"treasure: level={level!r} is no seed, file or shipped map{nearest(level, shipped)} "
            f"(shipped: {', '.join(shipped)})"
        )
    return notation.load(level)


@lru_cache(maxsize=64)
def _drawn(size: int, seed: int) -> Island:
    return generate(size, seed)
