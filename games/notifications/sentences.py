"""A notice in words, for mails, the bell, feeds and webhooks alike, in its reader's language and zone."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.matches import queries
from games.matches.phrases import (
    ending_words,
    limit_words,
    names_in_words,
    other_names,
    pace_words,
    table_words,
    title_of,
)
from games.matches.play import TIMED_OUT
from games.models import Match, Message, Notice, Seat
from games.models.match import MatchState
from games.models.notice import ASKS_TO_CANCEL, Event

PLAYED = "played"  # what became of a prepared turn


@contextmanager
def localized_for(user: User) -> Iterator[None]:
    """Write in the person's language and time zone within the block."""
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zoneinfo.ZoneInfo(user.time_zone)):
        yield


def absolute_url(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def path_to(notice: Notice, match: Match) -> str:
    """Return the path that the notice leads to: the game, and there the talk or the question."""
    place = ""
    if notice.event == Event.REPORT:
        return reverse("moderation-match", args=[match.key])
    if notice.event == Event.MESSAGE:
        place = "#cancel" if notice.detail == ASKS_TO_CANCEL else "#talk"
    return match.get_absolute_url() + place


def sides_of(match: Match) -> int:
    """Return how many play against each other: each for themselves, or as teams."""
    return len({(seat.team, seat.index if seat.team is None else 0) for seat in match.seats.all()})


@dataclass(frozen=True)
class NoticeWords:
    """The sentences of one notice."""

    user: User
    notice: Notice
    match: Match
    seat: Seat | None

    @property
    def title(self) -> str:
        return title_of(self.match, self.user)

    @property
    def actor(self) -> str:
        return str(self.notice.actor or self.match.creator)

    def subject(self) -> str:
        """Return one short line: the subject of a mail, the line in the bell."""
        notice, values = self.notice, {"title": self.title, "name": self.actor}
        match notice.event:
            case Event.YOUR_TURN:
                return _("Your turn: %(title)s") % values
            case Event.STARTED:
                return _("The game has started: %(title)s") % values
            case Event.JOINED:
                return self.joined() % values
            case Event.ENDED:
                return self.ended()
            case Event.DEADLINE:
                return self.warning() % values
            case Event.TIMED_OUT:
                return _("You ran out of time: %(title)s") % values
            case Event.PREPARED if notice.detail == PLAYED:
                return _("Your prepared turn was played: %(title)s") % values
            case Event.PREPARED:
                return _("Your prepared turn could not be played: %(title)s") % values
            case Event.INVITATION:
                return _("%(name)s invites you to a game") % values
            case Event.MESSAGE if notice.detail == ASKS_TO_CANCEL:
                return _("%(name)s offers to cancel: %(title)s") % values
            case Event.MESSAGE:
                return _("%(name)s wrote in %(title)s") % values
            case Event.REMATCH:
                return _("%(name)s offers a rematch") % values
            case Event.REPORT:
                return _("%(name)s reported a message: %(title)s") % values
            case Event.SETTLED:
                return _("Your report was reviewed. Thank you: %(title)s") % values
            case _:
                return str(Event(notice.event).label)

    def warning(self) -> str:
        """Return a line that is more urgent each time."""
        return {
            "50": _("Half of your time left: %(title)s"),
            "20": _("A fifth of your time left: %(title)s"),
        }.get(self.notice.detail, _("Your time is running out: %(title)s"))

    def joined(self) -> str:
        return {
            "left": _("%(name)s left the table: %(title)s"),
            "declined": _("%(name)s declined: %(title)s"),
        }.get(self.notice.detail, _("%(name)s joined: %(title)s"))

    def ended(self) -> str:
        values = {"title": self.title}
        if self.match.state == MatchState.CANCELLED:
            return _("The game was cancelled: %(title)s") % values
        if self.seat is None or self.seat.place is None:
            return _("The game has ended: %(title)s") % values
        if self.seat.place == 1:
            return _("You won: %(title)s") % values
        if sides_of(self.match) == 2:
            return _("You lost: %(title)s") % values
        return _("You finished in place %(place)d: %(title)s") % {**values, "place": self.seat.place}

    def sentence(self) -> str:
        """Return what is said beyond the line and the story."""
        notice, match = self.notice, self.match
        if notice.event == Event.YOUR_TURN and notice.turn == 0:
            return _("The game has started, and you move first.")
        if notice.event == Event.STARTED:
            values = {"names": names_in_words(other_names(match, self.user)), "pace": pace_words(match)}
            return _("You play with %(names)s, %(pace)s.") % values
        if notice.event == Event.JOINED:
            free = sum(seat.user_id is None for seat in match.seats.all())
            return ngettext("%(n)d seat is still free.", "%(n)d seats are still free.", free) % {"n": free}
        if notice.event in {Event.INVITATION, Event.REMATCH}:
            return table_words(match)
        if notice.event == Event.TIMED_OUT:
            return self.timed_out()
        if notice.event == Event.DEADLINE:
            return self.deadline()
        if notice.event == Event.ENDED and match.state == MatchState.CANCELLED:
            return match.why_cancelled
        if notice.event == Event.ENDED and match.reason:
            return _("Result: %(how)s.") % {"how": ending_words(match)}
        if notice.event == Event.MESSAGE and notice.detail == ASKS_TO_CANCEL:
            return _("Do you agree? The game ends without a result if all players agree.")
        if notice.event == Event.REPORT:
            return _("You get this because you are a moderator. Hide the message, or close the report.")
        if notice.event == Event.PREPARED and notice.detail != PLAYED:
            return _("Your prepared turns didn't fit the position any more.")
        return ""

    def timed_out(self) -> str:
        if self.match.at_deadline == "stand-in":
            return _("A bot is playing for you. Take your turn, or press “I'm back”, to take your seat back.")
        if self.seat and self.seat.reason == TIMED_OUT:
            return _("Your time ran out, and you are out of this game.")
        return _("Your time ran out, and the game continued without your answer.")

    def deadline(self) -> str:
        if self.match.at_deadline == "stand-in":
            return _("If you run out of time, a bot plays for you until you are back.")
        return _("If you run out of time, the game continues without you.")

    def quote(self) -> str:
        """Return what somebody wrote, unless it is hidden."""
        if self.notice.event != Event.MESSAGE:
            return ""
        message = Message.objects.filter(pk=self.notice.step, hidden=False).first()
        return message.text if message else ""

    def limit(self, now: datetime) -> str:
        """Return how much time is left for the person's turn; empty where no clock runs."""
        deadline = self.seat.deadline if self.seat and self.match.is_running else None
        return limit_words(deadline, now) if deadline else ""


def bell_words(user: User, notice: Notice) -> str:
    if notice.match is None:
        return _("Stopped working and was switched off: %(what)s") % {"what": notice.detail}
    return NoticeWords(user, notice, notice.match, queries.seat_of(notice.match, user)).subject()


def bell_url(notice: Notice) -> str:
    return path_to(notice, notice.match) if notice.match else reverse("notices-settings")
