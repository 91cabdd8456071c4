"""What a turn is worth to the one to move, once it is known what placement and build add."""

from ..jit import Floats, Ints, compiled
from ..rules.endings import is_early, score
from ..rules.layout import HUTS, IN, MOVER, PLAYERS, SEAT_SIZE, SEATS, STATUS, TEAMS, TEMPLES, TOWERS
from .survey import (
    BASE_ENTRY,
    E_BASE,
    E_BUILT,
    E_PLACED,
    E_TOTAL,
    E_TOUCHED,
    F_BASE,
    F_BUILT,
    F_COEFFICIENT,
    F_FOES,
    F_PLACED,
    F_TOTAL,
    goals_index,
    seat_score,
    weights_at,
)

WIN = 40.0


@compiled
def goes_early(s: Ints, huts: int, temples: int, towers: int) -> bool:
    """Return whether the one to move ends the game, or takes a place, by spending these pieces (T-7.1)."""
    seat = SEATS + SEAT_SIZE * s[MOVER]
    s[seat + HUTS] -= huts
    s[seat + TEMPLES] -= temples
    s[seat + TOWERS] -= towers
    ends = is_early(s, s[MOVER])
    s[seat + HUTS] += huts
    s[seat + TEMPLES] += temples
    s[seat + TOWERS] += towers
    return ends


@compiled
def kinds_near(s: Ints, huts: int, temples: int, towers: int) -> bool:
    """Return whether these pieces are the last of their kind."""
    seat = SEATS + SEAT_SIZE * s[MOVER]
    return (
        (temples > 0 and s[seat + TEMPLES] == temples)
        or (towers > 0 and s[seat + TOWERS] == towers)
        or (huts > 0 and s[seat + HUTS] == huts)
    )


@compiled
def final_value(s: Ints, huts: int, temples: int, towers: int) -> float:
    """Return the value of the last turn, by the places that follow (T-7.3)."""
    me = s[MOVER]
    own = score(s, me) + temples * 65536 + towers * 1024 + huts
    value = WIN
    for p in range(s[PLAYERS]):
        is_foe = p != me and (s[TEAMS] == 0 or (p - me) % 2 == 1)
        if is_foe and s[SEATS + SEAT_SIZE * p + STATUS] == IN:
            other = score(s, p)
            value -= WIN * 1.5 if other > own else WIN if other == own else 0.0
    return value + 0.01 * huts


@compiled
def foes_value(s: Ints, e: Ints, f: Floats, w: Floats, left: int, built: int, ready: int) -> float:
    """Return what the scores of the others mean to the one to move, after the placement and the build."""
    me = s[MOVER]
    total = 0.0
    for p in range(s[PLAYERS]):
        c = f[F_COEFFICIENT + p]
        if p != me and c != 0.0:
            seat = SEATS + SEAT_SIZE * p
            goals = goals_index(
                s[seat + TEMPLES],
                s[seat + TOWERS],
                e[E_TOTAL + p] + e[E_PLACED + p] + e[ready + p],
                e[E_TOTAL + 8 + p] + e[E_PLACED + 8 + p] + e[ready + 8 + p],
            )
            value = f[F_TOTAL + p] + f[F_PLACED + p] + f[built + p]
            total += c * seat_score(w, weights_at(left, p, me), value, s[seat + HUTS], goals)
    return total


@compiled
def own_value(
    s: Ints,
    e: Ints,
    f: Floats,
    w: Floats,
    left: int,
    huts: int,
    temples: int,
    towers: int,
    add: float,
    ready: int,
    tall: int,
) -> float:
    """Return the score of the one to move after the placement, with what the build takes and adds."""
    me = s[MOVER]
    seat = SEATS + SEAT_SIZE * me
    goals = goals_index(
        s[seat + TEMPLES] - temples,
        s[seat + TOWERS] - towers,
        e[E_TOTAL + me] + e[E_PLACED + me] + ready,
        e[E_TOTAL + 8 + me] + e[E_PLACED + 8 + me] + tall,
    )
    value = f[F_TOTAL + me] + f[F_PLACED + me] + add
    value = seat_score(w, weights_at(left, me, me), value, s[seat + HUTS] - huts, goals)
    if kinds_near(s, huts, temples, towers) and goes_early(s, huts, temples, towers):
        value += WIN
    return value


@compiled
def value_of_effect(s: Ints, e: Ints, f: Floats, w: Floats, left: int) -> float:
    """Return the value with the build whose effect was found last."""
    huts, temples, towers = e[E_BUILT + 16], e[E_BUILT + 17], e[E_BUILT + 18]
    if left == 0:
        return final_value(s, huts, temples, towers)
    me = s[MOVER]
    foes = f[F_FOES] if e[E_BUILT + 19] == 0 else foes_value(s, e, f, w, left, F_BUILT, E_BUILT)
    ready, tall = e[E_BUILT + me], e[E_BUILT + 8 + me]
    return foes + own_value(s, e, f, w, left, huts, temples, towers, f[F_BUILT + me], ready, tall)


@compiled
def value_of_base(s: Ints, e: Ints, f: Floats, w: Floats, left: int, b: int) -> float:
    """Return the value with a build from before the placement that the placement does not touch."""
    at, built = E_BASE + b * BASE_ENTRY, F_BASE + 8 * b
    if left == 0:
        return final_value(s, e[at + 4], e[at + 5], e[at + 6])
    me = s[MOVER]
    foes = f[F_FOES] if e[at + 7] == 0 else foes_value(s, e, f, w, left, built, at + 8)
    ready, tall = e[at + 8 + me], e[at + 16 + me]
    return foes + own_value(s, e, f, w, left, e[at + 4], e[at + 5], e[at + 6], f[built + me], ready, tall)


@compiled
def clear_placed(e: Ints, f: Floats) -> None:
    """Set what the placement adds to nothing."""
    for p in range(8):
        e[E_PLACED + p] = 0
        e[E_PLACED + 8 + p] = 0
        f[F_PLACED + p] = 0.0
        e[E_BUILT + p] = 0
        e[E_BUILT + 8 + p] = 0
        f[F_BUILT + p] = 0.0
    e[E_TOUCHED] = 0
