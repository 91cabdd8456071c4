"""A match that can't be dealt with holds up no other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import sweeping
from games.matches import live, play
from games.matches.clocks import clock_changes
from games.matches.tables import tables
from games.models import Delivery, Match, MatchState, Notice, Seat
from games.models.notice import Event
from games.notifications import deadline_warnings
from tests.factories import NOW, open_table, people, played, running_match

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def fail_for(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, match: Match) -> None:
    """Plants a defect in one match."""
    whole = getattr(module, name)

    def defective(*, match_id: int, **values: Any) -> Any:
        if match_id == match.pk:
            raise LookupError(f"{name} of a broken match")
        return whole(match_id=match_id, **values)

    monkeypatch.setattr(module, name, defective)


def test_one_bad_match_stops_no_sweep(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    ann, ben = people(2)
    late = [running_match(ann, ben, days_per_turn=1, now=NOW - 5 * DAY) for _index in range(2)]
    warned = [running_match(ann, ben, days_per_turn=2, now=NOW - DAY) for _index in range(2)]
    unfilled = [open_table(ann, now=NOW - 400 * DAY) for _index in range(2)]
    Seat.objects.filter(match__in=late).update(warn_at=None)  # they were warned
    fail_for(monkeypatch, play, "time_out", late[0])
    fail_for(monkeypatch, deadline_warnings, "warn_seats", warned[0])
    fail_for(monkeypatch, tables, "end_unstarted", unfilled[0])

    sweeping.run_sweep(now=NOW, grace=timedelta(0))

    assert [Match.objects.get(pk=match.pk).state for match in late] == [MatchState.RUNNING, MatchState.FINISHED]
    assert [match.notices.filter(event=Event.DEADLINE).count() for match in warned] == [0, 1]
    assert [Match.objects.get(pk=match.pk).is_open for match in unfilled] == [True, False]
    assert all(f"match {match.pk}" in caplog.text for match in (late[0], warned[0], unfilled[0]))


def test_one_bad_step_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = people(1)[0]
    table = open_table(ann, now=NOW - 400 * DAY)

    def defective(*_values: Any) -> None:
        raise LookupError("a broken step")

    for step in ("sweep_clocks", "sweep_notices", "sweep_bots"):
        monkeypatch.setattr(sweeping, step, defective)
    sweeping.run_sweep(now=NOW, grace=timedelta(0))

    assert not Match.objects.get(pk=table.pk).is_open


def test_notices_from_before_the_clock_was_set_back_wait_no_longer_than_others() -> None:
    match = running_match(*people(2))
    ahead, now = timezone.now() + 26 * HOUR, timezone.now()
    Notice.objects.update(created_at=ahead)
    planned = Notice.objects.filter(planned_at__isnull=False).first() or Notice.objects.first()
    Notice.objects.exclude(pk=planned.pk).update(planned_at=None)
    waits = Delivery.objects.create(notice=planned, channel="mail", due_at=ahead)
    daily = Delivery.objects.create(notice=planned, channel="webhook-1", due_at=ahead, digest=True)
    sweeping.date_back(now)

    assert {*Notice.objects.values_list("created_at", flat=True)} == {now}
    assert [Delivery.objects.get(pk=row.pk).due_at for row in (waits, daily)] == [now, ahead]
    assert match.notices.exists()


@pytest.mark.parametrize("hours", [23, 24, 80], ids=["an hour is left", "it is over", "long over"])
def test_who_was_not_warned_while_the_club_was_closed_is_warned_and_has_two_hours(hours: int) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=1, now=NOW)
    back = NOW + hours * HOUR
    sweeping.run_sweep(now=back, grace=timedelta(0))
    told = match.notices.filter(event=Event.DEADLINE).values_list("user", "detail", "step")
    first = [*told], match.seats.get(index=0).deadline
    sweeping.run_sweep(now=back + timedelta(minutes=119), grace=timedelta(0))
    until = Match.objects.get(pk=match.pk).state
    sweeping.run_sweep(now=back + 2 * HOUR, grace=timedelta(0))

    assert first == ([(ann.pk, "last", int(back.timestamp()))], back + 2 * HOUR)
    assert (until, Match.objects.get(pk=match.pk).state) == (MatchState.RUNNING, MatchState.FINISHED)
    assert len(told) == 1


def test_the_two_hours_begin_where_the_persons_clock_goes_on() -> None:
    ann, ben = people(2)
    clock_changes.append_calendar(ann, replace(clock_changes.current_calendar(ann), hour=22, hours=10), now=NOW - DAY)
    match = running_match(ann, ben, days_per_turn=1, now=NOW)
    night, morning = NOW + 83 * HOUR, NOW + 92 * HOUR  # eleven, and eight
    for now in (night, morning):
        sweeping.run_sweep(now=now, grace=timedelta(0))

    assert match.seats.get(index=0).deadline == morning + 2 * HOUR
    told = match.notices.filter(event=Event.DEADLINE).values_list("created_at", "detail")
    assert list(told) == [(morning, "last")]


def test_time_is_made_up_for_once_even_if_the_warning_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=1, now=NOW)
    fail_for(monkeypatch, deadline_warnings, "warn_seats", match)
    for minutes in (0, 20, 40, 121):
        sweeping.run_sweep(now=NOW + 30 * HOUR + timedelta(minutes=minutes), grace=timedelta(0))

    assert Match.objects.get(pk=match.pk).state == MatchState.FINISHED


def test_who_was_warned_in_time_has_no_more_time() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=1, now=NOW)
    for hours in (12, 19.2, 22, 24):
        sweeping.run_sweep(now=NOW + hours * HOUR, grace=timedelta(0))

    assert Match.objects.get(pk=match.pk).state == MatchState.FINISHED


@pytest.mark.parametrize(("minutes", "times"), [(1, 1), (10, 0)])
def test_a_match_whose_notices_were_lost_is_nudged_again(
    minutes: int,
    times: int,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    ann, ben = people(2)
    sent: list[live.Nudge] = []
    match = played(running_match(ann, ben, now=NOW), now=NOW)
    played(running_match(ann, ben, now=NOW), now=NOW)
    match.notices.update(planned_at=None)
    Notice.objects.exclude(match=match).update(planned_at=NOW)
    monkeypatch.setattr(live, "send_nudges", sent.extend)

    with django_capture_on_commit_callbacks(execute=True):
        sweeping.sweep_notices(NOW + timedelta(minutes=minutes), timedelta(seconds=20))

    groups = [live.match_group(match.key), live.user_group(ann.pk), live.user_group(ben.pk)] * times
    assert [(nudge.group, nudge.message["match"], nudge.message["turn"]) for nudge in sent] == [
        (group, match.key, 1) for group in groups
    ]
