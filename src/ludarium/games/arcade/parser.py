"""Game and level text to definitions, read as the reference reads them, with everything odd told at its place.

The lines form a tree by indent: a line is a child of the nearest earlier line with a smaller indent. The first line is
the game, its children are the sections, theirs the definitions. What the words mean is checked in `checks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from ludarium.core.errors import nearest
from ludarium.games.arcade import checks
from ludarium.games.arcade.definition import (
    GameDef,
    InteractionDef,
    LevelDef,
    Params,
    Place,
    SpriteDef,
    TerminationDef,
    Value,
)
from ludarium.games.arcade.lexer import Line, Token, lex, split_lines
from ludarium.games.arcade.problems import Problem, Report
from ludarium.games.arcade.vocabulary import AVATARS

SPRITES, MAPPING, RULES, ENDINGS = "SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet"
SECTIONS = (SPRITES, MAPPING, RULES, ENDINGS)
MOST_NESTED = 50
PARAMETERS = "ParameterSet"  # of the reference's game spaces, which are outside


@dataclass(slots=True, eq=False)
class Node:
    """A line and the lines below it; `section` is the last section header before it, as the reference counts them."""

    line: Line
    section: str
    indent: int
    depth: int = 0
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return the first word."""
        return self.line.tokens[0].text

    @property
    def place(self) -> Place:
        """Return the place of the first word."""
        return self.line.place

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse_game(text: str, source: str = "game") -> tuple[GameDef | None, list[Problem]]:
    """Read a game; None when there is an error among the problems."""
    rows = split_lines(text)
    report = Report(source, rows)
    lines = lex(rows)
    if not lines:
        report.error(Place(1, 1), "an empty text is no game; a game starts with a line 'BasicGame'")
        return None, report.problems()
    game = _GameReader(report, _tree(lines, report)).read(source)
    checks.check_game(game, report)
    return (None if report.failed else game), report.problems()


def parse_level(
    text: str, source: str = "level", game: GameDef | None = None, first_line: int = 1
) -> tuple[LevelDef | None, list[Problem]]:
    """Read a level; None when there is an error among the problems.

    The level is as wide as its first row: shorter rows are filled with blanks, longer ones cut. Without its game only
    the shape is checked. *first_line* is where the text starts in its file.
    """
    rows = split_lines(text)
    report = Report(source, rows, first_line)
    width = len(rows[0]) if rows else 0
    level = LevelDef(source, tuple(row.ljust(width)[:width] for row in rows), width, len(rows))
    checks.check_level(level, rows, report, first_line)
    if game is not None and width:
        checks.check_cells(level, game, report, first_line)
    return (None if report.failed else level), report.problems()


def _tree(lines: Sequence[Line], report: Report) -> Node:
    """Hang every line below the nearest earlier one with a smaller indent; return the first, which is the root."""
    section = ""
    headers = {name.lower(): name for name in (*SECTIONS, PARAMETERS)}
    root = last = Node(lines[0], section, lines[0].indent)
    for line in lines[1:]:
        header = headers.get(line.tokens[0].text.lower()) if len(line.tokens) == 1 else None
        section = header or section
        node = Node(line, section, line.indent)
        above: Node | None = last
        while above is not None and above.indent >= node.indent:
            above = above.parent
        if header and above not in (None, root):
            report.error(
                line.place,
                f"'{node.name}' is indented below line {above.line.number} and would not be read as a section; "
                "sections stand below the first line, and a tab counts like one blank",
            )
            above, node.indent = root, min(child.indent for child in root.children)
        if above is None:
            report.error(
                line.place,
                f"'{node.name}' is not indented below '{root.name}'; everything belongs below the first line",
            )
            above = root
        if above.depth >= MOST_NESTED and above.parent is not None:
            report.error(line.place, f"more than {MOST_NESTED} lines are indented below each other")
            above = above.parent
        node.parent, node.depth = above, above.depth + 1
        above.children.append(node)
        last = node
    return root


@dataclass(slots=True)
class _Words:
    """A line taken apart: bare words, `key=value` pairs, and whether a '>' stands among them."""

    bare: list[Token]
    params: dict[str, Value]
    arrow: bool


@dataclass(slots=True)
class _Types:
    """What the SpriteSet defines so far; dictionaries keep the order of first definition."""

    made: dict[str, SpriteDef]
    singletons: set[str]
    order: list[str]


class _GameReader:
    """Reads the tree of one game, section by section."""

    def __init__(self, report: Report, root: Node) -> None:
        self.report, self.root = report, root
        here = root.place
        wall = {"color": Value("DARKGRAY", here)}
        self.types = _Types(
            {
                "wall": SpriteDef("wall", 0, "Immovable", wall, (), True, False, here, ("wall",)),
                "avatar": SpriteDef("avatar", 1, "MovingAvatar", {}, (), True, False, here, ("avatar",)),
            },
            set(),
            ["wall", "avatar"],
        )
        self.mapping: dict[str, tuple[str, ...]] = {"w": ("wall",), "A": ("avatar",)}
        self.mapped: dict[str, tuple[Token, ...]] = {}
        self.rules: list[InteractionDef] = []
        self.written: list[tuple[list[Token], Token]] = []  # of each rule: the names before the '>', and the effect
        self.endings: list[TerminationDef] = []

    def read(self, source: str) -> GameDef:
        """Return the game as far as it can be read; errors are in the report."""
        first = self._words(self.root.line.tokens[1:])
        self._check_head(first)
        seen: dict[str, Node] = {}
        for node in self.root.children:
            if node.name in SECTIONS and len(node.line.tokens) == 1:
                self._check_section(node, seen)
                seen.setdefault(node.name, node)
                match node.name:
                    case "SpriteSet":
                        self._sprites(node.children, None, {}, ())
                    case "LevelMapping":
                        self._mappings(node.children)
                    case "InteractionSet":
                        self._rules(node.children)
                    case _:
                        self._endings(node.children)
            else:
                self._stray(node)
        self._check_missing(seen)
        if SPRITES in seen and not any(sprite.kind in AVATARS for sprite in self.types.made.values()):
            self.report.error(
                seen[SPRITES].place, "no type has the class of an avatar (MovingAvatar or another): nobody can play"
            )
        self._check_rules(seen)
        checks.check_mapping(self.mapped, self.types.made, self.report)
        order = [name for name in self.types.order if name != "avatar"] + ["avatar"]
        return GameDef(
            source,
            first.params,
            tuple(self.types.made.values()),
            tuple(order),
            self.mapping,
            tuple(self.rules),
            tuple(self.endings),
        )

    # -- the sections

    def _sprites(
        self, nodes: Sequence[Node], kind: str | None, inherited: Params, parents: tuple[str, ...]
    ) -> list[str]:
        """Define the types of one group and, below them, their children; *kind* is what the ancestors say.

        Return all names defined, in order and once each.
        """
        below: dict[str, None] = {}
        for index, node in enumerate(nodes):
            words = self._words(node.line.tokens[1:])
            if not words.arrow:
                self._no_arrow(node, nodes[index + 1 :])
                break
            own = words.bare[-1].text if words.bare else None
            self._surplus(words.bare, "class")
            if own is not None and kind is not None and own != kind and not node.children:
                self.report.warning(
                    words.bare[-1].place,
                    f"'{node.name}' is {checks.a(kind)}, not {checks.a(own)}: the class that an ancestor names wins",
                )
            params = {**inherited, **words.params}
            if words.params.get("singleton", Value("", node.place)).text.lower() == "true":
                self.types.singletons.add(node.name)
            if own is not None and (kind is None or node.children):
                checks.check_class(words.bare[-1], self.report)
            defined = self._define(node, kind or own or "", params, parents)
            subtypes = dict.fromkeys((*parents, node.name))
            if node.children:
                subtypes |= dict.fromkeys(self._sprites(node.children, own or kind, params, (*parents, node.name)))
            if self.types.made[node.name] is defined:
                self.types.made[node.name] = replace(defined, subtypes=tuple(subtypes))
            below |= subtypes
        return [name for name in below if name not in parents]

    def _define(self, node: Node, kind: str, params: Params, parents: tuple[str, ...]) -> SpriteDef:
        name, made, leaf = node.name, self.types.made, not node.children
        before = made.get(name)
        if before is not None and before.place != self.root.place:
            self.report.warning(
                node.place,
                f"'{name}' is defined a second time (first on line {before.place.line}); "
                "this definition replaces the first, which only keeps its place in the numbering",
            )
        type_id = before.type_id if before else len(made)
        made[name] = SpriteDef(name, type_id, kind, params, parents, leaf, name in self.types.singletons, node.place)
        if leaf:
            if name in self.types.order:
                self.types.order.remove(name)
            self.types.order.append(name)
        return made[name]

    def _mappings(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            tokens = node.line.tokens
            self._ignored_below(node, "a mapping")
            if len(node.name) > 1:
                self.report.warning(
                    node.place, f"a level is drawn with single characters: '{node.name}' maps '{node.name[0]}' alone"
                )
            if len(tokens) == 1:
                self.report.warning(node.place, f"'{node.name}' maps nothing; write '{node.name[0]} > TYPE'")
                continue
            if tokens[1].text != ">":
                self.report.warning(
                    tokens[1].place,
                    f"'{tokens[1].text}' stands where a '>' with a blank on both sides belongs, and is not read",
                )
            letter = node.name[0]
            if letter in self.mapped:
                self.report.warning(node.place, f"'{letter}' is mapped a second time; this line replaces the first")
            self.mapped[letter] = tokens[2:]
            self.mapping[letter] = tuple(token.text for token in tokens[2:])

    def _rules(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self._ignored_below(node, "a rule")
            tokens = node.line.tokens
            seconds = list(takewhile(lambda token: token.text != ">", tokens[1:]))
            words = self._words(tokens[1 + len(seconds) :])
            if not words.arrow:
                self.report.error(node.place, "a rule has a '>' with a blank on both sides: 'FIRST SECOND > EFFECT'")
            elif not seconds:
                self.report.error(node.place, "a rule names two types before its '>': 'FIRST SECOND > EFFECT'")
            elif not words.bare:
                self.report.error(node.place, "a rule names an effect after its '>': 'FIRST SECOND > EFFECT'")
            else:
                self._surplus(words.bare, "effect")
                names, effect = [tokens[0], *seconds], words.bare[-1]
                first, *others = [self._type_or_word(token) for token in names]
                self.rules.append(InteractionDef(first, tuple(others), effect.text, words.params, node.place))
                self.written.append((names, effect))

    def _type_or_word(self, token: Token) -> str:
        word = token.text.upper()
        return word if word in checks.WORDS and token.text not in self.types.made else token.text

    def _endings(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self._ignored_below(node, "an ending")
            words = self._words(node.line.tokens[1:])
            for word in words.bare:
                self.report.warning(word.place, f"'{word.text}' is not read here: an ending has parameters only")
            self.endings.append(TerminationDef(node.name, words.params, node.place))

    # -- lines

    def _words(self, tokens: Sequence[Token]) -> _Words:
        """Take a line apart; a later value of the same key wins."""
        words = _Words([], {}, False)
        for token in tokens:
            if "=" in token.text:
                self._pair(token, words.params)
            elif token.text == ">":
                words.arrow = True
            else:
                words.bare.append(token)
        return words

    def _pair(self, token: Token, params: dict[str, Value]) -> None:
        key, _, right = token.text.partition("=")
        value, _, rest = right.partition("=")
        if not right.strip("="):
            self.report.error(token.place, f"'{token.text}' has no value; write KEY=VALUE without blanks")
            return
        if rest:
            self.report.warning(token.place, f"only the first value counts: '{token.text}' is read as '{key}={value}'")
        if key in params:
            self.report.warning(token.place, f"'{key}' is given twice on this line; the last one counts")
        params[key] = Value(value, Place(token.place.line, token.place.column + len(key) + 1))

    def _surplus(self, bare: Sequence[Token], what: str) -> None:
        for token in bare[:-1]:
            self.report.warning(
                token.place,
                f"'{token.text}' is not read: the last bare word of a line is its {what} ('{bare[-1].text}')",
            )

    def _no_arrow(self, node: Node, rest: Sequence[Node]) -> None:
        lost = f", nor are the {len(rest)} definitions after it in its group" if rest else ""
        self.report.warning(
            node.place, f"'{node.name}' is not read, for lack of a '>' with a blank on both sides{lost}"
        )

    def _ignored_below(self, node: Node, what: str) -> None:
        for child in node.children:
            for lost in child.walk():
                self.report.warning(
                    lost.place, f"this line is indented below {what} (line {node.line.number}) and is not read"
                )

    # -- the whole

    def _check_rules(self, seen: dict[str, Node]) -> None:
        order = checks.RuleOrder()
        for rule, (names, effect) in zip(self.rules, self.written, strict=True):
            if SPRITES in seen:
                checks.check_rule(names, effect, rule.params, self.types.made, order, self.report)

    def _check_head(self, first: _Words) -> None:
        name = self.root.name
        if name == "GameSpace":
            self.report.error(
                self.root.place, "a GameSpace (a game with free parameters) is outside; write 'BasicGame'"
            )
        elif name != "BasicGame":
            self.report.error(
                self.root.place,
                f"a game starts with a line 'BasicGame', not with '{name}'{nearest(name, ['BasicGame'])}",
            )
        for word in first.bare:
            self.report.warning(word.place, f"'{word.text}' is not read: the first line has parameters only")

    def _check_section(self, node: Node, seen: dict[str, Node]) -> None:
        if node.name in seen:
            where = f"(the first is on line {seen[node.name].line.number})"
            if node.name == SPRITES:
                self.report.error(node.place, f"a second SpriteSet {where} would wipe out the first; join them")
            else:
                self.report.warning(node.place, f"a second {node.name} {where}; its lines come after the first one's")
        if node.name in (RULES, ENDINGS) and SPRITES not in seen:
            self.report.error(node.place, f"{node.name} stands before the SpriteSet; it uses types that come later")

    def _stray(self, node: Node) -> None:
        name = node.name
        if name == PARAMETERS:
            self.report.error(node.place, "a ParameterSet (a game with free parameters) is outside; write the values")
        elif name in SECTIONS:
            extra = node.line.tokens[1]
            self.report.error(extra.place, f"'{name}' stands alone on its line; '{extra.text}' does not belong here")
        elif not node.section or len(node.line.tokens) == 1:
            self.report.error(
                node.place, f"'{name}' is no section; a game has {', '.join(SECTIONS)}{nearest(name, SECTIONS)}"
            )
        elif node.section == RULES:
            self.report.error(node.place, "this rule is indented like a section; nothing after it would be read")
        else:
            for lost in node.walk():
                self.report.warning(lost.place, "this line is indented like a section, or below such a line: not read")

    def _check_missing(self, seen: dict[str, Node]) -> None:
        effects = {
            MAPPING: "a level can only use 'w' (wall) and 'A' (avatar)",
            RULES: "sprites pass through each other",
            ENDINGS: "the game is lost when the time is out, after 2001 ticks",
        }
        if SPRITES not in seen:
            self.report.error(self.root.place, "the SpriteSet is missing: there is nothing to play with")
        for name, effect in effects.items():
            if name not in seen:
                self.report.warning(self.root.place, f"the {name} is missing: {effect}")
