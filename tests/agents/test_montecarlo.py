"""Learners away from North: a lesson on a toy, and the picture of curves."""

import builtins

import pytest

from ludarium import Budget, load_agent, play
from ludarium.core.errors import LudariumError
from ludarium.core.learner import Lesson, follow
from ludarium.testing.toys import Counters
from ludarium.ui.curves import plot_lines


def counting():
    """Bring two counters to 2 in as few steps as there are: four, or lose."""
    game = Counters(2, 3, 2)
    return game, Lesson(
        "counters",
        game.initial,
        lambda state, player: state.key(),
        lambda before, action, after, player: 10 * (after.returns()[0] - before.returns()[0]) - 1,
        end_value=10,
    )


@pytest.mark.parametrize("name", ["classic", "backward"])
def test_a_toy_is_learnt_and_played(name):
    game, lesson = counting()
    learner = load_agent(name)
    curve = learner.learn(lesson)
    actions, ended = follow(learner, lesson)
    assert ended
    assert len(actions) == 4
    assert max(point.gained for point in curve) == 6
    assert play(game, [learner], budget=Budget(steps=1)).returns == (1.0,)


def test_backward_stops_when_everything_was_tried():
    _, lesson = counting()
    learner = load_agent("backward")
    curve = learner.learn(lesson)
    assert len(curve) < 200
    assert learner.table[0, 0] == {0: 6.0, 1: 6.0}


def test_without_a_lesson_a_learner_plays_at_random():
    record = play(Counters(), [load_agent("backward")], budget=Budget(steps=1))
    assert record.moves[0].info[0] == {"trained": False}


def test_a_route_that_leads_nowhere_is_cut():
    _, lesson = counting()
    learner = load_agent("backward")
    learner.learn(lesson)
    learner.table.pop((0, 0))
    assert follow(learner, lesson) == ((), False)


def test_curves_are_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    line = [(1, 400), (10, 90), (100, 0)]
    file = plot_lines({"a": line, "b": line[:2]}, tmp_path / "deep" / "c.png", title="t", x="episodes", y="regret")
    assert file.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_message_says_what_to_do(monkeypatch, tmp_path):
    real = builtins.__import__

    def missing(name, *rest, **more):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(LudariumError, match=r"plots need matplotlib, .*pip install 'ludarium\[bench\]'"):
        plot_lines({}, tmp_path / "x.png", title="", x="", y="")
