"""A match and its seats as a turn reads them, locked; and what it changes of them, written with one message."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User
from games.matches.clocks.seat_clocks import SEAT_FIELDS
from games.models import Match, Notice, Seat, Turn
from taluva_site.fixed_sql import Batch, columns, fetched

# What a turn may change of a match and of a seat.
OF_THE_MATCH = ("turn_number", "turn_at", "state", "ended_at", "reason", "public_seed")
OF_THE_SEAT = (*SEAT_FIELDS, "place", "reason", "stand_in", "is_back", "has_orders", "team")
SEATS = """
    SELECT {seat}, {user} FROM games_seat LEFT JOIN accounts_user ON accounts_user.id = games_seat.user_id
    WHERE games_seat.match_id = %s ORDER BY games_seat."index"
"""


class Rows:
    """One match and its seats with who sits there, as they were read, and what is new in its log."""

    def __init__(self, match: Match, seats: list[Seat] | None = None) -> None:
        self.match = match
        self.seats = seats_of(match) if seats is None else seats
        self.turns: list[Turn] = []
        self.notices: list[Notice] = []
        self.were = [values_of(match, OF_THE_MATCH), *(values_of(seat, OF_THE_SEAT) for seat in self.seats)]

    def write(self) -> None:
        """What is new, and what is no longer as it was read."""
        batch = Batch()
        for turn in self.turns:
            batch.insert(turn)
        for row, were in zip((self.match, *self.seats), self.were, strict=True):
            if changed := {name for name, value in were.items() if getattr(row, name) != value}:
                batch.update(row, changed)
        for notice in self.notices:
            batch.insert(notice, if_new=True)
        batch.send()


def seats_of(match: Match) -> list[Seat]:
    seats = []
    for seat, user in fetched(SEATS.format(seat=columns(Seat), user=columns(User)), [match.pk], Seat, User):
        seat.match, seat.user = match, user
        seats.append(seat)
    return seats


def values_of(row: Match | Seat, names: Iterable[str]) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}
