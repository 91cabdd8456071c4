"""Whole turns on random calendars: banks over many of them, changes of the calendar, vacation that starts by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from unittest import mock

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.matches.clocks import ALWAYS, Calendar, RunningTurn, Vacation, active_time, end_of, in_force, seat_clocks
from games.matches.clocks.calendar import CalendarChange, day_of, start_of_day
from games.matches.clocks.clock_rules import DAYS_PER_TURN
from games.matches.clocks.seat_clocks import Clocks
from games.models import Match, Seat
from tests.matches.clocks.test_clocks import TIMES, calendars, cases

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MINUTES = st.integers(0, 3000).map(lambda minutes: timedelta(minutes=minutes))
# Until others are asked (None: they are not), how long they take, until it is played, what is given, and whether it is
# a turn or an answer only.
TURN = st.tuples(st.none() | MINUTES, MINUTES, MINUTES, st.sampled_from([0, 0, 24, 72]), st.booleans())


@settings(max_examples=200, deadline=None)
@given(case=cases(), turns=st.lists(TURN, min_size=1, max_size=8), cap=st.sampled_from([None, 96]))
def test_a_bank_loses_its_player_s_own_time_and_nothing_else(
    case: tuple[Calendar, datetime],
    turns: list[tuple[timedelta | None, timedelta, timedelta, int, bool]],
    cap: int | None,
) -> None:
    calendar, now = case
    match = Match(bank_hours=72, increment_hours=12, cap_hours=cap)
    seat = Seat(match=match, user=User(pk=1, has_calendar=True))
    entries = {1: [CalendarChange(now, calendar)]}
    bank = 72 * HOUR
    with mock.patch.object(seat_clocks, "entries_of", return_value=entries):
        clocks = Clocks(match, [seat])
        for asked, away, more, gift, is_turn in turns:
            clocks.start(seat, now)
            seat.given += gift * HOUR
            clocks.set_deadline(seat, now)
            used = timedelta(0)
            if asked is not None:
                used = active_time(calendar, now, now + asked)
                clocks.pause(seat, now + asked)
                assert seat.deadline is None
                now += asked + away
                clocks.start(seat, now, goes_on=True)
            assert seat.deadline == end_of(calendar, now, bank + gift * HOUR - used)
            used += active_time(calendar, now, now + more)
            now += more
            clocks.stop(seat, now, is_turn=is_turn)

            left = max(timedelta(0), bank + gift * HOUR - used)
            if is_turn:
                bank = left + 12 * HOUR if cap is None else max(min(left + 12 * HOUR, cap * HOUR), left)
            else:
                bank = left
            assert (seat.bank, seat.deadline, seat.given) == (bank, None, timedelta(0))
            now += HOUR


@settings(max_examples=200, deadline=None)
@given(case=cases(), days=st.sampled_from(DAYS_PER_TURN), gift=st.sampled_from([0, 24, 168]), now=MINUTES)
def test_days_for_a_turn_are_the_player_s_own_days_and_what_was_given(
    case: tuple[Calendar, datetime], days: int, gift: int, now: timedelta
) -> None:
    calendar, since = case
    seat = Seat(match=Match(days_per_turn=days), user=User(pk=1, has_calendar=True))
    with mock.patch.object(seat_clocks, "entries_of", return_value={1: [CalendarChange(since, calendar)]}):
        clocks = Clocks(seat.match, [seat])
        clocks.start(seat, since)
        seat.given += gift * HOUR
        clocks.set_deadline(seat, since + now)

        assert seat.deadline == end_of(calendar, since, days * DAY + gift * HOUR)
        assert active_time(calendar, since, seat.deadline) == days * DAY + gift * HOUR
        assert seat.warn_at is None or since + now < seat.warn_at < seat.deadline


@st.composite
def changes(draw: st.DrawFn) -> tuple[list[CalendarChange], datetime, list[CalendarChange]]:
    """A calendar that was written before a turn began, and what its owner wrote during the turn."""
    calendar, since = draw(cases())
    later = st.integers(1, 60 * 24 * 20).map(lambda minutes: since + timedelta(minutes=minutes))
    written = draw(st.lists(later, min_size=1, max_size=3))
    return (
        [CalendarChange(since - DAY, calendar)],
        since,
        [CalendarChange(at, draw(calendars(since))) for at in sorted(written)],
    )


@settings(max_examples=300, deadline=None)
@given(case=changes(), time=TIMES)
def test_nobody_gains_time_for_a_turn_by_what_they_write_during_it(
    case: tuple[list[CalendarChange], datetime, list[CalendarChange]], time: timedelta
) -> None:
    before, since, during = case
    old = before[0].calendar
    kept = [CalendarChange(at, replace(new, vacations=(*old.vacations, *new.vacations))) for at, new in during]
    booked = end_of(in_force(before, since), since, time)

    assert end_of(in_force([*before, *during], since), since, time) <= booked
    assert end_of(in_force([*before, *kept], since), since, time) == booked


@settings(max_examples=300, deadline=None)
@given(case=changes(), automatic=st.integers(0, 20), time=TIMES)
def test_a_day_that_was_taken_by_itself_counts_at_once_and_alone(
    case: tuple[list[CalendarChange], datetime, list[CalendarChange]], automatic: int, time: timedelta
) -> None:
    before, since, during = case
    old = before[0].calendar
    day = since.date() + timedelta(days=automatic)
    last = replace(during[-1].calendar, vacations=(*old.vacations, *during[-1].calendar.vacations)).with_day(day)
    entries = [*before, *during, CalendarChange(during[-1].written_at + HOUR, last)]
    taken = in_force(entries, since)

    assert taken.days_off() == old.days_off() | {day}
    assert replace(taken, vacations=()) == replace(old, vacations=())
    assert end_of(taken, since, time) == end_of(old.with_day(day), since, time)


@settings(max_examples=300, deadline=None)
@given(case=cases(), time=TIMES)
def test_the_day_of_the_deadline_is_a_new_one_and_moves_it_beyond_itself(
    case: tuple[Calendar, datetime], time: timedelta
) -> None:
    calendar, since = case
    turn = RunningTurn(calendar, since, time)
    deadline = turn.deadline()
    day = day_of(calendar.zone, deadline)
    moved = replace(turn, calendar=calendar.with_day(day)).deadline()

    assert day not in calendar.days_off()
    assert calendar.with_day(day).days_in(day.year) == calendar.days_in(day.year) + 1
    assert moved >= start_of_day(calendar.zone, day + DAY) > deadline
    assert turn.used(moved) >= time


@settings(max_examples=200, deadline=None)
@given(case=cases(), days=st.integers(1, 10))
def test_vacation_costs_whole_days_of_the_zone(case: tuple[Calendar, datetime], days: int) -> None:
    """On a calendar without other pauses the clock stands exactly from the first midnight to the last."""
    zone, since = case[0].zone, case[1]
    first = day_of(zone, since) + DAY
    last = first + timedelta(days=days - 1)
    off = replace(ALWAYS, zone=zone, vacations=(Vacation(first, last),))
    begin, end = start_of_day(zone, first), start_of_day(zone, last + DAY)
    assume(begin > since)

    assert active_time(off, since, end + HOUR) == (begin - since) + HOUR
    assert end_of(off, since, begin - since) == end
