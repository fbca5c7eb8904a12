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
    Entry("voyager", f"{_HERE}.voyager:Voyager", "The champion of the arcade: plans to the end, or warily under luck."),
    Entry("iw1", f"{_HERE}.novelty:Iw1", "The study's IW(1): breadth-first by novelty, with a look ahead for danger."),
    Entry("iwrs", f"{_HERE}.novelty:IwRs", "IW(1) with shaped and discounted rewards."),
    Entry("iw32", f"{_HERE}.novelty:Iw32", "IW(3/2): atoms paired with the score and the avatar's type."),
    Entry("iw2", f"{_HERE}.novelty:Iw2", "IW(2): pairs of atoms; for small games."),
    Entry(
        "rollout-iw", f"{_HERE}.novelty:RolloutIw", "Rollout IW(1): novelty found by roll-outs, deep in a short time."
    ),
    Entry("osla", f"{_HERE}.openloop:Osla", "One-step look-ahead, sampled."),
    Entry("olets", f"{_HERE}.openloop:Olets", "Open-loop expectimax tree search, the winner of 2014."),
    Entry("rhea", f"{_HERE}.openloop:Rhea", "Rolling-horizon evolution of action sequences."),
    Entry("bfs", f"{_HERE}.exact:Bfs", "Breadth-first search to the end, for games without luck."),
    Entry("astar", f"{_HERE}.exact:AStar", "A* with points as hope, for games without luck."),
    Entry("pixels", f"{_HERE}.pixels:Pixels", "IW(1) that looks at the drawn screen only."),
    Entry("apprentice", f"{_HERE}.apprentice:Apprentice", "Learns: Rollout IW guided by a policy of earlier episodes."),
    Entry("analyst", f"{_HERE}.analyst:Analyst", "IW(1) that reports what it sees of the game: `ludarium analyse`."),
    Entry(
        "chooser", f"{_HERE}.chooser:Chooser", "Looks at the game for a moment, then plays as the planner that fits."
    ),
    Entry("iw", f"{_HERE}.width:IteratedWidth", "Iterated width IW(k): breadth-first, pruned by novelty."),
)
