"""The part of `voyager` that plays under luck: novelty searches with fresh luck each, and a nose for danger."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.agents.pace import Pace, cells_text, luck_of, mask_of
from ludarium.compiled import abi
from ludarium.compiled.trials import Dangers
from ludarium.compiled.width import INFORMED, LOSS, PAIRS, SINGLES, WIN, Breadth

_LAYERS = ((abi.RICH, SINGLES), (abi.RICH, INFORMED), (abi.RICH, PAIRS))


class Wary:
    """Looks for gains by IW(1), then IW(3/2), then IW(2), each with luck of its own, and adds up what each first action
    led to; takes off what random walks say of its danger; where nothing is gained, goes where it has been least.
    """

    def __init__(self, state: Any, rng: np.random.Generator, megabytes: int = 256) -> None:
        self.core, self.rules, self.rng = state.core, state.rules, rng
        self.sight = self.core.sight
        self.search = Breadth(self.core, self.rules, megabytes)
        self.looks = np.zeros(abi.N_TRAITS, np.int32)
        self.sight.traits(self.rules, state.words, self.looks)
        self.visits = np.zeros(int(self.looks[abi.CELLS]) + 1)
        self.kinds = np.zeros(int(self.looks[abi.KINDS]) + 1)
        self.columns = int(self.looks[abi.COLUMNS])
        cells = np.arange(self.visits.size)
        self.column, self.row = cells % self.columns, cells // self.columns
        self.course: list[int] = []
        self.threats = Dangers(self.core, self.rules)
        self.calm = 0
        self.full = 0
        # tunables
        self.discount = 0.98
        self.curious = 0.3
        self.fear = 0.5
        self.dread = 5.0
        self.vanish = 0.3
        self.take = 0.3
        self.change = 0.5
        self.far = 0.03
        self.keep = 0.1
        self.bold = 0.3

    def act(self, state: Any, legal: tuple[int, ...], pace: Pace) -> tuple[int, dict[str, Any]]:
        """Choose an action and tell why."""
        if self.full:
            state.make_room(min(512, self.full))
        words = state.words
        looks = self.looks
        self.sight.traits(self.rules, words, looks)
        if looks[abi.CELL] >= 0:
            self.visits[looks[abi.CELL]] += 1.0
        if looks[abi.KIND] >= 0:
            self.kinds[looks[abi.KIND]] += 1.0
        mask, luck = mask_of(legal), luck_of(self.rng)
        threats = self.threats
        threats.clear()
        rounds = 0
        share, most = (0.08, 3) if self.calm > 40 else (0.3, 24)
        while pace.part() < share and rounds < most:
            made = threats.round(words, mask, luck, pace.slice(1 << 12))
            pace.spend(made)
            rounds += 1
            if made == 0:
                break
        traps, deaths, sure = threats.traps, threats.deaths, threats.wins
        seen_loss = bool(traps.sum() + deaths.sum())
        least = min(traps[a] for a in legal)
        safe = [a for a in legal if traps[a] <= least + self.bold]
        lure = self.curious / (1.0 + self.visits)
        here = int(looks[abi.CELL])
        if here >= 0:
            far = abs(self.column - here % self.columns) + abs(self.row - here // self.columns)
            lure *= 1.0 + self.far * far
        course: dict[int, list[int]] = {}
        changes = np.where(self.kinds > 0, 0.0, self.change)
        totals, wins, runs = np.zeros(self.core.actions), np.zeros(self.core.actions), 0
        search = self.search
        reached: Any = None
        info: dict[str, Any] = {}
        deepest = nodes = 0
        while True:
            layer, mode = _LAYERS[min(runs, 2)] if runs < 3 else _LAYERS[runs % 2]
            if pace.slice(1) == 0:
                break
            self.sight.stir(self.rules, words, int(self.rng.integers(1 << 48)))
            search.start(
                words, mask_of(safe), luck, layer=layer, mode=mode, discount=self.discount, vanish=self.vanish,
                take=self.take, changes=changes, lure=lure,
            )  # fmt: skip
            made_any = 0
            while not search.done and (allowed := pace.slice()):
                made = search.run(allowed)
                pace.spend(made)
                made_any += made
                if made == 0:
                    break
            if made_any == 0:
                break
            complete = search.done
            nodes += made_any
            deepest = max(deepest, int(search.control[10]))
            self.full = max(self.full, 32 if search.control[5] > 10 else 0)
            if reached is None:
                reached = search.places().copy()
                info["complete"] = bool(complete)
            weight = 1.0 if complete or runs == 0 else min(1.0, made_any / 2000)
            for a in safe:
                if runs == 0 and search.leaders[a] > 0:
                    course[a] = search.path(int(search.leaders[a]))
                value = float(search.firsts[a])
                if value > WIN / 2:
                    wins[a] += weight
                elif value < LOSS / 2:
                    seen_loss = True
                elif value > -1e30:
                    totals[a] += weight * value
            runs += 1
            if not complete:
                break
        count = max(runs, 1)
        gains = totals / count
        scale = max(1.0, float(max(gains[a] for a in safe) - min(gains[a] for a in safe)))
        worth = {
            a: gains[a] / scale + 2.0 * wins[a] / count + 3.0 * sure[a] - self.dread * traps[a] - self.fear * deaths[a]
            for a in safe
        }
        if self.course and self.course[0] in worth:
            worth[self.course[0]] += self.keep
        self.calm = 0 if seen_loss else self.calm + 1
        best = max(worth.values())
        near = [a for a in safe if worth[a] >= best - 1e-9]
        action = near[int(self.rng.integers(len(near)))] if len(near) > 1 else near[0]
        self.course = self.course[1:] if self.course and self.course[0] == action and len(self.course) > 1 else course.get(action, [])[1:]
        info |= {
            "value": float(best), "worth": {a: round(float(worth[a]), 3) for a in safe}, "runs": runs, "nodes": nodes,
            "depth": deepest, "reached": cells_text(reached) if reached is not None else "",
        }  # fmt: skip
        return action, info
