"""The clocks of a match: started and stopped in a turn's transaction, for rows that the caller then saves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from accounts.models import CalendarEntry
from games.matches.clocks import ALWAYS, Calendar, Clock, RunningTurn, Vacation
from games.matches.clocks.calendar import CalendarChange, in_force
from games.models import Match, Seat

# What clocks write of a seat.
CLOCK_FIELDS = ("awaited_since", "deadline", "warn_at", "bank", "given")


def clock_of(match: Match) -> Clock:
    """Return the rules of the match's clock."""
    if match.days_per_turn is not None:
        return Clock(per_turn=timedelta(days=match.days_per_turn))
    if match.bank_hours is None:
        return Clock()
    cap = None if match.cap_hours is None else timedelta(hours=match.cap_hours)
    return Clock(bank=timedelta(hours=match.bank_hours), increment=timedelta(hours=match.increment_hours or 0), cap=cap)


def has_clock(match: Match, seat: Seat) -> bool:
    """Return whether the seat has a clock: not in a match without limit, nor while a bot of ours plays it."""
    has_limit = match.days_per_turn is not None or match.bank_hours is not None
    return has_limit and not seat.stand_in and not (seat.user and seat.user.bot_level)


class Clocks:
    """The clocks of one match during one transaction: the calendars are read once, when the first is needed."""

    def __init__(self, match: Match, seats: Iterable[Seat]) -> None:
        self.match = match
        self.seats = list(seats)
        self.clock = clock_of(match)
        self._entries: dict[int, list[CalendarChange]] | None = None

    def calendar(self, seat: Seat, since: datetime) -> Calendar:
        if self._entries is None:
            people = [seat.user for seat in self.seats if seat.user and has_clock(self.match, seat)]
            self._entries = entries_of([person.pk for person in people if person.has_calendar])
        entries = self._entries.get(seat.user_id or 0)
        return in_force(entries, since) if entries else ALWAYS

    def running(self, seat: Seat) -> RunningTurn | None:
        """Return the seat's turn as its clock sees it; None: nothing runs."""
        allowance = self.clock.allowance(seat.bank, seat.given)
        if seat.awaited_since is None or allowance is None or not has_clock(self.match, seat):
            return None
        return RunningTurn(self.calendar(seat, seat.awaited_since), seat.awaited_since, allowance)

    def start(self, seat: Seat, now: datetime, *, goes_on: bool = False) -> None:
        """Await the seat from now on, for something new or for what it was at before others were asked."""
        seat.awaited_since = now
        if not goes_on:
            seat.given = timedelta(0)
        if seat.bank is None:
            seat.bank = self.clock.bank
        self.set_deadline(seat, now)

    def set_deadline(self, seat: Seat, now: datetime) -> None:
        """Set the deadline and the next warning, from what is known now."""
        turn = self.running(seat)
        seat.deadline = seat.warn_at = None
        if turn is not None:
            seat.deadline = turn.deadline()
            warning = turn.next_warning(now)
            seat.warn_at = warning.at if warning else None

    def used(self, seat: Seat, now: datetime) -> timedelta | None:
        """Return how much of its own time the seat has used since it is awaited."""
        turn = self.running(seat)
        if turn:
            return turn.used(now)
        return max(timedelta(0), now - seat.awaited_since) if seat.awaited_since else None

    def stop(self, seat: Seat, now: datetime, *, is_turn: bool) -> None:
        """Stop when the seat has decided, and set its bank; also for a person for whom a bot decided."""
        turn = self.running(seat)
        if seat.stand_in:
            seat.bank = self.clock.bank_on_return()
        elif turn is not None:
            seat.bank = self.clock.bank_after(seat.bank, turn.used(now), seat.given, is_turn=is_turn)
        seat.given = timedelta(0)
        self.clear(seat)

    def pause(self, seat: Seat, now: datetime) -> None:
        """Pause while others are asked: what the seat used so far is taken off what it was given."""
        turn = self.running(seat)
        if turn is not None:
            seat.given -= turn.used(now)
        self.clear(seat)

    @staticmethod
    def clear(seat: Seat) -> None:
        seat.awaited_since = seat.deadline = seat.warn_at = None


def entries_of(people: Iterable[int]) -> dict[int, list[CalendarChange]]:
    """Return what each of them has written, oldest first; one query, and none for nobody."""
    found: dict[int, list[CalendarChange]] = {}
    ids = list(people)
    for row in CalendarEntry.objects.filter(user__in=ids) if ids else ():
        found.setdefault(row.user_id, []).append(CalendarChange(row.written_at, as_calendar(row)))
    return found


def as_calendar(row: CalendarEntry) -> Calendar:
    vacations = (
        Vacation(date.fromisoformat(first), date.fromisoformat(last), bool(by_itself))
        for first, last, by_itself in row.vacations
    )
    return Calendar(row.zone, row.hour, row.hours, frozenset(row.weekdays), tuple(vacations), row.starts_vacation)
