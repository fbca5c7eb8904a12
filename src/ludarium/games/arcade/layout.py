"""Where everything stands in the two flat arrays of a game: one place for offsets, read as `at.SCORE`.

The *rules* array is read-only: a head, one row for each sprite type, one for each speed, one for each rule, lists. The
*state* array is a position: a head, three words for each type, the cells, timers, and last the sprites, so that it can
grow at its end. A sprite is the offset of its first word; 0 is no sprite.

Most sprites of a game never move and have no state of their own: walls, floors, pellets. They are *fixed*: no record,
but a bit in their cell. Those that can die have it in the state (`CELLS`), the others in the rules (`GROUND`), so they
cost nothing in a copy. A type's fixed sprites are always older than its records, so "creation order" is: the fixed ones
row by row, then the records in their list.
"""

from __future__ import annotations

# -- actions
NIL, LEFT, RIGHT, UP, DOWN, USE = range(6)
ACTIONS = 6

# -- state: head
LUCK_LOW, LUCK_HIGH = 0, 1  # the 48 bits of java.util.Random, 24 and 24
SCORE, TICK, STATUS, AVATAR = 2, 3, 4, 5
"""STATUS is one of PLAYING, WON, LOST; AVATAR is the sprite that the player moves, 0 when there is none."""
NEXT_BIRTH, FREE, USED, ROOM, ALIVE = 6, 7, 8, 9, 10
"""FREE: first of the emptied records; USED: records ever taken; ROOM: records that fit; ALIVE: sprites, fixed too."""
FULL = 11
"""Set when there was not enough room: REFUSED (the state is untouched) or LOST_ONE (a sprite could not be made)."""
DEAD, SHIELDS, CLOCK, PRESENT, TIMERS, DYING, CAN_END = 12, 13, 14, 15, 16, 17, 18
"""Within a step. DEAD: sprites killed; SHIELDS: bits of shielded rules; CLOCK: rises when a sprite enters a cell;
PRESENT: bits of the types in play; TIMERS: how many are set; DYING: fixed sprites killed."""
TYPES = 20
"""Then, for each type: FIRST, LAST, COUNT of its records; FIXED, the number of its living fixed sprites; UNION: bits of
the types that its records may touch, as of CLOCK = UNION_SEEN."""
FIRST, LAST, COUNT, FIXED, UNION, UNION_SEEN = range(6)
TYPE_WORDS = 6

PLAYING, WON, LOST = 0, 1, 2
REFUSED, LOST_ONE = 1, 2

DYING_ROOM = 24
"""Cells of fixed sprites killed in this step; when more die, all cells are swept."""

# -- a sprite's record
NEXT, TYPE, FLAGS, BIRTH, X, Y, LAST_X, LAST_Y, WAIT, WAY_X, WAY_Y, COUNTER, MEMORY, UNDER, SEEN, PLACE = range(16)
"""NEXT of its type; WAIT: ticks since its last move; WAY: orientation (a vector to be normalised; (-1, -1) is taken
literally, it is the reference's NIL); COUNTER: age, repeats or spawned; MEMORY: last direction drawn, tick of the first
update, or a fixed sprite's cell; UNDER: bits of the types in its cells, as of CLOCK = SEEN; PLACE: the first cell that
it entered, in HERE, × 4, + 1 when it reaches into the next column, + 2 into the next row."""
RECORD = 16
"""Words of a record; more follow where the game needs them: HEALTH_AT, LIFE_AT, SPEED_AT, TARGET_AT, GOODS_AT."""

F_DEAD, F_DISABLED, F_FRESH, F_FROM_AVATAR, F_ORIENTED, F_FIXED, F_PULLED = 1, 2, 4, 8, 16, 32, 64
"""F_PULLED is the first of several bits: one for each pullWithIt rule, whose memory it is."""

# -- rules: head
N_TYPES, BLOCK, WIDTH, HEIGHT, PIXEL_WIDTH, PIXEL_HEIGHT, N_CELLS, INVERSE = range(8)
STRIDE, HEALTH_AT, LIFE_AT, SPEED_AT, TARGET_AT, GOODS_AT, N_GOODS = range(8, 15)
TYPE_ROWS, SPEED_ROWS, GROUND, SORTS, N_SORTS, EOS_ROWS, N_EOS, PAIR_ROWS, N_PAIRS = range(15, 24)
END_ROWS, N_ENDS, CELLS, HERE, TIMER_LIST, TIMER_ROOM, DYING_LIST, SHADE_1, SHADE_2, RECORDS = range(24, 34)
PATHS, BURST, MAX_TICKS, MAX_SPRITES, PULLS = range(34, 39)
HEAD_WORDS = 39
"""CELLS to RECORDS are offsets in the state, the others in the rules. GROUND: bits of the fixed sprites that never die;
CELLS: of those that can (their bit, and DYING_SHIFT higher when killed in this step); HERE: bits of everything in a
cell or entering it during the step. SHADE_1 and SHADE_2: two records that stand for fixed sprites while a rule is run.
PATHS: 0, or the table of first steps. BURST: records that must be free before a step."""
CROWD = 1 << 30
"""In HERE: some type may stand twice in this cell. Without it a sprite meets nobody of its own type."""
DYING_SHIFT = 15
MORTAL_BITS = 15
MORTAL_MASK = (1 << MORTAL_BITS) - 1
INVERSE_SHIFT = 28

# -- rules: a type's row
CLASS, KIND_FLAGS, COOLDOWN, SPEED, BIT, MORTAL, ROOT_CELLS, N_ROOT_CELLS, TEMPLATE = range(9)
STYPE, LIMIT, ODDS_HIGH, ODDS_LOW, CONS, OUT_X, OUT_Y, LIST, N_LIST = range(9, 18)
AMMO, N_AMMO, MIN_AMMO, AMMO_COST, VALUE, GOOD, GOOD_LIMIT, REACH, KEYS = range(18, 27)
SINGLES, N_SINGLES, HEALTH_LIMIT, CATEGORY, TARGETS, N_TARGETS, SHOWN = range(27, 34)
TYPE_ROW = 34
"""BIT: the type's bit in HERE; MORTAL: its bit in CELLS, 0 when it has none; ROOT_CELLS: list of its fixed sprites'
cells; TEMPLATE: a record to copy; KEYS: mask of the actions; SINGLES: types of which none may live for another to be
made; TARGETS: types a chaser looks for when there is none of STYPE; LIST: further types (stypes, targets)."""

K_STATIC, K_ORIENTED, K_STATIONARY, K_TURNS, K_AVATAR, K_RESOURCE, K_ONLY_ACTIVE, K_FLEES, K_PICKS = (
    1, 2, 4, 8, 16, 32, 64, 128, 256,
)  # fmt: skip

# what a sprite does in its update
(
    IDLE, PASSIVE, FLICKER, SPREADER, SPAWN, SPAWN_MANY, BOMB_RANDOM, RANDOM_BOMBER, RANDOM_MISSILE, RANDOM_NPC, CHASER,
    SIGHT_CHASER, PATH_CHASER, PATH_KEEPER, RANDOM_KEEPER,
) = range(15)  # fmt: skip
# what an avatar does
A_MOVE, A_ORIENTED, A_SHOOT, A_FLAK, A_MISSILE, A_ONGOING, A_ONGOING_SHOOT, A_TURNING = range(20, 28)

# -- rules: a speed's row (pixels a move)
S_PIXELS, S_WHOLE, S_ZERO, S_PASSIVE, S_ACTIVE, S_DEFAULT = range(6)
SPEED_ROW = 6

# -- rules: a rule's row
EFFECT, POINTS, FIRSTS, N_FIRSTS, SECONDS, N_SECONDS, FIRST_BITS, SECOND_BITS, SHIELD, OVERLAPS, N_OVERLAPS = range(11)
P_TYPE, P_TYPE_2, P_VALUE, P_LIMIT, P_FLAG, P_FLAG_2, P_HIGH, P_LOW, P_GOOD, P_LIST, P_N_LIST, P_EXTRA = range(11, 23)
AFTER, TIMER, REPEATS, DELEGATE = range(23, 27)
RULE_ROW = 27
"""FIRSTS, SECONDS: lists of types; POINTS: scoreChange; OVERLAPS: cells where a fixed first stands on a fixed second.
P_*: what the effect reads. AFTER: points of a timed rule, counted whatever its effect did."""

(
    STEP_BACK, TURN_AROUND, KILL, KILL_BOTH, KILL_ALL, TRANSFORM, TRANSFORM_SINGLE, TRANSFORM_COUNT, TRANSFORM_ALL,
    TRANSFORM_CHILD, WRAP, CHANGE_RESOURCE, KILL_IF_LESS, KILL_IF_MORE, KILL_IF_OTHER, CLONE, FLIP, REVERSE,
    SHIELD_FROM, UNDO_ALL, SPAWN_AT, SPAWN_IF_MORE, SPAWN_IF_LESS, SPAWN_BEHIND, SPAWN_BESIDE, PULL, COLLECT,
    COLLECT_IF_HELD, KILL_FROM_ABOVE, KILL_FRONTAL, KILL_NOT_FRONTAL, TELEPORT, BOUNCE, GAZE, ALIGN, LOSE_HEALTH,
    GAIN_HEALTH, FILL_HEALTH, ADD_TIMER, SET_SPEED, NOTHING,
) = range(41)  # fmt: skip

# -- rules: an ending's row
E_KIND, E_WIN, E_LIMIT, E_TYPES, E_N_TYPES, E_MIN, E_COUNT_SCORE, E_SUBTYPES = range(8)
END_ROW = 8
END_COUNT, END_MORE, END_SUM, END_SUBTYPES, END_TIME, END_STOP = range(6)
