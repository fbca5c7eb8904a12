"""Lines, indents and words with their places in the text as it was written."""

from hypothesis import given
from hypothesis import strategies as st

from ludarium.games.arcade.definition import Place
from ludarium.games.arcade.lexer import lex, split_lines


def words(text):
    return [(line.number, line.indent, [token.text for token in line.tokens]) for line in lex(split_lines(text))]


def test_words_and_indents():
    assert words("BasicGame\n    SpriteSet\n") == [(1, 0, ["BasicGame"]), (2, 4, ["SpriteSet"])]


def test_a_tab_counts_one():
    assert words("\tone\n \ttwo\t\tthree") == [(1, 1, ["one"]), (2, 2, ["two", "three"])]


def test_runs_of_blanks_collapse_but_columns_are_those_of_the_text():
    (line,) = lex(split_lines("  a   b\t>  killSprite "))
    assert [(token.text, token.place.column) for token in line.tokens] == [
        ("a", 3),
        ("b", 7),
        (">", 9),
        ("killSprite", 12),
    ]
    assert line.place == Place(1, 3)


def test_comments_and_empty_lines_are_left_out_and_lines_keep_their_numbers():
    assert words("# one\n\n   \na # b\n##\nc#d") == [(4, 0, ["a"]), (6, 0, ["c"])]


def test_every_end_of_line_is_understood():
    assert split_lines("a\r\nb\rc\nd") == ["a", "b", "c", "d"]
    assert split_lines("a\n\n") == ["a", ""]
    assert split_lines("") == []


def test_only_ends_of_line_end_a_line():
    assert split_lines("a\x0cb\u2028c") == ["a\x0cb\u2028c"]


def test_a_byte_order_mark_is_not_a_word():
    assert words("\ufeffBasicGame") == [(1, 0, ["BasicGame"])]


@given(st.text(alphabet="ab=> \t#\r\n\x0b"))
def test_every_word_stands_where_its_place_says(text):
    rows = split_lines(text)
    for line in lex(rows):
        assert line.indent == line.tokens[0].place.column - 1
        for token in line.tokens:
            assert token.place.line == line.number
            start = token.place.column - 1
            assert rows[line.number - 1][start : start + len(token.text)] == token.text
            assert "#" not in rows[line.number - 1][:start]
