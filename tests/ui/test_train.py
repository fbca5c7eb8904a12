"""`ludarium train` and `solve --method`, as a person or a script meets them."""

from __future__ import annotations

import json

import pytest

from ludarium.core.budget import Budget
from ludarium.core.ids import parameters
from ludarium.core.learner import Learner
from ludarium.core.registry import AGENTS
from ludarium.harness.match import play


def test_train_saves_plots_and_the_policy_plays(run, tmp_path):
    pytest.importorskip("matplotlib")
    policy, picture = tmp_path / "q.json", tmp_path / "q.png"
    done = run(
        "train", "nim?rows=1,2,3", "--agent", "q", "--episodes", "1500", "--save", str(policy), "--plot", str(picture)
    )
    assert done.exit_code == 0, done.output
    assert "1500 in" in done.stdout
    assert "100.0% of what is known exactly" in done.stdout
    assert f"saved to {policy}" in done.stderr.replace("\n", "")
    assert picture.read_bytes().startswith(b"\x89PNG")
    played = run("match", "nim?rows=1,2,3", f"q?policy={policy}", "nim.random", "--games", "10", "--json")
    assert played.exit_code == 0


def test_train_as_data(run):
    done = run("train", "setcover/3?n=10", "--agent", "mc", "--episodes", "120", "--json")
    facts = json.loads(done.stdout)
    assert facts["episodes"] == 120
    assert facts["situations"] > 0
    assert facts["measure"] is None
    assert [at for at, _ in facts["curve"]["mean gain"]] == [1, 2, 5, 10, 20, 50, 100, 120]


def test_train_evolves_too(run):
    done = run("train", "nim?rows=1,2", "--agent", "evolved?generations=3&population=5")
    assert done.exit_code == 0
    assert "3 in" in done.stdout


def test_train_from_a_position(run):
    done = run("train", "quarto", "--position", "39fc67a5.1e..... 8", "--episodes", "20")
    assert done.exit_code == 0
    assert "from 39fc67a5.1e..... 8" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("train", "nim", "--agent", "mcts"), "mcts does not learn; those who do: "),
        (("train", "nim", "--agent", "classic"), "needs 1 player(s), nim has 2"),
        (("train", "nim", "--position", "0,0"), "there is nothing to learn: the game is over in '0,0'"),
        (("train", "north/7?bound=2", "--position", "x"), "has no notation for positions"),
        (("solve", "nim", "--method", "local"), "nim is solved in one way only: leave the method out"),
        (("solve", "setcover", "--method", "magic"), "method='magic'; choose greedy, source, genetic, local or exact"),
        (("match", "nim", "q?policy=nowhere.json", "random"), "nowhere.json: No such file"),
    ],
)
def test_refusals(run, arguments, says):
    done = run(*arguments)
    assert done.exit_code == 2
    assert says in done.stderr
    assert "Traceback" not in done.output


def test_solve_by_a_method(run):
    done = run("solve", "setcover", "--method", "greedy", "--json")
    facts = json.loads(done.stdout)
    assert (facts["value"], facts["bound"], facts["status"]) == (-23, -20, "bounded")
    assert done.exit_code == 1


@pytest.mark.parametrize("agent", ["classic", "backward"])
def test_what_was_learnt_in_a_cave_plays_from_its_file_and_tells_values(run, tmp_path, agent):
    policy, game = tmp_path / "learnt.json", "north/7?bound=2"
    assert run("train", game, "--agent", agent, "--episodes", "200", "--save", str(policy)).exit_code == 0
    record = play(game, [f"{agent}?policy={policy}"], seed=1, budget=Budget(steps=1))
    assert record.moves[0].info[0]["known"]
    assert record.moves[0].info[0]["values"]


def test_every_learner_can_be_had_with_what_it_learnt():
    ours = [entry for entry in AGENTS if entry.origin == "ludarium"]
    learners = [entry for entry in ours if issubclass(AGENTS.maker(entry), Learner)]
    assert {entry.name for entry in learners} >= {"q", "mc", "classic", "backward", "apprentice", "nim.evolved"}
    assert all("policy" in parameters(AGENTS.maker(entry)) for entry in learners)
