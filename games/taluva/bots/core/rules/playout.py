"""Random games: a legal turn is drawn by rejection, so that nothing has to be listed."""

from ..jit import Ints, compiled
from .builds import allows_temple, allows_tower, build, gather, list_builds, may_found, number_settlement
from .endings import finish_turn
from .layout import (
    BUILD_HUT,
    BUILD_TEMPLE,
    BUILD_TOWER,
    CELL,
    COSTS,
    COUNTS,
    EXPAND,
    HUTS,
    KIND_UNIT,
    LEVEL,
    MOVER,
    NEAR,
    NO_BUILD,
    OPEN,
    OVER,
    OWNER,
    PLACEMENT_UNIT,
    QUEUE,
    SEAT_SIZE,
    SEATS,
    SETTLEMENT_OF,
    SLOT_UNIT,
    SLOTS,
    TEMPLES,
    TERRAIN,
    TOWERS,
    TRIANGLES,
)
from .tile import corner_placement, lay_tile, may_erupt, undo

TRIES = 400
WORD = (1 << 48) - 1


@compiled
def below(r: Ints, n: int) -> int:
    """Return a random number from 0 to n - 1; the generator is a congruence modulo 2 to the 48."""
    r[0] = (r[0] * 0x5DEECE66D + 11) & WORD
    return ((r[0] >> 17) * n) >> 31


@compiled
def draw_placement(s: Ints, r: Ints) -> int:
    """Return a legal placement, each as likely as any other."""
    if s[SLOTS] == 0:
        return below(r, 6)
    triangles = 3 * s[OPEN]
    while True:
        k = below(r, triangles + 2 * s[SLOTS])
        if k < triangles:
            return corner_placement(s[TRIANGLES + k // 3], k % 3)
        volcano, d = (k - triangles) // 6 * 3 + 1, (k - triangles) % 6
        if may_erupt(s, volcano, d):
            return s[CELL + volcano] * 8 + d


@compiled
def number_around(s: Ints, a: Ints, slot: int, owner: int) -> None:
    """Find the settlements of an owner that touch a slot."""
    number = 0
    for k in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        a[SETTLEMENT_OF + s[k]] = 0
    for k in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[k]
        if s[OWNER + n] == owner and a[SETTLEMENT_OF + n] == 0:
            number += 1
            members = gather(s, a, n)
            number_settlement(s, a, n, number, members)


@compiled
def check_great(s: Ints, a: Ints, slot: int, owner: int, which: int) -> int:
    """Return a temple (which 0) or a tower (1) on a slot, or NO_BUILD."""
    seat = SEATS + SEAT_SIZE * (owner - 1)
    if s[TERRAIN + slot] == 0 or s[OWNER + slot] != 0:
        return NO_BUILD
    if s[seat + (TOWERS if which else TEMPLES)] == 0 or (which and s[LEVEL + slot] < 3):
        return NO_BUILD
    number_around(s, a, slot, owner)
    if which:
        return BUILD_TOWER * KIND_UNIT + slot * SLOT_UNIT if allows_tower(s, a, slot, owner) else NO_BUILD
    return BUILD_TEMPLE * KIND_UNIT + slot * SLOT_UNIT if allows_temple(s, a, slot, owner) else NO_BUILD


@compiled
def check_expansion(s: Ints, a: Ints, slot: int, t: int) -> int:
    """Return the expansion of the settlement whose first slot this is, over a terrain, or NO_BUILD."""
    members = gather(s, a, slot)
    if a[COUNTS + t] == 0 or a[COSTS + t] > s[SEATS + SEAT_SIZE * s[MOVER] + HUTS]:
        return NO_BUILD
    for k in range(QUEUE, QUEUE + members):
        if a[k] < slot:
            return NO_BUILD
    return EXPAND * KIND_UNIT + slot * SLOT_UNIT + t


@compiled
def draw_build(s: Ints, a: Ints, r: Ints, out: Ints) -> int:
    """Return a legal build, each as likely as any other; NO_BUILD if there is none."""
    owner = s[MOVER] + 1
    huts = s[SEATS + SEAT_SIZE * s[MOVER] + HUTS]
    for _ in range(TRIES):
        k = below(r, 8 * s[SLOTS])
        slot, what = k // 8 + 1, k % 8
        code = NO_BUILD
        if what == 0:
            if huts > 0 and may_found(s, slot, owner):
                code = BUILD_HUT * KIND_UNIT + slot * SLOT_UNIT
        elif what < 3:
            code = check_great(s, a, slot, owner, what - 1)
        elif s[OWNER + slot] == owner:
            code = check_expansion(s, a, slot, what - 2)
        if code != NO_BUILD:
            return code
    n = list_builds(s, a, out, 0)
    return out[below(r, n)] if n > 0 else NO_BUILD


@compiled
def draw_turn(s: Ints, j: Ints, a: Ints, r: Ints, tile: int, out: Ints) -> int:
    """Return a random legal turn: the placement first, then its build."""
    placement = draw_placement(s, r)
    mark = j[0]
    lay_tile(s, j, placement, tile)
    code = draw_build(s, a, r, out)
    undo(s, j, mark)
    return placement * PLACEMENT_UNIT + code


@compiled
def play_out(s: Ints, j: Ints, a: Ints, r: Ints, out: Ints, tiles: Ints) -> int:
    """Play random turns with these tiles to the end; return how many there were."""
    n = 0
    while s[OVER] == 0:
        placement = draw_placement(s, r)
        lay_tile(s, j, placement, tiles[n])
        code = draw_build(s, a, r, out)
        build(s, j, a, code)
        finish_turn(s, j, code)
        n += 1
    return n


@compiled
def shuffle(r: Ints, row: Ints) -> None:
    """Put a row into a random order."""
    for i in range(len(row) - 1, 0, -1):
        k = below(r, i + 1)
        row[i], row[k] = row[k], row[i]
