"""All turns of a position with their values. What a placement does not touch is valued once, before it."""

from ..arrays import Board, Judgement, Turns
from ..jit import Floats, Ints, compiled
from ..rules.builds import list_builds, may_found
from ..rules.layout import (
    BUILD_HUT,
    BUILD_TEMPLE,
    CELL,
    EXPAND,
    HUTS,
    KEPT,
    KIND_UNIT,
    LEFT,
    MOVER,
    NEAR,
    OPEN,
    OWNER,
    PLACEMENT_UNIT,
    SEAT_SIZE,
    SEATS,
    SETTLEMENT_OF,
    SLOT_UNIT,
    SLOTS,
    TEMPLES,
    TERRAIN,
    TRIANGLES,
)
from ..rules.tile import corner_placement, lay_tile, may_erupt, triangle_cell, undo
from .effect import FREE_TARGETS, find_effect
from .survey import (
    BASE_ENTRY,
    E_BASE,
    E_BUILT,
    E_FIELDS,
    E_OWNER,
    E_PRICE,
    E_READY,
    E_SIZE,
    E_SLOT,
    E_TALL,
    E_TARGETS,
    E_TEMPLE,
    E_TOUCH_MARK,
    E_TOUCHED,
    ENTRY,
    F_BASE,
    F_BUILT,
    F_FOES,
    F_FOES_BEFORE,
    F_KNOWN,
    appraise,
    change_field,
    survey,
    weights_at,
)
from .touching import (
    count_touched,
    is_dirty,
    is_first_touch,
    lay_for_now,
    mark_shore,
    mark_touched,
    take_away,
    touch,
    untouch,
)
from .worth import WIN, clear_placed, foes_value, own_value, value_of_base, value_of_effect


@compiled
def scan_after_laying(board: Board, judgement: Judgement, turns: Turns, placement: int, tile: int, n: int) -> int:
    """Write the turns of one placement, everything valued anew; return where they end."""
    s, j, a = board
    e, f, w, _ = judgement
    out, v, _ = turns
    mark = j[0]
    lay_tile(s, j, placement, tile)
    left = s[LEFT]
    survey(s, a, e, f, w, left, s[MOVER])
    clear_placed(e, f)
    f[F_FOES] = foes_value(s, e, f, w, left, F_BUILT, E_BUILT)
    end = list_builds_kept(s, a, out, n)
    for i in range(n, end):
        find_effect(s, a, e, f, w, left, out[i], FREE_TARGETS)
        v[i] = value_of_effect(s, e, f, w, left)
        out[i] += placement * PLACEMENT_UNIT
    undo(s, j, mark)
    if end == n:
        out[n] = placement * PLACEMENT_UNIT
        v[n] = -WIN
        return n + 1
    return end


@compiled
def list_builds_kept(s: Ints, a: Ints, out: Ints, n: int) -> int:
    """List the builds; the numbers of settlements that the listing overwrites come back."""
    for slot in range(s[SLOTS] + 1):
        a[KEPT + slot] = a[SETTLEMENT_OF + slot]
    end = list_builds(s, a, out, n)
    for slot in range(s[SLOTS] + 1):
        a[SETTLEMENT_OF + slot] = a[KEPT + slot]
    return end


@compiled
def survey_before(board: Board, judgement: Judgement) -> None:
    """Survey the position before the placement, as the scan of the sea wants it."""
    s, _, a = board
    e, f, w, _ = judgement
    left = s[LEFT] - 1
    survey(s, a, e, f, w, left, s[MOVER])
    clear_placed(e, f)
    f[F_FOES] = foes_value(s, e, f, w, left, F_BUILT, E_BUILT)
    f[F_FOES_BEFORE] = f[F_FOES]


@compiled
def value_base(board: Board, judgement: Judgement, out: Ints, n: int) -> int:
    """Value every build that is possible before the placement, listed for now from n on; return how many there are."""
    s, _, a = board
    e, f, w, _ = judgement
    left = s[LEFT] - 1
    many_builds = list_builds_kept(s, a, out, n) - n
    at = E_TARGETS
    for b in range(many_builds):
        code = out[n + b]
        many = find_effect(s, a, e, f, w, left, code, at)
        base = E_BASE + b * BASE_ENTRY
        e[base] = code
        e[base + 1] = a[SETTLEMENT_OF + code % KIND_UNIT // SLOT_UNIT] if code // KIND_UNIT == EXPAND else 0
        e[base + 2] = at
        e[base + 3] = many
        for i in range(4):
            e[base + 4 + i] = e[E_BUILT + 16 + i]
        for i in range(16):
            e[base + 8 + i] = e[E_BUILT + i]
        for p in range(8):
            f[F_BASE + 8 * b + p] = f[F_BUILT + p]
        f[F_KNOWN + b] = value_of_effect(s, e, f, w, left)
        at += many
    return many_builds


@compiled
def value_code(
    s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, code: int, turn: int, out: Ints, v: Floats, n: int
) -> int:
    """Value one build in the position as it lies and write it as a turn; return where the turns end."""
    find_effect(s, a, e, f, w, left, code, FREE_TARGETS)
    v[n] = value_of_effect(s, e, f, w, left)
    out[n] = turn
    return n + 1


@compiled
def scan_known(
    s: Ints,
    a: Ints,
    e: Ints,
    f: Floats,
    w: Floats,
    left: int,
    shore: int,
    head: int,
    out: Ints,
    v: Floats,
    n: int,
    base: int,
) -> int:
    """Write the builds from before the placement, but for expansions of touched settlements; return where they end."""
    touched = mark_touched(a, e) if e[E_TOUCHED] > 0 else -1
    for b in range(base):
        at = E_BASE + b * BASE_ENTRY
        if touched > 0 and e[at + 1] > 0 and e[e[at + 1] * ENTRY + E_TOUCH_MARK] == touched:
            continue
        if is_dirty(e, at, shore, touched):
            n = value_code(s, a, e, f, w, left, e[at], head + e[at], out, v, n)
            continue
        v[n] = value_of_base(s, e, f, w, left, b) if touched > 0 else f[F_KNOWN + b]
        out[n] = head + e[at]
        n += 1
    return n


@compiled
def value_lone_hut(s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, slot: int) -> float:
    """Return the value of a hut with no settlement beside it; of no use to the last turn."""
    me = s[MOVER]
    k = 0
    for i in range(E_SIZE, E_PRICE):
        e[k + i] = 0
    e[k + E_SIZE] = 1
    for i in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[i]
        if s[TERRAIN + n] != 0 and s[OWNER + n] == 0:
            change_field(s, e, k, n, 1)
    value = appraise(e, w, weights_at(left, me, me), k)
    return f[F_FOES] + own_value(s, e, f, w, left, 1, 0, 0, value, e[E_READY], e[E_TALL])


@compiled
def is_lone(s: Ints, a: Ints, slot: int) -> bool:
    """Return whether no settlement of those who are in lies beside a slot."""
    near = NEAR + 8 * slot
    return (
        a[SETTLEMENT_OF + s[near]]
        + a[SETTLEMENT_OF + s[near + 1]]
        + a[SETTLEMENT_OF + s[near + 2]]
        + a[SETTLEMENT_OF + s[near + 3]]
        + a[SETTLEMENT_OF + s[near + 4]]
        + a[SETTLEMENT_OF + s[near + 5]]
        == 0
    )


@compiled
def wants_temple_beside(s: Ints, a: Ints, e: Ints, slot: int) -> bool:
    """Return whether a settlement of the one to move beside a slot that was just laid allows a temple (T-5.4)."""
    for i in range(NEAR + 8 * slot, NEAR + 8 * slot + 6):
        n = s[i]
        k = a[SETTLEMENT_OF + n] * ENTRY
        if s[OWNER + n] == s[MOVER] + 1 and e[k + E_TEMPLE] == 0 and e[k + E_SIZE] >= 3:
            return True
    return False


@compiled
def scan_new(
    s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, slot: int, turn: int, out: Ints, v: Floats, n: int
) -> int:
    """Value hut and temple on a field that was just laid.

    `turn` is the placement and the slot's number in a turn. Return where the turns end.
    """
    seat = SEATS + SEAT_SIZE * s[MOVER]
    code = BUILD_HUT * KIND_UNIT
    if left > 0 and is_lone(s, a, slot):
        if s[seat + HUTS] > 0:
            v[n] = value_lone_hut(s, a, e, f, w, left, slot)
            out[n] = turn + code
            n += 1
        return n
    if s[seat + HUTS] > 0 and may_found(s, slot, s[MOVER] + 1):
        n = value_code(s, a, e, f, w, left, code + slot * SLOT_UNIT, turn + code, out, v, n)
    if s[seat + TEMPLES] > 0 and wants_temple_beside(s, a, e, slot):
        code = BUILD_TEMPLE * KIND_UNIT
        n = value_code(s, a, e, f, w, left, code + slot * SLOT_UNIT, turn + code, out, v, n)
    return n


@compiled
def scan_touched(
    s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, head: int, out: Ints, v: Floats, n: int
) -> int:
    """Write the expansions of the own settlements that the tile touches; return where they end."""
    huts = s[SEATS + SEAT_SIZE * s[MOVER] + HUTS]
    for i in range(e[E_TOUCHED]):
        k = e[E_TOUCHED + 1 + 2 * i] * ENTRY
        if e[k + E_OWNER] == s[MOVER] and is_first_touch(e, i):
            for t in range(1, 6):
                if e[k + E_FIELDS + t] > 0 and e[k + E_PRICE + t] <= huts:
                    code = EXPAND * KIND_UNIT + e[k + E_SLOT] * SLOT_UNIT + t
                    n = value_code(s, a, e, f, w, left, code, head + code, out, v, n)
    return n


@compiled
def touch_corner(s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, left: int, t: int, corner: int, tile: int) -> None:
    """Find what a placement on the sea does to the settlements beside its fields."""
    clear_placed(e, f)
    touch(s, a, e, triangle_cell(t, (corner + 1) % 3), tile >> 3)
    touch(s, a, e, triangle_cell(t, (corner + 2) % 3), tile & 7)
    f[F_FOES] = f[F_FOES_BEFORE]
    if e[E_TOUCHED] > 0:
        count_touched(s, e, f, w, left)
        f[F_FOES] = foes_value(s, e, f, w, left, F_BUILT, E_BUILT)


@compiled
def scan_corner(
    s: Ints,
    a: Ints,
    e: Ints,
    f: Floats,
    w: Floats,
    t: int,
    corner: int,
    tile: int,
    shore: int,
    out: Ints,
    v: Floats,
    n: int,
    base: int,
) -> int:
    """Write the turns of one placement on the sea; its three cells are laid for now; return where they end."""
    left = s[LEFT] - 1
    first, second = (corner + 1) % 3, (corner + 2) % 3
    one, two = s[SLOTS] + 1 + first, s[SLOTS] + 1 + second
    touch_corner(s, a, e, f, w, left, t, corner, tile)
    s[TERRAIN + s[SLOTS] + 1 + corner] = 0
    s[TERRAIN + one] = tile >> 3
    s[TERRAIN + two] = tile & 7
    head, start = corner_placement(t, corner) * PLACEMENT_UNIT, n
    n = scan_known(s, a, e, f, w, left, shore, head, out, v, n, base)
    n = scan_new(s, a, e, f, w, left, one, head + (s[SLOTS] + 2) * SLOT_UNIT, out, v, n)
    n = scan_new(s, a, e, f, w, left, two, head + (s[SLOTS] + 3) * SLOT_UNIT, out, v, n)
    n = scan_touched(s, a, e, f, w, left, head, out, v, n)
    if n == start:
        out[n] = head
        v[n] = -WIN
        n += 1
    untouch(e, f)
    return n


@compiled
def scan(board: Board, judgement: Judgement, turns: Turns, tile: int) -> int:
    """Write every legal turn with its value for the one to move; return how many there are."""
    s, _, a = board
    e, f, w, _ = judgement
    out, v, _ = turns
    n = 0
    if s[SLOTS] == 0:
        return scan_after_laying(board, judgement, turns, 0, tile, n)
    for volcano in range(1, s[SLOTS], 3):
        for d in range(6):
            if may_erupt(s, volcano, d):
                n = scan_after_laying(board, judgement, turns, s[CELL + volcano] * 8 + d, tile, n)
    survey_before(board, judgement)
    base = value_base(board, judgement, out, n)
    for i in range(s[OPEN]):
        t = s[TRIANGLES + i]
        shore = mark_shore(s, a, e, t)
        lay_for_now(s, a, e, t)
        for corner in range(3):
            n = scan_corner(s, a, e, f, w, t, corner, tile, shore, out, v, n, base)
        take_away(s, e, t)
    return n
