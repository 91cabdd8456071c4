"""The value of a position: a sum over settlements, and for each seat a table of how near it is to its goals.

The sum makes the search fast: what a turn changes is found from the settlements that it touches, and a build far from
the tile is worth what it was worth before. The weights come in a row: see `SETTLED` and what follows it.
"""

from ..jit import Floats, Ints, compiled
from ..rules.builds import gather
from ..rules.layout import (
    COSTS,
    COUNTS,
    HUTS,
    IN,
    LEVEL,
    OWNER,
    PIECE,
    QUEUE,
    RIM,
    ROOM,
    SEAT_SIZE,
    SEATS,
    SETTLEMENT_OF,
    SLOTS,
    STATUS,
    TEMPLE,
    TEMPLES,
    TERRAIN,
    TOWER,
    TOWERS,
)

# Weights of one stage and role: by kind of settlement, by towers in reach, by the best expansion, by huts, by goals
SETTLED = 0
TOWERED = SETTLED + 10
GROWTH = TOWERED + 5
SUPPLY = GROWTH + 6
GOALS = SUPPLY + 21
WEIGHTS = GOALS + 4 * 3 * 3 * 3
ROLES = 2  # the seat that has just moved, and the others
STAGES = 61

# A settlement in `e`: owner, size, temple, tower, free fields, those of level 2 and above, fields and huts by terrain
ENTRY = 32
E_OWNER, E_SIZE, E_TEMPLE, E_TOWER, E_FREE, E_TWO, E_HIGH, E_FIELDS = range(8)
E_PRICE, E_READY, E_TALL, E_MARK, E_SLOT, E_WAS_READY, E_WAS_TALL, E_TOUCH_MARK = 13, 20, 21, 22, 23, 24, 25, 26
MOST = 160
E_RIM_FROM = MOST * ENTRY
E_RIM_SIZE = E_RIM_FROM + MOST
E_RIMS = E_RIM_SIZE + MOST
E_TOTAL = E_RIMS + 4096  # by seat: settlements ready for a temple, and from 8 on those ready for a tower
E_PLACED = E_TOTAL + 16  # what the placement adds
E_BUILT = E_PLACED + 16  # what the build adds, and from 16 on the huts, temples and towers that it takes
E_CHANGED = E_BUILT + 24  # settlements whose entry is changed for the moment: how many, and which
E_SEA = E_CHANGED + 120  # what the grid held where a tile is laid for now
E_TOUCHED = E_CHANGED + 128  # settlements that the placement touches: how many, which, and the terrain of the field
E_DIRTY = E_CHANGED + 256  # marks on slots
E_RIMMED = E_DIRTY + ROOM
E_BASE = E_RIMMED + ROOM  # the builds before the placement: code, targets, and what they add
BASE_ENTRY = 32
MOST_BASE = 1024
E_TARGETS = E_BASE + BASE_ENTRY * MOST_BASE
E_SIZE_ALL = E_TARGETS + 8192

F_VALUE = 0  # by settlement
F_WAS = F_VALUE + MOST  # by settlement: its value before the placement
F_TOTAL = F_WAS + MOST  # by seat
F_PLACED = F_TOTAL + 8
F_BUILT = F_PLACED + 8
F_COEFFICIENT = F_BUILT + 8
F_FOES = F_COEFFICIENT + 8  # what the others' scores mean after the placement, and before it
F_FOES_BEFORE = F_FOES + 1
F_CARE = F_FOES + 2  # how much the others' scores count, 1 for what is right
F_KNOWN = F_FOES + 8  # by build: its value where the placement touches nothing
F_BASE = F_KNOWN + MOST_BASE  # by build, eight each
F_SIZE = F_BASE + 8 * MOST_BASE


@compiled
def kind_of(size: int, has_temple: int, free: int, best: int) -> int:
    """Return what a settlement is on its way to a temple; 7 and above are ready for it."""
    if has_temple:
        return 0
    if size == 1:
        return 2 if best >= 2 else 1
    if size == 2:
        return 3 if free == 0 else 4 if free < 3 else 5
    if free == 0:
        return 6
    return 7 if size == 3 else 8 if size < 6 else 9


@compiled
def reach_of(has_tower: int, two: int, high: int) -> int:
    """Return what a settlement is on its way to a tower; 4 is ready for it."""
    if has_tower:
        return 0
    if high > 0:
        return 4
    return 1 if two == 0 else 2 if two == 1 else 3


@compiled
def best_growth(e: Ints, k: int) -> int:
    """Return the most fields of one terrain in the rim, 5 for more."""
    best = 0
    for t in range(k + E_FIELDS + 1, k + E_FIELDS + 6):
        best = max(best, e[t])
    return min(best, 5)


@compiled
def appraise(e: Ints, w: Floats, at: int, k: int) -> float:
    """Return the value of a settlement for its owner, whose weights start at `at`; notes what it is ready for."""
    best = best_growth(e, k)
    kind = kind_of(e[k + E_SIZE], e[k + E_TEMPLE], e[k + E_FREE], best)
    reach = reach_of(e[k + E_TOWER], e[k + E_TWO], e[k + E_HIGH])
    e[k + E_READY] = int(kind >= 7)
    e[k + E_TALL] = int(reach == 4)
    return w[at + SETTLED + kind] + w[at + TOWERED + reach] + w[at + GROWTH + best]


@compiled
def take_summary(a: Ints, e: Ints, k: int, owner: int, members: int) -> None:
    """Note the settlement that was gathered last, but for its great buildings."""
    e[k + E_OWNER] = owner
    e[k + E_SLOT] = a[QUEUE]
    e[k + E_SIZE] = members
    e[k + E_FREE] = a[RIM + ROOM - 1]
    e[k + E_TWO] = a[COUNTS + 6]
    e[k + E_HIGH] = a[COUNTS + 7]
    for t in range(1, 6):
        e[k + E_FIELDS + t] = a[COUNTS + t]
        e[k + E_PRICE + t] = a[COSTS + t]


@compiled
def take_members(s: Ints, a: Ints, e: Ints, number: int, members: int) -> None:
    """Note the number of a settlement on its cells, and its great buildings."""
    k = number * ENTRY
    e[k + E_TEMPLE] = 0
    e[k + E_TOWER] = 0
    for i in range(QUEUE, QUEUE + members):
        a[SETTLEMENT_OF + a[i]] = number
        if s[PIECE + a[i]] == TEMPLE:
            e[k + E_TEMPLE] = 1
        elif s[PIECE + a[i]] == TOWER:
            e[k + E_TOWER] = 1


@compiled
def take_rim(a: Ints, e: Ints, number: int, start: int) -> int:
    """Keep the rim of the settlement that was gathered last; return where the next one starts."""
    rim = a[RIM + ROOM - 1]
    e[E_RIM_FROM + number] = start
    e[E_RIM_SIZE + number] = rim
    for i in range(rim):
        e[E_RIMS + start + i] = a[RIM + i]
    return start + rim


@compiled
def weights_at(left: int, p: int, mover: int) -> int:
    """Return where the weights of a seat start, once so many tiles are left and `mover` has moved."""
    return (left * ROLES + int(p != mover)) * WEIGHTS


@compiled
def survey(s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, mover: int) -> int:
    """Appraise the settlements of those who are in, and add up values by seat; return how many there are."""
    for p in range(8):
        e[E_TOTAL + p] = 0
        e[E_TOTAL + 8 + p] = 0
        f[F_TOTAL + p] = 0.0
    for slot in range(s[SLOTS] + 1):
        a[SETTLEMENT_OF + slot] = 0
    number = start = 0
    for slot in range(1, s[SLOTS] + 1):
        p = s[OWNER + slot] - 1
        if p >= 0 and a[SETTLEMENT_OF + slot] == 0 and s[SEATS + SEAT_SIZE * p + STATUS] == IN:
            number += 1
            k = number * ENTRY
            members = gather(s, a, slot)
            take_summary(a, e, k, p, members)
            take_members(s, a, e, number, members)
            start = take_rim(a, e, number, start)
            f[F_VALUE + number] = appraise(e, w, weights_at(left, p, mover), k)
            f[F_TOTAL + p] += f[F_VALUE + number]
            e[E_TOTAL + p] += e[k + E_READY]
            e[E_TOTAL + 8 + p] += e[k + E_TALL]
    return number


@compiled
def goals_index(temples: int, towers: int, ready: int, tall: int) -> int:
    """Return which weight of GOALS belongs to a supply and what is ready."""
    return ((min(temples, 3) * 3 + min(towers, 2)) * 3 + min(ready, 2)) * 3 + min(tall, 2)


@compiled
def seat_score(w: Floats, at: int, value: float, huts: int, goals: int) -> float:
    """Return what a seat's settlements and supply are worth together."""
    return value + w[at + SUPPLY + min(huts, 20)] + w[at + GOALS + goals]


@compiled
def score_now(s: Ints, e: Ints, f: Floats, w: Floats, left: int, p: int, mover: int) -> float:
    """Return the score of a seat in the position that was surveyed."""
    seat = SEATS + SEAT_SIZE * p
    goals = goals_index(s[seat + TEMPLES], s[seat + TOWERS], e[E_TOTAL + p], e[E_TOTAL + 8 + p])
    return seat_score(w, weights_at(left, p, mover), f[F_TOTAL + p], s[seat + HUTS], goals)


@compiled
def change_field(s: Ints, e: Ints, k: int, slot: int, by: int) -> None:
    """Add a free field to the rim of a settlement (by 1) or take it away (by -1)."""
    level = s[LEVEL + slot]
    e[k + E_FREE] += by
    e[k + E_FIELDS + s[TERRAIN + slot]] += by
    e[k + E_PRICE + s[TERRAIN + slot]] += by * level
    if level == 2:
        e[k + E_TWO] += by
    elif level > 2:
        e[k + E_HIGH] += by
