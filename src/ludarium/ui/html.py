"""The tour's report: one HTML file that needs nothing else, neither network nor style sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.harness.series import Series
from ludarium.harness.solving import Solved
from ludarium.harness.tour import Visit
from ludarium.ui.results import cost, tail, tally_cells
from ludarium.ui.strokes import with_strokes

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #888; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } caption { text-align: left; color: var(--soft); }
th, td { padding: .25rem .75rem; text-align: left; border-bottom: 1px solid var(--line); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.bar { position: relative; width: 10rem; height: .8rem; background: var(--line); border-radius: .4rem; }
.bar i { position: absolute; top: 0; bottom: 0; background: #3b82f6; border-radius: .4rem; }
.panels { display: flex; flex-wrap: wrap; gap: 2rem; align-items: end; }
.grid { font: 14px/1.2 ui-monospace, monospace; border: 0; } .grid td { padding: 0; white-space: pre; border: 0; }
.grid.lines td.t { border: 1px solid var(--line); padding: .2rem .4rem; } .grid td.h { color: var(--soft); border: 0;
padding: 0 .5rem; text-align: center; } .soft { color: var(--soft); } .bright { font-weight: bold; }
.wide { max-width: 80rem; } .plots { display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 1rem 0; }
svg { max-width: 100%; height: auto; } details { margin: .5rem 0; } code { font-size: .9em; }
.wide th, .wide td { padding: .2rem .5rem; }
.wide table:not(.grid) { display: block; overflow-x: auto; white-space: nowrap; }
"""


def page(visits: Sequence[Visit], boards: Sequence[Frame | None], files: Sequence[str], says: str) -> str:
    """Return the report: for each visit its positions, its series, its last board and the name of its record's file."""
    parts = [_family(*three) for three in zip(visits, boards, files, strict=True)]
    return document("Ludarium: the tour", f'<p class="soft">{escape(says)}</p>{"".join(parts)}')


def document(title: str, body: str, script: str = "", kind: str = "") -> str:
    """Return a whole page that needs nothing else; *kind* is a class of its body ('wide' for large tables)."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f'<body class="{kind}">'
        f"<h1>{escape(title)}</h1>{body}{f'<script>{script}</script>' if script else ''}</body></html>\n"
    )


def draw_frame(frame: Frame) -> str:
    """Return a frame as HTML: the same data that the terminal draws."""
    status = "".join(f"<div><span class=soft>{escape(name)}</span> {escape(text)}</div>" for name, text in frame.status)
    panels = "".join(_panel(panel) for panel in frame.panels)
    return f"<p><b>{escape(frame.title)}</b></p><div class=panels>{panels}</div>{status}"


def _family(visit: Visit, board: Frame | None, file: str) -> str:
    parts = [f"<h2>{escape(visit.family)}</h2><p>{escape(visit.says)}</p>"]
    if visit.solved:
        parts.append(_solved(visit.solved))
    parts += [_series(series) for series in visit.played]
    if board is not None:
        link = f'<a href="{escape(file)}">{escape(file)}</a>'
        parts.append(f"<h3>How one game ended</h3>{draw_frame(board)}")
        parts.append(f"<p class=soft>Its record: {link}. <code>ludarium replay {escape(file)} --show</code></p>")
    return "".join(parts)


def _solved(solved: Iterable[Solved]) -> str:
    rows = [
        (s.game, s.position or "the start", f"{s.words} for player {s.actor}", ", ".join(s.line), s.status, cost(s))
        for s in solved
    ]
    heads = ("game", "position", "value", "best line", "status", "cost")
    return _table("Solved", heads, ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows))


def _series(series: Series) -> str:
    rows = []
    for index, name in enumerate(series.agents):
        tally = series.tally(index)
        low, high = tally.interval
        bar = "" if tally.scored else f'<div class=bar><i style="left:{low:.1%};width:{high - low:.1%}"></i></div>'
        cells = "".join(f"<td class=n>{escape(cell)}</td>" for cell in tally_cells(tally))
        rows.append(f"<td>{escape(name)}</td>{cells}<td>{bar}</td>")
    heads = ("agent", "games", "wins", "draws", "losses", "wins, 95 %", "")
    faults = "".join(f"<p>{times} × {escape(message)}</p>" for message, times in series.faults().items())
    return f"{_table(f'{series.game}, {series.budget} a move. {tail(series)}', heads, rows)}{faults}"


def _table(caption: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"


def _panel(panel: Panel) -> str:
    panel = with_strokes(panel)
    tiles = {(tile.column, tile.row): tile for tile in panel.tiles}
    rows = []
    if panel.columns_head:
        corner = "<td class=h></td>" if panel.rows_head else ""
        rows.append(corner + "".join(f"<td class=h>{escape(head)}</td>" for head in panel.columns_head))
    for row in range(panel.rows):
        head = f"<td class=h>{escape(panel.rows_head[row])}</td>" if row < len(panel.rows_head) else ""
        rows.append(head + "".join(_tile(panel, tiles.get((column, row))) for column in range(panel.columns)))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    kind = "grid lines" if panel.lines else "grid"
    return f'<table class="{kind}"><caption>{escape(panel.title)}</caption>{body}</table>'


def _tile(panel: Panel, tile: Tile | None) -> str:
    if tile is None:
        return f"<td class=t>{chr(10).join([' ' * panel.tile_width] * panel.tile_height)}</td>"
    style = f' style="color:{escape(tile.colour)}"' if tile.colour else ""
    title = f' title="{escape(tile.label)}"' if tile.label else ""
    kind = "t bright" if tile.bright else "t"
    text = "\n".join(line.ljust(panel.tile_width)[: panel.tile_width] for line in tile.text)
    return f'<td class="{kind}"{style}{title}>{escape(text)}</td>'
