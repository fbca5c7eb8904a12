from __future__ import annotations

import os
from pathlib import Path

import pytest
import servers

HERE = str(Path(__file__).parent)


@pytest.fixture(scope="session")
def postgres_url():
    """The URL of a real PostgreSQL that was started for the tests."""
    try:
        with servers.postgres() as url:
            yield url
    except servers.Absent as why:
        pytest.skip(str(why))


@pytest.fixture
def with_helpers(monkeypatch):
    """Let processes that a test starts find the modules beside it."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")]))
