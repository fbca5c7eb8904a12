"""Exact play on a tiny map: the values are what optimal play wins, and nobody wins more."""

import pytest

from ludarium import load_agent, load_game
from ludarium.core.agent import Turn
from ludarium.core.budget import Budget
from ludarium.core.rng import derive
from ludarium.games.treasure.game import FIRST_VERIFY, LARGE_SCAN, teleport_base
from ludarium.games.treasure.hints import HINTS, Scene
from ludarium.games.treasure.solver import LISTED, Search, all_claims

CROSS = "treasure/cross?setting=hard&kinds=12"


def late(seen):
    """Return the game and a position with few turns left, in which no action wins for sure."""
    game = load_game(CROSS, seen=seen)
    state = game.initial(1)
    while state.turn < 4:
        state.apply(LARGE_SCAN)
    return game, state


def by_the_book(search, known):
    """Return a best action, and its chance, from the search's own table."""
    node = search.root(known)
    values = dict(search.actions(node))
    best = max(values, key=lambda action: (round(values[action], 9), action >= 0, -action))
    if best >= 0:
        return best, values[best]
    claim = node.pending[-1 - best]
    number = next(n for n, c in enumerate(known.claims) if c == claim and known.verdicts[n] is None)
    return FIRST_VERIFY + number, values[best]


@pytest.mark.parametrize("seen", [False, True])
def test_optimal_play_wins_its_value(seen):
    _, state = late(seen)
    known, rng = state.known(0), derive(1, "optimal")
    search = Search(known.terrain, known.rules, Budget())
    _, chance = by_the_book(search, known)
    assert chance == pytest.approx(1.0) if seen else 0.02 < chance < 0.98, "a pirate in sight gives himself away"
    games, won = 400, 0
    for _ in range(games):
        world = known.imagine(rng)
        while not world.is_over():
            world.apply(by_the_book(search, world.known(0))[0])
        won += world.status > 0
    assert abs(won / games - chance) <= 4 * max(0.0, chance * (1 - chance) / games) ** 0.5 + 1e-9


@pytest.mark.parametrize("agent", ["treasure.mask", "treasure.hunter", "random"])
def test_nobody_wins_more(agent):
    game, state = late(False)
    known = state.known(0)
    values = state.referee(Budget())
    most = (max(values.values()) + 1) / 2
    rng, player, won, games = derive(2, "others"), load_agent(agent), 0, 150
    for number in range(games):
        world = known.imagine(rng)
        player.begin(game.spec, 0, number, world.known(0), Budget())
        while not world.is_over():
            turn = Turn(game.spec, 0, tuple(world.legal(0)), world.known(0), 0)
            world.apply(player.act(turn, Budget()).action)
        won += world.status > 0
    assert won / games < most + 4 * (most * (1 - most) / games) ** 0.5


def test_every_legal_action_has_a_value():
    _, state = late(False)
    values = state.referee(Budget())
    assert list(values) == state.legal(0)
    assert -1 <= min(values.values()) < max(values.values()) < 1


def test_a_verdict_is_worth_its_action_here():
    """Two arms of the cross are left, and one jump: a verdict tells which, then the jump finds the most."""
    _, state = late(False)
    values = state.referee(Budget())
    best = max(values, key=lambda action: values[action])
    assert FIRST_VERIFY <= best < teleport_base(state.island.terrain.tiles)


def test_out_of_reach_is_said():
    assert load_game("treasure").initial(1).referee(Budget()) is None
    _, state = late(False)
    assert state.referee(Budget(steps=3)) is None


@pytest.mark.parametrize("kind", LISTED)
def test_all_claims_are_listed(kind):
    """What is drawn is in the list, and the chances that the solver uses sum to one for each tile and truth."""
    game = load_game("treasure/island-16")
    island = game.dealt()
    terrain = island.terrain
    agent = int(terrain.open[3])
    listed = set(all_claims(terrain, kind, agent))
    search = Search(terrain, game.rules._replace(kinds=(kind,)), Budget())
    for seed in range(30):
        tile = int(terrain.candidates[(7 * seed) % len(terrain.candidates)])
        scene = Scene(tile, terrain.prisons[0], agent)
        rng = derive(seed, "listed")
        assert HINTS[kind].draw_true(terrain, scene, rng) in listed
        assert HINTS[kind].draw_false(terrain, scene, rng) in listed
        total = sum(chances[terrain.prisons[0], tile] for _, chances in search._listed(kind, agent))
        assert total == pytest.approx(2.0)
