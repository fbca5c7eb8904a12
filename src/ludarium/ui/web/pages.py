"""The lab's pages: forms around a board. What a page is about stands in its address, so that a link repeats it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from nicegui import ui

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, HasKeys
from ludarium.core.registry import AGENTS, GAMES, GENERATORS, load_game
from ludarium.ui.seating import opponent_for
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
        with ui.column().classes("page w-full max-w-6xl mx-auto"):
            ui.label("A playable laboratory for game AI").classes("text-2xl font-bold")
            ui.label("Play a game, or watch agents play it and see what they think.").classes("soft")
            ui.html(
                f'<div class="cards">{"".join(_card(entry.name, entry.summary) for entry in GAMES)}</div>',
                sanitize=False,
            )

    @ui.page("/play", response_timeout=PATIENCE_S)
    async def play(game: str = "nim", against: str = "", seat: int = 0, seed: int = 0, waits: bool = False) -> None:
        _frame("Play")
        with ui.column().classes("page w-full max-w-7xl mx-auto"):
            made = await _made(game)
            if made is None:
                return
            live = isinstance(made, HasKeys)
            against = "" if live or made.spec.players == 1 else against or opponent_for(made)
            _play_form(game, made, against, seat, seed, live, waits)
            if live:
                await _board({"table": "live", "game": game, "seed": seed, "waits": waits}, _live_aside())
            else:
                seats = [("" if player == seat else against) for player in range(made.spec.players)]
                await _board({"table": "turns", "game": game, "seats": seats, "seed": seed}, _turns_aside())

    @ui.page("/watch", response_timeout=PATIENCE_S)
    async def watch(game: str = "nim", agents: str = "", seed: int = 0, budget: str = "500 steps") -> None:
        _frame("Watch")
        with ui.column().classes("page w-full max-w-7xl mx-auto"):
            made = await _made(game)
            if made is None:
                return
            seats = agents.split(",") if agents else [opponent_for(made)] * made.spec.players
            _watch_form(game, made, seats, seed, budget)
            wish = {"table": "watch", "game": game, "seats": seats, "seed": seed, "budget": budget}
            await _board(wish, _show_aside())

    @ui.page("/workshop", response_timeout=PATIENCE_S)
    async def workshop() -> None:
        _frame("Workshop")
        ui.add_head_html(_SHOP_HEAD)
        ui.html(_shop(), sanitize=False).classes("page w-full")
        await ui.context.client.connected()
        ui.run_javascript(f"workshop.open({json.dumps(_FIRST_GAME)})")

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
            with ui.row().classes("items-end"):
                chosen = ui.select(
                    records[:500], value=file if file in records else None, label="record", with_input=True
                )
                chosen.props("dense").classes("min-w-64").on_value_change(lambda: _go("replay", file=chosen.value))
            if not records:
                ui.label("There are no records (*.jsonl) below the lab's folder yet.").classes("soft")
            if file or run:
                await _board({"table": "replay", "file": file, "store": store, "run": run}, _show_aside())


def _frame(title: str) -> None:
    """Put the head on a page: the way to the others, light or dark."""
    ui.page_title(f"{title} · Ludarium" if title != "Ludarium" else title)
    ui.add_head_html(_HEAD)
    dark = ui.dark_mode(None)
    with ui.header().classes("lab-head items-center"):
        ui.link("Ludarium", "/").classes("font-bold text-lg")
        for name in ("Play", "Watch", "Replay", "Workshop", "Worlds", "Bench"):
            ui.link(name, f"/{name.lower()}")
        ui.space()
        ui.button(icon="contrast", on_click=lambda: dark.set_value(not dark.value)).props(
            'flat round dense aria-label="light or dark"'
        )


def _card(name: str, summary: str) -> str:
    links = "".join(f' <a href="/{verb.lower()}?{urlencode({"game": name})}">{verb}</a>' for verb in ("Play", "Watch"))
    return f'<div class="card"><h3>{escape(name)}</h3><p class="soft">{escape(summary)}</p>{links}</div>'


async def _made(game: str) -> Game[Any] | None:
    """Return the game of an id; where there is none, say why on the page."""
    try:
        return await asyncio.to_thread(load_game, game)
    except LudariumError as fault:
        ui.label(str(fault)).classes("notes error")
        ui.link("Back to the games", "/")
        return None


def _go(verb: str, **wish: object) -> None:
    ui.navigate.to(f"/{verb}?{urlencode({name: value for name, value in wish.items() if value not in ('', None)})}")


def _players(made: Game[Any]) -> list[str]:
    """Return the agents to choose from: specialists of the game first, then the general ones."""
    mine = [entry.name for entry in AGENTS if entry.name.startswith(f"{made.spec.name}.")]
    return [*mine, *(entry.name for entry in AGENTS if "." not in entry.name and entry.name not in ("human", "bot"))]


def _play_form(game: str, made: Game[Any], against: str, seat: int, seed: int, live: bool, waits: bool) -> None:
    with ui.row().classes("items-end"):
        name = ui.input("game", value=game).props("dense")
        rival = ui.select(_players(made), value=against or None, label="against", with_input=True).props("dense")
        rival.visible = bool(against)
        chair = ui.select({0: "first", 1: "second"}, value=seat, label="you are").props("dense")
        chair.visible = made.spec.players == 2
        luck = ui.number("seed", value=seed, format="%d").props("dense")
        pause = ui.checkbox("the world waits", value=waits)
        pause.visible = live
        ui.button(
            "Play",
            on_click=lambda: _go(
                "play",
                game=name.value,
                against=rival.value,
                seat=chair.value,
                seed=int(luck.value or 0),
                waits=str(pause.value).lower() if live else "",
            ),
        )


def _watch_form(game: str, made: Game[Any], seats: list[str], seed: int, budget: str) -> None:
    with ui.row().classes("items-end"):
        name = ui.input("game", value=game).props("dense")
        rivals = ui.input("agents", value=",".join(seats)).props("dense")
        with rivals:
            ui.tooltip("one for each seat, with commas: " + ", ".join(_players(made)))
        luck = ui.number("seed", value=seed, format="%d").props("dense")
        limit = ui.input("budget a move", value=budget).props("dense")
        ui.button(
            "Watch",
            on_click=lambda: _go(
                "watch", game=name.value, agents=rivals.value, seed=int(luck.value or 0), budget=limit.value
            ),
        )


async def _board(wish: dict[str, Any], aside: str) -> None:
    """Draw an empty table and let the browser sit down at it."""
    ui.html(board_html(aside), sanitize=False).classes("w-full")
    await ui.context.client.connected()
    ui.run_javascript(f"lab.open({json.dumps(wish)}, {json.dumps(PLACES)})")


def _turns_aside() -> str:
    return (
        '<input id="lab-typed" class="lab-input" placeholder="type a move, or click" aria-label="your move">'
        f'<div class="controls">{button("undo", "Undo")}{button("hint", "Hint")}{button("resign", "Resign")}'
        f"{button('save', 'Save')}</div>"
    )


def _live_aside() -> str:
    pads = "".join(
        f'<button type="button" class="lab-button key" data-key="{key}" aria-label="{key}">{sign}</button>'
        for key, sign in (("left", "◀"), ("up", "▲"), ("down", "▼"), ("right", "▶"), ("space", "●"))
    )
    says = "Arrow keys or WASD move, space acts. The world starts with your first key."
    return f'<p class="soft">{says}</p><div class="controls">{pads}</div><div>{button("save", "Save")}</div>'


def _show_aside() -> str:
    return f"{SHOW_CONTROLS}<div class='controls'>{button('save', 'Save')}{button('page', 'Save as a page')}</div>"


def _shop() -> str:
    """Return the workshop: the editor on the left; what it makes, and what is to be said of it, on the right."""
    agents = "".join(f"<option>{name}</option>" for name in ("iw", "mcts", "random"))
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
        '<button type="button" id="shop-play" class="lab-button">Play</button>'
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
        f'<div class="form">{inputs}<button type="button" id="bench-start" class="lab-button">Start</button>'
        '<button type="button" id="bench-stop" class="lab-button">Stop</button></div>'
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
        '<div class="controls"><button type="button" id="world-again" class="lab-button">Another one</button>'
        '<button type="button" id="world-keep" class="lab-button">Save</button></div>'
        '<div id="world-notes" class="notes" role="status"></div><div id="world-facts"></div>'
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
