"""T-6 to T-9: who drops out, when it ends, and who has which place."""

from ..jit import Ints, compiled
from .builds import build
from .layout import (
    BUILT_HUTS,
    BUILT_TEMPLES,
    BUILT_TOWERS,
    EARLY,
    HUTS,
    IN,
    LAST_STANDING,
    LEFT,
    MOVER,
    NO_BUILD,
    OUT,
    OVER,
    PLACE,
    PLACED,
    PLACEMENT_UNIT,
    PLAYERS,
    RANKING,
    REASON,
    SEAT_SIZE,
    SEATS,
    STATUS,
    TEAMS,
    TEMPLES,
    TILES,
    TOWERS,
)
from .tile import lay_tile, put


@compiled
def with_status(s: Ints, status: int) -> int:
    """Return how many seats have a status."""
    n = 0
    for p in range(s[PLAYERS]):
        n += s[SEATS + SEAT_SIZE * p + STATUS] == status
    return n


@compiled
def kinds_gone(s: Ints, p: int) -> int:
    """Return of how many kinds of pieces a seat has none left."""
    seat = SEATS + SEAT_SIZE * p
    return int(s[seat + HUTS] == 0) + int(s[seat + TEMPLES] == 0) + int(s[seat + TOWERS] == 0)


@compiled
def is_early(s: Ints, p: int) -> bool:
    """Return whether the game ends early: T-7.1, for teams T-9.2."""
    own = kinds_gone(s, p)
    if s[TEAMS] == 0:
        return own >= 2
    partner = kinds_gone(s, (p + 2) % 4)
    return own + partner >= 3 and own >= 1 and partner >= 1


@compiled
def score(s: Ints, p: int) -> int:
    """Return what T-7.3 compares, as one number; T-9.3 adds up a team, but for those who are out."""
    total = 0
    for q in range(s[PLAYERS]):
        seat = SEATS + SEAT_SIZE * q
        together = q == p or (s[TEAMS] != 0 and (q - p) % 2 == 0)
        if together and s[seat + STATUS] == IN:
            total += s[seat + BUILT_TEMPLES] * 65536 + s[seat + BUILT_TOWERS] * 1024 + s[seat + BUILT_HUTS]
    return total


@compiled
def close(s: Ints, j: Ints, reason: int) -> None:
    """End the game."""
    put(s, j, OVER, 1)
    put(s, j, REASON, reason)


@compiled
def place_teams(s: Ints, j: Ints, first: int) -> None:
    """Put the team of a seat first and the other second, or both first when it is -1, for a tie (T-9)."""
    for p in range(4):
        shared = first < 0 or (p - first) % 2 == 0
        put(s, j, SEATS + SEAT_SIZE * p + PLACE, 1 if shared else 2)


@compiled
def place_winner(s: Ints, j: Ints, p: int) -> None:
    """Put one seat first; the others who are in share place 2, those who are out come after all of them (T-7.5)."""
    if s[TEAMS] != 0:
        place_teams(s, j, p)
        return
    alive = with_status(s, IN)
    for q in range(s[PLAYERS]):
        seat = SEATS + SEAT_SIZE * q
        place = 1 if q == p else 2 if s[seat + STATUS] == IN else alive + 1
        put(s, j, seat + PLACE, place)


@compiled
def count(s: Ints, j: Ints) -> None:
    """Count at the regular end: T-7.3 and T-7.4, T-8.4, T-9.3."""
    if s[TEAMS] != 0:
        lead = score(s, 0) - score(s, 1)
        place_teams(s, j, 0 if lead > 0 else 1 if lead < 0 else -1)
        return
    placed, alive = with_status(s, PLACED), with_status(s, IN)
    for p in range(s[PLAYERS]):
        seat = SEATS + SEAT_SIZE * p
        place = placed + 1
        if s[seat + STATUS] == IN:
            for q in range(s[PLAYERS]):
                place += s[SEATS + SEAT_SIZE * q + STATUS] == IN and score(s, q) > score(s, p)
            put(s, j, seat + PLACE, place)
        elif s[seat + STATUS] == OUT and s[RANKING] == 0:
            put(s, j, seat + PLACE, alive + 1)


@compiled
def end_if_alone(s: Ints, j: Ints) -> None:
    """End the game if all but one are out or have their place (T-6.3, T-8.3, T-9.4)."""
    alone = -1
    for p in range(s[PLAYERS]):
        if s[SEATS + SEAT_SIZE * p + STATUS] == IN:
            if alone >= 0 and (s[TEAMS] == 0 or (p - alone) % 2 == 1):
                return
            alone = p
    close(s, j, LAST_STANDING)
    if s[RANKING] != 0:
        put(s, j, SEATS + SEAT_SIZE * alone + PLACE, with_status(s, PLACED) + 1)
    else:
        place_winner(s, j, alone)


@compiled
def drop_out(s: Ints, j: Ints, p: int) -> None:
    """Eliminate a seat (T-6.1, T-8.2)."""
    if s[RANKING] != 0:
        put(s, j, SEATS + SEAT_SIZE * p + PLACE, s[PLAYERS] - with_status(s, OUT))
    put(s, j, SEATS + SEAT_SIZE * p + STATUS, OUT)
    end_if_alone(s, j)


@compiled
def win_early(s: Ints, j: Ints, p: int) -> None:
    """Give a seat that has none left of two kinds its win, or its place (T-7.1, T-8.1)."""
    if s[RANKING] == 0:
        close(s, j, EARLY)
        place_winner(s, j, p)
        return
    put(s, j, SEATS + SEAT_SIZE * p + PLACE, with_status(s, PLACED) + 1)
    put(s, j, SEATS + SEAT_SIZE * p + STATUS, PLACED)
    end_if_alone(s, j)


@compiled
def pass_on(s: Ints, j: Ints) -> None:
    """Give the move to the next seat that is in (T-6.2)."""
    p = s[MOVER]
    while True:
        p = (p + 1) % s[PLAYERS]
        if s[SEATS + SEAT_SIZE * p + STATUS] == IN:
            break
    put(s, j, MOVER, p)


@compiled
def finish_turn(s: Ints, j: Ints, code: int) -> None:
    """Do what follows from a build, or from there being none."""
    if code == NO_BUILD:
        drop_out(s, j, s[MOVER])
    elif is_early(s, s[MOVER]):
        win_early(s, j, s[MOVER])
    if s[OVER] == 0 and s[LEFT] == 0:
        close(s, j, TILES)
        count(s, j)
    if s[OVER] == 0:
        pass_on(s, j)


@compiled
def play(s: Ints, j: Ints, a: Ints, turn: int, tile: int) -> None:
    """Play a whole legal turn."""
    lay_tile(s, j, turn // PLACEMENT_UNIT, tile)
    build(s, j, a, turn % PLACEMENT_UNIT)
    finish_turn(s, j, turn % PLACEMENT_UNIT)
