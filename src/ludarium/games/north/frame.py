"""The drawn map: only what was visited, with the ways between, on a grid of doubled coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ludarium.core.frame import STROKES, Frame, Layer, Link, Panel, Shape, Tile
from ludarium.core.game import View
from ludarium.games.north.level import COMPASS, DIRECTIONS, Point, along, direction_of

_HERE, _ALIVE, _BEATEN, _PLAIN, _WAY, _HIDDEN = "#d9c84a", "#e05a5a", "#6fbf5f", "#5b8def", "#9a9a9a", "#555555"


def frame(view: View, route: Iterable[Point] = ()) -> Frame:
    """Draw a view; *route* is a walk to show in bright lines on top."""
    bound = view["bound"]
    tiles: dict[Point, Tile] = {}
    links: dict[frozenset[Point], Link] = {}
    cave = view.get("cave") if view["phase"] == "over" else None
    hidden = cave["edges"] if cave else ()
    for a, b in hidden:
        links[frozenset((a, b))] = _link(bound, a, b, _HIDDEN, arrow=(b, a) not in hidden)
    for place in cave["vertices"] if cave else ():
        _dot(tiles, bound, place, *_looks(place, view, cave["monsters"].get(place, 0) if cave else 0, hidden=True))
    for a, b in view["edges"]:
        links[frozenset((a, b))] = _link(bound, a, b, _WAY, arrow=_one_way(view, a, b))
    for a, b in pairwise(route):
        links[frozenset((a, b))] = _link(bound, a, b, _HERE, bright=True)
    _exits(tiles, bound, view)
    for place, sight in view["visited"].items():
        _dot(tiles, bound, place, *_looks(place, view, sight["power"]))
    if cave:
        _dot(tiles, bound, cave["end"], "E", "end", _BEATEN, "the end")
    shown = tuple(tiles[at] for at in sorted(tiles))
    panel = Panel("the cave", 4 * bound + 1, 4 * bound + 1, shown, links=tuple(links.values()))
    return Frame("Keep heading north", (panel,), tuple(_status(view)), _prompt(view), tuple(_front(view)))


def _looks(place: Point, view: View, power: int, hidden: bool = False) -> tuple[str, str, str, str]:
    """Return a vertex's letter, kind, colour and label."""
    if place == view["place"]:
        return "@", "player", _HERE, "you"
    if power and place in view["beaten"]:
        return "x", "beaten", _BEATEN, f"a beaten monster of power {power}"
    if power:
        return str(power), "monster", _HIDDEN if hidden else _ALIVE, f"a monster of power {power}"
    if place == (0, 0):
        return "S", "start", _BEATEN, "the start"
    return ("·" if hidden else "o"), "vertex", _HIDDEN if hidden else _PLAIN, ""


def _cell(bound: int, doubled: Point) -> Point:
    return (doubled[0] + 2 * bound, 2 * bound - doubled[1])


def _dot(tiles: dict[Point, Tile], bound: int, place: Point, text: str, kind: str, colour: str, label: str) -> None:
    column, row = _cell(bound, (2 * place[0], 2 * place[1]))
    tiles[row, column] = Tile(column, row, (text,), kind, colour, label, bright=kind in ("player", "monster"))


def _link(bound: int, a: Point, b: Point, colour: str, *, bright: bool = False, arrow: bool = False) -> Link:
    start, end = (_cell(bound, (2 * place[0], 2 * place[1])) for place in (a, b))
    return Link(start, end, colour, bright, arrow)


def _one_way(view: View, a: Point, b: Point) -> bool:
    """Say whether the player has seen that no way leads back: both ends were read, and the far one names none."""
    exits = view["visited"].get(b, {}).get("exits")
    back = direction_of(b, a)
    return exits is not None and back is not None and COMPASS[back] not in exits


def _exits(tiles: dict[Point, Tile], bound: int, view: View) -> None:
    """Draw a short stroke for each way out that was seen and not walked yet; those of the present vertex are moves."""
    walked = {(a, direction_of(a, b)) for a, b in view["edges"]} | {(b, direction_of(b, a)) for a, b in view["edges"]}
    for place, sight in view["visited"].items():
        here = place == view["place"] and view["phase"] == "walk"
        for name in sight["exits"] or ():
            direction = COMPASS.index(name)
            column, row = _cell(bound, along((2 * place[0], 2 * place[1]), direction, 1))
            if here or (place, direction) not in walked:
                tiles[row, column] = Tile(
                    column, row, (STROKES[direction % 4],), "exit" if here else "way", _HERE if here else _WAY,
                    name if here else f"a way {name}, not walked yet", bright=here, move=name if here else "",
                )  # fmt: skip


def _front(view: View) -> Iterable[Layer]:
    """Yield what only spectators may see: the life table, and the best walk of the game's mode."""
    if "front" in view:
        most = max(stamina for _, stamina in view["front"])
        rows = tuple((f"life {life}", f"stamina {stamina}", stamina / most) for life, stamina in view["front"])
        walk = tuple(_link(view["bound"], a, b, "", bright=True, arrow=True) for a, b in pairwise(view["route"]))
        says = "the least stamina for every life that a walk can cost; the line is this mode's best walk"
        yield Layer("front", says, Shape.STEP, links=tuple(dict.fromkeys(walk)), rest=rows)


def _status(view: View) -> Iterable[tuple[str, str]]:
    yield "mode", f"{view['mode']}, {view['difficulty']}"
    for name in ("life", "stamina", "game"):
        now, most = view[name]
        yield name, f"{now} of {most}"
    if "score" in view and view["phase"] == "over":
        yield "score", f"{view['score']:g}" if view["won"] else "none: the end was not reached"


def _prompt(view: View) -> str:
    sight: dict[str, Any] = view["visited"][view["place"]]
    if view["phase"] == "walk":
        return f"The cave leads {', '.join(sight['exits'] or ())}. Where do you go?"
    if view["phase"] == "meet":
        return f"A monster of power {sight['power']}! Fight, or flee?"
    return "You faint. Restart, or stop?" if view["phase"] == "fainted" else ""


assert len(DIRECTIONS) == 2 * len(STROKES)
