"""Keep heading north, told: size, mode and difficulty, up to four games, the score, the best route, a learner's route.

One generator function is the whole script: each `yield` shows a scene and waits for an answer, so the story reads from
top to bottom as it is played. Terminal, notebook and tests tell it through `open` and `answer`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar, cast

from ludarium.core.budget import Budget
from ludarium.core.errors import IllegalAction, LudariumError
from ludarium.core.frame import Frame
from ludarium.core.game import View
from ludarium.core.learner import Learner, follow
from ludarium.core.registry import load_agent
from ludarium.core.rng import derive_seed
from ludarium.core.story import Scene
from ludarium.core.story import Story as BaseStory
from ludarium.games.north import notation
from ludarium.games.north.aliases import DIFFICULTIES, MODES, SIZES, YES_OR_NO, hint, tidy
from ludarium.games.north.frame import frame
from ludarium.games.north.game import FAINTED, LARGEST, MEET, WALK, North, NorthState
from ludarium.games.north.lessons import lesson, walked
from ludarium.games.north.level import SMALLEST, Map, Point
from ludarium.games.north.score import GAMES

T = TypeVar("T")
Script = Generator[Scene, str, T]

LEARNING = Budget(steps=100_000)
"""What the learner may walk before it shows its route: up to bound 6 it stops by itself before."""
_AIMS: Mapping[str, str] = {
    "survivor": "Avoid what lives here: lose as little life as you can.",
    "balanced": "Fight some, avoid some: find the middle between sparing your life and gaining experience.",
    "explorer": "Find and fight as much as you can before you leave.",
}
_SIZES: Mapping[str, int] = {**SIZES, **{str(bound): bound for bound in range(SMALLEST, LARGEST + 1)}}
_HELP = "Type an answer; 'save FILE' keeps this cave's map, 'quit' leaves."


class _Left(Exception):
    """The player left."""


class Story(BaseStory):
    """The adventure. What is given here is not asked; `seed` names the first cave, later ones follow from it."""

    def __init__(
        self,
        bound: int | None = None,
        mode: str | None = None,
        difficulty: str | None = None,
        level: str | None = None,
        seed: int = 0,
        learner: str = "backward",
    ) -> None:
        North(bound, mode or "balanced", difficulty or "easy", level)  # refuses what cannot be played, before a scene
        self.bound, self.mode, self.difficulty, self.level = bound, mode, difficulty, level
        self.seed, self.learner = seed, learner
        self._lines: list[str] = []
        self._picture: Frame | None = None
        self._cave: Map | None = None
        self._named = ""
        self._script = self._tell()

    def open(self) -> Scene:
        """Return the title and the first question."""
        return next(self._script)

    def answer(self, text: str) -> Scene:
        """Go on with an answer."""
        return self._script.send(text)

    def _tell(self) -> Script[None]:
        try:
            self._say("KEEP HEADING NORTH", _HELP)
            number = 0
            again = True
            while again:
                yield from self._session(number)
                number += 1
                again = yield from self._ask("Do you want to play again?", YES_OR_NO)
            self._say("Farewell.")
        except _Left:
            self._say("You put down your torch. Farewell.")
        while True:
            yield self._scene("", over=True)

    def _session(self, number: int) -> Script[None]:
        """Play one cave, with all that follows its end."""
        game, seed = yield from self._deal(number)
        state = game.initial(seed)
        self._cave = state.cave
        self._named = game.level if game.level is not None else f"seed {seed}"
        self._say(
            f"You wake up in a dark cave, with pen and paper. Somewhere there must be a way out. ({self._named})",
            _AIMS[state.deal.mode],
            f"You have {state.deal.life} life and {state.deal.stamina} stamina.",
        )
        yield from self._play(game, state)
        yield from self._results(state)
        yield from self._best_route(state)
        yield from self._learnt_route(state)

    def _deal(self, number: int) -> Script[tuple[North, int]]:
        """Ask what was not given, and return the game with its cave's seed."""
        bound, mode, difficulty = self.bound, self.mode, self.difficulty
        if bound is None and (self.level is None or self.level.isdecimal()):
            question = f"How large is the cave? small, medium, large, huge, or {SMALLEST} to {LARGEST}"
            bound = yield from self._ask(question, _SIZES)
        if mode is None:
            mode = yield from self._ask("Which mode? balanced (1), survivor (2), explorer (3)", MODES)
        if difficulty is None:
            difficulty = yield from self._ask("Which difficulty? easy (1), hard (2)", DIFFICULTIES)
        seed = self.seed if number == 0 else derive_seed(self.seed, "again", number) % 1_000_000
        return North(bound, mode, difficulty, self.level), seed

    def _play(self, game: North, state: NorthState) -> Script[None]:
        """Ask for actions until the session is over, and tell what happens."""
        while not state.is_over():
            self._draw(state.known(0).view)
            before = (state.phase, state.game)
            action = None
            while action is None:
                text = yield from self._hear(self._picture.prompt if self._picture else "")
                try:
                    action = game.read_action(text, state, 0)
                except IllegalAction as fault:
                    self._say(f"Sorry: {fault}.")
            name = state.action_name(action)
            state.apply(action)
            self._happened(name, before, state)
        self._draw(state.view())

    def _happened(self, name: str, before: tuple[int, int], state: NorthState) -> None:
        phase, game = before
        left = f"{state.stamina} stamina and {state.life} life are left."
        if state.won:
            self._say(f"You go {name}, and there is light: the end of the cave! {left}")
        elif state.phase == FAINTED:
            self._say(f"That was too much: you faint. This was game {state.game} of {GAMES}.")
        elif state.is_over():
            self._say("The cave keeps you." if game == GAMES else "You stay where you are.")
        elif phase == FAINTED:
            self._say(f"Game {state.game}. You wake up at the start, your drawing in your hand. {left}")
        elif name == "fight":
            self._say(f"You beat the monster. {left}")
        elif name == "flee":
            self._say(f"You run back. {left}")
        elif state.phase == MEET:
            self._say(f"You go {name}. Something moves. {left}")
        elif state.phase == WALK:
            self._say(f"You go {name}. {left}")

    def _results(self, state: NorthState) -> Script[None]:
        points = state.score()
        if points is None:
            self._say("You did not reach the end: no score.")
        else:
            parts = ", ".join(f"{name.replace('_', ' ')} {part}" for name, part in list(points._asdict().items())[:5])
            doubled = " (hard: doubled)" if points.factor == 2 else ""
            self._say(f"Your score is {points.total}: {parts}{doubled}.")
        yield from self._pause("Press Enter to see the best route.")

    def _best_route(self, state: NorthState) -> Script[None]:
        game = North(state.cave.bound, state.deal.mode, state.deal.difficulty)
        line = game.solve(NorthState.fresh(state.cave, state.deal), Budget()).answer or ()
        walk = walked(state.cave, tuple(action for action in line if action < 8))
        life, stamina = state.cave.cost(walk)
        self._draw(state.view(), [state.cave.vertices[vertex] for vertex in walk])
        self._say(f"The best route for the {state.deal.mode} costs {stamina} stamina and {life} life.")
        yield from self._pause("Press Enter to see what a learner makes of this cave.")

    def _learnt_route(self, state: NorthState) -> Script[None]:
        """Train the learner on this very map, and show its route step by step."""
        cave, deal = state.cave, state.deal
        learner = cast(Learner, load_agent(self.learner))
        taught = lesson(cave, deal.mode, best_life=deal.best_life)
        curve = learner.learn(taught, LEARNING, self.seed)
        actions, ended = follow(learner, taught)
        self._say(f"The learner {learner.id} walked {len(curve)} times through the cave. Its own route:")
        walk = walked(cave, actions)
        for step in range(1, len(walk)):
            life, stamina = cave.cost(walk[: step + 1])
            name = state.action_name(actions[step - 1])
            self._draw(state.view(), [cave.vertices[vertex] for vertex in walk[: step + 1]])
            self._say(f"{step}. {name}: {stamina} stamina and {life} life spent.")
            if step < len(walk) - 1:
                yield from self._pause("Press Enter for the next step.")
        best = (deal.best_life, deal.best_stamina)
        self._say("It ends, as good as can be." if ended and cave.cost(walk) == best else "It could be better.")

    def _ask(self, question: str, known: Mapping[str, T]) -> Script[T]:
        """Ask until the answer is one of the known ones."""
        while True:
            text = tidy((yield from self._hear(question)))
            if text in known:
                return known[text]
            self._say(f"Sorry, '{text}' is no answer{hint(text, known) or '.'}")

    def _pause(self, prompt: str) -> Script[None]:
        yield from self._hear(prompt)

    def _hear(self, prompt: str) -> Script[str]:
        """Return the next answer that is no command; do what commands say."""
        while True:
            text = yield self._scene(prompt)
            word, _, rest = text.strip().partition(" ")
            if word.lower() in ("quit", "exit"):
                raise _Left
            if word.lower() in ("help", "?"):
                self._say(_HELP)
            elif word.lower() == "save":
                self._save(rest.strip())
            else:
                return text

    def _save(self, name: str) -> None:
        if self._cave is None:
            self._say("Sorry: there is no cave to save yet.")
        elif not name:
            self._say("Sorry: save needs a file, as in: save cave.json")
        else:
            try:
                self._say(f"The map is kept in {notation.save(self._cave, name)}.")
            except LudariumError as fault:
                self._say(f"Sorry: {fault}")

    def _draw(self, view: View, route: Iterable[Point] = ()) -> None:
        """Draw what is known, with the cave's name below (a player's own knowledge must not hold it)."""
        drawn = frame(view, route)
        self._picture = replace(drawn, status=(*drawn.status, ("cave", self._named)))

    def _say(self, *lines: str) -> None:
        self._lines += lines

    def _scene(self, prompt: str, over: bool = False) -> Scene:
        lines, self._lines = tuple(self._lines), []
        return Scene(lines, self._picture, prompt, over)
