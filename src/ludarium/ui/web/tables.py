"""Tables in the lab: a person's game, in turns or in real time, and games that are watched.

A table hears messages (plain data from a viewer) and sends messages back through `send`; it knows neither sockets nor
pages, so a test sits down at it as a browser does. Whatever goes wrong at one table is said there, and nowhere else.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludarium.core.agent import Decision
from ludarium.core.budget import Budget
from ludarium.core.errors import BadParameter, LudariumError, nearest
from ludarium.core.frame import Frame, Layer
from ludarium.core.game import Game, HasKeys, HasReferee
from ludarium.core.record import Record
from ludarium.core.registry import load_agent, load_game
from ludarium.core.spec import Information, Turns
from ludarium.core.trust import readable
from ludarium.harness.match import Match
from ludarium.harness.store import Store
from ludarium.ui.overlay import exact_layers
from ludarium.ui.web.export import replay_page
from ludarium.ui.web.scene import Differ, Message
from ludarium.ui.web.shows import Show, result, thought

Send = Callable[[Message], Awaitable[None]]
OnTick = Callable[[float], None]
"""Hears the seconds of every tick of every live world, for those who measure."""
HINT = Budget(ms=3000)
TABLES = ("turns", "live", "watch", "replay")
SLOW_S, SLOW_TICKS = 0.2, 5
"""A world whose last ticks all took that long is stopped: others play here too."""
APART_S = 0.005
"""A world whose last tick took longer has the next one in a thread of its own, so that nobody waits for it."""
MOST_THOUGHT = Budget(ms=30_000, steps=1_000_000)
"""How long an agent may think about a move here."""
MOST_MOVES = 60
"""How many moves are offered as buttons; the others are played by a click on the board, or typed."""


class Visit(ABC):
    """One viewer's stay: it opens, hears messages, and is cleared away."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def open(self) -> None:  # noqa: B027 -- not every stay begins with something to see
        """Show what there is at first."""

    @abstractmethod
    async def hear(self, message: Mapping[str, Any]) -> None:
        """Do what the viewer asked; a LudariumError is told to the viewer by the caller."""

    async def close(self) -> None:  # noqa: B027 -- nor has each something to clear away
        """Clear away: the viewer has left."""


class Table(Visit):
    """A game that is played or looked at; `record` is the game so far."""

    record: Record

    def __init__(self, send: Send) -> None:
        super().__init__(send)
        self._differ = Differ()

    async def hear(self, message: Mapping[str, Any]) -> None:
        """Hand the record over, or let the table do what was asked."""
        if "save" in message:
            await self._send({"record": "\n".join(self.record.lines()) + "\n"})
        else:
            await self._obey(message)

    @abstractmethod
    async def _obey(self, message: Mapping[str, Any]) -> None:
        """Do what the viewer asked of the game."""

    async def _show(self, frame: Frame, **said: Any) -> None:
        await self._send(self._differ.message(frame, **said))


class TurnTable(Table):
    """A game in turns: a person in some seats, agents in the others."""

    def __init__(self, send: Send, game: Game[Any], seats: Sequence[str], seed: int, budget: Budget | None) -> None:
        super().__init__(send)
        if game.spec.turns is not Turns.SEQUENTIAL:
            raise LudariumError(f"{game.id} is played at the same time: watch agents play it")
        self._match = _match(game, seats, seed, budget)
        self.record = self._match.record
        self._busy = asyncio.Lock()

    async def open(self) -> None:
        """Show the board, and let agents begin where they do."""
        await self._go_on()

    async def _obey(self, message: Mapping[str, Any]) -> None:
        """Play a move (typed or clicked), take one back, give a hint, or resign."""
        if self._busy.locked():
            return
        async with self._busy:
            if "move" in message:
                self._insist_on_a_turn()
                match = self._match
                match.apply(
                    Decision(match.game.read_action(str(message["move"]), match.state, match.state.actors()[0]))
                )
            elif "undo" in message:
                self._undo()
            elif "hint" in message:
                await self._hint()
                return
            elif "resign" in message and not self._match.over:
                self._match.resign(self._person())
        await self._go_on()

    async def _go_on(self) -> None:
        async with self._busy:
            await self._draw()
            match = self._match
            while not match.over and match.seats[match.state.actors()[0]] is not None:
                await asyncio.to_thread(match.tick)
                await self._draw()

    def _insist_on_a_turn(self) -> None:
        match = self._match
        if match.over:
            raise LudariumError("the game is over; start another one, or take a move back")
        if match.seats[match.state.actors()[0]] is not None:
            raise LudariumError("it is not your turn")

    def _person(self) -> int:
        people = [player for player, agent in enumerate(self._match.seats) if agent is None]
        acting = [player for player in self._match.state.actors() if player in people]
        return (acting or people)[0]

    def _undo(self) -> None:
        moves, seats = self._match.record.moves, self._match.seats
        mine = [move.tick for move in moves if any(seats[actor] is None for actor in move.actors)]
        if not mine:
            raise LudariumError("there is no move of yours to take back")
        self._match.undo(len(moves) - mine[-1])

    async def _hint(self) -> None:
        state, spec = self._match.state, self._match.game.spec
        name_of = state.action_name
        self._insist_on_a_turn()
        if spec.information is Information.HIDDEN or not isinstance(state, HasReferee):
            raise LudariumError(f"{spec.name} has no exact hints")
        values = await asyncio.to_thread(state.referee, HINT)
        if values is None:
            raise LudariumError("too early to say: an exact answer needs longer; try again some moves later")
        ranked = sorted(values, key=lambda action: -values[action])
        await self._send({"hint": [[name_of(action), values[action]] for action in ranked]})
        await self._draw(exact_layers(self._match.game, self._match.state, values))

    async def _draw(self, hints: tuple[Layer, ...] = ()) -> None:
        match = self._match
        view = match.state.view() if match.over else match.state.known(self._person()).view
        mine = not match.over and match.seats[match.state.actors()[0]] is None
        moves: list[str] = []
        if mine:
            legal = match.state.legal(match.state.actors()[0])
            moves = [match.state.action_name(int(action)) for action in legal[:MOST_MOVES]]
        frame = match.game.frame(view)
        await self._show(
            replace(frame, layers=(*frame.layers, *hints)),
            moves=moves,
            mine=mine,
            over=match.over,
            result=result(match.record, match.seats.index(None)) if match.over else "",
            thoughts=_thoughts(match),
            said=[f"{_who(match, move.actors[0])}: {move.names[0]}" for move in match.record.moves[-12:]],
        )


class LiveTable(Table):
    """A game in real time: the world moves every tick, whether a key is held or not, unless it is told to wait."""

    def __init__(
        self,
        send: Send,
        game: Game[Any],
        seed: int,
        *,
        waits: bool,
        tick_s: float | None = None,
        on_tick: OnTick | None = None,
    ) -> None:
        super().__init__(send)
        if not isinstance(game, HasKeys):
            raise LudariumError(f"{game.id} has no keys: it is played in turns")
        self._match, self._keys = Match(game, [None], seed), game.keys()
        self.record = self._match.record
        self._tick_s = tick_s or (game.spec.tick_ms or 40) / 1000
        self._waits, self._held, self._paused = waits, "", False
        self._clock: asyncio.Task[None] | None = None
        self._on_tick = on_tick
        self._spent: deque[float] = deque(maxlen=SLOW_TICKS)

    async def open(self) -> None:
        """Show the world; it starts with the first key."""
        await self._send(self._picture())

    async def _obey(self, message: Mapping[str, Any]) -> None:
        """Hold a key, let go, pause; where the world waits, a key is a tick, and a tick can be taken back."""
        if "pause" in message:
            self._paused = bool(message["pause"])
            return
        if "undo" in message:
            if not self._waits:
                raise LudariumError("time goes on here; where the world waits, a move can be taken back")
            self._match.undo()
            await self._send(self._picture())
            return
        key = message.get("key")
        if key is None or self._match.over:
            return
        self._held = str(key) if key in self._keys else ""
        if self._waits:
            if self._held or message.get("wait"):
                await self._tick()
        elif self._clock is None and self._held:
            self._clock = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop the world."""
        if self._clock is not None:
            self._clock.cancel()

    async def _run(self) -> None:
        due = time.monotonic()
        while not self._match.over:
            if not self._paused:
                try:
                    await self._tick()
                except LudariumError as fault:
                    await self._send({"error": str(fault)})
                    return
            due = max(due + self._tick_s, time.monotonic())  # a late world does not hurry to catch up
            await asyncio.sleep(due - time.monotonic())

    async def _tick(self) -> None:
        began = time.perf_counter()
        if self._spent and self._spent[-1] > APART_S:
            message = await asyncio.to_thread(self._step)
        else:
            message = self._step()
        await self._send(message)
        self._spent.append(time.perf_counter() - began)
        if self._on_tick is not None:
            self._on_tick(self._spent[-1])
        if len(self._spent) == SLOW_TICKS and min(self._spent) > SLOW_S:
            self._match.resign(0)
            raise LudariumError("this world was stopped: its ticks take too long (does something spawn without end?)")

    def _step(self) -> Message:
        """Move the world by one tick, and return what changed for the viewer."""
        match = self._match
        wanted = self._keys.get(self._held, self._keys[""])
        match.apply(Decision(wanted if wanted in match.state.legal(0) else self._keys[""]))
        return self._picture()

    def _picture(self) -> Message:
        match = self._match
        return self._differ.message(
            match.game.frame(match.state.view()),
            over=match.over,
            result=result(match.record, 0) if match.over else "",
            keys=[name for name in self._keys if name],
        )


class ShowTable(Table):
    """A record that is looked at, back and forth; where agents still play, it grows while one looks."""

    def __init__(self, send: Send, record: Record, match: Match[Any] | None = None) -> None:
        super().__init__(send)
        self.record, self._match = record, match
        self._show_of = Show(record, match.game if match else None)
        self._at = 0
        self._playing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Show the start, and let the agents play on where there are any."""
        if self._match is None:
            await asyncio.to_thread(self._show_of.read)
        else:
            self._draw_on(self._match)
            self._playing = asyncio.create_task(self._play(self._match))
        await self._seek(0)

    async def _obey(self, message: Mapping[str, Any]) -> None:
        """Go to a position, say its exact values, or hand the whole show over as a page."""
        if "seek" in message:
            await self._seek(_whole_number(message["seek"]))
        elif "hint" in message:
            await asyncio.to_thread(self._show_of.prove, self._at, HINT)
            await self._seek(self._at)
        elif "page" in message:
            if self.record.ending == "unfinished":
                raise LudariumError("the game is still being played; a page can be made of it when it is over")
            await self._send({"html": await asyncio.to_thread(replay_page, self.record)})

    async def close(self) -> None:
        """Nobody looks any more: the agents may stop."""
        if self._playing is not None:
            self._playing.cancel()

    def _draw_on(self, match: Match[Any]) -> None:
        moves = match.record.moves
        if len(moves) == len(self._show_of.frames):
            self._show_of.add(match.state, moves[-1] if moves else None)

    async def _play(self, match: Match[Any]) -> None:
        while not match.over:
            await asyncio.to_thread(match.tick)
            self._draw_on(match)
            await self._send({"length": len(self._show_of.frames), "over": match.over})
            if self._at == len(self._show_of.frames) - 2:
                await self._seek(self._at)  # what was thought here is known now
        await self._seek(self._at)

    async def _seek(self, place: int) -> None:
        self._at = max(0, min(place, len(self._show_of.frames) - 1))
        await self._send(self._show_of.message(self._at))


def open_table(send: Send, wish: Mapping[str, Any], *, on_tick: OnTick | None = None) -> Table:
    """Return the table that a viewer wishes for: `{"table": one of TABLES, "game": …, …}`."""
    kind, seed = str(wish.get("table", "")), _whole_number(wish.get("seed", 0))
    seats = [str(seat) for seat in wish.get("seats", ())]
    budget = _modest(Budget.parse(str(wish["budget"]))) if wish.get("budget") else None
    if kind not in TABLES:
        raise BadParameter(f"there is no table '{kind}'{nearest(kind, TABLES)}; there are {', '.join(TABLES)}")
    if kind == "replay" and wish.get("run"):
        with Store(str(readable(str(wish.get("store", "")))), create=False) as store:
            return ShowTable(send, store.record(str(wish["run"])))
    if kind == "replay" and wish.get("record"):
        return ShowTable(send, Record.parse(str(wish["record"]).splitlines()))
    if kind == "replay":
        return ShowTable(send, Record.load(str(wish.get("file", ""))))
    params = {name: str(wish[name]) for name in ("text", "level") if wish.get(name)}
    game = load_game(str(wish.get("game", "")), **params)
    if kind == "turns":
        return TurnTable(send, game, seats, seed, budget)
    if kind == "live":
        return LiveTable(send, game, seed, waits=bool(wish.get("waits")), on_tick=on_tick)
    match = _match(game, seats, seed, budget)
    if None in match.seats:
        raise LudariumError("to watch, an agent sits in every seat")
    return ShowTable(send, match.record, match)


def _whole_number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadParameter(f"{value!r} is no whole number")
    return value


def _modest(budget: Budget) -> Budget:
    """Return the budget; one that others would have to wait for is refused."""
    ms, steps = MOST_THOUGHT.ms or 0, MOST_THOUGHT.steps or 0
    if not (budget.ms or budget.steps) or (budget.ms or 0) > ms or (budget.steps or 0) > steps:
        raise BadParameter(f"budget '{budget}': here a move gets at most {ms / 1000:g} s or {steps:,} steps")
    return budget


def _match(game: Game[Any], seats: Sequence[str], seed: int, budget: Budget | None) -> Match[Any]:
    agents = [load_agent(seat) if seat else None for seat in seats]
    return Match(game, [None if agent is None or agent.needs.person else agent for agent in agents], seed, budget)


def _who(match: Match[Any], player: int) -> str:
    agent = match.seats[player]
    return "you" if agent is None else agent.id


def _thoughts(match: Match[Any]) -> list[Any]:
    """Return what the last agent thought, if it told."""
    moves = match.record.moves
    return next((thought(match.record, move, match.state) for move in reversed(moves) if any(move.info)), [])
