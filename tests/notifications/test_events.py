"""Each event by each wish: at once, later, in the daily mail, never, in mail hours, and once until one has looked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Mail, User
from accounts.models.notice_settings import MailTiming
from games.matches import notices
from games.models import Delivery, Match, Notice
from games.models.notice import Event
from games.notifications import notification_settings
from games.notifications.notification_settings import EVENTS
from tests.factories import NOW, level_bot, people, running_match
from tests.notifications.conftest import send_digests, wants
from tests.notifications.happenings import HAPPENS, Happen, your_turn

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


each_event = pytest.mark.parametrize(("event", "happen", "subject"), HAPPENS, ids=[row[1].__name__ for row in HAPPENS])
# Told though it was seen: an end always, and a warning until the turn is played.
TOLD_ANYWAY = {Event.ENDED, Event.DEADLINE}
HELD_UNTIL_VISIT = {Event.YOUR_TURN, Event.STARTED, Event.PREPARED, Event.JOINED, Event.MESSAGE}


def setting(event: Event, when: MailTiming, **more: object) -> tuple[User, User]:
    """Ann, who does things, and Ben, who wants to hear of this event alone."""
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, event, when=when, **more)
    return ann, ben


def subjects(mails: list[Mail]) -> list[str]:
    return [mail.subject for mail in mails]


def visit(user: User, match: Match) -> None:
    """The person opens the game's page."""
    client = Client()
    client.force_login(user)
    assert client.get(match.get_absolute_url()).status_code == 200


def test_each_event_happens_here() -> None:
    assert {row[0] for row in HAPPENS} == set(EVENTS)


@each_event
def test_at_once(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    happen(*setting(event, MailTiming.AT_ONCE), NOW)

    assert subjects(delivered(NOW)) == [subject]
    assert subjects(delivered(NOW + DAY)) == [subject]


@each_event
def test_after_a_while(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    happen(*setting(event, MailTiming.LATER, minutes=30), NOW)

    assert subjects(delivered(NOW + 29 * MINUTE)) == []
    assert subjects(delivered(NOW + 30 * MINUTE)) == [subject]


@each_event
def test_not_at_all_if_it_was_seen_by_then(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    ann, ben = setting(event, MailTiming.LATER, minutes=30)
    match = happen(ann, ben, NOW)
    delivered(NOW + MINUTE)
    visit(ben, match)

    assert subjects(delivered(NOW + 30 * MINUTE)) == ([subject] if event in TOLD_ANYWAY else [])
    assert not Notice.objects.filter(user=ben, match=match, read_at=None).exists()


@each_event
def test_somebody_elses_visit_and_that_to_another_game_change_nothing(
    event: Event, happen: Happen, subject: str, delivered: Deliver
) -> None:
    ann, ben = setting(event, MailTiming.LATER, minutes=30)
    other = running_match(ann, ben, name="Other", now=NOW)
    match = happen(ann, ben, NOW)
    visit(ann, match)
    visit(ben, other)

    assert subjects(delivered(NOW + 30 * MINUTE)) == [subject]


@each_event
def test_in_the_daily_mail_at_the_local_hour(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    ann, ben = setting(event, MailTiming.DIGEST, digest_hour=7)
    User.objects.filter(pk=ben.pk).update(time_zone="Asia/Kathmandu")  # 5:45 before UTC: seven is 1:15
    happen(ann, ben, NOW)
    seven = NOW.replace(hour=1, minute=15) + DAY
    before = delivered(seven - MINUTE)
    early = send_digests(now=seven - MINUTE)

    assert (before, early, send_digests(now=seven), send_digests(now=seven + DAY)) == ([], 0, 1, 0)
    assert subject in Mail.objects.get().text


@each_event
def test_never_but_on_the_bell(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    ann, ben = setting(event, MailTiming.NEVER)
    happen(ann, ben, NOW)
    send_digests(now=NOW + 2 * DAY)

    assert delivered(NOW + 2 * DAY) == []
    assert Notice.objects.filter(user=ben, event=event).count() == 1


@each_event
def test_what_waits_does_not_go_out_once_it_is_stopped(
    event: Event, happen: Happen, subject: str, delivered: Deliver
) -> None:
    ann, ben = setting(event, MailTiming.LATER, minutes=30)
    happen(ann, ben, NOW)
    delivered(NOW + MINUTE)
    notification_settings.stop_mails(user=ben, category=event)

    assert delivered(NOW + HOUR) == []
    assert "not wanted" in Delivery.objects.filter(notice__user=ben).values_list("why", flat=True)


def test_one_daily_mail_tells_of_everything_at_once(delivered: Deliver) -> None:
    """Of games that run, that have ended, and of tables that never began."""
    ann, ben = people(2)
    level_bot()
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.DIGEST)
    for _event, happen, _subject in HAPPENS:
        happen(ann, ben, NOW)
    delivered(NOW)
    send_digests(now=NOW + 20 * HOUR)

    (mail,) = Mail.objects.all()
    assert [subject for _event, _happen, subject in HAPPENS if subject not in mail.text] == []
    assert mail.deliveries.count() >= len(HAPPENS)


def test_daily_mail_does_not_go_out_once_it_is_stopped(delivered: Deliver) -> None:
    ann, ben = setting(Event.YOUR_TURN, MailTiming.DIGEST)
    your_turn(ann, ben, NOW)
    delivered(NOW)
    notification_settings.stop_mails(user=ben, category=notification_settings.DIGEST)

    assert send_digests(now=NOW + 2 * DAY) == 0
    assert Delivery.objects.get(notice__user=ben).why == "not wanted"


@each_event
def test_mail_hours_put_it_off(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    happen(*setting(event, MailTiming.AT_ONCE, mail_from=14, mail_until=16), NOW)

    assert subjects(delivered(NOW + 2 * HOUR - MINUTE)) == []
    assert subjects(delivered(NOW + 2 * HOUR)) == [subject]


@each_event
def test_one_mail_until_the_visit(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    ann, ben = setting(event, MailTiming.AT_ONCE, until_visit=True)
    first = happen(ann, ben, NOW)
    delivered(NOW)
    happen(ann, ben, NOW + HOUR)
    second = subjects(delivered(NOW + HOUR))
    look(first, ben, NOW + 2 * HOUR)
    third = subjects(delivered(NOW + 3 * HOUR))

    assert second == [subject] * (1 if event in HELD_UNTIL_VISIT else 2)
    assert third == [subject] * 2


@each_event
def test_one_daily_mail_until_the_visit(event: Event, happen: Happen, subject: str, delivered: Deliver) -> None:
    """What was held comes with the daily mail after the visit, at its hour."""
    ann, ben = setting(event, MailTiming.DIGEST, until_visit=True, digest_hour=8)
    seven = NOW.replace(hour=7) + DAY
    first = happen(ann, ben, NOW)
    delivered(NOW)
    send_digests(now=seven + HOUR)
    happen(ann, ben, seven + DAY)
    delivered(seven + DAY)
    days = [send_digests(now=seven + HOUR + days * DAY) for days in (1, 2)]
    look(first, ben, seven + 3 * DAY)
    delivered(seven + 3 * DAY + 40 * MINUTE)
    last = [send_digests(now=seven + 3 * DAY + minutes * MINUTE) for minutes in (40, 60)]

    assert (days, last) == (([0, 0], [0, 1]) if event in HELD_UNTIL_VISIT else ([1, 0], [0, 0]))


def look(match: Match, user: User, now: datetime) -> None:
    match = Match.objects.get(pk=match.pk)
    if seat := match.seats.filter(user=user).first():
        notices.mark_match_seen(match=match, seat=seat, now=now)
