"""Iterated width, IW(k): breadth-first search that keeps only states with a new k-tuple of atoms.

Lipovetzky & Geffner 2012; for games without a goal in sight, Lipovetzky, Ramírez & Geffner 2015.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import combinations

from ludarium.core.agent import Agent, Decision, Needs, Turn
from ludarium.core.budget import Budget, Meter
from ludarium.core.errors import BadParameter
from ludarium.core.game import HasAtoms, State

_DEFAULT_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Found:
    """What a search saw: the best plan with its return, and how many states were generated, kept and pruned."""

    plan: tuple[int, ...]
    value: float
    generated: int
    novel: int
    pruned: int
    complete: bool


class Novelty:
    """Remembers which tuples of at most k atoms were seen."""

    def __init__(self, k: int) -> None:
        self.k = k
        self._seen: set[tuple[int, ...]] = set()

    def is_new(self, atoms: tuple[int, ...]) -> bool:
        """Say whether some k-tuple is new, and remember all of them.

        A new smaller tuple always sits in a new tuple of k, so only those are kept; with fewer than k atoms, all of
        them are one tuple.
        """
        tuples = set(combinations(atoms, min(self.k, len(atoms)))) - self._seen
        self._seen |= tuples
        return bool(tuples)


def iterated_width(root: State, k: int, meter: Meter, max_depth: int) -> Found:
    """Search from *root* (a state of one player with atoms) until nothing new is left or the budget ends."""
    novelty = Novelty(k)
    novelty.is_new(_atoms(root))
    queue: deque[tuple[State, tuple[int, ...]]] = deque([(root, ())])
    best = root.returns()[0]
    plan: tuple[int, ...] = ()
    generated = pruned = 0
    novel = 1
    while queue:
        state, path = queue.popleft()
        for action in state.legal(0):
            if not meter.left():
                return Found(plan, best, generated, novel, pruned, complete=False)
            child = state.clone()
            child.advance(action)
            meter.spend()
            generated += 1
            if (value := child.returns()[0]) > best:
                best, plan = value, (*path, action)
            if not novelty.is_new(_atoms(child)):
                pruned += 1
                continue
            novel += 1
            if not child.is_over() and len(path) + 1 < max_depth:
                queue.append((child, (*path, action)))
    return Found(plan, best, generated, novel, pruned, complete=True)


class IteratedWidth(Agent[State]):
    """Plans anew at every turn and plays the first action of the best plan; without a gain in sight, a random one.

    Under luck it plans in one imagined future. Not handled: opponents, secrets, continuous time. `k` above 2 costs
    memory exponential in k.
    """

    needs = Needs(players=1, able=(HasAtoms,))

    def __init__(self, k: int = 1, steps: int | None = None, ms: float | None = None) -> None:
        if k < 1:
            raise BadParameter(f"iw: k={k}; the width is at least 1")
        self.k, self.steps, self.ms = k, steps, ms

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Search, and follow the best plan's first step."""
        meter = budget.within(steps=self.steps, ms=self.ms).start()
        if not meter.limited:
            meter = Budget(steps=_DEFAULT_STEPS).start()
        left = max(1, turn.spec.max_steps - turn.tick)
        found = iterated_width(turn.imagine(self.rng), self.k, meter, left)
        action = found.plan[0] if found.plan else self.choose(turn.legal)
        info = {
            "value": found.value,
            "plan": found.plan[:20],
            "generated": found.generated,
            "novel": found.novel,
            "complete": found.complete,
            "steps": meter.steps,
        }
        return Decision(action, info)


def _atoms(state: State) -> tuple[int, ...]:
    assert isinstance(state, HasAtoms), "needs.able promises it"
    found: list[int] = sorted(state.atoms().tolist())
    return tuple(found)
