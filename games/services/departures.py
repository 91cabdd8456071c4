"""What the games give to whoever takes their data along, and what they forget of whoever leaves the club."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.models import Match, Message, Note, Notice, Seat, StaffAction, State
from games.rules import Refusal
from games.services import play, tables


def forget(user: User, now: datetime) -> None:
    """Leaves the tables and blanks what they wrote in rows that stay; turns stay, the games are the others' too."""
    leave_tables(user, now)
    Message.objects.filter(user=user).update(text="", hidden=True)
    Match.objects.filter(creator=user).update(name="", why_cancelled="")
    StaffAction.objects.filter(Q(staff=user) | Q(user=user)).update(why="")
    Notice.objects.filter(actor=user).delete()


def leave_tables(user: User, now: datetime) -> None:
    """Resigns where a game runs and the seat still plays, stands up where it has not started."""
    for match in Match.objects.filter(seats__user=user, state=State.OPEN):
        tables.leave(match_id=match.pk, user=user, now=now)
    for match in Match.objects.filter(seats__user=user, state=State.RUNNING):
        with suppress(Refusal):  # a seat that is out already has nothing to resign
            play.resign(match_id=match.pk, player=user, now=now)


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
