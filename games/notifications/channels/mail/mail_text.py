"""Render the mails about notices: what to say, in the person's language and zone, and the headers that go with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mail import outbox
from accounts.models import Mail, User
from games.boards import words_in_language
from games.contract import Game
from games.matches import queries
from games.models import Delivery, Match, Notice, Seat
from games.models.notice import Event
from games.notifications.notification_settings import DIGEST, Preferences
from games.notifications.sentences import PLAYED, NoticeWords, absolute_url, localized_for, path_to
from games.pictures import gallery
from games.registry import BOARDS
from taluva_site.templating.mail_html import mail_html

UNSUBSCRIBE = signing.Signer(salt="games.unsubscribe")
# A mail has 100 KB at most. So many games are shown in full, and the most urgent one has its picture, of up to 75 KB.
# Where there are more, a line says of the others that they wait, and no picture goes with them; so many are named.
WHOLE = 8
NAMED = 80
WITH_STORY = {Event.YOUR_TURN, Event.PREPARED, Event.ENDED, Event.DEADLINE, Event.TIMED_OUT}
WITH_BOARD = {Event.YOUR_TURN, Event.PREPARED, Event.ENDED, Event.DEADLINE}
ABOUT_TURNS = {Event.YOUR_TURN: 0, Event.PREPARED: 1, Event.STARTED: 2}


@dataclass(frozen=True)
class Letter:
    """What a mail says."""

    subject: str
    text: str
    html: str
    headers: dict[str, str] = field(default_factory=dict)
    images: Sequence[outbox.Image] = ()


class TurnStory(NamedTuple):
    """What one player did in a turn."""

    name: str
    sentences: list[str]


@dataclass(frozen=True)
class MatchPart:
    """What a mail says of one match."""

    match: Match
    title: str
    subject: str
    sentence: str
    url: str
    button: str
    story: Sequence[TurnStory] = ()
    drawn: str = ""
    limit: str = ""
    quote: str = ""
    places: Sequence[str] = ()
    picture: str = ""
    since: int = 0
    game: Game | None = None

    @property
    def alt(self) -> str:
        """Return the picture in words: the same that the story tells."""
        text = " ".join(f"{each.name}: {' '.join(each.sentences)}" for each in self.story)
        return text or _("The current position. Nobody has moved since your last turn.")


def save_letter(letter: Letter, mail: Mail, address: str) -> None:
    """Write the letter into its mail, before that leaves: the row is the proof."""
    mail.to, mail.headers = address, letter.headers
    mail.subject, mail.text, mail.html = letter.subject, letter.text, letter.html
    mail.save(update_fields=["to", "headers", "subject", "text", "html"])


def render_mail(preferences: Preferences, deliveries: Sequence[Delivery], *, now: datetime) -> Letter:
    """Return what one mail says of these: the daily mail, one kind and match, or the turns of all matches."""
    notices = [delivery.notice for delivery in deliveries]
    matches = queries.matches_by_id(notice.match_id for notice in notices)
    with localized_for(preferences.user):
        if deliveries[0].digest:
            return render_digest(preferences.user, notices, matches, now=now)
        return render_news(preferences.user, notices, matches, now=now)


def render_news(user: User, notices: Sequence[Notice], matches: Mapping[int, Match], *, now: datetime) -> Letter:
    """Tell the first matches whole; the most urgent has its picture, if the mail has room for it."""
    parts = match_parts(user, notices, matches, boards=WHOLE, now=now)
    most = 1 if settings.MAIL_PICTURES and len(parts) <= WHOLE else 0
    shown = [part if index < most else replace(part, picture="") for index, part in enumerate(parts)]
    subject, category = subject_of(notices, parts), category_of(notices)
    found = render_letter(user, category, shown, subject, news_of(notices, matches), whole=WHOLE)
    return replace(found, images=[image_of(part) for part in shown if part.picture])


def render_digest(user: User, notices: Sequence[Notice], matches: Mapping[int, Match], *, now: datetime) -> Letter:
    """Tell each notice in a line, without boards."""
    lines = match_parts(user, notices, matches, boards=0, now=now)
    waiting = len(turns_in(notices))
    subject = (
        ngettext("Today: %(n)d game waits for you", "Today: %(n)d games wait for you", waiting) % {"n": waiting}
        if waiting
        else _("Today at %(site)s") % {"site": settings.SITE_NAME}
    )
    return render_letter(user, DIGEST, lines, subject, news_of(notices, matches), whole=0)


def image_of(part: MatchPart) -> outbox.Image:
    """Draw the board as its player may see it, with what the story tells marked."""
    assert part.game is not None
    still = gallery.StillPicture(gallery.MATCH, part.match.key, part.match.rules, part.game.turn, "mail", part.since)
    return outbox.Image(part.picture, gallery.draw_still(still, part.game))


def category_of(notices: Sequence[Notice]) -> str:
    """Return what an unsubscription from this mail stops: the first of its kinds, turns before all."""
    events = {notice.event for notice in notices}
    return Event.YOUR_TURN.value if Event.YOUR_TURN in events else notices[0].event


def subject_of(notices: Sequence[Notice], parts: Sequence[MatchPart]) -> str:
    """Return how many games wait for the person; of one that, and of anything else what its part says."""
    waiting = turns_in(notices)
    if len(waiting) > 1:
        return ngettext("Your turn in %(n)d game", "Your turn in %(n)d games", len(waiting)) % {"n": len(waiting)}
    return next((part.subject for part in parts if part.match.pk in waiting), parts[0].subject)


def turns_in(notices: Sequence[Notice]) -> set[int]:
    """Return the matches that wait for the person, of those that the mail is about."""
    return {notice.match_id for notice in notices if notice.event == Event.YOUR_TURN and notice.match_id}


def render_letter(
    user: User, category: str, parts: Sequence[MatchPart], subject: str, news: str, *, whole: int
) -> Letter:
    context = {
        "user": user,
        "parts": parts[:NAMED],
        "whole": parts[:whole],
        "lines": parts[whole:NAMED],
        "more": more_words(len(parts) - NAMED),
        "games_url": absolute_url(reverse("dashboard")),
        "subject": subject,
        "category": category_words(category),
        "is_digest": category == DIGEST,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "next_url": absolute_url(reverse("next")),
        "settings_url": absolute_url(reverse("notices-settings")),
        "stop_url": stop_url(user, category),
    }
    return Letter(
        subject=" ".join(subject.split()),  # a header has one line, whatever a game is called
        text=render_to_string("games/mail/notice.txt", context).strip() + "\n",
        html=mail_html("games/mail/notice.html", context),
        headers=build_headers(user, category, parts, news),
    )


def more_words(number: int) -> str:
    """Return what stands below the last line that a mail has room for."""
    words = ngettext("And %(n)d more, in My games", "And %(n)d more, in My games", number)
    return words % {"n": number} if number > 0 else ""


def category_words(category: str) -> str:
    return _("the daily email") if category == DIGEST else str(Event(category).label)


def build_headers(user: User, category: str, parts: Sequence[MatchPart], news: str) -> dict[str, str]:
    """Return who sent it and why, how to stop it with one click (RFC 8058), and the thread of its match."""
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
    """Return an id of the mail's subject, for filters and as proof that it was sent once: `your-turn/abcdefghij/12`."""
    return " ".join(
        "/".join([notice.event, match.key, str(notice.turn), *([str(notice.step)] if notice.step else [])])
        for notice in notices
        if (match := matches.get(notice.match_id or 0))
    )


def thread_of(match: Match, host: str) -> str:
    """Return the name of the thread of all mails about a match; no mail has it."""
    return f"<game.{match.key}@{host}>"


def stop_url(user: User, category: str) -> str:
    return absolute_url(reverse("notices-stop", args=[UNSUBSCRIBE.sign(f"{user.pk}.{category}")]))


def match_parts(
    user: User, notices: Sequence[Notice], matches: Mapping[int, Match], *, boards: int, now: datetime
) -> list[MatchPart]:
    """Return a part for each match, the most urgent first; of two notices about one match the weightier.

    The first so many say what happened on the board; without it, it is quick enough for thousands.
    """
    pairs = [(notice, match) for notice in weightiest_notices(notices) if (match := matches.get(notice.match_id or 0))]
    pairs.sort(key=lambda pair: queries.urgency_key(pair[1], user))
    return [
        part_of(user, notice, match, with_board=index < boards, now=now) for index, (notice, match) in enumerate(pairs)
    ]


def weightiest_notices(notices: Sequence[Notice]) -> list[Notice]:
    """Return one notice for each match and kind; of those about turns the one that says most."""
    best: dict[tuple[object, ...], Notice] = {}
    for notice in sorted(notices, key=weight_of):
        step = notice.step if notice.event in {Event.JOINED, Event.MESSAGE} else 0
        about = (notice.match_id, "turn" if notice.event in ABOUT_TURNS else (notice.event, step))
        best.setdefault(about, notice)
    return list(best.values())


def weight_of(notice: Notice) -> int:
    """Return a smaller number for what says more: whose turn it is more than a start; a prepared turn in vain most."""
    is_vain = notice.event == Event.PREPARED and notice.detail != PLAYED
    return -1 if is_vain else ABOUT_TURNS.get(Event(notice.event), 0)


def part_of(user: User, notice: Notice, match: Match, *, with_board: bool, now: datetime) -> MatchPart:
    """Return what is said of this notice. The game is replayed only for a part with a board."""
    event, seat = Event(notice.event), queries.seat_of(match, user)
    words = NoticeWords(user, notice, match, seat)
    game = queries.game_for(match, seat.index if seat else None) if with_board and match.started_at else None
    is_to_play = match.is_running and queries.is_awaited(match, user)
    since = news_since(game, seat, notice) if game else 0
    return MatchPart(
        match=match,
        title=words.title,
        subject=words.subject(),
        sentence=words.sentence(),
        url=absolute_url(path_to(notice, match)),
        button=button_of(event, is_to_play=is_to_play),
        story=turn_stories(game, match, since) if game and event in WITH_STORY else (),
        drawn=drawn_words(game, match, seat) if game and is_to_play else "",
        limit=words.limit(now),
        quote=words.quote(),
        places=place_lines(match, user) if event == Event.ENDED else (),
        picture=picture_of(match) if game and event in WITH_BOARD and was_played(game) else "",
        since=since,
        game=game,
    )


def picture_of(match: Match) -> str:
    """Return what a mail calls the picture of its board."""
    return f"board-{match.key}"


def was_played(game: Game) -> bool:
    """Return whether there is anything to see on the board."""
    return not all(game.is_departure(entry.text) for entry in game.entries)


def button_of(event: Event, *, is_to_play: bool) -> str:
    """Return what the button says that leads there."""
    match event:
        case Event.ENDED:
            return _("View result")
        case Event.INVITATION | Event.REMATCH | Event.MESSAGE:
            return _("Reply")
        case Event.JOINED:
            return _("Open table")
        case Event.REPORT:
            return _("Open report")
        case _:
            return _("Take your turn") if is_to_play else _("Open game")


def news_since(game: Game, seat: Seat | None, notice: Notice) -> int:
    """Return the entry after which all is news: the person's last turn, or the one before if that was prepared."""
    index = seat.index if seat else None
    if notice.event == Event.PREPARED and notice.detail == PLAYED:
        return max((n for n in range(1, notice.turn) if game.entries[n - 1].seat == index), default=0)
    return queries.last_turn_of(game, index)


def turn_stories(game: Game, match: Match, since: int) -> list[TurnStory]:
    """Return what was done since then, turn by turn."""
    names = names_of(match)
    board = BOARDS[match.rules]
    return [
        TurnStory(
            names[game.entries[number - 1].seat],
            [translate_words(words) for words in board.story(game, number, names)],
        )
        for number in range(since + 1, game.turn + 1)
    ]


def drawn_words(game: Game, match: Match, seat: Seat | None) -> str:
    """Return what the person has drawn for this turn."""
    if seat is None or seat.index not in game.awaited():
        return ""
    words = BOARDS[match.rules].drawn(game, seat.index)
    return translate_words(words) if words else ""


def translate_words(words: object) -> str:
    return words_in_language(words, _, ngettext)  # type: ignore[arg-type]


def names_of(match: Match) -> list[str]:
    return [str(seat.user) if seat.user else _("nobody yet") for seat in match.seats.all()]


def place_lines(match: Match, user: User) -> list[str]:
    """Return the result, best first: `1. Ben`."""
    placed = sorted((seat for seat in match.seats.all() if seat.place), key=lambda seat: seat.place or 0)
    return [
        _("%(place)d. %(name)s") % {"place": seat.place, "name": _("You") if seat.user_id == user.pk else seat.user}
        for seat in placed
    ]
