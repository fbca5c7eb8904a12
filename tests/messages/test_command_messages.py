"""Every message that the command may answer with is read here: the thing, the place, the rule, the nearest answer."""

from __future__ import annotations

import json

import pytest


def refused(result, *parts: str) -> None:
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert result.stderr.startswith("error: ")
    for part in parts:
        assert part in result.stderr


@pytest.mark.parametrize("command", ["play", "solve", "games"])
def test_an_unknown_game_gets_the_nearest_name(run, command):
    refused(run(command, "pebles"), "no game is called 'pebles'", "did you mean 'pebbles'?", "`ludarium games` lists")


def test_an_unknown_agent_gets_the_nearest_name(run):
    refused(run("match", "pebbles", "frist", "first"), "no agent is called 'frist'", "did you mean 'first'?")
    refused(run("play", "pebbles", "--against", "expret"), "no agent is called 'expret'", "did you mean 'expert'?")


def test_an_unknown_command_gets_the_nearest_name(run):
    result = run("gmaes")
    assert result.exit_code == 2
    assert "No such command 'gmaes'" in result.stderr
    assert "Did you mean 'games'?" in result.stderr


def test_a_bad_parameter_is_named_with_the_right_ones(run):
    refused(run("solve", "pebbles?haep=3"), "game 'pebbles' has no parameter 'haep'", "did you mean 'heap'?")
    refused(run("solve", "pebbles?heap=many"), "heap='many' is not a whole number")
    refused(run("solve", "pebbles?heap=0"), "pebbles: heap=0; choose 1 or more")
    refused(run("solve", "pebbles?heap"), "'heap' should be key=value")
    refused(run("solve", "pebbles/3"), "has no levels")


def test_a_bad_budget_says_the_rule(run):
    refused(run("match", "pebbles", "first", "first", "--ms", "0"), "budget ms=0.0", "a number above 0")
    refused(run("solve", "pebbles", "--ms", "-1"), "budget ms=-1.0")


def test_a_bad_position_shows_its_place(run, tmp_path):
    refused(run("solve", "pebbles", "x7"), "position:1:1: a number was expected", "    x7\n    ^")
    file = tmp_path / "p.txt"
    file.write_text("seven\n")
    refused(run("solve", "pebbles", f"@{file}"), f"{file}:1:1: a number was expected")
    refused(run("solve", "pebbles", f"@{tmp_path / 'none'}"), "No such file or directory")
    file.write_bytes(b"\xff\xfe\x00")
    refused(run("solve", "pebbles", f"@{file}"), f"{file}: not a text file")


def test_what_cannot_be_solved_says_why(run):
    refused(run("solve", "blind"), "blind has no solver")
    refused(run("solve", "pebbles", "0"), "nothing to solve: the game is over in '0'")


def test_a_game_without_notation_says_so():
    from ui_toys import Blind

    from ludarium.core.errors import LudariumError
    from ludarium.harness.solving import read_position

    with pytest.raises(LudariumError, match="blind has no notation for positions: leave the position out"):
        read_position(Blind(), "x")


def test_an_illegal_move_gets_the_games_own_message(run):
    result = run("play", "pebbles", "--against", "first", input="oen\nthree\n5\nquit\n")
    assert result.exit_code == 0
    assert "'oen' is no legal move here; did you mean 'one'?" in result.stdout
    assert "'5' is no legal move here" in result.stdout


def test_a_mistyped_word_gets_the_nearest_command(run):
    result = run("play", "pebbles", "--against", "first", input="udno\nquit\n")
    assert "'udno' is no command; did you mean 'undo'?" in result.stdout


@pytest.fixture
def record(run, tmp_path):
    file = tmp_path / "game.jsonl"
    assert run("match", "pebbles", "first", "first", "-n", "1", "--steps", "5", "--save", str(tmp_path)).exit_code == 0
    (tmp_path / "game-0001.jsonl").rename(file)
    return file


def test_a_cut_line_is_named(run, record):
    record.write_text(record.read_text()[:-30])
    refused(run("replay", str(record)), f"{record}:6: this line is damaged or cut off")


def test_an_edited_hash_is_named(run, record):
    lines = record.read_text().splitlines()
    move = json.loads(lines[2])
    right = move["hash"]
    move["hash"] = "0" * 16
    lines[2] = json.dumps(move)
    record.write_text("\n".join(lines))
    refused(run("replay", str(record)), f"move 1: the state is {right}, the record says {'0' * 16}")


def test_edited_returns_are_named(run, record):
    lines = record.read_text().splitlines()
    end = json.loads(lines[-1])
    end["returns"] = [7.0, 7.0]
    lines[-1] = json.dumps(end)
    record.write_text("\n".join(lines))
    refused(run("replay", str(record)), "the rules return (-1.0, 1.0), the record says (7.0, 7.0)")


def test_what_is_no_record_is_named(run, tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"\xff\xfe\x00\x81")
    refused(run("replay", str(file)), f"{file}: not a text file")
    file.write_text("hello\n")
    refused(run("replay", str(file)), f"{file}:1: this line is damaged or cut off")
    file.write_text("")
    refused(run("replay", str(file)), f"{file}: the file is empty")
    refused(run("replay", str(tmp_path / "none")), "No such file or directory")
    refused(run("replay", str(tmp_path)), "Is a directory")


@pytest.mark.parametrize("command", ["match", "watch"])
def test_a_wrong_number_of_agents_is_counted(run, command):
    refused(run(command, "pebbles", "first"), "pebbles has 2 player(s), 1 were seated")
    refused(run(command, "pebbles", "first", "first", "first"), "pebbles has 2 player(s), 3 were seated")


@pytest.mark.parametrize("command", ["match", "watch"])
def test_an_unsuitable_agent_gives_its_reasons(run, command):
    refused(run(command, "pebbles", "picky", "first"), "picky cannot play pebbles: needs 3 player(s), pebbles has 2")
    refused(run(command, "pebbles", "human", "first"), "human asks a person", "`ludarium play`")


def test_an_agent_that_cannot_be_loaded_is_named_with_its_package(run):
    refused(run("match", "pebbles", "broken", "first"), "agent 'broken' of tests (ui_toys:NotThere) cannot be loaded")


FAULTS = [
    ("raises", "crash", "raises (player 0) raised ZeroDivisionError: my own fault"),
    ("hangs", "late", "hangs (player 0) was given up: no answer in 0.1 s"),
    ("nonsense", "illegal action", "nonsense (player 0) answered 99; legal at tick 0: 0 (one), 1 (two)"),
]


@pytest.mark.parametrize(("agent", "ending", "message"), FAULTS)
def test_a_fault_is_an_ending_with_its_message(run, agent, ending, message):
    result = run("match", "pebbles", agent, "first", "-n", "2", "--patience", "0.1", "--json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["endings"] == {ending: 2}
    assert data["faults"][message] == 1
    assert [a["wins"] for a in data["agents"]] == [0, 2]
    shown = run("match", "pebbles", agent, "first", "-n", "2", "--patience", "0.1").stdout
    assert " ".join(f"1 × {message}".split()) in " ".join(shown.split())


@pytest.mark.parametrize(("agent", "ending", "message"), FAULTS)
def test_watching_a_fault_shows_it(run, agent, ending, message):
    result = run("watch", "pebbles", agent, "first", "--delay", "0", "--patience", "0.1")
    assert result.exit_code == 0
    assert f"{ending} after 0 moves" in result.stdout
    assert message in " ".join(result.stdout.split())


def test_a_fault_in_a_persons_game_is_told(run):
    result = run("play", "pebbles", "--against", "raises", input="one\nn\n")
    assert result.exit_code == 0
    assert "the game ended by a fault: raises (player 1) raised ZeroDivisionError: my own fault" in result.stdout
    assert "You win!" in result.stdout


def test_an_unwritable_place_is_refused_before_the_game(run, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("I am no folder")
    refused(run("play", "pebbles", "--save", str(blocked / "x.jsonl")), f"cannot be written: {blocked} is no folder")
    refused(run("play", "pebbles", "--save", str(tmp_path)), f"{tmp_path} cannot be written: it is a folder")
    refused(run("match", "pebbles", "first", "first", "--save", str(blocked)), "cannot be written")
    refused(run("tour", "--out", str(blocked)), "cannot be written")
    assert blocked.read_text() == "I am no folder"


def test_a_benchmark_needs_a_checkout(run, tmp_path, monkeypatch):
    from ludarium.ui import files

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(files, "__file__", str(tmp_path / "a" / "b" / "c" / "d.py"))
    refused(run("bench"), "benchmarks/ is part of the source checkout")


def test_an_unknown_benchmark_gets_the_nearest_name(run, tmp_path, monkeypatch):
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "src" / "ludarium").mkdir(parents=True)
    (tmp_path / "benchmarks" / "speed.py").write_text("")
    monkeypatch.chdir(tmp_path)
    refused(run("bench", "sped"), "no benchmark is called 'sped'", "did you mean 'speed'?")
    refused(run("bench", "speed"), "speed.py has no main(arguments)")


def test_a_benchmark_says_which_file_it_misses(run, tmp_path, monkeypatch):
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "src" / "ludarium").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "benchmarks" / "speed.py").write_text("def main(arguments):\n    open('no-such-game.txt').close()\n")
    refused(run("bench", "speed"), "no-such-game.txt: No such file or directory")
