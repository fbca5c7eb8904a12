"""Games by their files: `arcade?game=FILE` and `arcade/LEVEL?game=FILE`, as the command and records name them."""

from __future__ import annotations

import hashlib
from importlib.resources import as_file, files
from pathlib import Path

from ludarium.games.arcade.definition import GameDef, LevelDef
from ludarium.games.arcade.game import Arcade
from ludarium.games.arcade.notation import level_files, load_files, read_file, split_text

DEMO = "orchard"
"""What is played when no file is named."""


class ArcadeFile(Arcade):
    """A video game from a text file (VGDL), as the GVGAI framework plays it.

    `game` is the file; `level` is the number of a level in it or beside it (`maze_lvl0.txt`), or a level's own file.
    Without a file it is the shipped orchard: pick every apple, mind the bees, drive them off with smoke.

    ## Actions
    0 wait, 1 left, 2 right, 3 up, 4 down, 5 use; which of them there are depends on the avatar.

    ## Returns
    The score. `outcomes` tells whether the game was won.

    ## Versions
    1 (0.1.0): first.
    """

    def __init__(self, game: str = "", level: str = "0") -> None:
        self.game, self.level = game, level
        if game:
            super().__init__(*_loaded(Path(game), level))
        else:
            with as_file(files(__package__).joinpath(f"library/{DEMO}.vgdl")) as path:
                super().__init__(*_loaded(path, level))

    def levels(self) -> list[str]:
        """Return the numbers of the levels in the file, or of the files beside it."""
        drawn = len(split_text(read_file(self._file()))[1]) or len(level_files(self._file()))
        return [str(number) for number in range(drawn)]

    def content(self) -> str:
        """Return a hash of the game and the level that were read; the shipped game's name says all."""
        if not self.game:
            return ""
        texts = [read_file(self._file()), "\n".join(self.tables.level.rows)]
        return hashlib.blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()

    def _file(self) -> Path:
        return Path(self.game) if self.game else Path(str(files(__package__).joinpath(f"library/{DEMO}.vgdl")))


def _loaded(path: Path, level: str) -> tuple[GameDef, LevelDef]:
    if level.isdecimal():
        return load_files(path, number=int(level))
    return load_files(path, Path(level))
