"""The words of the language: complete, consistent, and read as the reference reads values."""

import pytest

from ludarium.games.arcade import vocabulary as v
from ludarium.games.arcade.definition import Place, Value


def params(**texts):
    return {key: Value(text, Place(1, 1)) for key, text in texts.items()}


@pytest.mark.parametrize("words", [v.SPRITES, v.EFFECTS, v.ENDINGS, {"BasicGame": v.GAME}])
def test_every_default_can_be_read(words):
    for word in words.values():
        for param in word.params.values():
            if param.default:
                assert v.read(param, param.default) is not None, (word.name, param)


def test_what_is_played_and_what_is_outside():
    assert len(v.SPRITES) == 50
    assert len(v.EFFECTS) == 58
    assert len(v.ENDINGS) == 6
    assert not v.SPRITES["RandomPathAltChaser"].outside
    assert v.SPRITES["BirdAvatar"].outside == v.CONTINUOUS
    assert v.EFFECTS["removeScore"].outside == v.UNUSED


def test_families():
    assert v.SPRITES["Bomber"].family == ("SpawnPoint", "SpriteProducer")
    assert {"MovingAvatar", "FlakAvatar", "OngoingShootAvatar"} <= v.AVATARS
    assert "Chaser" not in v.AVATARS
    assert sorted(v.RESOURCES) == ["Resource", "ResourcePack"]


def test_classes_inherit_parameters_and_change_defaults():
    assert v.SPRITES["Missile"].params["speed"].default == "1"
    assert v.SPRITES["Immovable"].params["speed"].default == "0"
    assert v.SPRITES["Fleeing"].params["stype"].use == "needed"
    assert v.SPRITES["Bomber"].params["orientation"].default == "RIGHT"
    assert "spreadprob" not in v.SPRITES["Flicker"].params


def test_effects_know_which_sprites_they_need():
    assert (v.EFFECTS["killBoth"].first, v.EFFECTS["killBoth"].second) == (True, True)
    assert (v.EFFECTS["killSprite"].first, v.EFFECTS["killSprite"].second) == (True, False)
    assert (v.EFFECTS["killAll"].first, v.EFFECTS["killAll"].second) == (False, False)
    assert v.EFFECTS["spawn"].params["prob"].use == "played"
    assert v.EFFECTS["stepBack"].params["prob"].use == "idle"


@pytest.mark.parametrize(
    ("key", "text", "sort", "value"),
    [
        ("speed", "5", "int", 5),
        ("speed", "+5", "int", 5),
        ("speed", "0.5", "float", 0.5),
        ("speed", ".5", "float", 0.5),
        ("speed", "1e2", "float", 100.0),
        ("speed", "2f", "float", 2.0),
        ("speed", "3000000000", "float", 3e9),
        ("speed", "9" * 5000, "float", float("inf")),
        ("speed", "1_0", "text", "1_0"),
        ("speed", "", "text", ""),
        ("orientation", "UP", "direction", (0, -1)),
        ("orientation", "DLEFT", "direction", (-1, 0)),
        ("orientation", "up", "text", "up"),
        ("color", "RED", "colour", (200, 0, 0)),
        ("physicstype", "CONT", "int", 1),
        ("portal", "tRue", "bool", True),
        ("hidden", "True", "text", "True"),
        ("scoreChange", "3", "text", "3"),
        ("stype", "box", "text", "box"),
    ],
)
def test_the_sort_of_a_value(key, text, sort, value):
    assert v.sort_of(key, text) == (sort, value)


def test_settings_are_what_the_line_says_or_the_default():
    said = v.settings(v.SPRITES["SpawnPoint"], params(stype="box", prob="1", total="2.5", hidden="TRUE"))
    assert said["stype"] == "box"
    assert said["prob"] == 1.0
    assert said["total"] == 0  # a fraction is no whole number: the default stays
    assert said["hidden"] is True
    assert said["cooldown"] == 1
    assert said["spawnorientation"] == (0, 0)
    assert said["img"] is None


def test_settings_of_rules():
    said = v.settings(v.EFFECTS["subtractHealthPoints"], params(scoreChange="2,-2", scoreChangeIfKilled="x"))
    assert (said["scoreChange"], said["scoreChangeIfKilled"], said["value"]) == (2, 0, 1)
    assert v.settings(v.EFFECTS["undoAll"], params(notStype="a,b,"))["notStype"] == ("a", "b")
    assert v.settings(v.ENDINGS["Timeout"], params(win="true,false", limit="9"))["win"] is True
    assert v.settings(v.SPRITES["MovingAvatar"], params(player="me"))["player"] is None


def test_maxdistance_takes_whole_numbers_only():
    assert v.settings(v.SPRITES["Chaser"], params(maxDistance="500"))["maxDistance"] == 500
    assert v.settings(v.SPRITES["Chaser"], params(maxDistance="2.5"))["maxDistance"] == -1
