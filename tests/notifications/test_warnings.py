"""Warnings before a deadline: which is told, when, and what mail hours and moved deadlines make of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import Mail, User
from accounts.models.notice_settings import MailTiming
from games import sweeping
from games.matches import play
from games.matches.clocks import clock_changes
from games.models import Delivery, Notice, Seat, TurnOrigin
from games.models.notice import DeliveryState, Event
from tests.factories import NOW, level_bot, people, played, running_match
from tests.notifications.conftest import send_digests, told, wants

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def warnings_of(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user, event=Event.DEADLINE).order_by("pk").values_list("detail", flat=True))


def test_mail_hours_hold_back_all_but_the_last_warning(delivered: Deliver) -> None:
    ann, ben = people(2)
    User.objects.filter(pk=ben.pk).update(time_zone="Asia/Tokyo")  # noon in UTC is nine in the evening there
    wants(ben, mail_from=8, mail_until=20)
    match = running_match(ann, ben, days_per_turn=1, name="one")
    played(match, now=NOW)

    evening = told(delivered(NOW + MINUTE))
    morning = [mail for mail in delivered(datetime(2026, 5, 4, 23, 0, 1, tzinfo=UTC)) if mail.to.startswith("ben")]
    sweeping.sweep_clocks(NOW + 22 * HOUR + MINUTE)  # seven in the evening: two hours are left
    last = delivered(NOW + 22 * HOUR + MINUTE)

    assert [line for line in evening if line[0] == "ben"] == []
    assert told(morning) == [("ben", "Your turn: one")]
    assert told(last)[-1] == ("ben", "Your time is running out: one")


def test_last_warning_comes_at_night_too(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, Event.DEADLINE, mail_from=8, mail_until=9)
    wants(ben, Event.YOUR_TURN, Event.STARTED, when=MailTiming.NEVER)
    played(running_match(ann, ben, days_per_turn=2, name="one"), now=NOW)

    for hours in (25, 39, 46.5):
        sweeping.sweep_clocks(NOW + hours * HOUR)
        delivered(NOW + hours * HOUR)

    sent = Delivery.objects.filter(notice__user=ben, notice__event=Event.DEADLINE, state=DeliveryState.DONE)
    assert warnings_of(ben) == ["50", "20", "last"]
    assert list(sent.values_list("notice__detail", flat=True)) == ["last"]


LATEST = [
    ({"mail_from": 6, "mail_until": 8}, ["A fifth of your time left: one", "Your time is running out: one"]),
    ({"mail_from": 8, "mail_until": 9}, ["Your time is running out: one"]),
    ({"when": MailTiming.DIGEST, "digest_hour": 6}, ["A fifth of your time left: one"]),
    ({"when": MailTiming.DIGEST, "digest_hour": 8}, ["Your time is running out: one"]),
]


@pytest.mark.parametrize(("wish", "lines"), LATEST)
def test_of_warnings_that_waited_the_latest_is_told(wish: dict[str, Any], lines: list[str], delivered: Deliver) -> None:
    ann, ben = people(2)
    for user in (ann, ben):
        wants(user, when=MailTiming.NEVER)
    wants(ben, Event.DEADLINE, **wish)
    start = NOW - 3 * HOUR  # at nine, as the turn ends two days later
    played(running_match(ann, ben, days_per_turn=2, name="one"), now=start)

    for hours in (24, 38.5, 45, 46, 47):
        sweeping.sweep_clocks(start + hours * HOUR)
        delivered(start + hours * HOUR)
        send_digests(now=start + hours * HOUR)

    assert [line for mail in Mail.objects.order_by("pk") for line in mail.text.splitlines() if ": one" in line] == lines


def test_missed_warnings_are_not_made_up_for() -> None:
    ann, ben = people(2)
    running_match(ann, ben, days_per_turn=5)
    sweeping.sweep_clocks(NOW + 4 * DAY + HOUR)
    sweeping.sweep_clocks(NOW + 4 * DAY + 2 * HOUR)

    assert warnings_of(ann) == ["20"]


def test_deadline_that_has_moved_is_warned_of_again() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, days_per_turn=1)
    sweeping.sweep_clocks(NOW + 22 * HOUR)
    clock_changes.give_time(match_id=match.pk, giver=ben, seat=0, hours=24, now=NOW + 23 * HOUR)
    for hours in (24, 39, 46):
        sweeping.sweep_clocks(NOW + hours * HOUR)
        sweeping.sweep_clocks(NOW + hours * HOUR + MINUTE)

    assert warnings_of(ann) == ["last", "50", "20", "last"]


def test_who_runs_out_of_time_and_is_back_before_the_bot_has_moved_gets_no_time_anew() -> None:
    ann, ben = people(2)
    bot = level_bot()
    match = running_match(ann, ben, at_deadline="stand-in", stand_in_level="seedling", days_per_turn=1)
    for hours in (12, 20, 22, 24):
        sweeping.sweep_clocks(NOW + hours * HOUR)
    for hours in (25, 49):
        play.come_back(match_id=match.pk, user=ann, now=NOW + hours * HOUR)
        sweeping.sweep_clocks(NOW + hours * HOUR + MINUTE)
    seat = Seat.objects.get(match=match, user=ann)
    before = (seat.stand_in, seat.is_back, seat.deadline)
    played(match, player=bot, by=TurnOrigin.STAND_IN, now=NOW + 50 * HOUR)
    played(match, player=ben, now=NOW + 51 * HOUR)
    seat.refresh_from_db()

    assert before == (True, True, None)
    assert (seat.stand_in, seat.is_back, seat.deadline) == (False, False, NOW + 75 * HOUR)
    assert warnings_of(ann) == ["50", "20", "last"]
    assert Notice.objects.filter(user=ann, event=Event.TIMED_OUT).count() == 1
