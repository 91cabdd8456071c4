"""Whose bots go first. They all stand in one line, which nobody fills with games so that others wait."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models.user import Kind
from games.models import Match, Seat

# So many bots' turns may wait in the games that one person has begun; with more of them, those of others go first.
FEW = 4
# A bot that is awaited for longer is not in the line: something keeps it from moving.
IN_LINE = timedelta(minutes=1)


def seats_of_ours() -> QuerySet[Seat]:
    """Return where a bot of the club plays, or stands in."""
    return Seat.objects.filter(
        Q(user__kind=Kind.BOT) & ~Q(user__bot_level="") | Q(stand_in=True), match__state="running"
    )


def is_attended() -> Q:
    """Return the condition on a seat that somebody plays in its match, or has it shown to look on."""
    in_it = Seat.objects.filter(match=OuterRef("match"))
    playing = in_it.filter(user__bot_level="", stand_in=False, reason="", place=None)
    return Q(Exists(playing)) | ~Q(Exists(in_it.filter(user=OuterRef("match__creator"))))


def gives_way(match: Match, *, now: datetime) -> bool:
    """Return whether others' bots go before those of this match; the sweep then asks for them again.

    A game that everybody has left goes on while nobody waits for a bot. Whoever has begun many games waits for their
    bots, and those of others don't wait for them.
    """
    waiting = seats_of_ours().filter(awaited_since__gt=now - IN_LINE, awaited_since__lte=now)
    waiting = waiting.filter(is_attended()).exclude(match=match)
    line = dict(waiting.order_by().values_list("match__creator").annotate(Count("pk")))
    if not match.seats.filter(is_attended()).exists():
        return bool(line)
    own = line.pop(match.creator_id, 0)
    return own >= FEW and any(number <= FEW for number in line.values())
