"""The files of the arcade: a game is one text, a level is one text, and both may stand in one file.

    BasicGame
        SpriteSet
            …
    ---
    wwwww
    wA.gw
    wwwww

In one file a line `---` ends the game and starts a level; every further `---` starts another. Empty lines around a
level are not part of it there (in a file of its own every line is a row). Side by side, the levels of `maze.vgdl` are
`maze_lvl0.txt`, `maze_lvl1.txt` and so on, as the reference names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ludarium.core.errors import BadParameter, UnknownName, nearest
from ludarium.games.arcade.definition import GameDef, LevelDef, Place
from ludarium.games.arcade.lexer import lex, split_lines
from ludarium.games.arcade.parser import SECTIONS, parse_game, parse_level
from ludarium.games.arcade.problems import ArcadeProblems, Problem, Report

SEPARATOR = "---"
_LEVEL_FILE = re.compile(r"(?P<game>.+)_lvl(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text holds, as far as it can be played, and everything that is to be said about it."""

    game: GameDef | None
    levels: tuple[LevelDef, ...]
    problems: tuple[Problem, ...]


def parse_text(text: str, source: str = "game") -> Parsed:
    """Read a game, and the levels that follow it."""
    game_text, drawn = split_text(text)
    game, problems = parse_game(game_text, source)
    levels: list[LevelDef] = []
    for first_line, rows in drawn:
        if not rows:
            report = Report(source, split_lines(text))
            report.error(Place(first_line, 1), f"no level follows this '{SEPARATOR}'; draw its rows below it")
            problems += report.problems()
            continue
        level, more = parse_level(rows, source, game, first_line)
        problems += more
        if level is not None:
            levels.append(level)
    return Parsed(game, tuple(levels), tuple(problems))


def split_text(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return the game's part of a text, and each level's first line and part."""
    rows = split_lines(text)
    cuts = [index for index, row in enumerate(rows) if row.rstrip() == SEPARATOR]
    levels = []
    for start, end in pairwise([*cuts, len(rows)]):
        first, last = start + 1, end
        while first < last and not rows[first].strip():
            first += 1
        while last > first and not rows[last - 1].strip():
            last -= 1
        # a level without rows is told at its separator
        levels.append((first + 1 if first < last else start + 1, _join(rows[first:last])))
    return _join(rows[: cuts[0]] if cuts else rows), levels


def load_text(
    game_text: str,
    level_text: str | None = None,
    *,
    game_source: str = "game",
    level_source: str = "level",
    number: int = 0,
) -> tuple[GameDef, LevelDef]:
    """Return a game and a level: the one given, or the *number*-th of those in the game's own text.

    Raises ArcadeProblems with every problem of both texts when there is an error in either.
    """
    parsed = parse_text(game_text, game_source)
    problems = list(parsed.problems)
    level = parsed.levels[number] if 0 <= number < len(parsed.levels) else None
    if level_text is not None:
        level, more = parse_level(level_text, level_source, parsed.game)
        problems += more
    elif level is None and not _failed(problems):
        report = Report(game_source, split_lines(game_text))
        has = (
            f"it has {len(parsed.levels)}, counted from 0" if parsed.levels else f"draw one after a line '{SEPARATOR}'"
        )
        report.error(Place(1, 1), f"there is no level {number} in this text; {has}, or give a level of its own")
        problems += report.problems()
    if parsed.game is None or level is None or _failed(problems):
        raise ArcadeProblems(problems)
    return parsed.game, level


def check_text(text: str, source: str = "text", game: GameDef | None = None) -> list[Problem]:
    """Return all that is to be said about a game, a level (of *game*, if given), or both in one text."""
    if is_game(text):
        return list(parse_text(text, source).problems)
    return parse_level(text, source, game)[1]


def is_game(text: str) -> bool:
    """Tell a game from a level: it starts with its first line's word, or has a section."""
    lines = lex(split_lines(text))
    headers = {name.lower() for name in SECTIONS}
    return any(len(line.tokens) == 1 and line.tokens[0].text.lower() in headers for line in lines) or (
        bool(lines) and lines[0].tokens[0].text.lower() in ("basicgame", "gamespace")
    )


def write_level(level: LevelDef) -> str:
    """Return a level's text; reading it gives the same rows."""
    return "".join(f"{row}\n" for row in level.rows)


def write_both(game_text: str, levels: Iterable[LevelDef]) -> str:
    """Return a game and its levels as one text."""
    parts = [game_text.rstrip() + "\n", *(f"{SEPARATOR}\n{write_level(level)}" for level in levels)]
    return "".join(parts)


# -- files


def read_file(path: str | Path) -> str:
    """Return the text of a file; UTF-8, else every byte is a character."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        beside = [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []
        raise UnknownName(f"there is no file '{path}'{nearest(path.name, beside)}") from None
    except OSError as error:
        raise BadParameter(f"'{path}' cannot be read: {error.strerror}") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def level_files(path: str | Path) -> list[Path]:
    """Return the level files beside a game file, in the order of their numbers."""
    path = Path(path)
    found = []
    for other in path.parent.iterdir() if path.parent.is_dir() else ():
        match = _LEVEL_FILE.fullmatch(other.stem)
        if match and match["game"] == path.stem and other.is_file():
            found.append((int(match["number"]), other.name, other))
    return [other for _, _, other in sorted(found)]


def game_file(path: str | Path) -> Path | None:
    """Return the game file beside a level file; None when there is none."""
    path = Path(path)
    match = _LEVEL_FILE.fullmatch(path.stem)
    if match is None or not path.parent.is_dir():
        return None
    beside = sorted(other for other in path.parent.iterdir() if other.stem == match["game"] and other.is_file())
    return next((other for other in beside if is_game(read_file(other))), None)


def check_file(path: str | Path) -> list[Problem]:
    """Return all that is to be said about a file; a level is checked against the game beside it, if there is one."""
    text = read_file(path)
    game = None
    if not is_game(text) and (beside := game_file(path)):
        game = parse_text(read_file(beside), str(beside)).game
    return check_text(text, str(path), game)


def load_files(
    game_path: str | Path, level_path: str | Path | None = None, number: int = 0
) -> tuple[GameDef, LevelDef]:
    """Return the game and a level of it: of a file, of the game's own file, or the *number*-th file beside it."""
    game_text = read_file(game_path)
    if level_path is None and not split_text(game_text)[1]:
        beside = level_files(game_path)
        level_path = beside[number] if 0 <= number < len(beside) else None
    level_text = None if level_path is None else read_file(level_path)
    return load_text(game_text, level_text, game_source=str(game_path), level_source=str(level_path), number=number)


def _join(rows: Iterable[str]) -> str:
    return "".join(f"{row}\n" for row in rows)


def _failed(problems: Iterable[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)
