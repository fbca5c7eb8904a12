"""Files that the command reads and writes, and the folder of benchmarks that it may find."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

from ludarium.core.errors import LudariumError, UnknownName, nearest
from ludarium.core.record import write_whole


def insist_on_a_file(path: Path) -> None:
    """Refuse a file that cannot be written now, and not after the game."""
    if path.is_dir():
        raise LudariumError(f"{path} cannot be written: it is a folder")
    for place in path.parents:
        if place.exists() and not place.is_dir():
            raise LudariumError(f"{path} cannot be written: {place} is no folder")
    write_whole(path.with_name(f".{path.name}.try"), "").unlink()


def insist_on_a_folder(path: Path) -> None:
    """Refuse a folder that cannot be written to now, and not after the games."""
    insist_on_a_file(path / "record")


def benchmarks_folder() -> Path:
    """Return `benchmarks/` of a source checkout: at or above the working folder, or beside an editable install."""
    here = Path.cwd()
    for root in (here, *here.parents, Path(__file__).resolve().parents[3]):
        if (root / "benchmarks").is_dir() and (root / "src" / "ludarium").is_dir():
            return root / "benchmarks"
    raise LudariumError("benchmarks/ is part of the source checkout, and there is none here: run this inside one")


def benchmarks() -> dict[str, Path]:
    """Return every benchmark by its name."""
    return {file.stem: file for file in sorted(benchmarks_folder().glob("*.py")) if not file.stem.startswith("_")}


def load_benchmark(name: str) -> Callable[[list[str]], int]:
    """Return the `main(arguments) -> exit code` of a benchmark."""
    known = benchmarks()
    if name not in known:
        raise UnknownName(f"no benchmark is called '{name}'{nearest(name, known)} (`ludarium bench` lists them)")
    spec = importlib.util.spec_from_file_location(f"ludarium_benchmark_{name}", known[name])
    assert spec is not None
    assert spec.loader is not None, "a .py file has a loader"
    if (folder := str(known[name].parent)) not in sys.path:
        sys.path.insert(0, folder)  # benchmarks share modules whose names begin with _
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(main := getattr(module, "main", None)):
        raise LudariumError(f"{known[name]} has no main(arguments)")
    return main  # type: ignore[no-any-return]  # a benchmark's main is what benchmarks/ agrees on
