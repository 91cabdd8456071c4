"""The ways in from Python to values: one call for a whole position."""

import math

from ..arrays import Board, Judgement, Turns
from ..jit import Floats, Ints, compiled, entry
from ..rules.endings import play, with_status
from ..rules.layout import IN, LEFT, MOVER, OVER, PLACE, PLACED, PLAYERS, RANKING, SEAT_SIZE, SEATS, STATUS, TEAMS
from ..rules.playout import below, shuffle
from ..rules.tile import undo
from .scan import scan
from .survey import F_CARE, F_COEFFICIENT, score_now, survey

STRENGTH = 8  # in `share`, with ranking: how strong each seat is beside the others
SHARE_SIZE = 2 * STRENGTH


@compiled
def place_of(s: Ints, p: int) -> int:
    """Return the place of a seat (T-8); of who has none yet, the best that is still free."""
    place = s[SEATS + SEAT_SIZE * p + PLACE]
    return place if place > 0 else with_status(s, PLACED) + 1


@compiled
def rank_shares(s: Ints, share: Floats) -> None:
    """Turn strengths into the share of the others that each seat leaves behind, for games with ranking (T-8)."""
    players = s[PLAYERS]
    for p in range(players):
        share[STRENGTH + p] = share[p] + 1e-9
    for p in range(players):
        behind = 0.0
        for q in range(players):
            if place_of(s, p) < place_of(s, q):
                behind += 1.0
            elif q != p and place_of(s, p) == place_of(s, q):
                behind += share[STRENGTH + p] / (share[STRENGTH + p] + share[STRENGTH + q])
        share[p] = behind / (players - 1.0)


@compiled
def find_shares(s: Ints, e: Ints, f: Floats, w: Floats, left: int, mover: int, share: Floats) -> None:
    """Find what each seat can expect in the position that was surveyed.

    Its chance to win, its team's; with ranking the share of the others that it leaves behind.
    """
    players = s[PLAYERS]
    top = -1e9
    for p in range(players):
        share[p] = -1e9
        if s[SEATS + SEAT_SIZE * p + STATUS] == IN:
            share[p] = score_now(s, e, f, w, left, p, mover)
    if s[TEAMS] != 0:
        for p in range(2):
            both = max(share[p], -1e8) + max(share[p + 2], -1e8)
            share[p] = share[p + 2] = both if both > -1e8 else max(share[p], share[p + 2])
    for p in range(players):
        top = max(top, share[p])
    total = 0.0
    for p in range(players):
        share[p] = math.exp(share[p] - top)
        total += share[p]
    if s[TEAMS] != 0:
        total /= 2
    for p in range(players):
        share[p] /= total
    if s[RANKING] != 0:
        rank_shares(s, share)


@compiled
def find_outcome(s: Ints, share: Floats) -> None:
    """Return what the places of a game that is over are worth: a first place 1, shared among those who have it.

    With ranking it is the share of the others that are behind; a tie counts half.
    """
    players = s[PLAYERS]
    firsts = 0
    for p in range(players):
        firsts += int(s[SEATS + SEAT_SIZE * p + PLACE] == 1)
    for p in range(players):
        place = s[SEATS + SEAT_SIZE * p + PLACE]
        if s[TEAMS] != 0:
            share[p] = 0.0 if place != 1 else 1.0 if firsts == 2 else 0.5
        elif s[RANKING] != 0:
            share[p] = 1.0
        else:
            share[p] = 1.0 / firsts if place == 1 else 0.0
    if s[RANKING] != 0:
        rank_shares(s, share)


@compiled
def weigh_seats(s: Ints, f: Floats, share: Floats) -> None:
    """Write how much the one to move cares for each seat's score, from their shares."""
    me = s[MOVER]
    mine = min(share[me], 0.999)
    whole = s[PLAYERS] / 2.0 if s[RANKING] != 0 else 1.0
    for p in range(s[PLAYERS]):
        if p == me:
            c = 1.0
        elif s[SEATS + SEAT_SIZE * p + STATUS] != IN:
            c = 0.0
        elif s[TEAMS] != 0:
            c = 1.0 if (p - me) % 2 == 0 else -f[F_CARE]
        else:
            c = -f[F_CARE] * share[p] / (whole - mine)
        f[F_COEFFICIENT + p] = c


@compiled
def find_chances(board: Board, judgement: Judgement) -> None:
    """Write each seat's chance to win before the turn."""
    s, _, a = board
    e, f, w, share = judgement
    before = s[MOVER] - 1 if s[MOVER] > 0 else s[PLAYERS] - 1
    survey(s, a, e, f, w, s[LEFT], before)
    find_shares(s, e, f, w, s[LEFT], before, share)


@compiled
def prepare(board: Board, judgement: Judgement) -> None:
    """Write the chances before the turn, and what they make the one to move care for."""
    find_chances(board, judgement)
    weigh_seats(board.position, judgement.sums, judgement.share)


@entry
def all_values(board: Board, judgement: Judgement, turns: Turns, tile: int) -> int:
    """Write every turn with its value for the one to move; return how many there are."""
    prepare(board, judgement)
    return scan(board, judgement, turns, tile)


@entry
def chances(board: Board, judgement: Judgement) -> None:
    """Write each seat's chance to win, before the tile of the one to move is known to matter."""
    if board.position[OVER] != 0:
        find_outcome(board.position, judgement.share)
    else:
        find_chances(board, judgement)


@entry
def count_values_in_games(board: Board, judgement: Judgement, turns: Turns, r: Ints, tiles: Ints, games: int) -> int:
    """Play games by the best value in which every position values all its turns; return how many were valued."""
    s, j, a = board
    valued = 0
    for _ in range(games):
        shuffle(r, tiles)
        mark, played = j[0], 0
        while s[OVER] == 0:
            prepare(board, judgement)
            n = scan(board, judgement, turns, tiles[played])
            valued += n
            play(s, j, a, turns.codes[best_of(turns.values, n, r)], tiles[played])
            played += 1
        undo(s, j, mark)
    return valued


@compiled
def best_of(v: Floats, n: int, r: Ints) -> int:
    """Return where the highest value is; of equal ones, any."""
    best, many = 0, 1
    for i in range(1, n):
        if v[i] > v[best]:
            best, many = i, 1
        elif v[i] == v[best]:
            many += 1
            if below(r, many) == 0:
                best = i
    return best
