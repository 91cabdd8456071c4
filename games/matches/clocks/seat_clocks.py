"""The clocks of a match: started and stopped in a turn's transaction, for rows that the caller then saves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import refusals
from games.matches.clocks import ALWAYS, Calendar, Clock, Running, calendar_changes
from games.matches.clocks.calendar import Entry, in_force
from games.matches.clocks.local import day_of
from games.matches.live import nudges
from games.matches.match_lock import locked
from games.models import Gift, Match, Seat, State

SEAT_FIELDS = ("awaited_since", "deadline", "warn_at", "bank", "given")
GIFTS_HOURS = (24, 48, 72, 168)


def clock_of(match: Match) -> Clock:
    """Return the rules of the match's clock."""
    if match.days_per_turn is not None:
        return Clock(per_turn=timedelta(days=match.days_per_turn))
    if match.bank_hours is None:
        return Clock()
    cap = None if match.cap_hours is None else timedelta(hours=match.cap_hours)
    return Clock(bank=timedelta(hours=match.bank_hours), increment=timedelta(hours=match.increment_hours or 0), cap=cap)


def has_clock(match: Match, seat: Seat) -> bool:
    """Whether the seat has a clock: not in a match without limit, nor while a bot of ours plays it."""
    has_limit = match.days_per_turn is not None or match.bank_hours is not None
    return has_limit and not seat.stand_in and not (seat.user and seat.user.bot_level)


class Clocks:
    """The clocks of one match during one transaction: the calendars are read once, when the first is needed."""

    def __init__(self, match: Match, seats: Iterable[Seat]) -> None:
        self.match = match
        self.seats = list(seats)
        self.clock = clock_of(match)
        self._entries: dict[int, list[Entry]] | None = None

    def calendar(self, seat: Seat, since: datetime) -> Calendar:
        if self._entries is None:
            people = [seat.user for seat in self.seats if seat.user and has_clock(self.match, seat)]
            self._entries = calendar_changes.entries_of([person.pk for person in people if person.has_calendar])
        entries = self._entries.get(seat.user_id or 0)
        return in_force(entries, since) if entries else ALWAYS

    def running(self, seat: Seat) -> Running | None:
        """Return the seat's turn as its clock sees it; None: nothing runs."""
        allowance = self.clock.allowance(seat.bank, seat.given)
        if seat.awaited_since is None or allowance is None or not has_clock(self.match, seat):
            return None
        return Running(self.calendar(seat, seat.awaited_since), seat.awaited_since, allowance)

    def start(self, seat: Seat, now: datetime, *, goes_on: bool = False) -> None:
        """The seat is awaited from now on, for something new or for what it was at before others were asked."""
        seat.awaited_since = now
        if not goes_on:
            seat.given = timedelta(0)
        if seat.bank is None:
            seat.bank = self.clock.bank
        self.set_deadline(seat, now)

    def set_deadline(self, seat: Seat, now: datetime) -> None:
        """The deadline and the next warning, from what is known now."""
        turn = self.running(seat)
        seat.deadline = seat.warn_at = None
        if turn is not None:
            seat.deadline = turn.deadline()
            warning = turn.next_warning(now)
            seat.warn_at = warning.at if warning else None

    def used(self, seat: Seat, now: datetime) -> timedelta | None:
        """How much of its own time the seat has used since it is awaited."""
        turn = self.running(seat)
        if turn:
            return turn.used(now)
        return max(timedelta(0), now - seat.awaited_since) if seat.awaited_since else None

    def stop(self, seat: Seat, now: datetime, *, is_turn: bool) -> None:
        """The seat has decided: its bank after it, or with what its person comes back for whom a bot decided."""
        turn = self.running(seat)
        if seat.stand_in:
            seat.bank = self.clock.bank_on_return()
        elif turn is not None:
            seat.bank = self.clock.bank_after(seat.bank, turn.used(now), seat.given, is_turn=is_turn)
        seat.given = timedelta(0)
        self.clear(seat)

    def pause(self, seat: Seat, now: datetime) -> None:
        """Others are asked before the seat goes on: what it used so far is taken off what it was given."""
        turn = self.running(seat)
        if turn is not None:
            seat.given -= turn.used(now)
        self.clear(seat)

    @staticmethod
    def clear(seat: Seat) -> None:
        seat.awaited_since = seat.deadline = seat.warn_at = None


@transaction.atomic
def give_time(*, match_id: int, giver: User, seat: int, hours: int, now: datetime) -> Match:
    """Another player's turn gets more time; once a turn from each giver."""
    match = locked(pk=match_id)
    seats = list(match.seats.select_related("user"))
    taker = next((other for other in seats if other.index == seat), None)
    check_gift(match, seats, taker, giver, hours)
    assert taker is not None
    time = timedelta(hours=hours)
    _gift, made = Gift.objects.get_or_create(
        match=match, number=match.next_number, seat=seat, giver=giver, defaults={"time": time, "given_at": now}
    )
    if not made:
        raise refusals.SiteRefusal(_("You have already given time for this turn."))
    taker.given += time
    Clocks(match, seats).set_deadline(taker, now)
    taker.save(update_fields=["given", "deadline", "warn_at"])
    nudges.nudge_pages(match, seats)
    return match


def check_gift(match: Match, seats: list[Seat], taker: Seat | None, giver: User, hours: int) -> None:
    if not match.is_running:
        raise refusals.NotRunning
    if not any(seat.user_id == giver.pk for seat in seats):
        raise refusals.Forbidden(_("Only players can give time."))
    if taker is None or taker.user_id == giver.pk or taker.deadline is None:
        raise refusals.SiteRefusal(_("You can give time only to another player whose clock is running."))
    if hours not in GIFTS_HOURS:
        raise refusals.SiteRefusal(_("Choose one, two, three or seven days."))


@transaction.atomic
def take_vacation(*, user_id: int, match_id: int, now: datetime) -> bool:
    """Take the day of the deadline off by itself, if the seat is late still, the calendar of its turn says so, a day
    is left, and it helps.

    It stops all clocks of the person, and so moves their other deadlines too.
    """
    # No key: a turn that is being written refers to this row, and is not to wait for it.
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    late = Seat.objects.filter(user=user, match=match_id, match__state=State.RUNNING, deadline__lte=now)
    seat = late.select_related("match", "user").first()
    turn = Clocks(seat.match, [seat]).running(seat) if seat else None
    if turn is None or not turn.calendar.starts_vacation:
        return False
    day = day_of(turn.calendar.zone, turn.deadline())
    latest = calendar_changes.current_calendar(user).with_day(day)
    if not latest.fits() or replace(turn, calendar=turn.calendar.with_day(day)).deadline() <= now:
        return False
    calendar_changes.append_calendar(user, latest, now=now)
    move_deadlines(user, now=now)
    return True


@transaction.atomic
def give_back(*, user: User, first: date, now: datetime) -> Calendar:
    """Return the calendar without the days to come of that vacation: running turns lose them, too."""
    calendar = calendar_changes.cancel_vacation(user=user, first=first, now=now)
    move_deadlines(user, now=now)
    return calendar


def move_deadlines(user: User, *, now: datetime) -> None:
    """The person's running clocks with the calendar as it is now; a turn that was played meanwhile is left alone."""
    seats = Seat.objects.filter(user=user, deadline__isnull=False, match__state=State.RUNNING)
    for seat in seats.select_related("match", "user"):
        Clocks(seat.match, [seat]).set_deadline(seat, now)
        Seat.objects.filter(pk=seat.pk, awaited_since=seat.awaited_since, stand_in=False).update(
            deadline=seat.deadline, warn_at=seat.warn_at
        )
