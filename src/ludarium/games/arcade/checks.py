"""What the words of a game mean to the engine: names, parameters and values against the vocabulary.

The rule for every sentence here: what the reference plays all the same is a warning that says the effect; what it
cannot play, or what is outside the engine, is an error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ludarium.core.errors import nearest
from ludarium.games.arcade import vocabulary as v
from ludarium.games.arcade.definition import GameDef, LevelDef, Params, Place, SpriteDef, TerminationDef, Value
from ludarium.games.arcade.lexer import Token
from ludarium.games.arcade.problems import Report

Types = Mapping[str, SpriteDef]

WORDS = ("EOS", "TIME")  # stand in a rule where a type would
MOST_REPEATS = 1000
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "True or False",
    "direction": "UP, DOWN, LEFT, RIGHT or NONE",
    "colour": "the name of a colour",
    "flag": "True or False",
    "effect": "the name of an effect",
    "type": "the name of a type",
    "make": "the name of a type",
    "types": "names of types with commas between",
    "makes": "names of types with commas between",
    "text": "a text",
    "score": "a whole number",
}
OUTSIDE = {
    "physicstype": v.CONTINUOUS,
    "no_players": "the engine plays games of one player",
    "no_counters": "counters belong to games of two players",
    "use_counter": "counters belong to games of two players",
    "compare": "counters belong to games of two players",
}
IDLE = {
    "prob": "its effect is certain: chance is for the spawn effects and attractGaze",
    "stype2": "the reference reads stype1 in its place, so that this sprite never flees",
    "stype": "stypeMissile says what is created",
}
UNDEFINED = {  # what the reference does about a name that it does not know, where it plays on
    ("Portal", "stype"): "teleportToExit does nothing here",
    ("Spreader", "stype"): "it spreads itself",
    ("ShootAvatar", "ammo"): "it can never shoot",
    ("OngoingShootAvatar", "ammo"): "it can never shoot",
    ("FlakAvatar", "ammo"): "it can never shoot",
    ("undoAll", "notStype"): "it is not spared",
    ("killIfOtherHasMore", "resource"): "everybody has 0 of it",
    ("collectResourceIfHeld", "heldResource"): "everybody has 0 of it",
    ("BasicGame", "obs"): "it stops nobody",
}


def _nearest_played(name: str, words: Mapping[str, v.Word]) -> str:
    return nearest(name, [known for known, word in words.items() if not word.outside])


def a(name: str) -> str:
    """Return a class with its article: a Missile, an Immovable."""
    return f"an {name}" if name[:1] in "AEIOU" else f"a {name}"


# -- sprites


def check_class(token: Token, report: Report) -> None:
    """Say what is wrong with the class that a line names."""
    word = v.SPRITES.get(token.text)
    if word is None:
        report.error(token.place, f"'{token.text}' is no class of sprites{_nearest_played(token.text, v.SPRITES)}")
    elif word.outside:
        report.error(token.place, f"{token.text} is outside: {word.outside}")


def check_game(game: GameDef, report: Report) -> None:
    """Check the types, the first line and the endings of a game."""
    types = {sprite.name: sprite for sprite in game.sprites}
    _check_params(v.GAME, v.GAME.params, game.params, types, report)
    _check_sprites(game, types, report)
    for ending in game.terminations:
        _check_ending(ending, types, report)


def _check_sprites(game: GameDef, types: Types, report: Report) -> None:
    """Check every parameter once, for the classes of the leaves that it comes down to."""
    readers: dict[tuple[str, Value], list[v.Word]] = {}
    for sprite in game.sprites:
        if sprite.name in WORDS:
            report.error(sprite.place, f"'{sprite.name}' is a word of the language; a type needs another name")
        word = v.SPRITES.get(sprite.kind)
        if not sprite.leaf:
            continue
        if word is None:
            if not sprite.kind:
                report.warning(sprite.place, f"'{sprite.name}' has no class: nothing of this type can be created")
            continue
        for key, value in sprite.params.items():
            readers.setdefault((key, value), []).append(word)
        _check_needed(f"'{sprite.name}' is {a(word.name)}, which", word, sprite.params, sprite.place, report)
        if word.name.startswith(("Path", "RandomPath")) and "obs" not in game.params:
            report.error(
                sprite.place,
                f"'{sprite.name}' is {a(word.name)}, which finds its way only if the first line has 'obs=TYPE,…'",
            )
    for (key, value), words in readers.items():
        word = next((word for word in words if key in word.params), words[0])
        _check_param(word, word.params, key, value, types, report)


# -- rules


def check_rule(
    names: Sequence[Token], effect: Token, params: Params, types: Types, before: RuleOrder, report: Report
) -> None:
    """Check one line of the InteractionSet: first and second names, effect, parameters, and when it runs."""
    known = all(_known_in_rule(token, types, report) for token in names)
    word = v.EFFECTS.get(effect.text)
    if word is None:
        report.error(
            effect.place,
            f"'{effect.text}' is no effect, and nothing after it would be read"
            f"{_nearest_played(effect.text, v.EFFECTS)}",
        )
        return
    if word.outside:
        report.error(effect.place, f"{effect.text} is outside: {word.outside}")
        return
    special = {name for token in names if (name := _word(token, types))}
    table = dict(word.params)
    if "TIME" in special:
        table |= v.TIMED
        _check_time(names, table, params, report)
    if word.name == "addTimer":
        table |= _check_timer(effect, params, report)
    _check_params(word, table, params, types, report)
    _check_needed(effect.text, word, params, effect.place, report)
    if special and word.second:
        where = " or ".join(sorted(special))
        report.warning(
            effect.place,
            f"{effect.text} needs two sprites and does nothing at {where}; its scoreChange counts all the same",
        )
    if special and all(_word(token, types) for token in names):
        report.error(names[0].place, f"a rule with {names[0].text.upper()} names a type too: 'TYPE EOS > EFFECT'")
    elif known:
        _check_resource(names, effect, params, types, report)
        before.add(names, types, report)


def _word(token: Token, types: Types) -> str:
    return token.text.upper() if token.text.upper() in WORDS and token.text not in types else ""


def _known_in_rule(token: Token, types: Types, report: Report) -> bool:
    if token.text in types or _word(token, types):
        return True
    hint = nearest(token.text, [*types, *WORDS])
    report.error(
        token.place, f"'{token.text}' is not defined in the SpriteSet, and nothing after it would be read{hint}"
    )
    return False


def _check_time(names: Sequence[Token], table: Mapping[str, v.Param], params: Params, report: Report) -> None:
    if len(names) != 2 or sum(token.text.upper() == "TIME" for token in names) != 1:
        report.error(names[0].place, "a TIME rule names one type: 'TYPE TIME > EFFECT'")
    said = v.settings(v.Word("", table), params)
    timer = said["timer"]
    if said["repeating"] and isinstance(timer, int) and timer < 1:
        place = params["timer"].place if "timer" in params else params["repeating"].place
        report.error(place, "a repeating TIME rule needs 'timer' of 1 or more; it would never leave its first tick")


def _check_timer(effect: Token, params: Params, report: Report) -> Mapping[str, v.Param]:
    """Return what the delayed effect reads; it runs without sprites."""
    name = params.get("ftype")
    if name is None:
        return {}
    word = v.EFFECTS.get(name.text)
    if word is None:
        hint = _nearest_played(name.text, v.EFFECTS)
        report.error(name.place, f"'{name.text}' is no effect, and addTimer cannot run it{hint}")
        return {}
    if word.outside:
        report.error(name.place, f"{name.text} is outside: {word.outside}")
        return {}
    if word.first or word.second:
        report.warning(name.place, f"{name.text} needs a sprite, and a timer has none: it will do nothing")
    _check_needed(f"{name.text} (by addTimer)", word, params, effect.place, report)
    return word.params


def _check_resource(names: Sequence[Token], effect: Token, params: Params, types: Types, report: Report) -> None:
    """Tell where a resource effect meets no Resource."""
    first = types.get(names[0].text)
    if effect.text.startswith("collectResource") and first is not None and not _holds_resource(first, types):
        report.warning(
            effect.place, f"'{first.name}' is no Resource: {effect.text} does nothing, but its scoreChange counts"
        )
    if effect.text == "changeResource" and "resource" in params:
        held = types.get(params["resource"].text)
        value = v.settings(v.EFFECTS["changeResource"], params)["value"]
        if held is not None and held.kind != "Resource" and isinstance(value, int) and value > 0:
            report.warning(
                params["resource"].place, f"'{held.name}' is no Resource, so that its limit is 0: it never grows"
            )


def _holds_resource(sprite: SpriteDef, types: Types) -> bool:
    return any(types[name].kind in v.RESOURCES for name in sprite.subtypes if name in types)


class RuleOrder:
    """When rules run: all effects of a pair run together, where the pair came first."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], int] = {}
        self._lines: list[tuple[int, frozenset[tuple[str, str]]]] = []
        self._edges: dict[str, int] = {}

    def add(self, names: Sequence[Token], types: Types, report: Report) -> None:
        """Take in a rule; warn when it runs elsewhere than it stands, or more than once."""
        first, line = names[0], names[0].place.line
        new: set[tuple[str, str]] = set()
        for second in names[1:]:
            words = _word(first, types), _word(second, types)
            if "EOS" in words:
                self._at_edge(second if words[0] else first, report)
            elif not any(words):
                pair = (first.text, second.text)
                if pair not in self._last:
                    new.add(pair)
                elif between := [n for n, added in self._lines if n > self._last[pair] and added]:
                    report.warning(
                        second.place,
                        f"'{first.text} {second.text}' has a rule on line {self._last[pair]}: this effect runs right "
                        f"after it, before the rules of {_lines(between)}",
                    )
                self._last[pair] = line
        self._lines.append((line, frozenset(new)))

    def _at_edge(self, token: Token, report: Report) -> None:
        if token.text in self._edges:
            report.warning(
                token.place,
                f"'{token.text}' has an EOS rule on line {self._edges[token.text]}: each of its EOS effects then runs "
                "once for every such line",
            )
        self._edges.setdefault(token.text, token.place.line)


def _lines(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    if len(numbers) > 4:
        return f"lines {', '.join(map(str, numbers[:3]))} and {len(numbers) - 3} more"
    return f"lines {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


# -- endings and parameters


def _check_ending(ending: TerminationDef, types: Types, report: Report) -> None:
    word = v.ENDINGS.get(ending.kind)
    if word is None:
        report.error(
            ending.place,
            f"'{ending.kind}' is no ending, and none after it would be read{_nearest_played(ending.kind, v.ENDINGS)}",
        )
        return
    if word.outside:
        report.error(ending.place, f"{ending.kind} is outside: {word.outside}")
        return
    _check_params(word, word.params, ending.params, types, report)
    _check_needed(ending.kind, word, ending.params, ending.place, report)
    if "win" not in ending.params:
        report.warning(ending.place, f"{ending.kind} does not say 'win': the game is lost by it")


def _check_needed(what: str, word: v.Word, params: Params, place: Place, report: Report) -> None:
    for param in word.params.values():
        if param.use == "needed" and param.name not in params:
            report.error(place, f"{what} needs '{param.name}', {KINDS[param.kind]}")


def _check_params(word: v.Word, table: Mapping[str, v.Param], params: Params, types: Types, report: Report) -> None:
    for key, value in params.items():
        _check_param(word, table, key, value, types, report)


def _check_param(
    word: v.Word, table: Mapping[str, v.Param], key: str, value: Value, types: Types, report: Report
) -> None:
    """Check one `key=value` of a line."""
    here = Place(value.place.line, value.place.column - len(key) - 1)
    param = table.get(key)
    if param is None:
        known = [name for name, other in table.items() if other.use != "idle"]
        report.warning(here, f"{word.name} has no parameter '{key}': it is not read{nearest(key, known)}")
        return
    said = v.read(param, value.text)
    if param.use == "idle" or param.kind == "object":
        why = IDLE.get(key, "the rules of a grid game do not read it")
        report.warning(here, f"'{key}' has no effect on {word.name}: {why}")
    elif said is None:
        _check_mismatch(word, param, value, report)
    elif param.use == "outside" and said != v.read(param, param.default):
        why = OUTSIDE.get(key, "the engine does not play it")
        report.error(here, f"'{key}={value.text}' is outside: {why}")
    else:
        _check_value(word, param, value, said, types, report)


def _check_mismatch(word: v.Word, param: v.Param, value: Value, report: Report) -> None:
    """Say what happens to a value of the wrong sort: the reference leaves the default, without a word."""
    wanted, sort = KINDS[param.kind], v.sort_of(param.name, value.text)[0]
    taken = "" if sort == "text" else f" (it is read as {_SORTS[sort]})"
    if param.use == "needed":
        report.error(value.place, f"'{param.name}' of {word.name} is {wanted}, not '{value.text}'{taken}")
        return
    stays = param.default or "none"
    hint = nearest(
        value.text, v.DIRECTIONS if param.kind == "direction" else v.COLOURS if param.kind == "colour" else ()
    )
    report.warning(
        value.place,
        f"'{param.name}' of {word.name} is {wanted}, not '{value.text}'{taken}: the default ({stays}) stays{hint}",
    )


_SORTS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "direction": "a direction",
    "colour": "a colour",
}


def _check_value(word: v.Word, param: v.Param, value: Value, said: v.Setting, types: Types, report: Report) -> None:
    """Check a value of the right sort: names that exist, numbers that make sense."""
    key, text = param.name, value.text
    if param.kind in ("type", "make", "types", "makes"):
        column = value.place.column
        for name in v.names(text) if param.kind in ("types", "makes") else [text]:
            _check_type(word, param, name, Place(value.place.line, column), types, report)
            column += len(name) + 1
    elif param.kind == "effect" and text not in v.EFFECTS and word.name == "shieldFrom":
        report.warning(value.place, f"'{text}' is no effect: it shields from nothing{_nearest_played(text, v.EFFECTS)}")
    elif param.kind == "flag" and text.split(",")[0].lower() not in ("true", "false"):
        report.warning(value.place, f"'{key}' is True or False: '{text}' counts as False")
    elif param.kind == "score" and v.sort_of("", text.split(",")[0])[0] != "int":
        report.warning(value.place, f"'{key}' is a whole number: '{text}' counts as 0")
    elif isinstance(said, float) and not math.isfinite(said):
        report.error(value.place, f"'{key}' is a finite number, not '{text}'")
    elif key == "square_size" and isinstance(said, int) and said < 1 and said != -1:
        report.error(value.place, f"'square_size' is the side of a cell in pixels, 1 or more, not {text}")
    elif key == "repeat" and isinstance(said, int) and said < 1:
        report.warning(value.place, f"a rule that is repeated {text} times never runs")
    elif key == "repeat" and isinstance(said, int) and said > MOST_REPEATS:
        report.error(value.place, f"a rule is repeated {MOST_REPEATS} times at most, not {text}")


def _check_type(word: v.Word, param: v.Param, name: str, place: Place, types: Types, report: Report) -> None:
    sprite = types.get(name)
    if sprite is None:
        hint = nearest(name, types)
        effect = UNDEFINED.get((word.name, param.name))
        if effect is None:
            report.error(place, f"'{name}' ({param.name} of {word.name}) is not defined in the SpriteSet{hint}")
        else:
            report.warning(place, f"'{name}' ({param.name} of {word.name}) is not defined: {effect}{hint}")
    elif param.kind in ("make", "makes"):
        check_made(sprite, place, report)


def check_made(sprite: SpriteDef, place: Place, report: Report) -> None:
    """Check a type of which sprites are to be created."""
    if not sprite.kind:
        report.error(place, f"'{sprite.name}' has no class and cannot be created; name a type below it that has one")
    elif not sprite.leaf and sprite.name not in ("wall", "avatar"):  # these two are updated in any case
        report.warning(
            place, f"'{sprite.name}' is a group: what is created of it takes part in rules, but never moves or acts"
        )


# -- levels


def check_mapping(mapped: Mapping[str, Iterable[Token]], types: Types, report: Report) -> None:
    """Check the types that the LevelMapping names."""
    for letter, tokens in mapped.items():
        for token in tokens:
            sprite = types.get(token.text)
            if sprite is None or not sprite.kind:
                why = "is not defined in the SpriteSet" if sprite is None else "has no class"
                hint = nearest(token.text, types) if sprite is None else ""
                report.warning(token.place, f"'{token.text}' {why}: a level with '{letter}' cannot be played{hint}")
            else:
                check_made(sprite, token.place, report)


def check_level(level: LevelDef, rows: Sequence[str], report: Report, first_line: int) -> None:
    """Check the shape of a level; *rows* are as written, and start on *first_line* of their file."""
    if not level.width:
        why = "the first row is empty, and it gives the width" if rows else "an empty text is no level"
        report.error(Place(first_line, 1), f"{why}; a level is rows of characters")
        return
    for number, row in enumerate(rows, first_line):
        if len(row) < level.width:
            report.warning(
                Place(number, len(row) + 1),
                f"this row has {len(row)} of {level.width} cells; blanks are added at its end",
            )
        elif len(row) > level.width:
            report.warning(
                Place(number, level.width + 1),
                f"this row has {len(row)} cells; the first row gives the width, so that {level.width} remain",
            )


def check_cells(level: LevelDef, game: GameDef, report: Report, first_line: int) -> None:
    """Check what a level draws against the mapping of its game."""
    types = {sprite.name: sprite for sprite in game.sprites}
    cells: dict[str, list[Place]] = {}
    for number, row in enumerate(level.rows, first_line):
        for column, letter in enumerate(row, 1):
            cells.setdefault(letter, []).append(Place(number, column))
    avatars: list[Place] = []
    for letter, places in cells.items():
        often = "" if len(places) == 1 else f" (here and in {len(places) - 1} more)"
        if letter not in game.mapping and letter != " ":
            shown = letter if letter.isprintable() else f"U+{ord(letter):04X}"
            why = "; in a game text '#' starts a comment and cannot be mapped" if letter == "#" else ""
            report.warning(places[0], f"'{shown}' is not in the LevelMapping: the cell stays empty{often}{why}")
        for name in game.mapping.get(letter, ()):
            sprite = types.get(name)
            if sprite is None or not sprite.kind:
                why = "is not defined in the SpriteSet" if sprite is None else "has no class"
                report.error(places[0], f"'{letter}' draws '{name}', which {why}{often}")
            elif sprite.kind in v.AVATARS:
                avatars += places
    _check_avatars(avatars, game, types, report, first_line)


def _check_avatars(places: list[Place], game: GameDef, types: Types, report: Report, first_line: int) -> None:
    if not places:
        letters = [
            letter
            for letter, names in game.mapping.items()
            if any(name in types and types[name].kind in v.AVATARS for name in names)
        ]
        shown = " or ".join(f"'{letter}'" for letter in letters) or "no character"
        report.error(Place(first_line, 1), f"there is no avatar in this level; {shown} draws one")
    for place in sorted(places, key=lambda place: (place.line, place.column))[1:]:
        report.warning(place, "a second avatar: only the first one, row by row, stays")
