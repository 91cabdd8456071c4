"""A match and its seats, locked while they are changed; what a turn changes of them is written at its end."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.matches import refusals
from games.matches.clocks.seat_clocks import CLOCK_FIELDS
from games.models import Match, Notice, Seat, Turn

# What a turn may change of a match and of a seat.
OF_THE_MATCH = ("turn_number", "turn_at", "state", "ended_at", "reason", "public_seed")
OF_THE_SEAT = (*CLOCK_FIELDS, "place", "reason", "stand_in", "is_back", "has_orders", "team")


def lock_match(**which: int | str) -> Match:
    """Return the match, nobody else's until the transaction ends (on SQLite, BEGIN IMMEDIATE has locked everything)."""
    match = Match.objects.select_for_update().filter(**which).first()
    if match is None:
        raise refusals.NotThere(_("There is no such game."))
    return match


class Rows:
    """One match and its seats with who sits there, as they were read, and what is new in its log."""

    def __init__(self, match: Match, seats: list[Seat] | None = None) -> None:
        self.match = match
        self.seats = seats_of(match) if seats is None else seats
        self.turns: list[Turn] = []
        self.notices: list[Notice] = []
        self.were = [values_of(match, OF_THE_MATCH), *(values_of(seat, OF_THE_SEAT) for seat in self.seats)]

    def write(self) -> None:
        """Save what is new, and the fields that are no longer as they were read."""
        Turn.objects.bulk_create(self.turns)
        for row, were in zip((self.match, *self.seats), self.were, strict=True):
            if changed := [name for name, value in were.items() if getattr(row, name) != value]:
                row.save(update_fields=changed)
        Notice.objects.bulk_create(self.notices, ignore_conflicts=True)


def seats_of(match: Match) -> list[Seat]:
    """Return the seats in their order, with who sits there."""
    return list(match.seats.select_related("user").order_by("index"))


def values_of(row: Match | Seat, names: Iterable[str]) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}
