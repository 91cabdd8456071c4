"""Nothing that works by a key instead of a login works for a suspended account; it works again when that is lifted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import NoticePreference, User, Webhook
from accounts.models.notice_settings import WebhookKind
from accounts.services import account_deletion
from games.api import tokens
from games.matches import play
from games.models import Delivery
from games.models.notice import Event
from games.notifications import deliveries, feeds, notification_settings
from games.notifications.channels.mail import mail_text
from games.notifications.channels.webhooks import calls
from games.people import moderation
from tests.factories import NOW, browser_of, guest, person, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("Ann")


def suspend(user: User, *, suspended: bool = True) -> None:
    staff = User.objects.filter(is_superuser=True).first() or person("Sam", is_staff=True, is_superuser=True)
    user.refresh_from_db()
    moderation.suspend_account(user=user, staff=staff, why="Spam.", now=NOW, suspended=suspended)


def test_the_feeds_of_a_suspended_account_stop_until_it_is_let_in(ann: User) -> None:
    token = notification_settings.renew_feeds(ann)
    paths = [feeds.ics_path(token), feeds.atom_path(token)]

    def answers() -> list[int]:
        return [Client().get(path).status_code for path in paths]

    seen = [answers()]
    suspend(ann)
    seen.append(answers())
    suspend(ann, suspended=False)
    seen.append(answers())

    assert seen == [[200, 200], [404, 404], [200, 200]]


@pytest.mark.parametrize("kind", [WebhookKind.JSON, WebhookKind.PUSH])
def test_neither_webhook_nor_browser_of_a_suspended_account_is_called(
    ann: User, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[Webhook] = []
    monkeypatch.setattr(calls.WebhookChannel, "send", lambda _channel, hook, message: called.append(hook))
    Webhook.objects.create(user=ann, kind=kind, url="https://hook.example/", events=[Event.ENDED])
    ben = person("Ben")
    for number in range(2):  # what was planned before, and what happens after
        play.resign_match(match_id=running_match(ann, ben).pk, player=ben, now=NOW)
        deliveries.plan_deliveries(now=NOW)
        if number == 0:
            suspend(ann)
    rows = Delivery.objects.filter(channel__startswith=Webhook.CHANNEL)
    for row in rows:
        calls.WebhookChannel().send_delivery(row.pk, now=NOW + timedelta(hours=1))

    assert called == []
    assert [row.why for row in rows.all()] == ["switched off"]
    assert Webhook.objects.get().is_on


def test_the_sessions_of_a_suspended_account_end(ann: User) -> None:
    browser = browser_of(ann)
    UserSession.objects.create(user=ann, ip="127.0.0.1", session_key=browser.session.session_key)
    suspend(ann)
    suspend(ann, suspended=False)

    assert browser.get("/account/").status_code == 302
    assert not Session.objects.exists()
    assert not UserSession.objects.exists()


def test_a_guest_who_was_suspended_by_mistake_finds_the_way_back() -> None:
    somebody = guest()
    browser = browser_of(somebody)
    suspend(somebody)
    shut = browser.get("/account/").status_code
    suspend(somebody, suspended=False)

    assert (shut, browser.get("/account/").status_code) == (302, 200)


def test_a_program_of_a_suspended_account_is_refused(ann: User) -> None:
    _token, secret = tokens.create_token(user=ann, name="a program", scopes=["read"], now=NOW)
    suspend(ann)

    answer = Client().get("/api/v1/matches", headers={"Authorization": f"Bearer {secret}"})

    assert answer.status_code == 401


def test_the_stop_link_of_a_mail_stops_mails_of_the_suspended_and_nothing_of_who_left(ann: User) -> None:
    path = f"/notices/stop/{mail_text.UNSUBSCRIBE.sign(f'{ann.pk}.{Event.ENDED}')}/"
    suspend(ann)
    answers = [Client().post(path).status_code]
    assert list(NoticePreference.objects.values_list("user", "event", "when")) == [(ann.pk, Event.ENDED, "never")]
    account_deletion.delete_account(user=ann, now=NOW)
    answers.append(Client().post(path).status_code)

    assert answers == [200, 404]
    assert not NoticePreference.objects.exists()
