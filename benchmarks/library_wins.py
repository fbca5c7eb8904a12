"""Find a win for every level of the arcade library, and keep it: `ludarium bench library_wins zelda sokoban/3`.

A win is a line of text: the level, the seed of its luck, the score, the last state's digest, the actions. They stand in
`tests/arcade/wins/NAME.txt`, and a test replays them. Whoever adds a game or changes a level runs this once.

The search looks at the true luck of its seed (it is a proof that the level can be won, not a player): puzzles by
best-first search over `state.key()`, the others by a beam, both led by a guide of one line for each game.
"""

from __future__ import annotations

import argparse
import heapq
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.record import write_whole
from ludarium.core.registry import load_game
from ludarium.core.rng import derive
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.game import Arcade, ArcadeState
from ludarium.games.arcade.shelf import LEVELS
from ludarium.games.catalogue import LIBRARY

WINS = Path(__file__).parents[1] / "tests" / "arcade" / "wins"
LETTERS = ".LRUDS"
"""An action's letter by its id: wait, left, right, up, down, use."""
FAR = 10_000


class Scene:
    """A level as a guide sees it: where sprites of a type are, how far it is from here to there."""

    def __init__(self, game: Arcade) -> None:
        self.tables = game.tables
        self.width, self.height = self.tables.level.width, self.tables.level.height
        self.walls = set(self._cells(game.initial(), self.tables.ids.get("wall", 0)).tolist())
        self._fields: dict[tuple[int, frozenset[int]], NDArray[np.int32]] = {}
        self._members = {
            name: [index for index in self.tables.kinds[kind].members if self.tables.kinds[index].sprite.leaf]
            for name, kind in self.tables.ids.items()
        }

    def cells(self, state: ArcadeState, *names: str) -> NDArray[np.int64]:
        """Return the cells of all sprites of these types, groups too."""
        kinds = [kind for name in names for kind in self._members[name] if not self._above(kind, name)]
        return np.concatenate([self._cells(state, kind) for kind in kinds])

    def _above(self, kind: int, name: str) -> bool:
        return kind in self.tables.kinds[self.tables.ids[name]].lineage and self.tables.names[kind] != name

    def _cells(self, state: ArcadeState, index: int) -> NDArray[np.int64]:
        kind, words = self.tables.kinds[index], state.words
        fixed = np.array(kind.cells, np.int64)
        if kind.mortal and fixed.size:
            fixed = fixed[(words[self.tables.cells_at + fixed] & kind.bit) != 0]
        moving = []
        sprite = int(words[at.TYPES + index * at.TYPE_WORDS + at.FIRST])
        while sprite:
            moving.append(self._cell(words, sprite))
            sprite = int(words[sprite + at.NEXT])
        return np.concatenate([fixed, np.array(moving, np.int64)])

    def _cell(self, words: NDArray[np.int32], sprite: int) -> int:
        half, block = self.tables.block // 2, self.tables.block
        column = min(max((int(words[sprite + at.X]) + half) // block, 0), self.width - 1)
        row = min(max((int(words[sprite + at.Y]) + half) // block, 0), self.height - 1)
        return row * self.width + column

    def moving(self, state: ArcadeState, names: tuple[str, ...]) -> bool:
        """Say whether a sprite with a record of its own is of these types."""
        kinds = (kind for name in names for kind in self._members[name])
        return any(state.words[at.TYPES + kind * at.TYPE_WORDS + at.COUNT] for kind in kinds)

    def same(self, state: ArcadeState, names: tuple[str, ...]) -> Hashable:
        """Return what two positions have in common that a search need not tell apart."""
        if not names:
            return state.key()
        avatar = int(state.words[at.AVATAR])
        own = state.words[[avatar + at.TYPE, avatar + at.X, avatar + at.Y, avatar + at.WAY_X, avatar + at.WAY_Y]]
        return (
            own.tobytes(),
            min(int(state.words[avatar + at.WAIT]), 2),
            *(np.sort(self.cells(state, name)).tobytes() for name in names),
        )

    def avatar(self, state: ArcadeState) -> int:
        """Return the avatar's cell."""
        return self._cell(state.words, int(state.words[at.AVATAR]))

    def kind(self, state: ArcadeState) -> str:
        """Return the avatar's type."""
        return self.tables.names[int(state.words[int(state.words[at.AVATAR]) + at.TYPE])]

    def held(self, state: ArcadeState, good: str) -> int:
        """Return how many of a resource the avatar has."""
        place = self.tables.goods[self.tables.ids[good]]
        return int(state.words[int(state.words[at.AVATAR]) + self.tables.goods_at + place])

    def health(self, state: ArcadeState) -> int:
        """Return the avatar's health."""
        return int(state.words[int(state.words[at.AVATAR]) + self.tables.health_at])

    def way(self, start: int, goals: Iterable[int], blocked: Iterable[int] = ()) -> int:
        """Return the steps from a cell to the nearest of others, around walls and *blocked* cells."""
        known = frozenset(blocked)
        return min((int(self._field(int(goal), known)[start]) for goal in goals), default=FAR)

    def _field(self, goal: int, blocked: frozenset[int]) -> NDArray[np.int32]:
        if (goal, blocked) not in self._fields:
            if len(self._fields) > 20_000:
                self._fields.clear()
            self._fields[goal, blocked] = self._flood(goal, blocked)
        return self._fields[goal, blocked]

    def _flood(self, goal: int, blocked: frozenset[int]) -> NDArray[np.int32]:
        field = np.full(self.width * self.height, FAR, np.int32)
        field[goal] = 0
        queue = deque([goal])
        while queue:
            cell = queue.popleft()
            for other in self.beside(cell):
                if field[other] == FAR and other not in self.walls:
                    field[other] = field[cell] + 1
                    if other not in blocked:
                        queue.append(other)
        return field

    def pushes(self, goals: Iterable[int]) -> NDArray[np.int32]:
        """Return for each cell how many pushes a crate alone on the floor needs from it to the nearest goal."""
        marks = frozenset(int(goal) for goal in goals)
        if (-1, marks) not in self._fields:
            field = np.full(self.width * self.height, FAR, np.int32)
            queue = deque(sorted(marks))
            field[list(marks)] = 0
            while queue:
                cell = queue.popleft()
                for other in self.beside(cell):
                    behind = 2 * other - cell
                    if field[other] == FAR and other not in self.walls and behind not in self.walls:
                        field[other] = field[cell] + 1
                        queue.append(other)
            self._fields[-1, marks] = field
        return self._fields[-1, marks]

    def beside(self, cell: int) -> Iterator[int]:
        """Return the neighbours of a cell."""
        row, column = divmod(cell, self.width)
        if column:
            yield cell - 1
        if column < self.width - 1:
            yield cell + 1
        if row:
            yield cell - self.width
        if row < self.height - 1:
            yield cell + self.width


Guide = Callable[[Scene, ArcadeState], float]


class Recipe(NamedTuple):
    """How a game's wins are looked for."""

    guide: Guide
    exact: bool = False
    """Best-first over all positions (no luck) instead of a beam."""
    weight: float = 1.0
    """Of the guide against the length, in best-first search: 0 finds a shortest win."""
    width: int = 60
    """Of the beam."""
    waits: bool = True
    """Whether waiting is tried."""
    same: tuple[str, ...] = ()
    """In best-first search: positions are one when the avatar and these types stand alike; else `state.key()` tells,
    which also minds in which order sprites were made."""
    pause: int = 0
    """In best-first search: wait so long after each action."""
    settle: tuple[str, ...] = ()
    """In best-first search: wait after each action until none of these is left."""
    spread: int = 0
    """So many of a beam may have the avatar in the same cell; 0 is no limit."""
    ticks: int = 2001
    """Where a beam gives up."""
    stand: int = 1
    """Each action is repeated so often in a beam: for slow or very long games."""


def best_first(scene: Scene, start: ArcadeState, recipe: Recipe, limit: int) -> list[int] | None:
    """Return a winning line, or None when there is none or *limit* positions were seen."""
    order, seen = 0, {scene.same(start, recipe.same)}
    queue: list[tuple[float, int, ArcadeState, tuple[object, ...]]] = [(0.0, 0, start, ())]
    depths = {0: 0}
    while queue and len(seen) < limit:
        _, mark, state, line = heapq.heappop(queue)
        depth = depths.pop(mark)
        for action in state.legal(0):
            if action == at.NIL and not recipe.waits:
                continue
            child, longer = state.clone(), (line, action)
            child.advance(action)
            for _ in range(recipe.pause):
                if child.won is None:
                    child.advance(at.NIL)
                    longer = (longer, at.NIL)
            while recipe.settle and child.won is None and scene.moving(child, recipe.settle):
                child.advance(at.NIL)
                longer = (longer, at.NIL)
            if child.won is not None:
                if child.won:
                    return _unroll(longer)
                continue
            key = scene.same(child, recipe.same)
            if key in seen:
                continue
            seen.add(key)
            value = recipe.guide(scene, child) if recipe.weight else 0.0
            if value >= FAR * 10:
                continue
            order += 1
            depths[order] = depth + 1
            heapq.heappush(queue, (depth + 1 + recipe.weight * value, order, child, longer))
    return None


def _unroll(line: tuple[object, ...]) -> list[int]:
    actions: list[int] = []
    while line:
        line, action = line  # type: ignore[assignment]  # pairs of (the line before, its last action)
        actions.append(action)  # type: ignore[arg-type]
    return actions[::-1]


def beam(scene: Scene, start: ArcadeState, recipe: Recipe, seed: int) -> list[int] | None:
    """Return a winning line of a game with luck, or None when the beam dies out."""
    rng = derive(seed, "library wins")
    crowd: list[tuple[ArcadeState, tuple[object, ...]]] = [(start, ())]
    while crowd and crowd[0][0].tick < recipe.ticks:
        found: dict[object, tuple[float, ArcadeState, tuple[object, ...]]] = {}
        for state, line in crowd:
            for action in state.legal(0):
                child, longer = state.clone(), line
                for _ in range(recipe.stand):
                    child.advance(action)
                    longer = (longer, action)
                    if child.won is not None:
                        break
                if child.won:
                    return _unroll(longer)
                if child.won is None and (key := child.key()) not in found:
                    found[key] = (recipe.guide(scene, child) + 0.5 * rng.random(), child, longer)
        crowd = []
        here: Counter[int] = Counter()
        for _, state, line in sorted(found.values(), key=lambda one: one[0]):
            cell = scene.avatar(state)
            if len(crowd) < recipe.width and here[cell] < (recipe.spread or recipe.width):
                here[cell] += 1
                crowd.append((state, line))
    return None


def win_of(name: str, level: int, *, seeds: int = 8, limit: int = 2_000_000) -> tuple[int, list[int]] | None:
    """Return a seed and a winning line of a level."""
    game = load_game(f"{name}/{level}")
    assert isinstance(game, Arcade)
    recipe, scene = RECIPES[name], Scene(game)
    if recipe.exact:
        line = best_first(scene, game.initial(0), recipe, limit)
        return (0, line) if line else None
    for seed in range(seeds):
        if line := beam(scene, game.initial(seed), recipe, seed):
            return seed, line
    return None


def write_line(name: str, level: int, seed: int, line: list[int]) -> str:
    """Return a win as text, and insist that it is one."""
    state = load_game(f"{name}/{level}").initial(seed)
    for action in line:
        state.apply(action)
    assert state.won, f"{name}/{level} is not won"
    return f"{level} {seed} {state.score} {state.digest()} {pack(line)}"


def pack(line: Iterable[int]) -> str:
    """Write actions as letters with counts: 3R for three to the right."""
    out: list[tuple[int, str]] = []
    for action in line:
        letter = LETTERS[action]
        if out and out[-1][1] == letter:
            out[-1] = (out[-1][0] + 1, letter)
        else:
            out.append((1, letter))
    return "".join(f"{count if count > 1 else ''}{letter}" for count, letter in out)


# -- the guides: how far a position is from being won, roughly; less is better


def _to(*names: str, blocked: tuple[str, ...] = ()) -> Guide:
    def guide(scene: Scene, state: ArcadeState) -> float:
        stops = scene.cells(state, *blocked).tolist() if blocked else ()
        return scene.way(scene.avatar(state), scene.cells(state, *names), stops)

    return guide


def _all(*names: str, each: float = 40, blocked: tuple[str, ...] = ()) -> Guide:
    near = _to(*names, blocked=blocked)

    def guide(scene: Scene, state: ArcadeState) -> float:
        left = scene.cells(state, *names).size
        return each * left + near(scene, state) if left else 0

    return guide


def _staged(first: str, then: Guide, before: Guide, more: float = 200) -> Guide:
    def guide(scene: Scene, state: ArcadeState) -> float:
        return more + before(scene, state) if scene.kind(state) == first else then(scene, state)

    return guide


def _pushed(crate: str, *goals: str) -> Guide:
    def guide(scene: Scene, state: ArcadeState) -> float:
        need = scene.pushes(scene.cells(state, *goals))
        return float(sum(10 * FAR if need[cell] >= FAR else need[cell] for cell in scene.cells(state, crate).tolist()))

    return guide


def _none(scene: Scene, state: ArcadeState) -> float:
    return 0.0


def _safe_from(*names: str) -> Guide:
    def guide(scene: Scene, state: ArcadeState) -> float:
        near = scene.way(scene.avatar(state), scene.cells(state, *names))
        return -min(near, 6) - 0.01 * state.score

    return guide


def _score(scene: Scene, state: ArcadeState) -> float:
    return -float(state.score)


def _boulderdash(scene: Scene, state: ArcadeState) -> float:
    missing, here = 9 - scene.held(state, "gem"), scene.avatar(state)
    if missing <= 0:
        return scene.way(here, scene.cells(state, "exit"))
    return 100 + 40 * missing + scene.way(here, scene.cells(state, "gem"))


def _butterflies(scene: Scene, state: ArcadeState) -> float:
    flying, cocoons = scene.cells(state, "butterfly"), scene.cells(state, "cocoon")
    return 30 * flying.size + scene.way(scene.avatar(state), flying) + (60 if cocoons.size < 4 else 0)


def _chase(scene: Scene, state: ArcadeState) -> float:
    shy, angry, here = scene.cells(state, "shy"), scene.cells(state, "angry"), scene.avatar(state)
    if not shy.size:
        return 0
    fear = max(0, 5 - scene.way(here, angry)) * 6 if angry.size else 0
    total = sum(scene.way(here, [cell]) for cell in shy.tolist())
    return 80 * shy.size + 60 * angry.size + scene.way(here, shy) + 0.2 * total + fear


def _portals(scene: Scene, state: ArcadeState) -> float:
    here = scene.avatar(state)
    direct = scene.way(here, scene.cells(state, "goal"))
    return direct if direct < FAR else 100 + scene.way(here, scene.cells(state, "ring"))


def _frogs(scene: Scene, state: ArcadeState) -> float:
    gate = scene.cells(state, "gate").tolist()
    row, column = divmod(scene.avatar(state), scene.width)
    return 3 * min((abs(row - g // scene.width) for g in gate), default=0) + 0.5 * min(
        (abs(column - g % scene.width) for g in gate), default=0
    )


def _missiles(scene: Scene, state: ArcadeState) -> float:
    rockets, cities = scene.cells(state, "rocket").tolist(), scene.cells(state, "city").tolist()
    urgency = sum(max(0, 8 - scene.way(cell, cities)) for cell in rockets)
    return 100 * len(rockets) - 150 * len(cities) + urgency + scene.way(scene.avatar(state), rockets)


def _zombies(scene: Scene, state: ArcadeState) -> float:
    here = scene.avatar(state)
    near = scene.way(here, scene.cells(state, "zombie", "grave"))
    return -8 * scene.health(state) - min(near, 5) + 0.2 * min(scene.way(here, scene.cells(state, "honey")), 30)


def _digdug(scene: Scene, state: ArcadeState) -> float:
    here = scene.avatar(state)
    gems, nuggets = scene.cells(state, "gem"), scene.cells(state, "nugget")
    monsters, rolling = scene.cells(state, "monster"), scene.cells(state, "rolling")
    goals = [*gems.tolist(), *nuggets.tolist()] or monsters.tolist()
    row, column = divmod(here, scene.width)
    near = min((abs(row - g // scene.width) + abs(column - g % scene.width) for g in goals), default=0)
    return 40 * gems.size + 60 * nuggets.size + 80 * monsters.size + near - 5 * rolling.size


def _firestorms(scene: Scene, state: ArcadeState) -> float:
    return 2 * scene.way(scene.avatar(state), scene.cells(state, "shelter")) - 10 * scene.health(state)


def _infection(scene: Scene, state: ArcadeState) -> float:
    here, sound = scene.avatar(state), scene.kind(state) == "sound"
    healthy = scene.cells(state, "healthy")
    doctors = scene.cells(state, "doctor").size
    goals = scene.cells(state, "bug", "sick") if sound else healthy
    return 40 * healthy.size + 20 * doctors + (60 if sound else 0) + scene.way(here, goals)


def _firecaster(scene: Scene, state: ArcadeState) -> float:
    crates, here = scene.cells(state, "crate").tolist(), scene.avatar(state)
    gate = int(scene.cells(state, "gate")[0])
    free = scene.way(here, [gate], crates)
    cost = free if free < FAR else 300 + _through(scene, here, gate, set(crates))
    return cost - 6 * scene.held(state, "mana") - 25 * scene.health(state) + 0.1 * scene.cells(state, "fire").size


def _through(scene: Scene, start: int, goal: int, crates: set[int]) -> float:
    """Return the cheapest way when a crate on it costs twelve steps."""
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell == goal:
            return cost
        for other in scene.beside(cell):
            further = cost + (12 if other in crates else 1)
            if other not in scene.walls and further < best.get(other, FAR):
                best[other] = further
                heapq.heappush(queue, (further, other))
    return FAR


def _overload(scene: Scene, state: ArcadeState) -> float:
    missing, here = 10 - scene.held(state, "coin"), scene.avatar(state)
    if missing <= 0:
        return scene.way(here, scene.cells(state, "castle"))
    return 100 + 40 * missing + scene.way(here, scene.cells(state, "coin"))


def _pacman(scene: Scene, state: ArcadeState) -> float:
    """While mighty, a pill is better left for later."""
    here, hungry = scene.avatar(state), scene.kind(state) == "hungry"
    pellets, pills = scene.cells(state, "pellet", "fruit"), scene.cells(state, "pill")
    hunters = scene.cells(state, *(f"{colour}hunter" for colour in ("red", "orange", "blue", "pink")))
    fear = max(0, 4 - scene.way(here, hunters)) * 3 if hungry and hunters.size else 0
    goals = pills if hungry and pills.size else pellets if pellets.size else pills
    return 12 * pellets.size + 6 * pills.size + (40 if hungry else 0) + scene.way(here, goals) + fear


def _seaquest(scene: Scene, state: ArcadeState) -> float:
    row = scene.avatar(state) // scene.width
    air = scene.health(state)
    return (row if air < 8 else 0) - min(air, 8) - 0.01 * state.score


def _eggomania(scene: Scene, state: ArcadeState) -> float:
    column = scene.avatar(state) % scene.width
    late = 0.0
    for egg in scene.cells(state, "egg").tolist():
        row = egg // scene.width
        time_left = (scene.height - 2 - row) * 5
        late += max(0, abs(egg % scene.width - column) - time_left) * 10 + 0.05 * abs(egg % scene.width - column)
    return late - state.score


def _bait(scene: Scene, state: ArcadeState) -> float:
    holes, here = scene.cells(state, "hole").tolist(), scene.avatar(state)
    seeks = scene.kind(state) == "seeker"
    near = scene.way(here, scene.cells(state, "key" if seeks else "door"), holes)
    return (60 if seeks else 0) + min(near, 40) + 4 * len(holes)


def _citadel(scene: Scene, state: ArcadeState) -> float:
    pits, here = scene.cells(state, "squarepit", "roundpit").tolist(), scene.avatar(state)
    return min(scene.way(here, scene.cells(state, "exit"), pits), 30) + 8 * len(pits)


def _brainman(scene: Scene, state: ArcadeState) -> float:
    doors, here = scene.cells(state, "door").tolist(), scene.avatar(state)
    return min(scene.way(here, scene.cells(state, "exit"), doors), 30) + 12 * len(doors)


def _bolo(scene: Scene, state: ArcadeState) -> float:
    holes, here = scene.cells(state, "hole").tolist(), scene.avatar(state)
    return min(scene.way(here, scene.cells(state, "door"), holes), 40) + 12 * len(holes)


def _realportals(scene: Scene, state: ArcadeState) -> float:
    """Make an exit where the goal is, make an entrance here, walk through."""
    here, goal = scene.avatar(state), scene.cells(state, "goal").tolist()
    locks = [] if scene.held(state, "key") else scene.cells(state, "lock").tolist()
    shut = scene.cells(state, "water").tolist() + locks
    rocks = 4 * len(shut)
    starts = [cell for cell in scene.beside(here) if cell not in scene.walls] if here in scene.walls else [here]
    direct = min(scene.way(start, goal, shut) for start in starts)
    if direct < FAR:
        return direct + rocks
    outlets, doors = scene.cells(state, "outlet").tolist(), scene.cells(state, "entrance").tolist()
    keys = scene.cells(state, "key").tolist()
    goals = goal + keys
    closer = scene.kind(state) == "closer"
    if any(scene.way(cell, goals, shut) < FAR for outlet in outlets for cell in scene.beside(outlet)):
        near = scene.way(here, [cell for door in doors for cell in scene.beside(door)], shut) if doors else FAR
        if near < FAR:
            return 100 + near + rocks + 30 * len(keys)
        staff = scene.way(here, scene.cells(state, "redstaff"), shut) if closer else 0
        return 130 + min(staff, 40) + rocks + 30 * len(keys)
    staff = 0 if closer else scene.way(here, scene.cells(state, "greenstaff"), shut)
    return 200 + min(staff, 40) + rocks + 30 * len(keys)


def _zen(scene: Scene, state: ArcadeState) -> float:
    """Sand that cannot be reached, or not left again, is the end of the walk."""
    sand, here = scene.cells(state, "sand").tolist(), scene.avatar(state)
    if not sand:
        return 0
    shut = set(scene.cells(state, "raked", "stone").tolist())
    ways = {cell: sum(other not in shut or other == here for other in scene.beside(cell)) for cell in sand}
    reached, stack = {here}, [here]
    while stack:
        for other in scene.beside(stack.pop()):
            if other not in shut and other not in reached:
                reached.add(other)
                stack.append(other)
    if any(count < 2 for count in ways.values()) or not reached.issuperset(sand):
        return FAR * 10
    return 3 * len(sand) - sum(count == 2 for count in ways.values()) + scene.way(here, sand) / 2


def _chips(scene: Scene, state: ArcadeState) -> float:
    here = scene.avatar(state)
    missing = 11 - scene.held(state, "chip")
    doors = scene.cells(state, "door").tolist()
    if missing > 0:
        things = scene.cells(state, "chip", "boots", "key")
        return 200 + 30 * missing + 5 * len(doors) + min(scene.way(here, things), 50)
    return 5 * len(doors) + scene.way(here, scene.cells(state, "exit"))


RECIPES: dict[str, Recipe] = {
    "aliens": Recipe(_score, width=40),
    "boulderdash": Recipe(_boulderdash, width=150, ticks=400),
    "butterflies": Recipe(_butterflies, width=40),
    "chase": Recipe(_chase, width=150),
    "frogs": Recipe(_frogs, width=200),
    "missilecommand": Recipe(_missiles, width=100),
    "portals": Recipe(_portals, width=200, ticks=200),
    "sokoban": Recipe(_pushed("crate", "pit"), exact=True, weight=4, waits=False),
    "survivezombies": Recipe(_zombies, width=25),
    "zelda": Recipe(_staged("seeker", _to("door"), _to("key")), width=100),
    "camelrace": Recipe(_to("finish"), width=60),
    "digdug": Recipe(_digdug, width=60, spread=4),
    "firestorms": Recipe(_firestorms, width=100),
    "infection": Recipe(_infection, width=40),
    "firecaster": Recipe(_firecaster, width=60, ticks=400),
    "overload": Recipe(_overload, width=100),
    "pacman": Recipe(_pacman, width=40, spread=2),
    "seaquest": Recipe(_seaquest, width=25),
    "whackamole": Recipe(_safe_from("cat"), width=20),
    "eggomania": Recipe(_eggomania, width=30),
    "bait": Recipe(_bait, exact=True, waits=False, same=("crate", "hole", "mushroom")),
    "boloadventures": Recipe(_bolo, exact=True, waits=False, settle=("rolling",), same=("ball", "block", "hole")),
    "brainman": Recipe(
        _brainman, exact=True, weight=3, waits=False, settle=("sliding",), same=("key", "boulder", "door")
    ),
    "chipschallenge": Recipe(_chips, exact=True, weight=2, waits=False),
    "modality": Recipe(_none, exact=True, weight=0, waits=False),
    "painter": Recipe(_all("bare", each=2), exact=True, weight=1.5, waits=False, pause=3, same=("bare",)),
    "realportals": Recipe(
        _realportals,
        exact=True,
        weight=2,
        waits=False,
        settle=("beam", "rolling"),
        same=("water", "lock", "key", "rock", "entrance", "outlet"),
    ),
    "realsokoban": Recipe(_pushed("load", "mark"), exact=True, weight=4, waits=False),
    "thecitadel": Recipe(
        _citadel, exact=True, weight=2, waits=False, same=("crate", "barrel", "squarepit", "roundpit")
    ),
    "zenpuzzle": Recipe(_zen, exact=True, weight=3, waits=False),
}


def main(arguments: list[str]) -> int:
    """Look for wins and write them."""
    parser = argparse.ArgumentParser(prog="ludarium bench library_wins", description=__doc__)
    parser.add_argument("levels", nargs="*", help="games (zelda) or levels (zelda/2); all when absent")
    parser.add_argument("--seeds", type=int, default=8, help="games with luck: how many seeds are tried")
    parser.add_argument("--limit", type=int, default=2_000_000, help="puzzles: how many positions may be seen")
    chosen = parser.parse_args(arguments)
    failed = 0
    for asked in chosen.levels or LIBRARY:
        name, _, number = asked.partition("/")
        for level in [int(number)] if number else range(LEVELS):
            began = time.process_time()
            found = win_of(name, level, seeds=chosen.seeds, limit=chosen.limit)
            seconds = time.process_time() - began
            if found is None:
                failed += 1
                print(f"{name}/{level}: no win found, {seconds:.1f} s", flush=True)
                continue
            seed, line = found
            keep(name, level, write_line(name, level, seed, line))
            print(f"{name}/{level}: {len(line)} ticks, seed {seed}, {seconds:.1f} s", flush=True)
    return 1 if failed else 0


def keep(name: str, level: int, text: str) -> None:
    """Put a win into its game's file, in the place of an older one."""
    WINS.mkdir(parents=True, exist_ok=True)
    file = WINS / f"{name}.txt"
    lines = {int(line.split()[0]): line for line in (file.read_text("utf-8").splitlines() if file.exists() else [])}
    lines[level] = text
    write_whole(file, "".join(f"{lines[number]}\n" for number in sorted(lines)))
