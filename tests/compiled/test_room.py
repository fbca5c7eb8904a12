"""Memory that goes from search to search."""

import gc

from ludarium.compiled.room import borrow, spare


class Search:
    """Something that borrows."""


def test_what_is_given_back_goes_to_the_next_and_never_to_two():
    one, two = Search(), Search()
    words = 12_345
    first, second = borrow(one, words), borrow(two, words)
    assert first.size == second.size == words
    first[0], second[0] = 1, 2
    assert first[0] == 1
    address = first.ctypes.data
    assert words not in spare()
    del one, first
    gc.collect()
    assert spare().count(words) == 1
    third = borrow(two, words)
    assert third.ctypes.data == address


def test_only_one_array_of_a_size_is_kept():
    words = 12_346
    owners = [Search() for _ in range(3)]
    for owner in owners:
        borrow(owner, words)
    owners.clear()
    del owner
    gc.collect()
    assert spare().count(words) == 1
