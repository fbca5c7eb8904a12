"""Texts that a visitor keeps: plain files in the lab's folder, and nowhere else."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ludarium.core.errors import BadParameter
from ludarium.core.record import write_whole
from ludarium.core.trust import readable


async def keep(folder: Path, name: str, text: str, suffix: str) -> str:
    """Write a text into the folder, and return the file's name (with its suffix)."""
    if not name or Path(name).name != name or name.startswith("."):
        raise BadParameter(f"'{name}' is no file name; letters and digits, as in maze{suffix}")
    path = folder / (name if name.endswith(suffix) else name + suffix)
    await asyncio.to_thread(write_whole, readable(path), text)
    return path.name
