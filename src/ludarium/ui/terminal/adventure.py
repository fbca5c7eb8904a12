"""A story in the terminal: what happened on the left, the drawn map on the right, one line to answer.

Textual is an extra: without it, or without a screen, `tell_plainly` tells the same story line by line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from ludarium.core.errors import LudariumError
from ludarium.core.story import Scene, Story
from ludarium.ui.terminal.draw import draw

NOT_INSTALLED = (
    "playing on the whole screen needs textual, which is not installed: "
    "pip install 'ludarium[play]', or play line by line with --plain"
)


def tell_plainly(story: Story, console: Console, read: Callable[[str], str]) -> None:
    """Tell a story line by line; the end of the input leaves politely."""
    scene = story.open()
    try:
        while True:
            if scene.frame is not None:
                console.print()
                console.print(draw(scene.frame))
            for line in scene.lines:
                console.print(Text(line))
            if scene.over:
                return
            console.print(Text(scene.prompt, "bold"))
            scene = story.answer(read("> "))
    except (EOFError, KeyboardInterrupt):
        console.print("\nGoodbye.")


def tell_on_screen(story: Story) -> None:
    """Tell a story on the whole screen."""
    story_app(story).run()


def story_app(story: Story) -> Any:
    """Return the Textual application of a story; says what to install where Textual is missing."""
    try:
        from textual.app import App, ComposeResult
        from textual.containers import Horizontal, VerticalScroll
        from textual.widgets import Input, RichLog, Static
    except ImportError:
        raise LudariumError(NOT_INSTALLED) from None

    class StoryApp(App[None]):
        """Log, picture, question, answer."""

        TITLE = "Ludarium"
        BINDINGS = [("ctrl+q", "quit", "Leave")]  # noqa: RUF012 -- Textual's own way
        CSS = """
        #log { width: 1fr; padding: 0 1; }
        #side { width: 1fr; }
        #prompt { height: auto; padding: 0 1; text-style: bold; }
        """

        def compose(self) -> ComposeResult:
            """Lay out the screen."""
            with Horizontal():
                yield RichLog(id="log", wrap=True, min_width=20)
                with VerticalScroll(id="side"):
                    yield Static(id="picture")
            yield Static(id="prompt")
            yield Input(id="answer", placeholder="your answer; help, save FILE, quit")

        def on_mount(self) -> None:
            """Open the story."""
            self.show(story.open())
            self.query_one(Input).focus()

        async def on_input_submitted(self, event: Input.Submitted) -> None:
            """Go on with what was typed, in a thread, for a story may wait; after the last scene any answer leaves."""
            if self.scene.over:
                self.exit()
                return
            event.input.clear()
            self.query_one(RichLog).write(Text(f"> {event.value}", "dim"))
            self.query_one("#prompt", Static).update("…")
            self.show(await asyncio.to_thread(story.answer, event.value))

        def show(self, scene: Scene) -> None:
            """Show a scene."""
            self.scene = scene
            log = self.query_one(RichLog)
            for line in scene.lines:
                log.write(Text(line))
            if scene.frame is not None:
                self.query_one("#picture", Static).update(draw(scene.frame))
            self.query_one("#prompt", Static).update(Text(scene.prompt or "Press Enter to leave."))

    return StoryApp()
