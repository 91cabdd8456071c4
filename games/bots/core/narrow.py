"""Only the turns with promising placements: what the search looks at below its root."""

from .jit import Floats, Ints, compiled
from .layout import CELL, LEFT, MOVER, OPEN, SLOTS, TRIANGLES
from .scan import scan_after_laying, scan_corner, touch_corner, value_base
from .survey import E_BUILT, E_TOUCHED, F_BUILT, F_FOES, F_FOES_BEFORE, survey
from .tile import lay_tile, may_erupt, undo
from .touching import lay_for_now, mark_shore, take_away, untouch
from .worth import clear_placed, foes_value, own_value

MOST_KEPT = 64
# In `room`: what is kept, the best first. Eruptions are placements, others -1 - (triangle * 4 + corner)
P_KEPT = 0
PLAIN_KEPT = 3  # of placements that touch no settlement


@compiled
def keep(room: Ints, v: Floats, many: int, most: int, what: int, value: float) -> int:
    """Insert a placement into the sorted row of those kept; how many there are."""
    if many == most and value <= v[many - 1]:
        return many
    at = many if many < most else most - 1
    while at > 0 and v[at - 1] < value:
        v[at] = v[at - 1]
        room[P_KEPT + at] = room[P_KEPT + at - 1]
        at -= 1
    v[at] = value
    room[P_KEPT + at] = what
    return many + 1 if many < most else many


@compiled
def value_of_laying(s: Ints, e: Ints, f: Floats, w: Floats, left: int) -> float:
    """The value with a placement alone, about to build."""
    return f[F_FOES] + own_value(s, e, f, w, left, 0, 0, 0, 0.0, 0, 0)


@compiled
def keep_eruptions(
    s: Ints, j: Ints, a: Ints, e: Ints, f: Floats, w: Floats, tile: int, room: Ints, v: Floats, most: int
) -> int:
    """Keep the best eruptions; how many."""
    many = 0
    left = s[LEFT] - 1
    for volcano in range(1, s[SLOTS], 3):
        for d in range(6):
            if may_erupt(s, volcano, d):
                placement = s[CELL + volcano] * 8 + d
                mark = j[0]
                lay_tile(s, j, placement, tile)
                survey(s, a, e, f, w, left, s[MOVER])
                clear_placed(e, f)
                f[F_FOES] = foes_value(s, e, f, w, left, F_BUILT, E_BUILT)
                many = keep(room, v, many, most, placement, value_of_laying(s, e, f, w, left))
                undo(s, j, mark)
    return many


@compiled
def keep_sea(
    s: Ints, a: Ints, e: Ints, f: Floats, w: Floats, tile: int, room: Ints, v: Floats, many: int, most: int
) -> int:
    """Keep the best placements on the sea besides; how many are kept. Of those that touch nothing, some do."""
    left = s[LEFT] - 1
    plain = 0
    for i in range(s[OPEN]):
        t = s[TRIANGLES + s[OPEN] - 1 - i]
        for corner in range(3):
            touch_corner(s, a, e, f, w, left, t, corner, tile)
            if e[E_TOUCHED] > 0 or plain < PLAIN_KEPT:
                plain += int(e[E_TOUCHED] == 0)
                value = value_of_laying(s, e, f, w, left)
                many = keep(room, v, many, most, -1 - (4 * t + corner), value)
            untouch(e, f)
    return many


@compiled
def survey_before(s: Ints, a: Ints, e: Ints, f: Floats, w: Floats) -> None:
    """Survey the position before the placement, as the scan of the sea wants it."""
    left = s[LEFT] - 1
    survey(s, a, e, f, w, left, s[MOVER])
    clear_placed(e, f)
    f[F_FOES] = foes_value(s, e, f, w, left, F_BUILT, E_BUILT)
    f[F_FOES_BEFORE] = f[F_FOES]


@compiled
def scan_kept(
    s: Ints, j: Ints, a: Ints, e: Ints, f: Floats, w: Floats, tile: int, room: Ints, many: int, out: Ints, v: Floats
) -> int:
    """Value the turns of the placements that were kept; how many there are."""
    n = 0
    for i in range(many):
        if room[P_KEPT + i] >= 0:
            n = scan_after_laying(s, j, a, e, f, w, room[P_KEPT + i], tile, out, v, n)
    survey_before(s, a, e, f, w)
    base = value_base(s, a, e, f, w, s[LEFT] - 1, out, n)
    for i in range(many):
        if room[P_KEPT + i] < 0:
            what = -1 - room[P_KEPT + i]
            shore = mark_shore(s, a, e, what // 4)
            lay_for_now(s, a, e, what // 4)
            n = scan_corner(s, a, e, f, w, what // 4, what % 4, tile, shore, out, v, n, base)
            take_away(s, e, what // 4)
    return n


@compiled
def scan_narrow(
    s: Ints, j: Ints, a: Ints, e: Ints, f: Floats, w: Floats, tile: int, room: Ints, most: int, out: Ints, v: Floats
) -> int:
    """Write the turns of the best placements with their values; how many there are."""
    if s[SLOTS] == 0:
        return scan_after_laying(s, j, a, e, f, w, 0, tile, out, v, 0)
    many = keep_eruptions(s, j, a, e, f, w, tile, room, v, most)
    survey_before(s, a, e, f, w)
    many = keep_sea(s, a, e, f, w, tile, room, v, many, most)
    return scan_kept(s, j, a, e, f, w, tile, room, many, out, v)
