"""Only the turns with promising placements: what the search looks at below its root."""

from ..arrays import Board, Judgement, Turns
from ..jit import Floats, Ints, compiled
from ..rules.layout import CELL, LEFT, MOVER, OPEN, SLOTS, TRIANGLES
from ..rules.tile import lay_tile, may_erupt, undo
from .scan import scan_after_laying, scan_corner, survey_before, touch_corner, value_base
from .survey import E_BUILT, E_TOUCHED, F_BUILT, F_FOES, survey
from .touching import lay_for_now, mark_shore, take_away, untouch
from .worth import clear_placed, foes_value, own_value

# In `room`: what is kept, the best first. Eruptions are placements, others -1 - (triangle * 4 + corner)
P_KEPT = 0
ISOLATED_KEPT = 3  # of placements that touch no settlement


@compiled
def keep(room: Ints, v: Floats, many: int, most: int, what: int, value: float) -> int:
    """Insert a placement into the sorted row of those kept; return how many there are."""
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
    """Return the value with a placement alone, about to build."""
    return f[F_FOES] + own_value(s, e, f, w, left, 0, 0, 0, 0.0, 0, 0)


@compiled
def keep_eruptions(board: Board, judgement: Judgement, turns: Turns, tile: int, most: int) -> int:
    """Keep the best eruptions; return how many."""
    s, j, a = board
    e, f, w, _ = judgement
    _, v, room = turns
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
def keep_sea(board: Board, judgement: Judgement, turns: Turns, tile: int, many: int, most: int) -> int:
    """Keep the best placements on the sea besides; return how many are kept. Of those that touch nothing, some do."""
    s, _, a = board
    e, f, w, _ = judgement
    _, v, room = turns
    left = s[LEFT] - 1
    isolated = 0
    for i in range(s[OPEN]):
        t = s[TRIANGLES + s[OPEN] - 1 - i]
        for corner in range(3):
            touch_corner(s, a, e, f, w, left, t, corner, tile)
            if e[E_TOUCHED] > 0 or isolated < ISOLATED_KEPT:
                isolated += int(e[E_TOUCHED] == 0)
                value = value_of_laying(s, e, f, w, left)
                many = keep(room, v, many, most, -1 - (4 * t + corner), value)
            untouch(e, f)
    return many


@compiled
def scan_kept(board: Board, judgement: Judgement, turns: Turns, tile: int, many: int) -> int:
    """Value the turns of the placements that were kept; return how many there are."""
    s, _, a = board
    e, f, w, _ = judgement
    out, v, room = turns
    n = 0
    for i in range(many):
        if room[P_KEPT + i] >= 0:
            n = scan_after_laying(board, judgement, turns, room[P_KEPT + i], tile, n)
    survey_before(board, judgement)
    base = value_base(board, judgement, out, n)
    for i in range(many):
        if room[P_KEPT + i] < 0:
            what = -1 - room[P_KEPT + i]
            shore = mark_shore(s, a, e, what // 4)
            lay_for_now(s, a, e, what // 4)
            n = scan_corner(s, a, e, f, w, what // 4, what % 4, tile, shore, out, v, n, base)
            take_away(s, e, what // 4)
    return n


@compiled
def scan_narrow(board: Board, judgement: Judgement, turns: Turns, tile: int, most: int) -> int:
    """Write the turns of the best placements with their values; return how many there are."""
    if board.position[SLOTS] == 0:
        return scan_after_laying(board, judgement, turns, 0, tile, 0)
    many = keep_eruptions(board, judgement, turns, tile, most)
    survey_before(board, judgement)
    many = keep_sea(board, judgement, turns, tile, many, most)
    return scan_kept(board, judgement, turns, tile, many)
