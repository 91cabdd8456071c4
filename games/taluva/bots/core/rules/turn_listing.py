"""All turns of a position at once: what a placement in the sea does not change is taken over from before it."""

from ..jit import Ints, compiled
from .builds import gather, list_builds, number_settlement
from .layout import (
    APART,
    BUILD_HUT,
    BUILD_TEMPLE,
    CELL,
    COSTS,
    COUNTS,
    EXPAND,
    FIRST_OF,
    GRID,
    HAS_TEMPLE,
    HUTS,
    KIND_UNIT,
    MASK,
    MOVER,
    OPEN,
    OWNER,
    PLACEMENT_UNIT,
    SEAT_SIZE,
    SEATS,
    SETTLEMENT_OF,
    SLOT_UNIT,
    SLOTS,
    STEP,
    TEMPLES,
    TRIANGLES,
)
from .tile import corner_placement, lay_tile, may_erupt, triangle_cell, undo

# In `room`: the builds before the placement, then fields and huts by settlement and terrain
BASE = 0
FIELDS = 1024
PRICE = FIELDS + 8 * 64
GREAT = PRICE + 8 * 64  # the settlements that want a temple, as bits


@compiled
def weigh_settlements(s: Ints, a: Ints, room: Ints) -> int:
    """Find the settlements of the one to move, with their rims by terrain; return how many there are."""
    owner = s[MOVER] + 1
    number = 0
    room[GREAT] = 0
    for slot in range(s[SLOTS] + 1):
        a[SETTLEMENT_OF + slot] = 0
    for slot in range(1, s[SLOTS] + 1):
        if s[OWNER + slot] == owner and a[SETTLEMENT_OF + slot] == 0:
            number += 1
            members = gather(s, a, slot)
            number_settlement(s, a, slot, number, members)
            if members >= 3 and a[HAS_TEMPLE + number] == 0:
                room[GREAT] |= 1 << number
            for t in range(1, 6):
                room[FIELDS + 8 * number + t] = a[COUNTS + t]
                room[PRICE + 8 * number + t] = a[COSTS + t]
    return number


@compiled
def settlements_beside(s: Ints, a: Ints, cell: int) -> int:
    """Return the own settlements beside a cell of the sea, as bits."""
    bits = 0
    for d in range(6):
        n = s[GRID + ((cell + s[STEP + d]) & MASK)]
        if n > 0:
            bits |= 1 << a[SETTLEMENT_OF + n]
    return bits & ~1


@compiled
def new_expansions(s: Ints, a: Ints, room: Ints, bits: int, more: int, t: int, head: int, out: Ints, n: int) -> int:
    """Write expansions that a new field makes possible for the settlements in `bits`; return where they end.

    `more` has those that get two.
    """
    huts = s[SEATS + SEAT_SIZE * s[MOVER] + HUTS]
    number = 0
    while bits != 0:
        if bits & 1 and room[FIELDS + 8 * number + t] == 0 and huts >= 1 + (more & 1):
            out[n] = head + EXPAND * KIND_UNIT + a[FIRST_OF + number] * SLOT_UNIT + t
            n += 1
        bits >>= 1
        more >>= 1
        number += 1
    return n


@compiled
def too_dear(s: Ints, room: Ints, bits: int, more: int, t: int) -> bool:
    """Return whether the new field makes an expansion too dear that could be paid before."""
    huts = s[SEATS + SEAT_SIZE * s[MOVER] + HUTS]
    number = 0
    while bits != 0:
        price = room[PRICE + 8 * number + t]
        if bits & 1 and price > 0 and price <= huts and price + 1 + (more & 1) > huts:
            return True
        bits >>= 1
        more >>= 1
        number += 1
    return False


@compiled
def list_after_laying(s: Ints, j: Ints, a: Ints, placement: int, tile: int, out: Ints, n: int) -> int:
    """Lay the tile, list the builds, take it back."""
    mark = j[0]
    lay_tile(s, j, placement, tile)
    end = list_builds(s, a, out, n)
    undo(s, j, mark)
    for k in range(n, end):
        out[k] += placement * PLACEMENT_UNIT
    if end == n:
        out[n] = placement * PLACEMENT_UNIT
        return n + 1
    return end


@compiled
def list_beside(s: Ints, a: Ints, room: Ints, head: int, tile: int, one: int, two: int, out: Ints, n: int) -> int:
    """Write the builds that a tile in the sea adds on its fields, beside `one` and `two`; return where they end."""
    seat = SEATS + SEAT_SIZE * s[MOVER]
    first, second = (s[SLOTS] + 2) * SLOT_UNIT, (s[SLOTS] + 3) * SLOT_UNIT
    if s[seat + HUTS] > 0:
        if s[APART] == 0 or one == 0:
            out[n] = head + BUILD_HUT * KIND_UNIT + first
            n += 1
        if s[APART] == 0 or two == 0:
            out[n] = head + BUILD_HUT * KIND_UNIT + second
            n += 1
    if s[seat + TEMPLES] > 0:
        if one & room[GREAT]:
            out[n] = head + BUILD_TEMPLE * KIND_UNIT + first
            n += 1
        if two & room[GREAT]:
            out[n] = head + BUILD_TEMPLE * KIND_UNIT + second
            n += 1
    if one != 0:
        n = new_expansions(s, a, room, one, two if tile >> 3 == tile & 7 else 0, tile >> 3, head, out, n)
    if two != 0:
        fresh = two & ~one if tile >> 3 == tile & 7 else two
        n = new_expansions(s, a, room, fresh, 0, tile & 7, head, out, n)
    return n


@compiled
def list_turns(s: Ints, j: Ints, a: Ints, tile: int, out: Ints, room: Ints) -> int:
    """Write every legal turn: the placement times PLACEMENT_UNIT, plus the build; return how many there are."""
    n = 0
    if s[SLOTS] == 0:
        for d in range(6):
            n = list_after_laying(s, j, a, d, tile, out, n)
        return n
    for volcano in range(1, s[SLOTS], 3):
        for d in range(6):
            if may_erupt(s, volcano, d):
                n = list_after_laying(s, j, a, s[CELL + volcano] * 8 + d, tile, out, n)
    base = list_builds(s, a, room, BASE)
    weigh_settlements(s, a, room)
    for k in range(s[OPEN]):
        n = list_triangle(s, j, a, s[TRIANGLES + k], tile, out, n, room, base)
    return n


@compiled
def list_triangle(s: Ints, j: Ints, a: Ints, t: int, tile: int, out: Ints, n: int, room: Ints, base: int) -> int:
    """Write the turns of the three placements on one triangle of sea; return where they end."""
    x = settlements_beside(s, a, triangle_cell(t, 0))
    y = settlements_beside(s, a, triangle_cell(t, 1))
    z = settlements_beside(s, a, triangle_cell(t, 2))
    for corner in range(3):
        placement = corner_placement(t, corner)
        one, two = (y, z) if corner == 0 else (z, x) if corner == 1 else (x, y)
        same = tile >> 3 == tile & 7
        if too_dear(s, room, one, two if same else 0, tile >> 3) or too_dear(
            s, room, two, one if same else 0, tile & 7
        ):
            n = list_after_laying(s, j, a, placement, tile, out, n)
            continue
        head = placement * PLACEMENT_UNIT
        for b in range(base):
            out[n + b] = head + room[BASE + b]
        end = list_beside(s, a, room, head, tile, one, two, out, n + base)
        if end == n:
            out[n] = head
            end += 1
        n = end
    return n
