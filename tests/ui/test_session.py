"""A person's game, driven by a list of what the person types."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from ui_toys import Blind, First, Pebbles

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.harness.match import Match
from ludarium.ui.terminal.session import Session


class Table:
    """A console that remembers, a person who types a script and then leaves."""

    def __init__(self, lines: list[str | type[BaseException]], game=None, save: Path | None = None) -> None:
        self.lines, self.game = list(lines), game or Pebbles()
        self.seeds: list[int] = []
        self.out = io.StringIO()
        Session(self.deal, Console(file=self.out, width=100), self.read, save).run()
        self.text = self.out.getvalue()

    def deal(self, number: int) -> Match:
        self.seeds.append(number)
        self.match = Match(self.game, [None, First()], number)
        return self.match

    def read(self, prompt: str) -> str:
        self.out.write(prompt)
        line = self.lines.pop(0) if self.lines else EOFError
        if not isinstance(line, str):
            raise line
        self.out.write(f"{line}\n")
        return line


def names(table: Table) -> list[str]:
    return [move.names[0] for move in table.match.record.moves]


def test_help_tells_how_to_type_and_lists_the_commands():
    text = Table(["help"]).text
    assert "Type a move's name or its number." in text
    for word in ("moves", "hint", "undo", "board", "save", "resign", "quit"):
        assert f"  {word}" in text


def test_moves_and_board():
    table = Table(["moves", "board"])
    assert "one   two" in table.text
    assert table.text.count("\noooo\n") == 2


def test_undo_goes_back_to_the_persons_previous_turn():
    table = Table(["one", "undo", "two"])
    assert names(table) == ["two", "one"]


def test_undo_without_a_move_says_so():
    assert "there is no move of yours to take back" in Table(["undo"]).text


def test_undo_after_the_end_goes_on_with_the_same_game():
    table = Table(["one", "one", "undo", "two"])
    assert names(table) == ["one", "one", "two"]
    assert "You lose." in table.text
    assert "You win!" in table.text


def test_hint_gives_each_value_best_first():
    lines = Table(["hint"]).text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("wins"))
    assert [lines[at].split(), lines[at + 1].split()] == [["wins", "one"], ["loses", "two"]]


def test_hint_says_when_all_moves_are_alike():
    assert "loses  every move" in Table(["hint"], Pebbles(heap=6)).text


def test_hint_is_honest_when_the_budget_is_too_small():
    assert "Too early to say: an exact answer needs more than 3000 ms." in Table(["hint"], Pebbles(heap=30)).text


def test_hint_never_tells_what_is_hidden():
    assert "blind has no exact hints" in Table(["hint"], Blind()).text


def test_save(tmp_path):
    file = tmp_path / "here.jsonl"
    table = Table(["one", f"save {file}", "save", f"save {tmp_path}", f"save {file}/x"])
    assert Record.load(file).moves[0].names == ("one",)
    assert "save needs a file" in table.text
    assert "cannot be written: it is a folder" in table.text
    assert f"{file} is no folder" in table.text.replace("\n", "")


def test_resign_gives_the_game_up_and_asks_for_another():
    table = Table(["resign", "y", "quit"])
    assert "You resign." in table.text
    assert table.seeds == [0, 1]


def test_the_question_at_the_end_insists():
    assert "please answer yes, no or undo" in Table(["resign", "perhaps", "n"]).text


@pytest.mark.parametrize("leave", ["quit", "exit", EOFError, KeyboardInterrupt])
def test_leaving_is_polite_and_keeps_the_record(leave, tmp_path):
    file = tmp_path / "kept.jsonl"
    table = Table(["one", leave], save=file)
    assert "Goodbye." in table.text
    assert len(Record.load(file).moves) == 2


def test_an_empty_line_asks_again():
    assert Table(["", "  ", "quit"]).text.count("you> ") == 3


def test_a_simultaneous_game_is_refused():
    from dataclasses import replace

    from ludarium.core.spec import Turns

    game = Pebbles()
    game.spec = replace(game.spec, turns=Turns.SIMULTANEOUS)
    with pytest.raises(LudariumError, match="played at the same time: the terminal plays move by move only"):
        Table([], game)
