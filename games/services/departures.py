"""What the games give to whoever takes their data along, and what they forget of whoever leaves the club."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.models import Match, Message, Note, Notice, Seat, StaffAction


def forget(user: User, now: datetime) -> None:
    """Blanks what they wrote in rows that stay. The turns stay as they are: the games are the others' too."""
    Message.objects.filter(user=user).update(text="", hidden=True)
    Match.objects.filter(creator=user).update(name="", why_cancelled="")
    StaffAction.objects.filter(Q(staff=user) | Q(user=user)).update(why="")
    Notice.objects.filter(actor=user).delete()


def export_of(user: User) -> dict[str, Any]:
    """Their seats, their turns, and their words."""
    seats = Seat.objects.filter(user=user).select_related("match").order_by("match_id")
    messages = Message.objects.filter(user=user).order_by("pk")
    return {
        "games": [game_of(seat) for seat in seats],
        "messages": list(messages.values("match__key", "turn", "text", "written_at")),
        "notes": list(Note.objects.filter(user=user).values("match__key", "text", "changed_at")),
    }


def game_of(seat: Seat) -> dict[str, Any]:
    """A game as its player had it: nobody else's turns, and nothing that is secret while it runs."""
    match = seat.match
    turns = match.turns.filter(seat=seat.index).values("number", "text", "by", "played_at")
    facts = ("key", "name", "rules", "options", "state", "started_at", "ended_at")
    return {
        **{name: getattr(match, name) for name in facts},
        "seat": seat.index,
        "place": seat.place,
        "turns": list(turns),
    }
