"""What an id may reach: everything for the owner of the machine, one folder and no programs for visitors of the lab.

An id is text (`arcade?game=FILE`, `bot?command=…`) that may come from elsewhere. Whoever opens a file or starts a
program that an id names asks here first. The limit belongs to the context (a task, a thread started from it), so that
visitors are limited while the owner's own commands are not.
"""

from __future__ import annotations

import os
from contextvars import ContextVar
from pathlib import Path

from ludarium.core.errors import LudariumError

_folder: ContextVar[Path | None] = ContextVar("folder", default=None)


def limit_to(folder: str | os.PathLike[str]) -> None:
    """Let this context read files below *folder* only, and start no program."""
    _folder.set(Path(folder).resolve())


def limited() -> bool:
    """Say whether this context works for a visitor: whoever builds worlds from text then keeps them small."""
    return _folder.get() is not None


def readable(path: str | os.PathLike[str]) -> Path:
    """Return the path to open; in a limited context a relative one starts in the folder, and none leads out of it."""
    folder = _folder.get()
    if folder is None:
        return Path(path)
    found = (folder / path).resolve()
    if not found.is_relative_to(folder):
        raise LudariumError(f"{path} is outside the folder that may be read here")
    return found


def read_text(path: str | os.PathLike[str], fault: type[LudariumError] = LudariumError) -> str:
    """Return a text file that may be read here; a missing or binary one is refused by name, with *fault*."""
    try:
        return readable(path).read_text("utf-8")
    except OSError as error:
        raise fault(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise fault(f"{path}: not a text file") from None


def insist_on_programs() -> None:
    """Raise where no program may be started."""
    if _folder.get() is not None:
        raise LudariumError("programs are not started from here; use the command line")
