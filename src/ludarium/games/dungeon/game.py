"""Dungeon as a game of the laboratory: one player, everything in sight, points for a short walk."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.abi import Core
from ludarium.compiled.state import CompiledState
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, IllegalAction, nearest
from ludarium.core.frame import Frame
from ludarium.core.game import Game, View
from ludarium.core.solver import Solution, Status
from ludarium.core.spec import GameSpec, Payoff
from ludarium.games.dungeon import notation, rules
from ludarium.games.dungeon.generator import DungeonGenerator, generate
from ludarium.games.dungeon.graph import Graph, graph_of
from ludarium.games.dungeon.level import BOSS_KEY, SIDES, Dungeon, Room, Walker
from ludarium.games.dungeon.solver import DungeonSolver

DEFAULT_ROOMS = 12
_PROOF = Budget(steps=2_000_000)


class DungeonState(CompiledState):
    """Where the player is, what is open, what was found, and how many moves were made."""

    core: ClassVar[Core] = rules.CORE

    __slots__ = ("dungeon", "graph")

    def __init__(
        self, words_of_rules: NDArray[np.int32], words: NDArray[np.int32], dungeon: Dungeon, graph: Graph
    ) -> None:
        super().__init__(words_of_rules, words)
        self.dungeon, self.graph = dungeon, graph

    def clone(self) -> Self:
        """Copy the words; dungeon and rules are shared."""
        return type(self)(self.rules, self.words.copy(), self.dungeon, self.graph)

    def key(self) -> Hashable:
        """Return the dungeon's name, and the words."""
        return (notation.name_of(self.dungeon), self.words.tobytes())

    @property
    def room(self) -> Room:
        """Where the player is."""
        return self.graph.rooms[int(self.words[rules.ROOM])]

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return int(self.words[rules.MOVES])

    @property
    def keys(self) -> int:
        """How many small keys are in the hand."""
        return int(rules.keys_in_hand(self.rules, self.words))

    def walker(self) -> Walker:
        """Return the same state as a walker by the plain rules (of rooms visited, those that hold something)."""
        walker = Walker(self.dungeon, self.room)
        locks = rules.LOCKS + len(self.graph.locks)
        walker.opened = frozenset(door for n, door in enumerate(self.graph.locks) if self.words[rules.LOCKS + n])
        walker.been = frozenset(room for n, room in enumerate(self.graph.items) if self.words[locks + n]) | {self.room}
        return walker

    def view(self) -> View:
        """Return the whole dungeon as plain data, and where the player stands."""
        walker = self.walker()
        dungeon = self.dungeon
        return {
            "rooms": dict(dungeon.rooms),
            "doors": tuple(
                {
                    "a": door.a,
                    "b": door.b,
                    "lock": door.lock,
                    "oneway": door.oneway,
                    "switch": door.switch,
                    "open": door in walker.opened if door.locked else door.switch is None or door.switch in walker.been,
                    "path": door.path,
                }
                for door in dungeon.doors
            ),
            "grid": None if dungeon.grid is None else dict(dungeon.grid),
            "room": self.room,
            "ways": tuple(self.graph.rooms[action] for action in self.legal(0)),
            "taken": tuple(room for room in self.graph.items if room in walker.been),
            "keys": self.keys,
            "boss_key": walker.boss_key,
            "has_boss_key": bool(dungeon.of_kind(BOSS_KEY)),
            "moves": self.moves,
            "won": walker.at_finish,
        }

    def action_name(self, action: int) -> str:
        """Return the room that is entered."""
        return str(self.graph.rooms[action])

    def atoms(self) -> NDArray[np.int32]:
        """Return what novelty search looks at: the room together with how much was found and opened, and each of them.

        With the room alone, a way back would never be new.
        """
        size, locks = len(self.graph.rooms), len(self.graph.locks)
        done = np.flatnonzero(self.words[rules.LOCKS :])
        found = [
            int(self.words[rules.ROOM]) + size * len(done),
            *(size * (locks + len(self.graph.items) + 1) + int(one) for one in done),
        ]
        return np.array(found, np.int32)

    def referee(self, budget: Budget) -> Mapping[int, float] | None:
        """Return the exact value of each action, or None when the budget was too small."""
        meter, values = budget.start(), {}
        for action in self.legal(0):
            after = self.clone()
            after.advance(action)
            solution = DungeonSolver().solve_from(after.walker(), meter.rest())
            meter.spend(int(solution.stats.get("nodes", 0)))
            if solution.status is Status.BOUNDED:
                return None
            values[action] = after.worth(solution)
        return values

    def worth(self, solution: Solution[Any]) -> float:
        """Return the points that a walk from here brings in the end."""
        if solution.answer is None:
            return 0.0
        moves: int = self.moves + solution.answer.moves
        return rules.FULL_SCORE * int(self.rules[-1]) / max(1, moves)


class DungeonGame(Game[DungeonState]):
    """Find the boss. Each key opens any one locked door, for good; walk as little as you can.

    The dungeon is in plain sight (the story, `ludarium play dungeon`, hides it). `level` is a seed (`dungeon/7`) or a
    dungeon's file; without it the match seed draws one of `rooms` rooms by the `method` fast, classic or elites.

    ## Actions

    Action n walks into room n (in the file's order), spending a key where the door is locked.

    ## Returns

    At the finish, 100 · (moves of the shortest walk) / (moves made), 0 before. The game is over, too, where no door can
    be opened any more; generated dungeons by the fast method never end so.

    ## Versions

    1: the first.
    """

    def __init__(self, rooms: int | None = None, method: str = "fast", level: str | None = None) -> None:
        self.level = None if level is None else str(level)
        self.rooms, self.method = rooms, method
        self._dungeon: Dungeon | None = None
        size = DEFAULT_ROOMS if rooms is None else rooms
        DungeonGenerator(size, method)  # refuses what cannot be made
        if self.level is not None and not self.level.isdecimal():
            self._dungeon = notation.load(self.level)
            if rooms is not None and rooms != len(self._dungeon.rooms):
                raise BadParameter(
                    f"dungeon: rooms={rooms}, but the dungeon in {self.level} has {len(self._dungeon.rooms)}"
                )
            size = len(self._dungeon.rooms)
            if size > rules.ACTIONS:
                raise BadParameter(f"dungeon: {self.level} has {size} rooms; at most {rules.ACTIONS} are played")
        self.size = size
        self.spec = GameSpec(
            name="dungeon",
            summary="Find keys, open doors, reach the boss in few moves.",
            version=1,
            players=1,
            actions=size,
            max_steps=20 * size,
            payoff=Payoff.SCORE,
            budget=Budget(ms=1000),
        )

    def initial(self, seed: int = 0) -> DungeonState:
        """Return the start in the level's dungeon, or in the one that the seed draws."""
        dungeon = self.dealt(seed)
        graph, words_of_rules = _ruled(dungeon)
        return DungeonState(words_of_rules, rules.make_words(words_of_rules), dungeon, graph)

    def dealt(self, seed: int = 0) -> Dungeon:
        """Return the dungeon of a match seed."""
        if self._dungeon is not None:
            return self._dungeon
        return _drawn(self.size, int(self.level) if self.level is not None else seed, self.method)

    def solve(self, state: DungeonState, budget: Budget) -> Solution[tuple[int, ...]]:
        """Return the points of the shortest walk from here, and the walk."""
        found = DungeonSolver().solve_from(state.walker(), budget)
        line = () if found.answer is None else tuple(state.graph.rooms.index(room) for room in found.answer.walk[1:])
        value = state.worth(found)
        bound = value
        if found.status is Status.BOUNDED:
            bound = rules.FULL_SCORE * int(state.rules[-1]) / max(1, state.moves + found.bound)
        if found.status is Status.UNSOLVABLE:
            return Solution(Status.UNSOLVABLE, None, 0.0, 0.0, found.stats)
        return Solution(found.status, line, value, bound, found.stats)

    def frame(self, view: View) -> Frame:
        """Draw the map."""
        from ludarium.games.dungeon.frame import frame

        return frame(view)

    def read_action(self, text: str, state: DungeonState, player: int) -> int:
        """Understand a room's name, or where the dungeon has a grid, north, east, south and west (n, e, s, w)."""
        said = " ".join(text.lower().split()).removeprefix("go ").removeprefix("to ")
        names = {state.action_name(action).lower(): action for action in state.legal(player)}
        names |= {side: action for action in state.legal(player) for side in _sides(state, action)}
        if said in names:
            return names[said]
        everywhere = {str(room).lower(): room for room in state.dungeon.rooms}
        door = state.dungeon.between.get((state.room, everywhere[said])) if said in everywhere else None
        if door is not None:
            raise IllegalAction(f"room {everywhere[said]}: {state.walker().why_not(door)}")
        raise IllegalAction(f"'{text.strip()}' leads nowhere from here{nearest(said, names)}; open: {', '.join(names)}")

    @property
    def how_to_type(self) -> str:
        """How people type moves."""
        return "Type the room to walk into, or north, east, south, west (n, e, s, w). A locked door takes a key."


def _sides(state: DungeonState, action: int) -> list[str]:
    """Return north and n, or another side, for a neighbouring cell; nothing without a grid or along a corridor."""
    grid, other = state.dungeon.grid, state.graph.rooms[action]
    if grid is None:
        return []
    step = (grid[other][0] - grid[state.room][0], grid[other][1] - grid[state.room][1])
    names = {str(room).lower() for room in state.dungeon.rooms}
    return [word for name, way in SIDES.items() if way == step for word in (name, name[0]) if word not in names]


def _ruled(dungeon: Dungeon) -> tuple[Graph, NDArray[np.int32]]:
    """Return graph and rules of a dungeon, kept with it."""
    kept: tuple[Graph, NDArray[np.int32]] | None = dungeon.__dict__.get("ruled")
    if kept is None:
        graph = graph_of(dungeon)
        solution = DungeonSolver().solve(dungeon, _PROOF)
        best = 1 if solution.answer is None else solution.answer.moves
        kept = dungeon.__dict__["ruled"] = (graph, rules.make_rules(graph, best))
    return kept


@lru_cache(maxsize=64)
def _drawn(rooms: int, seed: int, method: str) -> Dungeon:
    return generate(rooms, seed, method)
