"""Worlds made to order: a generator's parameters as sliders, and what is to be said of the level that came out."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter
from ludarium.core.registry import GENERATORS
from ludarium.core.rng import derive
from ludarium.core.solver import Report
from ludarium.ui.web.keeping import keep
from ludarium.ui.web.scene import Differ, Message
from ludarium.ui.web.tables import Send, Visit

SUFFIX = ".txt"
PATIENCE = Budget(ms=20_000)
MOST = {"rooms": 100, "bound": 9, "size": 128, "generations": 250, "attempts": 1000}
"""The largest value that a visitor may ask for, by parameter; others are left to the generator."""


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter of a generator: its name, its default, and the largest value of a number."""

    name: str
    default: object
    most: int | None


def fields_of(family: str) -> list[Field]:
    """Return what can be chosen for a generator: its constructor's parameters that have defaults."""
    maker = GENERATORS.maker(GENERATORS.find(family))
    found = []
    for name, parameter in inspect.signature(maker).parameters.items():
        if isinstance(parameter.default, bool | int | str):
            is_number = isinstance(parameter.default, int) and not isinstance(parameter.default, bool)
            found.append(Field(name, parameter.default, MOST.get(name, 1000) if is_number else None))
    return found


def make_world(wish: Mapping[str, Any]) -> tuple[str, Report]:
    """Generate what was wished for (`family`, `seed`, `params`); return it as text, and what is to be said of it."""
    family, seed, params = str(wish.get("family", "")), wish.get("seed", 0), wish.get("params", {})
    if isinstance(seed, bool) or not isinstance(seed, int) or not isinstance(params, Mapping):
        raise BadParameter("a world is wished for by family, seed (a whole number) and params")
    for field in fields_of(family):
        value = params.get(field.name)
        if field.most is not None and isinstance(value, int) and value > field.most:
            raise BadParameter(f"{family}: {field.name}={value}; here at most {field.most}")
    generator = GENERATORS.make(family, **{str(name): value for name, value in params.items()})
    made = generator.generate(derive(seed, "level"), PATIENCE)
    return generator.write(made.level), generator.report(made, PATIENCE)


class Worlds(Visit):
    """One visitor's workshop of worlds: every message is a wish, or asks to keep the last world as a file."""

    def __init__(self, send: Send, wish: Mapping[str, Any], *, folder: Path) -> None:
        super().__init__(send)
        self._folder, self._first = folder, wish
        self._family = self._text = ""

    async def open(self) -> None:
        """Make the first world."""
        await self.hear(self._first)

    async def hear(self, message: Mapping[str, Any]) -> None:
        """Make a world, draw it and tell of it; or keep the last one and tell the game that is played in it."""
        if "keep" in message:
            name = await keep(self._folder, str(message["keep"]), self._text, SUFFIX)
            await self._send({"kept": name, "game": f"{self._family}/{name}"})
            return
        text, report = await asyncio.to_thread(make_world, message)
        self._family, self._text = str(message["family"]), text
        said: Message = {
            "world": text,
            "title": report.title,
            "facts": [list(fact) for fact in report.facts],
            "head": list(report.head),
            "rows": [list(row) for row in report.rows],
        }
        if report.frame is not None:
            said["scene"] = Differ().message(report.frame)
        await self._send(said)
