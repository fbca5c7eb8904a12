"""The source's genetic algorithm, mended: children chosen "smartly" from both parents' lists.

Mended: what is covered is kept account of while a child is made, a child always covers (the rest is completed
greedily) and carries no redundant list, mutation may hit any gene, and the best is returned. The greedy covers are
among the founders, so the answer is never worse than theirs.
"""

from __future__ import annotations

import numpy as np

from ludarium.core.budget import Meter
from ludarium.core.evolve import Generation, Recipe, evolve, survivors, tournament
from ludarium.games.setcover.report import Report
from ludarium.games.setcover.rules import CHEAP, LARGE, SMALL
from ludarium.games.setcover.workbench import Cover, Workbench

GENERATIONS, PATIENCE = 400, 60
POPULATION, OFFSPRING = 40, 40


def recipe(bench: Workbench) -> Recipe[Cover]:
    """Return how covers are bred: fitness is the weight's negative."""
    instance = bench.instance
    lists = len(instance)

    def create(rng: np.random.Generator) -> Cover:
        """Complete a few random lists."""
        few = rng.choice(lists, min(lists, int(rng.integers(1, 4))), replace=False)
        return bench.completed((int(index) for index in few), None, int(rng.integers(3)))

    def cross(a: Cover, b: Cover, rng: np.random.Generator) -> list[Cover]:
        """Keep half of one parent, then take the best of both parents' lists until all is covered."""
        pool = sorted({*a, *b})
        return [
            bench.completed((gene for gene in parent if rng.random() < 0.5), pool, int(rng.integers(3)))
            for parent in (a, b)
        ]

    def mutate(cover: Cover, rng: np.random.Generator) -> Cover:
        """Lose up to three genes, gain a random one, and complete with whatever fits best."""
        lost = {int(place) for place in rng.choice(len(cover), min(len(cover), int(rng.integers(1, 4))), replace=False)}
        kept = [gene for place, gene in enumerate(cover) if place not in lost]
        if rng.random() < 0.5:
            gained = int(rng.integers(lists))
            kept += [gained] if gained not in kept else []
        return bench.completed(kept, None, int(rng.integers(3)))

    return Recipe(
        create=create,
        fitness=lambda cover: -float(instance.weight(cover)),
        mutate=mutate,
        cross=cross,
        select=tournament(2),
        replace=survivors(),
        population=POPULATION,
        offspring=OFFSPRING,
        crossing=0.5,
        mutation=0.8,
        key=lambda cover: cover,
    )


def breed(bench: Workbench, bound: int, meter: Meter, seed: int, report: Report) -> Cover:
    """Evolve covers until the budget or the generations end, or the *bound* is met. A step is a judged cover."""

    def tell(line: Generation) -> None:
        report(-int(line.best))

    founders = [bench.gathered(rule) for rule in (CHEAP, LARGE, SMALL)]
    found = evolve(
        recipe(bench),
        generations=GENERATIONS,
        seed=seed,
        budget=meter.rest(),
        target=-float(bound),
        patience=PATIENCE,
        founders=founders,
        on_generation=tell,
    )
    return found.best.genome
