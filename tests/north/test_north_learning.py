"""Learners on caves: the better one ends and is optimal in every mode; files say what they are for."""

import json

import pytest
from north_maps import example

from ludarium import Budget, load_agent, play
from ludarium.agents.montecarlo import Backward, Classic
from ludarium.core.errors import BadParameter
from ludarium.core.learner import BadLearning, follow
from ludarium.games.north.game import North
from ludarium.games.north.generator import generate
from ludarium.games.north.lessons import lesson, regret, walked
from ludarium.games.north.solver import front, parameters

MODES = ("survivor", "balanced", "explorer")


def learnt(learner, cave, mode, rewards="exact", **options):
    best = parameters(front(cave), mode if mode != "shortest" else "survivor", "easy")
    taught = lesson(cave, mode, rewards, best.best_life)
    curve = learner.learn(taught, **options)
    actions, ended = follow(learner, taught)
    return best, taught, curve, walked(cave, actions), ended


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("bound", [3, 4])
def test_the_better_learner_ends_and_is_optimal(mode, bound):
    for seed in range(15):
        cave = generate(bound, seed)
        best, _, _, walk, ended = learnt(Backward(), cave, mode)
        assert ended
        assert cave.cost(walk) == (best.best_life, best.best_stamina)
        assert regret(cave, best, mode, "easy", walk) == 0


def test_the_shortest_path_of_the_text():
    for seed in range(10):
        cave = generate(4, seed)
        shortest = min(stamina for stamina, _ in front(cave).values())
        assert cave.cost(learnt(Backward(), cave, "shortest")[3])[1] == shortest
    cave = example()
    _, _, _, walk, ended = learnt(Classic(), cave, "shortest", "source")
    assert ended
    assert cave.cost(walk)[1] == 6


def test_classic_learns_the_worked_example_as_the_text_shows():
    cave = example()
    for mode, cost in (("survivor", (2, 6)), ("explorer", (8, 13))):
        _, _, curve, walk, ended = learnt(Classic(), cave, mode, "source")
        assert ended
        assert cave.cost(walk) == cost
        assert len(curve) == 1000


def test_a_small_budget_still_gives_a_route_that_ends():
    cave = generate(6, 1)
    _, _, curve, _, ended = learnt(Backward(), cave, "explorer", budget=Budget(steps=3000))
    assert ended
    assert sum(point.steps for point in curve) < 3000 + 1000
    _, _, curve, _, _ = learnt(Classic(), cave, "explorer", "source", budget=Budget(episodes=7))
    assert len(curve) == 7


def test_short_episodes_leave_nothing_untried():
    """An episode that is cut leaves a situation unknown; a later one goes there."""
    for seed in range(10):
        cave = generate(3, seed)
        best, _, curve, walk, _ = learnt(Backward(length=12), cave, "survivor")
        assert not all(point.ended for point in curve)
        assert cave.cost(walk) == (best.best_life, best.best_stamina)
    assert not learnt(Backward(episodes=1, length=1), generate(5, 1), "survivor")[4]


def test_values_are_returns_of_real_walks():
    cave = generate(4, 3)
    learner = Backward()
    _, taught, _, walk, _ = learnt(learner, cave, "survivor")
    start = learner.table[taught.key(taught.episode(0), 0)]
    state, paid = taught.episode(0), 0.0
    for action in follow(learner, taught)[0]:
        after = state.clone()
        after.advance(action)
        paid += taught.reward(state, action, after, 0)
        state = after
    assert max(start.values()) == paid
    assert walk[-1] == cave.end


def test_the_same_seed_learns_the_same():
    cave, tables = generate(3, 1), []
    for _ in range(2):
        learner, heard = Classic(episodes=50), []
        curve = learnt(learner, cave, "explorer", "source", seed=4, on_progress=heard.append)[2]
        assert heard == curve
        tables.append(learner.table)
    assert tables[0] == tables[1]


@pytest.mark.parametrize("mode", MODES)
def test_what_was_learnt_plays_the_real_game(mode):
    for seed in range(5):
        game = North(bound=3, mode=mode, level=str(seed))
        learner = load_agent("backward")
        cave, table = game.dealt()
        learner.learn(lesson(cave, mode, best_life=parameters(table, mode, "easy").best_life))
        assert play(game, [learner], budget=Budget(steps=1)).returns == (500.0,)


def test_saved_and_loaded(tmp_path):
    cave = generate(3, 2)
    learner, file = Backward(), tmp_path / "learnt.json"
    _, taught, _, _, _ = learnt(learner, cave, "explorer")
    learner.save(file)
    again = Backward()
    again.load(file, taught)
    assert again.table == learner.table
    assert follow(again, taught) == follow(learner, taught)
    assert json.loads(file.read_text())["parameters"]["episodes"] == "2000"


def test_a_file_is_refused_with_a_reason(tmp_path):
    cave = generate(3, 2)
    learner, file = Backward(episodes=5), tmp_path / "learnt.json"
    with pytest.raises(BadLearning, match=r"backward.* has learnt nothing that could be saved"):
        learner.save(file)
    with pytest.raises(BadLearning, match=r"learnt.json: No such file"):
        learner.load(file, lesson(cave, "survivor"))
    _, taught, _, _, _ = learnt(learner, cave, "survivor")
    learner.save(file)
    with pytest.raises(BadLearning, match="made by the learner 'Backward', not 'Classic'"):
        Classic().load(file, taught)
    with pytest.raises(BadLearning, match=r"made by the lesson 'north \w+ survivor exact', not 'north \w+ explorer"):
        learner.load(file, lesson(cave, "explorer"))
    body = json.loads(file.read_text())
    for change, says in (
        ({"version": 2}, "version 2 is not read here"),
        ({"format": "pickle"}, "no learner's file"),
        ({"lesson": "other"}, "damaged: its content does not match its hash"),
    ):
        file.write_text(json.dumps({**body, **change}))
        with pytest.raises(BadLearning, match=says):
            learner.load(file, taught)
    file.write_text("{")
    with pytest.raises(BadLearning, match="damaged or no learner's file"):
        learner.load(file, taught)


def test_refusals():
    cave = generate(2, 0)
    with pytest.raises(BadParameter, match="rewards='nice'; choose exact or source"):
        lesson(cave, "survivor", "nice")
    with pytest.raises(BadParameter, match="the source teaches survivor, explorer and shortest, not 'balanced'"):
        lesson(cave, "balanced", "source")
    with pytest.raises(BadParameter, match="mode='brave'; choose survivor, balanced, explorer or shortest"):
        lesson(cave, "brave")
    with pytest.raises(BadParameter, match="a balanced lesson needs best_life"):
        lesson(cave, "balanced")
    with pytest.raises(BadParameter, match="classic: episodes=0; at least 1 is needed"):
        Classic(episodes=0)
    with pytest.raises(BadParameter, match="backward: length=0; at least 1 is needed"):
        Backward(length=0)


def test_regret_of_what_does_not_arrive_is_everything():
    cave = example()
    best = parameters(front(cave), "survivor", "hard")
    assert regret(cave, best, "survivor", "hard", [0, 3]) == 1000
    assert regret(cave, best, "survivor", "hard", [0, 3, 8, 3, 7, 11]) == 1000, "more life than there is"
    assert 0 < regret(cave, best, "survivor", "hard", [0, 3, 6, 3, 7, 11]) < 1000
