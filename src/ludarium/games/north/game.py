"""North as a game of the laboratory: a hidden map, one player, up to four games, points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, IllegalAction
from ludarium.core.frame import Frame
from ludarium.core.game import Game, State, View
from ludarium.core.solver import Solution, Status
from ludarium.core.spec import GameSpec, Information, Payoff
from ludarium.games.north import notation
from ludarium.games.north.aliases import DIFFICULTIES, FIGHT_OR_FLEE, MODES, RESTART_OR_STOP, WAYS, hint, tidy
from ludarium.games.north.generator import generate
from ludarium.games.north.knowledge import Deal, NorthKnown, Sight
from ludarium.games.north.level import COMPASS, SMALLEST, Map, is_whole, most_vertices
from ludarium.games.north.score import GAMES, Score, score
from ludarium.games.north.solver import Front, front, insist_on_room, parameters

WALK, MEET, FAINTED, OVER = range(4)
FIGHT, FLEE, RESTART, STOP = range(8, 12)
ACTION_NAMES = (*COMPASS, "fight", "flee", "restart", "stop")
DEFAULT_BOUND = 3
_TABLE = "table"
LARGEST = 10
"""The largest bound that is played: beyond it the exact table, which deals life and stamina, does not fit."""


class NorthState(State):
    """Where the player is, what is left, and what was drawn of the map so far. The parts are never changed in place."""

    __slots__ = (
        "barred", "beaten", "came", "cave", "deal", "edges", "game", "life", "phase", "place", "read", "seen",
        "stamina", "won",
    )  # fmt: skip

    def __init__(
        self,
        cave: Map,
        deal: Deal,
        *,
        phase: int,
        place: int,
        came: int | None,
        life: int,
        stamina: int,
        game: int,
        beaten: frozenset[int],
        seen: frozenset[int],
        read: frozenset[int],
        edges: frozenset[tuple[int, int]],
        barred: frozenset[tuple[int, int]],
        won: bool = False,
    ) -> None:
        self.cave, self.deal = cave, deal
        self.phase, self.place, self.came = phase, place, came
        self.life, self.stamina, self.game, self.won = life, stamina, game, won
        self.beaten, self.seen, self.read, self.edges, self.barred = beaten, seen, read, edges, barred

    @classmethod
    def fresh(cls, cave: Map, deal: Deal) -> Self:
        """Return the start of a session."""
        nothing: frozenset[Any] = frozenset()
        here = frozenset({cave.start})
        return cls(
            cave,
            deal,
            phase=WALK,
            place=cave.start,
            came=None,
            life=deal.life,
            stamina=deal.stamina,
            game=1,
            beaten=nothing,
            seen=here,
            read=here,
            edges=nothing,
            barred=nothing,
        )

    def actors(self) -> tuple[int, ...]:
        """Return the one player until the end is reached or all is lost."""
        return () if self.phase == OVER else (0,)

    def legal(self, player: int) -> list[int]:
        """Return where the cave leads; fight and, where there is a way back, flee; restart and stop after a faint."""
        if self.phase == OVER or player != 0:
            return []
        if self.phase == WALK:
            return sorted(self.cave.exits[self.place])
        if self.phase == MEET:
            return [FIGHT, FLEE] if (self.place, self.came) in self.cave.weights else [FIGHT]
        return [RESTART, STOP]

    def advance(self, *actions: int) -> None:
        """Walk, fight, flee, restart or stop."""
        action = actions[0]
        if action == FIGHT:
            self._fight()
        elif action == RESTART:
            self._wake(self.game + 1)
        elif action == STOP:
            self.phase = OVER
        else:
            target = self.came if action == FLEE else self.cave.exits[self.place][action]
            assert target is not None, "one came from somewhere to a meeting"
            self._walk(target)

    def _walk(self, target: int) -> None:
        """Pay for an edge and stand on its end, or faint on the way."""
        weight = self.cave.weights[self.place, target]
        if weight > self.stamina:
            self._faint()
            return
        self.stamina -= weight
        self.edges |= {(self.place, target)}
        self.seen |= {target}
        self.came, self.place = self.place, target
        if target == self.cave.end:
            self.won, self.phase = True, OVER
        elif target in self.cave.monsters and target not in self.beaten:
            self.phase = MEET
            back = (target, self.came)
            if back in self.cave.weights:
                self.edges |= {back}
            else:
                self.barred |= {back}
        else:
            self._look_around()

    def _fight(self) -> None:
        """Pay a monster's power in life, or faint."""
        power = self.cave.monsters[self.place]
        if power > self.life:
            self._faint()
            return
        self.life -= power
        self.beaten |= {self.place}
        self._look_around()

    def _look_around(self) -> None:
        self.phase, self.came = WALK, None
        self.read |= {self.place}

    def _faint(self) -> None:
        """Lose this game; what was missing is not told, so nothing is learnt of the length of the way."""
        self.phase = FAINTED if self.game < GAMES else OVER

    def _wake(self, game: int) -> None:
        self.phase, self.place, self.came, self.game = WALK, self.cave.start, None, game
        self.life, self.stamina, self.beaten = self.deal.life, self.deal.stamina, frozenset()

    def score(self) -> Score | None:
        """Return the parts of the score once the end is reached."""
        if not self.won:
            return None
        deal = self.deal
        return score(
            deal.life,
            self.life,
            deal.best_life,
            deal.stamina,
            self.stamina,
            deal.best_stamina,
            self.game,
            deal.mode,
            deal.difficulty,
        )

    def returns(self) -> tuple[float, ...]:
        """Return the points: 0 unless the end is reached."""
        points = self.score()
        return (float(points.total) if points else 0.0,)

    def clone(self) -> Self:
        """Copy the references: no part is changed in place."""
        other = object.__new__(type(self))
        for name in NorthState.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def key(self) -> Hashable:
        """Return the map's name and everything that can change."""
        numbers = (self.phase, self.place, self.came, self.life, self.stamina, self.game, self.won)
        parts = (self.beaten, self.seen, self.read, self.edges, self.barred)
        return (notation.name_of(self.cave), tuple(self.deal), numbers, *(tuple(sorted(part)) for part in parts))

    def known(self, player: int) -> NorthKnown:
        """Return the half-drawn map, by places."""
        point, exits, monsters = self.cave.vertices, self.cave.exits, self.cave.monsters
        sights = [
            Sight(
                point[vertex],
                monsters.get(vertex, 0),
                sum(1 << direction for direction in exits[vertex]) if vertex in self.read else -1,
            )
            for vertex in self.seen
        ]
        return NorthKnown(
            self.cave.bound,
            self.deal,
            self.phase,
            point[self.place],
            None if self.came is None else point[self.came],
            self.life,
            self.stamina,
            self.game,
            tuple(sorted(point[vertex] for vertex in self.beaten)),
            tuple(sorted(sights)),
            tuple(sorted((point[a], point[b]) for a, b in self.edges)),
            tuple(sorted((point[a], point[b]) for a, b in self.barred)),
        )

    def view(self) -> View:
        """Return what the player sees, and the whole cave under it."""
        return view_of(self.known(0), self)

    def action_name(self, action: int) -> str:
        """Return a compass name, fight, flee, restart or stop."""
        return ACTION_NAMES[action]

    def referee(self, budget: Budget) -> Mapping[int, float] | None:
        """Return the exact value of each action on the true map, or None when the budget was too small."""
        from ludarium.games.north.referee import action_values

        return action_values(self, budget)

    def atoms(self) -> NDArray[np.int32]:
        """Return what novelty search looks at: place and phase, each monster beaten, the number of the game."""
        side = 2 * self.cave.bound + 1
        area = side * side

        def cell(vertex: int) -> int:
            x, y = self.cave.vertices[vertex]
            return (y + self.cave.bound) * side + x + self.cave.bound

        beaten = [4 * area + cell(vertex) for vertex in sorted(self.beaten)]
        return np.array([self.phase * area + cell(self.place), *beaten, 5 * area + self.game], np.int32)


class North(Game[NorthState]):
    """Wake in a dark cave, and find its far end before stamina or life runs out.

    The cave is a hidden directed graph on a grid. A way costs its length in stamina; monsters are fought (life) or fled
    from (the way back). You see where you have been and where the ways lead from where you stand. `mode` says what is
    best: `survivor` loses the least life, `explorer` the most, `balanced` lies between; `easy` gives 3 times, `hard`
    1.5 times the best stamina and life. Where the best life is 0 the player has none to start with, as in the text:
    every fight is lost then, and the best walk meets nobody. A faint ends the game; there are four on the same map.

    `level` is a seed (`north/7`) or a map's file; without it the match seed draws the cave. `bound` is 2 to 10.

    ## Actions

    0–7 walk north, northeast, … northwest; 8 fight, 9 flee; 10 restart and 11 stop after a faint.

    ## Returns

    The score at the end of the cave (500 at best, 1000 when hard), 0 without it.

    ## Versions

    1: the first.
    """

    def __init__(
        self,
        bound: int | None = None,
        mode: str = "balanced",
        difficulty: str = "easy",
        level: str | None = None,
    ) -> None:
        self.mode = _choice("mode", mode, MODES)
        self.difficulty = _choice("difficulty", difficulty, DIFFICULTIES)
        self.level = None if level is None else str(level)
        self.bound = bound
        size = DEFAULT_BOUND if bound is None else bound
        self._cave: Map | None = None
        if self.level is not None and not self.level.isdecimal():
            self._cave = notation.load(self.level)
            if bound is not None and bound != self._cave.bound:
                raise BadParameter(f"north: bound={bound}, but the map in {self.level} has bound {self._cave.bound}")
            insist_on_room(self._cave)
            size = self._cave.bound
        if not is_whole(size) or not SMALLEST <= size <= LARGEST:
            raise BadParameter(f"north: bound={size!r}; caves from {SMALLEST} to {LARGEST} are played")
        self.size = size
        self.spec = GameSpec(
            name="north",
            summary="Find the far end of a hidden cave before stamina or life runs out.",
            version=1,
            players=1,
            actions=len(ACTION_NAMES),
            max_steps=40 * most_vertices(size),
            information=Information.HIDDEN,
            payoff=Payoff.SCORE,
            budget=Budget(ms=1000),
        )

    def initial(self, seed: int = 0) -> NorthState:
        """Return the start of a session in the level's cave, or in the one that the seed draws."""
        cave, table = self.dealt(seed)
        best = parameters(table, self.mode, self.difficulty)
        deal = Deal(self.mode, self.difficulty, best.life, best.stamina, best.best_life, best.best_stamina)
        return NorthState.fresh(cave, deal)

    def dealt(self, seed: int = 0) -> tuple[Map, Front]:
        """Return the cave of a match seed, with its life table."""
        if self._cave is not None:
            return self._cave, life_table(self._cave)
        return _drawn(self.size, int(self.level) if self.level is not None else seed)

    def solve(self, state: NorthState, budget: Budget) -> Solution[tuple[int, ...]]:
        """Return the best score on the true map with its line: by the life table at a game's start, else by referee."""
        full = float(score_at_best(state.deal, state.game))
        at_start = state.phase == WALK and state.place == state.cave.start and not state.beaten
        if at_start and state.stamina == state.deal.stamina:
            table = life_table(state.cave)
            line = actions_of(state.cave, table[state.deal.best_life][1])
            return Solution(Status.SOLVED, line, full, full, {"lives": len(table)})
        meter, played, rest = budget.start(), [], state.clone()
        worth = 0.0
        while not rest.is_over():
            values = rest.referee(meter.rest())
            if values is None:
                return Solution(Status.BOUNDED, None, 0.0, full)
            played.append(max(values, key=lambda action: values[action]))
            worth = values[played[-1]]
            rest.advance(played[-1])
        return Solution(Status.SOLVED, tuple(played), worth, worth)

    def frame(self, view: View) -> Frame:
        """Draw the map with its fog."""
        from ludarium.games.north.frame import frame

        return frame(view)

    def read_action(self, text: str, state: NorthState, player: int) -> int:
        """Understand 'north', 'n', 'go ne'; 'fight', 'flee'; 'restart', 'stop': the source's aliases."""
        said = tidy(text)
        if said in ACTION_NAMES and ACTION_NAMES.index(said) in state.legal(player):
            return ACTION_NAMES.index(said)
        if state.phase == OVER:
            raise IllegalAction("the game is over")
        if state.phase == WALK:
            known, question = WAYS, "the cave leads"
        elif state.phase == MEET:
            known, question = FIGHT_OR_FLEE, "you can"
        else:
            known, question = RESTART_OR_STOP, "you can"
        action = ACTION_NAMES.index(known[said]) if said in known else -1
        if action in state.legal(player):
            return action
        if action == FLEE:
            raise IllegalAction("there is no way back: you have to fight")
        options = ", ".join(ACTION_NAMES[action] for action in state.legal(player))
        wrong = f"nothing leads {ACTION_NAMES[action]} from here" if action >= 0 else f"'{text.strip()}' is no answer"
        raise IllegalAction(f"{wrong}{hint(said, known) if action < 0 else ''}; {question}: {options}")

    @property
    def how_to_type(self) -> str:
        """How people type moves."""
        return (
            "Type where to go: north or n, northeast or ne, and so on. Before a monster type fight (f) or flee (e); "
            "after a faint restart (r) or stop."
        )


def score_at_best(deal: Deal, game: int = 1) -> int:
    """Return the points of a perfect game: 500, or 1000 when hard, less 25 (or 50) for each game before."""
    left_life, left_stamina = deal.life - deal.best_life, deal.stamina - deal.best_stamina
    return score(
        deal.life,
        left_life,
        deal.best_life,
        deal.stamina,
        left_stamina,
        deal.best_stamina,
        game,
        deal.mode,
        deal.difficulty,
    ).total


def actions_of(cave: Map, walk: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Return the actions that walk a walk from the start and fight every monster on it."""
    actions: list[int] = []
    beaten: set[int] = set()
    for a, b in pairwise(walk):
        actions.append(next(direction for direction, target in cave.exits[a].items() if target == b))
        if b in cave.monsters and b not in beaten:
            beaten.add(b)
            actions.append(FIGHT)
    return tuple(actions)


def view_of(known: NorthKnown, truth: NorthState | None) -> View:
    """Return knowledge as plain data; with the truth, what is still hidden as well."""
    deal = known.deal
    view: dict[str, Any] = {
        "bound": known.bound,
        "mode": deal.mode,
        "difficulty": deal.difficulty,
        "phase": ("walk", "meet", "fainted", "over")[known.phase],
        "place": known.place,
        "life": (known.life, deal.life),
        "stamina": (known.stamina, deal.stamina),
        "game": (known.game, GAMES),
        "visited": {sight.place: {"power": sight.power, "exits": _ways(sight.exits)} for sight in known.sights},
        "beaten": known.beaten,
        "edges": known.edges,
    }
    if truth is not None:
        cave = truth.cave
        view["won"] = truth.won
        view["score"] = truth.returns()[0]
        view["cave"] = {
            "vertices": tuple(cave.vertices.values()),
            "edges": tuple((cave.vertices[a], cave.vertices[b]) for a, b, _ in cave.edges),
            "monsters": {cave.vertices[vertex]: power for vertex, power in cave.monsters.items()},
            "end": cave.vertices[cave.end],
        }
        table: Front | None = cave.__dict__.get(_TABLE)  # dealt caves keep theirs; imagined ones are not worth the time
        if table is not None:
            view["front"] = tuple((life, stamina) for life, (stamina, _) in table.items())
            view["route"] = tuple(cave.vertices[vertex] for vertex in table[deal.best_life][1])
    return view


def _ways(exits: int) -> tuple[str, ...] | None:
    return None if exits < 0 else tuple(name for bit, name in enumerate(COMPASS) if exits >> bit & 1)


def _choice(name: str, said: str, known: Any) -> str:
    chosen = known.get(tidy(str(said))) if str(said).strip() else None
    if chosen is None:
        options = dict.fromkeys(known.values())
        raise BadParameter(f"north: {name}={said!r}; choose {', '.join(options)}{hint(str(said), known)}")
    return str(chosen)


def life_table(cave: Map) -> Front:
    """Return the life table of a map, kept with it."""
    kept: Front | None = cave.__dict__.get(_TABLE)
    if kept is None:
        kept = cave.__dict__[_TABLE] = front(cave)
    return kept


@lru_cache(maxsize=64)
def _drawn(bound: int, seed: int) -> tuple[Map, Front]:
    cave = generate(bound, seed)
    return cave, life_table(cave)
