"""A tile in the sea: what it touches, and what has to be valued anew because of it."""

from ..jit import Floats, Ints, compiled
from ..rules.layout import GRID, LEVEL, MASK, MOVER, NEAR, SETTLEMENT_OF, SLOTS, STAMP, STEP, TERRAIN
from ..rules.tile import triangle_cell
from .survey import (
    E_DIRTY,
    E_FIELDS,
    E_FREE,
    E_MARK,
    E_OWNER,
    E_PLACED,
    E_PRICE,
    E_READY,
    E_RIM_FROM,
    E_RIM_SIZE,
    E_RIMMED,
    E_RIMS,
    E_SEA,
    E_TALL,
    E_TOUCH_MARK,
    E_TOUCHED,
    E_WAS_READY,
    E_WAS_TALL,
    ENTRY,
    F_PLACED,
    F_VALUE,
    F_WAS,
    appraise,
    weights_at,
)


@compiled
def touch(s: Ints, a: Ints, e: Ints, cell: int, terrain: int) -> None:
    """Lay a field of level 1 on a cell of the sea: the settlements beside it get it in their rims."""
    a[STAMP] += 1
    for d in range(6):
        n = s[GRID + ((cell + s[STEP + d]) & MASK)]
        if n > 0 and a[SETTLEMENT_OF + n] > 0:
            number = a[SETTLEMENT_OF + n]
            k = number * ENTRY
            if e[k + E_MARK] != a[STAMP]:
                e[k + E_MARK] = a[STAMP]
                e[k + E_FREE] += 1
                e[k + E_FIELDS + terrain] += 1
                e[k + E_PRICE + terrain] += 1
                at = E_TOUCHED + 1 + 2 * e[E_TOUCHED]
                e[at] = number
                e[at + 1] = terrain
                e[E_TOUCHED] += 1


@compiled
def is_first_touch(e: Ints, i: int) -> bool:
    """Return whether the settlement of a touch was not touched before."""
    for before in range(i):  # noqa: SIM110  # a generator would not compile
        if e[E_TOUCHED + 1 + 2 * before] == e[E_TOUCHED + 1 + 2 * i]:
            return False
    return True


@compiled
def count_touched(s: Ints, e: Ints, f: Floats, w: Floats, left: int) -> None:
    """Value the touched settlements anew."""
    for i in range(e[E_TOUCHED]):
        number = e[E_TOUCHED + 1 + 2 * i]
        if is_first_touch(e, i):
            k = number * ENTRY
            p = e[k + E_OWNER]
            e[k + E_WAS_READY] = e[k + E_READY]
            e[k + E_WAS_TALL] = e[k + E_TALL]
            f[F_WAS + number] = f[F_VALUE + number]
            f[F_VALUE + number] = appraise(e, w, weights_at(left, p, s[MOVER]), k)
            f[F_PLACED + p] += f[F_VALUE + number] - f[F_WAS + number]
            e[E_PLACED + p] += e[k + E_READY] - e[k + E_WAS_READY]
            e[E_PLACED + 8 + p] += e[k + E_TALL] - e[k + E_WAS_TALL]


@compiled
def untouch(e: Ints, f: Floats) -> None:
    """Make the touched settlements again what they were."""
    for i in range(e[E_TOUCHED]):
        number = e[E_TOUCHED + 1 + 2 * i]
        terrain = e[E_TOUCHED + 2 + 2 * i]
        k = number * ENTRY
        e[k + E_FREE] -= 1
        e[k + E_FIELDS + terrain] -= 1
        e[k + E_PRICE + terrain] -= 1
        if is_first_touch(e, i):
            e[k + E_READY] = e[k + E_WAS_READY]
            e[k + E_TALL] = e[k + E_WAS_TALL]
            f[F_VALUE + number] = f[F_WAS + number]
    e[E_TOUCHED] = 0


@compiled
def mark_shore(s: Ints, a: Ints, e: Ints, t: int) -> int:
    """Mark the slots beside a triangle: a build there is worth something else because of the tile; return the mark."""
    a[STAMP] += 1
    for corner in range(3):
        cell = triangle_cell(t, corner)
        for d in range(6):
            n = s[GRID + ((cell + s[STEP + d]) & MASK)]
            if n > 0:
                e[E_DIRTY + n] = a[STAMP]
    return a[STAMP]


@compiled
def mark_touched(a: Ints, e: Ints) -> int:
    """Mark the settlements that the placement touches, and their rims; return the mark."""
    a[STAMP] += 1
    stamp = a[STAMP]
    for i in range(e[E_TOUCHED]):
        number = e[E_TOUCHED + 1 + 2 * i]
        start = E_RIMS + e[E_RIM_FROM + number]
        for r in range(start, start + e[E_RIM_SIZE + number]):
            e[E_RIMMED + e[r]] = stamp
        e[number * ENTRY + E_TOUCH_MARK] = stamp
    return stamp


@compiled
def link(s: Ints, slot: int, cell: int, is_there: bool) -> None:
    """Link a slot that is laid for the moment with the slots around it, or cut the links."""
    for d in range(6):
        n = s[GRID + ((cell + s[STEP + d]) & MASK)]
        if n > 0:
            e = d - 3 if d > 2 else d + 3
            s[NEAR + 8 * slot + d] = n if is_there else 0
            s[NEAR + 8 * n + e] = slot if is_there else 0
    s[LEVEL + slot] = int(is_there)


@compiled
def lay_for_now(s: Ints, a: Ints, e: Ints, t: int) -> None:
    """Lay the three cells of a triangle in the order of its corners, without shore and journal."""
    first = s[SLOTS] + 1
    for corner in range(3):
        cell = triangle_cell(t, corner)
        e[E_SEA + corner] = s[GRID + cell]
        s[GRID + cell] = first + corner
        a[SETTLEMENT_OF + first + corner] = 0
    for corner in range(3):
        link(s, first + corner, triangle_cell(t, corner), True)


@compiled
def take_away(s: Ints, e: Ints, t: int) -> None:
    """Take away what was laid for now."""
    first = s[SLOTS] + 1
    for corner in range(3):
        link(s, first + corner, triangle_cell(t, corner), False)
        s[TERRAIN + first + corner] = 0
    for corner in range(3):
        s[GRID + triangle_cell(t, corner)] = e[E_SEA + corner]


@compiled
def is_dirty(e: Ints, base: int, shore: int, touched: int) -> bool:
    """Return whether a build from before the placement has to be valued anew."""
    for i in range(e[base + 2], e[base + 2] + e[base + 3]):
        if e[E_DIRTY + e[i]] == shore or e[E_RIMMED + e[i]] == touched:
            return True
    return False
