"""A person's game, line by line: draw, ask, answer, until somebody wins or the person leaves.

The session knows a `Match` (the person's seats have no agent) and two functions of the outside world: a console to
print on and `read(prompt)` for what is typed, so that a test plays as a person does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludarium.core.agent import Decision
from ludarium.core.budget import Budget
from ludarium.core.errors import IllegalAction, LudariumError, nearest
from ludarium.core.game import HasReferee
from ludarium.core.spec import Information, Payoff, Turns
from ludarium.harness.match import Match
from ludarium.harness.solving import in_words
from ludarium.ui.console import waiting
from ludarium.ui.files import insist_on_a_file
from ludarium.ui.terminal.draw import draw, thought

Read = Callable[[str], str]
NewMatch = Callable[[int], Match[Any]]
"""Makes the match for the first, second, … game of a session (0, 1, …)."""

HINT = Budget(ms=3000)
"""What an exact hint may cost: longer than that and a person would rather think."""

COMMANDS: Mapping[str, str] = {
    "help": "this list, and how moves are typed",
    "moves": "what you may play now",
    "hint": "the exact value of every move, where it can be computed",
    "undo": "back to your previous move",
    "board": "draw the board again",
    "save": "save FILE writes the game so far",
    "resign": "give this game up",
    "quit": "leave (so does Ctrl-D)",
}


class _Left(Exception):
    """The person left the table."""


class _Resigned(Exception):
    """The person gave the game up."""


class Session:
    """One sitting: a game, and another one if the person likes. `save` names the file that keeps each game."""

    def __init__(self, new_match: NewMatch, console: Console, read: Read, save: Path | None = None) -> None:
        self._new_match, self._console, self._read, self._save = new_match, console, read, save
        self._games = 0
        self._match = self._deal()

    def run(self) -> None:
        """Play until the person leaves; leaving is never an error, and a wanted record is always kept."""
        self._say("[dim]Type a move, or help.[/]")
        try:
            while True:
                self._go_on()
                while self._goes_back():
                    self._go_on()
                self._keep()
                self._match = self._deal()
        except (_Left, EOFError, KeyboardInterrupt):
            self._say("\nGoodbye.")
        self._keep()

    def _deal(self) -> Match[Any]:
        match = self._new_match(self._games)
        if match.game.spec.turns is not Turns.SEQUENTIAL:
            raise LudariumError(f"{match.game.id} is played at the same time: the terminal plays move by move only")
        self._games += 1
        return match

    def _go_on(self) -> None:
        """Play until the game is over or given up."""
        match = self._match
        try:
            while not match.over:
                if match.seats[match.state.actors()[0]] is not None:
                    self._answer()
                else:
                    self._board()
                    self._listen()
        except _Resigned:
            match.resign(match.state.actors()[0])
            self._say("You resign.")
            return
        self._board()
        self._tell_the_end()

    def _listen(self) -> None:
        """Read the person's lines until one is a move."""
        moved = False
        while not moved:
            line = self._read(f"{self._who(self._match.state.actors()[0])}> ").strip()
            moved = bool(line) and self._obey(line)

    def _obey(self, line: str) -> bool:
        """Do what one line asks; True when it was a move."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "help" | "?":
                self._help()
            case "moves":
                self._moves()
            case "hint":
                self._hint()
            case "undo":
                if self._undo():
                    self._board()
            case "board":
                self._board()
            case "save":
                self._save_as(rest.strip())
            case "quit" | "exit":
                raise _Left
            case "resign":
                raise _Resigned
            case _:
                return self._move(line)
        return False

    def _move(self, line: str) -> bool:
        state, game = self._match.state, self._match.game
        try:
            self._match.apply(Decision(game.read_action(line, state, state.actors()[0])))
        except IllegalAction as fault:
            self._complain(_which_command(line) or str(fault))
            return False
        return True

    def _answer(self) -> None:
        """Let the agent move, and show what it did and thought."""
        player = self._match.state.actors()[0]
        with waiting(f"{self._who(player)} thinks…"):
            self._match.tick()
        if self._match.record.blame is not None:
            return
        move = self._match.record.moves[-1]
        self._console.print(Text.assemble((self._who(player), "bold"), ": ", (move.names[0], "bold")))
        if move.info[0]:
            self._console.print(thought(move.info[0]))

    def _board(self) -> None:
        """Draw what the person sees; a finished game hides nothing."""
        match = self._match
        view = match.state.view() if match.over else match.state.known(self._person()).view
        frame = match.game.frame(view)
        self._console.print()
        self._console.print(draw(frame))
        if frame.prompt and not match.over and match.seats[match.state.actors()[0]] is None:
            self._console.print(Text(frame.prompt, "bold"))

    def _help(self) -> None:
        self._console.print(self._match.game.how_to_type, markup=False)
        for name, says in COMMANDS.items():
            self._say(f"  [bold]{name:<7}[/] {says}")

    def _moves(self) -> None:
        state, player = self._match.state, self._match.state.actors()[0]
        self._console.print(_columns([state.action_name(int(action)) for action in state.legal(player)]))

    def _hint(self) -> None:
        """Say what each move is worth, best first; say so when nobody can."""
        state, spec = self._match.state, self._match.game.spec
        name_of = state.action_name
        if spec.information is Information.HIDDEN or not isinstance(state, HasReferee):
            self._complain(f"{spec.name} has no exact hints")
            return
        with waiting("computing…"):
            values = state.referee(HINT)
        if values is None:
            self._say(f"Too early to say: an exact answer needs more than {HINT}. Try again some moves later.")
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        for value in sorted(set(values.values()), reverse=True):
            style = "green" if value > 0 else "red" if value < 0 else "yellow"
            label = _deed(value) if spec.payoff is not Payoff.SCORE else in_words(spec.payoff, value)
            same = [name_of(action) for action in sorted(values) if values[action] == value]
            grid.add_row(Text(label, style), "every move" if len(same) == len(values) else _columns(same))
        self._console.print(grid)

    def _undo(self) -> bool:
        """Take back the person's last move and all that followed; False when there is none."""
        moves, seats = self._match.record.moves, self._match.seats
        mine = [move.tick for move in moves if any(seats[actor] is None for actor in move.actors)]
        if not mine:
            self._complain("there is no move of yours to take back")
            return False
        self._match.undo(len(moves) - mine[-1])
        return True

    def _save_as(self, name: str) -> None:
        if not name:
            self._complain("save needs a file, as in: save game.jsonl")
            return
        try:
            insist_on_a_file(Path(name))
            path = self._match.record.save(name)
        except LudariumError as fault:
            self._complain(str(fault))
        else:
            self._console.print(f"saved to {path}", markup=False)

    def _tell_the_end(self) -> None:
        record = self._match.record
        people = [player for player, agent in enumerate(self._match.seats) if agent is None]
        if record.blame is not None:
            self._complain(f"the game ended by a fault: {record.message}")
        elif record.ending == "step limit":
            self._say("The game reached its limit of moves.")
        if len(people) == 1:
            says = {"win": "You win!", "loss": "You lose.", "draw": "A draw."}
            outcome = record.outcomes[people[0]]
            self._say(f"[bold]{says[outcome] if outcome else f'You have {record.returns[people[0]]:g} points.'}[/]")
        else:
            for player in people:
                result = record.outcomes[player] or f"{record.returns[player]:g} points"
                self._say(f"[bold]{self._who(player)}: {result}[/]")

    def _goes_back(self) -> bool:
        """Ask what follows the end: True is the same game without its last moves, False another game."""
        while True:
            answer = self._read("Play again? [y]es, [n]o, or undo> ").strip().lower()
            if answer in ("n", "no", "q", "quit", "exit"):
                raise _Left
            if answer in ("y", "yes"):
                return False
            if answer == "undo" and self._undo():
                return True
            if answer != "undo":
                self._complain("please answer yes, no or undo")

    def _keep(self) -> None:
        """Write the record where --save said; a second game of the sitting gets its number into the name."""
        if self._save is None or not self._match.record.moves:
            return
        number = f"-{self._games}" if self._games > 1 else ""
        path = self._match.record.save(self._save.with_name(f"{self._save.stem}{number}{self._save.suffix}"))
        self._console.print(f"saved to {path}", markup=False)

    def _person(self) -> int:
        """Whose eyes the board is drawn for: the person who acts, else the first person."""
        people = [player for player, agent in enumerate(self._match.seats) if agent is None]
        actors = [player for player in self._match.state.actors() if player in people]
        return (actors or people)[0]

    def _who(self, player: int) -> str:
        agent = self._match.seats[player]
        if agent is not None:
            return agent.id
        return "you" if self._match.seats.count(None) == 1 else f"player {player}"

    def _say(self, text: str) -> None:
        self._console.print(text)

    def _complain(self, message: str) -> None:
        self._console.print(Text(message, "red"), soft_wrap=True)


def _which_command(word: str) -> str:
    """Return a sentence for a mistyped command, or nothing when the word is like none of them."""
    near = nearest(word, COMMANDS) if word.isalpha() else ""
    return f"'{word}' is no command{near}" if near else ""


def _columns(names: Sequence[str]) -> Columns:
    """Return names in columns, none of them broken at the end of a line."""
    return Columns([Text(name, no_wrap=True) for name in names], padding=(0, 3), column_first=True)


def _deed(value: float) -> str:
    return "wins" if value > 0 else "loses" if value < 0 else "draws"
