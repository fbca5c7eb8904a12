"""A replay as one HTML file that needs nothing else: neither the lab, nor a network."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files

from ludarium.core.record import Record
from ludarium.ui.web.scene import Message
from ludarium.ui.web.shows import Show

KEY_EVERY = 50
"""Every so many positions the whole picture is written; between them, what changed."""


def replay_page(record: Record) -> str:
    """Return the page: the board with its controls, what the agents thought, and the record itself."""
    show = Show(record)
    show.read()
    scenes: list[Message] = []
    for place in range(len(show.frames)):
        if place % KEY_EVERY == 0:
            show.forget()
        scenes.append(show.message(place))
    head = f"{record.game}: {' – '.join(record.agents)}, seed {record.seed}"
    data = json.dumps({"table": "replay", "scenes": scenes, "key_every": KEY_EVERY}, separators=(",", ":"))
    kept = json.dumps("\n".join(record.lines()) + "\n")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(head)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_asset("lab.css")}'
        f"body {{ font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem; }}</style></head><body><h1>{escape(head)}</h1>"
        f"{board_html(SHOW_CONTROLS)}<script>{_asset('lab.js')}</script>"
        f"<script>const record = {_in_script(kept)}; lab.open({_in_script(data)}, {json.dumps(PLACES)});</script>"
        "</body></html>\n"
    )


def board_html(controls: str) -> str:
    """Return an empty table: the board, and beside it what is to be said and done."""
    top = "".join(f'<div id="lab-{name}" class="{name}"></div>' for name in ("result", "prompt"))
    tail = "".join(
        f'<div id="lab-{name}" class="{name}"></div>' for name in ("notes", "layers", "status", "moves", "thoughts")
    )
    return (
        f'<div class="table"><div id="lab-board" class="board"></div><div class="aside">{top}{controls}{tail}'
        '<pre id="lab-said" class="said"></pre></div></div>'
    )


def button(name: str, text: str, extra: str = "") -> str:
    """Return a button of the table."""
    return f'<button type="button" id="lab-{name}" class="lab-button" {extra}>{text}</button>'


def _speeds() -> str:
    rates = (1, 2, 5, 10, 25, 50, 100)
    return "".join(f'<option value="{rate}"{" selected" * (rate == 5)}>{rate}/s</option>' for rate in rates)


SHOW_CONTROLS = (
    f'<div class="controls">{button("first", "|◀", "aria-label=first")}{button("back", "◀", "aria-label=back")}'
    f"{button('run', 'Play')}{button('next', '▶', 'aria-label=next')}{button('last', '▶|', 'aria-label=last')}"
    f'<select id="lab-speed" class="lab-input" aria-label="positions a second">{_speeds()}</select>'
    "</div>"
    '<div class="controls"><input id="lab-range" type="range" min="0" max="0" value="0" aria-label="position">'
    '<span id="lab-place" class="soft"></span></div>'
)
PLACES = {
    name: f"lab-{name}"
    for name in (
        "board", "status", "prompt", "result", "moves", "said", "thoughts", "notes", "layers", "undo", "hint", "resign",
        "typed", "range", "first", "back", "next", "last", "run", "speed", "place", "save", "page", "pause",
        "file",
    )
}  # fmt: skip


def _asset(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text("utf-8")


def _in_script(text: str) -> str:
    """Return JSON that cannot end the script it stands in."""
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")
