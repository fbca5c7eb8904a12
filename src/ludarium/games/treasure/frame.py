"""The drawn island: terrain, what is excluded, the belief as heat, who stands where, and the hints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import View
from ludarium.games.treasure.hints import HINTS
from ludarium.games.treasure.knowledge import possible

if TYPE_CHECKING:
    from ludarium.games.treasure.game import TreasureState
    from ludarium.games.treasure.knowledge import TreasureKnown

LETTERS = {"mountain": "X", "prison": "+", "agent": "V", "treasure": "O", "pirate": "!", "sea": "~"}
"""The source's letters, and one for the pirate."""
SEA, ROCK, CELL, HERE, GOLD, FOE = "#3b6fb6", "#8a7f72", "#c48fd8", "#4ade80", "#fbbf24", "#f87171"
_HEAT = ("#6b7280", "#7c6f64", "#9a7b4f", "#b8863b", "#d08c2e", "#e08a24", "#ea7a1e", "#f0641c", "#f54a1e", "#fb2c20")
_LAND = ("#7f9172", "#8fa876", "#a3a06a", "#6f9a8d", "#9c8f7a", "#7d8fa3", "#a58a8a", "#86a08a", "#b0a080", "#8c8ca8")
_SHOWN_HINTS = 8


def view_of(known: TreasureKnown, truth: TreasureState | None) -> View:
    """Return knowledge as plain data; with the truth, what is still hidden as well."""
    terrain = known.terrain
    chances = known.belief.on_map() if known.treasure < 0 else np.zeros(terrain.tiles)
    likely = np.flatnonzero(chances > 0)
    view: dict[str, Any] = {
        "width": terrain.width,
        "height": terrain.height,
        "regions": tuple(map(tuple, terrain.region.reshape(terrain.height, terrain.width).tolist())),
        "mountains": tuple(map(terrain.place, np.flatnonzero(terrain.what == 1).tolist())),
        "prisons": tuple(map(terrain.place, terrain.prisons)),
        "setting": "hard" if known.rules.hard else "normal",
        "turn": known.turn,
        "actions_left": known.left,
        "agent": terrain.place(known.agent),
        "teleported": known.teleported,
        "scanned": tuple(map(terrain.place, np.flatnonzero(known.scanned_mask()).tolist())),
        "possible": tuple(map(terrain.place, np.flatnonzero(possible(known)).tolist())),
        "belief": tuple((*terrain.place(tile), round(float(chances[tile]), 5)) for tile in likely.tolist()),
        "hints": tuple(
            {"kind": claim.kind, "says": HINTS[claim.kind].say(terrain, claim.numbers), "verdict": verdict}
            for claim, verdict in zip(known.claims, known.verdicts, strict=True)
        ),
        "prison": None if known.prison < 0 else terrain.place(known.prison),
        "revealed_on": known.reveal or None,
        "free_since": known.free or None,
        "pirate": terrain.place(known.path[-1]) if known.path else None,
        "status": ("playing", "won", "lost")[known.status],
        "treasure": None if known.treasure < 0 else terrain.place(known.treasure),
    }
    if truth is not None:
        view["treasure"] = terrain.place(truth.island.treasure)
        view["prison"] = terrain.place(truth.prison)
        view["lies"] = tuple(number + 1 for number, true in enumerate(truth.truths) if not true)
    return view


def frame(view: View, aid: str = "belief") -> Frame:
    """Draw a view. `aid` says what helps the eye on free land that was not scanned.

    `none`: the region's number (a is 10). `mask`: the same, and a dot where certain knowledge excludes the treasure.
    `belief`: a tile's chance against the likeliest one's, which is 9 where the belief is sharp. Scanned tiles are
    blank; a spectator sees the belief.
    """
    tiles: dict[tuple[int, int], Tile] = {}
    regions = view["regions"]
    if "lies" in view:
        aid = "belief"

    def put(place: Iterable[int], text: str, kind: str, colour: str, label: str, bright: bool = False) -> None:
        row, column = place
        tiles[row, column] = Tile(column, row, (text,), kind, colour, f"{label} ({row}, {column})", bright)

    for row, line in enumerate(regions):
        for column, region in enumerate(line):
            if region == 0:
                put((row, column), LETTERS["sea"], "sea", SEA, "sea")
            else:
                text = "·" if aid != "none" else _digit(region)
                put((row, column), text, "land", _LAND[region % len(_LAND)], f"region {region}")
    if aid == "mask":
        for row, column in view["possible"]:
            region = regions[row][column]
            put((row, column), _digit(region), "possible", _LAND[region % len(_LAND)], f"region {region}", True)
    if aid == "belief":
        most = max((chance for _, _, chance in view["belief"]), default=0.0)
        hottest = _hottest(most * len(view["belief"]))
        for row, column, chance in view["belief"]:
            level = max(1, min(hottest, round(hottest * chance / most))) if most > 0 else 1
            label = f"region {regions[row][column]}, {100 * chance:.2g} %"
            put((row, column), str(level), "likely", _HEAT[level], label, level == 9)
    for row, column in view["scanned"]:
        if regions[row][column]:
            put((row, column), " ", "scanned", "#d6d3d1", f"region {regions[row][column]}, scanned")
    for place in view["mountains"]:
        put(place, LETTERS["mountain"], "mountain", ROCK, "mountain")
    for place in view["prisons"]:
        put(place, LETTERS["prison"], "prison", CELL, "prison", place == view["prison"])
    if view["treasure"] is not None:
        put(view["treasure"], LETTERS["treasure"], "treasure", GOLD, "the treasure", True)
    if view["pirate"] is not None:
        put(view["pirate"], LETTERS["pirate"], "pirate", FOE, "the pirate", True)
    put(view["agent"], LETTERS["agent"], "agent", HERE, "you", True)
    small = view["height"] <= 32
    heads = tuple(str(row) if small or row % 5 == 0 else "" for row in range(view["height"]))
    across = tuple(str(column % 10) for column in range(view["width"]))
    panel = Panel("the island", view["width"], view["height"], tuple(tiles[at] for at in sorted(tiles)),
                  columns_head=across, rows_head=heads)  # fmt: skip
    return Frame("Treasure", (panel,), tuple(_status(view)), _prompt(view))


def _hottest(peak: float) -> int:
    """Return the digit of the likeliest tile, which is *peak* times as likely as the mean one."""
    return 3 if peak < 1.5 else 5 if peak < 3 else 7 if peak < 8 else 9


def _digit(region: int) -> str:
    """Return a region's number as one letter: 1 to 9, then a for 10."""
    return "0123456789abcdefghijklmnopqrstuvwxyz"[region % 36]


def _status(view: View) -> Iterable[tuple[str, str]]:
    yield "turn", f"{view['turn']}, {view['actions_left']} actions left"
    yield "teleport", "used" if view["teleported"] else "not used"
    if view["prison"] is not None:
        yield "prison", "({}, {})".format(*view["prison"])
    if view["free_since"]:
        yield "pirate", f"free since turn {view['free_since']}"
    elif view["revealed_on"]:
        yield "pirate", f"in prison, revealed on turn {view['revealed_on']}"
    hints = list(enumerate(view["hints"], 1))
    lies = view.get("lies", ())
    for number, hint in hints[-_SHOWN_HINTS:]:
        verdict = {True: "true", False: "a lie", None: "not verified"}[hint["verdict"]]
        secret = " (a lie)" if hint["verdict"] is None and number in lies else ""
        yield f"hint {number}", f"{hint['says']} [{verdict}{secret}]"
    if view["status"] != "playing":
        yield "end", "you found the treasure" if view["status"] == "won" else "the pirate has the treasure"


def _prompt(view: View) -> str:
    if view["status"] != "playing":
        return ""
    return "Move (n2), scan, verify (v3) or teleport (t 4 7)?"
