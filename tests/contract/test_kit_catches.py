"""A check that cannot fail is none: each mutant breaks one promise, and the kit must say which."""

import itertools

import pytest

from ludarium.core.agent import Agent, Decision
from ludarium.core.errors import IllegalAction
from ludarium.core.frame import Frame, Panel, Tile
from ludarium.core.game import OpenKnown
from ludarium.testing import ContractBroken, check_agent, check_game, perft
from ludarium.testing.toys import Counters, CountersState, HotCold, HotColdKnown, HotColdState, Morra, Pig, PigState


def mutant_of(base, changes):
    """Return a subclass with other methods, findable by pickle."""
    made = type("Mutant", (base,), {"__module__": __name__, **changes})
    globals()["Mutant"] = made
    return made


def counters_with(**changes):
    """Return a Counters game whose states have the given methods."""
    state_class = mutant_of(CountersState, changes)

    class MutantCounters(Counters):
        """A mutant."""

        def initial(self, seed=0):
            return state_class([0] * self.counters, self.top, self.goal)

    return MutantCounters()


_clock = itertools.count()


def shallow_clone(self):
    return type(self)(self.values, self.top, self.goal)


def hasty_apply(self, *actions):
    self.advance(*actions)
    raise IllegalAction("too late")


def unsteady_advance(self, *actions):
    self.values[next(_clock) % 3] += 1


@pytest.mark.parametrize(
    ("changes", "advice"),
    [
        ({"clone": shallow_clone}, "clone"),
        ({"apply": lambda self, *actions: None}, "should raise IllegalAction"),
        ({"apply": hasty_apply}, "refused but changed the state"),
        ({"legal": lambda self, player: [2, 1, 0] if self.actors() else []}, "should ascend"),
        ({"legal": lambda self, player: CountersState.legal(self, player) or [0]}, "does not act"),
        ({"legal": lambda self, player: [0, 7] if self.actors() else []}, r"leaves 0\.\.2"),
        ({"returns": lambda self: (0.0, 0.0)}, "2 values for 1 players"),
        ({"returns": lambda self: (float("nan"),)}, "returns"),
        ({"action_name": lambda self, action: "up"}, "same name"),
        ({"actors": lambda self: (0, 1)}, "there are 1 players"),
        ({"atoms": lambda self: __import__("numpy").array([1, 1], "int32")}, "atoms"),
        ({"__reduce__": lambda self: (CountersState, ([1, 1, 1], 9, 3))}, "pickle gives another state"),
    ],
)
def test_broken_states_are_caught(changes, advice):
    with pytest.raises(ContractBroken, match=advice):
        check_game(counters_with(**changes))


def test_unseeded_luck_is_caught():
    with pytest.raises(ContractBroken, match="luck"):
        check_game(counters_with(advance=unsteady_advance))


def test_looking_that_changes_is_caught():
    def nosy(self):
        self.values[0] = min(self.values[0] + 1, self.top)
        return {"values": tuple(self.values)}

    with pytest.raises(ContractBroken, match="must only look"):
        check_game(counters_with(view=nosy))


def test_tiles_outside_the_panel_are_caught():
    class Sprawling(Counters):
        """A mutant."""

        def frame(self, view):
            return Frame("x", (Panel("board", 2, 2, (Tile(2, 0, ("x",)),)),))

    with pytest.raises(ContractBroken, match="outside the grid"):
        check_game(Sprawling())


def test_a_payoff_that_does_not_sum_to_zero_is_caught():
    class Generous(Pig):
        """A mutant."""

        def initial(self, seed=0):
            state = super().initial(seed)
            mutant = mutant_of(PigState, {"returns": lambda self: (1.0, 1.0)})
            return mutant(state.scores, state.pot, state.player, state.goal, state.luck)

    with pytest.raises(ContractBroken, match="zero-sum"):
        check_game(Generous())


class LeakyKnown(HotColdKnown):
    def __init__(self, *facts, secret):
        super().__init__(*facts)
        self.secret = secret


def hot_cold_with(known):
    state_class = mutant_of(HotColdState, {"known": known})

    class MutantHotCold(HotCold):
        """A mutant."""

        def initial(self, seed=0):
            return state_class(super().initial(seed).secret, self.size)

        def worlds(self):
            return [(state_class(state.secret, self.size), weight) for state, weight in super().worlds()]

    return MutantHotCold()


def test_a_known_that_carries_the_secret_is_caught():
    def known(self, player):
        honest = HotColdState.known(self, player)
        return LeakyKnown(honest.size, honest.guesses, honest.signs, secret=self.secret)

    with pytest.raises(ContractBroken, match="leaks the secret"):
        check_game(hot_cold_with(known))


class DrawnWrong(HotColdKnown):
    """Forgets the weights: uniform instead of the posterior."""

    def imagine(self, rng):
        fits = [n for n in range(self.size) if HotColdState(n, self.size, self.guesses).known(0).key() == self.key()]
        return HotColdState(fits[int(rng.integers(len(fits)))], self.size, self.guesses)


def test_wrong_frequencies_are_caught():
    def known(self, player):
        honest = HotColdState.known(self, player)
        return DrawnWrong(honest.size, honest.guesses, honest.signs)

    with pytest.raises(ContractBroken, match="the posterior is"):
        check_game(hot_cold_with(known))


def test_a_known_that_cannot_doubt_is_caught():
    with pytest.raises(ContractBroken, match=r"tells the secret|knows the secret"):
        check_game(hot_cold_with(lambda self, player: OpenKnown(self)))


def test_luck_that_is_not_redrawn_is_caught():
    class Clairvoyant(Pig):
        """A mutant."""

        def initial(self, seed=0):
            mutant = mutant_of(PigState, {"known": lambda self, player: OpenKnown(self)})
            honest = super().initial(seed)
            return mutant(honest.scores, honest.pot, honest.player, honest.goal, honest.luck)

    with pytest.raises(ContractBroken, match=r"leaks the secret|redraw the luck"):
        check_game(Clairvoyant())


class Sleepy(Agent):
    def act(self, turn, budget):
        return Decision(turn.legal[0], {"steps": 10**6})


class Wild(Agent):
    def act(self, turn, budget):
        return Decision(99)


class Meddler(Agent):
    def act(self, turn, budget):
        turn.known._state.advance(*[0] * len(turn.known._state.actors()))
        return Decision(turn.legal[0])


class Clocked(Agent):
    def act(self, turn, budget):
        return Decision(turn.legal[next(_clock) // 3 % len(turn.legal)])


class Hoarder(Agent):
    played = 0

    def act(self, turn, budget):
        self.played += 1
        return Decision(turn.legal[(self.played // 4) % len(turn.legal)])


@pytest.mark.parametrize(
    ("agent", "advice"),
    [
        (Sleepy, "1000000 model steps of 60 allowed"),
        (Wild, "answered 99"),
        (Meddler, "changed turn.known"),
        (Clocked, "two runs with one seed differ"),
        (Hoarder, "must forget the last"),
        (type("Mute", (Agent,), {"act": lambda self, turn, budget: None}), "should return a Decision"),
    ],
)
def test_broken_agents_are_caught(agent, advice):
    with pytest.raises(ContractBroken, match=advice):
        check_agent(agent, Morra(rounds=4))


def test_perft_counts_leaves_and_early_ends():
    assert perft(Counters(counters=2, top=9, goal=1).initial(), 1) == 2
    # 11 is the goal: 01 and 10 lead there in two ways; 20 and 02 go on
    assert perft(Counters(counters=2, top=9, goal=1).initial(), 3) == 2 + 2 * 2
