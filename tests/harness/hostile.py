"""Agents that mean harm."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from ludarium import Agent, Decision

MARK = "LUDARIUM_HOSTILE"
"""The variable by which a test tells its own hostile children from those of a test beside it."""


def child():
    """Return the code of a process that stays; its command line tells whose it is."""
    return f"import time; time.sleep(1000)  # ludarium-hostile-child {os.environ.get(MARK, '')}"


class Honest(Agent):
    def act(self, turn, budget):
        print("thinking about", turn.legal)
        return Decision(turn.legal[0], {"player": turn.player})


class Loops(Agent):
    def act(self, turn, budget):
        while True:
            pass


class Sleeps(Agent):
    def act(self, turn, budget):
        time.sleep(1000)


class Multiplies(Agent):
    """Starts fifty processes, half of them in sessions of their own, then hangs."""

    def act(self, turn, budget):
        for number in range(50):
            subprocess.Popen([sys.executable, "-c", child()], start_new_session=number % 2 == 0)
        time.sleep(1000)


class Allocates(Agent):
    def act(self, turn, budget):
        hoard = bytearray(4 * 1024**3)
        return Decision(len(hoard))


class Exits(Agent):
    def act(self, turn, budget):
        os._exit(7)


class Floods(Agent):
    """Prints a hundred megabytes, and plays on."""

    def act(self, turn, budget):
        for _ in range(100):
            sys.stdout.write("x" * 1024**2)
        print("the end of the flood")
        return Decision(turn.legal[0])


class Wild(Agent):
    def act(self, turn, budget):
        return Decision(10**9)


class Mute(Agent):
    def act(self, turn, budget):
        return None


class Raises(Agent):
    def act(self, turn, budget):
        raise ValueError("a bug far away")


class Forger(Agent):
    """Tries to make the parent run its code: its answer cannot be pickled over, only written as JSON."""

    def act(self, turn, budget):
        return Decision(Bomb())


class Bomb:
    def __reduce__(self):
        return (os._exit, (3,))


class Digs(Agent):
    """Looks for the true state and its secret in all that it can reach from the turn."""

    def act(self, turn, budget):
        import gc

        reached = [turn]
        for thing in reached:
            if len(reached) > 5000:
                break
            reached += [one for one in gc.get_referents(thing) if type(one).__module__.startswith("ludarium.testing")]
        found = [one.secret for one in reached if hasattr(one, "secret")]
        states = [one for one in gc.get_objects() if type(one).__name__ == "HotColdState"]
        return Decision(turn.legal[0], {"secrets": len(found) + len(states)})


class LeavesOrphans(Agent):
    """Starts processes that outlive it (one of them through a parent that is gone at once), then exits itself."""

    def act(self, turn, budget):
        subprocess.Popen([sys.executable, "-c", child()], start_new_session=True)
        twice = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child()!r}], start_new_session=True)"
        subprocess.run([sys.executable, "-c", twice], check=True)
        os._exit(7)


class Daemonises(LeavesOrphans):
    """Starts a process through a parent that is gone at once, in an empty environment, then hangs."""

    def act(self, turn, budget):
        twice = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child()!r}], start_new_session=True)"
        subprocess.run([sys.executable, "-c", twice], check=True, env={})
        time.sleep(1000)


class Talks(Agent):
    """Says more about its move than anybody wants to keep."""

    def act(self, turn, budget):
        return Decision(turn.legal[0], {"thoughts": "x" * 50_000_000})


class Circular(Agent):
    """What it thought contains itself."""

    def act(self, turn, budget):
        info = {}
        info["info"] = info
        return Decision(turn.legal[0], info)


class Unprintable(Agent):
    """Its thoughts are no mapping, and cannot be written."""

    def __repr__(self):
        raise ValueError("no words")

    def act(self, turn, budget):
        return Decision(turn.legal[0], self)


class Stubborn(Agent):
    """Answers an object that raises whatever one asks it."""

    def __index__(self):
        raise ZeroDivisionError

    def __repr__(self):
        raise ValueError("no words")

    def act(self, turn, budget):
        return Decision(self)
