"""What is said at a table, and what somebody notes for themselves."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import live, notices, queries, refusals, user_texts
from games.matches.tables import eligibility
from games.matches.tables.pace import RateLimited
from games.models import Match, MatchState, Message, Note, Seat
from taluva_site.security import limits

LONGEST, LONGEST_COMMENT, LONGEST_NOTE = 500, 1000, 10_000
FLOOD = limits.Limit("talk", 10, 60)


def write_message(*, match_id: int, user: User, text: str, now: datetime) -> Message:
    """Return a message to the table, or a comment after the end.

    The players hear of it: at once where a page is open, later by mail if they were away.
    """
    match = Match.objects.prefetch_related(queries.with_seats()).get(pk=match_id)
    words, longest = user_texts.clean_lines(text.strip()), longest_for(match)
    if not words:
        raise refusals.SiteRefusal(_("Write something first."))
    if len(words) > longest:
        raise refusals.SiteRefusal(_("Messages can have at most %(number)d characters.") % {"number": longest})
    if not queries.may_talk(match, user):
        raise refusals.Forbidden(why_not(match))
    allowance = limits.spend(FLOOD, user.pk)
    if allowance.exceeded:
        sentence = _("Too many messages. Wait %(seconds)d seconds.") % {"seconds": allowance.resets_in}
        raise RateLimited(sentence, allowance.resets_in)
    return store_message(match, list(match.seats.all()), user, words, now=now)


def longest_for(match: Match) -> int:
    """Return how much fits into a message; after the end there is more to say."""
    return LONGEST_COMMENT if match.state == MatchState.FINISHED else LONGEST


def why_not(match: Match) -> str:
    if match.state == MatchState.FINISHED:
        return _("Guests can read comments, but not write them. Create an account to comment.")
    return _("Only the players of a game can write at its table.")


@transaction.atomic
def store_message(match: Match, seats: list[Seat], user: User, words: str, *, now: datetime) -> Message:
    after_end = match.state == MatchState.FINISHED
    message = match.messages.create(user=user, text=words, turn=match.turn_number, written_at=now, after_end=after_end)
    notices.create_message_notices(match, message_recipients(seats, user), message, now=now)
    live.nudge_pages(match, seats, talk=True)
    return message


def message_recipients(seats: list[Seat], user: User) -> list[Seat]:
    """Return the other people at the table who read this person."""
    apart = eligibility.users_kept_apart_from(user)
    return [
        seat
        for seat in seats
        if seat.user
        and seat.user.is_person
        and seat.user_id != user.pk
        and not seat.muted
        and seat.user_id not in apart
    ]


def seat_at(seats: list[Seat], user: User, otherwise: str) -> Seat:
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    if seat is None:
        raise refusals.Forbidden(otherwise)
    return seat


def mute_talk(*, match_id: int, user: User, muted: bool) -> None:
    """Save whether the table's talk is quiet for this player: no counts, no mails."""
    seats = list(Seat.objects.filter(match_id=match_id, user=user))
    seat = seat_at(seats, user, _("Only players can mute the talk of their table."))
    Seat.objects.filter(pk=seat.pk).update(muted=muted)


def save_note(*, match_id: int, user: User, text: str, now: datetime) -> Note:
    """Return what the person keeps about the match; nobody else ever sees it."""
    words = user_texts.clean_lines(text)
    if len(words) > LONGEST_NOTE:
        raise refusals.SiteRefusal(_("Notes can have at most %(number)d characters.") % {"number": LONGEST_NOTE})
    note, _new = Note.objects.update_or_create(
        match_id=match_id, user=user, defaults={"text": words, "changed_at": now}
    )
    return note
