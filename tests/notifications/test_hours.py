"""Mail hours and the hour of the daily mail, on the days on which clocks are set forward or back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import NoticeSettings, User
from games.matches.clocks.calendar import next_hour
from games.notifications.notification_settings import Preferences

BERLIN, SANTIAGO = "Europe/Berlin", "America/Santiago"
QUARTER = timedelta(minutes=15)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def wishes_of(zone: str, **values: int) -> Preferences:
    user = User(username="Ann", time_zone=zone)
    return Preferences(user, NoticeSettings(user=user, **values))


# In Berlin the hour from 2 is left out on 29 March and comes twice on 25 October; in Santiago the one from 0 is left
# out on 6 September, and the one from 23 comes twice on 4 April.
DAILY = [
    ("the day before", BERLIN, "2026-03-27T12:00", 8, "2026-03-28T07:00"),
    ("set forward", BERLIN, "2026-03-28T12:00", 8, "2026-03-29T06:00"),
    ("an hour left out", BERLIN, "2026-03-28T12:00", 2, "2026-03-29T01:00"),
    ("once where it is left out", BERLIN, "2026-03-29T01:00", 2, "2026-03-30T00:00"),
    ("set back", BERLIN, "2026-10-24T12:00", 8, "2026-10-25T07:00"),
    ("the first of two", BERLIN, "2026-10-24T12:00", 2, "2026-10-25T00:00"),
    ("not the second of two", BERLIN, "2026-10-25T00:00", 2, "2026-10-26T01:00"),
    ("from the second of two", BERLIN, "2026-10-25T01:00", 2, "2026-10-26T01:00"),
    ("set forward", SANTIAGO, "2026-09-05T13:00", 8, "2026-09-06T11:00"),
    ("midnight left out", SANTIAGO, "2026-09-05T12:00", 0, "2026-09-06T04:00"),
    ("once where it is left out", SANTIAGO, "2026-09-06T04:00", 0, "2026-09-07T03:00"),
    ("set back", SANTIAGO, "2026-04-04T12:00", 8, "2026-04-05T12:00"),
    ("the first of two", SANTIAGO, "2026-04-04T12:00", 23, "2026-04-05T02:00"),
    ("not the second of two", SANTIAGO, "2026-04-05T02:00", 23, "2026-04-06T03:00"),
]


@pytest.mark.parametrize(("zone", "after", "hour", "due"), [row[1:] for row in DAILY], ids=[row[0] for row in DAILY])
def test_the_daily_mail_comes_at_its_hour(zone: str, after: str, hour: int, due: str) -> None:
    assert next_hour(zone, utc(after), hour) == utc(due)
    assert wishes_of(zone, digest_hour=hour).next_digest(utc(after)) == utc(due)


OPENS = [
    ("set forward", BERLIN, (8, 20), "2026-03-28T23:00", "2026-03-29T06:00"),
    ("only an hour left out", BERLIN, (2, 3), "2026-03-28T23:00", "2026-03-30T00:00"),
    ("from an hour left out", BERLIN, (2, 4), "2026-03-28T23:00", "2026-03-29T01:00"),
    ("until an hour left out", BERLIN, (22, 2), "2026-03-29T01:00", "2026-03-29T20:00"),
    ("set back", BERLIN, (8, 20), "2026-10-24T23:00", "2026-10-25T07:00"),
    ("the first of two", BERLIN, (2, 3), "2026-10-24T23:30", "2026-10-25T00:00"),
    ("in the first of two", BERLIN, (2, 3), "2026-10-25T00:30", "2026-10-25T00:30"),
    ("in the second of two", BERLIN, (2, 3), "2026-10-25T01:30", "2026-10-25T01:30"),
    ("after both", BERLIN, (2, 3), "2026-10-25T02:00", "2026-10-26T01:00"),
    ("over midnight and both", BERLIN, (22, 3), "2026-10-25T01:30", "2026-10-25T01:30"),
    ("set forward", SANTIAGO, (8, 20), "2026-09-06T02:00", "2026-09-06T11:00"),
    ("from a midnight left out", SANTIAGO, (0, 6), "2026-09-06T02:00", "2026-09-06T04:00"),
    ("only a midnight left out", SANTIAGO, (0, 1), "2026-09-06T02:00", "2026-09-07T03:00"),
    ("set back", SANTIAGO, (8, 20), "2026-04-05T02:00", "2026-04-05T12:00"),
    ("in the second of two", SANTIAGO, (23, 0), "2026-04-05T03:30", "2026-04-05T03:30"),
]


@pytest.mark.parametrize(("zone", "hours", "now", "opens"), [row[1:] for row in OPENS], ids=[row[0] for row in OPENS])
def test_mail_hours_begin(zone: str, hours: tuple[int, int], now: str, opens: str) -> None:
    assert wishes_of(zone, mail_from=hours[0], mail_until=hours[1]).opens(utc(now)) == utc(opens)


# Shortly before clocks are set, in one of these places at least.
JUMPS = [utc(day) for day in ("2026-03-28T16:00", "2026-04-04T12:00", "2026-09-05T16:00", "2026-10-24T12:00")]


@settings(max_examples=300, deadline=None)
@given(
    zone=st.sampled_from([BERLIN, SANTIAGO, "Australia/Lord_Howe"]),
    first=st.integers(0, 23),
    length=st.sampled_from([1, 1, 2, 12, 23]),
    now=st.builds(lambda jump, quarters: jump + quarters * QUARTER, st.sampled_from(JUMPS), st.integers(0, 96)),
)
def test_mail_hours_begin_at_the_first_moment_that_lies_in_them(
    zone: str, first: int, length: int, now: datetime
) -> None:
    hours = {(first + n) % 24 for n in range(length)}
    place = ZoneInfo(zone)

    opens = wishes_of(zone, mail_from=first, mail_until=(first + length) % 24).opens(now)

    before = [now + n * QUARTER for n in range((opens - now) // QUARTER)]
    assert opens.astimezone(place).hour in hours
    assert not any(moment.astimezone(place).hour in hours for moment in before)
