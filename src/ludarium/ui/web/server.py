"""The lab's server: who may come in, the socket that tables talk through, and the pages.

By default only this machine is let in. With another host a token is required: it stands in the link that is printed,
and in a cookie after the first visit. Requests that another site's page sends (a foreign Origin, a Host that is not
ours) are turned away, with and without token.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope
from starlette.types import Send as AsgiSend

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.trust import limit_to
from ludarium.ui.web.scene import Message, first_picture
from ludarium.ui.web.tables import OnTick, Send, Visit, open_table
from ludarium.ui.web.workshop import Workshop
from ludarium.ui.web.worlds import Worlds

LOOPBACK = ("127.0.0.1", "localhost", "::1")
COOKIE = "ludarium_token"
MOST_CHARACTERS, MOST_OF_A_RECORD = 200_000, 2_000_000
"""The longest message that a table hears; one that brings a record says so first, and may be longer."""
MOST_TABLES = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the lab listens, what it may read, and the token that visitors show (None: loopback only)."""

    host: str = "127.0.0.1"
    port: int = 8321
    folder: Path = Path()
    token: str | None = None

    def __post_init__(self) -> None:
        if self.host not in LOOPBACK and not self.token:
            raise BadParameter(f"a lab that listens on {self.host} needs a token: others could reach it")
        if not self.folder.is_dir():
            raise BadParameter(f"{self.folder} is no folder")

    @property
    def link(self) -> str:
        """The address to open."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", *LOOPBACK) else self.host
        return f"http://{host}:{self.port}/" + (f"?token={self.token}" if self.token else "")


class Guard:
    """Turns away whom the settings do not let in, before any page or table hears of it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: AsgiSend) -> None:
        """Let a request in, or turn it away."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        shown = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        problem = self._problem(headers, shown)
        if problem is not None:
            await _turn_away(scope, receive, send, problem)
            return
        if self._settings.token and shown:
            send = _with_cookie(send, self._settings.token)
        await self._app(scope, receive, send)

    def _problem(self, headers: Mapping[str, str], shown: str) -> str | None:
        host = headers.get("host", "")
        if self._settings.token is None and _name_of(host) not in LOOPBACK:
            return "this lab is for its own machine only"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "requests from other sites' pages are not answered"
        if self._settings.token is not None:
            cookie = _cookie(headers.get("cookie", ""))
            if not any(
                secrets.compare_digest(given.encode(), self._settings.token.encode()) for given in (shown, cookie)
            ):
                return "this lab asks for its token: open the link that it printed when it started"
        return None


@asynccontextmanager
async def _a_thread_for_each_table(_app: FastAPI) -> AsyncIterator[None]:
    """Let every table work in a thread while the server runs: a slow one takes none that another needs."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2 * MOST_TABLES))
    yield


def make_app(settings: Settings, *, on_tick: OnTick | None = None) -> FastAPI:
    """Return the whole lab as a web application; `on_tick` hears how long every tick of a live world took."""
    from nicegui import ui

    from ludarium.ui.web import pages

    app = FastAPI(title="Ludarium", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_a_thread_for_each_table)
    app.mount("/lab", StaticFiles(directory=str(files(__package__).joinpath("static"))))
    tables: set[Visit] = set()

    @app.websocket("/table")
    async def table(socket: WebSocket) -> None:
        limit_to(settings.folder)
        await serve(socket, partial(open_table, on_tick=on_tick), tables)

    @app.websocket("/workshop")
    async def workshop(socket: WebSocket) -> None:
        limit_to(settings.folder)
        await serve(socket, partial(Workshop, folder=settings.folder), tables)

    @app.websocket("/world")
    async def world(socket: WebSocket) -> None:
        limit_to(settings.folder)
        await serve(socket, partial(Worlds, folder=settings.folder), tables)

    @app.websocket("/bench-table")
    async def bench(socket: WebSocket) -> None:
        from ludarium.ui.web.bench import Bench

        limit_to(settings.folder)
        await serve(socket, partial(Bench, folder=settings.folder), tables)

    @app.get("/preview")
    async def preview(game: str) -> Message:
        limit_to(settings.folder)
        try:
            return await asyncio.to_thread(first_picture, game)
        except LudariumError as fault:
            return {"error": str(fault)}

    pages.register(settings)
    ui.run_with(app, title="Ludarium", favicon="🎲", storage_secret=secrets.token_hex(16))
    app.add_middleware(Guard, settings=settings)
    return app


async def serve(socket: WebSocket, open_one: Callable[[Send, dict[str, Any]], Visit], visits: set[Visit]) -> None:
    """Seat one viewer, and pass messages until it leaves. Faults are told to this viewer only."""
    await socket.accept()
    lock = asyncio.Lock()

    async def send(message: Message) -> None:
        if message:
            async with lock:
                await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    visit: Visit | None = None
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                try:
                    wish = _heard(await socket.receive_text())
                    if visit is None:
                        if len(visits) >= MOST_TABLES:
                            raise LudariumError(f"all {MOST_TABLES} tables are taken; try again later")
                        visit = await asyncio.to_thread(open_one, send, wish)
                        visits.add(visit)
                        await visit.open()
                    else:
                        await visit.hear(wish)
                except LudariumError as fault:
                    await send({"error": str(fault)})
        finally:
            if visit is not None:
                visits.discard(visit)
                await visit.close()


def _heard(text: str) -> dict[str, Any]:
    most = MOST_OF_A_RECORD if text.startswith('{"record"') else MOST_CHARACTERS
    if len(text) > most:
        raise LudariumError(f"a message has at most {most:,} characters")
    try:
        wish = json.loads(text)
    except ValueError:
        raise LudariumError("this message is no JSON") from None
    if not isinstance(wish, dict):
        raise LudariumError('a message is an object, as in {"move": "b3"}')
    return wish


def _name_of(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


def _cookie(header: str) -> str:
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return next((value for name, _, value in pairs if name == COOKIE), "")


def _with_cookie(send: AsgiSend, token: str) -> AsgiSend:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            cookie = f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"
            message = {**message, "headers": [*message["headers"], (b"set-cookie", cookie.encode())]}
        await send(message)

    return sending


async def _turn_away(scope: Scope, receive: Receive, send: AsgiSend, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": f"{why}\n".encode()})
