"""Bots: programs in three languages keep the protocol, faulty ones end as named."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludarium import Agent, Budget, Decision, load_agent, play
from ludarium.core.errors import BadParameter
from ludarium.harness.bots import Bot, check_bot
from ludarium.ui.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PYTHON = f'"{sys.executable}"'


def program(tmp_path, text):
    file = tmp_path / "bot.py"
    file.write_text(text)
    return f'{PYTHON} "{file}"'


READY = 'import sys, time\nsys.stdin.readline()\nprint(\'{"type": "ready"}\', flush=True)\nsys.stdin.readline()\n'


def test_the_python_example_keeps_the_protocol():
    assert check_bot(f'{PYTHON} "{EXAMPLES / "bot.py"}"') == []


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_javascript_example_keeps_the_protocol():
    assert check_bot(f'node "{EXAMPLES / "bot.js"}"') == []


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
def test_the_c_example_keeps_the_protocol(tmp_path):
    subprocess.run(["cc", "-o", tmp_path / "bot", EXAMPLES / "bot.c"], check=True)
    assert check_bot(str(tmp_path / "bot")) == []


def test_a_bot_plays_by_its_id_and_says_what_it_thought():
    command = f'{PYTHON} "{EXAMPLES / "bot.py"}"'
    record = play("nim?rows=1,3", [Bot(command), load_agent("expert")], seed=1)
    assert record.ending == "finished"
    assert record.moves[0].info[0] == {"choices": 4}
    assert record.agents[0].startswith("bot?command=")


@pytest.mark.parametrize(
    ("text", "ending", "says"),
    [
        ("import sys; sys.exit(3)", "crash", "the bot ended with code 3 instead of an answer"),
        (READY + "time.sleep(100)", "late", "no answer in 300 ms: the bot was killed"),
        (READY + "print('hello', flush=True)\ntime.sleep(9)", "crash", "the bot's answer is no JSON: b'hello"),
        (READY + "print('[1]', flush=True)\ntime.sleep(9)", "crash", "should be of type 'action': b'[1]"),
        (READY + "import os\nos.close(1)\ntime.sleep(9)", "crash", "the bot closed its output instead of answering"),
        (
            READY + 'print(\'{"type": "action", "action": 99}\', flush=True)\ntime.sleep(9)',
            "illegal action",
            "answered 99",
        ),
    ],
)
def test_faulty_bots_end_as_named(tmp_path, text, ending, says):
    record = play("nim", [Bot(program(tmp_path, text), ms=300.0), load_agent("random")], budget=Budget(steps=9))
    assert record.ending == ending
    assert says in record.message
    assert record.outcomes == ("loss", "win")


class Slow(Agent):
    def act(self, turn, budget):
        time.sleep(0.5)
        return Decision(turn.legal[0])


def test_lines_that_nobody_asked_for_are_a_fault(tmp_path):
    """Else a second answer would be taken for the answer to the next question."""
    chatty = READY.replace("flush=True)", "flush=True)\nprint('by the way', flush=True)") + "time.sleep(9)"
    record = play("nim", [Slow(), Bot(program(tmp_path, chatty), ms=3000.0)])
    assert record.ending == "crash"
    assert "the bot wrote a line that nobody had asked for: b'by the way" in record.message


def test_a_flood_of_lines_does_not_fill_our_memory(tmp_path):
    flood = READY.replace("flush=True)", "flush=True)\nwhile True: print('x' * 100000)")
    bot = Bot(program(tmp_path, flood), ms=3000.0)
    record = play("nim", [Slow(), bot])
    assert record.ending == "crash"
    assert "nobody had asked for" in record.message


def test_what_a_bot_writes_on_standard_error_is_in_the_record(tmp_path):
    text = READY + "print('my last words', file=sys.stderr, flush=True)\ntime.sleep(100)"
    record = play("nim", [Bot(program(tmp_path, text), ms=500.0), load_agent("random")])
    assert record.log == "my last words\n"


def test_a_program_that_does_not_exist_is_named():
    record = play("nim", [Bot("no-such-program-here"), load_agent("random")])
    assert record.ending == "crash"
    assert "the bot 'no-such-program-here' cannot be started" in record.message


def test_the_command_says_what_is_wrong(tmp_path):
    good = CliRunner().invoke(app, ["check-bot", f'{PYTHON} "{EXAMPLES / "bot.py"}"', "--game", "nim"])
    assert good.exit_code == 0, good.output
    assert "the bot keeps the protocol: nim, in every seat" in good.output
    bad = CliRunner().invoke(app, ["check-bot", program(tmp_path, "import sys; sys.exit(3)"), "--game", "nim"])
    assert bad.exit_code == 1
    assert "nim, player 0, after 0 moves: crash: the bot ended with code 3 instead of an answer" in bad.output


def test_a_limit_is_above_zero():
    with pytest.raises(BadParameter, match="bot: ms=0; a limit is above 0"):
        Bot(ms=0)
