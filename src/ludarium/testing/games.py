"""check_game: every promise that `core.game` makes, tried on random games."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ludarium.core.agent import Agent, Decision, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import IllegalAction
from ludarium.core.frame import Frame
from ludarium.core.game import Game, HasAtoms, HasHeuristic, HasNotation, State
from ludarium.core.record import plain
from ludarium.core.registry import load_game
from ludarium.core.rng import derive
from ludarium.core.spec import Payoff, Turns
from ludarium.harness.match import play
from ludarium.testing.contract import insist, random_actions, thaw, walk
from ludarium.testing.imagination import check_imagination

_TRIED_ACTIONS = 6


def check_game(game: Game[Any], seeds: Iterable[int] = range(4), steps: int = 150) -> None:
    """Raise ContractBroken, with advice, at the first promise that the game does not keep."""
    _check_spec(game)
    _check_id(game)
    for seed in seeds:
        _check_walk(game, seed, steps)
        _check_twins(game, seed, steps)
    _check_step_limit(game)
    check_imagination(game)


class _Stubborn(Agent[State]):
    """Plays the first legal action for ever: whoever can be made to go in circles does so with this one."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        return Decision(turn.legal[0])


def _check_step_limit(game: Game[Any]) -> None:
    """Insist that a match between stubborn players ends, by the rules or by the limit."""
    record = play(game, [_Stubborn() for _ in range(game.spec.players)], budget=Budget(steps=1))
    insist(
        record.ending in ("finished", "step limit"), f"a stubborn match ended by '{record.ending}': {record.message}"
    )
    insist(len(record.moves) <= game.spec.max_steps, f"{len(record.moves)} moves, the limit is {game.spec.max_steps}")
    insist(len(record.outcomes) == game.spec.players, "the record's outcomes should have one entry for each player")


def _check_spec(game: Game[Any]) -> None:
    spec = game.spec
    for fact in ("players", "actions", "max_steps", "version"):
        insist(getattr(spec, fact) >= 1, f"spec.{fact} is {getattr(spec, fact)}: it should be at least 1")
    insist(spec.name and spec.summary, "spec.name and spec.summary should say what the game is")
    insist((type(game).__doc__ or "").strip(), "the game's class needs a docstring: it is the game's card")


def _check_id(game: Game[Any]) -> None:
    if game.made_as is None:
        return
    again = load_game(game.id)
    insist(again.id == game.id, f"load_game('{game.id}') has the id '{again.id}'")
    insist(again.initial(0).digest() == game.initial(0).digest(), f"'{game.id}' makes another start than this game has")


def _check_walk(game: Game[Any], seed: int, steps: int) -> None:
    rng = derive(seed, "check_game")
    past: list[tuple[State, str]] = []
    for state in walk(game, seed, rng, steps):
        _check_position(game, state)
        _check_copies(state, rng)
        _check_refusals(game, state)
        past.append((state.clone(), state.digest()))
        for earlier, digest in past[-20:]:
            insist(
                earlier.digest() == digest, "an earlier clone changed: clone() shares something that advance() writes"
            )
    if state.is_over():
        outcomes = game.outcomes(state)
        insist(len(outcomes) == game.spec.players, "outcomes() should have one entry for each player")
        insist(set(outcomes) <= {"win", "loss", "draw", None}, f"outcomes() gave {outcomes}")


def _check_position(game: Game[Any], state: Any) -> None:
    spec = game.spec
    before = state.digest()
    actors = state.actors()
    insist(list(actors) == sorted(set(actors)), f"actors() gave {actors}: players once each, in order")
    insist(all(0 <= p < spec.players for p in actors), f"actors() gave {actors}: there are {spec.players} players")
    if spec.turns is Turns.SEQUENTIAL:
        insist(len(actors) <= 1, f"turns are sequential, yet {actors} act together")
    for player in range(spec.players):
        _check_legal(game, state, player, acts=player in actors)
    returns = state.returns()
    insist(len(returns) == spec.players, f"returns() gave {len(returns)} values for {spec.players} players")
    insist(all(math.isfinite(value) for value in returns), f"returns() gave {returns}")
    if spec.payoff is Payoff.ZERO_SUM:
        insist(abs(sum(returns)) < 1e-9, f"the payoff is zero-sum, yet returns() gave {returns}")
    hash(state.key())
    _check_drawing(game, state)
    _check_capabilities(game, state)
    insist(state.digest() == before, "asking changed the state: legal(), returns(), view() … must only look")


def _check_legal(game: Game[Any], state: Any, player: int, *, acts: bool) -> None:
    legal = [int(action) for action in state.legal(player)]
    insist(legal == sorted(set(legal)), f"legal({player}) should ascend, each action once: {legal}")
    insist(
        all(0 <= a < game.spec.actions for a in legal), f"legal({player}) leaves 0..{game.spec.actions - 1}: {legal}"
    )
    insist(bool(legal) == acts, f"legal({player}) gave {legal}, but the player {'acts' if acts else 'does not act'}")
    names = [state.action_name(action) for action in legal]
    insist(len(set(names)) == len(names), f"two legal actions have the same name: {sorted(names)}")
    for action, name in list(zip(legal, names, strict=True))[:_TRIED_ACTIONS]:
        understood = game.read_action(name, state, player)
        insist(understood == action, f"read_action('{name}') gave {understood}, the action's id is {action}")


def _check_drawing(game: Game[Any], state: Any) -> None:
    json.dumps(plain(state.view()))
    for view in (state.view(), *(state.known(p).view for p in range(game.spec.players))):
        frame = game.frame(view)
        insist(isinstance(frame, Frame), "frame() should return a Frame")
        for panel in frame.panels:
            for tile in panel.tiles:
                inside = 0 <= tile.column < panel.columns and 0 <= tile.row < panel.rows
                insist(inside, f"panel '{panel.title}': tile at {tile.column},{tile.row} is outside the grid")
                fits = len(tile.text) <= panel.tile_height and all(len(t) <= panel.tile_width for t in tile.text)
                insist(fits, f"panel '{panel.title}': {tile.text} is larger than the panel's tiles")


def _check_capabilities(game: Game[Any], state: Any) -> None:
    if isinstance(game, HasNotation):
        text = game.write(state)
        insist(game.read(text).key() == state.key(), f"read('{text}') is not the state that was written")
    if isinstance(state, HasAtoms):
        atoms = state.atoms()
        insist(atoms.dtype == np.int32 and len(set(atoms.tolist())) == atoms.size, "atoms() should be int32, once each")
    if isinstance(state, HasHeuristic):
        for player in range(game.spec.players):
            insist(math.isfinite(state.estimate(player)), "estimate() should be a finite number")


def _check_copies(state: Any, rng: np.random.Generator) -> None:
    digest = state.digest()
    copy, thawed = state.clone(), thaw(state)
    for other, made_by in ((copy, "clone()"), (thawed, "pickle")):
        insist(other.key() == state.key() and other.digest() == digest, f"{made_by} gives another state")
        insist(other.returns() == state.returns(), f"{made_by} gives other returns")
    if state.is_over():
        return
    for _ in range(3):
        actions = random_actions(state, rng)
        ends = []
        for other in (state.clone(), state.clone(), thaw(state)):
            other.advance(*actions)
            ends.append(other.digest())
            insist(state.digest() == digest, "advancing a clone changed the original: clone() is not deep enough")
        insist(len(set(ends)) == 1, f"copies went different ways with the actions {actions}: is the luck in the state?")


def _check_refusals(game: Game[Any], state: Any) -> None:
    """Illegal actions are refused by apply() and leave no trace."""
    digest, actors = state.digest(), state.actors()
    good = tuple(int(state.legal(player)[0]) for player in actors)
    bad: list[Sequence[int]] = [(*good, 0)] if actors else [(0,), ()]
    for place, player in enumerate(actors):
        legal = set(state.legal(player))
        forbidden = next((a for a in range(game.spec.actions) if a not in legal), game.spec.actions)
        bad += [(*good[:place], wrong, *good[place + 1 :]) for wrong in (-1, game.spec.actions, forbidden)]
    for actions in bad:
        try:
            state.apply(*actions)
        except IllegalAction:
            insist(state.digest() == digest, f"apply{actions} was refused but changed the state")
        else:
            insist(False, f"apply{actions} should raise IllegalAction")


def _check_twins(game: Game[Any], seed: int, steps: int) -> None:
    runs = []
    for _ in range(2):
        rng = derive(seed, "twins")
        runs.append([state.digest() for state in walk(game, seed, rng, steps)])
    insist(runs[0] == runs[1], f"two runs with seed {seed} differ: some luck is not drawn from the seed")
