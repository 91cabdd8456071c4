"""Games of the evaluation against itself, written down as what it looks at: the material of the training."""

from ..arrays import Board, Judgement, Turns
from ..evaluation.judge import best_of, find_outcome, prepare
from ..evaluation.scan import scan
from ..evaluation.survey import (
    E_FREE,
    E_HIGH,
    E_OWNER,
    E_SIZE,
    E_TEMPLE,
    E_TOTAL,
    E_TOWER,
    E_TWO,
    ENTRY,
    GROWTH,
    SETTLED,
    SUPPLY,
    TOWERED,
    best_growth,
    goals_index,
    kind_of,
    reach_of,
    survey,
)
from ..jit import Floats, Ints, compiled, entry
from ..rules.endings import play
from ..rules.layout import HUTS, IN, LEFT, MOVER, OVER, PLAYERS, SEAT_SIZE, SEATS, SLOTS, STATUS, TEMPLES, TOWERS
from ..rules.playout import below, draw_turn, shuffle
from ..rules.tile import undo

# A row of `data`: one seat after one turn
ROW = 32
GAME, TURN, SEAT, LEFT_THEN, HAS_MOVED, HUTS_THEN, GOALS_THEN, COUNTS_THEN = range(8)


@compiled
def write_row(s: Ints, e: Ints, data: Ints, at: int, p: int, settled: int) -> None:
    """Write what the evaluation sees of one seat in the position that was surveyed."""
    seat = SEATS + SEAT_SIZE * p
    data[at + HUTS_THEN] = min(s[seat + HUTS], 20)
    data[at + GOALS_THEN] = goals_index(s[seat + TEMPLES], s[seat + TOWERS], e[E_TOTAL + p], e[E_TOTAL + 8 + p])
    for k in range(SUPPLY):
        data[at + COUNTS_THEN + k] = 0
    for number in range(1, settled + 1):
        k = number * ENTRY
        if e[k + E_OWNER] == p:
            best = best_growth(e, k)
            data[at + COUNTS_THEN + SETTLED + kind_of(e[k + E_SIZE], e[k + E_TEMPLE], e[k + E_FREE], best)] += 1
            data[at + COUNTS_THEN + TOWERED + reach_of(e[k + E_TOWER], e[k + E_TWO], e[k + E_HIGH])] += 1
            data[at + COUNTS_THEN + GROWTH + best] += 1


@compiled
def write_turn(board: Board, judgement: Judgement, data: Ints, at: int, mover: int, game: int, turn: int) -> int:
    """Write a row for every seat that is in; return where the rows end."""
    s, _, a = board
    e, f, w, _ = judgement
    settled = survey(s, a, e, f, w, s[LEFT], mover)
    for p in range(s[PLAYERS]):
        if s[SEATS + SEAT_SIZE * p + STATUS] == IN:
            data[at + GAME] = game
            data[at + TURN] = turn
            data[at + SEAT] = p
            data[at + LEFT_THEN] = s[LEFT]
            data[at + HAS_MOVED] = int(p == mover)
            write_row(s, e, data, at, p, settled)
            at += ROW
    return at


@compiled
def draw_good_turn(v: Floats, n: int, r: Ints) -> int:
    """Return one of the best turns, not always the very best."""
    best = best_of(v, n, r)
    if below(r, 100) < 25:
        for _ in range(below(r, 8)):
            v[best] = -1000.0
            best = best_of(v, n, r)
    return best


@compiled
def learner_turn(board: Board, judgement: Judgement, turns: Turns, r: Ints, tile: int) -> int:
    """Return a turn of a game to learn from: mostly a good one, at the start and now and then any."""
    s, j, a = board
    if s[SLOTS] < 6 or below(r, 100) < 4:
        return draw_turn(s, j, a, r, tile, turns.codes)
    prepare(board, judgement)
    return turns.codes[draw_good_turn(turns.values, scan(board, judgement, turns, tile), r)]


@entry
def record_games(
    board: Board, judgement: Judgement, turns: Turns, r: Ints, tiles: Ints, data: Ints, results: Floats, games: int
) -> int:
    """Play games and write their rows, and every seat's result; return where the rows end."""
    s, j, a = board
    share = judgement.share
    at = 0
    for game in range(games):
        shuffle(r, tiles)
        mark, turn = j[0], 0
        while s[OVER] == 0 and at + 5 * ROW < len(data):
            mover, tile = s[MOVER], tiles[turn]
            play(s, j, a, learner_turn(board, judgement, turns, r, tile), tile)
            turn += 1
            if s[OVER] == 0:
                at = write_turn(board, judgement, data, at, mover, game, turn)
        if s[OVER] != 0:
            find_outcome(s, share)
            for p in range(s[PLAYERS]):
                results[8 * game + p] = share[p]
        undo(s, j, mark)
    return at
