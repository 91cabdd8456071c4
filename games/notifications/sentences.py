"""A notice in words: for mails, the bell, feeds and webhooks alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.boards import words_in_language
from games.contract import Game
from games.matches import queries
from games.matches.phrases import (
    ending_words,
    limit_words,
    names_in_words,
    others_at,
    pace_words,
    table_words,
    title_of,
)
from games.matches.play import TIMED_OUT
from games.models import Match, Message, Notice, Seat
from games.models.match import State
from games.models.notice import ASKS_TO_CANCEL, Event
from games.notifications.localization import absolute_url
from games.registry import BOARDS

WITH_STORY = {Event.YOUR_TURN, Event.PREPARED, Event.ENDED, Event.DEADLINE, Event.TIMED_OUT}
ABOUT_TURNS = {Event.YOUR_TURN: 0, Event.PREPARED: 1, Event.STARTED: 2}
PLAYED = "played"  # what became of a prepared turn
WITH_BOARD = {Event.YOUR_TURN, Event.PREPARED, Event.ENDED, Event.DEADLINE}


class TurnStory(NamedTuple):
    """What one player did in a turn."""

    name: str
    sentences: list[str]


@dataclass(frozen=True)
class Part:
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
        """The picture in words: the same that the story tells."""
        told = " ".join(f"{each.name}: {' '.join(each.sentences)}" for each in self.story)
        return told or _("The current position. Nobody has moved since your last turn.")


def parts(
    user: User, notices: Sequence[Notice], matches: Mapping[int, Match], *, boards: int, now: datetime
) -> list[Part]:
    """Return a part for each match, the most urgent first; of two notices about one match the weightier.

    The first so many say what happened on the board; without it, it is quick enough for thousands.
    """
    pairs = [(notice, match) for notice in weightiest_notices(notices) if (match := matches.get(notice.match_id or 0))]
    pairs.sort(key=lambda pair: queries.urgency_key(pair[1], user))
    return [
        part_of(user, notice, match, with_board=index < boards, now=now) for index, (notice, match) in enumerate(pairs)
    ]


def sides_of(match: Match) -> int:
    """Return how many play against each other: each for themselves, or as teams."""
    return len({(seat.team, seat.index if seat.team is None else 0) for seat in match.seats.all()})


def weightiest_notices(notices: Sequence[Notice]) -> list[Notice]:
    """Return one notice for each match and kind; of those about turns the one that says most."""
    best: dict[tuple[object, ...], Notice] = {}
    for notice in sorted(notices, key=weight):
        step = notice.step if notice.event in {Event.JOINED, Event.MESSAGE} else 0
        about = (notice.match_id, "turn" if notice.event in ABOUT_TURNS else (notice.event, step))
        best.setdefault(about, notice)
    return list(best.values())


def weight(notice: Notice) -> int:
    """Return a smaller number for what says more: whose turn it is more than a start; a prepared turn in vain most."""
    is_vain = notice.event == Event.PREPARED and notice.detail != PLAYED
    return -1 if is_vain else ABOUT_TURNS.get(Event(notice.event), 0)


def matches_of(notices: Iterable[Notice]) -> dict[int, Match]:
    """Return the matches by id, with who sits there; three queries."""
    wanted = {notice.match_id for notice in notices if notice.match_id}
    rows = Match.objects.filter(pk__in=wanted).select_related("creator").prefetch_related(queries.with_seats())
    return {match.pk: match for match in rows}


def part_of(user: User, notice: Notice, match: Match, *, with_board: bool, now: datetime) -> Part:
    """Return what is said of this notice. The game is replayed only for a part with a board."""
    event, seat = Event(notice.event), queries.seat_of(match, user)
    words = Words(user, notice, match, seat)
    game = queries.game_for(match, seat.index if seat else None) if with_board and match.started_at else None
    until = seat.deadline if seat and match.is_running else None
    is_to_play = match.is_running and queries.is_awaited(match, user)
    since = news_since(game, seat, notice) if game else 0
    return Part(
        match=match,
        title=words.title,
        subject=words.subject(),
        sentence=words.sentence(),
        url=absolute_url(path_to(notice, match)),
        button=button_of(event, is_to_play=is_to_play),
        story=turn_stories(game, match, since) if game and event in WITH_STORY else (),
        drawn=drawn_words(game, match, seat) if game and is_to_play else "",
        limit=limit_words(until, now) if until else "",
        quote=words.quote(),
        places=place_lines(match, user) if event == Event.ENDED else (),
        picture=picture_of(match) if game and event in WITH_BOARD and was_played(game) else "",
        since=since,
        game=game,
    )


def picture_of(match: Match) -> str:
    """Return what a mail calls the picture of its board."""
    return f"board-{match.key}"


def path_to(notice: Notice, match: Match) -> str:
    """Return where it can be seen: at the game, and there in the talk or beside the question."""
    place = ""
    if notice.event == Event.REPORT:
        return reverse("moderation-match", args=[match.key])
    if notice.event == Event.MESSAGE:
        place = "#cancel" if notice.detail == ASKS_TO_CANCEL else "#talk"
    return match.get_absolute_url() + place


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


@dataclass(frozen=True)
class Words:
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
                return _("%(name)s wrote: %(title)s") % values
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
        if self.match.state == State.CANCELLED:
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
            values = {"names": names_in_words(others_at(match, self.user)), "pace": pace_words(match)}
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
        if notice.event == Event.ENDED and match.state == State.CANCELLED:
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


def bell_words(user: User, notice: Notice) -> str:
    if notice.match is None:
        return _("Stopped working and was switched off: %(what)s") % {"what": notice.detail}
    return Words(user, notice, notice.match, queries.seat_of(notice.match, user)).subject()


def bell_url(notice: Notice) -> str:
    return path_to(notice, notice.match) if notice.match else reverse("notices-settings")


def test_title() -> str:
    return _("Notifications work")


def test_text() -> str:
    return _("%(site)s can reach you here.") % {"site": settings.SITE_NAME}
