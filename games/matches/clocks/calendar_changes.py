"""People's calendars: each change is appended, and counts from their next turn on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import CalendarEntry, User
from games.matches import refusals
from games.matches.clocks import ALWAYS, Calendar, Vacation
from games.matches.clocks.calendar import MOST_DAYS, MOST_HOURS, MOST_VACATION, Entry, fixed_until
from games.matches.clocks.local import day_of


def entries_of(people: Iterable[int]) -> dict[int, list[Entry]]:
    """Return what each of them has written, oldest first; one query, and none for nobody."""
    found: dict[int, list[Entry]] = {}
    ids = list(people)
    for row in CalendarEntry.objects.filter(user__in=ids) if ids else ():
        found.setdefault(row.user_id, []).append(Entry(row.written_at, as_calendar(row)))
    return found


def as_calendar(row: CalendarEntry) -> Calendar:
    vacations = (
        Vacation(date.fromisoformat(first), date.fromisoformat(last), bool(by_itself))
        for first, last, by_itself in row.vacations
    )
    return Calendar(row.zone, row.hour, row.hours, frozenset(row.weekdays), tuple(vacations), row.starts_vacation)


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


def written_by(user: User) -> Sequence[Entry]:
    return entries_of([user.pk]).get(user.pk, [])


def follow_zone(*, user: User, now: datetime) -> None:
    """The person moved: the same hours and days in their new zone, from their next turn on. Within a week of a change
    of them they stay in the old zone, until they are changed again.
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
    """Return the calendar without the days of that vacation that are still to come."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    old, today = current_calendar(user), day_of(current_calendar(user).zone, now)
    kept = [part for each in old.vacations for part in ([each] if each.first != first else past_days(each, today))]
    new = replace(old, vacations=tuple(kept))
    if new != old:
        append_calendar(user, new, now=now)
    return new


def past_days(vacation: Vacation, today: date) -> Sequence[Vacation]:
    """Return what of it cannot be given back: the days until today."""
    if vacation.first > today:
        return ()
    return (vacation._replace(last=min(vacation.last, today)),)
