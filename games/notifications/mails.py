"""The mails of notices: what to say, in the person's language and zone, and the headers that go with it."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import outbox
from accounts.models import User
from games.matches import queries
from games.models import Match, Notice
from games.models.notice import Event
from games.notifications import sentences
from games.notifications.notification_settings import DIGEST, Wishes
from games.notifications.sentences import Part
from games.pictures import gallery
from taluva_site.mail_html import mail_html

UNSUBSCRIBE = signing.Signer(salt="games.unsubscribe")
# A mail has 100 KB at most. So many games are told whole, and the most urgent of them has its picture, of up to 75 KB.
# Where there are more, a line says of the others that they wait, and no picture goes with them; so many are named.
WHOLE = 8
NAMED = 80


@dataclass(frozen=True)
class Letter:
    """A mail before it has a row."""

    subject: str
    text: str
    html: str
    headers: dict[str, str] = field(default_factory=dict)

    def as_email(self, address: str) -> EmailMultiAlternatives:
        message = EmailMultiAlternatives(self.subject, self.text, None, [address], headers=self.headers)
        message.attach_alternative(self.html, "text/html")
        return message


def compose(wished: Wishes, notices: Sequence[Notice], *, now: datetime) -> Letter:
    """One mail for these notices: of one kind and match, or the turns of all matches."""
    with spoken_to(wished.user):
        category = category_of(notices)
        matches = sentences.matches_of(notices)
        parts = sentences.parts(wished.user, notices, matches, boards=WHOLE, now=now)
        most = 1 if settings.MAIL_PICTURES and len(parts) <= WHOLE else 0
        shown = [part if index < most else replace(part, picture="") for index, part in enumerate(parts)]
        return letter(wished, category, shown, subject_of(notices, parts), news_of(notices, matches), whole=WHOLE)


def digest(wished: Wishes, notices: Sequence[Notice], matches: Mapping[int, Match], *, now: datetime) -> Letter:
    """The daily mail: a line for each notice, without boards."""
    with spoken_to(wished.user):
        lines = sentences.parts(wished.user, notices, matches, boards=0, now=now)
        waiting = len(turns_in(notices))
        subject = (
            ngettext("Today: %(n)d game waits for you", "Today: %(n)d games wait for you", waiting) % {"n": waiting}
            if waiting
            else _("Today at %(site)s") % {"site": settings.SITE_NAME}
        )
        return letter(wished, DIGEST, lines, subject, news_of(notices, matches), whole=0)


class spoken_to:  # noqa: N801 - reads as a phrase
    """The person's language and zone, for the time of a block."""

    def __init__(self, user: User) -> None:
        self.language = translation.override(user.language or settings.LANGUAGE_CODE)
        self.zone = timezone.override(zoneinfo.ZoneInfo(user.time_zone))

    def __enter__(self) -> None:
        self.language.__enter__()
        self.zone.__enter__()

    def __exit__(self, *error: object) -> None:
        self.zone.__exit__(*error)  # type: ignore[arg-type]
        self.language.__exit__(*error)  # type: ignore[arg-type]


def category_of(notices: Sequence[Notice]) -> str:
    """What an unsubscription from this mail stops: the first of its kinds, turns before all."""
    events = {notice.event for notice in notices}
    return Event.YOUR_TURN.value if Event.YOUR_TURN in events else notices[0].event


def subject_of(notices: Sequence[Notice], parts: Sequence[Part]) -> str:
    """How many games wait for the person; of one that, and of anything else what its part says."""
    waiting = turns_in(notices)
    if len(waiting) > 1:
        return ngettext("Your turn in %(n)d game", "Your turn in %(n)d games", len(waiting)) % {"n": len(waiting)}
    return next((part.subject for part in parts if part.match.pk in waiting), parts[0].subject)


def turns_in(notices: Sequence[Notice]) -> set[int]:
    """The matches that wait for the person, of those that are told of."""
    return {notice.match_id for notice in notices if notice.event == Event.YOUR_TURN and notice.match_id}


def letter(wished: Wishes, category: str, parts: Sequence[Part], subject: str, news: str, *, whole: int) -> Letter:
    context = {
        "user": wished.user,
        "parts": parts[:NAMED],
        "whole": parts[:whole],
        "lines": parts[whole:NAMED],
        "more": more_words(len(parts) - NAMED),
        "games_url": absolute(reverse("dashboard")),
        "subject": subject,
        "category": category_words(category),
        "is_digest": category == DIGEST,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "next_url": absolute(reverse("next")),
        "settings_url": absolute(reverse("notices-settings")),
        "stop_url": stop_url(wished.user, category),
    }
    return Letter(
        subject=" ".join(subject.split()),  # a header has one line, whatever a game is called
        text=render_to_string("games/mail/notice.txt", context).strip() + "\n",
        html=mail_html("games/mail/notice.html", context),
        headers=headers(wished.user, category, parts, news),
    )


def more_words(number: int) -> str:
    """What stands below the last line that a mail has room for."""
    words = ngettext("And %(n)d more, in My games", "And %(n)d more, in My games", number)
    return words % {"n": number} if number > 0 else ""


def category_words(category: str) -> str:
    return _("the daily mail") if category == DIGEST else str(Event(category).label)


def headers(user: User, category: str, parts: Sequence[Part], news: str) -> dict[str, str]:
    """Who sent it and why, how to stop it with one click (RFC 8058), and the thread of its match."""
    host = outbox.host_name()
    found = {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Taluva-News": news,
        "Content-Language": translation.get_language() or "en",
        "List-Id": f"{settings.SITE_NAME} <{category}.{host}>",
        "List-Unsubscribe": f"<{stop_url(user, category)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if threads := [thread_of(part.match, host) for part in parts]:
        found["References"] = " ".join(threads[:20])
        if len(threads) == 1:
            found["In-Reply-To"] = threads[0]
    return found


def news_of(notices: Sequence[Notice], matches: Mapping[int, Match]) -> str:
    """What is told, for filters, and for whoever proves that it was told once: `your-turn/abcdefghij/12`."""
    return " ".join(
        "/".join([notice.event, match.key, str(notice.turn), *([str(notice.step)] if notice.step else [])])
        for notice in notices
        if (match := matches.get(notice.match_id or 0))
    )


def thread_of(match: Match, host: str) -> str:
    """The name of the thread of all mails about a match; no mail has it."""
    return f"<game.{match.key}@{host}>"


def absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def stop_url(user: User, category: str) -> str:
    return absolute(reverse("notices-stop", args=[UNSUBSCRIBE.sign(f"{user.pk}.{category}")]))


def pictures(wished: Wishes, notices: Sequence[Notice], html: str) -> list[outbox.Image]:
    """The boards that the mail names in its HTML, with what happened since the person's last turn marked."""
    shown = [notice for notice in notices if notice.match and f"cid:{sentences.picture_of(notice.match)}" in html]
    matches = sentences.matches_of(shown)
    with spoken_to(wished.user):
        parts = sentences.parts(wished.user, shown, matches, boards=len(shown), now=timezone.now())
    return [outbox.Image(part.picture, board_of(part, wished.user)) for part in parts if part.picture]


def board_of(part: Part, user: User) -> bytes:
    """The match's board as its player may see it, with what the story tells marked."""
    seat = queries.seat_of(part.match, user)
    game = queries.game_for(part.match, seat.index if seat else None)
    wanted = gallery.Still(gallery.MATCH, part.match.key, part.match.rules, game.turn, "mail", part.since)
    return gallery.draw_still(wanted, game)
