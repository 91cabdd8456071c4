"""That nobody knew or changed the draw: what follows from the seed of an ended match, step by step (T-2.7)."""

from __future__ import annotations

from typing import NamedTuple

from games import positions, queries
from games.models import Match
from games.rules import RULES
from games.rules.chance import seed_hash


class Check(NamedTuple):
    """What anybody can work out again. All but the hash is None while the match runs.

    By seat, `seating` is who of those who joined the seed puts there, from 0, and `joining` who sits there.
    """

    seed_hash: str
    seed: str | None
    hash_holds: bool | None
    seats_drawn: bool
    seating: list[int] | None
    joining: list[int] | None
    seats_hold: bool | None
    record: str | None


def checked(match: Match) -> Check:
    """The steps for this match: the seed gives the hash, the seats and the draw, and the log replays with them."""
    if not match.is_over:
        return Check(match.seed_hash, None, None, match.draw_seats, None, None, None, None)
    start = RULES[match.rules].start(match.options, match.seed, draw_seats=match.draw_seats)
    game = positions.replayed(match, match.turn_number)
    drawn = (list(start.seating), queries.joining(match)) if match.draw_seats else None
    return Check(
        seed_hash=match.seed_hash,
        seed=match.seed,
        hash_holds=seed_hash(match.seed) == match.seed_hash,
        seats_drawn=match.draw_seats,
        seating=drawn and drawn[0],
        joining=drawn and drawn[1],
        seats_hold=drawn and drawn[0] == drawn[1],
        record=game.to_record(),
    )
