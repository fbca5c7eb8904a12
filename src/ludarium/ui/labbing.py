"""Opening the lab: everything is compiled first, so that no visitor waits for it."""

from __future__ import annotations

import secrets
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from ludarium.core.extras import optional
from ludarium.ui.console import OUT

if TYPE_CHECKING:
    from ludarium.ui.web.server import Settings


def settings_for(host: str, port: int, folder: Path, token: str | None) -> Settings:
    """Return the lab's settings; beyond this machine a token is drawn where none was given."""
    optional("nicegui", "play", "the lab")
    from ludarium.ui.web.server import LOOPBACK, Settings

    if host not in LOOPBACK and token is None:
        token = secrets.token_urlsafe(16)
    return Settings(host, port, folder, token)


def open_lab(settings: Settings, *, show: bool) -> None:
    """Serve until interrupted."""
    import uvicorn

    from ludarium.ui.web.server import make_app

    app = make_app(settings)
    OUT.print(f"the lab is open: {settings.link}", markup=False, soft_wrap=True)
    OUT.print("Ctrl-C closes it.")
    if show:
        webbrowser.open(settings.link)
    uvicorn.run(app, host=settings.host, port=settings.port, log_level="warning")
