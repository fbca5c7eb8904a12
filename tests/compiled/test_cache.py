"""Compiled code is thrown away when, and only when, a source that it may call has changed."""

import pytest

from ludarium.compiled.cache import family_of, source_hash

FILES = ("compiled/abi.py", "games/nim/rules.py", "games/quarto/rules.py", "ui/cli.py")


@pytest.mark.parametrize(
    ("changed", "stale"),
    [
        ("compiled/abi.py", {"", "nim", "quarto"}),
        ("games/nim/rules.py", {"nim"}),
        ("games/nim/new.py", {"nim"}),
        ("ui/cli.py", set()),
    ],
)
def test_a_change_makes_stale_what_may_call_it(tmp_path, changed, stale):
    def tree(name):
        for file in FILES:
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text("x = 1\n")
        return tmp_path / name

    before, after = tree("before"), tree("after")
    (after / changed).write_text("x = 2\n")
    families = ("", "nim", "quarto")
    assert {f for f in families if source_hash(f, before) != source_hash(f, after)} == stale


def test_a_kernel_knows_its_family():
    assert family_of("ludarium.games.nim.rules") == "nim"
    assert family_of("ludarium.compiled.kernels") == ""
