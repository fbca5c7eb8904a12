"""The sandbox: honest agents play as ever, hostile ones end as named, and no process is left behind."""

from contextlib import suppress
from pathlib import Path

import hostile
import pytest

from ludarium import Budget, load_agent, play, replay
from ludarium.core.errors import BadParameter
from ludarium.harness.sandbox import Sandboxed
from ludarium.testing.toys import HotCold

NIM = "nim?rows=1,3,5"


def against_random(agent, ms=3000.0, mb=256):
    return play(NIM, [Sandboxed(agent, ms=ms, mb=mb), load_agent("random")], seed=1, budget=Budget(steps=100))


def children():
    """Return the hostile children that still run."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                found.append((folder / "cmdline").read_bytes())
    return [line for line in found if b"ludarium-hostile-child" in line]


def test_an_honest_agent_plays_as_it_does_at_home():
    record = against_random(hostile.Honest())
    home = play(NIM, [hostile.Honest(), load_agent("random")], seed=1, budget=Budget(steps=100))
    assert record.ending == "finished"
    assert record.lines() == home.lines()
    replay(record)


def test_registered_agents_go_in_by_their_id():
    record = play(NIM, [Sandboxed("mcts?steps=50"), Sandboxed("nim.expert")], seed=2)
    assert record.ending == "finished"
    assert record.agents == ("mcts?steps=50", "nim.expert")


@pytest.mark.parametrize(
    ("agent", "ending", "says"),
    [
        (hostile.Loops, "late", "no answer in 350 ms: the process was killed"),
        (hostile.Sleeps, "late", "no answer in 350 ms: the process was killed"),
        (hostile.Allocates, "out of memory", "out of memory: its limit is 256 MB"),
        (hostile.Exits, "crash", "its process ended with code 7"),
        (hostile.Wild, "illegal action", "answered 1000000000"),
        (hostile.Mute, "illegal action", "answered 'None'"),
        (hostile.Raises, "crash", "ValueError: a bug far away"),
        (hostile.Forger, "illegal action", "answered '<hostile.Bomb object"),
    ],
)
def test_hostile_agents_end_as_named(agent, ending, says):
    record = against_random(agent(), ms=300.0 if ending == "late" else 5000.0)
    assert record.ending == ending
    assert says in record.message
    assert record.outcomes == ("loss", "win")


def test_a_far_traceback_and_the_prints_are_in_the_record():
    assert "a bug far away" in against_random(hostile.Raises()).traceback
    agent = Sandboxed(hostile.Exits(), ms=3000)
    record = play(NIM, [agent, load_agent("random")])
    assert record.ending == "crash"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="descendants are found through /proc")
def test_what_it_started_dies_with_it():
    record = against_random(hostile.Multiplies(), ms=4000.0)
    assert record.ending == "late"
    assert children() == []


def test_a_flood_of_prints_blocks_nobody_and_its_end_is_kept():
    agent = Sandboxed(hostile.Floods(), ms=20_000)
    record = play("nim?rows=1", [agent, load_agent("random")])
    assert record.ending == "finished"
    assert agent.log.endswith("the end of the flood\n")
    assert len(agent.log) <= 64 * 1024


def test_the_truth_is_not_within_reach():
    record = play(HotCold(), [Sandboxed(hostile.Digs(), ms=20_000)], seed=3)
    assert record.ending == "finished"
    assert {move.info[0]["secrets"] for move in record.moves} == {0}


def test_the_next_match_starts_a_fresh_process():
    agent = Sandboxed(hostile.Honest(), ms=3000)
    for seed in range(2):
        assert play(NIM, [agent, load_agent("random")], seed=seed).ending == "finished"


@pytest.mark.parametrize("limits", [{"ms": 0}, {"mb": 0}])
def test_limits_are_above_zero(limits):
    with pytest.raises(BadParameter, match="limits are above 0"):
        Sandboxed("random", **limits)
