"""Match: turns, undo, endings; nothing that an agent does breaks it."""

import gc
import multiprocessing
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

from ludarium import Agent, Budget, Decision, Match, load_agent, load_game, play, replay
from ludarium.core.errors import BadParameter, IllegalAction, LudariumError, Unsuitable
from ludarium.core.spec import Information
from ludarium.testing.toys import Counters, Morra


class Raises(Agent):
    def act(self, turn, budget):
        raise ValueError("a bug in the agent")


class Exits(Agent):
    def act(self, turn, budget):
        raise SystemExit


class Loops(Agent):
    def act(self, turn, budget):
        while True:
            pass


class Blocks(Agent):
    def act(self, turn, budget):
        time.sleep(5)
        return Decision(turn.legal[0])


class Slow(Agent):
    def act(self, turn, budget):
        time.sleep(0.03)
        return Decision(turn.legal[-1])


def answers(value):
    return type("Answers", (Agent,), {"act": lambda self, turn, budget: value})()


def nim_against(agent, **options):
    return play("nim?rows=1,3,5", [agent, load_agent("random")], **options)


@pytest.mark.parametrize(
    ("agent", "ending", "says"),
    [
        (Raises(), "crash", r"raises \(player 0\) raised ValueError: a bug in the agent"),
        (Exits(), "crash", "raised SystemExit"),
        (answers(None), "illegal action", "answered None; legal at tick 0: "),
        (answers("take"), "illegal action", "answered 'take'"),
        (answers(Decision(99)), "illegal action", "answered 99"),
        (answers(Decision("0")), "illegal action", "answered '0'"),
        (answers(Decision(True)), "illegal action", "answered True"),
        (answers(Decision(1.0)), "illegal action", r"answered 1\.0"),
    ],
)
def test_a_faulty_agent_loses_and_the_record_says_why(agent, ending, says):
    record = nim_against(agent)
    assert record.ending == ending
    assert record.blame == 0
    assert record.outcomes == ("loss", "win")
    assert record.returns == (-1.0, 1.0)
    with pytest.raises(AssertionError, match=says):
        raise AssertionError(record.message)
    replay(record)


def test_a_crash_keeps_its_traceback():
    assert "a bug in the agent" in nim_against(Raises()).traceback


@pytest.mark.parametrize("agent", [Loops, Blocks])
def test_an_agent_that_hangs_is_given_up(agent):
    record = nim_against(agent(), patience_s=0.2)
    assert record.ending == "late"
    assert "was given up: no answer in 0.2 s" in record.message
    assert record.outcomes == ("loss", "win")


POLICIES = [("ignore", "finished"), ("first legal", "finished"), ("forfeit", "late")]


@pytest.mark.parametrize(("policy", "ending"), POLICIES)
def test_late_answers_by_policy(policy, ending):
    record = nim_against(Slow(), budget=Budget(ms=5), on_late=policy)
    assert record.ending == ending
    if policy == "first legal":
        assert record.moves[0].actions == (0,)
        assert record.moves[0].info == ({"late": True},)
    if policy == "forfeit":
        assert "answered after" in record.message
        assert "ms of 5" in record.message


def test_a_crash_in_begin_or_saw_is_a_crash_too():
    for hook in ("begin", "saw"):
        agent = load_agent("random")

        def broken(*_):
            raise RuntimeError("no hook")

        made = type("Broken", (type(agent),), {hook: lambda self, *_: broken()})()
        record = nim_against(made)
        assert record.ending == "crash"
        assert record.blame == 0


def test_a_crash_in_end_is_told_but_changes_no_result():
    made = type("Sore", (Agent,), {"act": lambda s, t, b: Decision(t.legal[0]), "end": lambda s, r: 1 / 0})()
    record = nim_against(made)
    assert record.ending == "finished"
    assert "raised in end(): ZeroDivisionError" in record.message


def test_the_step_limit_ends_a_stubborn_game():
    game = Counters(counters=1, top=5, goal=9)
    object.__setattr__(game.spec, "max_steps", 3)
    record = play(game, [load_agent("random")])
    assert record.ending == "step limit"
    assert len(record.moves) == 3


def test_wrong_seats_are_refused():
    with pytest.raises(BadParameter, match=r"nim has 2 player\(s\), 1 were seated"):
        play("nim", ["random"])
    agent = load_agent("random")
    with pytest.raises(BadParameter, match="one agent object sits in two seats"):
        play("nim", [agent, agent])
    with pytest.raises(Unsuitable, match=r"quarto.champion cannot play nim: plays quarto only, this is nim"):
        play("nim", ["champion", "random"])
    with pytest.raises(Unsuitable, match=r"iw cannot play nim: needs 1 player\(s\), nim has 2; needs states with"):
        play("nim", ["iw", "random"])


def test_a_person_drives_a_match_by_turn_and_apply():
    match = Match(load_game("nim?rows=1,2"), [None, load_agent("expert")])
    turn = match.turn()
    assert turn.player == 0
    assert turn.tick == 0
    with pytest.raises(IllegalAction, match="player 0 may not play 77 here"):
        match.apply(Decision(77))
    with pytest.raises(LudariumError, match=r"seat 0 has no agent: play it through turn\(\) and apply\(\)"):
        match.tick()
    with pytest.raises(LudariumError, match="player 1 does not act now; 0 does"):
        match.turn(1)
    match.apply(Decision(turn.legal[-1]))
    while not match.over:
        match.tick() if match.state.actors() == (1,) else match.apply(Decision(match.turn().legal[0]))
    assert match.record.agents == ("-", "nim.expert")
    with pytest.raises(LudariumError, match=r"the match is over \(finished\): there is no turn"):
        match.turn()
    with pytest.raises(IllegalAction, match=r"the match is over \(finished\)"):
        match.apply(Decision(0))
    match.tick()
    replay(match.record)


def test_whoever_resigns_loses():
    match = Match(load_game("nim"), [None, load_agent("random")])
    match.resign(0)
    assert match.record.ending == "resigned"
    assert match.record.message == "player 0 resigned"
    assert match.record.outcomes == ("loss", "win")


def test_clock_readings_stay_beside_their_moves():
    match = Match(load_game("nim?rows=3,4,5"), [None, load_agent("random")], budget=Budget(ms=1000))
    while len(match.record.moves) < 4:
        match.tick() if match.state.actors() == (1,) else match.apply(Decision(match.turn().legal[0]))
    timing = list(match.record.timing)
    assert len(timing) == 4
    assert timing[0] == (0.0,)
    assert timing[1][0] > 0.0
    match.undo(2)
    assert match.record.timing == timing[:2]


def test_undo_goes_back_and_the_same_future_follows():
    match = Match(load_game("nim"), [load_agent("mcts?steps=50"), load_agent("random")], seed=2)
    digests = [match.state.digest()]
    while not match.over:
        match.tick()
        digests.append(match.state.digest())
    lines = match.record.lines(timing=False)
    moves = len(match.record.moves)
    match.undo(moves - 1)
    assert match.state.digest() == digests[1]
    assert match.record.ending == "unfinished"
    with pytest.raises(LudariumError, match=r"5 move\(s\) cannot be taken back: 1 were made"):
        match.undo(5)
    match.undo()
    while not match.over:
        match.tick()
    assert match.record.lines(timing=False) == lines


def test_both_players_of_a_simultaneous_game_are_asked():
    record = play(Morra(rounds=2), ["random", "random"])
    assert [move.actors for move in record.moves] == [(0, 1), (0, 1)]


class Listener(Agent):
    def __init__(self):
        self.heard = []

    def act(self, turn, budget):
        return Decision(turn.legal[0])

    def saw(self, actors, actions):
        self.heard.append((actors, actions))


def test_open_moves_are_heard_by_all():
    listener = Listener()
    play(Morra(rounds=1), [listener, load_agent("scripted?actions=1")])
    assert listener.heard == [((0, 1), (0, 1))]


def test_where_information_is_hidden_one_hears_ones_own_action_only():
    game = Morra(rounds=2)
    object.__setattr__(game.spec, "information", Information.HIDDEN)
    listener = Listener()
    play(game, [load_agent("scripted?actions=1,1"), listener])
    assert listener.heard == [((1,), (0,)), ((1,), (0,))]


def test_threads_are_used_again_also_after_an_abandoned_match():
    before = threading.active_count()
    for _ in range(20):
        match = Match(load_game("nim"), [load_agent("random"), load_agent("random")])
        match.tick()
        del match
        gc.collect()
        play("nim", ["random", "random"])
    assert threading.active_count() <= before + 1


def test_a_hung_thread_is_not_used_again():
    for _ in range(3):
        assert nim_against(Loops(), patience_s=0.1).ending == "late"
        assert nim_against(load_agent("random")).ending == "finished"


def test_a_forked_process_plays_too():
    play("nim", ["random", "random"])
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        assert pool.submit(played_elsewhere).result(timeout=60) == "finished"


def played_elsewhere():
    return play("nim", ["random", "random"]).ending


def test_no_budget_means_the_games_own():
    assert play("nim?rows=1", ["random", "random"]).budget == str(load_game("nim").spec.budget)
