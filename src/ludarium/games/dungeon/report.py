"""Everything about one dungeon: what `ludarium solve dungeon.json` shows."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludarium.core.budget import Budget
from ludarium.core.frame import Frame
from ludarium.core.solver import Report, Solution, Status
from ludarium.games.dungeon import fitness, notation
from ludarium.games.dungeon.criteria import Criterion, judge, leniency, linearity
from ludarium.games.dungeon.frame import legend, map_panel, walk_layer
from ludarium.games.dungeon.level import FINISH, START, Dungeon
from ludarium.games.dungeon.solver import Answer, DungeonSolver, Undecided


def report(path: Path, budget: Budget) -> Report:
    """Judge a dungeon's file: walks, fitness, criteria, a map with the shortest walk in round brackets.

    A draft with two starts, say, is judged as far as that goes.
    """
    return report_of(notation.load(path, draft=True), str(path), budget)


def report_of(dungeon: Dungeon, name: str, budget: Budget) -> Report:
    """Judge a dungeon, as far as that goes."""
    title = f"{name}: {len(dungeon.rooms)} rooms, {len(dungeon.doors)} doors"
    if len(dungeon.of_kind(START)) != 1 or len(dungeon.of_kind(FINISH)) != 1:
        lines = judge(dungeon)
        facts = (("fitness", f"{fitness.classic(dungeon):g} (classic)"),)
        return Report(title, facts, _HEAD, _rows(lines), None, {"criteria": [asdict(line) for line in lines]}, False)
    short = DungeonSolver().solve(dungeon, budget)
    thrifty = DungeonSolver(keys_first=True).solve(dungeon, budget)
    facts_list = [("shortest walk", _told(short, "moves")), ("fewest keys", _told(thrifty, "keys"))]
    lines, worth = [], {}
    try:
        lines = judge(dungeon, budget)
        worth = {
            "classic": fitness.classic(dungeon, budget),
            "text": fitness.text(dungeon, budget),
            "designer": fitness.designer(dungeon, budget=budget),
        }
        facts_list.append(("fitness", ", ".join(f"{value:.2f} ({name})" for name, value in worth.items())))
    except Undecided as fault:
        facts_list.append(("criteria", f"undecided: {fault}"))
    if short.answer is not None:
        facts_list.append(("linearity", f"{linearity(dungeon, short.answer.walk):.2f}"))
    facts_list.append(("leniency", f"{leniency(dungeon):.2f}"))
    data: dict[str, Any] = {
        "rooms": len(dungeon.rooms),
        "doors": len(dungeon.doors),
        "shortest": _data(short),
        "fewest": _data(thrifty),
        "criteria": [asdict(line) for line in lines],
        "fitness": worth,
    }
    solved = short.status is Status.SOLVED and bool(lines)
    return Report(title, tuple(facts_list), _HEAD, _rows(lines), _picture(dungeon, short), data, solved)


_HEAD = ("", "criterion", "wanted", "found", "kept")


def _rows(lines: list[Criterion]) -> tuple[tuple[str, ...], ...]:
    return tuple((line.number, line.name, line.wanted, line.found, "yes" if line.kept else "no") for line in lines)


def _told(solution: Solution[Answer], unit: str) -> str:
    answer = solution.answer
    if solution.status is Status.UNSOLVABLE:
        return "there is none: the finish cannot be reached"
    walk = "" if answer is None else f"{answer.moves} moves, {answer.keys} keys: {' '.join(map(str, answer.walk))}"
    if solution.status is Status.BOUNDED:
        return f"at least {solution.bound:g} {unit}{'; found so far ' + walk if walk else ''}"
    return walk


def _data(solution: Solution[Answer]) -> dict[str, Any]:
    found = solution.answer
    walk = None if found is None else {"walk": list(found.walk), "moves": found.moves, "keys": found.keys}
    return {"status": str(solution.status), "answer": walk, "states": solution.stats.get("nodes", 0)}


def _picture(dungeon: Dungeon, short: Solution[Answer]) -> Frame | None:
    walk = () if short.answer is None else tuple(short.answer.walk)
    panel = map_panel(dungeon, walk=walk)
    if panel is None:
        return None
    layers = (walk_layer(dungeon, panel, walk),) if walk else ()
    return Frame("", (panel,), (("signs", legend(dungeon)),), layers=layers)
