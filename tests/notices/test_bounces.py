"""A real mail server refuses in the dialogue, for good or for now: what becomes of the mail, its owner and the next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import outbox
from accounts.models import Mail, User
from accounts.models.mail import MailState
from accounts.models.notices import When
from games.models.notice import DeliveryState, Event
from games.services import notices
from tests import post
from tests.factories import people, played, running_match
from tests.notices.conftest import wants

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
GONE, BUSY = "550 5.1.1 No such user here", "451 4.7.1 Greylisted, come back"


def send(deliver: Deliver, now: datetime) -> None:
    """What tasks and sweep do, as soon as all that waits is due."""
    deliver(now)
    waiting = Mail.objects.filter(state=MailState.WAITING)
    due = max(waiting.values_list("due_at", flat=True), default=now)
    outbox.send_all(outbox.due(due), now=due)


def wants_turns_only(user: User) -> None:
    wants(user, when=When.NEVER)
    wants(user, Event.YOUR_TURN)


def test_an_address_that_is_refused_for_good_is_paused_and_its_owner_told(
    letters: post.Letters, delivered: Deliver, client: Client
) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = GONE
    match = played(running_match(ann, ben, now=now, name="Atoll"), now=now)
    send(delivered, now)
    mail = Mail.objects.get(to=ben.email)
    played(played(match, now=now), now=now)  # it is Ben's turn once more
    send(delivered, now + timedelta(minutes=1))
    client.force_login(ben)
    bell, settings_page = client.get("/notices/").text, client.get("/notices/settings/").text

    assert (mail.state, mail.attempts) == (MailState.FAILED, 1)
    assert list(mail.deliveries.values_list("state", flat=True)) == [DeliveryState.DONE] * mail.deliveries.count()
    assert Mail.objects.filter(to=ben.email).count() == 1
    assert [notice.event for notice in notices.latest(ben)].count(Event.CHANNEL) == 1
    assert f"This no longer works and was switched off: {ben.email}" in bell
    assert "No such user here" in bell + settings_page
    assert letters.to(ben.email) == []


def test_the_owner_says_that_it_works_again(letters: post.Letters, delivered: Deliver, client: Client) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = GONE
    match = played(running_match(ann, ben, now=now), now=now)
    send(delivered, now)
    letters.refusals.clear()
    client.force_login(ben)
    client.post("/notices/address/")
    played(played(match, now=now), now=now)
    send(delivered, now + timedelta(minutes=1))

    assert [letter["Subject"] for letter in letters.to(ben.email)] == ["Your turn: Taluva with Ann"]


def test_who_is_refused_for_now_gets_the_mail_later_and_is_told_nothing(
    letters: post.Letters, delivered: Deliver
) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = BUSY
    played(running_match(ann, ben, now=now), now=now)
    for _attempt in range(3):
        send(delivered, now)
    mail = Mail.objects.get(to=ben.email)
    assert (mail.state, mail.attempts, "Greylisted" in mail.reason) == (MailState.WAITING, 3, True)

    letters.refusals.clear()
    send(delivered, now)
    send(delivered, now)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (MailState.SENT, 4)
    assert [letter["Message-ID"] for letter in letters.to(ben.email)] == [mail.message_id]
    assert Event.CHANNEL not in {notice.event for notice in notices.latest(ben)}


def test_a_turn_played_while_the_server_was_busy_is_not_mailed(letters: post.Letters, delivered: Deliver) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = BUSY
    match = played(running_match(ann, ben, now=now), now=now)
    send(delivered, now)
    letters.refusals.clear()
    played(match, now=now)
    send(delivered, now)

    assert Mail.objects.get(to=ben.email).state == MailState.DROPPED
    assert letters.to(ben.email) == []
