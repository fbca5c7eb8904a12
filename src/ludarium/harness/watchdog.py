"""Calls that may hang: an agent of our own process is asked in a thread that can be given up.

This is patience, not a wall: a thread that loops in Python is stopped by an exception, one that blocks inside C goes on
in the background until it returns. Hard limits of time and memory are the sandbox's.
"""

from __future__ import annotations

import ctypes
import os
import queue
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

Task = Callable[[], Any]


class Hung(Exception):
    """The call did not return in time and was given up."""


class _Abandoned(BaseException):
    """Raised inside the thread of a call that was given up."""


@dataclass(slots=True)
class Answer:
    """What a call gave: a value, or the exception that it raised."""

    value: Any = None
    fault: BaseException | None = None


class _Worker:
    """A thread that does one task after the other. Idle ones are kept: starting one costs more than a quick move."""

    idle: ClassVar[list[_Worker]] = []

    def __init__(self) -> None:
        self.tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    @classmethod
    def take(cls) -> _Worker:
        """Return an idle worker, or a new one."""
        try:
            return cls.idle.pop()
        except IndexError:
            return cls()

    def stop(self) -> None:
        """Give the thread up: it is not used again."""
        if self.thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread.ident), ctypes.py_object(_Abandoned))

    def _work(self) -> None:
        try:
            while True:
                self.answers.put(_answer(self.tasks.get()))
        except _Abandoned:
            return


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Worker.idle.clear)  # threads do not survive a fork


class Watchdog:
    """Borrows a worker thread, and borrows another one when that hangs; the worker goes back with its watchdog."""

    def __init__(self) -> None:
        self._worker: _Worker | None = None
        self._since: float | None = None
        self._back: Callable[[], Any] = _nothing

    def call(self, task: Task, seconds: float) -> Answer:
        """Run the task in the worker and wait for it; raises Hung when *seconds* pass first."""
        if self._worker is not None and threading.current_thread() is self._worker.thread:
            return self._call_inside(task)
        worker = self._borrow()
        worker.tasks.put(task)
        try:
            return worker.answers.get(timeout=seconds)
        except queue.Empty:
            raise self._given_up(seconds) from None

    def run(self, loop: Task, seconds: float) -> Answer:
        """Run a loop of many calls in the worker; raises Hung when one of its calls takes longer than *seconds*.

        Inside the loop a call is plain: the caller's thread only watches the clock. That spares two changes of thread
        for each call, which is most of the cost of a quick agent's move.
        """
        worker = self._borrow()
        worker.tasks.put(loop)
        while True:
            try:
                return worker.answers.get(timeout=seconds)
            except queue.Empty:
                since = self._since
                if since is not None and time.monotonic() - since >= seconds:
                    raise self._given_up(seconds) from None

    def close(self) -> None:
        """Give the worker back."""
        self._back()
        self._worker, self._back = None, _nothing

    def _borrow(self) -> _Worker:
        if self._worker is None:
            self._worker = _Worker.take()
            self._back = weakref.finalize(self, _Worker.idle.append, self._worker)
        return self._worker

    def _call_inside(self, task: Task) -> Answer:
        """Make a call of a loop that `run` watches; a thread that was given up meanwhile stops here."""
        worker = self._worker
        self._since = time.monotonic()
        answer = _answer(task)
        if self._worker is not worker:
            raise _Abandoned
        self._since = None
        return answer

    def _given_up(self, seconds: float) -> Hung:
        """Stop the worker for good and say so."""
        assert self._worker is not None, "somebody was asked"
        worker, back = self._worker, self._back
        self._worker, self._since, self._back = None, None, _nothing
        if isinstance(back, weakref.finalize):
            back.detach()
        worker.stop()
        return Hung(f"no answer in {seconds:g} s")


def _nothing() -> None:
    """Give nothing back."""


def _answer(task: Task) -> Answer:
    try:
        return Answer(task())
    except Exception as fault:  # noqa: BLE001 -- whatever an agent raises is its own ending, not ours
        return Answer(fault=fault)
    except (SystemExit, KeyboardInterrupt) as fault:
        return Answer(fault=fault)
