"""The sandbox: honest agents play as ever, hostile ones end as named, and no process is left behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import hostile
import pytest

from ludarium import Budget, load_agent, play, replay
from ludarium.core.errors import BadParameter
from ludarium.core.registry import AGENTS, Entry
from ludarium.harness.processes import descendants
from ludarium.harness.sandbox import Limits, Sandboxed
from ludarium.harness.tournament import tournament
from ludarium.testing.toys import HotCold

NIM = "nim?rows=1,3,5"


def against_random(agent, ms=3000.0, mb=256):
    return play(NIM, [Sandboxed(agent, ms=ms, mb=mb), load_agent("random")], seed=1, budget=Budget(steps=100))


def command_of(pid):
    """Return the command line of a process; empty when it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def wait_for(question, seconds=20.0):
    """Ask until the answer is true; return it, or the last one."""
    ends = time.monotonic() + seconds
    while not (answer := question()) and time.monotonic() < ends:
        time.sleep(0.05)
    return answer


def children():
    """Return the hostile children that still run."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                found.append((folder / "cmdline").read_bytes())
    return [line for line in found if f"ludarium-hostile-child {os.getpid()}".encode() in line]


@pytest.fixture(autouse=True)
def whose(monkeypatch):
    """Mark the children of this process's tests: others may run beside it."""
    monkeypatch.setenv(hostile.MARK, str(os.getpid()))


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
        (hostile.Stubborn, "crash", "ValueError: no words"),
        (hostile.Talks, "crash", "its answer was longer than 1048576 bytes"),
        (hostile.Circular, "crash", "RecursionError"),
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
@pytest.mark.parametrize(
    ("agent", "ending"),
    [(hostile.Multiplies, "late"), (hostile.LeavesOrphans, "crash"), (hostile.Daemonises, "late")],
)
def test_what_it_started_dies_with_it(agent, ending):
    record = against_random(agent(), ms=4000.0)
    assert record.ending == ending
    assert children() == []


@pytest.mark.parametrize(
    ("agent", "info"),
    [(hostile.Circular, {"unreadable": "RecursionError"}), (hostile.Unprintable, {"unreadable": "ValueError"})],
)
def test_thoughts_that_cannot_be_written_harm_nobody(agent, info):
    record = play("nim?rows=1", [agent(), load_agent("random")])
    assert record.ending == "finished"
    assert record.moves[0].info == (info,)
    replay(record.lines())


def test_an_answer_that_raises_when_it_is_looked_at_is_illegal():
    record = play("nim?rows=1", [hostile.Stubborn(), load_agent("random")])
    assert record.ending == "illegal action"
    assert "answered an object whose repr raises ValueError" in record.message


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are listed through /proc")
def test_a_tournament_with_hostile_agents_finishes_and_leaves_no_process(monkeypatch):
    names = ["Loops", "Sleeps", "Multiplies", "Allocates", "Exits", "Floods", "Wild", "Raises", "Honest"]
    monkeypatch.setattr(AGENTS, "_added", {})
    for name in names:
        AGENTS.add(Entry(f"hostile.{name.lower()}", f"hostile:{name}"))
    field = ["nim.expert", *(f"hostile.{name.lower()}" for name in names)]
    before = set(descendants(os.getpid()))
    played = tournament("nim?rows=1,2", field, kind="gauntlet", games=2, sandbox=Limits(1500, 256))
    endings = {name: set() for name in field}
    for meeting in played.meetings:
        for result in meeting.series.results:
            endings[played.agents[meeting.second]].add(result.ending)
    assert endings["hostile.loops"] == endings["hostile.sleeps"] == endings["hostile.multiplies"] == {"late"}
    assert endings["hostile.allocates"] == {"out of memory"}
    assert endings["hostile.exits"] == endings["hostile.raises"] == {"crash"}
    assert endings["hostile.wild"] == {"illegal action"}
    assert endings["hostile.honest"] == endings["hostile.floods"] == {"finished"}
    assert played.tally(0).games == 18
    assert children() == []
    left = {pid for pid in set(descendants(os.getpid())) - before if b"sandbox_worker" in command_of(pid)}
    assert left == set()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are listed through /proc")
def test_an_agent_that_loops_dies_with_a_killed_parent():
    """The parent is gone by kill -9 while the agent loops: the agent's process notices."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import hostile\n"
        "from ludarium import play\n"
        "from ludarium.harness.sandbox import Sandboxed\n"
        "if __name__ == '__main__':\n"
        "    play('nim', [Sandboxed(hostile.Loops(), ms=60_000), 'random'])\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(Path(__file__).parent)])
    inside = wait_for(lambda: [pid for pid in descendants(parent.pid) if b"spawn_main" in command_of(pid)])
    time.sleep(1)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    assert wait_for(lambda: not any(b"spawn_main" in command_of(pid) for pid in inside))


@pytest.mark.parametrize(
    ("text", "limits"),
    [("1000 ms, 512 MB", Limits()), ("50 ms", Limits(50.0)), ("64 MB", Limits(mb=64)), ("", Limits())],
)
def test_limits_are_read_and_written(text, limits):
    assert Limits.parse(text) == limits
    assert Limits.parse(str(limits)) == limits


@pytest.mark.parametrize("text", ["fast", "10", "10 s", "-3 ms", "1 ms, 2 ms"])
def test_limits_that_make_no_sense_are_refused(text):
    with pytest.raises(BadParameter, match=f"sandbox '{text}': as in '1000 ms, 512 MB'"):
        Limits.parse(text)


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
