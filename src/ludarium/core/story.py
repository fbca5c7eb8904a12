"""A game told as a story: scenes with a question, answered in words. Any interface can tell it, a test too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from ludarium.core.frame import Frame
from ludarium.core.ids import Id


@dataclass(frozen=True, slots=True)
class Scene:
    """What is told now, the picture beside it, and what is asked. After an `over` scene nothing is asked any more."""

    lines: tuple[str, ...]
    frame: Frame | None
    prompt: str
    over: bool = False


class Story(ABC):
    """A dialogue; its parameters are attributes of the same name, as with games."""

    made_as: Id | None = None

    @abstractmethod
    def open(self) -> Scene:
        """Return the first scene."""

    @abstractmethod
    def answer(self, text: str) -> Scene:
        """Return what follows an answer; a bad one is asked again with a friendly line, never an exception."""
