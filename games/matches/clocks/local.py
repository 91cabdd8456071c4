"""From the clock on somebody's wall to instants, over the days on which it is set forward or back."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

SECOND = timedelta(seconds=1)


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
    """When, between the two, the clock jumped over a time that it never showed."""
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
    """When the day begins there."""
    return first_instant(zone, datetime.combine(day, time()))


def at_hour(zone: str, day: date, hour: int) -> datetime:
    """When it is `hour` there on that day; from 24 on it is the day after."""
    return first_instant(zone, datetime.combine(day, time()) + timedelta(hours=hour))


def next_hour(zone: str, after: datetime, hour: int) -> datetime:
    """Return the next instant, later than `after`, at which it is `hour` there."""
    day = day_of(zone, after)
    days = (day + timedelta(days=ahead) for ahead in range(3))
    return next(moment for moment in (at_hour(zone, each, hour) for each in days) if moment > after)
