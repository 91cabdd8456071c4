"""Checks the draw of an ended match: what follows from its seed, step by step (T-2.7)."""

from __future__ import annotations

from typing import NamedTuple

from games import replays
from games.chance import seed_hash
from games.contract import Game, Refusal
from games.history import replaying
from games.matches import queries
from games.models import Match
from games.registry import RULES


class DrawCheck(NamedTuple):
    """What anybody can work out again. All but the hash is None while the match runs.

    By seat, `seating` is who of those who joined the seed puts there, from 0, and `joining` who sits there.
    `replays`: with this seed, the stored turns lead to the stored result. Without that there is no record.
    """

    seed_hash: str
    seed: str | None
    hash_holds: bool | None
    seats_drawn: bool
    seating: list[int] | None
    joining: list[int] | None
    seats_hold: bool | None
    replays: bool | None
    record: str | None


def check_draw(match: Match) -> DrawCheck:
    """Return the steps for this match.

    The seed gives the hash, the seats and the draw, and the log replays with them.
    """
    if not match.is_over:
        return DrawCheck(match.seed_hash, None, None, match.draw_seats, None, None, None, None, None)
    start = RULES[match.rules].start(match.options, match.seed, draw_seats=match.draw_seats)
    [stored] = replaying.stored_matches([match], replaying.no_record)
    game = replay_game(stored)
    drawn = (list(start.seating), queries.join_order(match)) if match.draw_seats else None
    return DrawCheck(
        seed_hash=match.seed_hash,
        seed=match.seed,
        hash_holds=seed_hash(match.seed) == match.seed_hash,
        seats_drawn=match.draw_seats,
        seating=drawn and drawn[0],
        joining=drawn and drawn[1],
        seats_hold=drawn and drawn[0] == drawn[1],
        replays=game is not None and not replays.compare_stored(stored, game),
        record=game.to_record() if game else None,
    )


def replay_game(stored: replays.StoredGame) -> Game | None:
    """Return the game after its turns; None if one of them is illegal with what the seed brings."""
    try:
        return replays.replay_stored(stored)
    except Refusal:
        return None
