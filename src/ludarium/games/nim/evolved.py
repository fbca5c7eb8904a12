"""The evolved player: rules bred on a ladder of islands, each with a stronger opponent.

Two kinds of genome. `rules`: any rules of the language of `breeding`, with conditions, goals and ties free to change;
`order`: a fixed book of rules (the source's seven and some more), whose order is the genome. An island judges by games
against its opponent and those below (exactly: the opponents have no memory, so the chance to win is a sum over
positions, not a sample) and by the share of won positions in which the move wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludarium.core.agent import Decision, Needs, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.evolve import (
    Evolved as Bred,
)
from ludarium.core.evolve import (
    Generation,
    Recipe,
    evolve_islands,
    order_cross,
    survivors,
    swap_two,
    tournament,
)
from ludarium.core.learner import BadLearning, Curve, Learner, Lesson, OnProgress, Progress
from ludarium.core.registry import load_game
from ludarium.games.nim.breeding import (
    FEATURES,
    SIGNS,
    TIES,
    Arena,
    Clause,
    Floats,
    Opponent,
    Rule,
    Rules,
    choose,
    moves_of,
    read_rule,
)
from ludarium.games.nim.game import Nim
from ludarium.games.nim.rules import NimState
from ludarium.games.nim.solver import Move, best_move, delaying_move

SOURCE_RULES = (
    "when rows = 1: leave total = 0 by largest most",
    "when rows = 2: leave rows = 2, pairs = 1 by largest fewest",
    "when rows = 2: leave smallest = 1 by largest most",
    "when rows = 3: leave rows = 2 by largest most",
    "when rows = 3: leave rows = 3, smallest = 1 by largest most",
    "when largest >= 2: leave anything by largest most",
    "when always: leave anything by largest fewest",
)
"""The source's seven, in this language: take the last row; leave two equal ones; leave one object in the longest …"""

BOOK = tuple(
    read_rule(text)
    for text in (
        *SOURCE_RULES,
        "when large >= 1, misere = 0: leave odd1 = 0, odd2 = 0, odd4 = 0, odd8 = 0 by smallest most",
        "when large >= 2: leave odd1 = 0, odd2 = 0, odd4 = 0, odd8 = 0 by largest fewest",
        "when misere = 1: leave large = 0, odd1 = 1 by largest most",
        "when misere = 0: leave large = 0, odd1 = 0 by largest most",
        "when always: leave pairs = 1 by largest fewest",
    )
)
"""The rules whose order is a genome."""

SCHOOL = (
    "nim",
    "nim?rows=1,5,9",
    "nim?k=3",
    "nim?misere=true",
    "nim?rows=1,5,9&misere=true",
    "nim?k=4&misere=true",
)
"""The games on which the rules that come with the agent were bred (`ludarium bench nim_learning --champion`)."""

CHAMPION: tuple[str, ...] = (
    "when misere = 1: leave odd1 = 1, large <= 0, large <= 3 by smallest fewest",
    "when always: leave odd2 <= 0, odd4 <= 0, odd1 >= 0, odd1 <= 0 by largest most",
    "when pairs <= 2: leave ones <= 4, large >= 2, odd4 = 0 by smallest fewest",
)
"""What came of it, with seed 0, as evolution wrote it."""

_LONGEST = 14


def _dumb(rows: Sequence[int], k: int | None, misere: bool) -> dict[Move, float]:
    return {(next(row for row, objects in enumerate(rows) if objects), 1): 1.0}


def _random(rows: Sequence[int], k: int | None, misere: bool) -> dict[Move, float]:
    moves = moves_of(rows, k)
    sizes = {row: sum(other == row for other, _ in moves) for row, _ in moves}
    return {(row, count): 1 / len(sizes) / sizes[row] for row, count in moves}


def _layered(rows: Sequence[int], k: int | None, misere: bool) -> dict[Move, float]:
    filled = [row for row, objects in enumerate(rows) if objects]
    return {(row, rows[row] if k is None else min(rows[row], k)): 1 / len(filled) for row in filled}


def _god(rows: Sequence[int], k: int | None, misere: bool) -> dict[Move, float]:
    return {best_move(rows, k, misere) or delaying_move(rows): 1.0}


def _half(one: Opponent, other: Opponent) -> Opponent:
    def mixed(rows: Sequence[int], k: int | None, misere: bool) -> dict[Move, float]:
        found: dict[Move, float] = {}
        for part in (one(rows, k, misere), other(rows, k, misere)):
            for move, chance in part.items():
                found[move] = found.get(move, 0.0) + chance / 2
        return found

    return mixed


LADDER: Mapping[str, Opponent] = {
    "dumb": _dumb,
    "dumb-random": _half(_dumb, _random),
    "random": _random,
    "layered": _layered,
    "demigod": _half(_god, _random),
    "god": _god,
}
"""What each rung of `agents` plays, as chances; the tests compare both."""


class School:
    """Arenas with the ladder's chances, where players are judged: the mean over several games where more are given."""

    def __init__(self, *games: Nim) -> None:
        self.arenas = [Arena(game.rows, game.k, game.misere) for game in games]
        self._chances: list[dict[str, Floats]] = [
            {name: arena.chances(player) for name, player in LADDER.items()} for arena in self.arenas
        ]

    def report(self, rules: Rules) -> dict[str, float]:
        """Return the win rate on each rung, the mean of both seats, and the share of right moves."""
        found = dict.fromkeys((*LADDER, "right moves"), 0.0)
        for arena, chances in zip(self.arenas, self._chances, strict=True):
            policy = arena.policy(rules)
            found["right moves"] += arena.right(policy) / len(self.arenas)
            for name in LADDER:
                found[name] += arena.win_rate(policy, chances[name]) / len(self.arenas)
        return found

    def fitness(self, rules: Rules, rungs: Sequence[str]) -> float:
        """Return half the win rate on these rungs, the last one counting as much as the others, and half the rights.

        A little is taken for each rule: of two that play alike, the shorter is better.
        """
        total = 0.0
        for arena, chances in zip(self.arenas, self._chances, strict=True):
            policy = arena.policy(rules)
            rates = [arena.win_rate(policy, chances[name]) for name in rungs]
            total += (rates[-1] + sum(rates) / len(rates)) / 4 + arena.right(policy) / 2
        return total / len(self.arenas) - 0.0005 * len(rules)


def random_clause(rng: np.random.Generator) -> Clause:
    """Draw a condition or goal."""
    feature = int(rng.integers(len(FEATURES)))
    most = 2 if FEATURES[feature].startswith("odd") or FEATURES[feature] in ("pairs", "misere") else 5
    return Clause(feature, int(rng.integers(len(SIGNS))), int(rng.integers(most)))


def random_rule(rng: np.random.Generator) -> Rule:
    """Draw a rule of a few tests."""
    when = tuple(random_clause(rng) for _ in range(int(rng.integers(3))))
    leave = tuple(random_clause(rng) for _ in range(int(rng.integers(1, 5))))
    return Rule(when, leave, int(rng.integers(len(TIES))))


def change_rule(rule: Rule, rng: np.random.Generator) -> Rule:
    """Change, add or drop a test, or change the tie."""
    kind = int(rng.integers(5))
    if kind == 0:
        return rule._replace(tie=int(rng.integers(len(TIES))))
    field = "when" if rng.random() < 0.35 else "leave"
    tests = list(getattr(rule, field))
    if kind == 1 and tests:
        tests.pop(int(rng.integers(len(tests))))
    elif kind == 2 and len(tests) < 5:
        tests.append(random_clause(rng))
    elif tests:
        place = int(rng.integers(len(tests)))
        old = tests[place]
        new = random_clause(rng)
        tests[place] = old._replace(number=max(0, old.number + int(rng.choice((-1, 1))))) if kind == 3 else new
    changed = tuple(dict.fromkeys(tests))
    return rule._replace(when=changed) if field == "when" else rule._replace(leave=changed)


def mutate_rules(rules: Rules, rng: np.random.Generator) -> Rules:
    """Change a rule, put one in, take one out, copy one with a change, or exchange two."""
    made = list(rules)
    kind = int(rng.integers(8))
    place = int(rng.integers(len(made))) if made else 0
    if not made or (kind == 0 and len(made) < _LONGEST):
        made.insert(place, random_rule(rng))
    elif kind == 1 and len(made) > 1:
        made.pop(place)
    elif kind == 2:
        return swap_two(made, rng)
    elif kind == 3 and len(made) < _LONGEST:
        made.insert(place, change_rule(made[place], rng))
    else:
        made[place] = change_rule(made[place], rng)
    return tuple(made)


def cross_rules(a: Rules, b: Rules, rng: np.random.Generator) -> list[Rules]:
    """Exchange the tails of two lists, cut at places of their own."""
    i, j = int(rng.integers(len(a) + 1)), int(rng.integers(len(b) + 1))
    return [(*a[:i], *b[j:])[:_LONGEST] or a, (*b[:j], *a[i:])[:_LONGEST] or b]


def recipes(school: School, genome: str, population: int) -> list[Recipe[Rules]]:
    """Return one recipe for each island of the ladder."""
    names = list(LADDER)

    def shuffled(rng: np.random.Generator) -> Rules:
        return tuple(BOOK[int(place)] for place in rng.permutation(len(BOOK)))

    def written(rng: np.random.Generator) -> Rules:
        return tuple(random_rule(rng) for _ in range(int(rng.integers(2, 8))))

    found = []
    for rung in range(len(names)):
        rungs = names[: rung + 1]
        by_order = genome == "order"
        found.append(
            Recipe(
                create=shuffled if by_order else written,
                fitness=lambda rules, rungs=rungs: school.fitness(rules, rungs),  # type: ignore[misc]
                mutate=swap_two if by_order else mutate_rules,
                cross=order_cross if by_order else cross_rules,
                select=tournament(3),
                replace=survivors(),
                population=population,
                crossing=0.6,
                mutation=0.9,
                key=lambda rules: rules,
            )
        )
    return found


class Evolved(Learner):
    """Plays by rules that evolution wrote, and says which one moved. Without training, by those that came with it.

    `train` breeds rules for one game's rows, bound and rule; `genome` is `rules` or `order`. *policy* is a file that
    `save` wrote. Not handled: rows so many that not all positions fit in memory.
    """

    needs = Needs(game="nim")

    def __init__(
        self, generations: int = 150, population: int = 40, genome: str = "rules", policy: str | None = None
    ) -> None:
        if genome not in ("rules", "order"):
            raise BadParameter(f"nim.evolved: genome={genome!r}; choose rules or order")
        for name, value in (("generations", generations), ("population", population)):
            if value < 1:
                raise BadParameter(f"nim.evolved: {name}={value}; at least 1 is needed")
        self.generations, self.population, self.genome = generations, population, genome
        self.rules: Rules = tuple(read_rule(text) for text in CHAMPION)
        self.bred: list[Bred[Rules]] = []
        super().__init__(policy)

    def learn(
        self, lesson: Lesson[Any], budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None
    ) -> Curve:
        """Breed rules on the ladder; an episode of the curve is a generation, its gain the last island's fitness."""
        game = load_game(lesson.game)
        assert isinstance(game, Nim), "needs.game says so"
        self.lesson = lesson
        return self.breed(School(game), budget, seed, on_progress)

    def breed(
        self, school: School, budget: Budget | None = None, seed: int = 0, on_progress: OnProgress | None = None
    ) -> Curve:
        """Breed rules for a school's games, and play by the best against all rungs but the last."""
        curve = Curve()

        def tell(island: int, line: Generation) -> None:
            if island == len(LADDER) - 2:
                curve.append(Progress(len(curve) + 1, line.judged, line.best, True))
                if on_progress is not None:
                    on_progress(curve[-1])

        generations = (budget and budget.episodes) or self.generations
        self.bred = evolve_islands(
            recipes(school, self.genome, self.population),
            generations=generations,
            every=5,
            migrants=3,
            ring=False,
            seed=seed,
            budget=budget,
            on_generation=tell,
        )
        names = list(LADDER)
        finalists = {person.genome for island in self.bred for person in (island.best, *island.population[:3])}
        self.rules = max(sorted(finalists), key=lambda rules: school.fitness(rules, names[:-1]))
        return curve

    def best(self, state: Any, legal: Sequence[int], player: int = 0) -> int | None:
        """Return the rules' move."""
        assert isinstance(state, NimState), "needs.game says so"
        return state.action(*choose(self.rules, state.rows, state.k, state.misere)[0])

    def act(self, turn: Turn[Any], budget: Budget) -> Decision:
        """Play the first rule that can be kept."""
        view = turn.view
        (row, count), number = choose(self.rules, view["rows"], view["k"], view["misere"])
        moves = moves_of(view["rows"], view["k"])
        rule = "none fits: one from the largest row" if number < 0 else str(self.rules[number])
        return Decision(turn.legal[moves.index((row, count))], {"rule": rule, "number": number + 1})

    def memory(self) -> dict[str, Any]:
        """Return the rules as text."""
        return {"rules": [str(rule) for rule in self.rules]}

    def remember(self, body: Mapping[str, Any]) -> None:
        """Read the rules."""
        if not isinstance(body.get("rules"), list):
            raise BadLearning("damaged: it holds no rules")
        self.rules = tuple(read_rule(text) for text in body["rules"])
