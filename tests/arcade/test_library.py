"""The thirty games: every text is clean, every level can be won, every card says what the catalogue says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludarium import GAMES, load_game
from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.rng import derive
from ludarium.games.arcade import layout as at
from ludarium.games.arcade.notation import check_text
from ludarium.games.arcade.shelf import LEVELS, PARTS, page, read_card, text_of
from ludarium.games.catalogue import LIBRARY

WINS = Path(__file__).parent / "wins"
LETTERS = ".LRUDS"
KILOBYTES = 64
WITHOUT_LUCK = {
    "sokoban", "bait", "boloadventures", "brainman", "chipschallenge", "modality", "painter", "realsokoban",
    "thecitadel", "zenpuzzle",
}  # fmt: skip


def wins_of(name):
    """The stored wins of a game: level, seed, score, digest, actions."""
    for line in (WINS / f"{name}.txt").read_text("utf-8").splitlines():
        level, seed, score, digest, packed = line.split()
        actions = [
            LETTERS.index(letter)
            for count, letter in re.findall(r"(\d*)([.LRUDS])", packed)
            for _ in range(int(count or 1))
        ]
        yield int(level), int(seed), int(score), digest, actions


@pytest.mark.parametrize("name", LIBRARY)
def test_a_text_has_five_levels_and_no_warning(name):
    assert check_text(text_of(name), name) == []
    sizes = [load_game(f"{name}/{level}").tables.level for level in range(LEVELS)]
    assert len({level.rows for level in sizes}) == LEVELS
    assert all(len(set(map(len, level.rows))) == 1 for level in sizes)


@pytest.mark.parametrize("name", LIBRARY)
def test_every_level_is_won_by_its_stored_line(name):
    found = list(wins_of(name))
    assert [level for level, *_ in found] == list(range(LEVELS))
    for level, seed, score, digest, actions in found:
        state = load_game(f"{name}/{level}").initial(seed)
        for action in actions:
            assert state.won is None
            state.apply(action)
        assert (state.won, state.score, state.digest()) == (True, score, digest), f"{name}/{level}"
        assert state.words.nbytes < KILOBYTES * 1024


@pytest.mark.parametrize("name", LIBRARY)
def test_waiting_loses(name):
    won = 0
    for level in range(LEVELS):
        state = load_game(f"{name}/{level}").initial(0)
        while not state.is_over():
            state.advance(at.NIL)
        won += bool(state.won)
    assert won == 0


@pytest.mark.long
@pytest.mark.parametrize("name", LIBRARY)
def test_random_play_seldom_wins(name):
    won = 0
    for run in range(25):
        state, rng = load_game(f"{name}/{run % LEVELS}").initial(run), derive(run, "library")
        while not state.is_over():
            legal = state.legal(0)
            state.advance(int(legal[int(rng.random() * len(legal))]))
        won += bool(state.won)
    assert won <= (15 if name in ("whackamole", "infection") else 5)


@pytest.mark.parametrize("name", LIBRARY)
def test_the_card_tells_what_a_player_asks(name):
    card = read_card(text_of(name))
    assert card.summary == LIBRARY[name] == load_game(name).spec.summary
    assert set(PARTS[1:]) <= set(card.parts) <= set(PARTS)
    assert all(text.endswith(".") for text in card.parts.values())
    assert load_game(name).about == card.text


def test_luck_is_where_the_reference_has_it():
    def has_luck(name):
        return any(load_game(f"{name}/{level}").tables.stochastic for level in range(LEVELS))

    assert {name for name in LIBRARY if not has_luck(name)} == WITHOUT_LUCK


def test_a_name_is_a_game_and_a_level():
    assert set(LIBRARY) <= set(GAMES.names())
    assert load_game("zelda").id == "zelda"
    assert load_game("zelda/3").id == "zelda/3"
    assert load_game("zelda", level=3).initial().digest() == load_game("zelda/3").initial().digest()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("zelda/5", "zelda/5: the levels of zelda are 0 to 4"),
        ("zelda/-1", "zelda/-1: the levels of zelda are 0 to 4"),
        ("zelda/x", "game 'zelda': level='x' is not a whole number"),
        ("zelda?name=aliens", "game 'zelda' has no parameter 'name': it is part of what the name means"),
    ],
)
def test_what_is_not_there_is_said(name, message):
    with pytest.raises(BadParameter) as caught:
        load_game(name)
    assert str(caught.value) == message


def test_a_card_without_its_parts_is_refused():
    with pytest.raises(LudariumError) as caught:
        read_card("# Maze: find the way out.\n# Score: none.\nBasicGame\n")
    assert str(caught.value) == (
        "a card starts '# Title: summary' and tells Actions, Score, Won, Lost; missing: ['Actions', 'Won', 'Lost']"
    )


def test_the_page_is_up_to_date():
    written = (Path(__file__).parents[2] / "docs" / "games" / "library.md").read_text("utf-8")
    assert written == page(LIBRARY), "run `ludarium bench library --page`"


def test_plain_python_plays_the_wins_alike():
    """The first steps of every stored win, without the JIT: the same states byte for byte."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_library import LIBRARY, first_steps\n"
        "for name in LIBRARY: print(name, first_steps(name))\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert found.stdout.split() == [word for name in LIBRARY for word in (name, first_steps(name))]


def first_steps(name, steps=12):
    level, seed, _, _, actions = next(wins_of(name))
    state = load_game(f"{name}/{level}").initial(seed)
    for action in actions[:steps]:
        state.advance(action)
    assert state.words.dtype == np.int32
    return state.digest()
