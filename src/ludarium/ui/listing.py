"""What there is: tables and cards of games and agents, from the registries (a list imports none of them)."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, HasNotation, HasReferee, HasSolver
from ludarium.core.ids import Id, parameters, write_value
from ludarium.core.registry import AGENTS, Entry, Registry

_FACTS = ("players", "actions", "max_steps", "turns", "information", "chance", "payoff", "version")


def entries(registry: Registry[Any]) -> list[dict[str, Any]]:
    """Return every entry as plain data."""
    return [{"name": entry.name, "summary": entry.summary, "origin": entry.origin} for entry in registry]


def table_of(rows: Iterable[Mapping[str, Any]]) -> Table:
    """Return entries as a table; the reasons of those who cannot play stand in place of their summary."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("name", "summary", "origin"):
        table.add_column(name, no_wrap=name != "summary")
    for row in rows:
        reasons = row.get("problems", ())
        summary = Text("; ".join(reasons), "dim red") if reasons else Text(row["summary"])
        table.add_row(Text(row["name"], "dim" if reasons else "bold cyan"), summary, Text(row["origin"], "dim"))
    return table


def players_of(game: Game[Any]) -> list[dict[str, Any]]:
    """Return every agent, those who can play the game first, the others with the reasons why not."""
    rows = []
    for entry in AGENTS:
        try:
            problems = AGENTS.maker(entry).needs.problems(game)
        except LudariumError as fault:
            problems = [str(fault)]
        rows.append({"name": entry.name, "summary": entry.summary, "origin": entry.origin, "problems": problems})
    return sorted(rows, key=lambda row: bool(row["problems"]))


def card(entry: Entry, maker: type) -> dict[str, Any]:
    """Return what a person wants to know of a game or an agent, as plain data."""
    known = {name: p for name, p in parameters(maker).items() if name not in entry.fixed}
    return {
        "name": entry.name,
        "summary": entry.summary,
        "about": inspect.getdoc(maker) or "",
        "parameters": {
            name: "(needed)" if p.default is p.empty else write_value(p.default) for name, p in known.items()
        },
    }


def game_card(entry: Entry, game: Game[Any]) -> dict[str, Any]:
    """Return the card of a game: that of its class, with the facts of its spec and how it is written."""
    state = game.initial(0)
    able = {"solver": isinstance(game, HasSolver), "exact hints": isinstance(state, HasReferee)}
    return {
        **card(entry, type(game)),
        "about": game.about,
        "id": game.id,
        "facts": {fact: getattr(game.spec, fact) for fact in _FACTS} | {"budget": str(game.spec.budget)} | able,
        "moves": game.how_to_type,
        "notation": game.notation_help if isinstance(game, HasNotation) else "",
        "specialists": [agent.name for agent in AGENTS if agent.name.startswith(f"{game.spec.name}.")],
    }


def draw_card(data: Mapping[str, Any]) -> RenderableType:
    """Return a card for the terminal: the name, then one paragraph for each part that is there."""
    parts: list[RenderableType] = [Text.assemble((data["name"], "bold cyan"), "  ", data["summary"])]
    parts += ("", Markdown(data["about"]))
    if data.get("facts"):
        parts += [_heading("facts"), _grid((name.replace("_", " "), _word(v)) for name, v in data["facts"].items())]
    if data["parameters"]:
        example = next(iter(data["parameters"]))
        parts += [_heading(f"parameters, as in {data['name']}?{example}=…"), _grid(data["parameters"].items())]
    for part in ("moves", "notation"):
        if data.get(part):
            parts += [_heading(part), Text(data[part])]
    if data.get("specialists"):
        parts += [_heading("specialists"), Text(", ".join(data["specialists"]))]
    return Group(*parts)


def entry_of(registry: Registry[Any], text: str) -> Entry:
    """Return the entry that an id names."""
    return registry.find(Id.parse(text).name)


def _heading(text: str) -> Text:
    return Text(f"\n{text}", "dim italic")


def _grid(pairs: Iterable[tuple[str, str]]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for name, value in pairs:
        grid.add_row(f"  {name}", Text(value, "bold"))
    return grid


def _word(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)
