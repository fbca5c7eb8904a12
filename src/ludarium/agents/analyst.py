"""The analyst: plays a game by IW(1) and reports its features, as in the study's appendix A."""

from __future__ import annotations

from typing import Any

from ludarium.agents.novelty import Iw1
from ludarium.core.agent import Decision, Turn
from ludarium.core.budget import Budget
from ludarium.core.game import Known, State
from ludarium.core.spec import GameSpec


class Analyst(Iw1):
    """IW(1) with open eyes: what it sees of the game while it plays is in each decision's info, under `features`.

    Sprites and avatar are read from the view where the game shows them so (as arcade games do). It says what was seen,
    not what could happen: a portal that never opened is not counted.
    """

    def begin(self, spec: GameSpec, player: int, seed: int, known: Known, budget: Budget) -> None:
        """Forget the last game."""
        super().begin(spec, player, seed, known, budget)
        self._kinds: dict[str, set[str]] = {}
        self._avatars: set[str] = set()
        self._held: set[str] = set()
        self._moves = self._complete = self._most = self._rewards = 0
        self._shaped, self._score, self._movable = False, 0.0, 0
        self._dangerous = False

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Look, then plan as IW(1) does."""
        self._look(turn.view)
        decision = super().act(turn, budget)
        info = dict(decision.info)
        self._moves += 1
        self._complete += bool(info.get("complete"))
        self._most = max(self._most, int(info.get("steps", 0)))
        self._dangerous = self._dangerous or any(value < -1e5 for value in info.get("values", {}).values())
        return Decision(decision.action, {**info, "features": self.features()})

    def _look(self, view: Any) -> None:
        movable = 0
        for category, types in view.get("sprites", {}).items():
            self._kinds.setdefault(category, set()).update(types)
            if category in ("movable", "resource"):
                movable += sum(len(places) for places in types.values())
        score = float(view.get("score", 0))
        self._rewards += score != self._score
        self._shaped = self._shaped or (self._moves > 0 and movable < self._movable and score == self._score)
        self._score, self._movable = score, movable
        if avatar := view.get("avatar"):
            self._avatars.add(avatar["type"])
            self._held.update(avatar["resources"])

    def features(self) -> dict[str, Any]:
        """Return the rows of appendix A, as far as they were seen."""
        count = {name: len(types) for name, types in self._kinds.items()}
        return {
            "avatar types": len(self._avatars),
            "reward shaping": self._shaped or len(self._avatars) > 1,
            "can die": self._dangerous,
            "portals": bool(count.get("portal")),
            "resources": len(self._kinds.get("resource", set()) | self._held),
            "NPC": count.get("npc", 0),
            "movable": count.get("movable", 0),
            "immovable": count.get("static", 0),
            "from avatar": bool(count.get("from avatar")),
            "rewards": self._rewards,
            "sprite types": len(set().union(*self._kinds.values())) if self._kinds else 0,
            "ends exploration": round(self._complete / max(1, self._moves), 3),
            "most nodes": self._most,
        }
