"""A real mail server refuses in the dialogue, for good or for now: what becomes of the mail, its owner and the next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Mail, User
from accounts.models.mail import MailState
from accounts.models.notice_settings import MailTiming
from games.matches import notices
from games.models.notice import DeliveryState, Event
from games.notifications import notification_settings
from games.notifications.channels.mail import sending
from tests import post
from tests.factories import people, played, running_match
from tests.notifications.conftest import wants

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
GONE, BUSY = "550 5.1.1 No such user here", "451 4.7.1 Greylisted, come back"


def send(gathered: Deliver, now: datetime) -> None:
    """What tasks and sweep do, as soon as all that waits is due."""
    gathered(now)
    waiting = Mail.objects.filter(state=MailState.WAITING)
    due = max(waiting.values_list("due_at", flat=True), default=now)
    sending.send_due(now=due)


def wants_turns_only(user: User) -> None:
    wants(user, when=MailTiming.NEVER)
    wants(user, Event.YOUR_TURN)


def test_an_address_that_is_refused_for_good_is_paused_and_its_owner_told(
    letters: post.Letters, gathered: Deliver, client: Client
) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = GONE
    match = played(running_match(ann, ben, now=now, name="Atoll"), now=now)
    send(gathered, now)
    mail = Mail.objects.get(to=ben.email)
    played(played(match, now=now), now=now)  # it is Ben's turn once more
    send(gathered, now + timedelta(minutes=1))
    client.force_login(ben)
    bell, settings_page = client.get("/notices/").text, client.get("/notices/settings/").text

    assert (mail.state, mail.attempts) == (MailState.FAILED, 1)
    assert list(mail.deliveries.values_list("state", flat=True)) == [DeliveryState.DONE] * mail.deliveries.count()
    assert Mail.objects.filter(to=ben.email).count() == 1
    assert [notice.event for notice in notices.latest_notices(ben)].count(Event.CHANNEL) == 1
    assert f"Stopped working and was switched off: {ben.email}" in bell
    assert "No such user here" in bell + settings_page
    assert letters.to(ben.email) == []


OF_THE_ADDRESS = [
    "550 5.1.1 <ben@club.example>: Recipient address rejected: User unknown",
    "550 5.1.10 Recipient not found",
    "550 5.2.1 The account is disabled",
    "550 No such user here",
    "551 User not local",
    "553 5.1.3 Bad recipient address syntax",
    "553 Sorry, that is no box of ours",
    "556 5.1.10 Recipient address has a null MX",
]
OF_THE_MAIL = [
    "550 5.7.1 Blocked by the list of spammers",
    "550 5.7.26 This mail is unauthenticated",
    "550 relay not permitted",
    "553 5.1.8 Sender address rejected",
    "554 5.7.1 Relay access denied",
    "554 Transaction failed",
    "552 5.3.4 Message too big",
]
FOR_NOW = [BUSY, "421 4.3.2 Closing", "452 4.2.2 Mailbox full", "552 5.2.2 Over quota", "552 Mailbox full"]


@pytest.mark.parametrize(
    ("words", "state", "paused"),
    [
        *((words, MailState.FAILED, True) for words in OF_THE_ADDRESS),
        *((words, MailState.FAILED, False) for words in OF_THE_MAIL),
        *((words, MailState.WAITING, False) for words in FOR_NOW),
    ],
)
def test_only_what_is_said_of_the_address_pauses_it(
    words: str, state: str, paused: bool, letters: post.Letters, gathered: Deliver
) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = words
    match = played(running_match(ann, ben, now=now), now=now)
    send(gathered, now)
    mail = Mail.objects.get(to=ben.email)
    letters.refusals.clear()
    soon = now + timedelta(seconds=9)
    played(played(match, now=soon), now=soon)  # it is Ben's turn once more
    send(gathered, now + timedelta(minutes=1))

    assert (mail.state, words.partition(" ")[2] in mail.reason) == (state, True)
    assert (notification_settings.preferences_of(User.objects.get(pk=ben.pk)).address == "") == paused
    assert len(letters.to(ben.email)) == (0 if paused else 1)


def test_the_owner_says_that_it_works_again(letters: post.Letters, gathered: Deliver, client: Client) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = GONE
    match = played(running_match(ann, ben, now=now), now=now)
    send(gathered, now)
    letters.refusals.clear()
    client.force_login(ben)
    client.post("/notices/address/")
    played(played(match, now=now), now=now)
    send(gathered, now + timedelta(minutes=1))

    assert [letter["Subject"] for letter in letters.to(ben.email)] == ["Your turn: Taluva with Ann"]


def test_who_is_refused_for_now_gets_the_mail_later_and_is_told_nothing(
    letters: post.Letters, gathered: Deliver
) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = BUSY
    played(running_match(ann, ben, now=now), now=now)
    for _attempt in range(3):
        send(gathered, now)
    mail = Mail.objects.get(to=ben.email)
    assert (mail.state, mail.attempts, "Greylisted" in mail.reason) == (MailState.WAITING, 3, True)

    letters.refusals.clear()
    send(gathered, now)
    send(gathered, now)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (MailState.SENT, 4)
    assert [letter["Message-ID"] for letter in letters.to(ben.email)] == [mail.message_id]
    assert Event.CHANNEL not in {notice.event for notice in notices.latest_notices(ben)}


def test_a_turn_played_while_the_server_was_busy_is_not_mailed(letters: post.Letters, gathered: Deliver) -> None:
    ann, ben = people(2)
    wants_turns_only(ben)
    now = timezone.now()
    letters.refusals[ben.email] = BUSY
    match = played(running_match(ann, ben, now=now), now=now)
    send(gathered, now)
    letters.refusals.clear()
    played(match, now=now)
    send(gathered, now)

    assert Mail.objects.get(to=ben.email).state == MailState.DROPPED
    assert letters.to(ben.email) == []
