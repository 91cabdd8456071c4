"""A person's deadlines as a calendar (RFC 5545) and their turns as a feed (RFC 4287)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from accounts.mail import outbox
from accounts.models import User
from games.matches import queries
from games.matches.phrases import title_of
from games.models import MatchState, Notice, Seat
from games.models.notice import Event
from games.notifications import sentences
from games.notifications.sentences import absolute_url, localized_for
from taluva_site.utils.characters import remove_controls

LISTED = 50


def ics_path(token: str) -> str:
    return reverse("feed-deadlines", args=[token])


def atom_path(token: str) -> str:
    return reverse("feed-turns", args=[token])


def deadlines_calendar(user: User, *, now: datetime) -> str:
    """Return a calendar with one event for each deadline that runs."""
    seats = Seat.objects.filter(user=user, deadline__isnull=False, match__state=MatchState.RUNNING)
    due = seats.order_by("deadline")[:LISTED]
    rows = {seat.match_id: seat.deadline for seat in due if seat.deadline}
    with localized_for(user):
        matches = queries.matches_by_id(rows)
        lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            f"PRODID:-//{ics_text(settings.SITE_NAME)}//deadlines//EN",
            f"X-WR-CALNAME:{ics_text(settings.SITE_NAME)}",
        ]
        for pk, deadline in rows.items():
            match = matches[pk]
            lines += [
                "BEGIN:VEVENT",
                f"UID:{match.key}-{match.next_number}@{outbox.host_name()}",
                f"DTSTAMP:{ics_time(now)}",
                f"DTSTART:{ics_time(deadline - timedelta(minutes=30))}",
                f"DTEND:{ics_time(deadline)}",
                f"SUMMARY:{ics_text(_('Turn due: %(title)s') % {'title': title_of(match, user)})}",
                f"URL:{absolute_url(match.get_absolute_url())}",
                "TRANSP:TRANSPARENT",
                "END:VEVENT",
            ]
    return "".join(f"{fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def ics_time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def ics_text(text: str) -> str:
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return " ".join(remove_controls(text).split())


def fold_line(line: str) -> str:
    """Break a line after 75 octets at most; what goes on begins with a space."""
    parts, part = [], ""
    for character in line:
        if len((part + character).encode()) > 74:
            parts.append(part)
            part = ""
        part += character
    return "\r\n ".join([*parts, part])


def turns_feed(user: User, path: str) -> str:
    """Return the person's turns as an Atom feed, the newest first."""
    rows = list(Notice.objects.filter(user=user, event=Event.YOUR_TURN).order_by("-pk")[:LISTED])
    matches = queries.matches_by_id(row.match_id for row in rows)
    with localized_for(user):
        feed = Atom1Feed(
            title=remove_controls(_("My turns at %(site)s") % {"site": settings.SITE_NAME}),
            link=settings.SITE_URL,
            description="",
            feed_url=absolute_url(path),
            feed_guid=tag_uri(f"turns-{user.pk}"),
            author_name=settings.SITE_NAME,
        )
        for notice in rows:
            notice.match = match = matches[notice.match_id or 0]
            feed.add_item(
                title=remove_controls(sentences.bell_words(user, notice)),
                link=absolute_url(match.get_absolute_url()),
                description=remove_controls(title_of(match, user)),
                unique_id=tag_uri(f"{match.key}-{notice.turn}"),
                author_name=settings.SITE_NAME,
                updateddate=notice.created_at,
            )
        return feed.writeString("utf-8")


def tag_uri(name: str) -> str:
    """Return a name that stays when addresses change (RFC 4151)."""
    return f"tag:{outbox.host_name()},2026:{name}"
