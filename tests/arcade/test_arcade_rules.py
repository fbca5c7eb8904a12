"""The engine against the reference, and against itself."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from little_games import GAMES
from soups import soup

from ludarium.games import arcade
from ludarium.games.arcade import layout as at
from ludarium.games.arcade import vocabulary as words
from ludarium.games.arcade.game import Arcade, ArcadeState
from ludarium.games.arcade.traces import digest, first_difference

HERE = Path(__file__).parent
NAMES = sorted(GAMES)


def made(name: str) -> Arcade:
    return arcade.load(*GAMES[name])


def test_the_little_games_use_every_word_that_the_engine_plays() -> None:
    text = "\n".join(game for game, _ in GAMES.values())
    said = set(text.replace("=", " ").split())
    played = [word.name for word in (*words.SPRITES.values(), *words.EFFECTS.values()) if not word.outside]
    assert [name for name in played if name not in said] == []
    assert {"SpriteCounter", "SpriteCounterMore", "MultiSpriteCounter", "MultiSpriteCounterSubTypes", "Timeout"} <= said


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_the_references(name: str) -> None:
    game = made(name)
    for trace in json.loads((HERE / "golden" / f"{name}.json").read_text())["traces"]:
        actions = [int(action) for action in trace["actions"]]
        assert first_difference(game.initial(trace["seed"]), actions, trace["ticks"]) is None, trace["seed"]


def test_a_difference_is_seen() -> None:
    game = made("yard")
    trace = json.loads((HERE / "golden" / "yard.json").read_text())["traces"][0]
    actions, ticks = [int(action) for action in trace["actions"]], trace["ticks"]
    assert first_difference(game.initial(trace["seed"]), actions, [*ticks[:7], "0" * 16, *ticks[8:]]) == 7


def test_where_the_references_luck_is_unseeded_the_distribution_is_the_same() -> None:
    """Chasers that draw one of several kinds of targets: where they are after some ticks, by a χ² of two samples.

    48 places; the 99.9th percentile of χ² with 47 degrees of freedom is 82.7. Chasers that always chose the first kind
    would give thousands.
    """
    recorded = json.loads((HERE / "golden" / "unseeded.json").read_text())
    game = arcade.load("\n".join(recorded["game"]), "\n".join(recorded["level"]))
    theirs = {(name, x, y): count for name, x, y, count in recorded["places"]}
    ours: Counter[tuple[str, int, int]] = Counter()
    runs = 5000
    for seed in range(runs):
        state = game.initial(seed * 7919 + 13)
        for _ in range(recorded["ticks"]):
            state.advance(at.NIL)
        ours.update(sprite for sprite in state.sprites() if sprite[0] in ("snail", "slug"))
    ratio = (recorded["runs"] / runs) ** 0.5
    places = ours.keys() | theirs.keys()
    spread = sum(
        (ratio * ours[place] - theirs.get(place, 0) / ratio) ** 2 / (ours[place] + theirs.get(place, 0))
        for place in places
    )
    assert len(places) <= 49
    assert spread < 82.7


@pytest.mark.parametrize("name", ["yard", "shop", "sky"])
def test_a_thousand_clones_are_equal(name: str) -> None:
    game = made(name)
    rng = np.random.default_rng(0)
    state = game.initial(5)
    for _ in range(5):
        state.advance(int(rng.choice(state.legal(0))))
    actions = [int(action) for action in rng.choice(state.legal(0), 12)]
    ends = set()
    for _ in range(1000):
        clone = state.clone()
        for action in actions:
            clone.advance(action)
        ends.add((clone.words.tobytes(), clone.key()))
    assert len(ends) == 1


def test_without_the_jit_the_games_are_the_same() -> None:
    """NUMBA_DISABLE_JIT=1 in another process: the digests of all little games, tick by tick."""
    code = f"import sys; sys.path.insert(0, {str(HERE)!r})\nfrom test_arcade_rules import walk_all\nprint(walk_all())"
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert plain.stdout.strip() == walk_all()


def test_no_index_leaves_its_array() -> None:
    """NUMBA_BOUNDSCHECK=1 in another process: every index of every kernel is checked, in all games and many soups."""
    code = (
        f"import sys; sys.path.insert(0, {str(HERE)!r})\nfrom test_arcade_rules import walk_a_soup, walk_all\n"
        "walk_all()\nfor seed in range(60): walk_a_soup(seed)\nprint('sound')"
    )
    env = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    checked = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert checked.stdout.strip() == "sound", checked.stderr


def walk_all(ticks: int = 40) -> str:
    """Return one digest of a seeded random walk through every little game, words included."""
    whole = hashlib.sha256()
    for name in NAMES:
        state, rng = made(name).initial(11), np.random.default_rng(11)
        for _ in range(ticks):
            if state.is_over():
                break
            state.advance(int(rng.choice(state.legal(0))))
            whole.update(digest(state).encode() + state.words[: at.TYPES].tobytes())
    return whole.hexdigest()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(NAMES), st.integers(0, 2**31), st.lists(st.integers(0, 5), max_size=60))
def test_any_actions_leave_a_sound_state(name: str, seed: int, actions: list[int]) -> None:
    game = made(name)
    state, twin = game.initial(seed), game.initial(seed)
    witness = state.clone()
    for action in actions:
        state.advance(action)
        check_lists(state)
    assert witness.words.tobytes() == twin.words.tobytes(), "a clone changed with its original"
    for action in actions:
        twin.advance(action)
    assert twin.words.tobytes() == state.words.tobytes(), "the same actions and luck led elsewhere"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_any_rules_leave_a_sound_state(seed: int) -> None:
    walk_a_soup(seed)


def walk_a_soup(seed: int) -> None:
    """Play a game of random rules, and look at its lists after every step."""
    game = arcade.load(*soup(seed))
    state, rng = game.initial(seed), np.random.default_rng(seed)
    for _ in range(25):
        if state.is_over() or state.words.size > 20_000:
            break
        state.advance(int(rng.integers(at.ACTIONS)))
        check_lists(state)
    state.key(), state.atoms(), state.view()


def check_lists(state: ArcadeState) -> None:
    """Every record is either in its type's list or free, once, and counts agree."""
    words_, tables = state.words, state.tables
    assert words_.size == tables.records_at + int(words_[at.ROOM]) * tables.stride
    seen = set()
    for index in range(len(tables.names)):
        group = at.TYPES + index * at.TYPE_WORDS
        sprite, count, before = int(words_[group + at.FIRST]), 0, -1
        while sprite:
            assert sprite not in seen
            assert (sprite - tables.records_at) % tables.stride == 0
            assert words_[sprite + at.TYPE] == index
            assert words_[sprite + at.BIRTH] > before, "a list is in creation order"
            before = int(words_[sprite + at.BIRTH])
            seen.add(sprite)
            count, sprite = count + 1, int(words_[sprite + at.NEXT])
        assert count == words_[group + at.COUNT]
        alive = sum(
            not tables.kinds[index].mortal or bool(words_[tables.cells_at + cell] & tables.kinds[index].bit)
            for cell in tables.kinds[index].cells
        )
        assert alive == words_[group + at.FIXED]
    free = int(words_[at.FREE])
    while free:
        assert free not in seen
        seen.add(free)
        free = int(words_[free + at.NEXT])
    assert len(seen) == words_[at.USED] <= words_[at.ROOM]


def test_a_crowd_grows_the_state() -> None:
    """Two hundred sprites come out of one cell: the state grows and nobody is lost."""
    game = arcade.load(
        "BasicGame\n  SpriteSet\n    nest > SpawnPointMultiSprite stypes=a,b,c,d\n    a > Passive\n    b > Passive\n"
        "    c > Passive\n    d > Passive\n  LevelMapping\n    n > nest\n  InteractionSet\n    a EOS > killSprite\n"
        "  TerminationSet\n    Timeout limit=500\n",
        "A  n n n n\n          \n",
    )
    state = game.initial()
    before = state.words.size
    for _ in range(50):
        state.advance(0)
    assert len(state.sprites()) == 5 + 4 * 4 * 50
    assert state.words.size > before
    check_lists(state)


def test_a_full_state_refuses_a_step_untouched() -> None:
    game = made("sky")
    state = game.initial(1)
    state.words[at.ROOM] = state.words[at.USED]
    before = state.words.copy()
    state.core.step(state.rules, state.words, 0)
    assert state.words[at.FULL] == at.REFUSED
    state.words[at.FULL] = 0
    assert (state.words == before).all()
