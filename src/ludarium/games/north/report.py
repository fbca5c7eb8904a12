"""What is said of a cave that was made to order: the whole map, and its life table."""

from __future__ import annotations

from dataclasses import replace

from ludarium.core.solver import Report
from ludarium.games.north.frame import frame
from ludarium.games.north.game import NorthState, life_table
from ludarium.games.north.knowledge import Deal
from ludarium.games.north.level import Map
from ludarium.games.north.solver import parameters


def report_of(cave: Map) -> Report:
    """Draw the cave without its fog and with the walk that `balanced` asks for; the rows are the exact front."""
    table = life_table(cave)
    best = parameters(table, "balanced", "easy")
    deal = Deal("balanced", "easy", best.life, best.stamina, best.best_life, best.best_stamina)
    drawn = frame({**NorthState.fresh(cave, deal).view(), "phase": "over"})
    powers = sorted(cave.monsters.values())
    facts = (
        ("vertices", str(len(cave.vertices))),
        ("ways", str(len(cave.edges))),
        ("monsters", f"{len(powers)}, of power {', '.join(map(str, powers))}"),
    )
    rows = tuple((str(life), str(stamina), str(len(walk) - 1)) for life, (stamina, walk) in table.items())
    return Report(
        f"cave of bound {cave.bound}",
        facts,
        ("life", "least stamina", "steps"),
        rows,
        replace(drawn, status=()),
        {"front": {life: stamina for life, (stamina, _) in table.items()}},
    )
