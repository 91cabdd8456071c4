"""Clocks at the table: calendars, vacation, gifts, banks, and who is out."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games import sweeping
from games.matches import play
from games.matches.clocks import clock_changes
from games.models import Match, MatchState, Seat, TurnOrigin
from games.registry import Refusal
from tests.factories import NOW, level_bot, people, played, running_match

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def deadline(match: Match, user: User) -> datetime | None:
    return match.seats.get(user=user).deadline


def nights(user: User, hours: int, now: datetime) -> None:
    clock_changes.change_calendar(user=user, hour=22, hours=hours, weekdays=[], starts_vacation=False, now=now)


def test_calendar_moves_the_deadline_of_the_next_turn_only() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=1)
    nights(ann, 10, NOW + HOUR)
    first = deadline(match, ann)
    played(match, now=NOW + 2 * HOUR)
    played(match, now=NOW + 2 * HOUR)

    assert first == NOW + DAY
    assert deadline(match, ann) == NOW + 2 * HOUR + 24 * HOUR + 20 * HOUR


def test_calendar_follows_the_zone_that_the_person_had_when_they_wrote_it() -> None:
    ann, ben = people(2)
    User.objects.filter(pk=ann.pk).update(time_zone="America/New_York")
    ann.refresh_from_db()
    nights(ann, 9, NOW - DAY)  # from two in the morning to eleven in UTC
    match = running_match(ann, ben, days_per_turn=1)

    assert deadline(match, ann) == NOW + DAY + 9 * HOUR


@pytest.mark.parametrize(("hours", "weekdays"), [(11, []), (0, [4, 5, 6])])
def test_more_than_is_fair_is_refused(hours: int, weekdays: list[int]) -> None:
    ann = people(1)[0]

    with pytest.raises(Refusal):
        clock_changes.change_calendar(user=ann, hour=0, hours=hours, weekdays=weekdays, starts_vacation=False, now=NOW)
    assert not ann.calendar_entries.exists()


MONDAY, THURSDAY = NOW, NOW + 3 * DAY
MOVES = [
    ("other days before the next turn", THURSDAY, {"weekdays": [3, 4]}, False),
    ("one of the days", THURSDAY, {"weekdays": [1]}, True),
    ("none", THURSDAY, {"weekdays": []}, True),
    ("hours besides", THURSDAY, {"weekdays": [0, 1], "hours": 1}, False),
    ("put right at once", MONDAY + HOUR / 2, {"weekdays": [3, 4]}, True),
    ("a week later", MONDAY + 7 * DAY, {"weekdays": [3, 4]}, True),
]


@pytest.mark.parametrize(("now", "wish", "may"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES])
def test_pauses_are_moved_once_a_week(now: datetime, wish: dict[str, Any], may: bool) -> None:
    ann = people(1)[0]
    values: dict[str, Any] = {"user": ann, "hour": 8, "hours": 0, "starts_vacation": False}
    clock_changes.change_calendar(**values, weekdays=[0, 1], now=MONDAY)
    refused = pytest.raises(Refusal, match="Until 11 May, 12:00 you can only reduce them")
    with nullcontext() if may else refused:
        clock_changes.change_calendar(**{**values, **wish}, now=now)

    assert ann.calendar_entries.count() == 1 + may


def test_corrections_one_after_the_other_are_no_way_around_it() -> None:
    ann = people(1)[0]
    for minutes, day in ((0, 0), (50, 1)):
        move(ann, day, NOW + timedelta(minutes=minutes))
    with pytest.raises(Refusal):
        move(ann, 2, NOW + timedelta(minutes=100))


def test_pauses_do_not_follow_a_zone_that_is_changed_before_each_turn() -> None:
    ann = people(1)[0]
    move(ann, 0, NOW)
    for hours, zone in ((2, "Asia/Tokyo"), (200, "Asia/Tokyo"), (202, "America/New_York")):
        ann.time_zone = zone
        clock_changes.follow_zone(user=ann, now=NOW + hours * HOUR)

    assert [each.zone for each in ann.calendar_entries.all()] == ["UTC", "Asia/Tokyo"]


def move(user: User, weekday: int, now: datetime) -> None:
    clock_changes.change_calendar(user=user, hour=0, hours=0, weekdays=[weekday], starts_vacation=False, now=now)


def test_vacation_has_twenty_days_a_year_and_is_given_back_until_it_has_begun() -> None:
    ann = people(1)[0]
    clock_changes.book_vacation(user=ann, first=date(2026, 7, 1), last=date(2026, 7, 20), now=NOW)
    with pytest.raises(Refusal):
        clock_changes.book_vacation(user=ann, first=date(2026, 9, 1), last=date(2026, 9, 1), now=NOW)
    with pytest.raises(Refusal):
        clock_changes.book_vacation(user=ann, first=date(2026, 5, 3), last=date(2026, 5, 3), now=NOW)

    kept = clock_changes.cancel_vacation(
        user=ann, first=date(2026, 7, 1), now=datetime(2026, 7, 5, 12, tzinfo=NOW.tzinfo)
    )

    assert [(each.first, each.last) for each in kept.vacations] == [(date(2026, 7, 1), date(2026, 7, 5))]


def test_days_given_back_are_gone_from_the_turn_that_runs_so_that_nobody_has_them_twice() -> None:
    ann, ben = people(2)
    clock_changes.book_vacation(user=ann, first=date(2026, 5, 6), last=date(2026, 5, 25), now=NOW - DAY)
    match = running_match(ann, ben, days_per_turn=3)  # from noon on the 4th
    booked = deadline(match, ann)
    later = NOW + 4 * DAY  # the 8th
    clock_changes.cancel_vacation(user=ann, first=date(2026, 5, 6), now=later)

    midnight = NOW - 12 * HOUR
    assert booked == midnight + 22 * DAY + 36 * HOUR
    assert deadline(match, ann) == midnight + 5 * DAY + 36 * HOUR  # the 6th, 7th and 8th are used
    assert clock_changes.current_calendar(ann).days_in(2026) == 3
    sweeping.sweep_clocks(later)
    assert Match.objects.get(pk=match.pk).is_running


def test_days_booked_since_do_not_help_the_turn_that_runs() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=1)
    clock_changes.book_vacation(user=ann, first=date(2026, 5, 5), last=date(2026, 5, 9), now=NOW + HOUR)
    clock_changes.give_time(match_id=match.pk, giver=ben, seat=0, hours=24, now=NOW + HOUR)

    assert deadline(match, ann) == NOW + 2 * DAY


def test_a_day_of_vacation_is_taken_before_a_time_out_until_none_is_left() -> None:
    ann, ben = people(2)
    clock_changes.change_calendar(user=ann, hour=0, hours=0, weekdays=[], starts_vacation=True, now=NOW - DAY)
    clock_changes.book_vacation(user=ann, first=date(2026, 7, 1), last=date(2026, 7, 18), now=NOW - DAY)
    match, other = (running_match(ann, ben, days_per_turn=1) for _index in range(2))

    for days in (1, 2):
        sweeping.sweep_clocks(NOW + days * DAY)
        assert deadline(match, ann) == deadline(other, ann) == NOW + (days + 1) * DAY
    sweeping.sweep_clocks(NOW + 3 * DAY)

    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    assert list(match.turns.values_list("by", flat=True)) == [TurnOrigin.CLOCK]
    assert clock_changes.current_calendar(ann).days_in(2026) == 20


def with_vacation(ann: User, ben: User) -> Match:
    clock_changes.change_calendar(user=ann, hour=0, hours=0, weekdays=[], starts_vacation=True, now=NOW - DAY)
    return running_match(ann, ben, days_per_turn=1)


def test_the_day_of_the_deadline_is_taken_though_the_sweep_comes_a_day_later() -> None:
    match = with_vacation(*people(2))
    ann = match.seats.get(index=0).user
    sweeping.sweep_clocks(NOW + DAY + 13 * HOUR)  # after midnight

    assert deadline(match, ann) == NOW + 2 * DAY
    assert clock_changes.current_calendar(ann).days_off() == {date(2026, 5, 5)}


def test_no_day_is_taken_that_comes_too_late_to_help() -> None:
    match = with_vacation(*people(2))
    ann = match.seats.get(index=0).user
    sweeping.sweep_clocks(NOW + 3 * DAY)

    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    assert not clock_changes.current_calendar(ann).days_off()


def test_no_day_is_taken_for_who_has_played_meanwhile() -> None:
    match = with_vacation(*people(2))
    ann = match.seats.get(index=0).user
    played(match, now=NOW + DAY)

    assert not clock_changes.take_vacation(user_id=ann.pk, match_id=match.pk, now=NOW + DAY)
    assert not clock_changes.current_calendar(ann).days_off()


def test_wish_for_vacation_by_itself_counts_from_the_next_turn() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=1)
    clock_changes.change_calendar(user=ann, hour=0, hours=0, weekdays=[], starts_vacation=True, now=NOW + HOUR)
    sweeping.sweep_clocks(NOW + DAY)

    match.refresh_from_db()
    assert match.state == MatchState.FINISHED


def test_time_is_given_once_a_turn_by_each_to_somebody_else() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo, days_per_turn=1)
    clock_changes.give_time(match_id=match.pk, giver=ben, seat=0, hours=24, now=NOW + HOUR)
    clock_changes.give_time(match_id=match.pk, giver=cleo, seat=0, hours=48, now=NOW + HOUR)

    assert deadline(match, ann) == NOW + 4 * DAY
    for giver, hours in ((ben, 24), (ann, 24), (cleo, 1)):
        with pytest.raises(Refusal):
            clock_changes.give_time(match_id=match.pk, giver=giver, seat=0, hours=hours, now=NOW + HOUR)
    played(match, now=NOW + 2 * HOUR)
    assert (deadline(match, ann), match.seats.get(user=ann).given) == (None, timedelta(0))


def test_bank_shrinks_by_what_a_turn_used_and_grows_with_it_up_to_its_cap() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=None, bank_hours=48, increment_hours=12, cap_hours=60)
    played(match, now=NOW + 30 * HOUR)
    played(match, now=NOW + 31 * HOUR)

    seats = {seat.user.username: seat for seat in Seat.objects.filter(match=match).select_related("user")}
    assert (seats["Ann"].bank, seats["Ben"].bank) == (30 * HOUR, 59 * HOUR)
    assert seats["Ann"].deadline == NOW + 61 * HOUR
    assert list(match.turns.values_list("used", flat=True)) == [30 * HOUR, HOUR]


def test_a_bank_that_ran_dry_is_a_day_again_after_the_turn_that_a_bot_had_to_finish() -> None:
    ann, ben = people(2)
    wishes = {"at_deadline": "stand-in", "stand_in_level": "seedling", "days_per_turn": None}
    level_bot()
    match = running_match(ann, ben, **wishes, bank_hours=48, increment_hours=6, cap_hours=60)
    sweeping.sweep_clocks(NOW + 48 * HOUR)
    for hours in (48, 60):
        play.come_back(match_id=match.pk, user=ann, now=NOW + hours * HOUR)
        assert deadline(match, ann) is None
    played(match, player=ann, now=NOW + 61 * HOUR)
    played(match, player=ben, now=NOW + 62 * HOUR)

    assert deadline(match, ann) == NOW + 86 * HOUR


def test_a_match_without_limit_has_no_deadlines() -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben, days_per_turn=None), now=NOW + 90 * DAY)
    sweeping.sweep_clocks(NOW + 400 * DAY)

    assert not Seat.objects.filter(match=match, deadline__isnull=False).exists()
    assert Match.objects.get(pk=match.pk).is_running
