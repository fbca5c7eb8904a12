"""The only list of general agents: strings, so that listing imports nothing."""

from __future__ import annotations

from ludarium.core.registry import Entry

_HERE = "ludarium.agents"

AGENTS: tuple[Entry, ...] = (
    Entry("random", f"{_HERE}.simple:Random", "A legal action, uniformly at random."),
    Entry("greedy", f"{_HERE}.simple:Greedy", "The action whose next state looks best by returns and heuristic."),
    Entry("scripted", f"{_HERE}.simple:Scripted", "A list of actions, then the first legal one."),
    Entry("human", f"{_HERE}.simple:Human", "Asks a person (the interface, or standard input)."),
    Entry("bot", "ludarium.harness.bots:Bot", "A program in any language that talks JSON lines: bot?command=…"),
    Entry("alphabeta", f"{_HERE}.alphabeta:AlphaBeta", "Alpha-beta with iterative deepening and a table."),
    Entry("mcts", f"{_HERE}.mcts:Mcts", "Monte Carlo tree search (UCT) over imagined states."),
    Entry("classic", f"{_HERE}.montecarlo:Classic", "Learns: on-policy first-visit Monte Carlo control, ε-greedy."),
    Entry(
        "backward", f"{_HERE}.montecarlo:Backward", "Learns: Q-learning with backward replay, for worlds without luck."
    ),
    Entry("mc", f"{_HERE}.tabular:MonteCarlo", "Learns: off-policy Monte Carlo, by self-play or against agents."),
    Entry("q", f"{_HERE}.tabular:QLearning", "Learns: Q-learning, by self-play or against agents."),
    Entry("iw", f"{_HERE}.width:IteratedWidth", "Iterated width IW(k): breadth-first, pruned by novelty."),
)
