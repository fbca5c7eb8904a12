"""Regret: perfect players have none, blunderers do, and what cannot be judged is said."""

import json

import pytest
from typer.testing import CliRunner

from ludarium import Budget, load_agent, load_game, play
from ludarium.core.errors import BadParameter
from ludarium.harness.regret import costs, judge, regret, unit_of
from ludarium.testing.toys import Counters
from ludarium.ui.cli import app

NIM = "nim?rows=1,3,5"
QUICK = Budget(steps=50)


def test_the_expert_regrets_nothing():
    found = regret(NIM, "nim.expert", "nim.god", games=10, budget=QUICK)
    assert found.judged == found.decisions > 10
    assert found.mistakes == 0
    assert found.mean == 0.0


def test_a_mistake_costs_two_points_from_win_to_loss():
    # from rows 2,1 one from the first row wins; from rows 3,1 it loses, two would have won
    record = play("nim?rows=2,1", [load_agent("dumb"), load_agent("god")], budget=QUICK)
    assert record.moves[0].names == ("take 1 from row 1",)
    assert costs(record, 0, QUICK)[0] == 0.0
    other = play("nim?rows=3,1", [load_agent("dumb"), load_agent("god")], budget=QUICK)
    assert costs(other, 0, QUICK)[0] == 2.0


def test_random_play_is_full_of_mistakes():
    found = regret(NIM, "random", "nim.god", games=30, budget=QUICK)
    assert found.mistakes > 0
    low, high = found.interval
    assert low < found.mistakes / found.judged < high
    assert found.lost == 2.0 * found.mistakes


def test_the_champion_regrets_nothing_and_the_opening_is_judged_by_the_book():
    found = regret("quarto", "champion", "careful", games=2)
    assert found.mistakes == 0
    assert found.judged >= found.decisions - 2


def test_a_game_with_a_solver_only_is_judged_as_a_whole():
    """Set covering: the gap between the cover that was found and the lightest one."""
    assert unit_of("setcover") == "game"
    assert unit_of(NIM) == "move"
    assert unit_of("arcade") is None
    made = load_game("setcover")
    best = made.solve(made.initial(5), Budget(ms=10_000)).value
    record = play("setcover", ["random"], seed=5, budget=QUICK)
    found = judge(record, 0, Budget(ms=10_000))
    assert (found.decisions, found.judged) == (1, 1)
    assert found.lost == best - record.returns[0] >= 0
    assert found.mistakes == (found.lost > 0)
    record.ending = "crash"
    assert judge(record, 0, Budget(ms=10_000)).judged == 0


def test_a_game_without_a_referee_is_refused(monkeypatch):
    monkeypatch.setattr("ludarium.harness.regret.load_game", lambda name: Counters())
    with pytest.raises(BadParameter, match="toy-counters has no referee: the exact value of its actions is not known"):
        regret("toy-counters", "random")


def test_the_command_tells_people_and_scripts():
    arguments = ["regret", NIM, "mcts", "--against", "nim.god", "--games", "4", "--steps", "100"]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert "could be judged exactly" in shown.output
    data = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert data["agent"] == "mcts"
    assert data["games"] == 4
