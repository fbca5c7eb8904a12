"""Calls that may hang: an agent of our own process is asked in a thread that can be given up.

This is patience, not a wall: a thread that loops in Python is stopped by an exception, one that blocks inside C goes on
in the background until it returns. Hard limits of time and memory are the sandbox's.
"""

from __future__ import annotations

import ctypes
import queue
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


class Hung(Exception):
    """The call did not return in time and was given up."""


class _Abandoned(BaseException):
    """Raised inside the thread of a call that was given up."""


@dataclass(slots=True)
class Answer:
    """What a call gave: a value, or the exception that it raised."""

    value: Any = None
    fault: BaseException | None = None


class Watchdog:
    """One worker thread, kept from call to call and replaced when it hangs; it ends with its watchdog."""

    def __init__(self) -> None:
        self._worker: threading.Thread | None = None
        self._end: weakref.finalize[[Callable[[], Any] | None], Watchdog] | None = None
        self._tasks: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()

    def call(self, task: Callable[[], Any], seconds: float | None) -> Answer:
        """Run the task in the worker and wait for it; raises Hung when *seconds* pass first."""
        if self._worker is None:
            self._worker = threading.Thread(target=_work, args=(self._tasks, self._answers), daemon=True)
            self._worker.start()
            self._end = weakref.finalize(self, self._tasks.put, None)
        self._tasks.put(task)
        try:
            return self._answers.get(timeout=seconds)
        except queue.Empty:
            self._give_up()
            raise Hung(f"no answer in {seconds:g} s") from None

    def close(self) -> None:
        """Let the worker end."""
        if self._end is not None:
            self._end()
        self._worker = self._end = None

    def _give_up(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None and worker.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(_Abandoned))
        self._tasks, self._answers = queue.SimpleQueue(), queue.SimpleQueue()


def _work(tasks: queue.SimpleQueue[Callable[[], Any] | None], answers: queue.SimpleQueue[Answer]) -> None:
    try:
        while (task := tasks.get()) is not None:
            try:
                answers.put(Answer(task()))
            except Exception as fault:  # noqa: BLE001 -- whatever an agent raises is its own ending, not ours
                answers.put(Answer(fault=fault))
            except (SystemExit, KeyboardInterrupt) as fault:
                answers.put(Answer(fault=fault))
    except _Abandoned:
        return
