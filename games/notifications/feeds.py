"""A person's deadlines as a calendar (RFC 5545) and their turns as a feed (RFC 4287)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from xml.etree.ElementTree import Element, SubElement, tostring

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.models import User
from games.matches.phrases import title_of
from games.models import Notice, Seat, State
from games.models.notice import Event
from games.notifications import sentences
from games.notifications.localization import absolute_url, localized_for
from taluva_site.characters import remove_controls

ATOM = "http://www.w3.org/2005/Atom"
LISTED = 50


def ics_path(token: str) -> str:
    return reverse("feed-deadlines", args=[token])


def atom_path(token: str) -> str:
    return reverse("feed-turns", args=[token])


def ics(user: User, *, now: datetime) -> str:
    """One event for each deadline that runs."""
    seats = Seat.objects.filter(user=user, deadline__isnull=False, match__state=State.RUNNING)
    due = seats.order_by("deadline")[:LISTED]
    rows = {seat.match_id: seat.deadline for seat in due if seat.deadline}
    with localized_for(user):
        matches = sentences.matches_of(Notice(match_id=pk) for pk in rows)
        lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            f"PRODID:-//{escaped(settings.SITE_NAME)}//deadlines//EN",
            f"X-WR-CALNAME:{escaped(settings.SITE_NAME)}",
        ]
        for pk, deadline in rows.items():
            match = matches[pk]
            lines += [
                "BEGIN:VEVENT",
                f"UID:{match.key}-{match.next_number}@{outbox.host_name()}",
                f"DTSTAMP:{stamp(now)}",
                f"DTSTART:{stamp(deadline - timedelta(minutes=30))}",
                f"DTEND:{stamp(deadline)}",
                f"SUMMARY:{escaped(_('Turn due: %(title)s') % {'title': title_of(match, user)})}",
                f"URL:{absolute_url(match.get_absolute_url())}",
                "TRANSP:TRANSPARENT",
                "END:VEVENT",
            ]
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return " ".join(remove_controls(text).split())


def folded(line: str) -> str:
    """No line of more than 75 octets; the next begins with a space."""
    parts, part = [], ""
    for character in line:
        if len((part + character).encode()) > 74:
            parts.append(part)
            part = ""
        part += character
    return "\r\n ".join([*parts, part])


def atom(user: User, path: str) -> str:
    """The person's turns, the newest first."""
    rows = list(Notice.objects.filter(user=user, event=Event.YOUR_TURN).order_by("-pk")[:LISTED])
    matches = sentences.matches_of(rows)
    feed = Element("feed", {"xmlns": ATOM})
    with localized_for(user):
        SubElement(feed, "title").text = _("My turns at %(site)s") % {"site": settings.SITE_NAME}
        SubElement(feed, "id").text = f"tag:{outbox.host_name()},2026:turns-{user.pk}"
        SubElement(feed, "link", {"rel": "self", "href": absolute_url(path)})
        SubElement(feed, "updated").text = (rows[0].created_at if rows else user.date_joined).isoformat()
        for notice in rows:
            notice.match = matches[notice.match_id or 0]
            add_entry(feed, user, notice)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + remove_controls(tostring(feed, encoding="unicode"))


def add_entry(feed: Element, user: User, notice: Notice) -> None:
    assert notice.match is not None
    entry = SubElement(feed, "entry")
    SubElement(entry, "title").text = sentences.bell_words(user, notice)
    SubElement(entry, "id").text = f"tag:{outbox.host_name()},2026:{notice.match.key}-{notice.turn}"
    SubElement(entry, "link", {"href": absolute_url(notice.match.get_absolute_url())})
    SubElement(entry, "updated").text = notice.created_at.isoformat()
    author = SubElement(entry, "author")
    SubElement(author, "name").text = settings.SITE_NAME
    SubElement(entry, "summary").text = title_of(notice.match, user)
