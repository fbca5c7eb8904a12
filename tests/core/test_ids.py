"""Ids: parse, write, convert; every refusal says what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium import load_agent, load_game
from ludarium.core.errors import BadParameter
from ludarium.core.ids import Id, arguments_for, coerce

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
names = st.from_regex(r"[a-z][a-z0-9.\-]{0,10}", fullmatch=True)


@given(names, st.none() | words.filter(bool), st.dictionaries(names, words, max_size=4))
def test_an_id_is_read_back_as_it_was_written(name, level, params):
    written = Id(name, level, params)
    assert Id.parse(str(written)) == written


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an id starts with a name"),
        ("?k=3", "an id starts with a name"),
        ("zelda/", "a level should follow the '/'"),
        ("nim?k", "'k' should be key=value"),
        ("nim?=3", "'=3' should be key=value"),
        ("nim?k=3&k=4", "'k' is given twice"),
    ],
)
def test_malformed_ids_say_which_part(text, says):
    with pytest.raises(BadParameter, match=says):
        Id.parse(text)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nim?row=1,2", "game 'nim' has no parameter 'row'; did you mean 'rows'"),
        ("nim?k=three", "k='three' is not a whole number"),
        ("nim?misere=maybe", "misere='maybe'; choose true or false"),
        ("nim/3", "game 'nim' has no levels"),
    ],
)
def test_wrong_parameters_are_named(name, says):
    with pytest.raises(BadParameter, match=says):
        load_game(name)


def test_an_agent_without_parameters_says_so():
    with pytest.raises(BadParameter, match=r"agent 'random' has no parameter 'x' \(it has none\)"):
        load_agent("random?x=1")


def test_values_become_what_the_constructor_asks_for():
    assert coerce("t", "rows", "1, 3,5", tuple[int, ...]) == (1, 3, 5)
    assert coerce("t", "k", "none", int | None) is None
    assert coerce("t", "k", "4", int | None) == 4
    assert coerce("t", "c", "0.5", float) == 0.5
    assert coerce("t", "on", "Yes", bool) is True
    assert coerce("t", "on", "0", bool) is False
    assert coerce("t", "name", "x y", str) == "x y"


def test_choices_are_listed():
    from typing import Literal

    with pytest.raises(BadParameter, match="mode='surviver'; choose from survivor, explorer; did you mean 'survivor'"):
        coerce("t", "mode", "surviver", Literal["survivor", "explorer"])


def test_numbers_must_be_numbers():
    with pytest.raises(BadParameter, match="c='x' is not a number"):
        coerce("t", "c", "x", float)


def test_an_object_tells_its_id_without_its_defaults():
    assert load_game("nim?k=3&rows=1,3,5&misere=true").id == "nim?k=3&misere=true&rows=1,3,5"
    assert load_game("nim", rows=(1, 3, 5, 7)).id == "nim"
    assert load_agent("champion").id == "quarto.champion"


def test_an_inherited_constructor_keeps_its_types():
    class Parent:
        def __init__(self, size: int = 3) -> None:
            self.size = size

    class Child(Parent):
        pass

    assert arguments_for(Child, "a child", Id.parse("child?size=5"), {}) == {"size": 5}
