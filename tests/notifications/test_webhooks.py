"""Webhooks: what they say and what becomes of one that fails."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import standardwebhooks
from django.test import Client

from accounts.models import Mail, Webhook
from accounts.models.notice_settings import MailTiming, WebhookKind
from games.matches import notices
from games.models import Delivery
from games.models.notice import DeliveryState, Event
from games.notifications.channels import direct
from games.notifications.channels.direct import ChannelMessage
from games.notifications.channels.webhooks import calls, wire
from games.notifications.channels.webhooks.kinds import KINDS
from games.notifications.channels.webhooks.message import Target
from tests.factories import NOW, people, played, running_match
from tests.notifications import happenings
from tests.notifications.conftest import send_digests, wants

MESSAGE = ChannelMessage(
    "Your turn: <one> & Ü", "3 days left, until Friday.", "https://club.example/games/abc/", {"turn": 3}
)
TARGET = Target("https://hook.example/", "secret")


def test_each_kind_has_its_spelling() -> None:
    discord = json.loads(KINDS["discord"](MESSAGE, TARGET)[1])
    slack = json.loads(KINDS["slack"](MESSAGE, TARGET)[1])
    ntfy_headers, ntfy_body = KINDS["ntfy"](MESSAGE, TARGET)

    assert set(KINDS) == set(WebhookKind.values)
    assert discord["embeds"][0]["title"] == MESSAGE.title
    assert discord["allowed_mentions"] == {"parse": []}
    assert slack["text"] == f"<{MESSAGE.url}|Your turn: &lt;one&gt; &amp; Ü>\n{MESSAGE.text}"
    assert (ntfy_headers["Click"], ntfy_body) == (MESSAGE.url, MESSAGE.text.encode())
    assert all(value.isascii() for value in ntfy_headers.values())


def test_json_is_signed_as_standard_webhooks_say() -> None:
    headers, body = KINDS["json"](MESSAGE, TARGET)
    receiver = standardwebhooks.Webhook(Webhook(secret="secret").signing_secret)

    assert receiver.verify(body, headers)["turn"] == 3
    for wrong in ({**headers, "webhook-id": "other"}, {**headers, "webhook-timestamp": "1"}):
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            receiver.verify(body, wrong)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(Webhook(secret="other").signing_secret).verify(body, headers)


def test_signature_is_the_published_one() -> None:
    """Reckoned by hand from the published form, without the library."""
    headers, body = KINDS["json"](MESSAGE, TARGET)
    said = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    reckoned = base64.b64encode(hmac.new(b"secret", said, hashlib.sha256).digest()).decode()

    assert headers["webhook-signature"] == f"v1,{reckoned}"


def test_receivers_of_before_can_still_check_the_old_headers() -> None:
    headers, body = KINDS["json"](MESSAGE, TARGET)
    said = headers["X-Taluva-Timestamp"].encode() + b"." + body

    assert headers["X-Taluva-Signature"] == f"sha256={hmac.new(b'secret', said, hashlib.sha256).hexdigest()}"


@pytest.mark.django_db
def test_a_message_that_is_tried_again_has_its_id(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[Event.YOUR_TURN])
    ids: list[str] = []

    def away(url: str, headers: dict[str, str], body: bytes) -> None:
        ids.append(headers["webhook-id"])
        raise wire.DeliveryError("HTTP 500")

    monkeypatch.setattr(calls, "post_request", away)
    for _game in range(2):
        played(running_match(ann, ben), now=NOW)
    delivered(NOW)
    for minutes in (0, 1):
        calls.WebhookChannel().send_due(now=NOW + timedelta(minutes=minutes))
    hook = Webhook.objects.get()

    assert len(ids) == 2
    assert len(set(ids)) == 1
    assert calls.build_test_message(hook).id != calls.build_test_message(hook).id


def refuse(*_call: object) -> None:
    raise wire.DeliveryError("HTTP 500")


@pytest.mark.django_db
def test_webhook_is_called_for_its_events_and_fails_until_it_is_off(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    hook = Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[Event.YOUR_TURN])
    sent: list[bytes] = []

    def away(url: str, headers: dict[str, str], body: bytes) -> None:
        sent.append(body)
        raise wire.DeliveryError("HTTP 500")

    monkeypatch.setattr(calls, "post_request", away)
    played(running_match(ann, ben), now=NOW)
    delivered(NOW)
    now = NOW
    while Webhook.objects.filter(off_at=None).exists():
        calls.WebhookChannel().send_due(now=now)
        now += timedelta(minutes=15)

    hook.refresh_from_db()
    assert hook.failure == "HTTP 500"
    assert timedelta(days=1) <= hook.off_at - NOW < timedelta(days=1, hours=2)
    assert 25 < len(sent) < 40
    assert notices.latest_notices(ben)[0].event == Event.CHANNEL
    assert Delivery.objects.get(channel=hook.channel).state == DeliveryState.DROPPED


@pytest.mark.django_db
def test_what_is_due_where_one_did_not_arrive_waits_with_it(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    for name in ("away", "there"):
        Webhook.objects.create(user=ben, kind="json", url=f"https://{name}.example/", events=[Event.YOUR_TURN])
    called: list[str] = []

    def post(url: str, headers: dict[str, str], body: bytes) -> None:
        called.append(url)
        if "away" in url:
            raise wire.DeliveryError("HTTP 500")

    monkeypatch.setattr(calls, "post_request", post)
    for _game in range(3):
        played(running_match(ann, ben), now=NOW)
    delivered(NOW)

    rounds = []
    for seconds in (0, 1, 31, 62):
        called.clear()
        calls.WebhookChannel().send_due(now=NOW + timedelta(seconds=seconds))
        rounds.append([url.split("//")[1].partition(".")[0] for url in called])
    assert rounds == [["away", "there", "there", "there"], [], ["away"], ["away"]]


@pytest.mark.django_db
def test_daily_mail_and_webhooks_say_how_a_game_ended(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, Event.ENDED, when=MailTiming.DIGEST)
    Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[Event.ENDED])
    sent: list[bytes] = []
    monkeypatch.setattr(calls, "post_request", lambda _url, _headers, body: sent.append(body))
    happenings.ended(ann, ben, NOW)
    delivered(NOW)
    calls.WebhookChannel().send_due(now=NOW)
    send_digests(now=NOW + timedelta(days=1))

    daily = Mail.objects.get(user=ben, subject__startswith="Today")
    assert json.loads(sent[0])["text"] == "Result: only one player left."
    assert all("Result: only one player left." in body for body in (daily.text, daily.html))


@pytest.mark.django_db
def test_what_waited_for_a_slot_is_put_off_from_when_it_was_called(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    hook = Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[Event.YOUR_TURN])
    waiting: list[Callable[[], object]] = []
    monkeypatch.setattr(direct.THREADS, "run_once", lambda _what, work: waiting.append(work))
    monkeypatch.setattr(calls, "post_request", refuse)
    played(running_match(ann, ben), now=NOW)
    delivered(NOW)
    monkeypatch.setattr(direct, "monotonic", lambda: 100.0)
    calls.WebhookChannel().send_due(now=NOW)
    monkeypatch.setattr(direct, "monotonic", lambda: 700.0)
    waiting.pop()()

    hook.refresh_from_db()
    called = NOW + timedelta(minutes=10)
    assert (hook.failing_since, Delivery.objects.get(channel=hook.channel).due_at) == (
        called,
        called + direct.SHORTEST_PAUSE,
    )


@pytest.mark.django_db
def test_what_a_webhook_no_longer_listens_to_is_not_sent(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    hook = Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[Event.YOUR_TURN])
    monkeypatch.setattr(calls, "post_request", lambda *_call: pytest.fail("it was called"))
    played(running_match(ann, ben), now=NOW)
    delivered(NOW)
    Webhook.objects.update(events=[Event.ENDED])
    calls.WebhookChannel().send_due(now=NOW + timedelta(days=2))

    assert Delivery.objects.get(channel=hook.channel).why == "not wanted"


@pytest.mark.django_db
def test_a_failure_long_ago_of_what_is_no_longer_news_does_not_count_against_it(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    hook = Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[Event.YOUR_TURN])
    monkeypatch.setattr(calls, "post_request", refuse)
    for days in (0, 9):
        now = NOW + timedelta(days=days)
        match = played(running_match(ann, ben, now=now), now=now)
        delivered(now)
        calls.WebhookChannel().send_due(now=now)
        played(match, now=now)
        calls.WebhookChannel().send_due(now=now + timedelta(minutes=5))

    hook.refresh_from_db()
    assert (hook.off_at, hook.failing_since, hook.failure) == (None, None, "")


@pytest.mark.django_db
def test_webhook_form_refuses_what_may_not_be_called(client: Client) -> None:
    ben = people(2)[1]
    client.force_login(ben)
    data = {"kind": "slack", "url": "http://hook.example/", "events": ["your-turn"]}

    refused = client.post("/notices/channels/", data)
    taken = client.post("/notices/channels/", {**data, "url": "https://hook.example/x"})

    assert (refused.status_code, taken.status_code) == (422, 303)
    assert list(ben.webhooks.values_list("url", flat=True)) == ["https://hook.example/x"]
    assert "Webhook added. Send a test to see whether it works." in client.get("/notices/channels/").text
    client.post(f"/notices/webhooks/{ben.webhooks.get().pk}/delete/")
    assert "Webhook deleted." in client.get("/notices/channels/").text
