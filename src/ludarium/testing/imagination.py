"""check_imagination: what a player is told holds no secret, and what it imagines is neither too sure nor too doubtful.

The leak test needs no knowledge of the game: two worlds that a player cannot tell apart (equal `known.key()`) must send
that player the same bytes.
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Hashable
from typing import Any

import numpy as np

from ludarium.core.agent import Turn
from ludarium.core.game import Game, HasWorlds, State
from ludarium.core.rng import derive
from ludarium.core.spec import Chance, Information
from ludarium.testing.contract import insist, random_actions

_FREQUENCY_DRAWS = 2000
_LEAK_STEPS = 4
_LONG_WALKS, _LONG_WALK = 8, 500


def check_imagination(game: Game[Any], seeds: int = 24, steps: int = 40, draws: int = 12) -> None:
    """Raise ContractBroken when a Known leaks, when imagining invents doubt, or when its frequencies are wrong."""
    _check_leaks(game, seeds)
    _check_doubt(game, steps, draws)
    if isinstance(game, HasWorlds):
        _check_posterior(game, steps)


def _told(game: Game[Any], state: State, player: int, tick: int) -> bytes:
    legal = tuple(int(action) for action in state.legal(player))
    return pickle.dumps((Turn(game.spec, player, legal, state.known(player), tick), game.spec), 4)


def _check_leaks(game: Game[Any], seeds: int) -> None:
    """Group states of many seeds by what a player perceived: within a group the bytes must be equal.

    Where worlds are many, two seeds hardly ever look the same: what the one who acts imagines joins the groups too.
    """
    rng, hidden = derive(0, "check_leaks"), game.spec.information is Information.HIDDEN
    told: dict[tuple[int, int, Hashable], set[bytes]] = defaultdict(set)
    truths: dict[tuple[int, int, Hashable], set[Hashable]] = defaultdict(set)
    for seed in range(seeds):
        state = game.initial(seed)
        for tick in range(_LEAK_STEPS):
            for player in range(game.spec.players):
                ghosts = [state.known(player).imagine(rng)] if hidden and player in state.actors() else []
                for world in (state, *(ghost for ghost in ghosts if type(ghost) is type(state))):
                    group = (tick, player, world.known(player).key())
                    told[group].add(_told(game, world, player, tick))
                    truths[group].add(world.key())
            if not (actors := state.actors()):
                break
            state.advance(*(state.legal(player)[len(state.legal(player)) // 2] for player in actors))
    for (_, player, _), different in told.items():
        insist(
            len(different) == 1,
            f"player {player} is sent different bytes in worlds that look the same: known() or spec leaks the secret",
        )
    if hidden:
        insist(
            any(len(keys) > 1 for keys in truths.values()),
            "information is hidden, yet every world looks different: the key() of known() tells the secret",
        )


def _check_doubt(game: Game[Any], steps: int, draws: int) -> None:
    """Insist that a ghost looks like the truth to the player, and differs only where there is a secret or luck."""
    rng, doubt, luck = derive(0, "check_imagination"), False, False
    state = game.initial(0)
    for _ in range(min(steps, game.spec.max_steps)):
        for player in state.actors():
            known = state.known(player)
            ghosts = [known.imagine(rng) for _ in range(draws)]
            for ghost in ghosts:
                insist(ghost.known(player).key() == known.key(), "an imagined state looks different to the player")
                insist(ghost.actors() == state.actors(), "in an imagined state other players act")
                insist(
                    list(ghost.legal(player)) == list(state.legal(player)), "an imagined state has other legal actions"
                )
            insist(known.key() == state.known(player).key(), "imagine() changed what is known")
            doubt |= len({ghost.key() for ghost in ghosts}) > 1
            luck |= _futures_differ(state, ghosts, rng)
        if state.is_over():
            break
        state.advance(*random_actions(state, rng))
    hidden = game.spec.information is Information.HIDDEN
    insist(doubt or not hidden, "information is hidden, yet imagine() always gives the same state: it knows the secret")
    insist(hidden or not doubt, "information is perfect, yet imagine() invents doubt")
    if not hidden and game.spec.chance is Chance.SAMPLED:
        luck = luck or _luck_shows(game, rng, draws) or not _seeds_matter(game, rng)
        insist(luck, "luck takes part, yet every imagined future is the same: imagine() must redraw the luck")
    if not hidden and game.spec.chance is Chance.NONE:
        insist(not luck, "no luck takes part, yet imagined futures differ")


def _luck_shows(game: Game[Any], rng: np.random.Generator, draws: int) -> bool:
    """Say whether luck shows in some longer walks: in many games nothing is drawn before something happens."""
    for seed in range(_LONG_WALKS):
        state = game.initial(seed)
        for _ in range(min(_LONG_WALK, game.spec.max_steps)):
            if not (actors := state.actors()):
                break
            known = state.known(actors[0])
            if _futures_differ(state, [known.imagine(rng) for _ in range(draws)], rng):
                return True
            state.advance(*random_actions(state, rng))
    return False


def _seeds_matter(game: Game[Any], rng: np.random.Generator) -> bool:
    """Say whether another seed leads elsewhere by the same actions; a game may announce luck that never shows."""
    for seed in range(_LONG_WALKS):
        one, other = game.initial(seed), game.initial(seed + _LONG_WALKS)
        for _ in range(min(_LONG_WALK, game.spec.max_steps)):
            if one.key() != other.key():
                return True
            if one.is_over():
                break
            actions = random_actions(one, rng)
            one.advance(*actions)
            other.advance(*actions)
    return False


def _futures_differ(state: State, ghosts: list[Any], rng: np.random.Generator) -> bool:
    actions = random_actions(state, rng)
    ends = set()
    for ghost in ghosts:
        ghost.advance(*actions)
        ends.add(ghost.key())
    return len(ends) > 1


def _check_posterior(game: Any, steps: int) -> None:
    """Compare the frequencies of imagined states with the exact posterior, computed from all worlds."""
    rng = derive(0, "posterior")
    truth = game.initial(0)
    worlds = [(state, float(weight)) for state, weight in game.worlds()]
    insist(abs(sum(weight for _, weight in worlds) - 1.0) < 1e-9, "the probabilities of worlds() should sum to 1")
    for _ in range(min(steps, game.spec.max_steps)):
        for player in truth.actors():
            known = truth.known(player)
            exact: Counter[Hashable] = Counter()
            for world, weight in worlds:
                if world.known(player).key() == known.key():
                    exact[world.key()] += weight  # type: ignore[assignment]
            total = sum(exact.values())
            insist(total > 0, "worlds() lacks the true world")
            drawn = Counter(known.imagine(rng).key() for _ in range(_FREQUENCY_DRAWS))
            insist(set(drawn) <= set(exact), "imagine() gives states that contradict what was perceived")
            for key, weight in exact.items():
                chance = weight / total
                spread = 5 * (chance * (1 - chance) / _FREQUENCY_DRAWS) ** 0.5 + 1e-9
                share = drawn[key] / _FREQUENCY_DRAWS
                insist(
                    abs(share - chance) <= spread,
                    f"imagine() gives a state in {share:.3f}, the posterior is {chance:.3f}",
                )
        if truth.is_over():
            return
        actions = random_actions(truth, rng)
        truth.advance(*actions)
        worlds = [(world, weight) for world, weight in worlds if _follows(world, actions)]


def _follows(world: State, actions: tuple[int, ...]) -> bool:
    """Advance a world by the same actions, if it can take them."""
    actors = world.actors()
    if len(actors) != len(actions) or any(a not in world.legal(p) for p, a in zip(actors, actions, strict=True)):
        return False
    world.advance(*actions)
    return True
