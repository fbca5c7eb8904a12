"""Names: near misses, short names, outside packages, lazy loading."""

import os
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from ludarium.core.errors import LudariumError, UnknownName
from ludarium.core.registry import AGENTS, GAMES, Entry, Registry, load_agent, load_game


def empty(kind="game"):
    return Registry(kind, (), "ludarium.tests.none")


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: load_game("quatro"), "no game is called 'quatro'; did you mean 'quarto'"),
        (lambda: load_agent("campion"), "no agent is called 'campion'; did you mean 'champion'"),
        (lambda: load_agent("zzzz"), r"no agent is called 'zzzz' \(`ludarium agents` lists all"),
    ],
)
def test_unknown_names_get_the_nearest_right_one(ask, says):
    with pytest.raises(UnknownName, match=says):
        ask()


def test_a_short_name_works_while_it_is_unique():
    assert AGENTS.find("expert").name == "nim.expert"
    registry = empty("agent")
    registry.add(Entry("a.best", "x:Y"))
    registry.add(Entry("b.best", "x:Y"))
    with pytest.raises(UnknownName, match=r"short name of several: a\.best, b\.best"):
        registry.find("best")


def test_a_general_name_wins_over_a_specialists_short_name():
    assert AGENTS.find("random").name == "random"


def test_a_name_is_registered_once():
    registry = empty("agent")
    registry.add(Entry("x", "a:B"))
    with pytest.raises(LudariumError, match="there is already an agent 'x'"):
        registry.add(Entry("x", "a:B"))


@pytest.mark.parametrize("target", ["no_such_module:X", "ludarium.core.errors:NoSuchThing"])
def test_a_broken_entry_names_itself_and_breaks_nothing_else(target):
    registry = empty()
    registry.add(Entry("broken", target, origin="somebody"))
    registry.add(Entry("fine", "ludarium.testing.toys:Counters"))
    with pytest.raises(LudariumError, match=r"game 'broken' of somebody .* cannot be loaded"):
        registry.make("broken")
    assert registry.make("fine?counters=2").id == "fine?counters=2"


def test_outside_packages_register_by_entry_points(monkeypatch):
    point = EntryPoint("counters", "ludarium.testing.toys:Counters", "ludarium.games")
    monkeypatch.setattr("ludarium.core.registry.entry_points", lambda group: [point])
    registry = Registry("game", ("ludarium.games.catalogue:GAMES",), "ludarium.games")
    assert "counters" in registry.names()
    assert registry.make("counters").spec.players == 1


def test_an_installed_package_adds_a_game_and_an_agent(tmp_path):
    """As pip would leave it on disk: a module, and metadata with entry points."""
    (tmp_path / "their_games.py").write_text(
        "from ludarium.testing.toys import Pig\n"
        "from ludarium import Agent, Decision\n"
        "class Daring(Agent):\n"
        "    def act(self, turn, budget):\n"
        "        return Decision(turn.legal[0])\n"
    )
    metadata = tmp_path / "their_games-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: their-games\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[ludarium.games]\npig = their_games:Pig\n\n[ludarium.agents]\npig.daring = their_games:Daring\n"
    )
    code = (
        "import ludarium; record = ludarium.play('pig?goal=10', ['daring', 'random'], seed=1); "
        "print(record.game, record.agents[0], record.ending, ludarium.GAMES.find('pig').origin)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "pig?goal=10 pig.daring finished their-games\n", done.stderr


def test_every_entry_has_a_summary_and_loads():
    for registry in (GAMES, AGENTS):
        for entry in registry:
            assert entry.summary, entry.name
            assert registry.maker(entry)


def test_import_ludarium_loads_neither_numba_nor_a_game():
    code = (
        "import sys, ludarium; ludarium.GAMES.names(); ludarium.AGENTS.names(); "
        "bad = [m for m in sys.modules if m.startswith(('numba', 'rich', 'typer', 'ludarium.games.nim', "
        "'ludarium.games.quarto', 'ludarium.agents.mcts'))]; sys.exit(str(bad) if bad else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
