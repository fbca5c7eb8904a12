"""Maps and slow, independent answers that the tests of North compare with."""

import heapq
import importlib.util
from pathlib import Path

from ludarium.games.north.notation import loads

_file = Path(__file__).parents[2] / "benchmarks" / "north.py"
_spec = importlib.util.spec_from_file_location("north_bench", _file)
checker = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(checker)

EXAMPLE = (
    '{"bound":3,"vertices":{"0":[0,0],"1":[0,-1],"2":[3,0],"3":[0,1],"4":[-2,1],"5":[2,1],"6":[1,1],"7":[2,3],'
    '"8":[0,2],"9":[-3,2],"10":[-2,0],"11":[-1,3]},"edges":[[0,1,1],[0,2,3],[0,3,1],[1,4,2],[2,0,3],[2,5,1],[3,6,1],'
    "[3,7,2],[3,8,1],[4,1,2],[4,9,1],[4,10,1],[5,2,1],[6,3,1],[7,5,2],[7,11,3],[8,3,1],[9,4,1],[9,8,3],[10,4,1],"
    '[11,7,3],[11,8,1]],"monsters":{"8":3,"7":2,"1":3},"start":0,"end":11}'
)


def example():
    return loads(EXAMPLE)


def brute_force(cave):
    """Return {life: stamina} by trying every walk that never comes back to a vertex with nothing new beaten."""
    best = {}
    neighbours = {v: [] for v in cave.vertices}
    for a, b, weight in cave.edges:
        neighbours[a].append((b, weight))

    def go(vertex, beaten, stamina, seen):
        if vertex == cave.end:
            life = sum(cave.monsters[m] for m in beaten)
            best[life] = min(stamina, best.get(life, stamina))
            return
        for other, weight in neighbours[vertex]:
            now = beaten | ({other} & cave.monsters.keys())
            if (other, now) not in seen:
                go(other, now, stamina + weight, seen | {(other, now)})

    go(cave.start, frozenset(), 0, frozenset({(cave.start, frozenset())}))
    return best


def plain_dijkstra(cave):
    """Return {life: stamina} by Dijkstra over (vertex, beaten set): no contraction, no matrices, no kernel."""
    neighbours = {v: [] for v in cave.vertices}
    for a, b, weight in cave.edges:
        neighbours[a].append((b, weight))
    bit = {vertex: 1 << number for number, vertex in enumerate(cave.monsters)}
    heap, settled, best = [(0, cave.start, 0)], set(), {}
    while heap:
        stamina, vertex, beaten = heapq.heappop(heap)
        if (vertex, beaten) in settled:
            continue
        settled.add((vertex, beaten))
        if vertex == cave.end:
            life = sum(cave.monsters[m] for m in bit if beaten & bit[m])
            best.setdefault(life, stamina)
            continue
        for other, weight in neighbours[vertex]:
            heapq.heappush(heap, (stamina + weight, other, beaten | bit.get(other, 0)))
    return best
