"""The story, told without a screen and on one, as a person plays it."""

import asyncio
import builtins
import json

import pytest
from north_maps import EXAMPLE
from typer.testing import CliRunner

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.games.north.game import ACTION_NAMES
from ludarium.games.north.generator import generate
from ludarium.games.north.notation import load, loads
from ludarium.games.north.story import Story
from ludarium.ui.cli import app
from ludarium.ui.strokes import with_strokes
from ludarium.ui.terminal import adventure


def tell(story, *answers):
    """Return every scene of a story."""
    return [story.open(), *(story.answer(answer) for answer in answers)]


def text(scenes):
    return "\n".join(line for scene in scenes for line in scene.lines)


@pytest.fixture
def cave(tmp_path):
    file = tmp_path / "cave.json"
    file.write_text(EXAMPLE)
    return str(file)


BEST = ("n", "ne", "fight", "w")


def test_a_whole_session(cave):
    scenes = tell(Story(level=cave), "s", "", *BEST, "", "", *[""] * 2, "no")
    told = text(scenes)
    assert scenes[0].prompt == "Which mode? balanced (1), survivor (2), explorer (3)"
    assert "You have 6 life and 18 stamina." in told
    assert "Something moves." in told
    assert "You beat the monster. 15 stamina and 4 life are left." in told
    assert "there is light: the end of the cave!" in told
    assert (
        "Your score is 500: reward 100, bonus life 100, reward stamina 100, bonus stamina 100, bonus games 100." in told
    )
    assert "The best route for the survivor costs 6 stamina and 2 life." in told
    assert "The learner backward walked" in told
    assert "3. west: 6 stamina and 2 life spent." in told
    assert "It ends, as good as can be." in told
    assert told.endswith("Farewell.")
    assert scenes[-1].over
    panel = scenes[7].frame.panels[0]
    assert len([link for link in panel.links if link.bright]) == 3
    assert len([t for t in with_strokes(panel).tiles if t.kind == "way" and t.bright]) == 1 + 3 + 5


def test_what_is_asked_and_bad_answers():
    scenes = tell(Story(), "gigantic", "samll", "small", "1", "normal", "hard", "up", "help", "save", "quit", "more")
    told = text(scenes)
    assert "How large is the cave? small, medium, large, huge, or 2 to 10" in scenes[0].prompt
    assert "Sorry, 'gigantic' is no answer." in told
    assert "Sorry, 'samll' is no answer; did you mean 'small'?" in told
    assert "Sorry, 'normal' is no answer." in told
    assert "Sorry: 'up' is no answer; the cave leads:" in told
    assert "'save FILE' keeps this cave's map" in scenes[8].lines[0]
    assert "Sorry: save needs a file, as in: save cave.json" in told
    assert "You put down your torch. Farewell." in told
    assert scenes[-1].over


def test_a_map_is_kept(tmp_path):
    file = tmp_path / "kept.json"
    scenes = tell(Story(bound=2, mode="s", difficulty="h", seed=5), f"save {file}", f"save {tmp_path}")
    assert f"The map is kept in {file}." in text(scenes)
    assert "cannot be written" in text(scenes)
    assert load(file) == generate(2, 5)
    assert "Sorry: there is no cave to save yet." in text(tell(Story(), "save x.json"))


def test_faint_restart_and_give_up(cave):
    story = Story(level=cave, mode="survivor", difficulty="hard")
    scenes = tell(story, "e", "w", "e", "w", "yes", "n", "n", "flee", "e", "w", "n", "no", "")
    told = text(scenes)
    assert "That was too much: you faint. This was game 1 of 4." in told
    assert "Game 2. You wake up at the start, your drawing in your hand." in told
    assert "You run back." in told
    scenes = tell(Story(level=cave, mode="survivor", difficulty="hard"), "e", "w", "e", "w", "no")
    assert "You stay where you are." in text(scenes)
    assert "You did not reach the end: no score." in text(scenes)


def test_four_games_and_no_more(cave):
    once = ("e", "w", "e", "w")
    scenes = tell(Story(level=cave, mode="survivor", difficulty="hard"), *(*once, "") * 3, *once)
    assert "The cave keeps you." in text(scenes)


def test_playing_again_gives_another_cave():
    story = Story(bound=2, mode="survivor", difficulty="easy")
    scene = story.open()
    first = scene.lines
    for _ in range(300):
        if scene.prompt == "Do you want to play again?":
            break
        words = scene.prompt.removeprefix("The cave leads ").partition(".")[0].split(", ")
        scene = story.answer(words[len(scene.lines) % len(words)] if words[0] in ACTION_NAMES else "")
    scene = story.answer("y")
    assert "(seed 0)" in first[2]
    assert "(seed " in scene.lines[-3]
    assert "(seed 0)" not in scene.lines[-3]
    assert dict(scene.frame.status)["cave"] in scene.lines[-3]


def test_refused_before_the_first_scene(tmp_path):
    with pytest.raises(BadParameter, match="bound=12"):
        Story(bound=12)
    (tmp_path / "bad.json").write_text(EXAMPLE.replace('"end":11', '"end":99'))
    with pytest.raises(LudariumError, match=r"bad.json: end: 99 is no vertex of this map"):
        Story(level=str(tmp_path / "bad.json"))


def test_on_the_screen(cave):
    pytest.importorskip("textual")

    async def session():
        from textual.widgets import Input, RichLog, Static

        screen = adventure.story_app(Story(level=cave))
        async with screen.run_test(size=(120, 40)) as pilot:

            async def type_in(answer):
                screen.query_one(Input).value = answer
                await pilot.press("enter")
                await pilot.pause()

            def log():
                return "\n".join(strip.text for strip in screen.query_one(RichLog).lines)

            for answer in ("brave", "s", "easy"):
                await type_in(answer)
            assert "Sorry, 'brave' is no answer." in log()
            assert "The cave leads north, east, south." in str(screen.query_one("#prompt", Static).render())
            for answer in ("x", *BEST):
                await type_in(answer)
            assert "Sorry: 'x' is no answer" in log()
            assert "Your score is 500" in log()
            for answer in ("", "", "", "", "no"):
                await type_in(answer)
            assert "It ends, as good as can be." in log()
            assert "Press Enter to leave." in str(screen.query_one("#prompt", Static).render())
            await type_in("")
        return screen.return_code

    assert asyncio.run(session()) == 0


def test_without_textual_the_message_says_what_to_do(monkeypatch):
    real = builtins.__import__

    def missing(name, *rest, **more):
        if name.startswith("textual"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(LudariumError, match=r"needs textual, .*pip install 'ludarium\[play\]', or .* --plain"):
        adventure.tell_on_screen(Story(bound=2))


def run(*arguments, given=None):
    return CliRunner().invoke(app, list(arguments), input=given, catch_exceptions=False)


def test_the_command_tells_it_plainly_where_there_is_no_screen(cave):
    done = run("play", f"north/{cave}?mode=s&difficulty=e", given="\n".join([*BEST, "", "", "", "", "n", ""]))
    assert done.exit_code == 0
    assert "Your score is 500" in done.stdout
    assert "> ne" in done.stdout
    done = run("play", "north?bound=2", "--plain", given="s\n")
    assert done.exit_code == 0
    assert "Goodbye." in done.stdout


def test_the_command_generates(tmp_path):
    done = run("generate", "north", "--bound", "5", "--seed", "7")
    assert done.exit_code == 0
    assert loads(done.stdout) == generate(5, 7)
    file = tmp_path / "cave.json"
    assert run("generate", "north?bound=2", "--out", str(file)).exit_code == 0
    assert load(file) == generate(2, 0)
    assert json.loads(run("generate", "north", "--bound=3").stdout)["bound"] == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nroth",), "no generator is called 'nroth'; did you mean 'north'? (there is "),
        (("north", "--bond", "5"), "generator 'north' has no parameter 'bond'; did you mean 'bound'?"),
        (("north", "--bound", "x"), "generator 'north': bound='x' is not a whole number"),
        (("north", "--bound", "1"), "north: bound=1; a cave needs a whole number of at least 2"),
        (("north", "--bound"), "--bound needs a value, as in --bound 5"),
        (("north", "5"), "'5' is no option; parameters look like --bound 5"),
    ],
)
def test_the_command_refuses(arguments, says):
    done = run("generate", *arguments)
    assert done.exit_code == 2
    assert says in done.stderr
