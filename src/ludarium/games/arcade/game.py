"""VGDL as a Game: the compiled interpreter behind the contract."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.abi import Core, Sight, Words
from ludarium.compiled.state import CompiledState
from ludarium.core.budget import Budget
from ludarium.core.errors import LudariumError, nearest
from ludarium.core.frame import Frame
from ludarium.core.game import Game, Known, Outcome, View
from ludarium.core.spec import Chance, GameSpec, Payoff
from ludarium.games.arcade import layout as at
from ludarium.games.arcade import rules as r
from ludarium.games.arcade.definition import GameDef, LevelDef
from ludarium.games.arcade.java_random import seed_words
from ludarium.games.arcade.reading import CATEGORIES
from ludarium.games.arcade.sight import SIGHT
from ludarium.games.arcade.tables import MAX_TICKS, SPARE, Tables

ACTION_NAMES = ("ACTION_NIL", "ACTION_LEFT", "ACTION_RIGHT", "ACTION_UP", "ACTION_DOWN", "ACTION_USE")
"""The reference's names, by action id."""
_SHORT = ("wait", "left", "right", "up", "down", "use")


class ArcadeState(CompiledState):
    """A position: sprites with their places in pixels, the score, the tick, the luck."""

    core: ClassVar[Core] = Core(r.step, r.legal, r.mover, r.score, at.ACTIONS, 1, SIGHT)

    __slots__ = ("tables",)

    def __init__(self, tables: Tables, words: Words) -> None:
        super().__init__(tables.rules, words)
        self.tables = tables

    def clone(self) -> Self:
        """Copy the words; tables and rules are shared."""
        return type(self)(self.tables, self.words.copy())

    def advance(self, *actions: int) -> None:
        """Take one step, unchecked; where new sprites would not fit, make room and take it again."""
        before = self.words.copy() if self.tables.bursty else self.words
        self.core.step(self.rules, self.words, actions[0])
        while self.words[at.FULL]:
            if self.words[at.FULL] == at.LOST_ONE:
                self.words = before.copy()
            self.words[at.FULL] = 0
            self.make_room(max(self.tables.burst, int(self.words[at.ROOM]) // 2))
            before = self.words.copy() if self.tables.bursty else self.words
            self.core.step(self.rules, self.words, actions[0])

    def make_room(self, records: int) -> None:
        """Let that many more sprites fit."""
        more = np.zeros(records * self.tables.stride, np.int32)
        self.words = np.concatenate([self.words, more])
        self.words[at.ROOM] += records

    @property
    def sight(self) -> Sight:
        """What planners look at."""
        return SIGHT

    def forget(self) -> None:
        """Forget the luck, and what tells only how one came here: positions of equal key become alike.

        That is where sprites were before this tick, waiting beyond a cooldown, the scratch of a step, what emptied
        records held, and how many sprites there ever were.
        """
        words, tables = self.words, self.tables
        words[[at.LUCK_LOW, at.LUCK_HIGH, at.CLOCK, at.PRESENT]] = 0
        here = tables.cells_at + tables.level.width * tables.level.height
        words[here : tables.timers_at] = 0
        words[tables.timers_at + 2 * int(words[at.TIMERS]) : tables.records_at] = 0
        groups = words[at.TYPES : tables.cells_at].reshape(-1, at.TYPE_WORDS)
        groups[:, at.UNION :] = 0
        records = words[tables.records_at :].reshape(-1, tables.stride)[: int(words[at.USED])]
        emptied = records[:, at.BIRTH] < 0
        records[emptied, at.TYPE : at.BIRTH] = 0
        records[emptied, at.X :] = 0
        records[:, at.LAST_X : at.LAST_Y + 1] = records[:, at.X : at.Y + 1]
        records[:, at.UNDER : at.PLACE + 1] = 0
        records[:, at.WAIT] = np.minimum(records[:, at.WAIT], tables.cooldowns[records[:, at.TYPE]])
        if not tables.target_at:  # chasers that keep a target remember its birth
            births = np.sort(records[~emptied, at.BIRTH])
            records[~emptied, at.BIRTH] = np.searchsorted(births, records[~emptied, at.BIRTH])
            words[at.NEXT_BIRTH] = births.size

    @property
    def score(self) -> int:
        """The points so far."""
        return int(self.words[at.SCORE])

    @property
    def tick(self) -> int:
        """How many steps were taken."""
        return int(self.words[at.TICK])

    @property
    def won(self) -> bool | None:
        """Whether the game was won; None while it goes on."""
        status = int(self.words[at.STATUS])
        return None if status == at.PLAYING else status == at.WON

    @property
    def block(self) -> int:
        """The side of a cell in pixels."""
        return self.tables.block

    def sprites(self) -> list[tuple[str, int, int]]:
        """Return (type, x, y) in pixels of all living sprites, hidden ones too; a dead avatar does not live."""
        return [(self.tables.names[kind], x, y) for kind, x, y, _ in self.visible()]

    def visible(self) -> list[tuple[int, int, int, int]]:
        """Return (type id, x, y, record) of every sprite but a dead avatar."""
        return [one for one in self.living() if not self._disabled(one[3])]

    def planes(self) -> NDArray[np.uint8]:
        """Return the sprites of each type in each cell, for learning: shape (types, height, width)."""
        from ludarium.games.arcade.pictures import planes

        return planes(self)

    def image(self, cell: int = 8) -> NDArray[np.uint8]:
        """Return the drawn screen, for planning with pixels: shape (height × cell, width × cell, 3)."""
        from ludarium.games.arcade.pictures import image

        return image(self, cell)

    def living(self) -> list[tuple[int, int, int, int]]:
        """Return (type id, x, y, record) of every sprite, a dead avatar too; the record of a fixed one is 0."""
        tables, words = self.tables, self.words.tolist()  # a list is read three times faster than an array
        found: list[tuple[int, int, int, int]] = []
        for index, kind in enumerate(tables.kinds):
            stand = tables.fixed_sprites[index]
            if kind.mortal:
                first = tables.cells_at
                stand = [one for one, cell in zip(stand, kind.cells, strict=True) if words[first + cell] & kind.bit]
            found += stand
            sprite = words[at.TYPES + index * at.TYPE_WORDS + at.FIRST]
            while sprite:
                found.append((index, words[sprite + at.X], words[sprite + at.Y], sprite))
                sprite = words[sprite + at.NEXT]
        return found

    def _disabled(self, sprite: int) -> bool:
        return bool(sprite and self.words[sprite + at.FLAGS] & at.F_DISABLED)

    def key(self) -> Hashable:
        """Return what decides the future; the luck is left out, and the tick unless a rule reads it."""
        out = np.empty(self.words.size + 8, np.int32)
        count = r.essence(self.rules, self.words, out)
        return (self.tick if self.tables.reads_tick else 0, out[:count].tobytes())

    def atoms(self) -> NDArray[np.int32]:
        """Return the facts (category, cell) that hold: what a novelty search looks for."""
        out = np.empty(len(CATEGORIES) * self.tables.level.width * self.tables.level.height * 2 + 64, np.int32)
        return np.unique(out[: r.atoms(self.rules, self.words, out)])

    def action_name(self, action: int) -> str:
        """Return 'left', 'use' and so on."""
        return _SHORT[action]

    def known(self, player: int) -> Known:
        """Return everything but the luck."""
        return ArcadeKnown(self)

    def view(self) -> View:
        """Return the position as plain data: what the reference's agents are told of it."""
        tables = self.tables
        shown: dict[str, dict[str, list[tuple[int, int]]]] = {}
        places: dict[tuple[int, str], list[tuple[int, int]]] = {}
        for kind, x, y, sprite in self.living():
            category = tables.shown_as[kind]
            if not category or self._disabled(sprite):
                continue
            if category == "movable" and sprite and self.words[sprite + at.FLAGS] & at.F_FROM_AVATAR:
                category = "from avatar"
            here = places.get((kind, category))
            if here is None:
                here = places[kind, category] = shown.setdefault(category, {}).setdefault(tables.names[kind], [])
            here.append((x, y))
        return {
            "score": self.score,
            "tick": self.tick,
            "won": self.won,
            "block": tables.block,
            "width": tables.level.width,
            "height": tables.level.height,
            "avatar": self._avatar_view(),
            "sprites": shown,
            "actions": tuple(self.legal(0)),
        }

    def _avatar_view(self) -> dict[str, Any] | None:
        avatar = int(self.words[at.AVATAR])
        if not avatar or self._disabled(avatar):
            return None
        tables, words = self.tables, self.words
        held = {
            tables.names[good]: int(words[avatar + tables.goods_at + place])
            for good, place in tables.goods.items()
            if good is not None and words[avatar + tables.goods_at + place]
        }
        health = tables.health_at
        kind = int(words[avatar + at.TYPE])
        return {
            "type": tables.names[kind],
            "position": (int(words[avatar + at.X]), int(words[avatar + at.Y])),
            "orientation": (int(words[avatar + at.WAY_X]), int(words[avatar + at.WAY_Y])),
            "resources": held,
            "health": int(words[avatar + health]) if health else int(tables.kinds[kind].settings["healthPoints"]),
        }


class ArcadeKnown(Known):
    """All of a position but its luck: nobody can foresee what will be drawn."""

    __slots__ = ("_state",)

    def __init__(self, state: ArcadeState) -> None:
        self._state = state.clone()
        self._state.forget()

    @property
    def view(self) -> View:
        """The whole position as plain data."""
        return self._state.view()

    def key(self) -> Hashable:
        """Return the position's key, which knows no luck."""
        return self._state.key()

    def imagine(self, rng: np.random.Generator) -> ArcadeState:
        """Return a copy with fresh luck, and with room to search in."""
        state = self._state.clone()
        low, high = rng.integers(0, 1 << 24, 2)
        state.words[at.LUCK_LOW], state.words[at.LUCK_HIGH] = low, high
        tables = state.tables
        if state.words[at.ROOM] - state.words[at.USED] < tables.burst + SPARE:
            state.make_room(tables.burst + SPARE)
        return state


class Arcade(Game[ArcadeState]):
    """A video game described in text (VGDL), as the GVGAI framework plays it.

    ## Actions
    0 wait, 1 left, 2 right, 3 up, 4 down, 5 use; which of them there are depends on the avatar.

    ## Returns
    The score. `outcomes` tells whether the game was won.

    ## Versions
    1 (0.1.0): first.
    """

    def __init__(self, game: GameDef, level: LevelDef, name: str = "arcade", summary: str = "") -> None:
        self.tables = Tables(game, level)
        self._start = ArcadeState(self.tables, self.tables.state)
        self.spec = GameSpec(
            name=name,
            summary=summary or "A video game described in text, as GVGAI plays it.",
            version=1,
            players=1,
            actions=at.ACTIONS,
            max_steps=MAX_TICKS + 1,
            chance=Chance.SAMPLED if self.tables.stochastic else Chance.NONE,
            payoff=Payoff.SCORE,
            tick_ms=40,
            budget=Budget(ms=40),
        )

    def initial(self, seed: int = 0) -> ArcadeState:
        """Return the level as drawn, with the luck of `java.util.Random(seed)`."""
        state = self._start.clone()
        state.words[at.LUCK_LOW], state.words[at.LUCK_HIGH] = seed_words(seed)
        return state

    @property
    def id(self) -> str:
        """The text that makes this very game again; a game made from definitions has only its name."""
        return self.spec.name if type(self) is Arcade else super().id

    def keys(self) -> Mapping[str, int]:
        """Return the action of each key that a person presses, and of none."""
        return {"": at.NIL, "left": at.LEFT, "right": at.RIGHT, "up": at.UP, "down": at.DOWN, "space": at.USE}

    def action_id(self, name: str) -> int:
        """Return the id of an action by the reference's name (ACTION_LEFT) or ours (left)."""
        for names in (ACTION_NAMES, _SHORT):
            if name in names:
                return names.index(name)
        raise LudariumError(f"no action is called '{name}'{nearest(name, [*ACTION_NAMES, *_SHORT])}")

    def outcomes(self, state: ArcadeState) -> tuple[Outcome | None, ...]:
        """Return win or loss once the game is over."""
        won = state.won
        return (None if won is None else "win" if won else "loss",)

    def frame(self, view: View) -> Frame:
        """Draw the level."""
        from ludarium.games.arcade.frame import frame

        return frame(self.spec.name, self.tables, view)

    @property
    def how_to_type(self) -> str:
        """How moves are typed."""
        return "Type wait, left, right, up, down or use."
