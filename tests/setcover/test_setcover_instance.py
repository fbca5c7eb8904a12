"""Instances: the published ones draw for draw, three formats, and refusals that name the place."""

import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import BadNotation, BadParameter
from ludarium.games.setcover import instance as module
from ludarium.games.setcover.instance import BadInstance, Instance, Uncoverable, dumps, load, loads, problem, save

SCP = "3 4\n1 2 3 4\n2\n1 2\n1\n3\n2\n2 4\n"
RAIL = "3 4\n1 1 1\n2 2 1 3\n3 1 2\n4 1 3\n"
BOTH = Instance(3, ((0,), (0, 2), (1,), (2,)), (1, 2, 3, 4))


def course_problem(n, seed):
    """The course's own function, draw for draw."""
    random.seed(seed)
    return [
        list({random.randint(0, n - 1) for _ in range(random.randint(n // 5, n // 2))})
        for _ in range(random.randint(n, n * 5))
    ]


@pytest.mark.parametrize("n", [1, 5, 10, 20, 100])
@pytest.mark.parametrize("seed", [42, 0])
def test_draw_for_draw_as_the_course(n, seed):
    ours = problem(n, seed)
    assert [set(members) for members in ours] == [set(members) for members in course_problem(n, seed)]
    assert ours.weights == tuple(len(set(members)) for members in ours.lists)
    assert ours.by_length


@pytest.mark.parametrize(("n", "lists", "distinct"), [(5, 25, 10), (10, 50, 42), (20, 34, 34), (100, 427, 427)])
def test_published_sizes(n, lists, distinct):
    found = problem(n, 42)
    assert (len(found), len(set(found))) == (lists, distinct)


def test_the_world_s_luck_is_left_alone():
    random.seed(1)
    first = random.random()
    random.seed(1)
    problem(5, 42)
    assert random.random() == first


def test_or_library_formats():
    assert loads(SCP) == BOTH
    assert loads(RAIL) == BOTH
    assert loads(SCP.replace("\n", " ")) == BOTH, "only the numbers count in scp"
    assert not BOTH.by_length


instances = st.integers(1, 9).flatmap(
    lambda n: st.builds(
        Instance,
        st.just(n),
        st.lists(st.sets(st.integers(0, n - 1)).map(lambda s: tuple(sorted(s))), min_size=1, max_size=6).map(tuple),
    ).flatmap(
        lambda made: st.one_of(
            st.just(made),
            st.lists(st.integers(0, 99), min_size=len(made), max_size=len(made)).map(
                lambda weights: Instance(made.n, made.lists, tuple(weights))
            ),
        )
    )
)


def scp_text(made):
    rows = [[i + 1 for i, members in enumerate(made) if e in members] for e in range(made.n)]
    lines = [f"{made.n} {len(made)}", " ".join(map(str, made.weights))]
    lines += [f"{len(row)}\n{' '.join(map(str, row))}" for row in rows]
    return "\n".join(lines)


def rail_text(made):
    lines = [f"{made.n} {len(made)}"]
    lines += [
        " ".join(map(str, (weight, len(members), *(element + 1 for element in members))))
        for weight, members in zip(made.weights, made.lists, strict=True)
    ]
    return "\n".join(lines)


@given(instances)
def test_every_format_is_read_back(made):
    assert loads(dumps(made)) == made
    assert loads(rail_text(made)) == made
    assert module.loads(scp_text(made)).lists == made.lists


@given(st.text(alphabet='0123456789 -.\n{}[]"a', max_size=60))
def test_any_text_is_read_or_refused(text):
    with suppress(BadNotation, BadInstance):
        loads(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "1:1: the text ends where the number of rows should stand"),
        ("3", "1:1: the text ends where the number of columns should stand"),
        ("3 x", "1:3: 'x' should be the number of columns, a whole number from 1"),
        (SCP.replace("1 2 3 4", "1 2 3 -4"), "2:7: '-4' should be the cost of column 4"),
        (SCP.replace("2 4\n", "2 5\n"), "8:3: '5' should be a column of row 3, a whole number from 1 to 4"),
        (SCP.replace("2 4\n", "4 4\n"), "8:3: column 4 stands twice in row 3"),
        (SCP + "7", "9:1: nothing should follow: all rows and columns have been read"),
        (SCP[:-4], "the text ends where a column of row 3 should stand"),
        (RAIL.replace("4 1 3", "4 1 9"), "5:5: '9' should be a row of column 4"),
        ("1 2\n" + "9" * 300, "should be the cost of column 1"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(text, says):
    with pytest.raises(BadNotation) as caught:
        loads(text, "scp.txt")
    assert says in str(caught.value)
    assert str(caught.value).startswith("scp.txt:")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "instance: should be an object with the fields elements, lists, weights"),
        ({"elements": 2, "list": []}, "list: is no field of an instance; did you mean 'lists'?"),
        ({"elements": 2}, "lists: is missing"),
        ({"elements": 0, "lists": [[0]]}, "elements: 0 should be a whole number from 1"),
        ({"elements": 2, "lists": []}, "lists: should be lists of elements"),
        ({"elements": 2, "lists": [[0], 1]}, r"lists[1]: should be a list of elements"),
        ({"elements": 2, "lists": [[0, 2]]}, "lists[0]: 2 should be a whole number from 0 to 1"),
        ({"elements": 2, "lists": [[0, 0]]}, "lists[0]: the element 0 stands twice"),
        ({"elements": 2, "lists": [[0]], "weights": [1, 2]}, "weights: should be one weight for each of the 1 lists"),
        ({"elements": 2, "lists": [[0]], "weights": [True]}, "weights[0]: true should be a whole number"),
    ],
)
def test_a_damaged_json_is_refused_by_its_field(data, says):
    with pytest.raises(BadInstance) as caught:
        loads(json.dumps(data))
    assert says in str(caught.value)


def test_files(tmp_path):
    file = save(BOTH, tmp_path / "own.json")
    assert load(file) == BOTH
    with pytest.raises(BadInstance, match=r"none.txt: No such file"):
        load(tmp_path / "none.txt")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInstance, match="not a text file"):
        load(file)
    with pytest.raises(BadInstance, match=r"instance:1:2: not JSON"):
        loads("{")
    with pytest.raises(BadInstance, match="nested too deeply"):
        loads("[" * 100_000)


def test_what_cannot_be_covered_names_an_element():
    BOTH.insist_on_a_cover()
    with pytest.raises(Uncoverable, match=r"no cover exists: no list holds the element 1$"):
        Instance(3, ((0,), (2,))).insist_on_a_cover()
    with pytest.raises(Uncoverable, match=r"the element 0 \(nor 1 others\)"):
        Instance(3, ((1,),)).insist_on_a_cover()


@pytest.mark.parametrize("wrong", [0, -1, True, 2.5, "5"])
def test_a_size_is_a_whole_number(wrong):
    with pytest.raises(BadParameter, match="a whole number of at least 1 is needed"):
        problem(wrong, 1)
