"""The README's and the docs' code blocks are tests: Python blocks as doctests, console blocks by their words."""

import doctest
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(language):
    for page in PAGES:
        found = [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]
        if found:
            yield pytest.param("".join(found), id=page.relative_to(ROOT).as_posix())


@pytest.mark.parametrize("text", list(blocks("python")))
def test_python_blocks_run(text):
    test = doctest.DocTestParser().get_doctest(text, {}, "page", None, 0)
    assert test.examples
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL).run(test)
    assert result.failed == 0


@pytest.mark.parametrize("text", list(blocks("console")))
def test_console_blocks_name_commands_that_exist(text):
    from ludarium.ui.cli import app

    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    named = set(re.findall(r"\bludarium ([\w-]+)", text))
    assert named <= known


def test_the_documented_commands_answer_help():
    from ludarium.ui.cli import app

    for name in set(re.findall(r"`ludarium ([\w-]+)", (ROOT / "docs" / "command.md").read_text("utf-8"))):
        assert CliRunner().invoke(app, [name, "--help"]).exit_code == 0, name


def test_module_docstrings_run():
    import ludarium
    import ludarium.testing

    for module in (ludarium, ludarium.testing):
        assert doctest.testmod(module).failed == 0
        assert doctest.testmod(module).attempted > 0
