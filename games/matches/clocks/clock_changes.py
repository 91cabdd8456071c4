"""What moves deadlines besides turns: people's calendars and vacations, and time that somebody gives.

Each change of a calendar is appended, and counts from the person's next turn on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import CalendarEntry, User
from games.matches import live, refusals
from games.matches.clocks import ALWAYS, Calendar, Vacation
from games.matches.clocks.calendar import MOST_DAYS, MOST_HOURS, MOST_VACATION, CalendarChange, day_of, fixed_until
from games.matches.clocks.seat_clocks import Clocks, as_calendar, entries_of
from games.matches.stored_match import lock_match
from games.models import Gift, Match, MatchState, Seat

GIFTS_HOURS = (24, 48, 72, 168)


def current_calendar(user: User) -> Calendar:
    """Return the calendar as last written: that of the person's next turn."""
    row = CalendarEntry.objects.filter(user=user).order_by("-written_at", "-pk").first()
    return as_calendar(row) if row else replace(ALWAYS, zone=user.time_zone)


def append_calendar(user: User, calendar: Calendar, *, now: datetime) -> None:
    User.objects.filter(pk=user.pk, has_calendar=False).update(has_calendar=True)
    CalendarEntry.objects.create(
        user=user,
        written_at=now,
        zone=calendar.zone,
        hour=calendar.hour,
        hours=calendar.hours,
        weekdays=sorted(calendar.weekdays),
        vacations=[
            [each.first.isoformat(), each.last.isoformat(), each.automatic] for each in sorted(calendar.vacations)
        ],
        starts_vacation=calendar.starts_vacation,
    )


@transaction.atomic
def change_calendar(
    *, user: User, hour: int, hours: int, weekdays: Iterable[int], starts_vacation: bool, now: datetime
) -> Calendar:
    """Return the calendar with other hours and days off, in the zone that the person has now."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    old, fixed = current_calendar(user), fixed_until(written_by(user), now)
    new = replace(
        old,
        zone=old.zone if fixed else user.time_zone,
        hour=hour,
        hours=hours,
        weekdays=frozenset(weekdays),
        starts_vacation=starts_vacation,
    )
    if not new.fits():
        raise refusals.SiteRefusal(
            _("The clock may stand still for %(hours)d hours of a day and %(days)d days of a week at most.")
            % {"hours": MOST_HOURS, "days": MOST_DAYS}
        )
    if fixed and new.moves(old):
        moment = date_format(fixed.astimezone(ZoneInfo(user.time_zone)), "j F, H:i")
        raise refusals.SiteRefusal(
            _("You changed your hours or days less than a week ago. Until %(moment)s you can only reduce them.")
            % {"moment": moment}
        )
    if new != old:
        append_calendar(user, new, now=now)
    return new


def written_by(user: User) -> Sequence[CalendarChange]:
    return entries_of([user.pk]).get(user.pk, [])


def follow_zone(*, user: User, now: datetime) -> None:
    """Keep the same hours and days in the person's new zone, from their next turn on.

    Within a week of a change of them they stay in the old zone, until they are changed again.
    """
    old, fixed = current_calendar(user), fixed_until(written_by(user), now)
    new = replace(old, zone=user.time_zone)
    if new != old and not (fixed and new.moves(old)):
        append_calendar(user, new, now=now)


@transaction.atomic
def book_vacation(*, user: User, first: date, last: date, now: datetime) -> Calendar:
    """Return the calendar with these days off, which have not begun; refused above the year's days."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    old = current_calendar(user)
    if first < day_of(old.zone, now):
        raise refusals.SiteRefusal(_("A vacation starts today or later."))
    if last < first or (last - first).days >= 2 * MOST_VACATION:
        raise refusals.SiteRefusal(_("A vacation ends after it starts, and within your vacation days for the year."))
    if set(Vacation(first, last).days()) & old.days_off():
        raise refusals.SiteRefusal(_("You already have vacation on some of these days."))
    new = replace(old, vacations=(*old.vacations, Vacation(first, last)))
    if not new.fits():
        raise refusals.SiteRefusal(_("You have %(days)d vacation days a year.") % {"days": MOST_VACATION})
    append_calendar(user, new, now=now)
    return new


@transaction.atomic
def cancel_vacation(*, user: User, first: date, now: datetime) -> Calendar:
    """Return the calendar without the days of that vacation that are still to come: running turns lose them, too."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    old, today = current_calendar(user), day_of(current_calendar(user).zone, now)
    kept = [part for each in old.vacations for part in ([each] if each.first != first else past_days(each, today))]
    new = replace(old, vacations=tuple(kept))
    if new != old:
        append_calendar(user, new, now=now)
    move_deadlines(user, now=now)
    return new


def past_days(vacation: Vacation, today: date) -> Sequence[Vacation]:
    """Return what of it cannot be given back: the days until today."""
    if vacation.first > today:
        return ()
    return (vacation._replace(last=min(vacation.last, today)),)


@transaction.atomic
def give_time(*, match_id: int, giver: User, seat: int, hours: int, now: datetime) -> Match:
    """Give another player's turn more time; once a turn from each giver."""
    match = lock_match(pk=match_id)
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
    live.nudge_pages(match, seats)
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
    """Take the day of the deadline off, if the seat is late still, its calendar says so, a day is left, and it helps.

    It stops all clocks of the person, and so moves their other deadlines too.
    """
    # No key: a turn that is being written refers to this row, and is not to wait for it.
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    late = Seat.objects.filter(user=user, match=match_id, match__state=MatchState.RUNNING, deadline__lte=now)
    seat = late.select_related("match", "user").first()
    turn = Clocks(seat.match, [seat]).running(seat) if seat else None
    if turn is None or not turn.calendar.starts_vacation:
        return False
    day = day_of(turn.calendar.zone, turn.deadline())
    latest = current_calendar(user).with_day(day)
    if not latest.fits() or replace(turn, calendar=turn.calendar.with_day(day)).deadline() <= now:
        return False
    append_calendar(user, latest, now=now)
    move_deadlines(user, now=now)
    return True


def move_deadlines(user: User, *, now: datetime) -> None:
    """Set the person's deadlines by the calendar as it is now; leave a turn alone that was played meanwhile."""
    seats = Seat.objects.filter(user=user, deadline__isnull=False, match__state=MatchState.RUNNING)
    for seat in seats.select_related("match", "user"):
        Clocks(seat.match, [seat]).set_deadline(seat, now)
        Seat.objects.filter(pk=seat.pk, awaited_since=seat.awaited_since, stand_in=False).update(
            deadline=seat.deadline, warn_at=seat.warn_at
        )
