"""Games by their files: `arcade?game=FILE` and `arcade/LEVEL?game=FILE`, as the command and records name them."""

from __future__ import annotations

import hashlib
from importlib.resources import as_file, files
from pathlib import Path

from ludarium.core.errors import BadParameter
from ludarium.core.trust import limited, readable
from ludarium.games.arcade.definition import GameDef, LevelDef
from ludarium.games.arcade.game import Arcade
from ludarium.games.arcade.notation import level_files, load_files, load_text, read_file, split_text

DEMO = "orchard"
"""What is played when no file is named."""
MOST_CELLS = 4000
"""The largest level that is made from a visitor's text."""


class ArcadeFile(Arcade):
    """A video game from a text file (VGDL), as the GVGAI framework plays it.

    `game` is the file; `level` is the number of a level in it or beside it (`maze_lvl0.txt`), or a level's own file.
    `text` is a game with its levels itself, in place of a file. Without either it is the shipped orchard: pick every
    apple, mind the bees, drive them off with smoke.

    ## Actions
    0 wait, 1 left, 2 right, 3 up, 4 down, 5 use; which of them there are depends on the avatar.

    ## Returns
    The score. `outcomes` tells whether the game was won.

    ## Versions
    1 (0.1.0): first.
    """

    def __init__(self, game: str = "", level: str = "0", text: str = "") -> None:
        self.game, self.level, self.text = game, level, text
        if text:
            super().__init__(*_small(load_text(text, number=_number(level))))
        elif game:
            super().__init__(*_small(_loaded(readable(game), level)))
        else:
            with as_file(files(__package__).joinpath(f"library/{DEMO}.vgdl")) as path:
                super().__init__(*_loaded(path, level))

    def levels(self) -> list[str]:
        """Return the numbers of the levels in the text or file, or of the files beside it."""
        drawn = len(split_text(self.source())[1])
        if not drawn and not self.text:
            drawn = len(level_files(self._file()))
        return [str(number) for number in range(drawn)]

    def content(self) -> str:
        """Return a hash of the game and the level that were read; the shipped game's name says all, as a text does."""
        if not self.game or self.text:
            return ""
        texts = [self.source(), "\n".join(self.tables.level.rows)]
        return hashlib.blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()

    def source(self) -> str:
        """Return the text that was read; levels of their own files are not in it."""
        return self.text or read_file(self._file())

    def _file(self) -> Path:
        return readable(self.game) if self.game else Path(str(files(__package__).joinpath(f"library/{DEMO}.vgdl")))


def _number(level: str) -> int:
    if not level.isdecimal():
        raise BadParameter(f"arcade: level={level}; a text's levels have numbers, from 0")
    return int(level)


def _small(read: tuple[GameDef, LevelDef]) -> tuple[GameDef, LevelDef]:
    """Return what was read; a visitor's level must not be so large that its tables fill the memory."""
    cells = read[1].width * read[1].height
    if limited() and cells > MOST_CELLS:
        raise BadParameter(f"this level has {cells:,} cells; here a level has at most {MOST_CELLS:,}")
    return read


def _loaded(path: Path, level: str) -> tuple[GameDef, LevelDef]:
    if level.isdecimal():
        return load_files(path, number=int(level))
    return load_files(path, readable(level))
