"""A record as pictures: one HTML page with a slider, or a PNG a position. Both draw Frames, so they serve every game.

The page holds the first position whole and of each further one only what changed, and draws on a canvas: a map of ten
thousand tiles and a hundred moves stays small. It needs nothing else, neither network nor style sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.record import Record, positions
from ludarium.core.registry import load_game

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>@title@</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 80rem; padding: 0 1rem; }
#bar { position: sticky; top: 0; background: Canvas; padding: .5rem 0; }
#bar { display: flex; gap: .75rem; align-items: center; }
#bar input { flex: 1; } button { font: inherit; }
#board { display: flex; flex-wrap: wrap; gap: 2rem; } canvas { max-width: 100%; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; } dd { margin: 0; }
dt { color: GrayText; } .words { flex: 1; min-width: 20rem; }
</style></head><body><h1>@title@</h1>
<div id="bar"><button id="back" aria-label="back">◀</button><input id="slider" type="range" min="0" value="0"
aria-label="position"><button id="on" aria-label="forward">▶</button><span id="count"></span></div>
<div id="board"></div>
<script type="application/json" id="data">@data@</script>
<script>
const film = JSON.parse(document.getElementById("data").textContent);
const board = document.getElementById("board"), slider = document.getElementById("slider");
slider.max = film.length - 1;
function position(index) {
  const panels = [];
  for (let i = 0; i <= index; i++) film[i].panels.forEach((panel, p) => {
    if (panel.whole) panels[p] = {...panel, tiles: new Map()};
    panel.gone.forEach(at => panels[p].tiles.delete(at));
    panel.tiles.forEach(t => panels[p].tiles.set(t[0], t));
    panels.length = film[i].panels.length;
  });
  return panels;
}
function draw(index) {
  board.replaceChildren();
  const frame = film[index];
  document.getElementById("count").textContent = index + " of " + (film.length - 1);
  for (const panel of position(index)) {
    const ratio = panel.tw > 1 || panel.th > 1 ? .62 : 1;
    const size = Math.max(6, Math.min(28, 760 / (panel.columns * panel.tw * ratio)));
    const w = size * panel.tw * ratio, h = size * panel.th;
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(panel.columns * w); canvas.height = Math.ceil(panel.rows * h);
    const pen = canvas.getContext("2d");
    pen.textAlign = "center"; pen.textBaseline = "middle";
    for (const [at, text, colour, label, bright] of panel.tiles.values()) {
      const x = at % panel.columns * w, y = Math.floor(at / panel.columns) * h;
      pen.globalAlpha = bright ? .9 : .55; pen.fillStyle = colour || "#888"; pen.fillRect(x, y, w - .5, h - .5);
      pen.globalAlpha = 1; pen.fillStyle = bright ? "#000" : "#000a";
      pen.font = (bright ? "bold " : "") + size * .8 + "px ui-monospace, monospace";
      text.split("\\n").forEach((line, i) => pen.fillText(line, x + w / 2, y + size * (i + .55)));
    }
    canvas.onmousemove = event => {
      const scale = canvas.width / canvas.clientWidth;
      const column = Math.floor(event.offsetX * scale / w), row = Math.floor(event.offsetY * scale / h);
      const tile = panel.tiles.get(row * panel.columns + column);
      canvas.title = tile ? tile[3] : "";
    };
    board.append(canvas);
  }
  const words = document.createElement("div"); words.className = "words";
  for (const [title, pairs] of [["", frame.status], [frame.move, frame.thoughts]]) {
    if (title) { const head = document.createElement("h2"); head.textContent = title; words.append(head); }
    const list = document.createElement("dl");
    for (const [name, text] of pairs) for (const [tag, says] of [["dt", name], ["dd", text]]) {
      const part = document.createElement(tag); part.textContent = says; list.append(part);
    }
    words.append(list);
  }
  board.append(words);
}
slider.oninput = () => draw(+slider.value);
const go = by => { slider.value = +slider.value + by; draw(+slider.value); };
document.getElementById("back").onclick = () => go(-1);
document.getElementById("on").onclick = () => go(1);
document.onkeydown = event => {
  if (document.activeElement === slider) return;
  if (event.key === "ArrowLeft") go(-1); else if (event.key === "ArrowRight") go(1);
};
draw(0);
</script></body></html>
"""


def slider_page(record: Record) -> str:
    """Return the page of a record."""
    film: list[dict[str, Any]] = []
    before: list[dict[int, list[Any]]] = []
    shapes: list[tuple[int, ...]] = []
    for frame, move, thoughts in film_of(record):
        panels = []
        now = [_tiles(panel) for panel in frame.panels]
        for number, (panel, tiles) in enumerate(zip(frame.panels, now, strict=True)):
            shape = (panel.columns, panel.rows, panel.tile_width, panel.tile_height)
            whole = number >= len(before) or shapes[number] != shape
            old = {} if whole else before[number]
            panels.append(
                {
                    "whole": whole,
                    "columns": shape[0],
                    "rows": shape[1],
                    "tw": shape[2],
                    "th": shape[3],
                    "gone": [at for at in old if at not in tiles],
                    "tiles": [tile for at, tile in tiles.items() if old.get(at) != tile],
                }
            )
        before = now
        shapes = [(panel.columns, panel.rows, panel.tile_width, panel.tile_height) for panel in frame.panels]
        film.append({"panels": panels, "status": frame.status, "move": move, "thoughts": thoughts})
    title = f"{record.game}: {', '.join(record.agents)} (seed {record.seed})"
    data = json.dumps(film, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _PAGE.replace("@title@", escape(title)).replace("@data@", data)


def film_of(record: Record) -> Iterator[tuple[Frame, str, list[tuple[str, str]]]]:
    """Yield every position's frame, with the move that led to it and what its mover thought."""
    from ludarium.ui.terminal.draw import brief

    game = load_game(record.game)
    for state, move in positions(record):
        said = "" if move is None else f"{move.tick + 1}. {', '.join(move.names)}"
        thoughts = [] if move is None else [(key, brief(value)) for info in move.info for key, value in info.items()]
        yield game.frame(state.view()), said, thoughts


def save_frames(record: Record, folder: Path) -> list[Path]:
    """Write a PNG of every position into a folder; return the files."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise LudariumError("PNG frames need matplotlib: python -m pip install 'ludarium[bench]'") from None
    found = []
    for number, (frame, said, _) in enumerate(film_of(record)):
        panels = [panel for panel in frame.panels if panel.columns and panel.rows]
        figure = Figure(figsize=(max(7.0, 7.0 * len(panels)), 8.0), dpi=110, layout="constrained")
        axes = figure.subplots(1, max(1, len(panels)), squeeze=False)[0]
        for axis, panel in zip(axes, panels, strict=False):
            _paint(axis, panel)
        words = [f"{name}: {text}" for name, text in frame.status]
        figure.suptitle(f"{frame.title}  {said}", fontsize=11)
        figure.supxlabel("\n".join(word if len(word) < 110 else f"{word[:109]}…" for word in words), fontsize=7, x=0.02,
                         ha="left")  # fmt: skip
        path = folder / f"frame-{number:04}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            figure.savefig(path)
        except OSError as fault:
            raise LudariumError(f"{path} cannot be written: {fault.strerror or fault}") from fault
        found.append(path)
    return found


def _paint(axis: Any, panel: Panel) -> None:
    """Draw a panel as coloured squares, with letters where they can be read."""
    from matplotlib.colors import to_rgb

    picture = [[(1.0, 1.0, 1.0)] * panel.columns for _ in range(panel.rows)]
    size = min(12.0, 330.0 / max(panel.columns * panel.tile_width, panel.rows * panel.tile_height))
    for tile in panel.tiles:
        red, green, blue = to_rgb(tile.colour or "#bbbbbb")
        fade = 0.9 if tile.bright else 0.55
        picture[tile.row][tile.column] = (1 - fade * (1 - red), 1 - fade * (1 - green), 1 - fade * (1 - blue))
        if any(tile.text) and (size > 5 or tile.bright):
            axis.text(tile.column, tile.row, "\n".join(tile.text), ha="center", va="center", fontsize=max(size, 4.0),
                      family="monospace", weight="bold" if tile.bright else "normal")  # fmt: skip
    axis.imshow(picture, interpolation="nearest")
    axis.set_title(panel.title, fontsize=9)
    axis.set_xticks([])
    axis.set_yticks([])


def _tiles(panel: Panel) -> dict[int, list[Any]]:
    return {tile.row * panel.columns + tile.column: _tile(tile, panel.columns) for tile in panel.tiles}


def _tile(tile: Tile, columns: int) -> list[Any]:
    return [tile.row * columns + tile.column, "\n".join(tile.text), tile.colour, tile.label, int(tile.bright)]
