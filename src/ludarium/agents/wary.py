"""The part of `voyager` that plays under luck: novelty searches with fresh luck each, and a nose for danger."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.agents.pace import Pace, cells_text, luck_of, mask_of, run_on
from ludarium.compiled import abi
from ludarium.compiled.trials import Dangers
from ludarium.compiled.width import INFORMED, LOSS, PAIRS, SINGLES, WIN, Breadth

_MODES = (SINGLES, INFORMED, PAIRS)
_DISCOUNT = 0.98
_VANISH, _TAKE, _CHANGE = 0.3, 0.3, 0.5
"""Prizes in points: a movable thing vanished, something was taken, the avatar became what it never was."""
_CURIOUS, _FAR, _KEEP = 0.3, 0.03, 0.1
"""What a cell where we have never been is worth, how much more for each cell of distance, and staying on course."""
_DREAD, _FEAR, _BOLD = 5.0, 0.5, 0.3
"""What a sure trap costs, what deadly steps around cost, and how much more often than the safest an action may trap."""
_WINS, _SURE = 2.0, 3.0
"""What a win in sight is worth, and a win in the next step."""
_SLOW = 20.0
"""Steps a millisecond that a search is taken to make before it was timed."""
_CALM = 40
"""After so many moves without a sign of danger, less is spent on looking for it."""


class Wary:
    """Looks for gains and for danger, and weighs them.

    IW(1), then IW(3/2), then IW(2) search as far as the budget goes, each with luck of its own; what each first action
    led to is added up. What trying it out says of its danger is taken off. Where nothing is gained it goes where it has
    been least, the farther the better, and keeps its course.
    """

    def __init__(self, state: Any, rng: np.random.Generator, megabytes: int = 192) -> None:
        self.core, self.rules, self.rng = state.core, state.rules, rng
        self.sight = self.core.sight
        self.search = Breadth(self.core, self.rules, megabytes)
        self.threats = Dangers(self.core, self.rules)
        self.looks = looks = np.zeros(abi.N_TRAITS, np.int32)
        self.sight.traits(self.rules, state.words, looks)
        cells = np.arange(int(looks[abi.CELLS]) + 1)
        self._columns = int(looks[abi.COLUMNS])
        self._column, self._row = cells % self._columns, cells // self._columns
        self._visits, self._kinds = np.zeros(cells.size), np.zeros(int(looks[abi.KINDS]) + 1)
        self._course: list[int] = []
        self._calm = self._more = 0
        # a step of IW(2) costs many times one of IW(1): each knows its own speed, or the last slice would be late
        self._rates = dict.fromkeys(_MODES, _SLOW)
        self.search.prepare(state.words, abi.RICH, pairs=True)

    def act(self, state: Any, legal: tuple[int, ...], pace: Pace) -> tuple[int, dict[str, Any]]:
        """Choose an action and tell why."""
        if self._more:
            state.make_room(self._more)
        looks, luck = self.looks, luck_of(self.rng)
        self.sight.traits(self.rules, state.words, looks)
        if looks[abi.CELL] >= 0:
            self._visits[looks[abi.CELL]] += 1.0
            self._kinds[looks[abi.KIND]] += 1.0
        self._look_for_danger(state.words, mask_of(legal), luck, pace)
        threats = self.threats
        traps, deaths, sure = threats.traps, threats.deaths, threats.wins
        least = min(traps[action] for action in legal)
        safe = [action for action in legal if traps[action] <= least + _BOLD]
        found = _Found(self.core.actions)
        self._look_for_gain(state.words, safe, luck, pace, found)
        alarm = found.alarm or bool(traps.sum() + deaths.sum())
        self._calm = 0 if alarm else self._calm + 1
        runs = max(found.runs, 1)
        gains, wins = found.totals / runs, found.wins / runs
        scale = max(1.0, float(max(gains[action] for action in safe) - min(gains[action] for action in safe)))
        worth = gains / scale + _WINS * wins + _SURE * sure - _DREAD * traps - _FEAR * deaths
        if self._course and self._course[0] in safe:
            worth[self._course[0]] += _KEEP
        best = max(worth[action] for action in safe)
        near = [action for action in safe if worth[action] >= best - 1e-9]
        action = near[int(self.rng.integers(len(near)))] if len(near) > 1 else near[0]
        on_course = len(self._course) > 1 and self._course[0] == action
        self._course = self._course[1:] if on_course else found.ways.get(action, [])[1:]
        info = {
            "value": round(float(best), 4),
            "worth": {one: round(float(worth[one]), 3) for one in safe},
            "nodes": found.nodes,
            "depth": found.deepest,
            "complete": found.complete,
            "searches": found.runs,
            "reached": found.reached,
        }
        return action, info

    def _look_for_danger(self, words: Any, mask: int, luck: Any, pace: Pace) -> None:
        """Try every action some times, more often where danger was seen of late."""
        self.threats.clear()
        share, most = (0.08, 3) if self._calm > _CALM else (0.3, 24)
        rounds = 0
        while pace.part() < share and rounds < most:
            made = self.threats.round(words, mask, luck, pace.slice(1 << 12))
            pace.spend(made)
            rounds += 1
            if made == 0:
                break

    def _look_for_gain(self, words: Any, safe: list[int], luck: Any, pace: Pace, found: _Found) -> None:
        """Search until the budget ends."""
        lure, changes, search = self._lure(), np.where(self._kinds > 0, 0.0, _CHANGE), self.search
        while pace.slice(1):
            mode = _MODES[found.runs] if found.runs < 3 else _MODES[found.runs % 2]
            self.sight.stir(self.rules, words, int(self.rng.integers(1 << 48)))
            search.start(
                words, mask_of(safe), luck, layer=abi.RICH, mode=mode, discount=_DISCOUNT, vanish=_VANISH, take=_TAKE,
                changes=changes, lure=lure,
            )  # fmt: skip
            pace.rate = self._rates[mode]
            made = run_on(search, pace)
            self._rates[mode] = pace.rate
            if made == 0:
                break
            if search.control[search.fulls] > 10:
                self._more = 32
            found.add(search, safe, made)
            if not search.done:
                break

    def _lure(self) -> NDArray[np.float64]:
        """Return what it is worth to come to each cell for its own sake."""
        lure = _CURIOUS / (1.0 + self._visits)
        here = int(self.looks[abi.CELL])
        if here >= 0:
            far = abs(self._column - here % self._columns) + abs(self._row - here // self._columns)
            lure = lure * (1.0 + _FAR * far)
        return lure


class _Found:
    """What the searches of one move found, by first action."""

    def __init__(self, actions: int) -> None:
        self.totals, self.wins = np.zeros(actions), np.zeros(actions)
        self.runs = self.nodes = self.deepest = 0
        self.alarm = self.complete = False
        self.ways: dict[int, list[int]] = {}
        self.reached = ""

    def add(self, search: Breadth, safe: list[int], made: int) -> None:
        """Add what a search found; one that was cut short after the first counts by the steps that it made."""
        if self.runs == 0:
            self.reached, self.complete = cells_text(search.places()), search.done
            self.ways = {action: search.path(int(search.leaders[action])) for action in safe}
        weight = 1.0 if search.done or self.runs == 0 else min(1.0, made / 2000)
        for action in safe:
            value = float(search.firsts[action])
            if value > WIN / 2:
                self.wins[action] += weight
            elif value > LOSS / 2:
                self.totals[action] += weight * value
            elif value > -np.inf:
                self.alarm = True
        self.nodes += made
        self.deepest = max(self.deepest, int(search.control[search.deepest]))
        self.runs += 1
