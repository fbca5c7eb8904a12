"""Quarto's agents: what each must see, and who beats whom."""

import numpy as np
import pytest
from plain import plain_value, random_position

from ludarium import Budget, load_agent, load_game, play
from ludarium.core.agent import Turn
from ludarium.games.quarto import book
from ludarium.games.quarto.agents import Champion
from ludarium.games.quarto.frontier import rank, score_board, total_score
from ludarium.games.quarto.notation import parse
from ludarium.games.quarto.threats import Position

SPECIALISTS = ["careful", "frontier", "frontier?delay_minmax=true", "champion"]


def decide(agent, state, budget=None):
    game, player = load_game("quarto"), state.actors()[0]
    turn = Turn(game.spec, player, tuple(state.legal(player)), state.known(player), 0)
    return load_agent(agent).act(turn, budget or Budget())


def result(first, second, seeds, budget=None):
    """Return wins, draws and losses of the first agent, seats swapped every other game."""
    counts = {"win": 0, "draw": 0, "loss": 0}
    for seed in seeds:
        swapped = seed % 2
        pair = [second, first] if swapped else [first, second]
        record = play("quarto", pair, seed=seed, budget=budget)
        assert record.ending == "finished", record.message
        counts[record.outcomes[swapped]] += 1
    return counts["win"], counts["draw"], counts["loss"]


@pytest.mark.parametrize("agent", SPECIALISTS)
def test_a_win_is_taken(agent):
    # row 1 lacks one piece with trait 0
    state = parse("135............. 7")
    assert state.action_name(decide(agent, state).action) == "place d1"


@pytest.mark.parametrize("agent", SPECIALISTS)
def test_no_losing_piece_is_given_while_a_safe_one_is_left(agent):
    rng = np.random.default_rng(5)
    for _ in range(40):
        state = random_position(rng, 8, hand=False)
        position = Position.from_view(state.view())
        given = decide(agent, state).action
        assert not position.safe() or position.safe() >> given & 1


@pytest.mark.parametrize("agent", ["careful", "frontier"])
def test_a_placement_leaves_a_safe_piece_when_one_can(agent):
    rng = np.random.default_rng(6)
    for _ in range(40):
        state = random_position(rng, 9)
        hand, position = state.hand, Position.from_view(state.view())
        chosen = decide(agent, state).action - 16
        fine = [c for c in position.empty() if position.place(hand, c).safe() or position.winning_cells(hand)]
        assert not fine or chosen in fine or chosen in position.winning_cells(hand)


def test_the_frontier_counts_shared_traits():
    # pieces 0 and 3 share traits 2 and 3 (both lack them); 15 shares none, 0b1100 none, 1 both
    position = Position.from_view(parse("03.............. -").view())
    assert rank(position, 0x000F, 15) == 0
    assert rank(position, 0x000F, 1) == 2
    assert rank(position, 0x000F, 4) == 1
    assert rank(position, 0x00F0, 4) == 0


def test_the_score_board_weighs_by_pieces_on_the_line():
    position = Position.from_view(parse("135............. -").view())
    scores = score_board(position, 7)
    # the row of three is worth 2 (they share traits 0 and 3, and so does 7: trait 0 set, trait 3 not) x 100
    assert scores[3] >= 200
    # cell d4 lies on the diagonal of piece 1 only, which shares traits 0 and 3 with 7: 2 x 1
    assert scores[15] == 2
    assert total_score(position, 7) == sum(scores.values())


def test_the_champion_plays_exactly():
    rng = np.random.default_rng(2)
    for number in range(30):
        state = random_position(rng, 8 + number % 6, hand=number % 2 == 0)
        actor, decision = state.actors()[0], decide("champion", state)
        value = plain_value(state)
        state.apply(decision.action)
        if not state.is_over():
            same = state.actors()[0] == actor
            assert value == (plain_value(state) if same else -plain_value(state))
        else:
            assert value == state.returns()[actor]
        assert decision.info["by"] == "solver"


def test_the_champion_sets_traps_among_equals():
    """Of two drawing gifts it gives the one after which more placements lose."""
    rng = np.random.default_rng(4)
    for _ in range(200):
        state = random_position(rng, 9, hand=False)
        agent = Champion()
        values = agent._values(state, Budget().start())
        equal = [a for a, v in values.items() if v == max(values.values())]
        hopes = {a: agent._hope(state, a, max(values.values()), Budget().start()) for a in equal}
        if len(set(hopes.values())) > 1:
            assert hopes[decide("champion", state).action] == min(hopes.values())
            return
    pytest.fail("no position offered a choice")


def test_with_too_little_budget_the_champion_says_who_stood_in():
    decision = decide("champion", parse("0..1..2......... 3"), Budget(steps=10))
    assert decision.info["by"] in ("frontier", "book")
    squares = load_game("quarto?squares=true")
    record = play(squares, ["champion", "random"], seed=1, budget=Budget(steps=50))
    assert record.moves[0].info[0]["by"] == "frontier"


def test_the_book_knows_every_opening_and_agrees_with_itself():
    """A value is the best of what the next openings say: so the whole game's value follows, a draw."""
    for pieces in range(book.DEPTH):
        for state in book.openings(pieces):
            line = book.look_up(state)
            values = book.action_values(state)
            assert line.value == max(values.values()), load_game("quarto").write(state)
            assert values[16 + line.cell] == line.value
    assert set(book.action_values(load_game("quarto").initial()).values()) == {0}


def test_the_books_third_level_is_what_the_solver_says():
    from ludarium.games.quarto.solver import QuartoSolver

    states = list(book.openings(3))
    assert len(states) == 3382
    solver = QuartoSolver()
    for index in (7, 1500, 3100):
        assert solver.solve(states[index], Budget()).value == book.look_up(states[index]).value


def test_book_lines_are_read_back_and_damage_is_named():
    from ludarium.core.errors import BadNotation

    state = parse("0..1..2......... 3")
    for line in (book.Line(-1, 5, 9), book.Line(1, 5, None)):
        again, read = book.read_line(book.write_line(state, line), 1)
        assert again.key() == state.key()
        assert read == line
    with pytest.raises(BadNotation, match=r"book\.txt:7:1: a book line is a position, a value, a cell and a piece"):
        book.read_line("0..1..2......... 3 +1 b9 x", 7)


def test_careful_beats_random():
    wins, _, losses = result("careful", "random", range(100))
    assert wins >= 95
    assert losses <= 3


def test_frontier_beats_random_and_is_no_worse_than_careful():
    assert result("frontier", "random", range(30))[0] >= 28
    wins, _, losses = result("frontier", "careful", range(20))
    assert wins >= losses


def test_the_champion_loses_to_nobody():
    for opponent in ("random", "careful", "frontier", "mcts?steps=500", "champion"):
        assert result("champion", opponent, range(6))[2] == 0, opponent
