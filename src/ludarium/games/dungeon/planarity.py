"""Is a graph planar? By faces and bridges (Demoucron, Malgrange & Pertuiset 1964), quadratic and short.

A cycle is drawn; then, again and again, a piece of the rest is put into a face that holds all its contacts, one path
at a time, those with a single fitting face first. A graph is planar when each of its blocks is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

V = TypeVar("V")
Edge = frozenset[V]


def is_planar(graph: Mapping[V, Iterable[V]]) -> bool:
    """Say whether an undirected graph, given by neighbours, can be drawn without crossings."""
    return all(_block_is_planar(edges) for edges in blocks(graph))


def blocks(graph: Mapping[V, Iterable[V]]) -> list[set[Edge[V]]]:
    """Return the edges of each biconnected part (Hopcroft & Tarjan 1973), without recursion."""
    found: list[set[Edge[V]]] = []
    depth: dict[V, int] = {}
    low: dict[V, int] = {}
    stack: list[Edge[V]] = []
    for root in graph:
        if root in depth:
            continue
        depth[root] = low[root] = 0
        trail = [(root, root, iter(graph[root]))]
        while trail:
            vertex, parent, rest = trail[-1]
            other = next(rest, None)
            if other is None:
                trail.pop()
                if trail:
                    above = trail[-1][0]
                    low[above] = min(low[above], low[vertex])
                    if low[vertex] >= depth[above]:
                        block: set[Edge[V]] = set()
                        edge = frozenset((above, vertex))
                        while edge not in block:
                            block.add(stack.pop())
                        found.append(block)
            elif other not in depth:
                depth[other] = low[other] = len(trail)
                stack.append(frozenset((vertex, other)))
                trail.append((other, vertex, iter(graph[other])))
            elif other != parent and depth[other] < depth[vertex]:
                stack.append(frozenset((vertex, other)))
                low[vertex] = min(low[vertex], depth[other])
    return found


def _block_is_planar(edges: set[Edge[V]]) -> bool:
    graph: dict[V, set[V]] = {}
    for edge in edges:
        a, b = edge
        graph.setdefault(a, set()).add(b)
        graph.setdefault(b, set()).add(a)
    if len(edges) > max(3 * len(graph) - 6, 1):
        return False
    if len(edges) <= len(graph) or len(graph) < 5:
        return True  # an edge, a cycle, or too small to fail
    cycle = _cycle(graph)
    drawn = set(cycle)
    done = {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
    faces = [cycle, cycle[::-1]]
    while len(done) < len(edges):
        chosen: tuple[list[V], list[V]] | None = None
        for contacts, path in _pieces(graph, drawn, done):
            fitting = [face for face in faces if contacts <= set(face)]
            if not fitting:
                return False
            if chosen is None or len(fitting) == 1:
                chosen = (fitting[0], path)
            if len(fitting) == 1:
                break
        assert chosen is not None, "an edge that is not drawn belongs to a piece"
        face, path = chosen
        faces.remove(face)
        faces += _split(face, path)
        drawn.update(path)
        done.update(frozenset(pair) for pair in pairwise(path))
    return True


def _cycle(graph: Mapping[V, set[V]]) -> list[V]:
    """Return some cycle of a block: an edge, closed by a shortest way around it."""
    first = next(iter(graph))
    second = next(iter(graph[first]))
    return _way(graph, second, {first}, lambda a, b: {a, b} != {first, second})


def _way(graph: Mapping[V, set[V]], start: V, goals: set[V], allowed: object) -> list[V]:
    came: dict[V, V] = {}
    seen, queue = {start}, deque([start])
    while queue:
        vertex = queue.popleft()
        for other in graph[vertex]:
            if other not in seen and allowed(vertex, other):  # type: ignore[operator]
                came[other] = vertex
                if other in goals:
                    way = [other]
                    while way[-1] != start:
                        way.append(came[way[-1]])
                    return way[::-1]
                seen.add(other)
                queue.append(other)
    raise AssertionError("a block has two ways between any two of its vertices")


def _pieces(graph: Mapping[V, set[V]], drawn: set[V], done: set[Edge[V]]) -> Iterable[tuple[set[V], list[V]]]:
    """Yield what is not drawn yet, in connected pieces: the contacts with the drawing, and a path between two."""
    for a in drawn:
        for b in graph[a]:
            if b in drawn and frozenset((a, b)) not in done:
                yield {a, b}, [a, b]
    seen: set[V] = set()
    for root in graph:
        if root in drawn or root in seen:
            continue
        inside, contacts, queue = {root}, set(), deque([root])
        while queue:
            for other in graph[queue.popleft()]:
                if other in drawn:
                    contacts.add(other)
                elif other not in inside:
                    inside.add(other)
                    queue.append(other)
        seen |= inside
        first = next(iter(contacts))
        yield contacts, _way(graph, first, contacts - {first}, lambda a, b, i=inside: a in i or b in i)


def _split(face: Sequence[V], path: list[V]) -> list[list[V]]:
    """Return the two faces into which a path between two of its corners cuts a face."""
    at, to = face.index(path[0]), face.index(path[-1])
    turned = [*face[at:], *face[:at]]
    middle = turned.index(path[-1])
    assert to >= 0
    return [turned[: middle + 1] + path[-2:0:-1], turned[middle:] + path[:-1]]
