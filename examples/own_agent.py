"""An agent in ten lines: it loses to the expert, and beats random."""

from __future__ import annotations

import ludarium
from ludarium import Agent, Budget, Decision, State, Turn


class Mirror(Agent[State]):
    """Takes the action after which the opponent has the fewest choices."""

    def act(self, turn: Turn[State], budget: Budget) -> Decision:
        """Try each action in an imagined state."""
        choices = {}
        for action in turn.legal:
            state = turn.imagine(self.rng)
            state.advance(action)
            choices[action] = sum(len(state.legal(player)) for player in state.actors())
        return Decision(min(choices, key=lambda action: choices[action]), {"choices": choices})


def main() -> None:
    """Play it against two opponents on two games."""
    for game in ("nim", "quarto"):
        for opponent in ("random", "mcts?steps=300"):
            records = [
                ludarium.play(game, [Mirror(), opponent], seed=seed, budget=Budget(steps=300)) for seed in range(10)
            ]
            won = sum(record.outcomes[0] == "win" for record in records)
            print(f"{game}: won {won} of 10 against {opponent}")


if __name__ == "__main__":
    main()
