"""The mails that a club has to send, worked out from what happened: the log of turns, replayed by the rules; who sat
where, and what they wrote; the changes of stand-ins that a trigger in the database recorded; the clocks that were set
forward. No row of a notice is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

DAY = timedelta(days=1)
# After so much of a day the club warns: with half and with a fifth of it left, and two hours before its end.
WARNS_AFTER = (DAY * 0.5, DAY * 0.8, DAY - timedelta(hours=2))
TRIGGER = """
    CREATE TABLE chaos_stand_ins (at timestamptz, match_id bigint, seat int, turn int, stand_in boolean);
    CREATE FUNCTION chaos_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO chaos_stand_ins SELECT clock_timestamp(), NEW.match_id, NEW.index, turn_number, NEW.stand_in
        FROM games_match WHERE id = NEW.match_id;
        RETURN NEW;
    END $$;
    CREATE TRIGGER chaos_record AFTER UPDATE OF stand_in ON games_seat FOR EACH ROW
        WHEN (OLD.stand_in IS DISTINCT FROM NEW.stand_in) EXECUTE FUNCTION chaos_record();
"""


class News(NamedTuple):
    """What one person has to get one mail about.

    `step` tells warnings of one turn apart, by the second at which they come.
    """

    to: str
    event: str
    key: str
    turn: int
    step: int = 0


class Expected(NamedTuple):
    """When it happened, when it became stale, and when it no longer had to be sent at all."""

    since: datetime
    stale: datetime | None = None
    moot: datetime | None = None


class Leap(NamedTuple):
    """A clock that was set forward, as if the seat had been awaited since then."""

    at: datetime
    match: int
    turn: int
    seat: int
    awaited_since: datetime


class Change(NamedTuple):
    """What the trigger recorded: a bot took a seat for a person, or gave it back."""

    at: datetime
    turn: int
    stand_in: bool


@dataclass
class Story:
    """One match: when each turn was played and by whom, and when stand-ins came and went."""

    match: Any
    people: dict[int, Any]
    times: list[datetime]
    by: list[str]
    movers: list[int]
    changes: dict[int, Sequence[Change]]
    messages: Sequence[Any]
    leaps: list[Leap] = field(default_factory=list)

    def expected(self) -> Iterator[tuple[News, Expected]]:
        for seat, user in self.people.items():
            if user.pk != self.match.creator_id:
                yield self.news(seat, "started", 0), Expected(self.times[0], moot=self.match.ended_at)
        yield from self.turn_news()
        yield from self.time_out_news()
        yield from self.message_news()
        for leap in self.leaps:
            yield from self.warning_news(leap)

    def news(self, seat: int, event: str, turn: int, step: int = 0) -> News:
        return News(self.people[seat].email, event, self.match.key, turn, step)

    def turn_news(self) -> Iterator[tuple[News, Expected]]:
        """Yield after each turn who is to move, or for everybody that the match is over."""
        from games.matches import stored_match

        game = stored_match.game_of(self.match)
        for number, since in enumerate(self.times):
            past = game.at(number)
            for seat in self.people if past.over else past.awaited():
                if past.over:
                    yield self.news(seat, "ended", number), Expected(since)
                elif seat in self.people and not self.had_stand_in(seat, number):
                    answered = self.answered_at(seat, number)
                    yield self.news(seat, "your-turn", number), Expected(since, stale=answered, moot=answered)

    def time_out_news(self) -> Iterator[tuple[News, Expected]]:
        for number, by in enumerate(self.by, start=1):
            if by == "clock":
                yield self.news(self.movers[number - 1], "timed-out", number), Expected(self.times[number])
        for seat, changes in self.changes.items():
            for each in changes:
                if each.stand_in:
                    yield self.news(seat, "timed-out", each.turn), Expected(each.at)

    def message_news(self) -> Iterator[tuple[News, Expected]]:
        """Yield one message per person: nobody reads them, so later ones bring no further mail."""
        for seat, user in self.people.items():
            by_others = [message for message in self.messages if message.user_id != user.pk]
            if by_others:
                yield self.news(seat, "message", by_others[0].turn), Expected(by_others[0].written_at)

    def warning_news(self, leap: Leap) -> Iterator[tuple[News, Expected]]:
        """Yield the latest warning that is due, not those that were skipped; none once the time is over."""
        come = [after for after in WARNS_AFTER if leap.awaited_since + after <= leap.at]
        if not come or leap.at - leap.awaited_since > DAY - timedelta(minutes=1):
            return
        answered = self.answered_at(leap.seat, leap.turn)
        again = [other.at for other in self.leaps if other.at > leap.at and other.turn == leap.turn]
        step = int((leap.awaited_since + come[-1]).timestamp())
        passed = min([*again, *([answered] if answered else [])], default=None)
        yield self.news(leap.seat, "deadline", leap.turn, step), Expected(leap.at, stale=passed, moot=passed)

    def had_stand_in(self, seat: int, turn: int) -> bool:
        """Return whether a bot had the seat when the turn began."""
        before = [each.stand_in for each in self.changes.get(seat, []) if each.turn < turn]
        return bool(before and before[-1])

    def answered_at(self, seat: int, turn: int) -> datetime | None:
        """Return when it was no longer that person's turn: played, or given to a bot."""
        ends = self.times[turn + 1 : turn + 2]
        ends += [each.at for each in self.changes.get(seat, []) if each.stand_in and each.turn == turn]
        return min(ends, default=None)


StandIns = Mapping[tuple[int, int], Sequence[Change]]


def expected_news(leaps: Sequence[Leap], stand_ins: StandIns) -> dict[News, Expected]:
    """Return all that people have to get mails about, from the log, the clocks set forward and the stand-ins."""
    found: dict[News, Expected] = {}
    for story in stories(leaps, stand_ins):
        for news, expected in story.expected():
            found.setdefault(news, expected)
    return found


def stories(leaps: Sequence[Leap], stand_ins: StandIns) -> Iterator[Story]:
    from games.models import Match

    for match in Match.objects.filter(started_at__isnull=False).prefetch_related("turns", "messages", "seats__user"):
        turns = sorted(match.turns.all(), key=lambda turn: turn.number)
        people = {seat.index: seat.user for seat in match.seats.all() if seat.user and not seat.user.is_bot}
        yield Story(
            match,
            people,
            [match.started_at, *(turn.played_at for turn in turns)],
            [turn.by for turn in turns],
            [turn.seat for turn in turns],
            {seat: stand_ins.get((match.pk, seat), []) for seat in people},
            sorted(match.messages.all(), key=lambda message: message.pk),
            [leap for leap in leaps if leap.match == match.pk],
        )


def recorded_stand_ins() -> StandIns:
    """Return what the trigger recorded, by match and seat."""
    from django.db import connection

    found: dict[tuple[int, int], list[Change]] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT match_id, seat, at, turn, stand_in FROM chaos_stand_ins ORDER BY at")
        for match, seat, at, turn, stand_in in cursor.fetchall():
            found.setdefault((match, seat), []).append(Change(at, turn, stand_in))
    return found


def create_trigger() -> None:
    """Have the database itself record from now on when a stand-in comes or goes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(TRIGGER)
