"""One match: what the terminal, the browser, bots and experiments all drive.

Nothing that an agent does breaks a match: late, illegal and crashing answers are endings with their blame.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, Literal, TypeVar, cast

from ludarium.core.agent import Agent, Decision, Turn
from ludarium.core.budget import Budget
from ludarium.core.errors import AgentFault, BadParameter, IllegalAction, LudariumError
from ludarium.core.game import Game, Outcome, State
from ludarium.core.record import Ending, Move, Record, plain
from ludarium.core.registry import load_agent, load_game
from ludarium.core.rng import derive_seed
from ludarium.core.spec import Information, Payoff
from ludarium.harness.watchdog import Answer, Hung, Watchdog

S = TypeVar("S", bound=State)
OnLate = Literal["ignore", "first legal", "nil", "forfeit"]

PATIENCE_S = 60.0
"""After this long (or ten times the budget, if that is more) an agent that has not answered is given up."""


class Match(Generic[S]):
    """A game being played. A seat without an agent (None) is played through `turn` and `apply` by the caller.

    `on_late` says what an answer after the budget's milliseconds means: nothing ('ignore'), the first legal action
    ('first legal'; 'nil' is the same: in arcade games action 0 is to wait), or a lost match ('forfeit').
    """

    def __init__(
        self,
        game: Game[S],
        seats: Sequence[Agent[Any] | None],
        seed: int = 0,
        budget: Budget | None = None,
        *,
        on_late: OnLate = "ignore",
        patience_s: float | None = None,
    ) -> None:
        self.game, self.seats, self.seed = game, tuple(seats), seed
        self.budget = budget or game.spec.budget
        self.on_late = on_late
        self._patience = patience_s or max(PATIENCE_S, 10 * (self.budget.ms or 0) / 1000)
        self._watchdog = Watchdog()
        self._asked = 0
        self._check_seats()
        self.state = game.initial(seed)
        self.record = Record(
            game=game.id,
            version=game.spec.version,
            seed=seed,
            agents=tuple("-" if agent is None else agent.id for agent in self.seats),
            budget=str(self.budget),
            start=self.state.digest(),
            timing=[] if self.budget.ms is not None else None,
        )
        self._begin()
        self._notice_the_end()

    @property
    def over(self) -> bool:
        """Whether the match has ended, for whatever reason."""
        return self.record.ending != "unfinished"

    def turn(self, player: int | None = None) -> Turn[S]:
        """Return what the player (by default the first who acts) is asked now."""
        actors = self.state.actors()
        if self.over or not actors:
            raise LudariumError(f"the match is over ({self.record.ending}): there is no turn")
        player = actors[0] if player is None else player
        if player not in actors:
            raise LudariumError(f"player {player} does not act now; {', '.join(map(str, actors))} does")
        legal = tuple(int(action) for action in self.state.legal(player))
        return Turn(self.game.spec, player, legal, self.state.known(player), len(self.record.moves))

    def apply(self, *decisions: Decision, ms: Sequence[float] | None = None) -> None:
        """Play one decision for each actor; an illegal one raises IllegalAction and changes nothing.

        *ms* are the clock readings of the decisions, for the record's timing line (a person's are 0).
        """
        if self.over:
            raise IllegalAction(f"the match is over ({self.record.ending})")
        actors = self.state.actors()
        actions = tuple(decision.action for decision in decisions)
        before = self.state.clone()
        self.state.apply(*actions)
        names = tuple(before.action_name(action) for action in actions)
        info = tuple(dict(decision.info) for decision in decisions)
        self.record.moves.append(Move(len(self.record.moves), actors, actions, names, info, self.state.digest()))
        if self.record.timing is not None:
            self.record.timing.append(tuple(ms) if ms is not None else (0.0,) * len(actors))
        self._tell(actors, actions)
        self._notice_the_end()

    def tick(self) -> None:
        """Ask the agents of all who act now, and play their answers; does nothing when the match is over."""
        if self.over:
            return
        decisions, spent = [], []
        for player in self.state.actors():
            asked = self._ask(player)
            if asked is None:
                return
            decision, ms = asked
            decisions.append(decision)
            spent.append(ms)
        self.apply(*decisions, ms=spent)

    def run(self) -> Record:
        """Play to the end, all seats by their agents, and return the record."""
        try:
            answer = self._watchdog.run(self._play_on, self._patience)
        except Hung as hung:
            self._fault("late", self._asked, f"{self._name(self._asked)} was given up: {hung}")
        else:
            if answer.fault is not None:
                raise answer.fault
        self._watchdog.close()
        return self.record

    def _play_on(self) -> None:
        while not self.over:
            self.tick()

    def resign(self, player: int) -> None:
        """Give the match up for a player; the others win."""
        if not self.over:
            self._fault("resigned", player, f"player {player} resigned")

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves: the match is played again without them, and the agents hear it anew."""
        if not 0 < moves <= len(self.record.moves):
            raise LudariumError(f"{moves} move(s) cannot be taken back: {len(self.record.moves)} were made")
        kept = self.record.moves[:-moves]
        record, readings = self.record, self.record.timing or []
        record.moves, record.ending, record.returns, record.outcomes = [], "unfinished", (), ()
        record.blame, record.message, record.traceback, record.log = None, "", "", ""
        record.timing = None if record.timing is None else []
        self.state = self.game.initial(self.seed)
        self._begin()
        for move in kept:
            decisions = (Decision(a, i) for a, i in zip(move.actions, move.info, strict=True))
            self.apply(*decisions, ms=readings[move.tick] if readings else None)

    def _check_seats(self) -> None:
        spec = self.game.spec
        if len(self.seats) != spec.players:
            raise BadParameter(f"{self.game.id} has {spec.players} player(s), {len(self.seats)} were seated")
        agents = [agent for agent in self.seats if agent is not None]
        if len({id(agent) for agent in agents}) < len(agents):
            raise BadParameter("one agent object sits in two seats; load it once for each seat")
        for agent in agents:
            agent.needs.insist(agent, self.game)

    def _begin(self) -> None:
        for player, agent in enumerate(self.seats):
            if agent is not None:
                known, seed = self.state.known(player), derive_seed(self.seed, "seat", player)
                begin = partial(agent.begin, self.game.spec, player, seed, known, self.budget)
                if type(agent).begin is Agent.begin:
                    begin()
                else:
                    self._guarded(player, begin)

    def _tell(self, actors: tuple[int, ...], actions: tuple[int, ...]) -> None:
        """Tell the agents what was played; where information is hidden, each one its own action only."""
        hidden = self.game.spec.information is Information.HIDDEN
        for player, agent in enumerate(self.seats):
            if agent is None or type(agent).saw is Agent.saw:
                continue
            seen = [(p, a) for p, a in zip(actors, actions, strict=True) if p == player or not hidden]
            if seen:
                self._guarded(player, partial(agent.saw, *map(tuple, zip(*seen, strict=True))))

    def _ask(self, player: int) -> tuple[Decision, float] | None:
        """Return a legal decision and its milliseconds, or None when the match ended by this player's fault."""
        agent = self.seats[player]
        if agent is None:
            raise LudariumError(f"seat {player} has no agent: play it through turn() and apply()")
        turn, limit = self.turn(player), self.budget.ms
        answer = self._guarded(player, partial(_timed, agent, turn, self.budget))
        if answer is None:
            return None
        decision, ms = answer.value
        if limit is not None and ms > limit and self.on_late != "ignore":
            if self.on_late in ("first legal", "nil"):
                return Decision(turn.legal[0], {"late": True}), ms
            self._fault("late", player, f"{self._name(player)} answered after {ms:.1f} ms of {limit:g}")
            return None
        checked = _legal_decision(decision, turn)
        if checked is None:
            said = _said(decision)
            legal = self.state.list_legal(player)
            self._fault(
                "illegal action",
                player,
                f"{self._name(player)} answered {said:.80}; legal at tick {turn.tick}: {legal}",
            )
            return None
        return checked, ms

    def _guarded(self, player: int, task: Callable[[], Any]) -> Answer | None:
        """Run something of an agent's; its hang or exception ends the match, once, and is not raised."""
        if self.over:
            return None
        self._asked = player
        try:
            answer = self._watchdog.call(task, self._patience)
        except Hung as hung:
            self._fault("late", player, f"{self._name(player)} was given up: {hung}")
            return None
        if answer.fault is None:
            return answer
        if isinstance(answer.fault, AgentFault):
            fault = answer.fault
            self.record.log = fault.log
            self._fault(cast(Ending, fault.ending), player, f"{self._name(player)}: {fault}", fault.told)
            return None
        told = "".join(traceback.format_exception(answer.fault))
        self._fault("crash", player, f"{self._name(player)} raised {_brief(answer.fault)}", told)
        return None

    def _name(self, player: int) -> str:
        agent = self.seats[player]
        return f"{agent.id if agent else 'somebody'} (player {player})"

    def _fault(self, ending: Ending, player: int, message: str, told: str = "") -> None:
        """End the match by a player's fault: a loss, and a win for the others; points stay as they are."""
        players = self.game.spec.players
        outcomes: list[Outcome | None] = ["win"] * players
        outcomes[player] = "loss"
        returns = self.state.returns()
        if self.game.spec.payoff is not Payoff.SCORE:
            returns = tuple(-1.0 if p == player else 1.0 / max(1, players - 1) for p in range(players))
        self.record.blame, self.record.message, self.record.traceback = player, message, told
        self._close(ending, returns, tuple(outcomes))

    def _notice_the_end(self) -> None:
        if self.over:
            return
        if self.state.is_over():
            self._close("finished", self.state.returns(), self.game.outcomes(self.state))
        elif len(self.record.moves) >= self.game.spec.max_steps:
            self._close("step limit", self.state.returns(), self._outcomes_at_the_limit())

    def _outcomes_at_the_limit(self) -> tuple[Outcome | None, ...]:
        outcomes = self.game.outcomes(self.state)
        if self.game.spec.payoff is Payoff.ZERO_SUM:
            return tuple(outcome or "draw" for outcome in outcomes)
        return outcomes

    def _close(self, ending: Ending, returns: tuple[float, ...], outcomes: tuple[Outcome | None, ...]) -> None:
        self.record.ending, self.record.returns, self.record.outcomes = ending, returns, outcomes
        for agent in self.seats:
            if agent is not None and type(agent).end is not Agent.end:
                try:
                    answer = self._watchdog.call(partial(agent.end, returns), self._patience)
                except Hung as hung:
                    self.record.message += f"\n{agent.id} hung in end(): {hung}"
                    continue
                if answer.fault is not None:
                    self.record.message += f"\n{agent.id} raised in end(): {_brief(answer.fault)}"
        self._watchdog.close()


def play(
    game: Game[Any] | str,
    agents: Sequence[Agent[Any] | str],
    *,
    seed: int = 0,
    budget: Budget | None = None,
    on_late: OnLate = "ignore",
    patience_s: float | None = None,
) -> Record:
    """Play one match to its end and return its record. Games and agents are objects or ids; no budget: the game's."""
    made = load_game(game) if isinstance(game, str) else game
    seats = [load_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    return Match(made, seats, seed, budget, on_late=on_late, patience_s=patience_s).run()


def _timed(agent: Agent[Any], turn: Turn[Any], budget: Budget) -> tuple[Decision, float]:
    meter = budget.start()
    decision = agent.act(turn, budget)
    return decision, meter.ms


def _legal_decision(decision: object, turn: Turn[Any]) -> Decision | None:
    """Return the decision with a plain int and plain data, or None when it is nonsense or illegal."""
    if not isinstance(decision, Decision) or isinstance(decision.action, bool):
        return None
    try:
        action = operator.index(decision.action)
    except Exception:  # noqa: BLE001 -- the object is the agent's own: whatever it raises, it is no number
        return None
    return Decision(action, _plain_info(decision.info)) if action in turn.legal else None


def _plain_info(info: object) -> Mapping[str, Any]:
    """Return what an agent thought as plain data; what cannot be written down is said to be so, and harms nobody."""
    if info is None or (isinstance(info, dict) and not info):
        return {}
    try:
        told = plain(info)
    except Exception as fault:  # noqa: BLE001 -- the objects are the agent's own (a circle, a repr that raises)
        return {"unreadable": type(fault).__name__}
    return told if isinstance(told, dict) else {"info": told}


def _said(decision: object) -> str:
    try:
        return repr(getattr(decision, "action", decision))
    except Exception as fault:  # noqa: BLE001 -- see above
        return f"an object whose repr raises {type(fault).__name__}"


def _brief(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
