"""What a build adds to every seat's value, from the settlements that it touches."""

from ..jit import Floats, Ints, compiled
from ..rules.builds import gather
from ..rules.layout import (
    BUILD_HUT,
    BUILD_TEMPLE,
    BUILD_TOWER,
    COSTS,
    EXPAND,
    KIND_UNIT,
    MOVER,
    NEAR,
    OWNER,
    RIM,
    ROOM,
    SETTLEMENT_OF,
    SLOT_UNIT,
    STAMP,
    TERRAIN,
)
from .survey import (
    E_BUILT,
    E_CHANGED,
    E_MARK,
    E_OWNER,
    E_READY,
    E_TALL,
    E_TARGETS,
    E_TEMPLE,
    E_TOWER,
    ENTRY,
    F_BUILT,
    F_VALUE,
    appraise,
    change_field,
    take_summary,
    weights_at,
)


@compiled
def start_effect(e: Ints, f: Floats) -> None:
    """Clear the effect: nothing is built."""
    for i in range(24):
        e[E_BUILT + i] = 0
    for p in range(8):
        f[F_BUILT + p] = 0.0
    e[E_CHANGED] = 0


@compiled
def find_targets(s: Ints, a: Ints, e: Ints, code: int, at: int) -> int:
    """Write the slots that a build fills, and what it takes from the supply; return how many slots."""
    kind, slot = code // KIND_UNIT, (code % KIND_UNIT) // SLOT_UNIT
    if kind != EXPAND:
        e[at] = slot
        e[E_BUILT + 16] = int(kind == BUILD_HUT)
        e[E_BUILT + 17] = int(kind == BUILD_TEMPLE)
        e[E_BUILT + 18] = int(kind == BUILD_TOWER)
        return 1
    terrain = code % SLOT_UNIT
    gather(s, a, slot)
    n = 0
    for i in range(RIM, RIM + a[RIM + ROOM - 1]):
        if s[TERRAIN + a[i]] == terrain:
            e[at + n] = a[i]
            n += 1
    e[E_BUILT + 16] = a[COSTS + terrain]
    return n


@compiled
def take_from_others(s: Ints, a: Ints, e: Ints, slot: int) -> None:
    """Take a slot that is built on from the rims of the settlements of others, for the moment."""
    a[STAMP] += 1
    for i in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[i]
        number = a[SETTLEMENT_OF + n]
        k = number * ENTRY
        if number > 0 and s[OWNER + n] - 1 != s[MOVER] and e[k + E_MARK] != a[STAMP]:
            e[k + E_MARK] = a[STAMP]
            change_field(s, e, k, slot, -1)
            at = E_CHANGED + 1 + 2 * e[E_CHANGED]
            e[at] = number
            e[at + 1] = slot
            e[E_CHANGED] += 1


@compiled
def count_others(s: Ints, e: Ints, f: Floats, w: Floats, left: int) -> None:
    """Add up what the changed settlements of others lost."""
    for i in range(e[E_CHANGED]):
        number = e[E_CHANGED + 1 + 2 * i]
        is_first = True
        for before in range(i):
            is_first = is_first and e[E_CHANGED + 1 + 2 * before] != number
        if is_first:
            k = number * ENTRY
            p, ready, tall = e[k + E_OWNER], e[k + E_READY], e[k + E_TALL]
            f[F_BUILT + p] += appraise(e, w, weights_at(left, p, s[MOVER]), k) - f[F_VALUE + number]
            e[E_BUILT + p] += e[k + E_READY] - ready
            e[E_BUILT + 8 + p] += e[k + E_TALL] - tall
            e[k + E_READY] = ready
            e[k + E_TALL] = tall


@compiled
def give_back(s: Ints, e: Ints) -> None:
    """Give the settlements of others their rims back."""
    for i in range(e[E_CHANGED]):
        change_field(s, e, e[E_CHANGED + 1 + 2 * i] * ENTRY, e[E_CHANGED + 2 + 2 * i], 1)
    e[E_CHANGED] = 0


@compiled
def join_own(s: Ints, a: Ints, e: Ints, f: Floats, slot: int, stamp: int) -> None:
    """Join the own settlements beside a slot: their values go, their great buildings count for the whole."""
    p = s[MOVER]
    for i in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[i]
        number = a[SETTLEMENT_OF + n]
        k = number * ENTRY
        if number > 0 and s[OWNER + n] - 1 == p and e[k + E_MARK] != stamp:
            e[k + E_MARK] = stamp
            f[F_BUILT + p] -= f[F_VALUE + number]
            e[E_BUILT + p] -= e[k + E_READY]
            e[E_BUILT + 8 + p] -= e[k + E_TALL]
            e[E_TEMPLE] |= e[k + E_TEMPLE]
            e[E_TOWER] |= e[k + E_TOWER]


@compiled
def count_joined(s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, at: int, many: int) -> None:
    """Add the settlement that the filled slots make, as entry 0."""
    p = s[MOVER]
    for i in range(at, at + many):
        s[OWNER + e[i]] = p + 1
    members = gather(s, a, e[at])
    for i in range(at, at + many):
        s[OWNER + e[i]] = 0
    take_summary(a, e, 0, p, members)
    f[F_BUILT + p] += appraise(e, w, weights_at(left, p, p), 0)
    e[E_BUILT + p] += e[E_READY]
    e[E_BUILT + 8 + p] += e[E_TALL]


@compiled
def find_effect(s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, code: int, at: int) -> int:
    """Write what a legal build adds into F_BUILT and E_BUILT, and its slots at `at`; return how many slots."""
    start_effect(e, f)
    many = find_targets(s, a, e, code, at)
    a[STAMP] += 1
    stamp = a[STAMP]
    e[E_TEMPLE] = e[E_BUILT + 17]
    e[E_TOWER] = e[E_BUILT + 18]
    for i in range(at, at + many):
        join_own(s, a, e, f, e[i], stamp)
        take_from_others(s, a, e, e[i])
    if e[E_CHANGED] > 0:
        e[E_BUILT + 19] = 1
        count_others(s, e, f, w, left)
        give_back(s, e)
    count_joined(s, a, e, f, w, left, at, many)
    return many


FREE_TARGETS = E_TARGETS + 8000
