"""Mails about games that the version before had written and not sent leave after the upgrade."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import Mail
from accounts.models.mail import SEND_MAIL, MailState
from accounts.models.notice_settings import MailTiming
from games.models.notice import Event
from games.notifications.channels.mail import sending
from tests import post
from tests.factories import NOW, people, played, running_match
from tests.notifications.conftest import wants

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def test_mails_that_waited_before_the_upgrade_leave_rendered_anew(
    letters: post.Letters, gathered: Callable[[datetime], list[Mail]]
) -> None:
    ann, ben, cleo = people(3)
    wants(ann, when=MailTiming.NEVER)
    for user in (ben, cleo):
        wants(user, when=MailTiming.NEVER)
        wants(user, Event.YOUR_TURN)
    waiting, answered = (played(running_match(ann, user), now=NOW) for user in (ben, cleo))
    gathered(NOW)
    Mail.objects.update(task=SEND_MAIL, subject="Old", text="An old text", html="<p>cid:board</p>")
    played(answered, now=NOW + MINUTE)
    other = Mail.objects.create(to="dov@club.example", subject="A code", text="ABCD", message_id="<code@club>")

    import_module("games.migrations.0028_mails_name_their_task").name_task(apps, None)
    sending.send_due(now=NOW + 2 * MINUTE)

    (letter,) = letters.taken
    assert (letter["To"], letter["Subject"]) == (ben.email, "Your turn: Taluva with Ann")
    assert letter["Message-ID"] == Mail.objects.get(user=ben).message_id
    assert "An old text" not in post.text_of(letter)
    assert Mail.objects.get(user=cleo).state == MailState.DROPPED
    assert Mail.objects.get(pk=other.pk).task == SEND_MAIL
    assert waiting.is_running
