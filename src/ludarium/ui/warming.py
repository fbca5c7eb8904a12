"""What `ludarium warm` imports, and importing is what compiles: all that is registered, and what is imported late."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import AGENTS, GAMES

_OURS = "ludarium"
Job = tuple[str, Callable[[], object]]


def jobs() -> list[Job]:
    """Return what to do, by name: every game and agent, then every module of ours that one may import when asked.

    A family may import its solver only when a position is to be solved, a search its kernels when it first thinks.
    """
    registered = [(registry, entry) for registry in (GAMES, AGENTS) for entry in registry]
    found: list[Job] = [(entry.name, partial(registry.maker, entry)) for registry, entry in registered]
    targets = {entry.target.partition(":")[0] for _, entry in registered if entry.origin == _OURS}
    packages = sorted({f"{_OURS}.compiled"} | {target.rpartition(".")[0] for target in targets})
    late = [module for package in packages for module in _inside(package) if module not in targets]
    return found + [(module, partial(_load, module)) for module in late]


def warm_family(game: Game[Any]) -> None:
    """Import the modules beside a game of ours, so that no compilation is counted as time spent solving."""
    package = type(game).__module__.rpartition(".")[0]
    if package.startswith(f"{_OURS}."):
        for module in _inside(package):
            _load(module)


def _load(module: str) -> None:
    try:
        importlib.import_module(module)
    except ImportError as fault:
        raise LudariumError(f"{module} cannot be loaded: {fault}") from fault


def _inside(package: str) -> Iterator[str]:
    path = importlib.import_module(package).__path__
    return (f"{package}.{info.name}" for info in pkgutil.iter_modules(path) if not info.ispkg)
