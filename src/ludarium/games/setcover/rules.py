"""The compiled core of set covering, over bit sets: a list is a row of 64-bit words, a bit for each element.

`gather` is the greedy, `prune` drops what is redundant, `anneal` and `reweigh` are the local searches (for long and for
short lists), `relax` is the Lagrangian bound. All work on plain arrays that `Tables` makes of an instance once.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numba import config
from numpy.typing import NDArray

from ludarium.compiled.cache import kernel
from ludarium.compiled.kernels import Luck, below
from ludarium.games.setcover.level import Instance

Bits = NDArray[np.uint64]
Ints = NDArray[np.int64]

CHEAP, LARGE, SMALL, SOURCE = range(4)
"""How `gather` chooses: least weight a new element, and at a tie the first, the largest or the smallest gain; or the
source's cost, twice the length and ten for each element still missing."""

_DRAWS = 4096
LOGS = np.array([round(-math.log((place + 0.5) / _DRAWS), 6) for place in range(_DRAWS)])
"""Draws of an exponential variable: −ln of a uniform one, by table, so that every machine draws the same."""


def _population(word: Any) -> Any:
    """Count the bits of a word. LLVM knows the pattern and uses the machine's own instruction."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


def _plain_population(word: Any) -> Any:
    """Count the bits of a word without the JIT, where NumPy would warn of the product that wraps."""
    return int(word).bit_count()


population = _plain_population if config.DISABLE_JIT else kernel("int64(uint64)", inline=True)(_population)


@kernel("void(int64[::1], int32[::1], uint64[:, ::1])")
def pack(starts: Ints, members: NDArray[np.int32], bits: Bits) -> None:
    """Set the bits of every list's members."""
    for index in range(len(starts) - 1):
        for place in range(starts[index], starts[index + 1]):
            element = members[place]
            bits[index, element >> 6] |= np.uint64(1) << np.uint64(element & 63)


@kernel("void(int64[::1], int32[::1], int64[::1], int32[::1], int64[::1])")
def invert(
    starts: Ints, members: NDArray[np.int32], row_starts: Ints, holders: NDArray[np.int32], filled: Ints
) -> None:
    """List the holders of each element, ascending."""
    for index in range(len(starts) - 1):
        for place in range(starts[index], starts[index + 1]):
            element = members[place]
            holders[row_starts[element] + filled[element]] = index
            filled[element] += 1


@kernel(
    "int64(uint64[:, ::1], int64[::1], uint64[::1], uint8[::1], uint64[::1], int64[::1], int64, int64[::1])",
)
def gather(
    bits: Bits,
    weights: Ints,
    full: Bits,
    allowed: NDArray[np.uint8],
    covered: Bits,
    gains: Ints,
    rule: int,
    chosen: Ints,
) -> int:
    """Choose allowed lists, the best first, until all is covered or none of them adds anything; return how many.

    Lazy: *gains* holds what each list would add, an upper bound from earlier rounds; a gain only falls, so only lists
    that still look best are counted anew. *covered* is where it starts, and ends.
    """
    lists, words = bits.shape
    count = 0
    while True:
        missing = 0
        for word in range(words):
            missing += population(full[word] & ~covered[word])
        if missing == 0:
            return count
        best, best_gain, best_weight = -1, np.int64(0), np.int64(0)
        for index in range(lists):
            gain = gains[index]
            if allowed[index] == 0 or gain == 0:
                continue
            for fresh in range(2):
                if fresh == 1:
                    gain = 0
                    for word in range(words):
                        gain += population(bits[index, word] & full[word] & ~covered[word])
                    gains[index] = gain
                    if gain == 0:
                        break
                weight = weights[index]
                if best < 0:
                    better = True
                elif rule == 3:
                    better = 2 * weight - 10 * gain < 2 * best_weight - 10 * best_gain
                else:
                    dearer = weight * best_gain - best_weight * gain
                    better = dearer < 0
                    if dearer == 0:
                        better = (rule == 1 and gain > best_gain) or (rule == 2 and (gain < best_gain or fresh == 0))
                if not better:
                    break
                if fresh == 1:
                    best, best_gain, best_weight = index, gain, weight
        if best < 0:
            return count
        chosen[count] = best
        count += 1
        for word in range(words):
            covered[word] |= bits[best, word]


@kernel("int64(uint64[:, ::1], int64[::1], uint64[::1], int64[::1], int64)")
def prune(bits: Bits, weights: Ints, full: Bits, chosen: Ints, count: int) -> int:
    """Drop lists that the others make redundant, the heaviest first; return how many are left."""
    words = bits.shape[1]
    while True:
        worst, heaviest = -1, np.int64(-1)
        for place in range(count):
            if weights[chosen[place]] <= heaviest:
                continue
            needed = False
            for word in range(words):
                held = np.uint64(0)
                for other in range(count):
                    if other != place:
                        held |= bits[chosen[other], word]
                if bits[chosen[place], word] & full[word] & ~held:
                    needed = True
                    break
            if not needed:
                worst, heaviest = place, weights[chosen[place]]
        if worst < 0:
            return count
        count -= 1
        for place in range(worst, count):
            chosen[place] = chosen[place + 1]


@kernel("int64(uint64[:, ::1], uint64[::1], int64[::1], int64, uint64[::1], uint64[::1])")
def recount(bits: Bits, full: Bits, chosen: Ints, count: int, once: Bits, twice: Bits) -> int:
    """Find what is covered at least once and at least twice; return how many elements are missing."""
    words = bits.shape[1]
    missing = 0
    for word in range(words):
        one, two = np.uint64(0), np.uint64(0)
        for place in range(count):
            held = bits[chosen[place], word]
            two |= one & held
            one |= held
        once[word], twice[word] = one, two
        missing += population(full[word] & ~one)
    return missing


@kernel("void(int64[::1], int32[::1], int64[::1], uint64[:, ::1])")
def rank(starts: Ints, members: NDArray[np.int32], order: Ints, rows: Bits) -> None:
    """Set, for every element, the bits of its holders' ranks: their places in *order*."""
    for place in range(len(order)):
        for at in range(starts[order[place]], starts[order[place] + 1]):
            rows[members[at], place >> 6] |= np.uint64(1) << np.uint64(place & 63)


@kernel("int64(uint64[:, ::1], uint64[::1], int64)")
def lightest_holder(rows: Bits, wanted: Bits, ranks: int) -> int:
    """Return the first rank below *ranks* whose list holds all that is wanted, −1 without one.

    64 lists at a time: their bits in the wanted elements' rows are joined until none is left, after a few elements.
    """
    for block in range((ranks + 63) >> 6):
        fit = ~np.uint64(0)
        for word in range(len(wanted)):
            left = wanted[word]
            while left and fit:
                low = left & (~left + np.uint64(1))
                fit &= rows[(word << 6) + population(low - np.uint64(1)), block]
                left ^= low
            if not fit:
                break
        if fit:
            found = (block << 6) + population((fit & (~fit + np.uint64(1))) - np.uint64(1))
            return found if found < ranks else -1
    return -1


@kernel(
    "void(uint64[:, ::1], int64[::1], uint64[::1], int64[::1], int64[::1], int64[::1], uint64[:, ::1], int64[::1],"
    "uint64[::1], uint64[::1], uint64[::1], int64, int64, int64[::1], int64[::1])"
)
def look_around(
    bits: Bits,
    weights: Ints,
    full: Bits,
    order: Ints,
    ascending: Ints,
    reach: Ints,
    rows: Bits,
    chosen: Ints,
    once: Bits,
    twice: Bits,
    wanted: Bits,
    count: int,
    weight: int,
    best: Ints,
    notes: Ints,
) -> None:
    """Keep the best cover that one exchange from here leads to, if it is lighter than all before; changes no list."""
    for place in range(count):
        old = chosen[place]
        without = weight - weights[old]
        ranks = np.searchsorted(ascending, notes[2] - without)
        if ranks == 0:
            continue
        need = 0
        for word in range(len(wanted)):
            wanted[word] = full[word] & ~(twice[word] | (once[word] & ~bits[old, word]))
            need += population(wanted[word])
        if need == 0 or need > reach[ranks - 1]:
            continue
        found = lightest_holder(rows, wanted, ranks)
        if found >= 0:
            notes[1], notes[2] = count, without + ascending[found]
            best[:count] = chosen[:count]
            best[place] = order[found]


@kernel(
    "int64(uint64[:, ::1], int64[::1], uint64[::1], int64[::1], int64[::1], int64[::1], uint64[:, ::1], float64[::1],"
    "int64[::1], uint8[::1], int64[::1], int64[::1], int64[::1], float64, float64, int64)",
)
def anneal(
    bits: Bits,
    weights: Ints,
    full: Bits,
    order: Ints,
    ascending: Ints,
    reach: Ints,
    rows: Bits,
    logs: NDArray[np.float64],
    chosen: Ints,
    inside: NDArray[np.uint8],
    best: Ints,
    notes: Ints,
    luck: Luck,
    penalty: float,
    heat: float,
    proposals: int,
) -> int:
    """Anneal near-covers (Kirkpatrick et al. 1983) at one temperature: weight, and a penalty for each missing element.

    A move exchanges a list, adds or drops one. What the others cover without list i is `twice | (once & ~i)`, so a
    move is judged by one pass over the words, without touching anything. Made for long lists, of which few cover.
    Covers are rare, so from every accepted state all exchanges that would make a better one are looked for.
    Returns the accepted moves. notes: lists in *chosen*, lists in *best*, the best weight, covers met.
    """
    lists, words = bits.shape
    count, room = notes[0], len(chosen)
    once, twice, wanted = np.zeros(words, np.uint64), np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    missing = recount(bits, full, chosen, count, once, twice)
    weight = np.int64(0)
    for place in range(count):
        weight += weights[chosen[place]]
    accepted = 0
    for _ in range(proposals):
        drawn = below(luck, 1 << 31)
        kind = drawn & 31
        slack = heat * logs[(drawn >> 5) & 4095]
        out, new = -1, -1
        if kind < 31 and count > 0:
            out = ((drawn >> 17) * count) >> 14
        if kind > 0:
            new = below(luck, lists)
            if inside[new] or (out < 0 and count >= room):
                continue
        if out < 0 and new < 0:
            continue
        change = np.int64(0)
        if out >= 0:
            change -= weights[chosen[out]]
        if new >= 0:
            change += weights[new]
        most = missing + (slack - change) / penalty
        if most < 0:
            continue
        lost = 0
        if out >= 0 and new >= 0:
            old = chosen[out]
            for word in range(words):
                lost += population(full[word] & ~(twice[word] | (once[word] & ~bits[old, word]) | bits[new, word]))
        elif out >= 0:
            old = chosen[out]
            for word in range(words):
                lost += population(full[word] & ~(twice[word] | (once[word] & ~bits[old, word])))
        else:
            for word in range(words):
                lost += population(full[word] & ~(once[word] | bits[new, word]))
        if lost > most:
            continue
        accepted += 1
        if out >= 0:
            inside[chosen[out]] = 0
            if new >= 0:
                chosen[out] = new
            else:
                count -= 1
                chosen[out] = chosen[count]
        else:
            chosen[count] = new
            count += 1
        if new >= 0:
            inside[new] = 1
        weight += change
        missing = recount(bits, full, chosen, count, once, twice)
        notes[3] += missing == 0
        if missing == 0 and weight < notes[2]:
            notes[1], notes[2] = count, weight
            for place in range(count):
                best[place] = chosen[place]
        look_around(
            bits,
            weights,
            full,
            order,
            ascending,
            reach,
            rows,
            chosen,
            once,
            twice,
            wanted,
            count,
            int(weight),
            best,
            notes,
        )
    notes[0] = count
    return accepted


@kernel(
    "void(int64, int64, int64[::1], int32[::1], int64[::1], int32[::1], uint8[::1], int64[::1], int64[::1],"
    "int64[::1], int64[::1], int64[::1])"
)
def flip(
    index: int,
    way: int,
    starts: Ints,
    members: NDArray[np.int32],
    row_starts: Ints,
    holders: NDArray[np.int32],
    inside: NDArray[np.uint8],
    held: Ints,
    worth: Ints,
    score: Ints,
    missing: Ints,
    places: Ints,
) -> None:
    """Add a list (way 1) or take it out (way −1), and keep every score: what a flip would gain in worth of elements.

    *missing* lists the elements that nothing holds (its last entry counts them), *places* where each stands there.
    """
    last = len(missing) - 1
    score[index] = -score[index]
    inside[index] = way == 1
    for place in range(starts[index], starts[index + 1]):
        element = members[place]
        before = held[element]
        held[element] = before + way
        first, end = row_starts[element], row_starts[element + 1]
        if min(before, before + way) == 0:
            for at in range(first, end):
                if holders[at] != index:
                    score[holders[at]] -= way * worth[element]
            if way == 1:
                missing[last] -= 1
                moved = missing[missing[last]]
                missing[places[element]] = moved
                places[moved] = places[element]
            else:
                missing[missing[last]] = element
                places[element] = missing[last]
                missing[last] += 1
        elif min(before, before + way) == 1:
            for at in range(first, end):
                if holders[at] != index and inside[holders[at]]:
                    score[holders[at]] += way * worth[element]
                    break


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")
def least_loss(chosen: Ints, score: Ints, weights: Ints, since: Ints, count: int, spared: int) -> int:
    """Return the place of the chosen list whose loss a weight is least, the one chosen longest ago at a tie."""
    found = -1
    for place in range(count):
        index = chosen[place]
        if index == spared:
            continue
        if found >= 0:
            rival = chosen[found]
            ahead = score[index] * max(1, weights[rival]) - score[rival] * max(1, weights[index])
            if ahead < 0 or (ahead == 0 and since[index] >= since[rival]):
                continue
        found = place
    return found


@kernel(
    "void(int64[::1], int32[::1], int64[::1], int64[::1], int32[::1], int64[::1], uint8[::1], int64[::1],"
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], uint8[::1], int64[::1], int64[::1], int64[::1],"
    "int64)"
)
def reweigh(
    starts: Ints,
    members: NDArray[np.int32],
    weights: Ints,
    row_starts: Ints,
    holders: NDArray[np.int32],
    chosen: Ints,
    inside: NDArray[np.uint8],
    held: Ints,
    worth: Ints,
    score: Ints,
    missing: Ints,
    places: Ints,
    since: Ints,
    free: NDArray[np.uint8],
    best: Ints,
    notes: Ints,
    luck: Luck,
    moves: int,
) -> None:
    """Search by row weighting (RWLS, Gao, Weise & Li 2015, with weights): made for short lists, of which many cover.

    Each move drops the list whose loss is least and adds the best holder of a random missing element; what stays
    missing gains worth. A list that left may come back once a neighbour has moved (*free*). notes: lists in *chosen*,
    lists in *best*, the best weight, covers met, the weight now, the clock of moves.
    """
    last = len(missing) - 1
    spared = -1
    for _ in range(moves):
        notes[5] += 1
        while missing[last] == 0:
            if notes[4] < notes[2]:
                notes[1], notes[2] = notes[0], notes[4]
                best[: notes[0]] = chosen[: notes[0]]
            notes[3] += 1
            place = least_loss(chosen, score, weights, since, notes[0], -1)
            index = chosen[place]
            flip(index, -1, starts, members, row_starts, holders, inside, held, worth, score, missing, places)
            notes[0] -= 1
            notes[4] -= weights[index]
            chosen[place] = chosen[notes[0]]
            since[index] = notes[5]
        place = least_loss(chosen, score, weights, since, notes[0], spared)
        if place >= 0:
            index = chosen[place]
            flip(index, -1, starts, members, row_starts, holders, inside, held, worth, score, missing, places)
            notes[0] -= 1
            notes[4] -= weights[index]
            chosen[place] = chosen[notes[0]]
            since[index] = notes[5]
            free[index] = 0
            for at in range(starts[index], starts[index + 1]):
                element = members[at]
                for near in range(row_starts[element], row_starts[element + 1]):
                    if holders[near] != index:
                        free[holders[near]] = 1
        while missing[last] > 0:
            element = missing[below(luck, missing[last])]
            found = -1
            for at in range(row_starts[element], row_starts[element + 1]):
                index = holders[at]
                if free[index] == 0:
                    continue
                if found >= 0:
                    ahead = score[index] * max(1, weights[found]) - score[found] * max(1, weights[index])
                    if ahead < 0 or (ahead == 0 and since[index] >= since[found]):
                        continue
                found = index
            if found < 0 or notes[4] + weights[found] >= notes[2] or notes[0] >= len(chosen):
                break
            flip(found, 1, starts, members, row_starts, holders, inside, held, worth, score, missing, places)
            chosen[notes[0]] = found
            notes[0] += 1
            notes[4] += weights[found]
            since[found] = notes[5]
            spared = found
            for at in range(starts[found], starts[found + 1]):
                element = members[at]
                for near in range(row_starts[element], row_starts[element + 1]):
                    if holders[near] != found:
                        free[holders[near]] = 1
            for number in range(missing[last]):
                element = missing[number]
                worth[element] += 1
                for at in range(row_starts[element], row_starts[element + 1]):
                    score[holders[at]] += 1


@kernel(
    "float64(int64[::1], int32[::1], int64[::1], float64[::1], float64[::1], float64[::1], int64[::1], float64[::1],"
    "float64, int64)",
)
def relax(
    starts: Ints,
    members: NDArray[np.int32],
    weights: Ints,
    prices: NDArray[np.float64],
    best_prices: NDArray[np.float64],
    reduced: NDArray[np.float64],
    held: Ints,
    pace: NDArray[np.float64],
    ceiling: float,
    rounds: int,
) -> float:
    """Raise the Lagrangian bound by subgradient steps (Held & Karp 1971; Beasley 1990); return the best one.

    With a price for each element, the prices together and every list's reduced weight below 0 are a lower bound. pace:
    step factor, best bound, rounds without a gain. *reduced* ends with the reduced weights at the best prices.
    """
    elements, lists = len(prices), len(weights)
    for turn in range(rounds + 1):
        if turn == rounds:
            prices[:] = best_prices
        bound = 0.0
        for element in range(elements):
            bound += prices[element]
            held[element] = 0
        for index in range(lists):
            left = float(weights[index])
            for place in range(starts[index], starts[index + 1]):
                left -= prices[members[place]]
            reduced[index] = left
            if left < 0:
                bound += left
                for place in range(starts[index], starts[index + 1]):
                    held[members[place]] += 1
        if turn == rounds:
            break
        if bound > pace[1] + 1e-9:
            pace[1], pace[2] = bound, 0.0
            best_prices[:] = prices
        else:
            pace[2] += 1
            if pace[2] >= 20:
                pace[0], pace[2] = pace[0] / 2, 0.0
                prices[:] = best_prices
                continue
        length = 0.0
        for element in range(elements):
            length += float((1 - held[element]) * (1 - held[element]))
        if length == 0.0 or pace[0] < 1e-3:
            continue
        step = pace[0] * (ceiling - bound) / length
        for element in range(elements):
            prices[element] = max(0.0, prices[element] + step * (1 - held[element]))
    return float(pace[1])


class Ranking(NamedTuple):
    """The lists by weight, lightest first: who they are, their weights, the longest so far, and each element's row."""

    order: Ints
    ascending: Ints
    reach: Ints
    rows: Bits


class Tables:
    """An instance as the kernels want it."""

    def __init__(self, instance: Instance) -> None:
        starts, members = instance.flat
        self.starts, self.members = starts, members
        self.words = (instance.n + 63) // 64
        self.bits: Bits = np.zeros((len(instance), self.words), np.uint64)
        pack(starts, members, self.bits)
        self.weights: Ints = np.array(instance.weights, np.int64)
        self.lengths: Ints = np.diff(starts)
        self.full: Bits = np.zeros(self.words, np.uint64)
        for element in range(instance.n):
            self.full[element >> 6] |= np.uint64(1) << np.uint64(element & 63)
        self.row_starts: Ints = np.zeros(instance.n + 1, np.int64)
        np.cumsum(np.bincount(members, minlength=instance.n), out=self.row_starts[1:])
        self.holders = np.zeros(len(members), np.int32)
        invert(starts, members, self.row_starts, self.holders, np.zeros(instance.n, np.int64))

    @cached_property
    def ranking(self) -> Ranking:
        """The lists by weight; a row is a bit set of an element's holders, by rank."""
        order: Ints = np.argsort(self.weights, kind="stable")
        rows: Bits = np.zeros((len(self.row_starts) - 1, (len(order) + 63) // 64), np.uint64)
        rank(self.starts, self.members, order, rows)
        return Ranking(order, self.weights[order], np.maximum.accumulate(self.lengths[order]), rows)
