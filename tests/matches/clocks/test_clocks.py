"""The clock over random calendars, zones and dates: what it used and what it has left is all there is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.clocks import ALWAYS, Calendar, Clock, RunningTurn, Vacation, active_time, end_of, in_force
from games.matches.clocks.calendar import CalendarChange, clock_pauses, day_of, first_instant

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
QUARTER, MIDNIGHT = timedelta(minutes=15), datetime(2011, 1, 1, tzinfo=UTC)
# Zones that set their clocks at 2, at midnight, by half an hour, and one that left out a whole day.
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "America/Havana",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Asia/Beirut",
    "Pacific/Apia",
    "Africa/Casablanca",
)
MOMENTS = st.datetimes(datetime(2011, 1, 1), datetime(2031, 1, 1), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=0)
)
TIMES = st.integers(0, 60 * 24 * 20).map(lambda minutes: timedelta(minutes=minutes))


@cache
def jumps(zone: str) -> list[datetime]:
    """When clocks in the zone were set, to the hour, in the years of the table below."""
    hours = (datetime(year, 1, 1, tzinfo=UTC) + hour * HOUR for year in (2011, 2026) for hour in range(365 * 24))
    place = ZoneInfo(zone)
    return [hour for hour in hours if hour.astimezone(place).utcoffset() != (hour + HOUR).astimezone(place).utcoffset()]


def moments(zone: str) -> st.SearchStrategy[datetime]:
    """Anywhere, or around one of the zone's jumps, where it matters."""
    if not jumps(zone):
        return MOMENTS
    near = st.builds(
        lambda jump, days, minutes: jump + days * DAY + timedelta(minutes=minutes),
        st.sampled_from(jumps(zone)), st.sampled_from([0, 0, -1, -3]), st.integers(-200, 200),
    )  # fmt: skip
    return st.one_of(MOMENTS, near, near)


@st.composite
def calendars(draw: st.DrawFn, since: datetime, zone: str | None = None) -> Calendar:
    start = st.integers(-20, 40).map(lambda days: since.date() + timedelta(days=days))
    vacation = st.builds(lambda first, days: Vacation(first, first + timedelta(days=days)), start, st.integers(0, 9))
    return Calendar(
        zone=zone or draw(st.sampled_from(ZONES)),
        hour=draw(st.integers(0, 23)),
        hours=draw(st.integers(0, 10)),
        weekdays=draw(st.frozensets(st.integers(0, 6), max_size=2)),
        vacations=tuple(draw(st.lists(vacation, max_size=2))),
    )


@st.composite
def cases(draw: st.DrawFn) -> tuple[Calendar, datetime]:
    zone = draw(st.sampled_from(ZONES))
    since = draw(moments(zone))
    return draw(calendars(since, zone)), since


def stands_still(calendar: Calendar, moment: datetime) -> bool:
    """Whether the calendar says so of what a clock on the wall shows then."""
    local = moment.astimezone(ZoneInfo(calendar.zone))
    is_off = local.weekday() in calendar.weekdays or local.date() in calendar.days_off()
    return is_off or (local.hour - calendar.hour) % 24 < calendar.hours


def counted(calendar: Calendar, since: datetime, until: datetime) -> timedelta:
    """How long the clock ran, by a look at the wall each quarter of an hour: full hours begin there in every zone."""
    ran, at = timedelta(0), since
    while at < until:
        then = min(until, at + QUARTER - (at - MIDNIGHT) % QUARTER)
        ran += timedelta(0) if stands_still(calendar, at) else then - at
        at = then
    return ran


@settings(max_examples=200, deadline=None)
@given(case=cases(), allowance=TIMES, later=TIMES)
def test_time_used_and_time_left_are_what_the_wall_shows(
    case: tuple[Calendar, datetime], allowance: timedelta, later: timedelta
) -> None:
    calendar, since = case
    turn, used = RunningTurn(calendar, since, allowance), counted(calendar, since, since + later)

    assert (turn.used(since + later), turn.left(since + later)) == (used, allowance - used)
    assert counted(calendar, since, turn.deadline()) == allowance


@settings(max_examples=400, deadline=None)
@given(case=cases(), time=TIMES, later=TIMES)
def test_the_inverse_returns(case: tuple[Calendar, datetime], time: timedelta, later: timedelta) -> None:
    calendar, since = case
    now = since + later

    assert active_time(calendar, since, end_of(calendar, since, time)) == time
    again = end_of(calendar, since, active_time(calendar, since, now))
    assert again == next((end for start, end in around(calendar, since, now) if start <= now < end), now)


@settings(max_examples=400, deadline=None)
@given(case=cases(), time=TIMES)
def test_a_deadline_never_lies_in_a_pause_and_pauses_never_shorten(
    case: tuple[Calendar, datetime], time: timedelta
) -> None:
    calendar, since = case
    deadline = end_of(calendar, since, time)

    assert not any(start <= deadline < end for start, end in around(calendar, since, deadline))
    assert deadline >= since + time


@settings(max_examples=200, deadline=None)
@given(case=cases(), time=TIMES, first=st.integers(-3, 30))
def test_one_more_day_off_never_shortens(case: tuple[Calendar, datetime], time: timedelta, first: int) -> None:
    calendar, since = case
    more = calendar.with_day(since.date() + timedelta(days=first))

    assert end_of(more, since, time) >= end_of(calendar, since, time)


@settings(max_examples=300, deadline=None)
@given(case=cases(), one=TIMES, other=TIMES)
def test_time_adds_up_and_only_grows(case: tuple[Calendar, datetime], one: timedelta, other: timedelta) -> None:
    calendar, since = case
    middle, end = since + one, since + one + other

    assert active_time(calendar, since, middle) + active_time(calendar, middle, end) == active_time(
        calendar, since, end
    )
    assert timedelta(0) <= active_time(calendar, middle, end) <= other


@st.composite
def walls(draw: st.DrawFn) -> tuple[str, datetime]:
    """A zone, and a time that its clocks show, or jump over."""
    zone = draw(st.sampled_from(ZONES))
    moment = draw(moments(zone))
    return zone, moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) + draw(st.integers(-90, 90)) * MINUTE


@settings(max_examples=400, deadline=None)
@given(wall=walls(), later=st.integers(0, 300))
def test_instants_grow_with_the_wall_clock_and_are_the_first_that_show_it(
    wall: tuple[str, datetime], later: int
) -> None:
    zone, naive = wall
    found = first_instant(zone, naive)

    assert found <= first_instant(zone, naive + later * MINUTE)
    assert found.astimezone(ZoneInfo(zone)).replace(tzinfo=None) >= naive
    assert (found - SECOND).astimezone(ZoneInfo(zone)).replace(tzinfo=None) < naive


@st.composite
def nights(draw: st.DrawFn) -> tuple[Calendar, datetime]:
    """A night in which clocks are set, and a moment in it or near it."""
    zone = draw(st.sampled_from([zone for zone in ZONES if jumps(zone)]))
    jump, hours = draw(st.sampled_from(jumps(zone))), draw(st.integers(1, 10))
    begun = jump.astimezone(ZoneInfo(zone)).hour - draw(st.integers(0, hours - 1))
    return Calendar(zone=zone, hour=begun % 24, hours=hours), jump + draw(st.integers(-700, 700)) * MINUTE


@settings(max_examples=600, deadline=None)
@given(case=st.one_of(cases(), nights()), later=st.sampled_from([0, 0, 60, 5000]))
def test_the_clock_stands_still_just_when_the_clock_on_the_wall_says_so(
    case: tuple[Calendar, datetime], later: int
) -> None:
    calendar, moment = case[0], case[1] + later * MINUTE

    assert (active_time(calendar, moment, moment + SECOND) == timedelta(0)) == stands_still(calendar, moment)


def around(calendar: Calendar, since: datetime, now: datetime) -> list[tuple[datetime, datetime]]:
    found = []
    for start, end in clock_pauses(calendar, since):
        if start > now:
            break
        found.append((start, end))
    return found


BERLIN = Calendar(zone="Europe/Berlin", hour=22, hours=9)
DEADLINES = [
    ("no pause", ALWAYS, "2026-06-01T12:00", 24, "2026-06-02T12:00"),
    ("the night stands still", BERLIN, "2026-06-01T12:00", 24, "2026-06-03T06:00"),
    ("a night that is an hour shorter", BERLIN, "2026-03-28T12:00", 10, "2026-03-29T06:00"),
    ("a night that is an hour longer", BERLIN, "2026-10-24T12:00", 9, "2026-10-25T07:00"),
    ("run out as the pause begins", BERLIN, "2026-06-01T12:00", 8, "2026-06-02T05:00"),
    ("the weekend", Calendar(weekdays=frozenset({5, 6})), "2026-06-05T12:00", 24, "2026-06-08T12:00"),
    ("vacation", Calendar(vacations=(Vacation(date(2026, 6, 2), date(2026, 6, 11)),)), "2026-06-01T12:00", 24,
     "2026-06-12T12:00"),
    ("the day that Samoa left out", Calendar(zone="Pacific/Apia", weekdays=frozenset({4})), "2011-12-29T12:00", 24,
     "2011-12-30T12:00"),
]  # fmt: skip


@pytest.mark.parametrize(("calendar", "since", "hours", "deadline"), [row[1:] for row in DEADLINES],
                         ids=[row[0] for row in DEADLINES])  # fmt: skip
def test_deadline(calendar: Calendar, since: str, hours: int, deadline: str) -> None:
    begun = datetime.fromisoformat(since).replace(tzinfo=UTC)

    assert end_of(calendar, begun, hours * HOUR).strftime("%Y-%m-%dT%H:%M") == deadline


BANK = Clock(bank=72 * HOUR, increment=12 * HOUR, cap=96 * HOUR)
BANKS = [
    ("grows by the increment", 72, 10, 0, 74),
    ("not above the cap", 96, 2, 0, 96),
    ("what was given counts", 1, 5, 24, 32),
    ("what was given may stand above the cap", 90, 1, 24, 113),
    ("not below nothing", 5, 8, 0, 12),
    ("untouched at the start", None, 0, 0, 84),
]


@pytest.mark.parametrize(("bank", "used", "given", "after"), [row[1:] for row in BANKS], ids=[row[0] for row in BANKS])
def test_bank_after_a_turn(bank: int | None, used: int, given: int, after: int) -> None:
    held = None if bank is None else bank * HOUR

    assert BANK.bank_after(held, used * HOUR, given * HOUR) == after * HOUR


@settings(max_examples=200, deadline=None)
@given(turns=st.lists(st.tuples(TIMES, TIMES), max_size=20))
def test_a_bank_is_what_came_in_less_what_was_used(turns: list[tuple[timedelta, timedelta]]) -> None:
    clock = Clock(bank=72 * HOUR, increment=12 * HOUR)
    bank = clock.bank
    for used, gift in turns:
        spent = min(used, bank + gift)
        before, bank = bank, clock.bank_after(bank, spent, gift)
        assert bank == before + gift - spent + clock.increment


def test_warnings_come_at_half_at_a_fifth_and_two_hours_before() -> None:
    turn = RunningTurn(ALWAYS, datetime(2026, 6, 1, tzinfo=UTC), 5 * DAY)

    assert [(warning.at.strftime("%d %H:%M"), warning.share) for warning in turn.warnings()] == [
        ("03 12:00", 50),
        ("05 00:00", 20),
        ("05 22:00", 0),
    ]


@settings(max_examples=200, deadline=None)
@given(case=cases(), allowance=TIMES)
def test_warnings_lie_between_the_beginning_and_the_deadline(
    case: tuple[Calendar, datetime], allowance: timedelta
) -> None:
    turn = RunningTurn(case[0], case[1], allowance)

    assert all(turn.since < warning.at < turn.deadline() for warning in turn.warnings())
    assert turn.warnings() == sorted(turn.warnings())


def test_a_change_counts_from_the_next_turn_but_a_day_taken_by_itself_at_once() -> None:
    written = datetime(2026, 6, 1, tzinfo=UTC)
    old, new = Calendar(hours=1), Calendar(hours=9, vacations=(Vacation(date(2026, 6, 9), date(2026, 6, 9)),))
    entries = [
        CalendarChange(written, old),
        CalendarChange(written + DAY, new),
        CalendarChange(written + 2 * DAY, new.with_day(date(2026, 6, 3))),
    ]

    during = in_force(entries, written + HOUR)
    after = in_force(entries, written + 3 * DAY)

    assert (during.hours, during.vacations) == (1, (Vacation(date(2026, 6, 3), date(2026, 6, 3), automatic=True),))
    assert (after.hours, len(after.vacations)) == (9, 2)
    assert in_force(entries[:2], written - HOUR) == ALWAYS


@settings(max_examples=200, deadline=None)
@given(case=cases(), time=TIMES, booked=st.integers(-3, 30), later=TIMES)
def test_who_gives_days_back_loses_time_but_none_that_has_passed(
    case: tuple[Calendar, datetime], time: timedelta, booked: int, later: timedelta
) -> None:
    calendar, since = case
    calendar = calendar.with_day(since.date() + timedelta(days=booked))
    now = min(since + later, end_of(calendar, since, time))
    kept = tuple(each for each in calendar.vacations if each.first <= day_of(calendar.zone, now))
    entries = [CalendarChange(since - HOUR, calendar), CalendarChange(now, replace(calendar, vacations=kept))]
    after = in_force(entries, since)

    assert after.days_off() == entries[1].calendar.days_off()
    assert active_time(after, since, now) == active_time(calendar, since, now)
    assert now <= end_of(after, since, time) <= end_of(calendar, since, time)


LIMITS = [
    (Calendar(hours=10), True),
    (Calendar(hours=11), False),
    (Calendar(weekdays=frozenset({5, 6})), True),
    (Calendar(weekdays=frozenset({4, 5, 6})), False),
    (Calendar(vacations=(Vacation(date(2026, 7, 1), date(2026, 7, 20)),)), True),
    (Calendar(vacations=(Vacation(date(2026, 7, 1), date(2026, 7, 20)),)).with_day(date(2026, 1, 1)), False),
    (Calendar(vacations=(Vacation(date(2026, 12, 20), date(2027, 1, 20)),)), True),
]


@pytest.mark.parametrize(("calendar", "fits"), LIMITS)
def test_calendar_keeps_to_what_is_fair(calendar: Calendar, fits: bool) -> None:
    assert calendar.fits() is fits
