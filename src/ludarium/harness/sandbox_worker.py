"""The child's side of the sandbox: reads pickled questions, answers in JSON, until it is killed.

It imports as little as it can: its memory before the agent arrives is not counted.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ludarium.harness.processes import adopt_orphans, end_with_parent

MARK = "LUDARIUM_SANDBOX"
_MEGABYTE = 1024 * 1024


def main(questions: Connection, log: Connection, mb: int, mark: str, parent: int) -> None:
    """Serve one agent; whatever it starts inherits the mark, by which it is found and ended."""
    os.environ[MARK] = mark
    for descriptor in (1, 2):
        os.dup2(log.fileno(), descriptor)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    adopt_orphans()
    end_with_parent(parent)
    agent: Any = None
    while True:
        what, values = pickle.loads(questions.recv_bytes())
        try:
            if what == "load":
                (agent,) = values
                _limit_memory(mb)
                answer: dict[str, Any] = {}
            elif what == "act":
                answer = _decision(agent.act(*values))
            else:
                getattr(agent, what)(*values)
                answer = {}
            line = json.dumps(answer)
        except MemoryError as fault:
            line = json.dumps({"fault": f"out of memory: its limit is {mb} MB", "memory": True, **_told(fault)})
        except Exception as fault:  # noqa: BLE001 -- whatever the agent raises is told to the parent
            line = json.dumps({"fault": f"{type(fault).__name__}: {fault}", **_told(fault)})
        questions.send_bytes(line.encode())


def _decision(decision: Any) -> dict[str, Any]:
    """Return a decision as plain data; nonsense is passed on as text, the match names it."""
    from ludarium.core.record import plain

    action = getattr(decision, "action", None)
    if not hasattr(decision, "action"):
        return {"action": f"{decision!r:.80}"}
    return {"action": plain(action), "info": plain(dict(decision.info))}


def _told(fault: BaseException) -> dict[str, str]:
    return {"traceback": "".join(traceback.format_exception(fault))}


def _limit_memory(mb: int) -> None:
    """Allow that many megabytes of data beyond what is in use now."""
    try:
        import resource
    except ImportError:
        return
    kind = getattr(resource, "RLIMIT_DATA", resource.RLIMIT_AS)
    limit = _data_in_use() + mb * _MEGABYTE
    resource.setrlimit(kind, (limit, limit))


def _data_in_use() -> int:
    """Return the bytes that count against the limit now."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 256 * _MEGABYTE
    for line in status.read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 256 * _MEGABYTE
