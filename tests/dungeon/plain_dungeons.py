"""Random dungeons, and plain searches over all states that share no code with the solver."""

import random
from collections import deque

from ludarium.games.dungeon.level import Door, Dungeon


def random_dungeon(seed, most=12, options=True):
    """Return a random dungeon: often unsolvable, often with traps, sometimes in pieces."""
    luck = random.Random(seed)
    count = luck.randint(2, most)
    names = [f"r{i}" for i in range(count)] if luck.random() < 0.2 else list(range(count))
    order = luck.sample(names, count)
    kinds = {name: luck.choice(("normal", "key", "key")) for name in names}
    kinds[order[0]], kinds[order[-1]] = "start", "finish"
    boss = options and count > 3 and luck.random() < 0.3
    if boss:
        kinds[luck.choice(order[1:-1])] = "bosskey"
    oneways = options and luck.random() < 0.4
    switches = options and luck.random() < 0.3
    pairs = {}
    for i in range(1, count):
        if luck.random() < 0.03:
            continue
        pairs[frozenset((order[i], order[luck.randrange(i)]))] = None
    for _ in range(luck.randint(0, count)):
        a, b = luck.sample(names, 2)
        pairs[frozenset((a, b))] = None
    doors = []
    share = luck.choice((0.2, 0.4, 0.6))
    for pair in sorted(pairs, key=lambda p: sorted(map(str, p))):
        a, b = luck.sample(sorted(pair, key=str), 2)
        lock, switch = "none", None
        if luck.random() < share:
            lock = "small"
        if boss and "finish" in (kinds[a], kinds[b]) and luck.random() < 0.8:
            lock = "boss"
        if switches and lock == "none" and luck.random() < 0.3:
            switch = luck.choice([name for name in names if kinds[name] != "finish"])
        doors.append(Door(a, b, lock, oneways and luck.random() < 0.25, switch))
    return Dungeon(kinds, tuple(doors))


class Plain:
    """All states of a dungeon, as (room, mask of doors opened, mask of rooms visited), by the plain rules."""

    def __init__(self, dungeon):
        self.dungeon = dungeon
        self.names = list(dungeon.rooms)
        kinds = list(dungeon.rooms.values())
        at = {name: number for number, name in enumerate(self.names)}
        switches = {door.switch for door in dungeon.doors}
        self.finish = kinds.index("finish")
        self.keys = sum(1 << n for n, kind in enumerate(kinds) if kind == "key")
        self.boss = sum(1 << n for n, kind in enumerate(kinds) if kind == "bosskey")
        self.matters = self.keys | self.boss | sum(1 << at[name] for name in switches - {None})
        self.small = sum(1 << n for n, door in enumerate(dungeon.doors) if door.lock == "small")
        self.ways = [[] for _ in kinds]
        for number, door in enumerate(dungeon.doors):
            gate = 0 if door.switch is None else 1 << at[door.switch]
            way = (number, door.lock, gate)
            self.ways[at[door.a]].append((at[door.b], *way))
            if not door.oneway:
                self.ways[at[door.b]].append((at[door.a], *way))
        start = kinds.index("start")
        self.first = (start, 0, 1 << start & self.matters)
        self.successors = {}
        queue = [self.first]
        while queue:
            state = queue.pop()
            if state not in self.successors:
                self.successors[state] = [] if state[0] == self.finish else list(self.moves(state))
                queue.extend(after for _, after in self.successors[state])

    def moves(self, state):
        """Yield (key spent, next state)."""
        room, opened, been = state
        held = (been & self.keys).bit_count() - (opened & self.small).bit_count()
        for other, number, lock, gate in self.ways[room]:
            if gate and not been & gate:
                continue
            spent, now = 0, opened
            if lock != "none" and not opened >> number & 1:
                if (lock == "boss" and not been & self.boss) or (lock == "small" and held == 0):
                    continue
                spent, now = int(lock == "small"), opened | 1 << number
            yield spent, (other, now, been | 1 << other & self.matters)

    def best(self, keys_first=False):
        """Return (moves, keys) of the best walk by label correcting, or None."""
        step, key = (1, 1000) if keys_first else (1000, 1)
        best, queue = {self.first: 0}, deque([self.first])
        while queue:
            state = queue.popleft()
            cost = best[state] + step
            for spent, after in self.successors[state]:
                total = cost + key * spent
                if total < best.get(after, 1 << 60):
                    best[after] = total
                    queue.append(after)
        ends = [cost for state, cost in best.items() if state[0] == self.finish]
        return divmod(min(ends), 1000)[:: -1 if keys_first else 1] if ends else None

    def dead(self):
        """Return every reachable state from which the finish is not reachable."""
        back = {state: [] for state in self.successors}
        for state, successors in self.successors.items():
            for _, after in successors:
                back[after].append(state)
        alive = {state for state in back if state[0] == self.finish}
        queue = list(alive)
        while queue:
            fresh = [before for before in back[queue.pop()] if before not in alive]
            alive.update(fresh)
            queue += fresh
        return set(back) - alive

    def follow(self, walk):
        """Return the state after a walk, and the keys spent; a step that the rules do not allow is an error."""
        state, keys = self.first, 0
        assert walk[0] == self.names[state[0]]
        for room in walk[1:]:
            spent, state = next(move for move in self.successors[state] if self.names[move[1][0]] == room)
            keys += spent
        return state, keys
