"""The rules of Quarto on bit boards, in the compiled core's calling convention.

A piece is a number of four bits, one a trait; a cell is `row * 4 + column`. Actions 0..15 give that piece to the
opponent, actions 16..31 place the piece in hand on cell `action - 16`. The first move only gives; after that a turn is
to place, then to give. Whoever completes a line of four pieces with a common trait wins. With the `squares` variant
the nine 2×2 squares are lines too: the rules array lists the masks of all lines, so one code serves both variants.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel

CELLS = 16
PIECES = 16
TRAITS = 4
PLACE = 16
"""The first action that places: action `PLACE + cell`."""
ACTIONS = 32

OCCUPIED = 0
"""State word: mask of the cells that hold a piece."""
PLANE = 1
"""First of four state words: bit c of word `PLANE + t` is trait t of the piece on cell c."""
LEFT = 5
"""State word: mask of the pieces neither on the board nor in hand."""
HAND = 6
"""State word: the piece to place, or -1 when one has to be given."""
ACTOR = 7
"""State word: the player to act (the last who acted, once the game is over)."""
WINNER = 8
"""State word: the player who completed a line, or -1."""
WORDS = 9

FULL = 0xFFFF
ROWS = tuple(0x000F << 4 * row for row in range(4))
COLUMNS = tuple(0x1111 << column for column in range(4))
DIAGONALS = (0x8421, 0x1248)
LINES = ROWS + COLUMNS + DIAGONALS
"""Cell masks of the ten lines of the basic game."""
SQUARES = tuple(0x0033 << 4 * row + column for row in range(3) for column in range(3))
"""Cell masks of the nine 2×2 squares, lines of the `squares` variant."""


def make_rules(squares: bool = False) -> NDArray[np.int32]:
    """Return the rules array: the number of lines, then the cell mask of each."""
    lines = LINES + SQUARES if squares else LINES
    return np.array([len(lines), *lines], dtype=np.int32)


def make_words() -> NDArray[np.int32]:
    """Return the state words of a new game: an empty board, and player 0 to give."""
    words = np.zeros(WORDS, dtype=np.int32)
    words[LEFT] = FULL
    words[HAND] = words[WINNER] = -1
    return words


def won_lines(rules: NDArray[np.int32], state: NDArray[np.int32]) -> tuple[int, ...]:
    """Return the cell masks of all full lines whose pieces share a trait."""
    occupied = int(state[OCCUPIED])
    planes = [int(plane) for plane in state[PLANE : PLANE + TRAITS]]
    return tuple(
        line
        for line in map(int, rules[1 : 1 + rules[0]])
        if line & ~occupied == 0 and any(plane & line in (0, line) for plane in planes)
    )


def won_cells(rules: NDArray[np.int32], state: NDArray[np.int32]) -> tuple[int, ...]:
    """Return the cells of all winning lines, ascending: what a drawing lights up."""
    lines = won_lines(rules, state)
    return tuple(cell for cell in range(CELLS) if any(line >> cell & 1 for line in lines))


@kernel("void(int32[::1], int32[::1], int64)")
def step(rules: NDArray[np.int32], state: NDArray[np.int32], action: int) -> None:
    """Give or place; *action* must be legal."""
    if action < PLACE:
        state[LEFT] ^= 1 << action
        state[HAND] = action
        state[ACTOR] = 1 - state[ACTOR]
        return
    cell = action - PLACE
    hand = state[HAND]
    occupied = state[OCCUPIED] | 1 << cell
    state[OCCUPIED] = occupied
    for trait in range(TRAITS):
        state[PLANE + trait] |= (hand >> trait & 1) << cell
    state[HAND] = -1
    for index in range(1, rules[0] + 1):
        line = rules[index]
        if line >> cell & 1 and line & occupied == line:
            for trait in range(TRAITS):
                shared = state[PLANE + trait] & line
                if not shared or shared == line:
                    state[WINNER] = state[ACTOR]
                    return


@kernel("int64(int32[::1], int32[::1])")
def mover(rules: NDArray[np.int32], state: NDArray[np.int32]) -> int:
    """Return the player to act, or -1 when the game is over."""
    if state[WINNER] >= 0 or state[OCCUPIED] == FULL:
        return -1
    return int(state[ACTOR])


@kernel("int64(int32[::1], int32[::1], int32[::1])")
def legal(rules: NDArray[np.int32], state: NDArray[np.int32], out: NDArray[np.int32]) -> int:
    """Write the legal actions, ascending, and return how many there are."""
    count = 0
    if state[WINNER] >= 0 or state[OCCUPIED] == FULL:
        return count
    if state[HAND] < 0:
        for piece in range(PIECES):
            if state[LEFT] >> piece & 1:
                out[count] = piece
                count += 1
    else:
        for cell in range(CELLS):
            if not state[OCCUPIED] >> cell & 1:
                out[count] = PLACE + cell
                count += 1
    return count


@kernel("float64(int32[::1], int32[::1], int64)")
def score(rules: NDArray[np.int32], state: NDArray[np.int32], player: int) -> float:
    """Return 1 when *player* has won, -1 when the opponent has, else 0."""
    if state[WINNER] < 0:
        return 0.0
    return 1.0 if state[WINNER] == player else -1.0
