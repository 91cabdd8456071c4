"""Webhooks: what they say, whom they never reach, and what becomes of one that fails."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import standardwebhooks
from django.test import Client

from accounts.models import Mail, Webhook
from accounts.models.notice_settings import WebhookKind, When
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
from tests.notifications.receivers import Receiver, dripping
from tests.processes import wait_for

MESSAGE = ChannelMessage(
    "Your turn: <one> & Ü", "3 days left, until Friday.", "https://club.example/games/abc/", {"turn": 3}
)
TARGET = Target("https://hook.example/", "secret")
PRIVATE = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "::ffff:0:127.0.0.1",
    "3fff::1",
    "fec0::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
]


PUBLIC = ["8.8.8.8", "93.184.215.14", "2001:4860:4860::8888", "2620:fe::fe", "::ffff:8.8.8.8"]


@pytest.mark.parametrize("address", PUBLIC)
def test_a_machine_on_the_public_net_is_called(address: str) -> None:
    assert wire.public_address("hook.example", 443, lambda host, port: [address]) == address


def test_a_name_with_one_private_address_among_public_ones_is_refused() -> None:
    with pytest.raises(wire.RefusedAddress):
        wire.post_request("https://hook.example/", {}, b"", look_up=lambda host, port: [*PUBLIC, "10.0.0.1"])


@pytest.mark.parametrize("address", PRIVATE)
def test_a_machine_that_is_not_on_the_public_net_is_refused(address: str) -> None:
    with pytest.raises(wire.RefusedAddress):
        wire.post_request("https://hook.example/", {}, b"", look_up=lambda host, port: [address])


WRONG = [
    "http://hook.example/",
    "ftp://hook.example/",
    "//hook.example/",
    "https://",
    "https://user@hook.example/",
    "https://user:secret@hook.example/",
    "https://hook.example:22/",
    "https://hook.example:99999/",
    "https://hook.example/\r\nX: y",
    "https://hook.example/ x",
]


@pytest.mark.parametrize("url", WRONG)
def test_an_address_that_is_not_plain_https_is_refused(url: str) -> None:
    with pytest.raises(wire.RefusedAddress):
        wire.check_url(url)


SPELLED_LOCALLY = ["https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://[::1]/", "https://localhost/"]


@pytest.mark.parametrize("url", SPELLED_LOCALLY)
def test_this_machine_is_refused_however_it_is_spelled(url: str) -> None:
    with pytest.raises(wire.RefusedAddress):
        wire.post_request(url, {}, b"")


def here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def test_post_arrives_with_its_path_headers_and_body(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver.post("/a/b?c=d", here, monkeypatch)

    assert [(each.path, each.headers["X-One"], each.body) for each in receiver.caught] == [("/a/b?c=d", "1", b"body")]
    assert receiver.caught[0].headers["Host"] == f"hook.example:{receiver.port}"


def test_a_redirect_is_not_followed(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver.answers.append((302, {"Location": f"https://hook.example:{receiver.port}/elsewhere"}))

    with pytest.raises(wire.NotDelivered, match="HTTP 302"):
        receiver.post("/", here, monkeypatch)
    assert len(receiver.caught) == 1


def test_the_name_is_asked_once_so_that_a_second_answer_changes_nothing(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [["127.0.0.1"], ["10.0.0.1"]]
    receiver.post("/", lambda host, port: answers.pop(0), monkeypatch)

    assert (len(receiver.caught), answers) == (1, [["10.0.0.1"]])


SLOW = {
    "shaking hands": (b"", False),
    "headers": (b"HTTP/1.1 200 OK\r\nX: ", True),
    "body": (b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n", True),
}


@pytest.mark.parametrize("what", SLOW)
def test_a_call_ends_in_time_however_slowly_the_answer_drips(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, greets = SLOW[what]
    monkeypatch.setattr(wire, "SECONDS", 1.0)
    with dripping(tmp_path, line, greets=greets) as receiver:
        with pytest.raises(wire.NotDelivered, match=r"in time|timed out"):
            receiver.post("/", here, monkeypatch)

        assert len(receiver.caught) == 1
    wait_for(lambda: not [each for each in threading.enumerate() if each.name == "call"])


def test_a_call_ends_in_time_when_the_name_server_does_not_answer(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answer = threading.Event(), threading.Event()

    def slowly(host: str, port: int) -> list[str]:
        asked.set()
        answer.wait(5)
        return ["127.0.0.1"]

    monkeypatch.setattr(wire, "SECONDS", 0.3)
    with pytest.raises(wire.NotDelivered, match="No complete response"):
        receiver.post("/", slowly, monkeypatch)
    answer.set()
    wait_for(lambda: not [each for each in threading.enumerate() if each.name == "call"])

    assert (asked.is_set(), receiver.caught) == (True, [])


def test_a_certificate_of_another_name_is_not_accepted(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PORTS", {receiver.port})
    monkeypatch.setattr(wire, "is_public", lambda address: True)

    with pytest.raises(wire.NotDelivered, match=r"[Cc]ertificate"):
        wire.post_request(f"https://other.example:{receiver.port}/", {}, b"", look_up=here, context=receiver.context)
    assert receiver.caught == []


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
        raise wire.NotDelivered("HTTP 500")

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
    raise wire.NotDelivered("HTTP 500")


@pytest.mark.django_db
def test_webhook_is_called_for_its_events_and_fails_until_it_is_off(
    delivered: Callable[[datetime], list[Mail]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(2)
    hook = Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[Event.YOUR_TURN])
    sent: list[bytes] = []

    def away(url: str, headers: dict[str, str], body: bytes) -> None:
        sent.append(body)
        raise wire.NotDelivered("HTTP 500")

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
            raise wire.NotDelivered("HTTP 500")

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
    wants(ann, when=When.NEVER)
    wants(ben, Event.ENDED, when=When.DIGEST)
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
