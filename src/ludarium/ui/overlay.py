"""What an agent thought, drawn over a frame: layers of marks, and its thoughts by name.

An agent says in its decision's info what it thought, and the game's frame says where that belongs:

- `values`, `worth`, `visits`: a number for each action. An action's place is the tile whose `move` plays it; what has
  none is listed beside the board.
- `plan`: actions in a row, drawn as numbered steps.
- `reached`: the cells that its search came to, as a number in hexadecimal, cell 0 in its lowest bit, row by row on the
  first panel; `new`: the same by when they were new, the first ones first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.frame import Frame, Layer, Link, Mark, Panel, Shape, Tile
from ludarium.core.game import Game, State
from ludarium.core.spec import Chance, Information

REACHED, NEW = "reached", "new"
_BY_ACTION = ("values", "worth", "visits")
_Place = tuple[int, int, int]
_LONGEST = 20
"""Steps of a plan that are drawn."""


def layers(game: Game[Any], state: State, info: Mapping[str, Any]) -> tuple[Layer, ...]:
    """Return what was thought in a position, as layers over its frame."""
    frame = game.frame(state.view())
    found = [*_cells(frame, info)]
    by_action = {key: told for key in _BY_ACTION if (told := _numbers(info.get(key)))}
    places = _places(game, state, frame) if by_action else {}
    found += [numbers(name, told, places, state) for name, told in by_action.items()]
    if (plan := info.get("plan")) and (drawn := plan_layer(game, state, plan)):
        found.append(drawn)
    return tuple(found)


def exact_layers(game: Game[Any], state: State, values: Mapping[int, float]) -> tuple[Layer, ...]:
    """Return the exact value of each action, as a layer over a position's frame."""
    places = _places(game, state, game.frame(state.view()))
    told = {str(action): float(value) for action, value in values.items()}
    return (numbers("exact", told, places, state),)


def numbers(name: str, told: Mapping[str, float], places: Mapping[int, _Place], state: State) -> Layer:
    """Return a layer of a number for each action: visits as their share of all, anything else as it is."""
    counts = name == "visits"
    total, most, least = sum(told.values()), max(told.values()), min(told.values())
    marks, rest = [], []
    for key, number in sorted(told.items(), key=lambda pair: -pair[1]):
        if counts:
            text, strength = f"{100 * number / (total or 1):.0f}%", number / (most or 1)
        else:
            text, strength = _signed(number), (number - least) / (most - least) if most > least else 1.0
        action = _name(key, state)
        place = places.get(int(key)) if key.isdecimal() else None
        if place is None:
            rest.append((action, text, strength))
        else:
            panel, column, row = place
            marks.append(Mark(column, row, text, strength, f"{action}: {name} {number:g}", panel))
    shape = Shape.BAR if counts else Shape.CHIP
    return Layer(name, _LEGENDS[name], shape, tuple(marks), rest=tuple(rest))


_LEGENDS = {
    "visits": "how often the search tried each move, as a share",
    "values": "what the agent expects of each move; the best is filled",
    "worth": "what the agent thinks each move worth; the best is filled",
    "exact": "the proven value of each move for the one who acts; the best is filled",
}


def plan_layer(game: Game[Any], state: State, plan: Sequence[Any], name: str = "plan") -> Layer | None:
    """Return the steps of a plan as numbers on the tiles that play them; None where no tile does, or luck decides."""
    spec = game.spec
    if spec.chance is not Chance.NONE or spec.information is not Information.PERFECT:
        return None
    model, steps = state.clone(), []
    for number, action in enumerate(plan[:_LONGEST], 1):
        if not str(action).isdecimal() or not (actors := model.actors()) or int(action) not in model.legal(actors[0]):
            break
        place = _places(game, model, game.frame(model.view())).get(int(action))
        if place is None:
            break
        steps.append((place, str(number)))
        model.advance(int(action))
    if not steps:
        return None
    drawn = walk_layer(steps, name, "the moves ahead, in order")
    return drawn if spec.players == 1 else replace(drawn, links=())  # the moves of two players are no walk


def walk_layer(steps: Iterable[tuple[_Place, str]], name: str, says: str) -> Layer:
    """Return steps in a row as a layer: what happens at one place stands there together, lines join those of a board.

    >>> [mark.text for mark in walk_layer([((0, 0, 0), "1"), ((0, 1, 0), "2"), ((0, 0, 0), "3")], "", "").marks]
    ['1 3', '2']
    """
    told, texts = list(steps), dict[_Place, list[str]]()
    for place, text in told:
        texts.setdefault(place, []).append(text)
    marks = tuple(Mark(column, row, " ".join(said), panel=panel) for (panel, column, row), said in texts.items())
    links = tuple(
        Link(one[1:], other[1:], bright=True, arrow=True)
        for (one, _), (other, _) in pairwise(told)
        if one[0] == other[0] == 0 and one != other
    )
    return Layer(name, says, Shape.STEP, marks, tuple(dict.fromkeys(links)))


def cells_of(text: object) -> list[int]:
    """Return the cells that a text of `reached` names; nothing when it is none.

    >>> cells_of("a")
    [1, 3]
    """
    try:
        bits = int(str(text), 16) if text else 0
    except ValueError:
        return []
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


def with_cells(frame: Frame, reached: object) -> Frame:
    """Return the frame with a dot on each empty cell that was reached, and what stands on the others in bold."""
    cells = cells_of(reached)
    if not frame.panels or not cells:
        return frame
    board = frame.panels[0]
    seen = {(cell % board.columns, cell // board.columns) for cell in cells if cell < board.columns * board.rows}
    shown = [replace(tile, bright=True) if (tile.column, tile.row) in seen else tile for tile in board.tiles]
    taken = {(tile.column, tile.row) for tile in board.tiles}
    dot = ("·",) * board.tile_height
    shown += [Tile(column, row, dot, "reached", "cyan") for column, row in sorted(seen - taken)]
    return replace(frame, panels=(_with_tiles(board, shown), *frame.panels[1:]))


def named(info: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Return the thoughts with action names for action ids, and a count for the cells."""
    found: dict[str, Any] = {}
    for key, value in info.items():
        if key == REACHED:
            found["cells reached"] = len(cells_of(value))
        elif key == NEW and isinstance(value, list | tuple):
            found["cells new"] = [len(cells_of(wave)) for wave in value]
        elif key in _BY_ACTION and isinstance(value, Mapping):
            found[key] = {_name(action, state): worth for action, worth in value.items()}
        elif key == "plan":
            found[key] = [_name(action, state) for action in value]
        else:
            found[key] = value
    return found


def _cells(frame: Frame, info: Mapping[str, Any]) -> Iterator[Layer]:
    """Yield the cells that a search reached, shaded by when they were new where the agent tells."""
    waves = info.get(NEW)
    told = [*waves] if isinstance(waves, list | tuple) and any(waves) else [info.get(REACHED)]
    if not frame.panels or not any(cells_of(wave) for wave in told):
        return
    board = frame.panels[0]
    marks = [
        Mark(cell % board.columns, cell // board.columns, strength=1 - number / len(told))
        for number, wave in enumerate(told)
        for cell in cells_of(wave)
        if cell < board.columns * board.rows
    ]
    says = "cells that the search came to" + (", the strongest first" if len(told) > 1 else "")
    yield Layer(REACHED, says, Shape.SHADE, tuple(marks))


def _places(game: Game[Any], state: State, frame: Frame) -> dict[int, _Place]:
    """Return where each action stands: on the tile whose `move` plays it."""
    actors = state.actors()
    found: dict[int, _Place] = {}
    for number, panel in enumerate(frame.panels):
        for tile in panel.tiles if actors else ():
            if tile.move:
                try:
                    action = game.read_action(tile.move, state, actors[0])
                except LudariumError:
                    continue  # a tile may offer what another player does
                found.setdefault(int(action), (number, tile.column, tile.row))
    return found


def _numbers(told: object) -> dict[str, float]:
    """Return a number for each action, by id as text; what is no number is left out: bots may say anything."""
    if not isinstance(told, Mapping):
        return {}
    return {
        str(action): float(number)
        for action, number in told.items()
        if isinstance(number, int | float) and abs(number) < float("inf")
    }


def _signed(number: float) -> str:
    text = f"{number:+.0f}" if abs(number) >= 100 or number == round(number) else f"{number:+.2f}"
    return "0" if text in ("+0", "-0") else text.replace("-", "−")


def _name(action: object, state: State) -> str:
    """Return an action's name; an agent may have told it by its name already, and a record's keys are texts."""
    text = str(action)
    return state.action_name(int(text)) if text.isdecimal() else text


def _with_tiles(board: Panel, tiles: list[Tile]) -> Panel:
    return replace(board, tiles=tuple(tiles))
