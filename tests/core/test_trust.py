"""What an id may reach when a visitor of the lab names it."""

from contextvars import copy_context

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.core.registry import load_game
from ludarium.core.trust import limit_to, read_text


def as_a_visitor(folder, do):
    def visit():
        limit_to(folder)
        return do()

    return copy_context().run(visit)


@pytest.mark.parametrize(
    "family", ["dungeon?level=", "north?level=", "setcover?level=", "treasure?level=", "arcade?game="]
)
@pytest.mark.parametrize("outside", ["../secret.txt", "{folder}/../secret.txt"])
def test_no_family_reads_a_file_outside_the_folder(tmp_path, family, outside):
    secret, folder = tmp_path / "secret.txt", tmp_path / "mine"
    secret.write_text("hidden")
    folder.mkdir()
    with pytest.raises(LudariumError, match="is outside the folder that may be read here"):
        as_a_visitor(folder, lambda: load_game(family + outside.format(folder=folder)))


def test_a_record_outside_is_refused_too(tmp_path):
    with pytest.raises(LudariumError, match="is outside the folder that may be read here"):
        as_a_visitor(tmp_path, lambda: Record.load("../record.jsonl"))


def test_what_is_missing_or_no_text_is_told_by_name(tmp_path):
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "letter").write_text("dear")
    assert read_text(tmp_path / "letter") == "dear"
    with pytest.raises(LudariumError, match="picture: not a text file"):
        read_text(tmp_path / "picture")
    with pytest.raises(LudariumError, match="nothing: No such file or directory"):
        read_text(tmp_path / "nothing")
