"""A real PostgreSQL on loopback, for as long as a test needs it."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path


class Absent(Exception):
    """Why there is no server here."""


def programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    places = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    if found := shutil.which("initdb"):
        places.append(Path(found).parent)
    for place in places:
        if (place / "initdb").exists():
            return place
    raise Absent("PostgreSQL is not installed (Debian: apt-get install postgresql)")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def postgres():
    """Start a server with an empty database; yield its URL; end it. As root it runs as the user postgres."""
    bin_, user = programs(), {}
    if os.getuid() == 0:
        try:
            user = {"user": pwd.getpwnam("postgres").pw_name}
        except KeyError:
            raise Absent("PostgreSQL does not run as root, and there is no user 'postgres'") from None
    folder = Path(tempfile.mkdtemp(prefix="ludarium-pg-"))
    try:
        if user:
            shutil.chown(folder, "postgres")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **user}
        data, port = folder / "data", free_port()
        subprocess.run(
            [bin_ / "initdb", "-D", data, "-A", "trust", "-U", "lab", "-N", "-E", "UTF8"], check=True, **quiet
        )
        command = [bin_ / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F"]
        server = subprocess.Popen(command, **quiet)
        try:
            ready = [bin_ / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-d", "postgres", "-U", "lab"]
            ends = time.monotonic() + 60
            while subprocess.run(ready, check=False, **quiet).returncode:
                assert server.poll() is None, "the server ended"
                assert time.monotonic() < ends, "the server does not answer"
                time.sleep(0.1)
            yield f"postgresql://lab@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(timeout=30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
