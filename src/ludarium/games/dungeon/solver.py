"""Exact answers: the shortest walk, the walk of fewest keys, and the proof that nobody can lock himself out.

`shortest` and `fewest` are A* (`walks`); rooms at dead ends that hold nothing are left out before. `softlock` asks
whether some player can get into a state from which nobody reaches the finish (`traps`), and shows him the way there.
All are exact or say that they are undecided.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError
from ludarium.core.solver import Solution, Solver, Status
from ludarium.games.dungeon.graph import BITS, FINISH_AT, LOCK_WORDS, ROOMS, Graph, graph_of
from ludarium.games.dungeon.level import BOSS_KEY, FINISH, KEY, SMALL, Door, Dungeon, Room, Walker, distances
from ludarium.games.dungeon.notation import insist_on_ends
from ludarium.games.dungeon.traps import explore, links_of, mark_alive, regions_of, search_sets, settle
from ludarium.games.dungeon.walks import (
    COUNT,
    EDGES,
    EXHAUSTED,
    FOUND,
    FOUND_AT,
    FULL,
    ONE_WAY,
    SLICE,
    Search,
    rehash,
)

N = TypeVar("N", np.int32, np.int64)
_STEP_FIRST, _KEY_FIRST = (1 << 12, 1), (1, 1 << 20)
DEFAULT = Budget(steps=5_000_000)
"""What `shortest`, `fewest` and `softlock` may visit before they give up; a state takes some 100 bytes."""


class Undecided(LudariumError):
    """A question that was not answered within the budget; the message holds what is known."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A walk with its moves and the small keys that it spends."""

    walk: tuple[Room, ...]
    moves: int
    keys: int


def shortest(dungeon: Dungeon, budget: Budget = DEFAULT) -> list[Room] | None:
    """Return the shortest walk from start to finish, of those one that spends the fewest keys; None if there is none.

    Raises Undecided, with both bounds, when the budget ends before.
    """
    return _walk_of(DungeonSolver().solve(dungeon, budget), "moves")


def fewest(dungeon: Dungeon, budget: Budget = DEFAULT) -> list[Room] | None:
    """Return the walk that spends the fewest small keys, of those a shortest one; None if there is no walk."""
    return _walk_of(DungeonSolver(keys_first=True).solve(dungeon, budget), "keys")


def _walk_of(solution: Solution[Answer], unit: str) -> list[Room] | None:
    if solution.status is Status.BOUNDED:
        known = f"at least {solution.bound:g} {unit}"
        if solution.answer is not None:
            known += f", and at most {solution.answer.moves} moves with {solution.answer.keys} keys"
        raise Undecided(f"the best walk was not proven within the budget; it takes {known}")
    return None if solution.answer is None else list(solution.answer.walk)


class DungeonSolver(Solver[Dungeon, Answer]):
    """Finds a best walk: by moves then keys, or with `keys_first` by keys then moves. A budget step is one state."""

    def __init__(self, keys_first: bool = False) -> None:
        self.keys_first = keys_first

    def solve(self, problem: Dungeon, budget: Budget) -> Solution[Answer]:
        """Return the walk; when the budget ends, the bounds: a walk that is found in haste.

        `value` and `bound` are moves, or keys with `keys_first`.
        """
        insist_on_ends(problem)
        return self.solve_from(Walker(problem), budget)

    def solve_from(self, walker: Walker, budget: Budget) -> Solution[Answer]:
        """Return the best walk from where a walker stands."""
        if walker.at_finish:
            return Solution(Status.SOLVED, Answer((walker.room,), 0, 0), 0, 0)
        graph = graph_of(walker.dungeon, useful_rooms(walker))
        search = Search(graph, walker, *(_KEY_FIRST if self.keys_first else _STEP_FIRST))
        status = search.run(budget.start())
        stats = {"nodes": search.expanded}
        if status == EXHAUSTED:
            return Solution(Status.UNSOLVABLE, None, float("inf"), float("inf"), stats)
        if status == FOUND:
            answer = _answer(walker, search.walk())
            value = answer.keys if self.keys_first else answer.moves
            return Solution(Status.SOLVED, answer, value, value, stats)
        bound = float(search.bound())
        walk = hasty_walk(walker)
        if walk is None:
            return Solution(Status.BOUNDED, None, float("inf"), bound, stats)
        answer = _answer(walker, walk)
        return Solution(Status.BOUNDED, answer, answer.keys if self.keys_first else answer.moves, bound, stats)


def hasty_walk(walker: Walker) -> list[Room] | None:
    """Return some walk to the finish, not a short one: always the nearest new thing, then the nearest locked door.

    Where nobody can get stuck this always arrives; elsewhere it may end in a trap (None).
    """
    player = walker.copy()
    walk = [player.room]
    dungeon = player.dungeon
    while not player.at_finish:
        reach = _reach(player, lambda door, room: True)
        fresh = [room for room in reach if room == dungeon.finish]
        fresh += [room for room in reach if room not in player.been and _holds_something(dungeon, room)]
        doors = [
            (dungeon.finish != door.other(room), door.other(room) in reach, len(reach[room]), room, door)
            for room in reach
            for door in dungeon.exits[room]
            if door.locked and door not in player.opened and not _why_not_from(player, room, door)
        ]
        if fresh:
            _go(player, walk, reach[fresh[0]])
        elif doors:
            *_, room, door = min(doors, key=lambda way: way[:3])
            _go(player, walk, [*reach[room], door.other(room)])
        else:
            return None
    return walk


def _why_not_from(walker: Walker, room: Room, door: Door) -> str:
    player = walker.copy()
    player.room = room
    return player.why_not(door)


def _answer(walker: Walker, walk: Sequence[Room]) -> Answer:
    """Walk it by the plain rules, and count."""
    player = walker.copy()
    for room in walk[1:]:
        player.go(room)
    spent = sum(door.lock == SMALL for door in player.opened - walker.opened)
    return Answer(tuple(walk), len(walk) - 1, spent)


def useful_rooms(walker: Walker) -> list[Room]:
    """Return the rooms without dead ends that hold nothing; no best walk enters those."""
    dungeon = walker.dungeon
    needed = {walker.room, dungeon.finish} | {door.switch for door in dungeon.doors if door.switch is not None}
    needed |= {room for door in walker.opened for room in (door.a, door.b)}  # keys were spent there
    doors = {room: len(exits) for room, exits in dungeon.exits.items()}
    gone: set[Room] = set()
    waiting = [room for room in doors if doors[room] <= 1]
    while waiting:
        room = waiting.pop()
        if room in gone or room in needed or dungeon.rooms[room] in (KEY, BOSS_KEY):
            continue
        gone.add(room)
        for door in dungeon.exits[room]:
            other = door.other(room)
            doors[other] -= 1
            if other not in gone and doors[other] <= 1:
                waiting.append(other)
    return [room for room in dungeon.rooms if room not in gone]


def softlock(dungeon: Dungeon, budget: Budget = DEFAULT) -> list[Room] | None:
    """Return None when the finish stays in reach whatever a player does; else a walk after which it is not.

    The walk ends where the finish is lost. Raises Undecided when the budget, in states, ends before the proof.
    """
    insist_on_ends(dungeon)
    if dungeon.finish not in distances(dungeon, dungeon.start):
        return [dungeon.start]
    graph = graph_of(dungeon)
    trap = _trapped_in(dungeon, graph, budget)
    if trap is None:
        return None
    return _cut(dungeon, trap)


def _trapped_in(dungeon: Dungeon, graph: Graph, budget: Budget) -> list[Room] | None:
    """Return a walk into a trap, by sets of regions where that is exact, else by all states."""
    rooms = int(graph.words[ROOMS])
    region, links = np.empty(rooms, np.int32), np.empty(10 * len(dungeon.doors) + 5, np.int32)
    regions = regions_of(graph.words, region)
    count = links_of(graph.words, region, links)
    meta = np.zeros(6, np.int64)
    width = -(-regions // BITS)
    nodes, table = np.empty(1024 * width, np.int64), np.full(4096, -1, np.int32)
    meter = budget.start()
    while True:
        at_most = max(1, meter.steps_left(SLICE))
        status = int(search_sets(graph.words, region, regions, links, count, nodes, table, meta, at_most))
        meter.spend(at_most)
        if status == EXHAUSTED:
            return None
        if status == ONE_WAY:
            return _trapped_in_states(dungeon, graph, meter.rest())
        if status == FOUND:
            chosen = nodes[int(meta[FOUND_AT]) * width :][:width].tolist()
            inside = {room for at, room in enumerate(graph.rooms) if _holds(chosen, int(region[at]))}
            return _waste(dungeon, inside)
        if status == FULL:
            nodes, table = _doubled(nodes), np.full(2 * table.size, -1, np.int32)
            rehash(nodes, width, int(meta[COUNT]), table)
        elif not meter.left():
            raise Undecided(f"whether a player can get stuck was not proven within {meter.steps} sets of regions")


def _holds(words: Sequence[int], number: int) -> bool:
    return number >= 0 and bool(words[number // BITS] >> number % BITS & 1)


def _doubled(array: NDArray[N]) -> NDArray[N]:
    return np.concatenate([array, np.empty(array.size, array.dtype)])


def _waste(dungeon: Dungeon, inside: Collection[Room]) -> list[Room]:
    """Return a walk that opens a trap's regions, takes all its keys, and wastes them on its own doors."""
    walker = Walker(dungeon)
    walk = [walker.room]
    while True:
        within = lambda door, room: door.other(room) in inside  # noqa: E731
        reach = _reach(walker, within)
        fresh = [room for room in reach if room not in walker.been and _holds_something(dungeon, room)]
        doors = [
            (room, door)
            for room in reach
            for door in dungeon.exits[room]
            if door.leads_from(room) and door.lock == SMALL and door not in walker.opened and door.other(room) in inside
        ]
        doors.sort(key=lambda way: way[1].other(way[0]) in reach)  # those that open something first
        if fresh:
            _go(walker, walk, reach[fresh[0]])
        elif doors and walker.keys > 0:
            room, door = doors[0]
            _go(walker, walk, [*reach[room], door.other(room)])
        else:
            return walk


def _holds_something(dungeon: Dungeon, room: Room) -> bool:
    return dungeon.rooms[room] in (KEY, BOSS_KEY) or any(door.switch == room for door in dungeon.doors)


def _reach(walker: Walker, allowed: Callable[[Door, Room], bool]) -> dict[Room, list[Room]]:
    """Return the rooms that open doors lead to, each with the rooms on the way, the present one left out."""
    found: dict[Room, list[Room]] = {walker.room: []}
    queue = deque(found)
    while queue:
        room = queue.popleft()
        for door in walker.dungeon.exits[room]:
            other = door.other(room)
            shut = (door.locked and door not in walker.opened) or not door.leads_from(room)
            gated = door.switch is not None and door.switch not in walker.been
            if other not in found and not shut and not gated and allowed(door, room):
                found[other] = [*found[room], other]
                queue.append(other)
    return found


def _go(walker: Walker, walk: list[Room], rooms: Sequence[Room]) -> None:
    for room in rooms:
        walker.go(room)
        walk.append(room)


def _trapped_in_states(dungeon: Dungeon, graph: Graph, budget: Budget) -> list[Room] | None:
    """Visit all states; exact with one-way doors too."""
    width, finish = graph.width, int(graph.words[FINISH_AT])
    nodes, parent, table = np.empty(1024 * width, np.int64), np.empty(1024, np.int32), np.full(4096, -1, np.int32)
    edges, meta = np.empty(8192, np.int32), np.zeros(6, np.int64)
    nodes[:width] = graph.state(Walker(dungeon))
    meter = budget.start()
    while True:
        at_most = max(1, meter.steps_left(SLICE))
        status = int(explore(graph.words, nodes, parent, table, edges, meta, at_most))
        meter.spend(at_most)
        if status == EXHAUSTED:
            break
        if status == FULL:
            nodes, parent, edges = _doubled(nodes), _doubled(parent), _doubled(edges)
            table = np.full(2 * table.size, -1, np.int32)
            rehash(nodes, width, int(meta[COUNT]), table)
        elif not meter.left():
            raise Undecided(f"whether a player can get stuck was not proven within {int(meta[COUNT])} states")
    count = int(meta[COUNT])
    dead = int(mark_alive(nodes, width, count, finish, edges, int(meta[EDGES]), np.empty(count, np.int8)))
    if dead < 0:
        return None
    chain = [dead]
    while parent[chain[-1]] >= 0:
        chain.append(int(parent[chain[-1]]))
    walker = Walker(dungeon)
    walk = [walker.room]
    for node in chain[-2::-1]:
        _go(walker, walk, _step_to(walker, graph, nodes[node * width : (node + 1) * width].tobytes()))
    return walk


def _step_to(walker: Walker, graph: Graph, wanted: bytes) -> list[Room]:
    """Return the rooms to walk so that the state becomes the wanted one: some quiet ones, then the one that counts."""
    quiet = np.empty(len(graph.rooms), np.int32)
    dungeon, here = walker.dungeon, graph.state(walker)
    settle(graph.words, here, 0, quiet)  # which also strikes out keys that nobody needs any more
    reached = here[1 + int(graph.words[LOCK_WORDS]) :].tolist()
    old = {room for number, room in enumerate(graph.items) if _holds(reached, number)}

    def is_quiet(door: Door, room: Room) -> bool:
        other = door.other(room)
        return (other in old or other not in graph.items) and dungeon.rooms[other] != FINISH

    for room, way in _reach(walker, is_quiet).items():
        for door in dungeon.exits[room]:
            player = walker.copy()
            player.room = room
            if not player.why_not(door):
                player.go(door.other(room))
                state = graph.state(player)
                settle(graph.words, state, 0, quiet)
                if state.tobytes() == wanted:
                    return [*way, player.room]
    raise AssertionError("each state was reached from its parent")


def _cut(dungeon: Dungeon, walk: list[Room]) -> list[Room]:
    """Return the shortest beginning of a walk after which the finish is lost: lost once, it stays lost."""
    low, high = 0, len(walk) - 1
    while low < high:
        middle = (low + high) // 2
        walker = Walker(dungeon)
        for room in walk[1 : middle + 1]:
            walker.go(room)
        solution = DungeonSolver(keys_first=True).solve_from(walker, Budget(steps=SLICE))
        if solution.status is Status.UNSOLVABLE:
            high = middle
        else:
            low = middle + 1
    return walk[: high + 1]
