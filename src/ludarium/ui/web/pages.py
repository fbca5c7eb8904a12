"""The lab's pages: forms around a board. What a page is about stands in its address, so that a link repeats it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from nicegui import ui

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, HasKeys, HasSource
from ludarium.core.registry import AGENTS, GAMES, GENERATORS, Entry, load_game
from ludarium.core.trust import limit_to
from ludarium.harness.store import Store
from ludarium.ui.seating import opponent_for
from ludarium.ui.web.bench import LAST_GAMES, STORE
from ludarium.ui.web.export import PLACES, SHOW_CONTROLS, board_html, button
from ludarium.ui.web.worlds import Field, fields_of

if TYPE_CHECKING:
    from ludarium.ui.web.server import Settings

PATIENCE_S = 120.0
"""How long a page may take: a family's first use compiles it."""
_HEAD = '<link rel="stylesheet" href="/lab/lab.css"><script src="/lab/lab.js"></script>'
_SHOP_HEAD = '<script src="/lab/workshop.js"></script>'
_WORLDS_HEAD = '<script src="/lab/worlds.js"></script>'
_BENCH_HEAD = '<script src="/lab/bench.js"></script>'
_OWN_FILE = (
    '<label class="soft">or a record of your own: '
    '<input type="file" id="lab-file" accept=".jsonl" class="lab-input"></label>'
)
STRENGTHS = {
    "": "the game's own",
    "100 steps": "weak: 100 steps",
    "1000 steps": "fair: 1,000 steps",
    "10000 steps": "strong: 10,000 steps",
    "3000 ms": "3 seconds",
}
"""How long an opponent may think about a move. Steps give the same game on every machine."""
_FIRST_GAME = """\
# A first game: gather every coin, mind the cat.
BasicGame
    SpriteSet
        avatar > MovingAvatar color=DARKBLUE
        coin > Immovable color=GOLD
        cat > RandomNPC cooldown=2 color=ORANGE
        wall > Immovable color=GRAY
    LevelMapping
        c > coin
        m > cat
    InteractionSet
        avatar wall > stepBack
        cat wall > stepBack
        coin avatar > killSprite scoreChange=1
        avatar cat > killSprite scoreChange=-1
    TerminationSet
        SpriteCounter stype=coin win=True
        SpriteCounter stype=avatar win=False
---
wwwwwwwwww
wA   w  cw
w  w   w w
w cw m w w
w     c  w
wwwwwwwwww
"""


def register(settings: Settings) -> None:
    """Tell NiceGUI the pages."""

    @ui.page("/")
    def home() -> None:
        _frame("Ludarium")
        ui.add_head_html("<script>addEventListener('load', () => lab.previews())</script>")
        with ui.column().classes("page w-full max-w-6xl mx-auto"):
            ui.label("A playable laboratory for game AI").classes("text-2xl font-bold")
            ui.label("Play a game, or watch agents play it and see what they think.").classes("soft")
            for title, entries in _shelves():
                cards = "".join(_card(entry.name, entry.summary) for entry in entries)
                ui.html(f'<h2>{title}</h2><div class="cards">{cards}</div>', sanitize=False).classes("w-full")

    @ui.page("/play", response_timeout=PATIENCE_S)
    async def play(
        game: str = "nim", against: str = "", budget: str = "", seat: int = 0, seed: int = 0, waits: bool = False
    ) -> None:
        _frame("Play")
        with ui.column().classes("page w-full max-w-7xl mx-auto"):
            made = await _made(game, settings.folder)
            if made is None:
                return
            live = isinstance(made, HasKeys)
            against = "" if live or made.spec.players == 1 else against or opponent_for(made)
            form = [_field("game", game, GAMES.names())]
            if against:
                form += [_field("against", against, _players(made)), _choice("strength", "budget", budget, STRENGTHS)]
                form += [_choice("you are", "seat", str(seat), {"0": "first", "1": "second"})]
            form += [_number("seed", seed)]
            if live:
                form += [_choice("the world", "waits", str(waits).lower(), {"false": "moves", "true": "waits for you"})]
            _form("play", form)
            if live:
                aside = _live_aside(waits) + (_change(game) if isinstance(made, HasSource) else "")
                await _board({"table": "live", "game": game, "seed": seed, "waits": waits}, aside)
            else:
                seats = [("" if player == seat else against) for player in range(made.spec.players)]
                wish = {"table": "turns", "game": game, "seats": seats, "seed": seed, "budget": budget}
                await _board(wish, _turns_aside())

    @ui.page("/watch", response_timeout=PATIENCE_S)
    async def watch(game: str = "nim", agents: str = "", seed: int = 0, budget: str = "500 steps") -> None:
        _frame("Watch")
        with ui.column().classes("page w-full max-w-7xl mx-auto"):
            made = await _made(game, settings.folder)
            if made is None:
                return
            seats = agents.split(",") if agents else [opponent_for(made)] * made.spec.players
            form = [_field("game", game, GAMES.names()), _field("agents", ",".join(seats), _players(made))]
            _form("watch", [*form, _number("seed", seed), _field("budget", budget, (*STRENGTHS,)[1:])])
            wish = {"table": "watch", "game": game, "seats": seats, "seed": seed, "budget": budget}
            await _board(wish, _show_aside())

    @ui.page("/workshop", response_timeout=PATIENCE_S)
    async def workshop(game: str = "") -> None:
        _frame("Workshop")
        text = _FIRST_GAME
        if game:
            made = await _made(game, settings.folder)
            if made is None:
                return
            if not isinstance(made, HasSource):
                ui.label(f"{made.spec.name} is not made from a text that could be changed here").classes("notes error")
                return
            text = made.source()
        ui.add_head_html(_SHOP_HEAD)
        ui.html(_shop(), sanitize=False).classes("page w-full")
        await ui.context.client.connected()
        ui.run_javascript(f"workshop.open({json.dumps(text)})")

    @ui.page("/worlds", response_timeout=PATIENCE_S)
    async def worlds(family: str = "dungeon", seed: int = 0) -> None:
        _frame("Worlds")
        ui.add_head_html(_WORLDS_HEAD)
        with ui.column().classes("page w-full"):
            try:
                fields = await asyncio.to_thread(fields_of, family)
            except LudariumError as fault:
                ui.label(str(fault)).classes("notes error")
                return
            ui.html(_worlds(family, fields, seed), sanitize=False).classes("w-full")
        await ui.context.client.connected()
        ui.run_javascript(f"worlds.open({json.dumps(family)}, {json.dumps([asdict(field) for field in fields])})")

    @ui.page("/bench", response_timeout=PATIENCE_S)
    async def bench(games: str = "nim", agents: str = "nim.expert; mcts; random", budget: str = "200 steps") -> None:
        _frame("Bench")
        ui.add_head_html(_BENCH_HEAD)
        ui.html(_bench(games, agents, budget), sanitize=False).classes("page w-full")
        await ui.context.client.connected()
        ui.run_javascript("bench.open()")

    @ui.page("/replay", response_timeout=PATIENCE_S)
    async def replay(file: str = "", store: str = "", run: str = "") -> None:
        _frame("Replay")
        with ui.column().classes("page w-full max-w-7xl mx-auto"):
            records = sorted(path.relative_to(settings.folder).as_posix() for path in settings.folder.rglob("*.jsonl"))
            _form("replay", [_field("file", file, records[:500])], "Open")
            ui.html(_OWN_FILE, sanitize=False)
            runs = await asyncio.to_thread(_runs, settings.folder)
            if runs:
                ui.html(
                    f"<details><summary>runs of the bench</summary><ul class='last'>{runs}</ul></details>",
                    sanitize=False,
                )
            wish = {"table": "replay", "file": file, "store": store, "run": run}
            await _board(wish if file or run else None, _show_aside())
            ui.run_javascript(f"lab.offer({json.dumps(PLACES)})")


def _frame(title: str) -> None:
    """Put the head on a page: the way to the others, light or dark."""
    ui.page_title(f"{title} · Ludarium" if title != "Ludarium" else title)
    ui.add_head_html(_HEAD)
    ui.colors(primary="#0b63b5")
    dark = ui.dark_mode(None)
    with ui.header().classes("lab-head items-center"):
        ui.link("Ludarium", "/").classes("font-bold text-lg")
        for name in ("Play", "Watch", "Replay", "Workshop", "Worlds", "Bench"):
            ui.link(name, f"/{name.lower()}")
        ui.space()
        ui.button(icon="contrast", on_click=lambda: dark.set_value(not dark.value)).props(
            'flat round dense aria-label="light or dark"'
        )


def _shelves() -> Iterator[tuple[str, list[Entry]]]:
    """Yield the families, and then the games that are one of a family's with a name of their own."""
    yield "Games", [entry for entry in GAMES if not entry.fixed]
    yield "The arcade's library", [entry for entry in GAMES if entry.fixed]


def _card(name: str, summary: str) -> str:
    links = " · ".join(
        f'<a href="/{verb.lower()}?{urlencode({"game": name})}">{verb}</a>' for verb in ("Play", "Watch")
    )
    return (
        f'<div class="card"><div class="preview" data-game="{escape(name, quote=True)}" aria-hidden="true"></div>'
        f'<h3>{escape(name)}</h3><p class="soft">{escape(summary)}</p>{links}</div>'
    )


async def _made(game: str, folder: Path) -> Game[Any] | None:
    """Return the game of an id; where there is none, say why on the page."""

    def load() -> Game[Any]:
        limit_to(folder)
        return load_game(game)

    try:
        return await asyncio.to_thread(load)
    except LudariumError as fault:
        ui.label(str(fault)).classes("notes error")
        ui.link("Back to the games", "/")
        return None


def _players(made: Game[Any]) -> list[str]:
    """Return the agents to choose from: specialists of the game first, then the general ones."""
    mine = [entry.name for entry in AGENTS if entry.name.startswith(f"{made.spec.name}.")]
    return [*mine, *(entry.name for entry in AGENTS if "." not in entry.name and entry.name not in ("human", "bot"))]


def _form(verb: str, fields: Sequence[str], says: str = "") -> None:
    """Draw a form that leads to the page with its fields in the address."""
    go = f'<button class="lab-button main">{says or verb.capitalize()}</button>'
    ui.html(f'<form class="form" action="/{verb}">{"".join(fields)}{go}</form>', sanitize=False).classes("w-full")


def _field(name: str, value: str, offered: Sequence[str]) -> str:
    """Return a field to type into, with words that are offered."""
    words = "".join(f'<option value="{escape(word, quote=True)}"></option>' for word in offered)
    return (
        f'<label>{name} <input class="lab-input" name="{name}" list="{name}-offered" autocomplete="off" '
        f'value="{escape(value, quote=True)}"></label><datalist id="{name}-offered">{words}</datalist>'
    )


def _number(name: str, value: int) -> str:
    return f'<label>{name} <input class="lab-input short" name="{name}" type="number" required value="{value}"></label>'


def _choice(label: str, name: str, value: str, choices: Mapping[str, str]) -> str:
    """Return a field with fixed choices; a value from the address is one of them, too."""
    options = "".join(
        f'<option value="{escape(word, quote=True)}"{" selected" if word == value else ""}>{escape(says)}</option>'
        for word, says in {**choices, **({} if value in choices else {value: value})}.items()
    )
    return f'<label>{label} <select class="lab-input" name="{name}">{options}</select></label>'


def _runs(folder: Path) -> str:
    """Return links to the last runs of the lab's own store."""
    if not (folder / STORE).is_file():
        return ""
    with Store(str(folder / STORE), create=False) as store:
        rows = list(store.rows())[-LAST_GAMES:]
    return "".join(
        f'<li><a href="/replay?{urlencode({"store": STORE, "run": row.key})}">{escape(row.game)}: '
        f"{escape(' – '.join(row.agents))}</a></li>"
        for row in reversed(rows)
    )


async def _board(wish: dict[str, Any] | None, aside: str) -> None:
    """Draw an empty table and let the browser sit down at it, if it wishes to."""
    ui.html(board_html(aside), sanitize=False).classes("w-full")
    await ui.context.client.connected()
    if wish is not None:
        ui.run_javascript(f"lab.open({json.dumps(wish)}, {json.dumps(PLACES)})")


def _turns_aside() -> str:
    return (
        '<input id="lab-typed" class="lab-input" placeholder="type a move, or click" aria-label="your move">'
        f'<div class="controls">{button("undo", "Undo")}{button("hint", "Hint")}{button("resign", "Resign")}'
        f"{button('save', 'Save')}</div>"
    )


def _live_aside(waits: bool) -> str:
    pads = "".join(
        f'<button type="button" class="lab-button key" data-key="{key}" aria-label="{key}">{sign}</button>'
        for key, sign in (("left", "◀"), ("up", "▲"), ("down", "▼"), ("right", "▶"), ("space", "●"))
    )
    says = "Arrow keys or WASD move, space acts. The world starts with your first key."
    if waits:
        says = "Arrow keys or WASD move, space acts, a full stop waits. The world moves when you do."
    tools = button("undo", "Undo") if waits else button("pause", "Pause")
    return f'<p class="soft">{says}</p><div class="controls">{pads}</div><div>{tools} {button("save", "Save")}</div>'


def _change(game: str) -> str:
    return f'<p><a href="/workshop?{urlencode({"game": game})}">Change this game in the workshop</a></p>'


def _show_aside() -> str:
    more = f"{button('hint', 'Exact values')}{button('save', 'Save')}{button('page', 'Save as a page')}"
    return f"{SHOW_CONTROLS}<div class='controls'>{more}</div>"


def _shop() -> str:
    """Return the workshop: the editor on the left; what it makes, and what is to be said of it, on the right."""
    agents = "".join(f"<option>{name}</option>" for name in ("iw1", "iw32", "voyager", "mcts", "random"))
    play = "".join(
        f'<div id="play-{name}" class="{name}"></div>' for name in ("result", "board", "status", "prompt", "notes")
    )
    return (
        '<div class="table"><div class="shop"><div class="editor"><pre id="shop-copy" aria-hidden="true"></pre>'
        '<textarea id="shop-text" spellcheck="false" aria-label="the game as text"></textarea></div>'
        '<div class="controls"><input id="shop-name" class="lab-input" value="mygame.vgdl" aria-label="file name">'
        '<button type="button" id="shop-save" class="lab-button">Save</button>'
        '<button type="button" id="shop-load" class="lab-button">Load</button></div>'
        '<ol id="shop-problems" class="problems"></ol></div><div class="aside wide">'
        '<div class="controls"><select id="shop-level" class="lab-input" aria-label="level"></select>'
        '<button type="button" id="shop-play" class="lab-button main">Play</button>'
        f'<select id="shop-agent" class="lab-input" aria-label="agent">{agents}</select>'
        '<button type="button" id="shop-try" class="lab-button">Can it win?</button>'
        '<b id="shop-verdict"></b></div><div id="shop-notes" class="notes"></div>'
        '<div id="shop-palette" class="controls"></div><div id="shop-preview" class="board"></div>'
        f'<div id="shop-stage" hidden>{play}</div></div></div>'
    )


def _bench(games: str, agents: str, budget: str) -> str:
    """Return the bench: what is to be played, and a place for what came of it."""
    fields = {"games": games, "agents": agents, "budgets": budget, "seeds": "10"}
    inputs = "".join(
        f'<label>{name} <input id="bench-{name}" class="lab-input" value="{escape(value, quote=True)}"></label>'
        for name, value in fields.items()
    )
    return (
        f'<div class="form">{inputs}<button type="button" id="bench-start" class="lab-button main">Start</button>'
        '<button type="button" id="bench-stop" class="lab-button" disabled>Stop</button></div>'
        '<p class="soft">Several are separated by semicolons. What was done is kept: start again to go on.</p>'
        '<div id="bench-notes" class="notes" role="status"></div><progress id="bench-bar" value="0" max="1"></progress>'
        '<div class="table"><div id="bench-lines" class="results"></div>'
        '<div id="bench-ratings" class="results"></div></div>'
        '<h2>Last games</h2><ul id="bench-last" class="last"></ul>'
    )


def _worlds(family: str, fields: Sequence[Field], seed: int) -> str:
    """Return the workshop of worlds: sliders on the left, the level and what is to be said of it on the right."""
    links = " ".join(f'<a href="/worlds?family={escape(entry.name)}">{escape(entry.name)}</a>' for entry in GENERATORS)
    return (
        f'<p>{links}</p><div class="table"><div class="aside"><div class="form column">'
        f"{''.join(_input(field) for field in fields)}"
        f'<label>seed <input id="world-seed" class="lab-input" type="number" value="{seed}"></label></div>'
        '<div class="controls"><button type="button" id="world-again" class="lab-button main">Another one</button>'
        '<button type="button" id="world-down" class="lab-button">Download</button></div>'
        f'<div class="controls"><input id="world-name" class="lab-input" value="my-{escape(family)}.txt" '
        'aria-label="file name"><button type="button" id="world-keep" class="lab-button">Keep</button></div>'
        '<div id="world-notes" class="notes" role="status"></div><div id="world-layers" class="layers"></div>'
        '<div id="world-facts"></div>'
        '<div id="world-rows" class="results"></div></div><div class="shop"><h2 id="world-title"></h2>'
        '<div id="world-board" class="board"></div><details><summary>as text</summary>'
        '<pre id="world-text" class="said"></pre></details></div></div>'
    )


def _input(field: Field) -> str:
    name, value = escape(field.name), escape(str(field.default), quote=True)
    if field.most is not None:
        return (
            f'<label>{name} <span id="world-shown-{name}">{value}</span><input id="world-field-{name}" type="range" '
            f'min="0" max="{field.most}" value="{value}"></label>'
        )
    if isinstance(field.default, bool):
        checked = " checked" if field.default else ""
        return f'<label>{name} <input id="world-field-{name}" type="checkbox"{checked}></label>'
    return f'<label>{name} <input id="world-field-{name}" class="lab-input" value="{value}"></label>'
