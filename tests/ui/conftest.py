from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludarium.core.registry import AGENTS, GAMES
from ludarium.ui.cli import app

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toys for one test only: the registries are the whole process's."""
    from ui_toys import AGENT_ENTRIES, GAME_ENTRIES

    for registry, entries in ((GAMES, GAME_ENTRIES), (AGENTS, AGENT_ENTRIES)):
        monkeypatch.setattr(registry, "_added", {})
        for entry in entries:
            registry.add(entry)


@pytest.fixture
def run() -> Callable[..., Any]:
    """Run the command in this process: run("play", "nim", input="…") -> exit_code, stdout, stderr."""

    def run_it(*arguments: str, input: str | None = None) -> Any:
        return CliRunner().invoke(app, list(arguments), input=input, catch_exceptions=False)

    return run_it
