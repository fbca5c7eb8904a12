"""Who does the runs of an experiment: this process, a pool of processes, or a Dask cluster; all give the same records.

Every one is a `concurrent.futures` executor underneath. Runs travel in bundles that take a fraction of a second, so
that short games do not drown in messages. A process or a machine that is lost takes nothing with it: its bundle is done
again elsewhere; a run whose process dies each time is named at the end, after all others were done.
"""

from __future__ import annotations

import hashlib
import importlib
import multiprocessing
import os
import platform
import signal
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from ludarium.core.errors import LudariumError
from ludarium.harness.processes import end_with_parent, library_threads, one_thread

T = TypeVar("T")
R = TypeVar("R")

BUNDLE_S = 0.2
"""How long a bundle should take: what a crash loses at most, and what makes the messages' cost small."""
BUNDLE_MOST = 64
IDLE_S = 2.0
"""How long nothing must end before somebody looks whether the workers are still there."""


class Crashed(LudariumError, RuntimeError):
    """Tasks whose process died each time that they were tried."""


@dataclass(frozen=True, slots=True)
class About:
    """What a worker is: its Ludarium, and what decides whether its milliseconds are fair."""

    ludarium: str
    sources: str
    python: str
    host: str
    cpus: int
    daemon: bool
    threads: int


def about() -> About:
    """Describe this process."""
    return About(
        str(importlib.import_module("ludarium").__version__),
        sources(),
        platform.python_version(),
        socket.gethostname(),
        cores(),
        bool(multiprocessing.current_process().daemon),
        library_threads(cores()),
    )


def name() -> str:
    """Return who does a run: the machine and the process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def sources() -> str:
    """Return a hash of Ludarium's own files: two machines that agree play the same games."""
    folder = Path(__file__).resolve().parents[1]
    digest = hashlib.blake2b(digest_size=8)
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".txt", ".vgdl") and file.is_file():
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


class Bundles(Generic[T]):
    """Cuts what is to be done into bundles of *most* tasks, whose size follows the time that the last ones took."""

    def __init__(self, tasks: Iterable[T], most: int = BUNDLE_MOST) -> None:
        self._rest: deque[T] = deque(tasks)
        self._size, self._most = 1, most

    def __bool__(self) -> bool:
        return bool(self._rest)

    def take(self) -> tuple[T, ...]:
        """Return the next bundle."""
        return tuple(self._rest.popleft() for _ in range(min(self._size, len(self._rest))))

    def took(self, tasks: int, seconds: float) -> None:
        """Hear how long a bundle took."""
        fits = int(tasks * BUNDLE_S / max(seconds, 1e-6))
        self._size = max(1, min(self._most, fits, 2 * self._size))


Work = Callable[[tuple[T, ...]], tuple[Sequence[R], float]]
"""Does a bundle; returns a result a task, and the seconds that it took."""


def here(work: Work[T, R], tasks: Sequence[T]) -> Iterator[Sequence[R]]:
    """Do all tasks in this process."""
    bundles = Bundles(tasks)
    while bundles:
        bundle = bundles.take()
        results, seconds = work(bundle)
        bundles.took(len(bundle), seconds)
        yield results


def through(
    pool: Executor,
    work: Work[T, R],
    bundles: Bundles[T],
    ahead: Callable[[], int],
    lost: Callable[[tuple[T, ...], BaseException], bool],
    idle: Callable[[], None] = lambda: None,
) -> Iterator[Sequence[R]]:
    """Do all tasks through an executor, a few bundles ahead of its workers; yield results as they come.

    `lost(bundle, fault)` hears of a bundle that raised, and says whether to go on; else the fault is raised. `idle()`
    is called whenever nothing has ended for a while.
    """
    waiting: dict[Future[Any], tuple[T, ...]] = {}
    while bundles or waiting:
        while bundles and len(waiting) < ahead():
            bundle = bundles.take()
            try:
                waiting[pool.submit(work, bundle)] = bundle
            except BrokenProcessPool as fault:
                for one in (bundle, *waiting.values()):
                    lost(one, fault)
                raise
        ended = wait(waiting, timeout=IDLE_S, return_when=FIRST_COMPLETED).done
        if not ended:
            idle()
        for future in ended:
            bundle = waiting.pop(future)
            raised = future.exception()
            if raised is not None:
                if not lost(bundle, raised):
                    for one in waiting.values():
                        lost(one, raised)
                    raise raised
                continue
            results, seconds = future.result()
            bundles.took(len(bundle), seconds)
            yield results


def in_processes(work: Work[T, R], tasks: Sequence[T], jobs: int) -> Iterator[Sequence[R]]:
    """Do all tasks in a pool of processes.

    When a process dies, those that were under way are tried again one by one, so that the guilty one is known.
    """
    rest, suspects, guilty = Bundles(tasks), deque[T](), list[T]()
    while rest or suspects:
        alone = bool(suspects)
        bundles = Bundles([suspects.popleft()]) if alone else rest

        def lost(bundle: tuple[T, ...], fault: BaseException, alone: bool = alone) -> bool:
            if isinstance(fault, BrokenProcessPool):
                (guilty if alone else suspects).extend(bundle)
            return False

        try:
            with _pool(1 if alone else jobs) as pool:
                yield from through(pool, work, bundles, lambda: 2 * jobs, lost)
        except BrokenProcessPool:
            continue
    insist_on_none_lost(guilty)


def insist_on_none_lost(tasks: Sequence[object]) -> None:
    """Name the tasks that could not be done."""
    if tasks:
        named = "; ".join(str(task) for task in tasks[:5]) + ("; …" if len(tasks) > 5 else "")
        raise Crashed(
            f"{len(tasks)} run(s) could not be done, because their process died each time (everything else is in the "
            f'store): {named}. With sandbox = "1000 ms, 512 MB" an agent that does this loses its match instead'
        )


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool whose processes use one thread each, and end with us, however we end."""
    before = set(multiprocessing.active_children())
    with one_thread():
        pool = ProcessPoolExecutor(
            jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_start, initargs=(os.getpid(),)
        )
        try:
            yield pool
            pool.shutdown()
        except BaseException:
            for child in set(multiprocessing.active_children()) - before:
                child.kill()
            pool.shutdown(cancel_futures=True)
            raise


def _start(parent: int) -> None:
    """Prepare a process of the pool: it ends with its parent, and leaves Ctrl-C to it."""
    end_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def timed(work: Callable[[T], R], tasks: tuple[T, ...]) -> tuple[list[R], float]:
    """Do a bundle one by one."""
    began = time.perf_counter()
    return [work(task) for task in tasks], time.perf_counter() - began
