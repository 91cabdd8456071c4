"""When a person's clock stands still: hours of the day, days of the week, and vacation. Pauses are half-open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import count
from typing import NamedTuple
from zoneinfo import ZoneInfo

SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)
MOST_HOURS, MOST_DAYS, MOST_VACATION = 10, 2, 20
# Pauses are moved once a week: weekends that roll before each turn would stop the clock for good. What is put right
# soon after is the same move.
WEEK, TO_CORRECT = 7 * DAY, timedelta(hours=1)


class Vacation(NamedTuple):
    """Days off, both ends included; `automatic`: taken by itself when a deadline had come."""

    first: date
    last: date
    automatic: bool = False

    def days(self) -> list[date]:
        return [self.first + index * DAY for index in range((self.last - self.first).days + 1)]


@dataclass(frozen=True)
class Calendar:
    """`hours` from `hour` on, each day; the days of the week from Monday, 0; vacation. All in the zone."""

    zone: str = "UTC"
    hour: int = 0
    hours: int = 0
    weekdays: frozenset[int] = frozenset()
    vacations: tuple[Vacation, ...] = ()
    starts_vacation: bool = False

    def days_off(self) -> frozenset[date]:
        return frozenset(day for vacation in self.vacations for day in vacation.days())

    def days_in(self, year: int) -> int:
        """Return how many days of vacation that year has."""
        return sum(day.year == year for day in self.days_off())

    def with_day(self, day: date) -> Calendar:
        """Return the calendar with that day taken off by itself."""
        return replace(self, vacations=(*self.vacations, Vacation(day, day, automatic=True)))

    def fits(self) -> bool:
        """Return whether it keeps to what fairness allows: so much of a day, of a week and of a year."""
        years = {day.year for day in self.days_off()}
        return (
            0 <= self.hours <= MOST_HOURS
            and len(self.weekdays) <= MOST_DAYS
            and all(self.days_in(year) <= MOST_VACATION for year in years)
        )

    def moves(self, old: Calendar) -> bool:
        """Return whether the clock stands still where it ran by the old one, each day or each week."""
        if not self.hours and not self.weekdays:
            return False
        return self.zone != old.zone or not (self.hours_off() <= old.hours_off() and self.weekdays <= old.weekdays)

    def hours_off(self) -> frozenset[int]:
        return frozenset((self.hour + index) % 24 for index in range(self.hours))


ALWAYS = Calendar()


class CalendarChange(NamedTuple):
    """A calendar as somebody wrote it, and when. Entries are listed in that order."""

    written_at: datetime
    calendar: Calendar


def fixed_until(entries: Sequence[CalendarChange], now: datetime) -> datetime | None:
    """Return until when the pauses may be made shorter only, since they were moved of late; None: they may be moved."""
    before = [ALWAYS, *(entry.calendar for entry in entries)]
    moved = [entry.written_at for entry, old in zip(entries, before, strict=False) if entry.calendar.moves(old)]
    return max((at + WEEK for at in moved if now - WEEK < at <= now - TO_CORRECT), default=None)


def in_force(entries: Sequence[CalendarChange], since: datetime) -> Calendar:
    """Return the calendar of a turn that began then.

    It is the one last written before, with the vacation days taken automatically since, and without those given back: a
    year's days are not used twice.
    """
    before = [entry for entry in entries if entry.written_at <= since]
    calendar = max(before, key=lambda entry: entry.written_at).calendar if before else ALWAYS
    later = {
        vacation
        for entry in entries
        if entry.written_at > since
        for vacation in entry.calendar.vacations
        if vacation.automatic
    }
    gone = calendar.days_off() - entries[-1].calendar.days_off() if entries else frozenset()
    return replace(calendar, vacations=tuple(without_vacation(gone, sorted({*calendar.vacations, *later}))))


def without_vacation(gone: frozenset[date], vacations: Iterable[Vacation]) -> Iterator[Vacation]:
    for each in vacations:
        if gone.isdisjoint(each.days()):
            yield each
        else:
            yield from (Vacation(day, day, each.automatic) for day in each.days() if day not in gone)


def clock_pauses(calendar: Calendar, since: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the pauses that end after `since`, in order and apart from each other.

    Without end if they come each week.
    """
    begun: tuple[datetime, datetime] | None = None
    for start, end in daily_stretches(calendar, days_from(calendar, day_of(calendar.zone, since) - DAY)):
        if end <= since or end <= start:
            continue
        if begun is not None and start > begun[1]:
            yield begun
            begun = None
        begun = (start, end) if begun is None else (begun[0], max(begun[1], end))
    if begun is not None:
        yield begun


def days_from(calendar: Calendar, first: date) -> Iterable[date]:
    """Return the days on which there may be a pause."""
    if calendar.hours or calendar.weekdays:
        return (first + ahead * DAY for ahead in count())
    return sorted(day for day in calendar.days_off() if day >= first)


def daily_stretches(calendar: Calendar, days: Iterable[date]) -> Iterator[tuple[datetime, datetime]]:
    """Yield what each day brings, by its beginning."""
    off = calendar.days_off()
    for day in days:
        if day.weekday() in calendar.weekdays or day in off:
            yield start_of_day(calendar.zone, day), start_of_day(calendar.zone, day + DAY)
        if calendar.hours:
            yield (
                at_hour(calendar.zone, day, calendar.hour),
                at_hour(calendar.zone, day, calendar.hour + calendar.hours),
            )


def active_time(calendar: Calendar, since: datetime, until: datetime) -> timedelta:
    """Return how long the clock ran between the two; not at all where the machine's clock was set back meanwhile."""
    if until <= since:
        return timedelta(0)
    ran = until - since
    for start, end in clock_pauses(calendar, since):
        if start >= until:
            break
        ran -= min(end, until) - max(start, since)
    return ran


def end_of(calendar: Calendar, since: datetime, time: timedelta) -> datetime:
    """Return when the clock has run for `time`: the inverse of `active`. Never in a pause: then at its end."""
    at, left = since, time
    for start, end in clock_pauses(calendar, since):
        if start > at:
            if left < start - at:
                break
            left -= start - at
        at = end
    return at + left


# From the clock on somebody's wall to instants, over the days on which it is set forward or back.


@lru_cache(maxsize=4096)
def first_instant(zone: str, wall: datetime) -> datetime:
    """Return the first instant at which a clock in the zone shows `wall` (naive) or more.

    It grows with `wall`, always.
    """
    place = ZoneInfo(zone)
    found = wall.replace(tzinfo=place, fold=0).astimezone(UTC)
    if found.astimezone(place).replace(tzinfo=None) == wall:
        return found
    return set_forward(place, wall.replace(tzinfo=place, fold=1).astimezone(UTC), found)


def set_forward(place: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return when, between the two, the clock jumped over a time that it never showed."""
    old = before.astimezone(place).utcoffset()
    while after - before > SECOND:
        middle = before + (after - before) // 2
        middle = middle.replace(microsecond=0)
        if middle <= before:
            break
        if middle.astimezone(place).utcoffset() == old:
            before = middle
        else:
            after = middle
    return after


def day_of(zone: str, moment: datetime) -> date:
    return moment.astimezone(ZoneInfo(zone)).date()


def start_of_day(zone: str, day: date) -> datetime:
    """Return when the day begins there."""
    return first_instant(zone, datetime.combine(day, time()))


def at_hour(zone: str, day: date, hour: int) -> datetime:
    """Return when it is `hour` there on that day; from 24 on it is the day after."""
    return first_instant(zone, datetime.combine(day, time()) + timedelta(hours=hour))


def next_hour(zone: str, after: datetime, hour: int) -> datetime:
    """Return the next instant, later than `after`, at which it is `hour` there."""
    day = day_of(zone, after)
    days = (day + timedelta(days=ahead) for ahead in range(3))
    return next(moment for moment in (at_hour(zone, each, hour) for each in days) if moment > after)
