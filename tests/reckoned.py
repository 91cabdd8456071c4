"""What a club owed its people, reckoned from what happened: the log of turns, replayed by the rules; who sat where, and
what they said; what a witness in the database saw of stand-ins; the leaps of the clocks. No row of a notice is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

DAY = timedelta(days=1)
# After so much of a day the club warns: with half and with a fifth of it left, and two hours before its end.
WARNS_AFTER = (DAY * 0.5, DAY * 0.8, DAY - timedelta(hours=2))
WITNESS = """
    CREATE TABLE chaos_witness (at timestamptz, match_id bigint, seat int, turn int, stand_in boolean);
    CREATE FUNCTION chaos_sees() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO chaos_witness SELECT clock_timestamp(), NEW.match_id, NEW.index, turn_number, NEW.stand_in
        FROM games_match WHERE id = NEW.match_id;
        RETURN NEW;
    END $$;
    CREATE TRIGGER chaos_sees AFTER UPDATE OF stand_in ON games_seat FOR EACH ROW
        WHEN (OLD.stand_in IS DISTINCT FROM NEW.stand_in) EXECUTE FUNCTION chaos_sees();
"""


class News(NamedTuple):
    """What one person is to be told once. `step` tells warnings of one turn apart, by the second at which they come."""

    to: str
    event: str
    key: str
    turn: int
    step: int = 0


class Owed(NamedTuple):
    """Since when it is, until when it is news, and when it stopped mattering to tell it at all."""

    since: datetime
    stale: datetime | None = None
    moot: datetime | None = None


class Leap(NamedTuple):
    """A clock that was set forward: the seat is awaited, it says, since then."""

    at: datetime
    match: int
    turn: int
    seat: int
    awaited_since: datetime


class Change(NamedTuple):
    """What the witness saw: a bot sat down for a person, or got up again."""

    at: datetime
    turn: int
    stand_in: bool


@dataclass
class Story:
    """One match as it went: when each turn was played, by whom, and what the bots' chair saw."""

    match: Any
    people: dict[int, Any]
    times: list[datetime]
    by: list[str]
    movers: list[int]
    changes: dict[int, Sequence[Change]]
    messages: Sequence[Any]
    leaps: list[Leap] = field(default_factory=list)

    def owed(self) -> Iterator[tuple[News, Owed]]:
        for seat, user in self.people.items():
            if user.pk != self.match.creator_id:
                yield self.news(seat, "started", 0), Owed(self.times[0], moot=self.match.ended_at)
        yield from self.turns()
        yield from self.time_outs()
        yield from self.first_words()
        for leap in self.leaps:
            yield from self.warning(leap)

    def news(self, seat: int, event: str, turn: int, step: int = 0) -> News:
        return News(self.people[seat].email, event, self.match.key, turn, step)

    def turns(self) -> Iterator[tuple[News, Owed]]:
        """After each turn: to whom it is, or to all that it is over."""
        from games.matches import stored_match

        game = stored_match.game_of(self.match)
        for number, since in enumerate(self.times):
            past = game.at(number)
            for seat in self.people if past.over else past.awaited():
                if past.over:
                    yield self.news(seat, "ended", number), Owed(since)
                elif seat in self.people and not self.is_kept_warm(seat, number):
                    answered = self.answered(seat, number)
                    yield self.news(seat, "your-turn", number), Owed(since, stale=answered, moot=answered)

    def time_outs(self) -> Iterator[tuple[News, Owed]]:
        for number, by in enumerate(self.by, start=1):
            if by == "clock":
                yield self.news(self.movers[number - 1], "timed-out", number), Owed(self.times[number])
        for seat, changes in self.changes.items():
            for each in changes:
                if each.stand_in:
                    yield self.news(seat, "timed-out", each.turn), Owed(each.at)

    def first_words(self) -> Iterator[tuple[News, Owed]]:
        """Nobody reads what is said, so each hears once that somebody else has written."""
        for seat, user in self.people.items():
            by_others = [message for message in self.messages if message.user_id != user.pk]
            if by_others:
                yield self.news(seat, "message", by_others[0].turn), Owed(by_others[0].written_at)

    def warning(self, leap: Leap) -> Iterator[tuple[News, Owed]]:
        """The latest that has come, not those that were leapt over; none once the time is over."""
        come = [after for after in WARNS_AFTER if leap.awaited_since + after <= leap.at]
        if not come or leap.at - leap.awaited_since > DAY - timedelta(minutes=1):
            return
        answered = self.answered(leap.seat, leap.turn)
        again = [other.at for other in self.leaps if other.at > leap.at and other.turn == leap.turn]
        step = int((leap.awaited_since + come[-1]).timestamp())
        passed = min([*again, *([answered] if answered else [])], default=None)
        yield self.news(leap.seat, "deadline", leap.turn, step), Owed(leap.at, stale=passed, moot=passed)

    def is_kept_warm(self, seat: int, turn: int) -> bool:
        """Whether a bot sat there as the turn came round."""
        before = [each.stand_in for each in self.changes.get(seat, []) if each.turn < turn]
        return bool(before and before[-1])

    def answered(self, seat: int, turn: int) -> datetime | None:
        """When it was no longer that person's turn: played, or given to a bot."""
        ends = self.times[turn + 1 : turn + 2]
        ends += [each.at for each in self.changes.get(seat, []) if each.stand_in and each.turn == turn]
        return min(ends, default=None)


Seen = Mapping[tuple[int, int], Sequence[Change]]


def everything(leaps: Sequence[Leap], seen: Seen) -> dict[News, Owed]:
    """All that the club owed by what happened in it, with the leaps of its clocks and what the witness saw."""
    found: dict[News, Owed] = {}
    for story in stories(leaps, seen):
        for news, owed in story.owed():
            found.setdefault(news, owed)
    return found


def stories(leaps: Sequence[Leap], seen: Seen) -> Iterator[Story]:
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
            {seat: seen.get((match.pk, seat), []) for seat in people},
            sorted(match.messages.all(), key=lambda message: message.pk),
            [leap for leap in leaps if leap.match == match.pk],
        )


def witnessed() -> Seen:
    """By match and seat."""
    from django.db import connection

    found: dict[tuple[int, int], list[Change]] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT match_id, seat, at, turn, stand_in FROM chaos_witness ORDER BY at")
        for match, seat, at, turn, stand_in in cursor.fetchall():
            found.setdefault((match, seat), []).append(Change(at, turn, stand_in))
    return found


def post_witness() -> None:
    """From now on the database itself writes down who sits down for whom."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(WITNESS)
