"""Q-learning and Monte Carlo: on toys with known values, on Nim by theory, alone, in self-play and against others."""

import json

import pytest

from ludarium import Budget, load_agent, load_game, play, train
from ludarium.agents.tabular import MonteCarlo, QLearning, Step
from ludarium.core.errors import BadParameter, LudariumError, Unsuitable
from ludarium.core.learner import BadLearning, Lesson, follow
from ludarium.core.lessons import lesson_of, plain_lesson
from ludarium.games.nim.lessons import right_moves, won_positions
from ludarium.harness.training import Course, learners
from ludarium.testing.toys import Counters

NAMES = ("q", "mc")


def lessons(game):
    """A toy's plain lesson, a point off for each step: the fewest steps are best."""
    plain = plain_lesson(game)
    return Lesson(
        "counters",
        plain.episode,
        plain.key,
        lambda before, action, after, player: 10 * plain.reward(before, action, after, player) - 1,
        spec=game.spec,
    )


@pytest.mark.parametrize("name", NAMES)
def test_one_player_learns_the_best_way(name):
    game = Counters(2, 3, 2)
    lesson = lessons(game)
    learner = load_agent(name)
    curve = learner.learn(lesson, Budget(episodes=2000), seed=1)
    actions, ended = follow(learner, lesson)
    assert ended
    assert len(actions) == 4
    assert max(point.gained for point in curve) == 6
    assert learner.table[lesson.key(game.initial(), 0)][actions[0]] == pytest.approx(6, abs=0.1)


def test_q_learning_knows_all_of_nim():
    game = load_game("nim")
    agent = train("q?episodes=30000", "nim", seed=3)
    assert right_moves(agent, game) >= 0.99
    lost = 0
    for start in won_positions(game):
        state = start.clone()
        god = load_agent("nim.god")
        while not state.is_over():
            if state.mover == 0:
                state.apply(agent.best(state, state.legal(0), 0))
            else:
                turn_rows = state.rows
                state.apply(state.action(*god.think(_table(turn_rows))[0]))
        lost += state.returns()[0] < 0
    assert lost == 0


def _table(rows):
    from ludarium.games.nim.agents import Table

    return Table(rows, None, False)


@pytest.mark.parametrize("game", ["nim?rows=1,2,3", "nim?rows=2,3&k=2&misere=true"])
@pytest.mark.parametrize("name", NAMES)
def test_small_nim_is_learnt_whole(name, game):
    assert right_moves(train(f"{name}?episodes=6000", game, seed=1), load_game(game)) == 1.0


@pytest.mark.parametrize("against", ["ladder", "nim.demigod", "random"])
def test_learning_against_others(against):
    game = "nim?rows=1,3,5"
    agent = train(f"q?episodes=3000&against={against}", game, seed=2)
    assert right_moves(agent, load_game(game)) > 0.6
    wins = sum(play(game, [agent, "nim.random"], seed=seed).outcomes[0] == "win" for seed in range(20))
    assert wins >= 18


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_learns_the_same(name):
    one, two, other = (train(f"{name}?episodes=200", "nim?rows=1,3", seed=seed) for seed in (1, 1, 2))
    assert one.table == two.table
    assert one.table != other.table


@pytest.mark.parametrize(
    ("game", "position"),
    [("north/7?bound=2", ""), ("quarto", "39fc67a5.1e..... 8"), ("setcover/3?n=10", ""), ("setcover", "2 5")],
)
def test_any_small_game_by_the_same_call(game, position):
    agent = train("q", game, budget=Budget(episodes=300), seed=1, position=position)
    assert agent.table
    lesson = agent.lesson
    state = lesson.episode(0)
    assert agent.best(state, state.legal(state.actors()[0]), state.actors()[0]) in state.legal(state.actors()[0])


def test_what_was_learnt_of_north_and_covering_is_good():
    game = load_game("north/7?bound=2&mode=survivor")
    assert play(game, [train("q", game.id, budget=Budget(episodes=2000))], budget=Budget(steps=1)).returns == (500.0,)
    learnt = play("setcover/3?n=10", [train("q", "setcover/3?n=10", budget=Budget(episodes=4000))]).returns[0]
    assert learnt >= play("setcover/3?n=10", ["random"]).returns[0]


def test_a_budget_ends_the_lessons():
    course = Course("q", "nim")
    assert len(course.teach(Budget(episodes=7))) == 7
    assert sum(point.steps for point in course.teach(Budget(steps=100))) < 130
    heard = []
    assert course.teach(Budget(episodes=5), on_progress=heard.append) == heard


def test_monte_carlo_learns_the_tail_only():
    learner = MonteCarlo(alpha=0.5)
    steps = [
        Step("a", 0, 0.0, "b", -1, False),
        Step("b", 1, 0.0, "c", -1, True),
        Step("c", 2, 1.0, None, 0, False),
    ]
    learner.back_up(steps)
    assert learner.table == {"c": {2: 1.0}, "b": {1: -1.0}}, "what came before the exploring move says nothing"


def test_q_learning_bootstraps_from_the_best_reply():
    learner = QLearning(alpha=0.5)
    learner.table = {"b": {0: -1.0, 1: 0.5}}
    learner.back_up([Step("a", 0, 0.0, "b", -1, True)])
    assert learner.table["a"] == {0: -0.5}
    learner.back_up([Step("a", 0, 0.0, "b", 1, True)])
    assert learner.table["a"] == {0: 0.0}


def test_saved_loaded_and_played_by_name(tmp_path):
    file = tmp_path / "q.json"
    agent = train("q?episodes=3000", "nim?rows=1,2,3", seed=1)
    agent.save(file)
    again = load_agent(f"q?policy={file}")
    assert again.table == agent.table
    assert again.lesson.game == "nim?rows=1,2,3"
    assert play("nim?rows=1,2,3", ["nim.expert", again], seed=1).outcomes == ("loss", "win")
    record = play("quarto", [again, "random"], seed=1, budget=Budget(steps=1))
    assert record.ending == "crash"
    assert "has learnt nim, this is quarto" in record.message + record.traceback
    with pytest.raises(BadLearning, match="made by the learner 'QLearning', not 'MonteCarlo'"):
        load_agent(f"mc?policy={file}")
    body = json.loads(file.read_text())
    body["table"][0][2] = 9.0
    file.write_text(json.dumps(body))
    with pytest.raises(BadLearning, match="damaged: its content does not match its hash"):
        load_agent(f"q?policy={file}")


def test_a_position_is_kept_in_the_file(tmp_path):
    file = tmp_path / "q.json"
    train("q", "quarto", budget=Budget(episodes=20), position="39fc67a5.1e..... 8").save(file)
    assert load_agent(f"q?policy={file}").lesson.position == "39fc67a5.1e..... 8"


def test_a_lesson_without_a_game_cannot_be_found_again(tmp_path):
    learner = QLearning(episodes=5)
    learner.learn(lessons(Counters(1, 2, 1)))
    with pytest.raises(BadLearning, match="names no game; load it with its lesson"):
        QLearning().load(learner.save(tmp_path / "x.json"))


def test_refusals():
    with pytest.raises(BadParameter, match="QLearning: episodes=0; at least 1 is needed"):
        load_agent("q?episodes=0")
    with pytest.raises(BadParameter, match=r"MonteCarlo: alpha=2\.0; a number from 0 to 1 is needed"):
        load_agent("mc?alpha=2")
    with pytest.raises(Unsuitable, match="has no second player to play against"):
        train("q?against=random", "setcover")
    with pytest.raises(LudariumError, match="names no ladder of opponents; name an agent"):
        train("q?against=ladder", "quarto")
    with pytest.raises(LudariumError, match=r"mcts does not learn; those who do: .*mc.*nim.evolved.*q"):
        train("mcts", "nim")
    with pytest.raises(LudariumError, match="there is nothing to learn: the game is over"):
        lesson_of("nim", "0,0,0,0")
    assert {"q", "mc", "classic", "backward", "nim.evolved"} <= set(learners())
