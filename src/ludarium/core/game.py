"""What a game is: a Game makes States; a Known is what one player has perceived of a State."""

from __future__ import annotations

import hashlib
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludarium.core.budget import Budget
from ludarium.core.errors import IllegalAction, LudariumError, nearest
from ludarium.core.frame import Frame
from ludarium.core.ids import Id, id_of
from ludarium.core.solver import Solution
from ludarium.core.spec import GameSpec, Payoff

View = Mapping[str, Any]
Outcome = Literal["win", "loss", "draw"]


class State(ABC):
    """One position; mutable: `clone()` before you experiment.

    A game writes the abstract methods, unchecked and fast; the base adds the checked door `apply` once for all.
    """

    __slots__ = ()

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """Return who acts now: (player,), (0, 1) for both at the same time, () when the game is over."""

    @abstractmethod
    def legal(self, player: int) -> Sequence[int]:
        """Return the player's action ids in ascending order; empty when the player does not act."""

    @abstractmethod
    def advance(self, *actions: int) -> None:
        """Move on by one action for each of `actors()`, in that order. UNCHECKED: for search."""

    @abstractmethod
    def returns(self) -> tuple[float, ...]:
        """Return each player's payoff so far; defined at any moment."""

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy, luck included."""

    @abstractmethod
    def key(self) -> Hashable:
        """Return a value such that, within one game, equal keys have equal futures, up to the step limit and the luck.

        The luck is left out, and so is the tick unless a rule reads it.
        """

    @abstractmethod
    def known(self, player: int) -> Known:
        """Return what this player has perceived, and nothing else."""

    @abstractmethod
    def view(self) -> View:
        """Return the whole truth as plain data, for spectators (players get `known(player).view`)."""

    def action_name(self, action: int) -> str:
        """Return the action in words that people (and `Game.read_action`) understand."""
        return str(action)

    def is_over(self) -> bool:
        """Say whether nobody acts any more."""
        return not self.actors()

    def apply(self, *actions: int) -> None:
        """Check the actions, then advance. An illegal one raises IllegalAction and leaves the state untouched."""
        actors = self.actors()
        if not actors:
            raise IllegalAction("the game is over: nobody acts")
        if len(actions) != len(actors):
            raise IllegalAction(f"{len(actors)} player(s) act now, {len(actions)} action(s) were given")
        for player, action in zip(actors, actions, strict=True):
            if action not in self.legal(player):
                raise IllegalAction(f"player {player} may not play {action!r} here; legal: {self.list_legal(player)}")
        self.advance(*actions)

    def list_legal(self, player: int, at_most: int = 12) -> str:
        """Return the player's legal actions as text, with their names, for messages."""
        legal = [int(action) for action in self.legal(player)]
        names = [
            str(action) if (name := self.action_name(action)) == str(action) else f"{action} ({name})"
            for action in legal[:at_most]
        ]
        more = len(legal) - at_most
        return (", ".join(names) or "none") + (f" and {more} more" if more > 0 else "")

    def digest(self) -> str:
        """Return a short hash of the position, the same on every machine: what records insist on."""
        return hashlib.blake2b(repr(self.key()).encode(), digest_size=8).hexdigest()


class Known(ABC):
    """What one player has perceived: a picklable value that may cross a process border, and holds no secret."""

    __slots__ = ()

    @property
    @abstractmethod
    def view(self) -> View:
        """What the player sees, as plain data, built on demand."""

    @abstractmethod
    def key(self) -> Hashable:
        """Return what a tabular learner indexes: equal keys are the same situation for this player."""

    @abstractmethod
    def imagine(self, rng: np.random.Generator) -> State:
        """Draw a full state from the posterior given all that was perceived, with fresh luck.

        With perfect information that is a clone with new luck. A game that only approximates the posterior says so.
        """


class OpenKnown(Known):
    """Everything, for games with nothing hidden and no luck: `imagine` is a clone."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state.clone()

    @property
    def view(self) -> View:
        """The whole state as plain data."""
        return self._state.view()

    def key(self) -> Hashable:
        """Return the state's own key."""
        return self._state.key()

    def imagine(self, rng: np.random.Generator) -> State:
        """Return a clone: there is nothing to doubt."""
        return self._state.clone()


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Game(ABC, Generic[S]):
    """Rules with their parameters: a factory of initial states.

    Convention: each constructor parameter is kept as an attribute of the same name, so that `id` can be read back.
    """

    spec: GameSpec
    made_as: Id | None = None

    @abstractmethod
    def initial(self, seed: int = 0) -> S:
        """Return the start. The seed drives hidden draws and luck only, never the level or the rules."""

    @property
    def id(self) -> str:
        """The text that makes this very game again: `NAME[/LEVEL][?key=value&…]`."""
        return str(self.made_as or id_of(self, self.spec.name))

    @property
    def about(self) -> str:
        """The game's card in Markdown: its class's docstring, unless it tells one of its own."""
        return inspect.getdoc(type(self)) or ""

    def outcomes(self, state: S) -> tuple[Outcome | None, ...]:
        """Return 'win', 'loss', 'draw' or None (undecided, or merely scored) for each player."""
        returns = state.returns()
        if self.spec.payoff is Payoff.SCORE or not state.is_over():
            return (None,) * len(returns)
        return tuple("win" if value > 0 else "loss" if value < 0 else "draw" for value in returns)

    def frame(self, view: View) -> Frame:
        """Return the picture of a view (a player's, or a spectator's)."""
        return Frame(self.spec.name, (), tuple((key, str(value)) for key, value in view.items()))

    def read_action(self, text: str, state: S, player: int) -> int:
        """Understand what a person typed, names at least; raises IllegalAction with a hint.

        The base also takes an action's number; a game where a bare number could mean something else refuses it.
        """
        names = {state.action_name(int(action)).lower(): int(action) for action in state.legal(player)}
        wanted = " ".join(text.lower().split())
        if wanted in names:
            return names[wanted]
        if wanted.isdecimal() and int(wanted) in names.values():
            return int(wanted)
        raise IllegalAction(f"'{text.strip()}' is no legal move here{nearest(wanted, names)}")

    @property
    def how_to_type(self) -> str:
        """One paragraph for people: how moves are typed."""
        return "Type a move's name or its number."


@runtime_checkable
class HasAtoms(Protocol):
    """States that name the boolean facts true in them: novelty search prunes what shows no new one."""

    def atoms(self) -> NDArray[np.int32]:
        """Return the ids of the facts that hold here."""


@runtime_checkable
class HasCore(Protocol):
    """States that live in the compiled core: how an agent finds the compiled searches (see `compiled.abi`)."""

    core: Any
    rules: NDArray[np.int32]
    words: NDArray[np.int32]


@runtime_checkable
class HasSight(HasCore, Protocol):
    """States of one player whose core shows planners what they need (see `compiled.abi.Sight`)."""

    @property
    def sight(self) -> Any:
        """The functions that planners call."""


@runtime_checkable
class HasImage(Protocol):
    """States that can be drawn as pixels: what an agent that plans with pixels looks at."""

    def image(self, cell: int = 8) -> NDArray[np.uint8]:
        """Return the screen: shape (height × cell, width × cell, 3)."""


@runtime_checkable
class HasHeuristic(Protocol):
    """States with an estimate of the outcome, for searches that must stop early."""

    def estimate(self, player: int) -> float:
        """Return the expected return of this player, strictly between the worst and the best one."""


@runtime_checkable
class HasPlanes(Protocol):
    """States on a grid that can be shown to a learner as planes."""

    def planes(self) -> NDArray[np.uint8]:
        """Return how many things of each kind stand in each cell: shape (kinds, height, width), always the same."""


@runtime_checkable
class HasReferee(Protocol):
    """States that know the exact value of each action of the one who acts: hints and regret."""

    def referee(self, budget: Budget) -> Mapping[int, float] | None:
        """Return the exact value of each legal action for the actor, or None when the budget was too small."""


@runtime_checkable
class HasWorlds(Protocol[S_co]):
    """Games small enough to list every way in which the hidden draw may fall: the oracle of `check_imagination`."""

    def worlds(self) -> Sequence[tuple[S_co, float]]:
        """Return every initial state with its probability."""


@runtime_checkable
class HasKeys(Protocol):
    """Games that a person plays by single keys, in real time or tick by tick."""

    def keys(self) -> Mapping[str, int]:
        """Return the action of each key ('left', 'space', 'a'), and of no key under the empty name."""


@runtime_checkable
class HasLog(Protocol):
    """Games that write a finished record as a log of their own: what `ludarium replay --log` keeps."""

    def log(self, record: Any) -> str:
        """Return the log's text."""


@runtime_checkable
class HasLevels(Protocol):
    """Games with a list of levels: what `NAME/*` in an experiment stands for."""

    def levels(self) -> Sequence[str]:
        """Return the levels, as an id names them after the '/'."""


@runtime_checkable
class HasContent(Protocol):
    """Games made from files: what a run is named by, so that a changed file is another run."""

    def content(self) -> str:
        """Return a hash of all that the files say; empty when the game's id says everything."""


@runtime_checkable
class HasSource(Protocol):
    """Games made from a text that people may change: what the lab's workshop opens."""

    def source(self) -> str:
        """Return the whole text, levels included."""


@runtime_checkable
class HasNotation(Protocol[S]):
    """Games whose positions can be written as text and read back."""

    notation_help: ClassVar[str]

    def read(self, text: str) -> S:
        """Read a position. Raises BadNotation with the place of the fault."""

    def write(self, state: S) -> str:
        """Write a position; `read(write(state))` has the same key."""


@runtime_checkable
class HasSolver(Protocol[S_contra]):
    """Games whose positions can be solved exactly: what `ludarium solve` and `hint` ask."""

    def solve(self, state: S_contra, budget: Budget) -> Solution[tuple[int, ...]]:
        """Return the value for the one who acts (once over: who would have acted) and a best line of actions."""


@runtime_checkable
class HasMethods(Protocol[S_contra]):
    """Games with several ways to solve a position, some of which take their time and tell of it."""

    methods: ClassVar[tuple[str, ...]]

    def solve_by(
        self,
        method: str,
        state: S_contra,
        budget: Budget,
        seed: int = 0,
        on_progress: Callable[[Any], None] | None = None,
    ) -> Solution[tuple[int, ...]]:
        """Return what one of the methods finds; *on_progress* gets things with `ms` that say how it stands by str."""


def the_actor(state: State) -> int:
    """Return the only actor of a sequential position."""
    actors = state.actors()
    if len(actors) != 1:
        raise LudariumError(f"one player should act here, but {actors} do")
    return actors[0]
