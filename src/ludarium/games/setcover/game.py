"""Set covering as a game for one: choose lists one at a time until every element is covered."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ludarium.core.budget import Budget
from ludarium.core.errors import BadNotation, BadParameter
from ludarium.core.frame import Frame
from ludarium.core.game import Game, OpenKnown, State, View
from ludarium.core.solver import Solution
from ludarium.core.spec import GameSpec, Payoff
from ludarium.games.setcover.frame import frame
from ludarium.games.setcover.instance import Instance, load, problem
from ludarium.games.setcover.level import is_whole

LARGEST = 1000


class Board:
    """An instance with a bit mask for each list (bit e is element e). Shared by all states of a game."""

    def __init__(self, instance: Instance) -> None:
        instance.insist_on_a_cover()
        self.instance = instance
        self.masks = tuple(sum(1 << element for element in members) for members in instance.lists)
        self.full = (1 << instance.n) - 1

    def __reduce__(self) -> tuple[Any, ...]:
        return (Board, (self.instance,))


class CoverState(State):
    """The lists chosen so far, in the order of choosing. A list that adds nothing may not be chosen."""

    __slots__ = ("board", "chosen", "covered", "weight")

    def __init__(self, board: Board, chosen: tuple[int, ...] = (), covered: int = 0, weight: int = 0) -> None:
        self.board, self.chosen, self.covered, self.weight = board, chosen, covered, weight

    def actors(self) -> tuple[int, ...]:
        """Return the one player until all is covered."""
        return () if self.covered == self.board.full else (0,)

    def legal(self, player: int) -> list[int]:
        """Return the lists that hold something missing."""
        missing = self.board.full & ~self.covered
        if player != 0 or not missing:
            return []
        return [index for index, mask in enumerate(self.board.masks) if mask & missing]

    def advance(self, *actions: int) -> None:
        """Choose a list. UNCHECKED."""
        index = actions[0]
        self.chosen += (index,)
        self.covered |= self.board.masks[index]
        self.weight += self.board.instance.weights[index]

    def returns(self) -> tuple[float, ...]:
        """Return what was spent, as a loss."""
        return (-float(self.weight),)

    def clone(self) -> Self:
        """Copy four references."""
        return type(self)(self.board, self.chosen, self.covered, self.weight)

    def key(self) -> tuple[int, int]:
        """Return what is covered and what it weighs: how one came there changes nothing."""
        return (self.covered, self.weight)

    def known(self, player: int) -> OpenKnown:
        """Return everything: nothing is hidden."""
        return OpenKnown(self)

    def view(self) -> View:
        """Return n, covered, chosen, weight and the best offers: (list, its weight, new elements)."""
        return {
            "n": self.board.instance.n,
            "covered": _elements(self.covered),
            "chosen": self.chosen,
            "weight": self.weight,
            "offers": self._offers(5),
        }

    def action_name(self, action: int) -> str:
        """Return the list's name."""
        return f"list {action}"

    def atoms(self) -> NDArray[np.int32]:
        """Return the covered elements: what novelty search tells apart."""
        return np.array(_elements(self.covered), np.int32)

    def estimate(self, player: int) -> float:
        """Return the weight so far, and for each missing element the least price at which a list now offers any."""
        missing = (self.board.full & ~self.covered).bit_count()
        offers = self._offers(1)
        rest = missing * offers[0][1] / offers[0][2] if offers else 0.0
        return -(self.weight + rest)

    def _offers(self, most: int) -> tuple[tuple[int, int, int], ...]:
        missing, weights = self.board.full & ~self.covered, self.board.instance.weights
        gains = ((index, (mask & missing).bit_count()) for index, mask in enumerate(self.board.masks))
        useful = [(weights[index] / gain, -gain, index) for index, gain in gains if gain]
        return tuple((index, weights[index], -loss) for _, loss, index in sorted(useful)[:most])


class SetCover(Game[CoverState]):
    """Choose lists that together hold every element 0 to n − 1; the less they weigh, the better.

    `setcover/42?n=20` is the course's `problem(20, 42)`, where a list weighs its length; `setcover?level=FILE` reads
    an instance (JSON, or OR-Library's scp and rail formats). Limits: n from 1 to 1000 for drawn instances.

    ## Actions

    The number of a list that holds something missing.

    ## Returns

    The weight chosen so far, as a loss.

    ## Versions

    1: the first.
    """

    notation_help: ClassVar[str] = "the chosen lists, as in '2 5 13', or none"
    methods: ClassVar[tuple[str, ...]] = ("exact", "local", "genetic", "greedy", "source")

    def __init__(self, n: int = 20, level: str = "42") -> None:
        if not is_whole(n) or not 1 <= n <= LARGEST:
            raise BadParameter(f"setcover: n={n!r}; a whole number from 1 to {LARGEST} is needed")
        self.n, self.level = n, str(level)
        self._board = _drawn(n, int(self.level)) if self.level.isdecimal() else Board(load(self.level))
        self.instance = self._board.instance
        self.spec = GameSpec(
            name="setcover",
            summary="Choose lists that cover every element, at the least weight.",
            version=1,
            players=1,
            actions=len(self.instance),
            max_steps=self.instance.n,
            payoff=Payoff.SCORE,
            budget=Budget(ms=1000),
        )

    def initial(self, seed: int = 0) -> CoverState:
        """Return the start, nothing chosen; there is no luck, so the seed changes nothing."""
        return CoverState(self._board)

    def read(self, text: str) -> CoverState:
        """Read chosen lists: '2 5 13' or 'none'."""
        state = self.initial()
        words = [] if text.strip() == "none" else text.replace(",", " ").split()
        for word in words:
            column = text.find(word) + 1
            if not (word.isascii() and word.isdecimal() and len(word) < 9 and int(word) < len(self.instance)):
                raise BadNotation(
                    f"'{word}' should be the number of a list, 0 to {len(self.instance) - 1}", text=text, column=column
                )
            if int(word) not in state.legal(0):
                raise BadNotation(f"list {word} adds nothing to those before it", text=text, column=column)
            state.advance(int(word))
        return state

    def write(self, state: CoverState) -> str:
        """Write the chosen lists."""
        return " ".join(map(str, state.chosen)) or "none"

    def solve(self, state: CoverState, budget: Budget) -> Solution[tuple[int, ...]]:
        """Return the best completion: proven where OR-Tools is installed, by local search where it is not."""
        from ludarium.games.setcover.exact import installed

        return self.solve_by("exact" if installed() else "local", state, budget)

    def solve_by(
        self, method: str, state: CoverState, budget: Budget, seed: int = 0, on_progress: Any = None
    ) -> Solution[tuple[int, ...]]:
        """Return what one of the `methods` makes of what is missing. Values are losses, as the game's returns are."""
        from ludarium.games.setcover.solver import CoverSolver

        rest, lists = _rest(state)
        found = CoverSolver(method, seed, on_progress).solve(rest, budget)
        line = tuple(lists[index] for index in found.answer or ())
        return Solution(found.status, line, -state.weight - found.value, -state.weight - found.bound, found.stats)

    def frame(self, view: View) -> Frame:
        """Return the picture of a view."""
        return frame(view)

    @property
    def how_to_type(self) -> str:
        """How people type moves."""
        return "Type the number of the list that you choose: 'list 7', or '7'."


@lru_cache(maxsize=8)
def _drawn(n: int, seed: int) -> Board:
    return Board(problem(n, seed))


def _rest(state: CoverState) -> tuple[Instance, list[int]]:
    """Return the instance of what is missing, and the lists it is made of."""
    instance = state.board.instance
    missing = [element for element in range(instance.n) if not state.covered >> element & 1]
    number = {element: place for place, element in enumerate(missing)}
    lists = state.legal(0)
    cut = tuple(tuple(number[e] for e in instance.lists[index] if e in number) for index in lists)
    return Instance(len(missing), cut, tuple(instance.weights[index] for index in lists)), lists


def _elements(mask: int) -> tuple[int, ...]:
    return tuple(element for element in range(mask.bit_length()) if mask >> element & 1)
