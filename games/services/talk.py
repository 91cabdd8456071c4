"""Table talk and private notes."""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Message, Note, Report, Seat
from games.models.notice import Event
from games.services import notices, nudges, refusals

LONGEST = 500
LONGEST_NOTE = 10_000
FLOOD, FLOOD_SECONDS = 6, 30


@transaction.atomic
def write(*, match_id: int, user: User, text: str, now: datetime) -> Message:
    """One more message at the table: only players write, and not too many at once."""
    match = Match.objects.get(pk=match_id)
    seats = list(match.seats.select_related("user"))
    if not any(seat.user_id == user.pk for seat in seats):
        raise refusals.Forbidden(_("Only the players talk at this table."))
    words = text.strip()
    if not words:
        raise refusals.SiteRefusal(_("There is nothing to send yet."))
    if len(words) > LONGEST:
        raise refusals.SiteRefusal(_("That is too long: %(most)d characters at most.") % {"most": LONGEST})
    check_flood(user)
    message = Message.objects.create(match=match, user=user, text=words, turn=match.turn_number, written_at=now)
    told = [seat for seat in seats if seat.user and seat.user.is_person and seat.user_id != user.pk and not seat.muted]
    notices.owe(match, Event.MESSAGE, told, turn=match.turn_number, now=now)
    nudges.nudge(match, seats, talk=True)
    return message


def check_flood(user: User) -> None:
    key = f"flood:{user.pk}"
    cache.add(key, 0, FLOOD_SECONDS)
    if cache.incr(key) > FLOOD:
        raise refusals.TooMany(_("That was a lot at once. Wait half a minute, then go on."))


def save_note(*, match_id: int, user: User, text: str, now: datetime) -> Note:
    """What the person keeps for themselves about this match."""
    if len(text) > LONGEST_NOTE:
        raise refusals.SiteRefusal(_("That is too long: %(most)d characters at most.") % {"most": LONGEST_NOTE})
    note, _made = Note.objects.update_or_create(
        match_id=match_id, user=user, defaults={"text": text, "changed_at": now}
    )
    return note


def mute(*, match_id: int, user: User, muted: bool) -> None:
    Seat.objects.filter(match_id=match_id, user=user).update(muted=muted)


def report(*, match_id: int, message_id: int, user: User, why: str, now: datetime) -> Report:
    """A message that the staff should look at; once a person."""
    message = Message.objects.get(pk=message_id, match_id=match_id)
    made, _new = Report.objects.get_or_create(
        message=message, reporter=user, defaults={"why": why.strip()[:300], "created_at": now}
    )
    return made
