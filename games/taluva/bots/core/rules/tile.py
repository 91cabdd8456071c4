"""T-4: laying a tile. Every change goes through `put`, which keeps a journal, so that it can be undone."""

from ..jit import Ints, compiled
from .layout import (
    CELL,
    DIRECTION,
    FRONTIER,
    GRID,
    LEFT,
    LEVEL,
    MASK,
    NEAR,
    NO_DIRECTION,
    NO_PIECE,
    OPEN,
    OWNER,
    PIECE,
    SIDE,
    SLOTS,
    STEP,
    TEMPLE,
    TERRAIN,
    TRIANGLE_AT,
    TRIANGLES,
)


@compiled
def put(s: Ints, j: Ints, index: int, value: int) -> None:
    """Write into the position, and what was there into the journal."""
    n = j[0]
    j[n + 1] = index
    j[n + 2] = s[index]
    j[0] = n + 2
    s[index] = value


@compiled
def undo(s: Ints, j: Ints, mark: int) -> None:
    """Take back all that was written since the journal had the length `mark`."""
    n = j[0]
    while n > mark:
        s[j[n - 1]] = j[n]
        n -= 2
    j[0] = n


@compiled
def triangle_cell(t: int, corner: int) -> int:
    """Return the cell at a corner of a triangle.

    Even ones lie below their first cell's east side, odd ones right below it.
    """
    if corner == 0:
        return t >> 1
    if corner == 1:
        return ((t >> 1) + (SIDE if t & 1 else 1)) & MASK
    return ((t >> 1) + (SIDE - 1 if t & 1 else SIDE)) & MASK


@compiled
def around(cell: int, which: int) -> int:
    """Return one of the six triangles that a cell is a corner of."""
    if which < 2:
        return 2 * cell + which
    if which == 2:
        return 2 * ((cell - 1) & MASK)
    if which == 3:
        return 2 * ((cell - SIDE) & MASK)
    if which == 4:
        return 2 * ((cell - SIDE) & MASK) + 1
    return 2 * ((cell - SIDE + 1) & MASK) + 1


@compiled
def is_sea(s: Ints, t: int) -> bool:
    """Return whether a triangle is all sea."""
    return (
        s[GRID + triangle_cell(t, 0)] <= 0 and s[GRID + triangle_cell(t, 1)] <= 0 and s[GRID + triangle_cell(t, 2)] <= 0
    )


@compiled
def close_triangle(s: Ints, j: Ints, t: int) -> None:
    """Strike a triangle off the list, if it is there; the last one takes its place."""
    at = s[TRIANGLE_AT + t]
    if at > 0:
        last = s[TRIANGLES + s[OPEN] - 1]
        put(s, j, TRIANGLES + at - 1, last)
        put(s, j, TRIANGLE_AT + last, at)
        put(s, j, TRIANGLE_AT + t, 0)
        put(s, j, OPEN, s[OPEN] - 1)


@compiled
def open_triangle(s: Ints, j: Ints, t: int) -> None:
    """Put a triangle on the list, if it is all sea and not there yet."""
    if s[TRIANGLE_AT + t] == 0 and is_sea(s, t):
        put(s, j, TRIANGLES + s[OPEN], t)
        put(s, j, OPEN, s[OPEN] + 1)
        put(s, j, TRIANGLE_AT + t, s[OPEN])


@compiled
def add_slot(s: Ints, j: Ints, slot: int, cell: int) -> None:
    """Give a cell of the sea its slot, and tell its neighbours."""
    put(s, j, CELL + slot, cell)
    put(s, j, GRID + cell, slot)
    for d in range(6):
        n = s[GRID + ((cell + s[STEP + d]) & MASK)]
        if n > 0:
            e = d - 3 if d > 2 else d + 3
            put(s, j, NEAR + 8 * slot + d, n)
            put(s, j, NEAR + 8 * n + e, slot)
            if d == 0:
                put(s, j, NEAR + 8 * slot + 6, n)
            if e == 0:
                put(s, j, NEAR + 8 * n + 6, slot)


@compiled
def move_shore(s: Ints, j: Ints, cell: int) -> None:
    """Keep the list of open triangles: those on a new cell go, those beside it come (T-4.2)."""
    for which in range(6):
        close_triangle(s, j, around(cell, which))
    for d in range(6):
        c = (cell + s[STEP + d]) & MASK
        if s[GRID + c] == 0:
            put(s, j, GRID + c, FRONTIER)
            for which in range(6):
                open_triangle(s, j, around(c, which))


@compiled
def top(s: Ints, j: Ints, slot: int, terrain: int, direction: int) -> None:
    """Lay one hexagon of the tile on a slot; huts below it leave the game (T-4.4)."""
    put(s, j, LEVEL + slot, s[LEVEL + slot] + 1)
    put(s, j, TERRAIN + slot, terrain)
    put(s, j, DIRECTION + slot, direction)
    if s[OWNER + slot] > 0:
        put(s, j, OWNER + slot, 0)
        put(s, j, PIECE + slot, NO_PIECE)


@compiled
def lay_tile(s: Ints, j: Ints, placement: int, tile: int) -> None:
    """Lay a tile, wherever that is legal: a placement is cell * 8 + direction, a tile first * 8 + second terrain."""
    cell = placement >> 3
    d = placement & 7
    volcano = s[GRID + cell]
    if volcano > 0:
        first, second = s[NEAR + 8 * volcano + d], s[NEAR + 8 * volcano + d + 1]
    else:
        volcano = s[SLOTS] + 1
        first, second = volcano + 1, volcano + 2
        one, two = (cell + s[STEP + d]) & MASK, (cell + s[STEP + d + 1]) & MASK
        put(s, j, SLOTS, volcano + 2)
        add_slot(s, j, volcano, cell)
        add_slot(s, j, first, one)
        add_slot(s, j, second, two)
        move_shore(s, j, cell)
        move_shore(s, j, one)
        move_shore(s, j, two)
    top(s, j, volcano, 0, d)
    top(s, j, first, tile >> 3, NO_DIRECTION)
    top(s, j, second, tile & 7, NO_DIRECTION)
    put(s, j, LEFT, s[LEFT] - 1)


@compiled
def has_other(s: Ints, slot: int, covered: int) -> bool:
    """Return whether the building on a slot has a neighbour of its colour besides the one that is covered too."""
    owner = s[OWNER + slot]
    for k in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[k]
        if s[OWNER + n] == owner and n != covered:
            return True
    return False


@compiled
def all_survive(s: Ints, first: int, second: int) -> bool:
    """Return whether no settlement loses its last building (T-4.3e)."""
    a, b = s[OWNER + first], s[OWNER + second]
    if a == b:
        return a == 0 or has_other(s, first, second) or has_other(s, second, first)
    return (a == 0 or has_other(s, first, second)) and (b == 0 or has_other(s, second, first))


@compiled
def may_erupt(s: Ints, volcano: int, d: int) -> bool:
    """Return whether T-4.3 allows a tile whose volcano lands on a slot; without a volcano there T-4.3b fails."""
    if s[TERRAIN + volcano] != 0 or s[DIRECTION + volcano] == d:
        return False
    first, second = s[NEAR + 8 * volcano + d], s[NEAR + 8 * volcano + d + 1]
    level = s[LEVEL + volcano]
    if s[LEVEL + first] != level or s[LEVEL + second] != level:
        return False
    if s[PIECE + first] >= TEMPLE or s[PIECE + second] >= TEMPLE:
        return False
    return all_survive(s, first, second)


@compiled
def corner_placement(t: int, corner: int) -> int:
    """Return the placement on a triangle whose volcano is at that corner: clockwise order leaves one for each."""
    return triangle_cell(t, corner) * 8 + 2 * corner + (t & 1)


@compiled
def list_placements(s: Ints, out: Ints) -> int:
    """Write every legal placement (T-4); return how many there are."""
    n = 0
    if s[SLOTS] == 0:
        for d in range(6):
            out[d] = d
        return 6
    for k in range(s[OPEN]):
        t = s[TRIANGLES + k]
        for corner in range(3):
            out[n] = corner_placement(t, corner)
            n += 1
    for volcano in range(1, s[SLOTS], 3):
        for d in range(6):
            if may_erupt(s, volcano, d):
                out[n] = s[CELL + volcano] * 8 + d
                n += 1
    return n
