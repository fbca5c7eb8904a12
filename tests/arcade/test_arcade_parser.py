"""Games and levels from text: what they mean, and every sentence about what is odd in them."""

import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.games.arcade.definition import Place
from ludarium.games.arcade.parser import parse_game, parse_level
from ludarium.games.arcade.problems import ArcadeProblems, Problem

MAZE = """\
BasicGame square_size=20 key_handler=Pulse
    SpriteSet
        floor > Immovable hidden=True color=GRAY
        gem > Resource limit=3
        walker > speed=0.5 cooldown=2
            slow > RandomNPC cons=2
            fast > Chaser stype=avatar speed=1
        avatar > MovingAvatar
        door > Door
    LevelMapping
        . > floor
        g > floor gem
        s > floor slow
        A > floor avatar
        d > door
    InteractionSet
        walker wall door > stepBack
        gem avatar > collectResource scoreChange=1
        walker EOS > killSprite
        avatar walker > killSprite scoreChange=-1
        door avatar > killIfOtherHasMore resource=gem limit=2
    TerminationSet
        SpriteCounter stype=door win=True
        SpriteCounter stype=avatar win=False
"""


def game_of(text):
    game, problems = parse_game(text, "maze.vgdl")
    assert game is not None, [str(problem) for problem in problems]
    return game


def said(text, pattern=""):
    """Return `severity line:column message` of all problems of a game."""
    return [f"{p.severity} {p.line}:{p.column} {p.message}" for p in parse_game(text, "g")[1] if pattern in p.message]


def small(sprites="", rules="", endings="", mapping="", head="BasicGame"):
    """Return a game with an avatar, a box and a wall, and the given lines; theirs start on lines 5, …"""

    def part(lines):
        return "".join(f"        {line}\n" for line in lines.split("\n") if line.strip())

    return (
        f"{head}\n    SpriteSet\n        avatar > MovingAvatar\n        box > Passive\n{part(sprites)}"
        f"    InteractionSet\n        avatar wall > stepBack\n{part(rules)}"
        f"    LevelMapping\n        b > box\n{part(mapping)}"
        f"    TerminationSet\n        SpriteCounter stype=avatar win=False\n{part(endings)}"
    )


def test_a_plain_game_has_nothing_to_say():
    assert said(small()) == []
    assert said(MAZE) == []


# -- what a game means


def test_types_are_numbered_wall_avatar_then_in_order_of_definition():
    types = {sprite.name: sprite.type_id for sprite in game_of(MAZE).sprites}
    assert types == {
        "wall": 0, "avatar": 1, "floor": 2, "gem": 3, "walker": 4, "slow": 5, "fast": 6, "door": 7,
    }  # fmt: skip
    assert [sprite.type_id for sprite in game_of(MAZE).sprites] == list(range(8))


def test_the_order_has_leaves_only_wall_first_and_avatar_last():
    assert game_of(MAZE).order == ("wall", "floor", "gem", "slow", "fast", "door", "avatar")


def test_a_wall_that_is_defined_stands_where_it_is_defined():
    assert game_of(small("wall > Immovable\ntree > Immovable")).order == ("box", "wall", "tree", "avatar")


def test_wall_and_avatar_exist_without_being_defined():
    wall, avatar = game_of("BasicGame\n SpriteSet\n  box > Passive\n").sprites[:2]
    assert (wall.name, wall.kind, wall.leaf, wall.subtypes) == ("wall", "Immovable", True, ("wall",))
    assert (avatar.name, avatar.kind, avatar.params) == ("avatar", "MovingAvatar", {})
    assert wall.params["color"].text == "DARKGRAY"


def test_parameters_come_down_and_the_child_overrides():
    types = {sprite.name: sprite for sprite in game_of(MAZE).sprites}
    assert {key: value.text for key, value in types["fast"].params.items()} == {
        "speed": "1",
        "cooldown": "2",
        "stype": "avatar",
    }
    assert types["slow"].params["speed"].text == "0.5"
    assert types["slow"].params["speed"].place == Place(5, 24)
    assert types["slow"].parents == ("walker",)
    assert not types["walker"].leaf


def test_a_sibling_inherits_nothing():
    types = {sprite.name: sprite for sprite in game_of(small("a > Missile speed=3\nb > Missile")).sprites}
    assert types["b"].params == {}


def test_the_class_of_an_ancestor_wins():
    text = small("thing > Immovable\n    goal > Door\n    plain >\n    sub > Passive\n        leaf > Missile")
    kinds = {sprite.name: sprite.kind for sprite in game_of(text).sprites}
    # for its children the nearest ancestor that names a class counts, even where that class did not count for itself
    assert kinds["goal"] == "Immovable"
    assert kinds["plain"] == "Immovable"
    assert kinds["sub"] == "Immovable"
    assert kinds["leaf"] == "Passive"
    assert said(text) == [
        "warning 6:20 'goal' is an Immovable, not a Door: the class that an ancestor names wins",
        "warning 9:24 'leaf' is a Passive, not a Missile: the class that an ancestor names wins",
    ]


def test_singleton_stands_on_the_own_line_only():
    types = {s.name: s.singleton for s in game_of(small("red > Passive singleton=TRUE\n    one >\n    two >")).sprites}
    assert (types["red"], types["one"], types["two"]) == (True, False, False)


def test_subtypes_are_ancestors_itself_and_all_below():
    text = small("a > Immovable\n    b >\n        c >\n        d >\n    e >")
    subtypes = {sprite.name: sprite.subtypes for sprite in game_of(text).sprites}
    assert subtypes["a"] == ("a", "b", "c", "d", "e")
    assert subtypes["b"] == ("a", "b", "c", "d")
    assert subtypes["c"] == ("a", "b", "c")


def test_a_second_definition_replaces_the_first_and_keeps_its_number():
    text = small("one > Missile\n    a >\ntwo > Immovable\none > Passive\n    b >")
    types = {sprite.name: sprite for sprite in game_of(text).sprites}
    assert (types["one"].type_id, types["one"].kind) == (3, "Passive")
    assert types["one"].subtypes == ("one", "b")
    assert types["a"].parents == ("one",)
    assert said(text) == [
        "warning 8:9 'one' is defined a second time (first on line 5); this definition replaces the first, "
        "which only keeps its place in the numbering"
    ]


def test_the_last_definition_of_a_leaf_gives_its_place_in_the_order():
    assert game_of(small("one > Passive\ntwo > Passive\none > Missile")).order == (
        "wall",
        "box",
        "two",
        "one",
        "avatar",
    )


def test_the_mapping_knows_w_and_a():
    assert game_of("BasicGame\n SpriteSet\n  x > Passive").mapping == {"w": ("wall",), "A": ("avatar",)}
    assert game_of(MAZE).mapping["A"] == ("floor", "avatar")
    assert game_of(small(mapping="= > box\nw > box wall")).mapping["="] == ("box",)


def test_a_rule_names_one_first_and_any_number_of_seconds():
    rules = game_of(MAZE).interactions
    assert (rules[0].first, rules[0].seconds, rules[0].effect) == ("walker", ("wall", "door"), "stepBack")
    assert rules[1].params["scoreChange"].text == "1"
    assert rules[2].seconds == ("EOS",)
    assert game_of(small(rules="eos box > killSprite")).interactions[1].first == "EOS"


def test_endings_stand_in_their_order():
    assert [(e.kind, e.params["stype"].text) for e in game_of(MAZE).terminations] == [
        ("SpriteCounter", "door"),
        ("SpriteCounter", "avatar"),
    ]


def test_tabs_odd_blanks_and_comments_are_accepted():
    text = MAZE.replace("        ", "\t\t").replace("    ", "\t").replace(" > ", "   >\t").replace("\n", "  # c\r\n")
    assert said(text) == []
    plain, tabbed = game_of(MAZE), game_of(text)
    assert [s.subtypes for s in plain.sprites] == [s.subtypes for s in tabbed.sprites]
    assert plain.order == tabbed.order


def test_children_hang_below_the_nearest_line_with_a_smaller_indent():
    text = "BasicGame\n  SpriteSet\n      a > Passive\n           b >\n        c >\n     avatar > MovingAvatar\n"
    parents = {sprite.name: sprite.parents for sprite in game_of(text).sprites}
    assert parents == {"wall": (), "avatar": (), "a": (), "b": ("a",), "c": ("a",)}


# -- how a problem reads


def test_a_problem_shows_the_line_and_a_caret():
    (problem,) = parse_game(MAZE.replace("killSprite scoreChange", "\tkillSprit scoreChange"), "maze.vgdl")[1]
    assert str(problem) == (
        "maze.vgdl:20:26: error: 'killSprit' is no effect, and nothing after it would be read; "
        "did you mean 'killSprite'?\n"
        "            avatar walker >  killSprit scoreChange=-1\n"
        "                             ^"
    )


def test_all_problems_are_told_in_the_order_of_the_text():
    text = small("ball > Misile\nghost > Chaser stype=avatr", "bal wall > stepback", "Timeot limit=3 win=True")
    assert said(text) == [
        "error 5:16 'Misile' is no class of sprites; did you mean 'Missile'?",
        "error 6:30 'avatr' (stype of Chaser) is not defined in the SpriteSet; did you mean 'avatar'?",
        "error 9:9 'bal' is not defined in the SpriteSet, and nothing after it would be read; did you mean 'ball'?",
        "error 9:20 'stepback' is no effect, and nothing after it would be read; did you mean 'stepBack'?",
        "error 14:9 'Timeot' is no ending, and none after it would be read; did you mean 'Timeout'?",
    ]
    assert parse_game(text, "g")[0] is None


def test_the_error_that_carries_all_problems():
    problems = parse_game(small("x > Misile speed=a"), "g")[1]
    error = ArcadeProblems([*problems, Problem("warning", "g", 1, 1, "odd", "BasicGame")])
    assert "'Misile' is no class" in str(error)
    assert "odd" not in str(error)
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


# -- the shape of a game

BODY = "    SpriteSet\n        avatar > MovingAvatar\n"
SHAPES = [
    ("", "error 1:1 an empty text is no game; a game starts with a line 'BasicGame'"),
    ("# only a comment\n", "error 1:1 an empty text is no game; a game starts with a line 'BasicGame'"),
    (
        "BasicGam\n" + BODY,
        "error 1:1 a game starts with a line 'BasicGame', not with 'BasicGam'; did you mean 'BasicGame'?",
    ),
    ("GameSpace\n" + BODY, "error 1:1 a GameSpace (a game with free parameters) is outside; write 'BasicGame'"),
    ("BasicGame fast\n" + BODY, "warning 1:11 'fast' is not read: the first line has parameters only"),
    ("BasicGame\n", "error 1:1 the SpriteSet is missing: there is nothing to play with"),
    ("BasicGame\n" + BODY, "warning 1:1 the LevelMapping is missing: a level can only use 'w' (wall) and 'A' (avatar)"),
    ("BasicGame\n" + BODY, "warning 1:1 the InteractionSet is missing: sprites pass through each other"),
    (
        "BasicGame\n" + BODY,
        "warning 1:1 the TerminationSet is missing: the game is lost when the time is out, after 2001 ticks",
    ),
    (
        "BasicGame\n" + BODY + "    Interactions\n",
        "error 4:5 'Interactions' is no section; a game has SpriteSet, LevelMapping, InteractionSet, TerminationSet; "
        "did you mean 'InteractionSet'?",
    ),
    (
        "BasicGame\n    spriteset\n",
        "error 2:5 'spriteset' is no section; a game has SpriteSet, LevelMapping, InteractionSet, TerminationSet; "
        "did you mean 'SpriteSet'?",
    ),
    (
        "BasicGame\n    ParameterSet\n",
        "error 2:5 a ParameterSet (a game with free parameters) is outside; write the values",
    ),
    (
        "BasicGame\n    SpriteSet of sprites\n",
        "error 2:15 'SpriteSet' stands alone on its line; 'of' does not belong here",
    ),
    (
        "BasicGame\nSpriteSet\n    a > Passive\n",
        "error 2:1 'SpriteSet' is not indented below 'BasicGame'; everything belongs below the first line",
    ),
    (
        "BasicGame\n\tSpriteSet\n\t\tavatar > MovingAvatar\n    LevelMapping\n\t\tb > avatar\n",
        "error 4:5 'LevelMapping' is indented below line 3 and would not be read as a section; "
        "sections stand below the first line, and a tab counts like one blank",
    ),
    (
        "BasicGame\n    InteractionSet\n        avatar wall > stepBack\n" + BODY,
        "error 2:5 InteractionSet stands before the SpriteSet; it uses types that come later",
    ),
    (
        "BasicGame\n" + BODY + BODY,
        "error 4:5 a second SpriteSet (the first is on line 2) would wipe out the first; join them",
    ),
    (
        "BasicGame\n" + BODY + "    LevelMapping\n        b > wall\n    LevelMapping\n        c > wall\n",
        "warning 6:5 a second LevelMapping (the first is on line 4); its lines come after the first one's",
    ),
    (
        "BasicGame\n" + BODY + "    InteractionSet\n        avatar wall > stepBack\n    wall avatar > killSprite\n",
        "error 6:5 this rule is indented like a section; nothing after it would be read",
    ),
    (
        "BasicGame\n" + BODY + "    LevelMapping\n        b > wall\n    c > wall\n",
        "warning 6:5 this line is indented like a section, or below such a line: not read",
    ),
    (
        "BasicGame\n    SpriteSet\n        avatar > Immovable\n",
        "error 2:5 no type has the class of an avatar (MovingAvatar or another): nobody can play",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), SHAPES)
def test_the_shape_of_a_game(text, sentence):
    assert sentence in said(text)


# -- lines

LINES = [
    ({"sprites": "rock Passive"}, "warning 5:9 'rock' is not read, for lack of a '>' with a blank on both sides"),
    (
        {"sprites": "rock> Passive\nball > Passive"},
        "warning 5:9 'rock>' is not read, for lack of a '>' with a blank on both sides, "
        "nor are the 1 definitions after it in its group",
    ),
    (
        {"sprites": "rock > Passive Missile"},
        "warning 5:16 'Passive' is not read: the last bare word of a line is its class ('Missile')",
    ),
    ({"sprites": "rock > Passive speed="}, "error 5:24 'speed=' has no value; write KEY=VALUE without blanks"),
    ({"sprites": "rock > Passive speed = 1"}, "error 5:30 '=' has no value; write KEY=VALUE without blanks"),
    (
        {"sprites": "rock > Passive speed=1=2"},
        "warning 5:24 only the first value counts: 'speed=1=2' is read as 'speed=1'",
    ),
    (
        {"sprites": "rock > Passive speed=1 speed=2"},
        "warning 5:32 'speed' is given twice on this line; the last one counts",
    ),
    ({"sprites": "rock >"}, "warning 5:9 'rock' has no class: nothing of this type can be created"),
    ({"sprites": "EOS > Passive"}, "error 5:9 'EOS' is a word of the language; a type needs another name"),
    (
        {"mapping": "bx > box"},
        "warning 9:9 a level is drawn with single characters: 'bx' maps 'b' alone",
    ),
    ({"mapping": "c"}, "warning 9:9 'c' maps nothing; write 'c > TYPE'"),
    (
        {"mapping": "c box wall"},
        "warning 9:11 'box' stands where a '>' with a blank on both sides belongs, and is not read",
    ),
    ({"mapping": "b > wall"}, "warning 9:9 'b' is mapped a second time; this line replaces the first"),
    (
        {"mapping": "c > bx"},
        "warning 9:13 'bx' is not defined in the SpriteSet: a level with 'c' cannot be played; did you mean 'box'?",
    ),
    (
        {"sprites": "rock >", "mapping": "c > rock"},
        "warning 10:13 'rock' has no class: a level with 'c' cannot be played",
    ),
    (
        {"sprites": "rocks > Passive\n    rock >", "mapping": "c > rocks"},
        "warning 11:13 'rocks' is a group: what is created of it takes part in rules, but never moves or acts",
    ),
    ({"mapping": "c > box\n  d > box"}, "warning 10:11 this line is indented below a mapping (line 9) and is not read"),
    ({"rules": "box wall"}, "error 7:9 a rule has a '>' with a blank on both sides: 'FIRST SECOND > EFFECT'"),
    ({"rules": "box > killSprite"}, "error 7:9 a rule names two types before its '>': 'FIRST SECOND > EFFECT'"),
    ({"rules": "box wall >"}, "error 7:9 a rule names an effect after its '>': 'FIRST SECOND > EFFECT'"),
    (
        {"rules": "box wall > stepBack killSprite"},
        "warning 7:20 'stepBack' is not read: the last bare word of a line is its effect ('killSprite')",
    ),
    (
        {"rules": "box wall > stepBack\n  box avatar > stepBack"},
        "warning 8:11 this line is indented below a rule (line 7) and is not read",
    ),
    (
        {"endings": "Timeout > limit=3 win=True"},
        None,
    ),
    (
        {"endings": "Timeout soon limit=3 win=True"},
        "warning 11:17 'soon' is not read here: an ending has parameters only",
    ),
    (
        {"endings": "Timeout limit=3 win=True\n    Timeout limit=4 win=True"},
        "warning 12:13 this line is indented below an ending (line 11) and is not read",
    ),
]


@pytest.mark.parametrize(("parts", "sentence"), LINES)
def test_odd_lines(parts, sentence):
    assert sentence in said(small(**parts)) if sentence else not said(small(**parts))


def test_a_tower_of_indents():
    text = small("\n".join(" " * n + f"t{n} > Passive" for n in range(3000)))
    assert "error 54:58 more than 50 lines are indented below each other" in said(text)


def test_after_a_line_without_arrow_its_group_is_not_read():
    game = game_of(small("rocks > Passive\n    a >\n    b\n    c >\nball > Missile"))
    assert [sprite.name for sprite in game.sprites] == ["wall", "avatar", "box", "rocks", "a", "ball"]


# -- words and values

WORDS = [
    (
        {"sprites": "hero > BirdAvatar"},
        "error 5:16 BirdAvatar is outside: it belongs to continuous physics; the engine plays on the grid",
    ),
    (
        {"sprites": "belt > Conveyor"},
        "error 5:16 Conveyor is outside: no grid game of the reference uses it, and the engine does not play it yet",
    ),
    (
        {"sprites": "rock > Passive sped=2"},
        "warning 5:24 Passive has no parameter 'sped': it is not read; did you mean 'speed'?",
    ),
    (
        {"sprites": "rock > Passive cooldown=1.5"},
        "warning 5:33 'cooldown' of Passive is a whole number, not '1.5' (it is read as a number with a fraction): "
        "the default (1) stays",
    ),
    (
        {"sprites": "rock > Passive speed=quick"},
        "warning 5:30 'speed' of Passive is a number, not 'quick': the default (0) stays",
    ),
    (
        {"sprites": "rock > Missile orientation=UPP"},
        "warning 5:36 'orientation' of Missile is UP, DOWN, LEFT, RIGHT or NONE, not 'UPP': the default (NONE) stays; "
        "did you mean 'UP'?",
    ),
    (
        {"sprites": "rock > Passive color=GREE"},
        "warning 5:30 'color' of Passive is the name of a colour, not 'GREE': the default (RED) stays; "
        "did you mean 'GREEN'?",
    ),
    (
        {"sprites": "rock > Passive portal=1"},
        "warning 5:31 'portal' of Passive is True or False, not '1' (it is read as a whole number): "
        "the default (False) stays",
    ),
    (
        {"sprites": "rock > Passive hidden=yes"},
        "warning 5:31 'hidden' is True or False: 'yes' counts as False",
    ),
    ({"sprites": "rock > Passive speed=Infinity"}, "error 5:30 'speed' is a finite number, not 'Infinity'"),
    (
        {"sprites": "rock > Passive mass=2"},
        "warning 5:24 'mass' has no effect on Passive: the rules of a grid game do not read it",
    ),
    (
        {"sprites": "rock > Passive physicstype=CONT"},
        "error 5:24 'physicstype=CONT' is outside: it belongs to continuous physics; the engine plays on the grid",
    ),
    ({"sprites": "rock > Passive is_npc=True"}, "error 5:24 'is_npc=True' is outside: the engine does not play it"),
    ({"sprites": "rock > Passive is_npc=False physicstype=GRID"}, None),
    ({"head": "BasicGame no_players=2"}, "error 1:11 'no_players=2' is outside: the engine plays games of one player"),
    (
        {"head": "BasicGame no_counters=1"},
        "error 1:11 'no_counters=1' is outside: counters belong to games of two players",
    ),
    ({"head": "BasicGame no_players=1 square_size=-1"}, None),
    (
        {"head": "BasicGame square_size=0"},
        "error 1:23 'square_size' is the side of a cell in pixels, 1 or more, not 0",
    ),
    (
        {"head": "BasicGame obs=wall,bx"},
        "warning 1:20 'bx' (obs of BasicGame) is not defined: it stops nobody; did you mean 'box'?",
    ),
    ({"sprites": "gun > SpawnPoint"}, "error 5:9 'gun' is a SpawnPoint, which needs 'stype', the name of a type"),
    (
        {"sprites": "gun > SpawnPoint stype=7"},
        "error 5:32 'stype' of SpawnPoint is the name of a type, not '7' (it is read as a whole number)",
    ),
    (
        {"sprites": "GOLD > Passive\ngun > SpawnPoint stype=GOLD"},
        "error 6:32 'stype' of SpawnPoint is the name of a type, not 'GOLD' (it is read as a colour)",
    ),
    (
        {"sprites": "gun > BomberRandomMissile stype=box stypeMissile=box,bx"},
        "error 5:62 'bx' (stypeMissile of BomberRandomMissile) is not defined in the SpriteSet; did you mean 'box'?",
    ),
    (
        {"sprites": "gun > BomberRandomMissile stype=box stypeMissile=box"},
        "warning 5:35 'stype' has no effect on BomberRandomMissile: stypeMissile says what is created",
    ),
    ({"sprites": "hole > Portal"}, "error 5:9 'hole' is a Portal, which needs 'stype', the name of a type"),
    (
        {"sprites": "hole > Portal stype=exit"},
        "warning 5:29 'exit' (stype of Portal) is not defined: teleportToExit does nothing here",
    ),
    (
        {"sprites": "dog > PathChaser stype=avatar"},
        "error 5:9 'dog' is a PathChaser, which finds its way only if the first line has 'obs=TYPE,…'",
    ),
    (
        {"sprites": "dog > PathAltChaser stype1=avatar stype2=box", "head": "BasicGame obs=wall"},
        "warning 5:43 'stype2' has no effect on PathAltChaser: the reference reads stype1 in its place, "
        "so that this sprite never flees",
    ),
    (
        {"rules": "box wall > wallBounce"},
        "error 7:20 wallBounce is outside: it belongs to continuous physics; the engine plays on the grid",
    ),
    ({"rules": "box wall > transformTo"}, "error 7:20 transformTo needs 'stype', the name of a type"),
    (
        {"sprites": "rocks >\n    rock > Passive", "rules": "box wall > transformTo stype=rocks"},
        "error 9:38 'rocks' has no class and cannot be created; name a type below it that has one",
    ),
    (
        {"rules": "box wall > killSprite prob=0.5"},
        "warning 7:31 'prob' has no effect on killSprite: its effect is certain: chance is for the spawn effects "
        "and attractGaze",
    ),
    ({"rules": "box wall > spawn stype=box prob=0.5"}, None),
    (
        {"rules": "box wall > killSprite scoreChange=one"},
        "warning 7:43 'scoreChange' is a whole number: 'one' counts as 0",
    ),
    ({"rules": "box wall > killSprite scoreChange=1,-1"}, None),
    ({"rules": "box wall > stepBack repeat=0"}, "warning 7:36 a rule that is repeated 0 times never runs"),
    ({"rules": "box wall > stepBack repeat=5000"}, "error 7:36 a rule is repeated 1000 times at most, not 5000"),
    (
        {"rules": "box wall > stepBack applyScore=False"},
        "error 7:29 'applyScore=False' is outside: the engine does not play it",
    ),
    (
        {"rules": "box EOS > killBoth"},
        "warning 7:19 killBoth needs two sprites and does nothing at EOS; its scoreChange counts all the same",
    ),
    (
        {"rules": "box EOS > stepBack\nbox EOS > killSprite"},
        "warning 8:9 'box' has an EOS rule on line 7: each of its EOS effects then runs once for every such line",
    ),
    ({"rules": "EOS EOS > killSprite"}, "error 7:9 a rule with EOS names a type too: 'TYPE EOS > EFFECT'"),
    ({"rules": "box TIME > killSprite timer=3 repeating=True"}, None),
    ({"rules": "box wall TIME > killSprite timer=3"}, "error 7:9 a TIME rule names one type: 'TYPE TIME > EFFECT'"),
    (
        {"rules": "box TIME > killSprite repeating=True"},
        "error 7:41 a repeating TIME rule needs 'timer' of 1 or more; it would never leave its first tick",
    ),
    ({"rules": "box wall > stepBack timer=3"}, "warning 7:29 stepBack has no parameter 'timer': it is not read"),
    ({"rules": "box wall > addTimer timer=3 ftype=transformToAll stype=box stypeTo=wall"}, None),
    ({"rules": "box wall > addTimer timer=3"}, "error 7:20 addTimer needs 'ftype', the name of an effect"),
    (
        {"rules": "box wall > addTimer ftype=killAl stype=box"},
        "error 7:35 'killAl' is no effect, and addTimer cannot run it; did you mean 'killAll'?",
    ),
    (
        {"rules": "box wall > addTimer ftype=wallStop"},
        "error 7:35 wallStop is outside: it belongs to continuous physics; the engine plays on the grid",
    ),
    (
        {"rules": "box wall > addTimer ftype=killAll"},
        "error 7:20 killAll (by addTimer) needs 'stype', the name of a type",
    ),
    (
        {"rules": "box wall > addTimer ftype=killSprite"},
        "warning 7:35 killSprite needs a sprite, and a timer has none: it will do nothing",
    ),
    (
        {"rules": "box wall > shieldFrom stype=wall ftype=killsprite"},
        "warning 7:48 'killsprite' is no effect: it shields from nothing; did you mean 'killSprite'?",
    ),
    (
        {"rules": "box avatar > collectResource"},
        "warning 7:22 'box' is no Resource: collectResource does nothing, but its scoreChange counts",
    ),
    (
        {"rules": "avatar box > changeResource resource=box"},
        "warning 7:46 'box' is no Resource, so that its limit is 0: it never grows",
    ),
    (
        {"rules": "box wall > killSprite\navatar wall > killSprite"},
        "warning 8:16 'avatar wall' has a rule on line 6: this effect runs right after it, before the rules of line 7",
    ),
    (
        {"rules": "box wall > killSprite\nbox avatar > killSprite\navatar wall > killSprite"},
        "warning 9:16 'avatar wall' has a rule on line 6: this effect runs right after it, "
        "before the rules of lines 7 and 8",
    ),
    ({"rules": "avatar wall > killSprite\nbox wall > killSprite"}, None),
    ({"endings": "SpriteCounter win=True"}, "error 11:9 SpriteCounter needs 'stype', the name of a type"),
    ({"endings": "Timeout limit=9"}, "warning 11:9 Timeout does not say 'win': the game is lost by it"),
    (
        {"endings": "StopCounter stype1=box win=True"},
        "error 11:9 StopCounter is outside: no grid game of the reference uses it, and the engine does not play it yet",
    ),
    (
        {"endings": "Timeout limit=9 win=True use_counter=True"},
        "error 11:34 'use_counter=True' is outside: counters belong to games of two players",
    ),
]


@pytest.mark.parametrize(("parts", "sentence"), WORDS)
def test_words_and_values(parts, sentence):
    assert sentence in said(small(**parts)) if sentence else not said(small(**parts))


def test_a_parameter_of_a_group_is_judged_by_the_leaves_that_read_it():
    text = small("things > stype=box\n    gun > SpawnPoint\n    rock > Passive")
    assert said(text) == []
    assert "Passive has no parameter 'stype'" in said(small("things > stype=box\n    rock > Passive"))[0]


def test_long_lists_of_lines_are_short():
    walls = "".join(f"box wall{n} > killSprite\n" for n in range(6))
    text = small("".join(f"wall{n} > Immovable\n" for n in range(6)), walls + "avatar wall > killSprite")
    assert said(text) == [
        "warning 19:16 'avatar wall' has a rule on line 12: this effect runs right after it, "
        "before the rules of lines 13, 14, 15 and 3 more"
    ]


# -- levels


def level_said(rows, game=MAZE):
    return [f"{p.severity} {p.line}:{p.column} {p.message}" for p in parse_level(rows, "l", game_of(game))[1]]


def test_a_level_is_as_wide_as_its_first_row():
    level, problems = parse_level("wwww\nwA\nw...wd\n", "l", game_of(MAZE))
    assert level.rows == ("wwww", "wA  ", "w...")
    assert (level.width, level.height) == (4, 3)
    assert [str(problem).split("\n")[0] for problem in problems] == [
        "l:2:3: warning: this row has 2 of 4 cells; blanks are added at its end",
        "l:3:5: warning: this row has 6 cells; the first row gives the width, so that 4 remain",
    ]


LEVELS = [
    ("", "error 1:1 an empty text is no level; a level is rows of characters"),
    ("\nwww\n", "error 1:1 the first row is empty, and it gives the width; a level is rows of characters"),
    ("www\nw.w\n", "error 1:1 there is no avatar in this level; 'A' draws one"),
    ("wAw\nwAw\n", "warning 2:2 a second avatar: only the first one, row by row, stays"),
    ("wAx\n", "warning 1:3 'x' is not in the LevelMapping: the cell stays empty"),
    ("wAx\nxww\n", "warning 1:3 'x' is not in the LevelMapping: the cell stays empty (here and in 1 more)"),
    ("wA\t\n", "warning 1:3 'U+0009' is not in the LevelMapping: the cell stays empty"),
    (
        "#A\n",
        "warning 1:1 '#' is not in the LevelMapping: the cell stays empty; "
        "in a game text '#' starts a comment and cannot be mapped",
    ),
]


@pytest.mark.parametrize(("rows", "sentence"), LEVELS)
def test_odd_levels(rows, sentence):
    assert sentence in level_said(rows)


def test_a_level_that_draws_what_cannot_be_created():
    game = small("rock >", mapping="c > rock\nd > rick")
    assert level_said("Acd", game) == [
        "error 1:2 'c' draws 'rock', which has no class",
        "error 1:3 'd' draws 'rick', which is not defined in the SpriteSet",
    ]
    assert level_said("Ab", game) == []


def test_a_game_whose_levels_cannot_have_an_avatar():
    game = small("hero > MovingAvatar", mapping="A > box")
    assert level_said("Ab", game) == ["error 1:1 there is no avatar in this level; no character draws one"]


def test_a_level_without_its_game_is_checked_for_its_shape():
    assert parse_level("xyz\nxyz\n", "l")[1] == []
    assert [p.message for p in parse_level("xyz\nxy\n", "l")[1]] == [
        "this row has 2 of 3 cells; blanks are added at its end"
    ]


# -- whatever the text


def check_places(text, problems):
    rows = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    for problem in problems:
        assert 1 <= problem.line <= len(rows)
        assert problem.text == rows[problem.line - 1]
        assert 1 <= problem.column <= len(problem.text) + 1
        assert problem.message
        assert str(problem)


@given(st.text())
def test_any_text_gives_a_game_or_located_problems(text):
    game, problems = parse_game(text, "g")
    assert (game is None) == any(problem.severity == "error" for problem in problems)
    check_places(text, problems)


WORD = st.sampled_from(
    """
    BasicGame SpriteSet LevelMapping InteractionSet TerminationSet > avatar wall box a b EOS TIME Passive MovingAvatar
    SpawnPoint stype=box stype= speed=1 speed=x hidden=True killSprite transformTo addTimer ftype=killAll timer=1
    repeating=True SpriteCounter win=True limit=1 = # singleton=True
    """.split()  # noqa: SIM905
)
SOUP = st.lists(
    st.tuples(st.sampled_from(["", " ", "\t", "  ", "    ", "\t\t", "        "]), st.lists(WORD, max_size=6))
)


@given(SOUP)
def test_any_soup_of_words_gives_a_game_or_located_problems(lines):
    text = "BasicGame\n" + "\n".join(indent + " ".join(words) for indent, words in lines)
    game, problems = parse_game(text, "g")
    assert (game is None) == any(problem.severity == "error" for problem in problems)
    check_places(text, problems)


@settings(max_examples=200)
@given(st.data())
def test_a_mutated_game_gives_a_game_or_located_problems(data):
    rows = MAZE.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(rows) - 1))
        row = rows[place]
        cut = data.draw(st.integers(0, len(row)))
        rows[place] = data.draw(
            st.sampled_from([row[:cut], row[cut:], f" {row}", row.lstrip(), row[:cut] + " " + row[cut:], row + row])
        )
        if data.draw(st.booleans()):
            rows.insert(data.draw(st.integers(0, len(rows))), row)
    text = "\n".join(rows)
    game, problems = parse_game(text, "g")
    assert (game is None) == any(problem.severity == "error" for problem in problems)
    check_places(text, problems)
    if game is not None:
        names = [sprite.name for sprite in game.sprites]
        assert [sprite.type_id for sprite in game.sprites] == list(range(len(names)))
        assert game.order[-1] == "avatar"
        assert len(set(game.order)) == len(game.order)
        for sprite in game.sprites:
            assert sprite.name in sprite.subtypes
            assert {*sprite.parents, *sprite.subtypes} <= set(names)


@given(st.text(alphabet="wA.gsd x#\t\n\r\x00é"))
def test_any_level_gives_rows_or_located_problems(text):
    level, problems = parse_level(text, "l", game_of(MAZE))
    check_places(text, problems)
    if level is not None:
        assert level.rows
        assert all(len(row) == level.width for row in level.rows)
        assert level.height == len(level.rows)
