"""The exact value of any Quarto position: win, draw or loss for the player to act, and a line that proves it.

What a position is worth depends on less than its board. A line matters only by the trait values that all its pieces
share, so the search keeps, for each trait, which lines are still *alive* for "has it" and for "lacks it": one word of
two lanes a trait. Placing a piece is four ANDs, and the pieces that must not be given follow from the lines with three
pieces. Boards with equal words, empty cells and pieces left have equal values, whatever stands where; that, made
canonical, is the key of the transposition table.

The search asks yes-or-no questions: does the player who holds a piece get at least a draw? at least a win? It needs no
recursion: its stack is a flat array, so it stops after any number of nodes and goes on later, which keeps deadlines.
"""

from __future__ import annotations

import math
import time
from functools import cache
from itertools import permutations, product
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel
from ludarium.core.budget import Budget, Meter
from ludarium.core.errors import BadParameter
from ludarium.core.solver import Solution, Solver, Status
from ludarium.games.quarto.rules import (
    CELLS,
    FULL,
    HAND,
    LEFT,
    OCCUPIED,
    PIECES,
    PLACE,
    PLANE,
    TRAITS,
    WINNER,
    make_rules,
    mover,
    step,
)

# An alive word has two lanes of one bit a line: the low one for pieces that lack the trait, the high one for pieces
# that have it. Nineteen lines fit; the basic game uses ten.
_LANE = 19
_LOW = (1 << _LANE) - 1
_WORD = (1 << 2 * _LANE) - 1

# The stack: a header, then a frame a ply (a board, the piece in hand, and how far its placements were tried).
_DEPTH, _PHASE, _NODES, _THRESHOLD, _ANSWER, _CELL, _GIFT, _HEADER = range(8)
_BOARD, _PIECES, _PIECE, _ODD, _PAIR, _COUNT, _NEXT, _GIFTS, _ALIVE = range(9)
_KEY = _ALIVE + TRAITS
_TRIES = _KEY + 5
_FRAME = _TRIES + CELLS
_STACK = _HEADER + _FRAME * (PIECES + 1)
_ENTER, _ADVANCE, _RETURN = range(3)

# The lookup array of a variant: lines through each cell; for each set of cells its canonical image, and where the list
# of the symmetries that lead to it is; for each symmetry the images of line sets; the lists.
_THROUGH = 0
_CANON = CELLS
_IMAGES = _CANON + (1 << CELLS)
_IMAGE = 2048
_HALF = 1024

# Boards with fewer pieces left are searched again sooner than they are looked up.
_WORTH_KEEPING = 6
_ENTRY = 4
_UNKNOWN = 2 << 2
# Small, because fresh pages of a large table make the first nodes slow: 32,768 of them took a second.
_SLICE = 1 << 12


class Position(Protocol):
    """What the solver reads of a state: its rules and its words, as in `rules.py`."""

    @property
    def rules(self) -> NDArray[np.int32]:
        """The rules array."""

    @property
    def words(self) -> NDArray[np.int32]:
        """The state words."""


@cache
def symmetries(lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every rearrangement of the cells that maps *lines* onto themselves: `image[cell]`.

    Each one permutes the rows, permutes the columns and perhaps swaps the two; 32 keep the ten lines, 8 the squares.
    """
    found = []
    for rows, columns, swap in product(permutations(range(4)), permutations(range(4)), (False, True)):
        image = tuple(
            columns[cell % 4] * 4 + rows[cell // 4] if swap else rows[cell // 4] * 4 + columns[cell % 4]
            for cell in range(CELLS)
        )
        if all(_moved(line, image) in lines for line in reversed(lines)):  # rows and columns, listed first, never fail
            found.append(image)
    return tuple(found)


def _moved(cells: int, image: tuple[int, ...]) -> int:
    return sum(1 << image[cell] for cell in range(CELLS) if cells >> cell & 1)


@cache
def _lookup(lines: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the search's tables for a variant in one array (see `_THROUGH`, `_CANON`, `_IMAGES`)."""
    group = symmetries(lines)
    through = [sum(1 << index for index, line in enumerate(lines) if line >> cell & 1) for cell in range(CELLS)]
    sets = np.arange(1 << CELLS)
    low, high = sets & 255, sets >> 8
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    moved = np.zeros((len(group), 1 << CELLS), np.int64)
    images = np.zeros((len(group), _IMAGE), np.int64)
    for number, image in enumerate(group):
        moved[number] = (bits @ (1 << np.array(image[:8])))[low] | (bits @ (1 << np.array(image[8:])))[high]
        for index, line in enumerate(lines):
            part, bit = divmod(index, 10)
            target = lines.index(_moved(line, image))
            images[number, part * _HALF : (part + 1) * _HALF] |= (np.arange(_HALF) >> bit & 1) << target
    canonical = moved.min(axis=0)
    which, by = np.nonzero((moved == canonical).T)
    count = np.bincount(which, minlength=1 << CELLS)
    first = _IMAGES + images.size + np.cumsum(count) - count
    return np.concatenate([through, canonical | count << 16 | first << 24, images.ravel(), _IMAGES + by * _IMAGE])


@kernel("int64(int64)", inline=True)
def _bits(mask: int) -> int:
    """Count the bits of a 16-bit mask."""
    mask = mask - (mask >> 1 & 0x5555)
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return mask + (mask >> 8) & 31


@kernel("int64(int64, int64, int64, int64)", inline=True)
def _after(alive: int, has: int, lines: int, full: int) -> int:
    """Return a trait's alive word when a piece that has the trait or not came on *lines* and made some of them full."""
    return alive & ~(lines | full << _LANE) if has else alive & ~(lines << _LANE | full)


@kernel("int64(int64, int64, int64)", inline=True)
def _harmless(alive: int, three: int, having: int) -> int:
    """Return the pieces that complete no line by this trait: *three* are the lines that lack one piece."""
    return (FULL ^ having if alive & three << _LANE else FULL) & (having if alive & three else FULL)


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _image(lookup: NDArray[np.int64], at: int, alive: int) -> int:
    """Return an alive word moved by the symmetry whose images of line sets start at *at*."""
    low = lookup[at + (alive & 1023)] | lookup[at + _HALF + (alive >> 10 & 511)]
    high = lookup[at + (alive >> _LANE & 1023)] | lookup[at + _HALF + (alive >> _LANE + 10)]
    return int(low | high << _LANE)


@kernel("UniTuple(int64, 2)(int64, int64, int64, int64)")
def _oriented(alive: int, left: int, having: int, shift: int) -> tuple[int, int]:
    """Choose what to call "having" a trait: the lesser alive word, with the pieces renamed to match."""
    other = alive >> _LANE | (alive & _LOW) << _LANE
    if other < alive:
        return other, (left & having) >> shift | left << shift & having
    return alive, left


@kernel("UniTuple(int64, 3)(int64, int64, int64, int64, int64)")
def _ordered(first: int, second: int, left: int, mask: int, shift: int) -> tuple[int, int, int]:
    """Put two traits in order by their alive words, with the pieces renamed: *mask* >> *shift* trade places."""
    if second < first:
        change = (left >> shift ^ left) & mask
        return second, first, left ^ change ^ change << shift
    return first, second, left


@kernel("UniTuple(int64, 5)(int64[::1], int64, int64, int64, int64, int64, int64)")
def _canonical(
    lookup: NDArray[np.int64], board: int, left: int, a: int, b: int, c: int, d: int
) -> tuple[int, int, int, int, int]:
    """Return the alive words, and pieces left with empty cells, that all equivalent boards have in common.

    Ties between traits are not broken by the pieces left: a few equivalent boards keep different keys.
    """
    entry = lookup[_CANON + board]
    first = entry >> 24
    best = (-1, 0, 0, 0, 0)
    for index in range(first, first + (entry >> 16 & 255)):
        at = lookup[index]
        e, pieces = _oriented(_image(lookup, at, a), left, 0xAAAA, 1)
        f, pieces = _oriented(_image(lookup, at, b), pieces, 0xCCCC, 2)
        g, pieces = _oriented(_image(lookup, at, c), pieces, 0xF0F0, 4)
        h, pieces = _oriented(_image(lookup, at, d), pieces, 0xFF00, 8)
        e, f, pieces = _ordered(e, f, pieces, 0x2222, 1)
        g, h, pieces = _ordered(g, h, pieces, 0x00F0, 4)
        e, g, pieces = _ordered(e, g, pieces, 0x0A0A, 3)
        f, h, pieces = _ordered(f, h, pieces, 0x00CC, 6)
        f, g, pieces = _ordered(f, g, pieces, 0x0C0C, 2)
        found = (e, f, g, h, pieces << 16 | entry & FULL)
        if best[0] < 0 or found < best:
            best = found
    return best


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def _slot(table: NDArray[np.int64], a: int, b: int, c: int, d: int, rest: int) -> int:
    """Return where the table keeps this key; if it does not, claim a place for it, with nothing known.

    Two entries share a hash: the first stays with the board that has more pieces left, the second is for the latest.
    """
    # Every product stays below 2**62, so that plain Python computes the same.
    mixed = a * 0xB5297B ^ b * 0x9E3779 ^ c * 0x68E31D ^ d * 0xC2B2AF ^ rest * 0x27D4EB2F
    mixed = ((mixed ^ mixed >> 29) & 0x7FFFFFFF) * 0x5851F42D >> 30
    left = rest >> 16
    a |= (rest & FULL) << 2 * _LANE
    b |= left << 2 * _LANE
    start = (mixed * 2 & len(table) // _ENTRY - 1) * _ENTRY
    for at in range(start, start + 2 * _ENTRY, _ENTRY):
        if table[at] == a and table[at + 1] == b and table[at + 2] == c and table[at + 3] & _WORD == d:
            return at
    at = start + (_ENTRY if _bits(table[start + 1] >> 2 * _LANE) > _bits(left) else 0)
    table[at], table[at + 1], table[at + 2], table[at + 3] = a, b, c, d | _UNKNOWN << 2 * _LANE
    return at


@kernel("int64(int32[::1], int32[::1], int64[::1])")
def _load(rules: NDArray[np.int32], state: NDArray[np.int32], stack: NDArray[np.int64]) -> int:
    """Set up the first frame for a state with a piece in hand; return a cell where that piece wins at once, or -1."""
    occupied, hand = state[OCCUPIED], state[HAND]
    frame = _HEADER
    wins = -1
    stack[:] = 0
    stack[frame + _BOARD] = occupied
    stack[frame + _PIECES] = state[LEFT]
    stack[frame + _PIECE] = hand
    for index in range(rules[0]):
        line = rules[index + 1]
        count = _bits(line & occupied)
        stack[frame + _ODD] |= (count & 1) << index
        stack[frame + _PAIR] |= (count >> 1 & 1) << index
        if count == 4:
            continue
        for trait in range(TRAITS):
            plane = state[PLANE + trait]
            for has in range(2):
                if line & occupied & (plane if has == 0 else ~plane) == 0:
                    stack[frame + _ALIVE + trait] |= 1 << index + _LANE * has
                    if count == 3 and hand >> trait & 1 == has:
                        wins = _bits((line & ~occupied) - 1)
    return wins


@kernel("int64(int64[::1], int64[::1], int64[::1], int64)")
def _search(lookup: NDArray[np.int64], table: NDArray[np.int64], stack: NDArray[np.int64], limit: int) -> int:
    """Go on with the question in *stack* for about *limit* nodes (placements tried); return 1 when it is answered.

    The question of a frame: can the player who holds its piece get at least the frame's threshold (1 win, 0 draw)? Yes
    if after some placement some gift makes the opponent's question, with threshold 1 - t, a no. The table keeps what
    is proven of boards between placement and gift, for the giver: two bits `at least + 1`, two bits `at most + 1`.
    """
    depth, phase, nodes, answer = stack[_DEPTH], stack[_PHASE], stack[_NODES], stack[_ANSWER]
    stop = nodes + limit
    while True:
        frame = _HEADER + depth * _FRAME
        threshold = stack[_THRESHOLD] ^ depth & 1
        board, left, piece = stack[frame + _BOARD], stack[frame + _PIECES], stack[frame + _PIECE]
        a, b = stack[frame + _ALIVE], stack[frame + _ALIVE + 1]
        c, d = stack[frame + _ALIVE + 2], stack[frame + _ALIVE + 3]
        odd, pair = stack[frame + _ODD], stack[frame + _PAIR]
        three = odd & pair

        if phase == _ENTER:
            if nodes >= stop:
                break
            answer = 0
            count = 0
            empty = board ^ FULL
            last = left & left - 1 == 0
            while empty:
                bit = empty & -empty
                empty ^= bit
                cell = _bits(bit - 1)
                nodes += 1
                lines = lookup[_THROUGH + cell]
                full = three & lines
                e, f = _after(a, piece & 1, lines, full), _after(b, piece & 2, lines, full)
                g, h = _after(c, piece & 4, lines, full), _after(d, piece & 8, lines, full)
                now = three & ~lines | pair & ~odd & lines
                safe = left & _harmless(e, now, 0xAAAA) & _harmless(f, now, 0xCCCC)
                safe &= _harmless(g, now, 0xF0F0) & _harmless(h, now, 0xFF00)
                if safe == 0 and left:
                    continue
                if last or e | f | g | h == 0:
                    if threshold == 0:
                        answer = 1
                        if depth == 0:
                            stack[_CELL] = cell
                            stack[_GIFT] = _bits((safe & -safe) - 1) if left else -1
                        break
                    continue
                # Fewest safe gifts first: a threat leaves the opponent little choice.
                attempt = _bits(safe) << 20 | cell << 16 | safe
                at = frame + _TRIES + count
                count += 1
                while at > frame + _TRIES and stack[at - 1] > attempt:
                    stack[at] = stack[at - 1]
                    at -= 1
                stack[at] = attempt
            stack[frame + _COUNT] = count
            stack[frame + _NEXT] = 0
            stack[frame + _GIFTS] = 0
            phase = _RETURN if answer or count == 0 else _ADVANCE

        elif phase == _ADVANCE:
            child = frame + _FRAME
            gifts = stack[frame + _GIFTS]
            while gifts == 0 and stack[frame + _NEXT] < stack[frame + _COUNT]:
                attempt = stack[frame + _TRIES + stack[frame + _NEXT]]
                stack[frame + _NEXT] += 1
                cell = attempt >> 16 & 15
                lines = lookup[_THROUGH + cell]
                full = three & lines
                e, f = _after(a, piece & 1, lines, full), _after(b, piece & 2, lines, full)
                g, h = _after(c, piece & 4, lines, full), _after(d, piece & 8, lines, full)
                stack[child + _BOARD] = board | 1 << cell
                stack[child + _ALIVE], stack[child + _ALIVE + 1] = e, f
                stack[child + _ALIVE + 2], stack[child + _ALIVE + 3] = g, h
                stack[child + _ODD] = odd ^ lines
                stack[child + _PAIR] = pair ^ odd & lines
                gifts = attempt & FULL
                # The root's own placements are not looked up: its answer has to name the gift too.
                stack[frame + _KEY] = -1
                if depth and _bits(left) >= _WORTH_KEEPING:
                    e, f, g, h, rest = _canonical(lookup, board | 1 << cell, left, e, f, g, h)
                    stack[frame + _KEY], stack[frame + _KEY + 1], stack[frame + _KEY + 2] = e, f, g
                    stack[frame + _KEY + 3], stack[frame + _KEY + 4] = h, rest
                    known = table[_slot(table, e, f, g, h, rest) + 3] >> 2 * _LANE
                    if known & 3 > threshold:
                        answer = 1
                        break
                    if known >> 2 <= threshold:
                        gifts = 0
            if answer or gifts == 0:
                phase = _RETURN
            else:
                bit = gifts & -gifts
                stack[frame + _GIFTS] = gifts ^ bit
                stack[child + _PIECES] = left ^ bit
                stack[child + _PIECE] = _bits(bit - 1)
                depth += 1
                phase = _ENTER

        else:
            if depth == 0:
                break
            depth -= 1
            gave = frame
            frame -= _FRAME
            threshold = 1 - threshold
            phase = _ADVANCE
            if answer and stack[frame + _GIFTS]:
                answer = 0
                continue
            answer = 1 - answer
            e = stack[frame + _KEY]
            if e >= 0:
                f, g = stack[frame + _KEY + 1], stack[frame + _KEY + 2]
                h, rest = stack[frame + _KEY + 3], stack[frame + _KEY + 4]
                at = _slot(table, e, f, g, h, rest)
                known = table[at + 3] >> 2 * _LANE
                known = known & 12 | threshold + 1 if answer else known & 3 | threshold << 2
                table[at + 3] = h | known << 2 * _LANE
            if answer:
                phase = _RETURN
                if depth == 0:
                    stack[_CELL] = stack[frame + _TRIES + stack[frame + _NEXT] - 1] >> 16 & 15
                    stack[_GIFT] = stack[gave + _PIECE]
    stack[_DEPTH], stack[_PHASE], stack[_NODES], stack[_ANSWER] = depth, phase, nodes, answer
    return int(phase == _RETURN)


@kernel("int64(int32[::1], int64)")
def _fillings(rules: NDArray[np.int32], occupied: int) -> int:
    """Count the ways to fill these cells with different pieces, piece 0 first, so that no line shares a trait."""
    cells = np.zeros(CELLS, np.int64)
    planes = np.zeros((CELLS + 1, TRAITS), np.int64)
    used = np.zeros(CELLS + 1, np.int64)
    tried = np.zeros(CELLS, np.int64)
    size = 0
    for cell in range(CELLS):
        if occupied >> cell & 1:
            cells[size] = cell
            size += 1
    total = 0
    level = 0
    while level >= 0:
        piece = tried[level]
        if piece == (PIECES if level else 1):
            level -= 1
            continue
        tried[level] += 1
        if used[level] >> piece & 1:
            continue
        cell = cells[level]
        for trait in range(TRAITS):
            planes[level + 1, trait] = planes[level, trait] | (piece >> trait & 1) << cell
        placed = occupied & (2 << cell) - 1
        won = False
        for index in range(1, rules[0] + 1):
            line = rules[index]
            if line >> cell & 1 and line & ~placed == 0:
                for trait in range(TRAITS):
                    shared = planes[level + 1, trait] & line
                    won = won or shared == 0 or shared == line  # noqa: PLR1714 -- Numba has no `in` for this
        if won:
            continue
        if level == size - 1:
            total += 1
            continue
        used[level + 1] = used[level] | 1 << piece
        level += 1
        tried[level] = 0
    return total


def count_boards(pieces: int, squares: bool = False) -> int:
    """Count the boards with *pieces* pieces and no won line, every piece and cell being told apart.

    Only one set of cells in each class of symmetric ones is filled, and one sixteenth of its fillings: renaming the
    pieces can make any piece the first one.
    """
    if pieces == 0:
        return 1
    rules = make_rules(squares)
    canonical = _lookup(_lines(rules))[_CANON:_IMAGES] & FULL
    shapes = [cells for cells in range(1 << CELLS) if cells.bit_count() == pieces]
    classes, members = np.unique(canonical[shapes], return_counts=True)
    return sum(
        PIECES * int(_fillings(rules, int(cells))) * int(count) for cells, count in zip(classes, members, strict=True)
    )


def _lines(rules: NDArray[np.int32]) -> tuple[int, ...]:
    return tuple(rules[1 : 1 + rules[0]].tolist())


class _Spent(Exception):
    """The budget has run out in the middle of a question."""


class QuartoSolver(Solver[Position, tuple[int, ...]]):
    """Proves values, and keeps its transposition table from call to call: the positions of one game share it.

    The table is for one variant at a time. Positions with fewer pieces ask for a larger one, up to *megabytes* (with
    *at_once* it has them from the start: for many openings in a row); `nodes` counts the placements tried so far.
    """

    def __init__(self, megabytes: int = 512, *, at_once: bool = False) -> None:
        if megabytes < 1:
            raise BadParameter(f"megabytes={megabytes}: the table needs at least 1")
        self.nodes = 0
        self._at_once = at_once
        self._most = math.floor(math.log2(megabytes * 2**20 // (8 * _ENTRY)))
        self._table = np.zeros(0, np.int64)
        self._stack = np.zeros(_STACK, np.int64)
        self._lines: tuple[int, ...] = ()
        self._lookup = np.zeros(0, np.int64)

    def solve(self, problem: Position, budget: Budget) -> Solution[tuple[int, ...]]:
        """Find the value for the player to act, and a line of best actions from here to the end of the game.

        A win is any win, not the shortest. When the budget ends early the status is BOUNDED: the value lies between
        `value` and `bound`, and there is no answer; when only the line was cut short, the value is still exact.
        """
        rules, words = self._prepared(problem)
        meter, began, before = budget.start(), time.perf_counter(), self.nodes
        least, most, turn = self._bounds(rules, words, meter)
        line = self._line(rules, words, least, turn, meter) if least == most else None
        nodes = self.nodes - before
        stats = {
            "nodes": nodes,
            "nodes_per_s": round(nodes / max(time.perf_counter() - began, 1e-9)),
            "table": len(self._table) // _ENTRY,
        }
        return Solution(Status.SOLVED if least == most else Status.BOUNDED, line, least, most, stats)

    def action_values(self, problem: Position, budget: Budget) -> dict[int, int] | None:
        """Return the exact value of each legal action for the player to act, or None when the budget is too small."""
        rules, words = self._prepared(problem)
        meter = budget.start()
        values = {}
        for action in _legal(words):
            after = _after_action(rules, words, action)
            if mover(rules, after) < 0:
                values[action] = 1 if after[WINNER] >= 0 else 0
                continue
            least, most, _ = self._bounds(rules, after, meter)
            if least < most:
                return None
            values[action] = least if action >= PLACE else -least
        return values

    def _prepared(self, problem: Position) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Check that somebody is to act, and make the tables that the position asks for (before its clock starts)."""
        rules, words = problem.rules, problem.words
        if mover(rules, words) < 0:
            how = "it is drawn" if words[WINNER] < 0 else f"player {words[WINNER]} has won"
            raise BadParameter(f"this game of Quarto is over, {how}: a value is for the player to act, and nobody is")
        bits = self._most if self._at_once else min(self._most, _table_bits(int(words[OCCUPIED]).bit_count()))
        wanted = _ENTRY << bits
        lines = _lines(rules)
        if lines != self._lines or len(self._table) < wanted:
            self._lines, self._lookup = lines, _lookup(lines)
            self._table = np.zeros(wanted, np.int64)
        return rules, words

    def _bounds(
        self, rules: NDArray[np.int32], words: NDArray[np.int32], meter: Meter
    ) -> tuple[int, int, tuple[int, ...]]:
        """Return the least and the most that the player to act may get, and a turn that gets the least."""
        most = 1
        try:
            for threshold in (1, 0):
                turn = self._turn(rules, words, threshold, meter)
                if turn:
                    return threshold, most, turn
                most = threshold - 1
        except _Spent:
            pass
        return -1, most, ()

    def _turn(
        self, rules: NDArray[np.int32], words: NDArray[np.int32], threshold: int, meter: Meter
    ) -> tuple[int, ...]:
        """Return the actions by which the player to act gets at least *threshold* (1 win, 0 draw); () if none do."""
        if words[HAND] < 0:
            for piece in _legal(words) if words[OCCUPIED] else (0,):  # on an empty board all pieces are alike
                if not self._turn(rules, _after_action(rules, words, piece), 1 - threshold, meter):
                    return (piece,)
            return ()
        stack = self._stack
        wins = int(_load(rules, words, stack))
        if wins >= 0:
            return (PLACE + wins,)
        stack[_THRESHOLD] = threshold
        done = 0
        while not done:
            limit = meter.steps_left(_SLICE + CELLS) - CELLS  # a frame's placements are all tried or none
            if limit <= 0 or not meter.left():
                raise _Spent
            before = int(stack[_NODES])
            done = _search(self._lookup, self._table, stack, limit)
            meter.spend(int(stack[_NODES]) - before)
            self.nodes += int(stack[_NODES]) - before
        if not stack[_ANSWER]:
            return ()
        place, gift = PLACE + int(stack[_CELL]), int(stack[_GIFT])
        return (place,) if gift < 0 else (place, gift)

    def _line(
        self,
        rules: NDArray[np.int32],
        words: NDArray[np.int32],
        value: int,
        turn: tuple[int, ...],
        meter: Meter,
    ) -> tuple[int, ...]:
        """Return best play from here, begun with *turn*; the player who is lost plays anything."""
        line: list[int] = []
        words = words.copy()
        try:
            while mover(rules, words) >= 0:
                for action in turn or _legal(words)[:1]:
                    line.append(action)
                    step(rules, words, action)
                    if action < PLACE:
                        value = -value
                turn = self._turn(rules, words, value, meter) if value >= 0 and mover(rules, words) >= 0 else ()
        except _Spent:
            pass
        return tuple(line)


def _table_bits(pieces: int) -> int:
    """Return the binary logarithm of the table entries worth having, by the number of pieces on the board."""
    return (24, 24, 23, 20, 17, 14)[pieces] if pieces < 6 else 10


def _legal(words: NDArray[np.int32]) -> list[int]:
    """Return the legal actions of a game that goes on, ascending."""
    if words[HAND] < 0:
        return [piece for piece in range(PIECES) if words[LEFT] >> piece & 1]
    return [PLACE + cell for cell in range(CELLS) if not words[OCCUPIED] >> cell & 1]


def _after_action(rules: NDArray[np.int32], words: NDArray[np.int32], action: int) -> NDArray[np.int32]:
    after = words.copy()
    step(rules, after, action)
    return after


def solve(state: Position, budget: Budget | None = None) -> Solution[tuple[int, ...]]:
    """Solve one position with a table of its own; see `QuartoSolver.solve`. No budget means no limit."""
    return QuartoSolver().solve(state, budget or Budget())


def action_values(state: Position, budget: Budget | None = None) -> dict[int, int] | None:
    """Value every legal action with a table of its own; see `QuartoSolver.action_values`."""
    return QuartoSolver().action_values(state, budget or Budget())
