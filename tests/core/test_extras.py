"""Extras: what the code imports is what they list, and a missing one is named."""

import ast
import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.extras import MissingExtra, optional

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OURS = {"ludarium"}


def library(requirement):
    """Return the importable name of a requirement."""
    name = re.match(r"[\w.-]+", requirement)[0].lower().replace("-", "_")
    return {"open_spiel": "pyspiel", "dask": "distributed"}.get(name, name)


def listed(extra):
    return {library(each) for each in PROJECT["optional-dependencies"][extra]} - OURS


def imported():
    """Return every library that the package imports, by the file that does."""
    found = {}
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "optional":
                first = node.args[0]
                names = [first.value if isinstance(first, ast.Constant) else first.values[0].value]
            for name in names:
                found.setdefault(name.partition(".")[0], set()).add(file.relative_to(ROOT / "src").as_posix())
    return found


def test_whatever_is_imported_is_listed_somewhere():
    base = {library(each) for each in PROJECT["dependencies"]}
    extras = {name for extra in ("play", "bench", "exact", "rl", "cluster") for name in listed(extra)}
    known = base | extras | OURS | set(sys.stdlib_module_names) | {"dask"}
    assert {name: files for name, files in imported().items() if name not in known} == {}


@pytest.mark.parametrize("extra", ["bench", "cluster", "rl"])
def test_whatever_an_extra_lists_is_used(extra):
    through_sqlalchemy = {"psycopg"}
    assert listed(extra) <= set(imported()) | through_sqlalchemy


@pytest.mark.parametrize(
    ("extra", "libraries"),
    [
        ("bench", {"sqlalchemy", "polars", "scipy", "openskill", "matplotlib"}),
        ("cluster", {"distributed", "psycopg"}),
        ("rl", {"gymnasium", "pettingzoo"}),
    ],
)
def test_each_extra_brings_what_its_name_says(extra, libraries):
    assert listed(extra) == libraries


def test_a_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtra, match=r'tables: polars is missing; python -m pip install "ludarium\[bench\]"'):
        optional("polars", "bench", "tables")
    assert issubclass(MissingExtra, LudariumError)
    assert issubclass(MissingExtra, ImportError)


def test_a_library_that_is_there_but_broken_says_so_itself(tmp_path, monkeypatch):
    (tmp_path / "half_installed.py").write_text("import no_such_thing_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    with pytest.raises(ModuleNotFoundError, match="no_such_thing_at_all"):
        optional("half_installed", "bench", "tables")


@pytest.mark.parametrize(
    ("missing", "call"),
    [
        ("sqlalchemy", lambda: importlib.import_module("ludarium.harness.store").Store("x.sqlite")),
        ("polars", lambda: importlib.import_module("ludarium.harness.export").table([])),
        ("scipy.special", lambda: importlib.import_module("ludarium.harness.summary").mean([1.0, 2.0])),
    ],
)
def test_every_door_of_the_bench_names_it(missing, call, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=rf'{missing.partition(".")[0]} is missing; .*"ludarium\[bench\]"'):
        call()
