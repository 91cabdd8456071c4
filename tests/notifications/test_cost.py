"""What notices cost: queries of a turn, and the daily mails of thousands."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Mail, Webhook
from accounts.models.notice_settings import MailTiming
from games import tasks
from games.matches import notices
from games.models import Delivery, Match, Notice
from games.models.notice import DeliveryState, Event
from games.notifications import deliveries
from games.notifications.channels.mail import sending
from tests.factories import NOW, people, played, played_on, running_match
from tests.notifications.conftest import send_digests, wants

pytestmark = pytest.mark.django_db


def queries_of(match: Match, monkeypatch: pytest.MonkeyPatch, *, told: bool) -> int:
    with (
        monkeypatch.context() as patch,
        CaptureQueriesContext(
            connection,
        ) as captured,
    ):
        if not told:
            patch.setattr(notices, "create_turn_notices", lambda *args, **kwargs: None)
        played(match)
    return len(captured)


@pytest.mark.parametrize("number", [2, 4])
def test_notices_add_three_queries_to_a_turn_at_most(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    users = people(number)
    for user in users:
        wants(user)
        Webhook.objects.create(user=user, kind="json", url="https://hook.example/", events=[Event.YOUR_TURN])
    quiet, loud = (played_on(running_match(*users), 3) for _index in range(2))

    assert queries_of(loud, monkeypatch, told=True) - queries_of(quiet, monkeypatch, told=False) <= 3
    assert [match.notices.filter(turn=4).count() for match in (loud, quiet)] == [1, 0]


def digest_of(number: int) -> int:
    """The queries of a daily mail to so many people, who play each other."""
    from accounts.models import User

    users = [User.objects.create_user(f"User {n} of {number}", f"user{n}.{number}@club.example") for n in range(number)]
    for user in users:
        wants(user, Event.YOUR_TURN, when=MailTiming.DIGEST, until_visit=True)
        wants(user, Event.STARTED, when=MailTiming.NEVER)
    for one, other in zip(users[::2], users[1::2], strict=True):
        played(running_match(one, other), now=NOW)
    deliveries.plan_deliveries(now=NOW)
    Delivery.objects.filter(state=DeliveryState.WAITING).update(due_at=NOW)
    with CaptureQueriesContext(connection) as captured:
        sending.gather_some(digest=True, now=NOW)
    return len(captured)


def test_daily_mails_cost_the_same_queries_for_two_and_for_twenty() -> None:
    few, many = digest_of(2), digest_of(20)

    assert few == many
    assert Delivery.objects.filter(state=DeliveryState.DROPPED).count() == 11
    assert Mail.objects.count() == 11
    assert Notice.objects.filter(event=Event.YOUR_TURN, deliveries__state=DeliveryState.DONE).count() == 11


def test_daily_mails_of_many_go_out_in_portions_so_that_others_come_between(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(tasks.gather_mails, "delay", lambda _digest, after: told.append(after))
    monkeypatch.setattr(sending, "PEOPLE_AT_ONCE", 2)
    users = people(5)
    for user in users:
        wants(user, Event.YOUR_TURN, Event.STARTED, when=MailTiming.DIGEST)
    for one, other in zip(users, [*users[1:], users[0]], strict=True):
        running_match(one, other)
    deliveries.plan_deliveries(now=NOW)
    Delivery.objects.filter(state=DeliveryState.WAITING).update(due_at=NOW)

    written = []
    for after in (0, users[1].pk, users[3].pk):
        tasks.gather_mails(True, after)
        written.append(Mail.objects.count())

    assert (written, told) == ([2, 4, 5], [users[1].pk, users[3].pk])


def test_daily_mail_lists_the_games_that_wait_though_they_were_seen() -> None:
    ann, ben = people(2)
    wants(ben, Event.YOUR_TURN, Event.STARTED, when=MailTiming.DIGEST, digest_hour=7)
    one, two = (played(running_match(ann, ben, name=name), now=NOW) for name in ("one", "two"))
    deliveries.plan_deliveries(now=NOW)
    notices.mark_match_seen(match=one, seat=one.seats.get(user=ben), now=NOW)
    due = Delivery.objects.filter(digest=True).order_by("due_at").first().due_at

    send_digests(now=due)
    send_digests(now=due)

    mail = Mail.objects.get(to=ben.email)
    assert (due.hour, mail.subject) == (7, "Today: 2 games wait for you")
    assert ("Your turn: one" in mail.text, "Your turn: two" in mail.text) == (True, True)
    assert two.is_running
