"""T-5: settlements, what may be built, and building it."""

from ..jit import Ints, compiled
from .layout import (
    APART,
    BUILD_HUT,
    BUILD_TEMPLE,
    BUILD_TOWER,
    BUILT_HUTS,
    BUILT_TEMPLES,
    BUILT_TOWERS,
    COSTS,
    COUNTS,
    EXPAND,
    FIRST_OF,
    HAS_TEMPLE,
    HAS_TOWER,
    HUT,
    HUTS,
    KIND_UNIT,
    LEVEL,
    MOVER,
    NEAR,
    OWNER,
    PIECE,
    QUEUE,
    RIM,
    ROOM,
    SEAT_SIZE,
    SEATS,
    SEEN,
    SETTLEMENT_OF,
    SIZE_OF,
    SLOT_UNIT,
    SLOTS,
    STAMP,
    TEMPLE,
    TEMPLES,
    TERRAIN,
    TOWER,
    TOWERS,
)
from .tile import put


@compiled
def is_free_field(s: Ints, slot: int) -> bool:
    """Return whether a slot is a field without a building (T-5.6)."""
    return s[TERRAIN + slot] != 0 and s[OWNER + slot] == 0


@compiled
def gather(s: Ints, a: Ints, slot: int) -> int:
    """Queue the settlement of a slot (T-5.1), count its rim by terrain (T-5.5); return how many members it has.

    The rim follows in RIM, its length in RIM + ROOM - 1; COUNTS has its fields on level 2 at 6, and higher ones at 7.
    """
    a[STAMP] += 1
    stamp = a[STAMP]
    owner = s[OWNER + slot]
    for t in range(8):
        a[COUNTS + t] = 0
        a[COSTS + t] = 0
    a[QUEUE] = slot
    a[SEEN + slot] = stamp
    done, members, rim = 0, 1, 0
    while done < members:
        base = NEAR + 8 * a[QUEUE + done]
        done += 1
        for k in range(base, base + 6):
            n = s[k]
            if a[SEEN + n] == stamp or n == 0:
                continue
            if s[OWNER + n] == owner:
                a[SEEN + n] = stamp
                a[QUEUE + members] = n
                members += 1
            elif is_free_field(s, n):
                a[SEEN + n] = stamp
                a[RIM + rim] = n
                rim += 1
                a[COUNTS + s[TERRAIN + n]] += 1
                a[COSTS + s[TERRAIN + n]] += s[LEVEL + n]
                if s[LEVEL + n] >= 2:
                    a[COUNTS + (6 if s[LEVEL + n] == 2 else 7)] += 1
    a[RIM + ROOM - 1] = rim
    return members


@compiled
def number_settlement(s: Ints, a: Ints, slot: int, number: int, members: int) -> None:
    """Note size and great buildings of the settlement that was gathered last."""
    a[SIZE_OF + number] = members
    a[FIRST_OF + number] = slot
    a[HAS_TEMPLE + number] = 0
    a[HAS_TOWER + number] = 0
    for k in range(QUEUE, QUEUE + members):
        m = a[k]
        a[SETTLEMENT_OF + m] = number
        if s[PIECE + m] == TEMPLE:
            a[HAS_TEMPLE + number] = 1
        elif s[PIECE + m] == TOWER:
            a[HAS_TOWER + number] = 1


@compiled
def touches_own(s: Ints, slot: int, owner: int) -> bool:
    """Return whether a settlement of an owner lies beside a slot."""
    near = NEAR + 8 * slot
    return (
        s[OWNER + s[near]] == owner
        or s[OWNER + s[near + 1]] == owner
        or s[OWNER + s[near + 2]] == owner
        or s[OWNER + s[near + 3]] == owner
        or s[OWNER + s[near + 4]] == owner
        or s[OWNER + s[near + 5]] == owner
    )


@compiled
def may_found(s: Ints, slot: int, owner: int) -> bool:
    """Return whether T-5.2 allows a hut there, the supply apart."""
    if s[LEVEL + slot] != 1 or s[TERRAIN + slot] == 0 or s[OWNER + slot] != 0:
        return False
    return s[APART] == 0 or not touches_own(s, slot, owner)


@compiled
def allows_tower(s: Ints, a: Ints, slot: int, owner: int) -> bool:
    """Return whether one of the settlements beside a slot has no tower (T-5.3)."""
    for k in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[k]
        if s[OWNER + n] == owner and a[HAS_TOWER + a[SETTLEMENT_OF + n]] == 0:
            return True
    return False


@compiled
def allows_temple(s: Ints, a: Ints, slot: int, owner: int) -> bool:
    """Return whether one of the settlements beside a slot has three fields or more and no temple (T-5.4)."""
    for k in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[k]
        if s[OWNER + n] == owner:
            number = a[SETTLEMENT_OF + n]
            if a[HAS_TEMPLE + number] == 0 and a[SIZE_OF + number] >= 3:
                return True
    return False


@compiled
def list_expansions(s: Ints, a: Ints, out: Ints, n: int) -> int:
    """Find the settlements of the one to move and write their expansions (T-5.5) from n on; return where they end."""
    owner = s[MOVER] + 1
    huts = s[SEATS + SEAT_SIZE * s[MOVER] + HUTS]
    number = 0
    for slot in range(1, s[SLOTS] + 1):
        a[SETTLEMENT_OF + slot] = 0
    for slot in range(1, s[SLOTS] + 1):
        if s[OWNER + slot] == owner and a[SETTLEMENT_OF + slot] == 0:
            number += 1
            members = gather(s, a, slot)
            number_settlement(s, a, slot, number, members)
            for t in range(1, 6):
                if a[COUNTS + t] > 0 and a[COSTS + t] <= huts:
                    out[n] = EXPAND * KIND_UNIT + slot * SLOT_UNIT + t
                    n += 1
    return n


@compiled
def list_builds(s: Ints, a: Ints, out: Ints, n: int) -> int:
    """Write every legal build of the one to move, whose tile lies (T-5), from n on; return where they end."""
    owner = s[MOVER] + 1
    seat = SEATS + SEAT_SIZE * s[MOVER]
    n = list_expansions(s, a, out, n)
    for slot in range(1, s[SLOTS] + 1):
        if s[TERRAIN + slot] == 0 or s[OWNER + slot] != 0:
            continue
        if s[seat + HUTS] > 0 and may_found(s, slot, owner):
            out[n] = BUILD_HUT * KIND_UNIT + slot * SLOT_UNIT
            n += 1
        if s[LEVEL + slot] >= 3 and s[seat + TOWERS] > 0 and allows_tower(s, a, slot, owner):
            out[n] = BUILD_TOWER * KIND_UNIT + slot * SLOT_UNIT
            n += 1
        if s[seat + TEMPLES] > 0 and allows_temple(s, a, slot, owner):
            out[n] = BUILD_TEMPLE * KIND_UNIT + slot * SLOT_UNIT
            n += 1
    return n


@compiled
def raise_piece(s: Ints, j: Ints, slot: int, piece: int) -> None:
    """Put a piece of the one to move on a slot; taking it from the supply is somebody else's."""
    put(s, j, OWNER + slot, s[MOVER] + 1)
    put(s, j, PIECE + slot, piece)


@compiled
def spend(s: Ints, j: Ints, supply: int, built: int, many: int) -> None:
    """Move pieces of the one to move from the supply to what is built (T-7.3)."""
    seat = SEATS + SEAT_SIZE * s[MOVER]
    put(s, j, seat + supply, s[seat + supply] - many)
    put(s, j, seat + built, s[seat + built] + many)


@compiled
def expand(s: Ints, j: Ints, a: Ints, slot: int, terrain: int) -> None:
    """Put huts on all fields of a terrain in the rim as it was when the expansion began (T-5.5)."""
    gather(s, a, slot)
    for k in range(RIM, RIM + a[RIM + ROOM - 1]):
        if s[TERRAIN + a[k]] == terrain:
            raise_piece(s, j, a[k], HUT)
    spend(s, j, HUTS, BUILT_HUTS, a[COSTS + terrain])


@compiled
def build(s: Ints, j: Ints, a: Ints, code: int) -> None:
    """Do a legal build of the one to move."""
    kind, slot = code // KIND_UNIT, (code % KIND_UNIT) // SLOT_UNIT
    if kind == BUILD_HUT:
        raise_piece(s, j, slot, HUT)
        spend(s, j, HUTS, BUILT_HUTS, 1)
    elif kind == BUILD_TOWER:
        raise_piece(s, j, slot, TOWER)
        spend(s, j, TOWERS, BUILT_TOWERS, 1)
    elif kind == BUILD_TEMPLE:
        raise_piece(s, j, slot, TEMPLE)
        spend(s, j, TEMPLES, BUILT_TEMPLES, 1)
    elif kind == EXPAND:
        expand(s, j, a, slot, code % SLOT_UNIT)
