"""Optional libraries: imported where they are used, and missed with the name of the extra that brings them."""

from __future__ import annotations

import importlib
from typing import Any

from ludarium.core.errors import LudariumError


class MissingExtra(LudariumError, ImportError):
    """Something that was asked for needs a library that is not installed."""


def optional(module: str, extra: str, what: str) -> Any:
    """Import a library of an extra; where it is missing, MissingExtra says what needs it and what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as fault:
        if fault.name is not None and fault.name.partition(".")[0] != module.partition(".")[0]:
            raise  # the library is there, something that it needs is not: its own message is the better one
        library = module.partition(".")[0]
        raise MissingExtra(f'{what}: {library} is missing; python -m pip install "ludarium[{extra}]"') from None
