"""Processes of ours: ended with everything that they started, ended with whoever started them, one thread each."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""What numerical libraries read when they start."""
_SUBREAPER = 36
"""prctl's PR_SET_CHILD_SUBREAPER: orphans among the descendants come to this process, not to the first one."""
_SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)


def kill_tree(pid: int | None, mark: str = "") -> None:
    """Kill a process (None: it is gone) and all its descendants, and all processes whose environment holds *mark*.

    The list is taken again until nobody is found, so that what was started meanwhile does not escape.
    """
    for _ in range(100):
        ours = [] if pid is None else [*descendants(pid), pid]
        found = [each for each in [*ours, *marked(mark)] if _runs(each)]
        for each in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(each, _SIGKILL)
        if not found or not sys.platform.startswith("linux"):
            return
        time.sleep(0.002)


def descendants(pid: int) -> list[int]:
    """Return the processes that a process started, and those they started (where /proc tells), youngest first."""
    parents = {each: int(fields[1]) for each in _all() if (fields := _stat(each))}
    found: list[int] = []
    wave = [pid]
    while wave:
        wave = [child for child, parent in parents.items() if parent in wave]
        found = [*wave, *found]
    return found


def adopt_orphans() -> None:
    """Let orphans among our descendants become our children (Linux), so that `descendants` still finds them."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def end_with_parent(parent: int) -> None:
    """End this process, and what it started, when the process that started it is gone, also by kill -9.

    The parent says its number: it may be gone before we could ask.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        kill_tree(os.getpid())
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def one_thread() -> Iterator[None]:
    """Let processes started inside use one thread a library: agents are timed, and tournaments fill the cores."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def limit_kernels() -> None:
    """Let compiled kernels that are loaded from now on use one thread (a worker that was started by others)."""
    os.environ["NUMBA_NUM_THREADS"] = "1"


def library_threads(cores: int) -> int:
    """Return how many threads the numerical libraries of this process may use at the same time."""
    numba = sys.modules.get("numba")
    kernels = 1 if numba is None else int(numba.config.NUMBA_NUM_THREADS)
    return max(kernels, *(int(os.environ.get(name) or cores) for name in THREADS if name != "NUMBA_NUM_THREADS"))


def _all() -> list[int]:
    if not sys.platform.startswith("linux"):
        return []
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal()]


def _stat(pid: int) -> list[str]:
    """Return what follows the name in /proc/PID/stat (state, parent, …); nothing when it is gone."""
    with suppress(OSError, ValueError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def _runs(pid: int) -> bool:
    if not sys.platform.startswith("linux"):
        return True
    fields = _stat(pid)
    return bool(fields) and fields[0] not in "ZX"


def marked(mark: str) -> list[int]:
    """Return the processes, but for this one, whose environment holds a text (where /proc tells)."""
    found = []
    for pid in _all() if mark else ():
        with suppress(OSError):
            if pid != os.getpid() and mark.encode() in Path(f"/proc/{pid}/environ").read_bytes():
                found.append(pid)
    return found
