"""The solver against plain searches over all states, on dungeons with every option."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from plain_dungeons import Plain, random_dungeon

from ludarium.core.budget import Budget
from ludarium.core.solver import Status
from ludarium.games.dungeon.level import Door, Dungeon, Walker, walked
from ludarium.games.dungeon.notation import BadDungeon
from ludarium.games.dungeon.solver import DungeonSolver, Undecided, fewest, hasty_walk, shortest, softlock

HALVES = [range(0, 1000), range(1000, 2000)]


@pytest.mark.parametrize("seeds", HALVES, ids=str)
def test_walks_and_traps_equal_plain_search_on_two_thousand_dungeons(seeds):
    trapped = solved = 0
    for seed in seeds:
        dungeon = random_dungeon(seed, options=seed % 2 == 1)
        plain = Plain(dungeon)
        for keys_first, solve in ((False, shortest), (True, fewest)):
            walk, wanted = solve(dungeon), plain.best(keys_first)
            assert (walk is None) == (wanted is None), f"seed {seed}"
            if walk is not None:
                state, keys = plain.follow(walk)
                assert state[0] == plain.finish, f"seed {seed}"
                assert (len(walk) - 1, keys) == wanted, f"seed {seed}"
                solved += 1
        trap, dead = softlock(dungeon), plain.dead()
        assert (trap is None) == (not dead), f"seed {seed}"
        if trap is not None:
            trapped += 1
            assert plain.follow(trap)[0] in dead, f"seed {seed}"
            assert len(trap) == 1 or plain.follow(trap[:-1])[0] not in dead, f"seed {seed}: the walk goes on too long"
    assert trapped > 200
    assert solved > 1000


def made(rooms, doors):
    """Return a dungeon from 'name kind' words and 'a b lock' words; '>' is one-way, '/x' a switch in x."""
    found = []
    for door in doors.split(","):
        a, b, *more = door.split()
        switch = next((word[1:] for word in more if word.startswith("/")), None)
        lock = next((word for word in more if word in ("small", "boss")), "none")
        found.append(Door(a, b, lock, ">" in more, switch))
    return Dungeon(dict(room.split() for room in rooms.split(",")), tuple(found))


def test_a_key_two_rooms_deep_which_the_original_calls_unsolvable():
    dungeon = made("s start,a normal,k key,f finish", "s a,a k,s f small")
    assert shortest(dungeon) == ["s", "a", "k", "a", "s", "f"]
    assert softlock(dungeon) is None


def test_an_opened_door_stays_open_in_both_directions():
    dungeon = made("s start,k key,m key,f finish", "s k,k m small,s f small")
    assert shortest(dungeon) == ["s", "k", "s", "f"]
    assert len(fewest(dungeon)) == 4
    assert softlock(dungeon) is None


def test_a_key_wasted_on_a_room_that_holds_nothing_is_a_trap():
    dungeon = made("s start,k key,x normal,f finish", "s k,s x small,s f small")
    assert softlock(dungeon) == ["s", "k", "s", "x"]


def test_a_key_wasted_on_a_second_way_into_the_same_room_is_a_trap():
    dungeon = made("s start,k key,f finish", "s k,s f small")
    assert softlock(dungeon) is None
    loop = made("s start,k key,x normal,f finish", "s k,s x,k x small,s f small")
    assert softlock(loop) == ["s", "k", "x"]


def test_a_one_way_door_may_leave_a_key_behind():
    dungeon = made("s start,k key,x normal,f finish", "s k,s x >,x f small")
    assert shortest(dungeon) == ["s", "k", "s", "x", "f"]
    assert softlock(dungeon) == ["s", "x"]
    back = made("s start,k key,x normal,f finish", "s k,s x >,x s2,x f small".replace(",x s2", ",x k"))
    assert softlock(back) is None


def test_a_shortcut_back_is_no_trap():
    dungeon = made("s start,k key,a key,b normal,f finish", "s k,k a small,a b,b s >,b f small")
    assert softlock(dungeon) is None


def test_switch_and_boss_key():
    dungeon = made("s start,w normal,g bosskey,f finish", "s w,s g /w,s f boss")
    assert shortest(dungeon) == ["s", "w", "s", "g", "s", "f"]
    assert softlock(dungeon) is None
    assert fewest(dungeon) == shortest(dungeon)


def test_the_finish_in_another_part_is_lost_at_once():
    dungeon = made("s start,a normal,b normal,f finish", "s a,b f")
    assert shortest(dungeon) is None
    assert softlock(dungeon) == ["s"]


def test_a_small_budget_gives_both_bounds():
    dungeon = made("s start,a normal,k key,f finish", "s a,a k,s f small")
    solution = DungeonSolver().solve(dungeon, Budget(steps=1))
    assert solution.status is Status.BOUNDED
    assert 1 <= solution.bound <= 5 == solution.value == solution.answer.moves
    with pytest.raises(Undecided, match=r"it takes at least \d moves, and at most 5 moves with 1 keys"):
        shortest(dungeon, Budget(steps=1))
    with pytest.raises(Undecided, match=r"it takes at least 1 keys, and at most 5"):
        fewest(dungeon, Budget(steps=1))


def many_keys(keys):
    """Return dead ends with a key each, and a row of locked doors that asks for all: a salesman's dungeon."""
    rooms, doors = ["s start", "f finish"], []
    for n in range(keys):
        rooms += [f"h{n} normal", f"k{n} key", f"c{n} normal"]
        doors += [f"{'s' if n % 4 == 0 else f'h{n - 1}'} h{n}", f"h{n} k{n}"]
        doors.append(f"{'s' if n == 0 else f'c{n - 1}'} c{n} small")
    return made(",".join(rooms), ",".join([*doors, f"c{keys - 1} f"]))


def test_a_hard_dungeon_has_both_bounds():
    solution = DungeonSolver().solve(many_keys(20), Budget(steps=2000))
    assert solution.status is Status.BOUNDED
    assert 21 <= solution.bound < solution.value == solution.answer.moves
    assert walked(many_keys(20), solution.answer.walk).at_finish
    assert softlock(many_keys(20)) is None
    exact = DungeonSolver().solve(many_keys(7), Budget())
    assert exact.value <= len(hasty_walk(Walker(many_keys(7)))) - 1
    trap = made("s start,k key,x normal,f finish", "s k,s x small,k f boss")
    assert hasty_walk(Walker(trap)) is None


def test_an_undecided_proof_says_so():
    rooms = "s start,f finish," + ",".join(f"k{i} key" for i in range(8))
    doors = ",".join(f"s k{i} >" for i in range(8)) + ",k7 f small,s f small"
    dungeon = made(rooms, doors)
    with pytest.raises(Undecided, match="was not proven within"):
        softlock(dungeon, Budget(steps=1))


def test_two_starts_cannot_be_solved():
    with pytest.raises(BadDungeon, match='room "t": a second start'):
        shortest(made("s start,t start,f finish", "s t,t f"))


def test_a_solution_from_the_middle_counts_keys_spent_before():
    dungeon = made("s start,k key,x normal,m key,f finish", "s k,s x small,s f small,k m")
    walker = walked(dungeon, ["s", "k", "s", "x"])
    solution = DungeonSolver().solve_from(walker, Budget())
    assert solution.answer.walk == ("x", "s", "k", "m", "k", "s", "f")
    assert DungeonSolver().solve_from(walked(dungeon, ["s", "k", "s", "f"]), Budget()).value == 0


def test_the_walker_says_why_not():
    dungeon = made("s start,w normal,g bosskey,k key,x normal,f finish", "s w,s g /w,s f boss,x s >,s k,k x small")
    walker = Walker(dungeon)
    reasons = [walker.why_not(door) for door in dungeon.doors]
    assert reasons == [
        "",
        "a gate is shut; somewhere there is a switch",
        "the great lock needs the boss key",
        "the door opens from the other side only",
        "",
        "the door opens from the other side only",
    ]
    with pytest.raises(ValueError, match="from 's' to 'x': no door leads there"):
        walker.go("x")
    walker.go("k")
    walker.go("x")
    assert walker.keys == 0
    assert walker.boss_key is False


TWIN = """
from ludarium.core.rng import derive
from ludarium.games.dungeon.classic import breed
from ludarium.games.dungeon.generator import generate
from ludarium.games.dungeon.notation import dumps
from ludarium.games.dungeon.solver import fewest, shortest, softlock
import sys
sys.path.insert(0, {folder!r})
from plain_dungeons import random_dungeon
print(dumps(generate(7, 3)), [round(line.best, 6) for line in breed(6, seed=2, generations=3).history])
for seed in range(41, 81):
    dungeon = random_dungeon(seed, most=7)
    print(shortest(dungeon), fewest(dungeon), softlock(dungeon))
"""


def test_the_same_without_the_compiler():
    """The kernels as plain Python, in another process: the same walks, traps, dungeons and breeding."""
    script = TWIN.format(folder=str(Path(__file__).parent))
    told = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", script],
            env=dict(os.environ, NUMBA_DISABLE_JIT=off),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert told[0] == told[1]
    assert told[0].count("\n") == 41
