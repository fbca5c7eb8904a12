"""Where compiled code is kept, and the one decorator that makes it.

`kernel` compiles a function with an explicit signature when its module is imported, or loads it from disk. Numba's own
cache goes stale when a function calls into another file that changed, so the folder is keyed by a hash of every source
that a kernel may call: `compiled/` and its own family (families never import each other; import-linter checks it).
Importing `ludarium` itself compiles nothing: games and agents are imported by name, on demand.

Form that the measurements ask for (reference counting of arrays around small calls is what costs): few, large kernels
over flat int32 buffers, scalar helpers marked `inline`, explicit signatures so that no helper is compiled twice.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
Announce = Callable[[str], None]

_STALE_DAYS = 30
_PACKAGE = Path(__file__).resolve().parent.parent


def cache_root() -> Path:
    """Return the user's cache folder for Ludarium: $LUDARIUM_CACHE, or the system's usual place."""
    if chosen := os.environ.get("LUDARIUM_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "ludarium"


def family_of(module: str) -> str:
    """Return the folder of games that a module belongs to, '' for the compiled core itself.

    >>> family_of("ludarium.games.nim.rules"), family_of("ludarium.compiled.kernels")
    ('nim', '')
    """
    parts = module.split(".")
    return parts[2] if parts[:2] == ["ludarium", "games"] and len(parts) > 2 else ""


@cache
def source_hash(family: str = "", package: Path = _PACKAGE) -> str:
    """Hash every source file that a kernel of this family may call, with the versions that compile it."""
    import numba

    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest = hashlib.blake2b(f"{numba.__version__} {sys.version} {checked}".encode(), digest_size=8)
    for folder in ("compiled", f"games/{family}") if family else ("compiled",):
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


@cache
def cache_folder(family: str = "") -> Path:
    """Return the folder for this very source tree, made if need be; folders unused for a month are removed."""
    folder = cache_root() / f"{family or 'core'}-{source_hash(family)}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    oldest = time.time() - _STALE_DAYS * 86_400
    for other in folder.parent.iterdir():
        if other.is_dir() and other != folder and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _say_on_stderr(name: str) -> None:
    """Tell a person, once a module, that the wait is a compilation that happens only the first time."""
    module = name.rpartition(".")[0]
    if module not in _announced:
        _announced.add(module)
        sys.stderr.write(f"ludarium: compiling {module} (first use only; `ludarium warm` does it ahead of time)\n")
        sys.stderr.flush()


_announced: set[str] = set()
_announce: Announce = _say_on_stderr


def announce_with(announce: Announce) -> Announce:
    """Send compilation notices to *announce* (it gets the function's dotted name); return the previous receiver."""
    global _announce
    previous, _announce = _announce, announce
    return previous


@cache
def _listen() -> None:
    """Hear of every real compilation of ours (a load from disk is none)."""
    from numba.core import event

    class Listener(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            function = event.data["dispatcher"].py_func
            if function.__module__.startswith("ludarium."):
                _announce(f"{function.__module__.removeprefix('ludarium.')}.{function.__name__}")

        def on_end(self, event: Any) -> None:
            """Nothing to say."""

    event.register("numba:compile", Listener())


def kernel(signature: Any, *, inline: bool = False) -> Callable[[F], F]:
    """Compile the function below with this signature, without the interpreter's lock, cached on disk.

    With NUMBA_DISABLE_JIT=1 the function stays plain Python: the same rules, byte for byte (the differential test).
    `inline` pastes a small helper into its callers, which spares the reference counts of its array arguments.
    """

    def decorate(function: F) -> F:
        import numba

        if numba.config.DISABLE_JIT:
            return function
        _listen()
        ours, theirs = str(cache_folder(family_of(function.__module__))), numba.config.CACHE_DIR
        numba.config.CACHE_DIR = ours
        try:
            made = numba.njit(
                signature,
                cache=True,
                nogil=True,
                inline="always" if inline else "never",
                boundscheck=bool(os.environ.get("NUMBA_BOUNDSCHECK")) or None,
            )(function)
        finally:
            numba.config.CACHE_DIR = theirs
        return made  # type: ignore[no-any-return]  # numba is untyped; a dispatcher is called like its function

    return decorate
