"""How one tile looks in the browser: a small SVG drawing in a square of 100 × 100, made of shapes of our own.

A tile's `kind` is a word; the shape comes from the word where it is a common one (wall, key, door, …), else from the
category that its label names, else from its text: `[k]` is a room with a key, strokes are passages, anything else is
written. Shapes differ, not only colours, so that nobody needs to tell colours apart.
"""

from __future__ import annotations

import re
from html import escape

from ludarium.core.frame import Tile

_PIECE = re.compile(r"(tall|short)-(light|dark)-(round|square)-(full|hollow)")
_ROOM = re.compile(r"[\[(](.)[\])]")
_INK = "var(--ink)"
_STROKES = {"│": "M50 0V100", "╱": "M0 100L100 0", "─": "M0 50H100", "╲": "M0 0L100 100"}
_PASSAGES = {"─": "M0 50H100", "│": "M50 0V100", "└": "M50 0V50H100", "┘": "M50 0V50H0", "┌": "M50 100V50H100",
             "┐": "M50 100V50H0"}  # fmt: skip
_SIGNS = {"▣": "padlock", "◆": "padlock", "╪": "bars", "╫": "bars"}
"""What may stand in a passage."""
_IN_ROOMS = {"k": "key", "K": "key", "B": "creature", "@": "hero"}
_ARROWS = {"▶": 0, "▼": 90, "◀": 180, "▲": 270}

_WORDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("wall", "brick", "border", "pillar"), "bricks"),
    (("key",), "key"),
    (("door", "lock", "gate"), "door"),
    (("goal", "exit", "finish", "hole", "pit", "target", "mark"), "ring"),
    (("gem", "diamond", "crystal", "jewel", "gold", "coin", "treasure", "nugget"), "gem"),
    (("box", "crate", "block"), "crate"),
    (("boulder", "rock", "stone", "ball", "egg"), "boulder"),
    (("bomb", "mine"), "bomb"),
    (("fire", "flame", "lava", "explosion"), "flame"),
    (("water", "sea", "river"), "waves"),
    (("tree", "bush", "cocoon", "flower", "grass"), "leaf"),
    (("pellet", "food", "dot", "crumb", "pill"), "dot"),
    (("house", "city", "castle", "shelter", "hive"), "house"),
    (("earth", "dirt", "sand", "mud", "marsh"), "soil"),
    (("grave", "tomb"), "tomb"),
    (("apple", "fruit", "berry", "cherry"), "fruit"),
    (("heart", "life", "health", "honey"), "heart"),
    (("sword", "shot", "sam", "arrow", "bullet", "missile", "laser", "rocket"), "dart"),
)
_KINDS = {
    "agent": "hero", "player": "hero", "pirate": "creature", "mountain": "peak", "prison": "bars", "treasure": "gem",
    "sea": "waves",
}  # fmt: skip
"""Kinds that mean one thing, whatever the label says."""
_GROUND = ("land", "likely", "possible", "scanned")
_CATEGORIES = {
    "npc": "creature",
    "resource": "gem",
    "portal": "ring",
    "from avatar": "dart",
    "movable": "crate",
    "avatar": "hero",
    "static": "block",
}
_SHAPES = {
    "bricks": '<path d="M0 0H100V100H0Z" fill="{c}"/><path d="M0 33H100M0 66H100M50 0V33M25 33V66M75 33V66M50 66V100" '
    'stroke="#0005" stroke-width="4" fill="none"/>',
    "key": '<g fill="none" stroke="{c}" stroke-width="12"><circle cx="32" cy="50" r="18"/>'
    '<path d="M50 50H90M76 50V70M88 50V66"/></g>',
    "door": '<path d="M18 96V30a32 26 0 0 1 64 0V96Z" fill="{c}" stroke="#0008" stroke-width="4"/>'
    '<circle cx="50" cy="58" r="9" fill="#000b"/><path d="M46 60L42 80H58L54 60Z" fill="#000b"/>',
    "ring": '<circle cx="50" cy="50" r="34" fill="none" stroke="{c}" stroke-width="14"/>'
    '<circle cx="50" cy="50" r="10" fill="{c}"/>',
    "gem": '<path d="M50 10L88 42L50 92L12 42Z" fill="{c}" stroke="#0006" stroke-width="4"/>'
    '<path d="M12 42H88M50 10L36 42L50 92L64 42Z" fill="none" stroke="#fff8" stroke-width="4"/>',
    "crate": '<rect x="8" y="8" width="84" height="84" rx="8" fill="{c}" stroke="#0008" stroke-width="6"/>'
    '<path d="M14 14L86 86M86 14L14 86" stroke="#0004" stroke-width="6"/>',
    "boulder": '<circle cx="50" cy="52" r="42" fill="{c}" stroke="#0006" stroke-width="4"/>'
    '<path d="M28 38q12-16 30-12M66 70q8-8 8-18" fill="none" stroke="#fff8" stroke-width="5"/>',
    "bomb": '<circle cx="46" cy="58" r="34" fill="{c}" stroke="#000a" stroke-width="4"/>'
    '<path d="M66 32Q78 10 92 18" fill="none" stroke="#000a" stroke-width="7"/>',
    "flame": '<path d="M50 6C60 32 86 40 82 66A32 30 0 0 1 18 66C16 48 34 44 34 26C44 32 48 24 50 6Z" fill="{c}"/>'
    '<path d="M50 52C56 64 66 66 62 78A13 13 0 0 1 38 78C38 68 48 66 50 52Z" fill="#fff9"/>',
    "waves": '<path d="M0 0H100V100H0Z" fill="{c}"/><path d="M0 30q12-14 25 0t25 0t25 0t25 0M0 66q12-14 25 0t25 0t25 '
    '0t25 0" fill="none" stroke="#fff7" stroke-width="6"/>',
    "leaf": '<path d="M50 8C84 24 88 60 50 78C12 60 16 24 50 8Z" fill="{c}" stroke="#0005" stroke-width="4"/>'
    '<path d="M50 24V98" stroke="#0007" stroke-width="6"/>',
    "dot": '<circle cx="50" cy="50" r="14" fill="{c}" stroke="#0006" stroke-width="3"/>',
    "fruit": '<path d="M50 30C70 14 92 32 86 60C82 82 66 96 50 90C34 96 18 82 14 60C8 32 30 14 50 30Z" fill="{c}" '
    'stroke="#0006" stroke-width="4"/><path d="M50 30Q50 14 62 6" fill="none" stroke="#000a" stroke-width="6"/>',
    "house": '<path d="M6 48L50 8L94 48H84V94H16V48Z" fill="{c}" stroke="#0006" stroke-width="4"/>'
    '<rect x="40" y="58" width="20" height="36" fill="#0007"/>',
    "soil": '<path d="M0 0H100V100H0Z" fill="{c}"/><path d="M22 24h6M66 16h6M46 48h6M14 70h6M78 62h6M54 84h6" '
    'stroke="#0006" stroke-width="8" stroke-linecap="round"/>',
    "tomb": '<path d="M20 96V40a30 30 0 0 1 60 0V96Z" fill="{c}" stroke="#0008" stroke-width="4"/>'
    '<path d="M50 30V70M36 44H64" stroke="#0009" stroke-width="8"/>',
    "heart": '<path d="M50 88L14 48A20 20 0 0 1 50 26A20 20 0 0 1 86 48Z" fill="{c}" stroke="#0006" stroke-width="4"/>',
    "dart": '<path d="M8 50L60 26V42H92V58H60V74Z" fill="{c}" stroke="#0006" stroke-width="3"/>',
    "creature": '<path d="M14 92V46a36 36 0 0 1 72 0V92l-12-12l-12 12l-12-12l-12 12l-12-12Z" fill="{c}" '
    'stroke="#0008" stroke-width="4"/><circle cx="38" cy="46" r="9" fill="#fff"/><circle cx="62" cy="46" r="9" '
    'fill="#fff"/><circle cx="40" cy="47" r="4"/><circle cx="64" cy="47" r="4"/>',
    "hero": '<circle cx="50" cy="28" r="20" fill="{c}" stroke="#000b" stroke-width="4"/>'
    '<path d="M18 96Q20 54 50 54T82 96Z" fill="{c}" stroke="#000b" stroke-width="4"/>',
    "peak": '<path d="M4 92L40 16L56 48L66 32L96 92Z" fill="{c}" stroke="#0006" stroke-width="4"/>'
    '<path d="M40 16L29 39L40 34L50 40Z" fill="#fffb"/>',
    "bars": '<rect x="10" y="10" width="80" height="80" rx="8" fill="{c}" fill-opacity=".35" stroke="{c}" '
    'stroke-width="8"/><path d="M32 12V88M50 12V88M68 12V88" stroke="#000a" stroke-width="7"/>',
    "padlock": '<path d="M32 50V36a18 18 0 0 1 36 0V50" fill="none" stroke="{c}" stroke-width="9"/>'
    '<rect x="22" y="48" width="56" height="40" rx="7" fill="{c}" stroke="#0006" stroke-width="4"/>'
    '<circle cx="50" cy="68" r="7" fill="#000b"/>',
    "block": '<rect x="2" y="2" width="96" height="96" rx="6" fill="{c}" fill-opacity=".55" '
    'stroke="#0005" stroke-width="4"/>',
}


def symbol(tile: Tile) -> str:
    """Return the drawing of a tile, safe to put into a page."""
    colour = escape(tile.colour or _INK, quote=True)
    if piece := _PIECE.fullmatch(tile.kind):
        return _piece(*piece.groups())
    if tile.kind == "reached":
        return '<circle cx="50" cy="50" r="9" fill="var(--accent)" opacity=".8"/>'
    if tile.kind == "empty":
        return _text((tile.label,), "var(--soft)", 26)
    if tile.kind == "object":
        return f'<circle cx="50" cy="50" r="38" fill="{colour}" stroke="#0006" stroke-width="4"/>'
    if tile.kind in ("way", "exit") and tile.text[0] in _STROKES:
        width = 14 if tile.bright else 8
        return f'<path d="{_STROKES[tile.text[0]]}" stroke="{colour}" stroke-width="{width}" fill="none"/>'
    if tile.kind in _GROUND:
        ground = f'<rect x="1" y="1" width="98" height="98" rx="5" fill="{colour}" opacity=".5"/>'
        return ground + _text(tile.text, _INK, 48)
    if room := _ROOM.fullmatch("".join(tile.text)):
        return _room(room[1], colour, lit=tile.bright or "(" in tile.text[0])
    if len(tile.text) == 1 and tile.text[0].strip() and set(tile.text[0]) <= {" ", *_PASSAGES, *_SIGNS, *_ARROWS}:
        return _passage(tile.text[0], colour)
    category = tile.label.partition("(")[2].partition(")")[0]
    shape = _shape_of(tile.kind, category)
    if shape is None:
        return _disc(tile, colour) if len("".join(tile.text)) <= 1 else _text(tile.text, colour, 34)
    drawn = _SHAPES[shape].format(c=colour)
    if category == "avatar":
        return drawn + _facing(tile.text[0])
    if shape == "creature":
        return drawn + _text((tile.kind[:2],), "#000b", 24, middle=70)
    return drawn + (_text((tile.kind[:2],), "#000b", 34) if shape in ("block", "crate") else "")


def _shape_of(kind: str, category: str) -> str | None:
    if category not in _CATEGORIES:
        return _KINDS.get(kind)
    if category == "avatar":
        return "hero"
    name = kind.lower()
    found = next((shape for words, shape in _WORDS if any(word in name for word in words)), None)
    return found or _CATEGORIES[category]


def _piece(height: str, shade: str, outline: str, filling: str) -> str:
    size = 42 if height == "tall" else 26
    fill, edge = ("#0a4a86", "#7db8f0") if shade == "dark" else ("#f0c34e", "#7a5a00")
    hole = f'<circle cx="50" cy="50" r="{size * 0.42:g}" fill="var(--paper)" stroke="{edge}" stroke-width="4"/>'
    if outline == "round":
        body = f'<circle cx="50" cy="50" r="{size}" fill="{fill}" stroke="{edge}" stroke-width="6"/>'
    else:
        body = (
            f'<rect x="{50 - size}" y="{50 - size}" width="{2 * size}" height="{2 * size}" rx="6" fill="{fill}" '
            f'stroke="{edge}" stroke-width="6"/>'
        )
    return body + (hole if filling == "hollow" else "")


def _disc(tile: Tile, colour: str) -> str:
    ring = f'<circle cx="50" cy="50" r="46" fill="{colour}" opacity="{0.9 if tile.bright else 0.35}"/>'
    return ring + _text(tile.text, "#fff" if tile.bright else _INK, 60)


def _room(sign: str, colour: str, *, lit: bool) -> str:
    """Return a room with what is in it."""
    edge, width = ("var(--accent)", 8) if lit else ("var(--soft)", 4)
    wall = (
        f'<rect x="3" y="3" width="94" height="94" rx="14" fill="var(--cell)" stroke="{edge}" stroke-width="{width}"/>'
    )
    if sign in _IN_ROOMS:
        drawn = _SHAPES[_IN_ROOMS[sign]].format(c="var(--accent)" if sign == "@" else colour)
        inside = f'<g transform="translate(20 20) scale(.6)">{drawn}</g>'
        return wall + inside + (_text(("boss",), _INK, 20, middle=80) if sign == "K" else "")
    return wall + ("" if sign == "·" else _text((sign,), _INK, 52))


def _passage(strokes: str, colour: str) -> str:
    """Return the way through a tile, with the door that stands in it."""
    way = "".join(_PASSAGES.get(stroke, "") for stroke in strokes.strip())
    sign = next((stroke for stroke in strokes if stroke not in _PASSAGES and stroke != " "), "")
    if not way:
        way = _PASSAGES["│"]
    drawn = f'<path d="{way}" stroke="{colour}" stroke-width="9" fill="none"/>'
    if sign in _ARROWS:
        return drawn + f'<path d="M28 22L84 50L28 78Z" fill="{colour}" transform="rotate({_ARROWS[sign]} 50 50)"/>'
    if sign:
        size = 0.75 if sign == "◆" else 0.55
        shift = 50 * (1 - size)
        shape = _SHAPES[_SIGNS[sign]].format(c=colour)
        drawn += f'<g transform="translate({shift:g} {shift:g}) scale({size})">{shape}</g>'
    return drawn


def _facing(text: str) -> str:
    turn = _ARROWS.get(text[-1:])
    return "" if turn is None else f'<path d="M76 40L98 50L76 60Z" fill="{_INK}" transform="rotate({turn} 50 50)"/>'


def _text(lines: tuple[str, ...], colour: str, size: int, middle: int = 50) -> str:
    shown = [line.strip() for line in lines if line.strip()]
    start = middle - (len(shown) - 1) * size * 0.55
    return "".join(
        f'<text x="50" y="{start + place * size * 1.1:g}" font-size="{size}" fill="{colour}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(line)}</text>'
        for place, line in enumerate(shown)
    )
