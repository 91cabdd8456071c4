"""Messages in browsers: encrypted as in RFC 8291, sent to a real server, forgotten when the browser has gone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings as site
from django.test import Client

from accounts.models import Mail, User, Webhook
from games.matches import notices
from games.models import Delivery, Match
from games.models.notice import DeliveryState, Event
from games.notifications.channels.direct import ChannelMessage
from games.notifications.channels.webhooks import calls, push, wire
from games.notifications.channels.webhooks.message import Target
from tests.factories import NOW, people, played, running_match
from tests.notifications.receivers import Receiver

# The example of RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
EVENTS = [Event.YOUR_TURN, Event.ENDED]
Deliver = Callable[[datetime], list[Mail]]


class Browser:
    """What a browser keeps to itself, and how it reads what comes."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(push.CURVE), bytes(range(16))
        self.public = push.encode_base64url(push.public_point(self.key))

    @property
    def secret(self) -> str:
        return f"{self.public}.{push.encode_base64url(self.auth)}"

    def read(self, body: bytes) -> dict[str, str]:
        salt, length = body[:16], body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, sender))
        own = push.public_point(self.key)
        secret = push.derive_key(self.auth, shared, b"WebPush: info\0" + own + sender, 32)
        cipher = AESGCM(push.derive_key(salt, secret, b"Content-Encoding: aes128gcm\0", 16))
        text = cipher.decrypt(push.derive_key(salt, secret, b"Content-Encoding: nonce\0", 12), record, None)
        return dict(json.loads(text.rstrip(b"\0").removesuffix(b"\x02")))


def test_encryption_is_that_of_the_standards_example() -> None:
    number = int.from_bytes(push.decode_base64url(SENDER), "big")
    own = ec.derive_private_key(number, push.CURVE)

    body = push.encrypt_message(
        TEXT, push.decode_base64url(PUBLIC), push.decode_base64url(AUTH), own=own, salt=push.decode_base64url(SALT)
    )

    assert push.encode_base64url(body) == BODY


def test_token_names_the_server_and_is_signed_with_the_key_that_browsers_get() -> None:
    token = push.vapid_token("https://push.example:8443/send/abc", 1_000_000)
    head, claims, signature = token.split(".")
    r, s = (
        int.from_bytes(half, "big")
        for half in (push.decode_base64url(signature)[:32], push.decode_base64url(signature)[32:])
    )
    public = ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, push.decode_base64url(push.public_key()))

    public.verify(utils.encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(push.decode_base64url(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(push.decode_base64url(claims)) == {
        "aud": "https://push.example:8443",
        "exp": 1_000_000 + push.SIGNED_FOR,
        "sub": f"mailto:{site.CONTACT}",
    }


def test_two_messages_have_neither_key_nor_salt_in_common() -> None:
    browser = Browser()
    bodies = [
        push.build_request(ChannelMessage("One", "", "/"), Target("https://p.example/", browser.secret))[1]
        for _ in range(2)
    ]

    assert bodies[0][:100] != bodies[1][:100]
    assert [browser.read(body)["title"] for body in bodies] == ["One", "One"]


@pytest.fixture
def sends(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """A push server on this machine, which the guard takes for a public one."""
    monkeypatch.setattr(wire, "PORTS", {receiver.port})
    monkeypatch.setattr(wire, "is_public", lambda address: address == "127.0.0.1")
    here = partial(wire.post_request, look_up=lambda host, port: ["127.0.0.1"], context=receiver.context)
    monkeypatch.setattr(calls, "post_request", here)
    return receiver


def subscribed(user: User, server: Receiver, browser: Browser) -> Webhook:
    return calls.add_browser(
        user=user,
        url=f"https://hook.example:{server.port}/send/1",
        secret=browser.secret,
        events=EVENTS,
        label="Firefox",
    )


@pytest.mark.django_db
def test_a_turn_arrives_in_the_browser_and_holds_no_secret(sends: Receiver, delivered: Deliver) -> None:
    ann, ben = people(2)
    browser = Browser()
    subscribed(ben, sends, browser)
    match = played(running_match(ann, ben, name="Atoll"), now=NOW)
    delivered(NOW)
    calls.WebhookChannel().send_due(now=NOW)
    calls.WebhookChannel().send_due(now=NOW)

    (caught,) = sends.caught
    told = browser.read(caught.body)
    assert told == {
        "title": "Your turn: Atoll",
        "text": "3 days left, until Thursday 7 May, 12:00 (UTC).",
        "url": f"{site.SITE_URL}/games/{match.key}/",
    }
    assert (caught.headers["Content-Encoding"], caught.headers["Topic"], caught.headers["TTL"]) == (
        "aes128gcm",
        f"{match.key}-your-turn",
        "86400",
    )
    assert re.fullmatch(rf"vapid t=[\w.-]+, k={push.public_key()}", caught.headers["Authorization"])
    assert b"Atoll" not in caught.body
    assert Delivery.objects.get(channel__startswith="webhook").state == DeliveryState.DONE


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "kept"), [(410, 0), (404, 0), (500, 1), (429, 1)])
def test_a_browser_that_has_gone_is_forgotten(
    sends: Receiver, delivered: Deliver, client: Client, status: int, kept: int
) -> None:
    ann, ben = people(2)
    hook = subscribed(ben, sends, Browser())
    played(running_match(ann, ben), now=NOW)
    delivered(NOW)
    sends.answers.append((status, {}))
    calls.WebhookChannel().send_due(now=NOW)

    state = DeliveryState.WAITING if kept else DeliveryState.DROPPED
    assert (Webhook.objects.count(), Delivery.objects.get(channel=hook.channel).state) == (kept, state)


@pytest.mark.django_db
def test_a_browser_is_added_tested_and_taken_over_by_who_uses_it_next(sends: Receiver, client: Client) -> None:
    ann, ben = people(2)
    browser = Browser()
    data = {
        "url": f"https://hook.example:{sends.port}/send/1",
        "public": browser.public,
        "auth": push.encode_base64url(browser.auth),
        "events": ["your-turn"],
    }
    for user in (ann, ben):
        client.force_login(user)
        assert client.post("/notices/browsers/", data, headers={"User-Agent": "Firefox/140 Linux"}).status_code == 303
    hook = Webhook.objects.get()
    page = client.get("/notices/channels/").text
    client.post(f"/notices/webhooks/{hook.pk}/test/")

    assert (hook.user, hook.label, hook.events) == (ben, "Firefox on Linux", ["your-turn"])
    assert ("Firefox on Linux" in page, f'data-push="{push.public_key()}"' in page) == (True, True)
    assert hook.secret not in page
    assert browser.read(sends.caught[0].body)["title"] == "Notifications work"
    client.post(f"/notices/webhooks/{hook.pk}/delete/")
    assert not Webhook.objects.exists()


WRONG = [
    {"url": "http://push.example/"},
    {"url": "https://127.0.0.1:22/"},
    {"url": "https://user@push.example/"},
    {"public": "AAAA"},
    {"public": "ä"},
    {"auth": "AAAA"},
    {"events": ["channel"]},
]


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_browser_sends_is_refused(client: Client, wrong: dict[str, Any]) -> None:
    client.force_login(people(1)[0])
    right = {"url": "https://push.example/1", "public": PUBLIC, "auth": AUTH, "events": ["your-turn"]}

    assert client.post("/notices/browsers/", {**right, **wrong}).status_code == 422
    assert not Webhook.objects.exists()
    assert client.post("/notices/browsers/", right).status_code == 303


@pytest.mark.django_db
def test_nobody_has_more_than_five_browsers(client: Client) -> None:
    client.force_login(people(1)[0])
    right = {"public": PUBLIC, "auth": AUTH, "events": ["your-turn"]}
    answers = [client.post("/notices/browsers/", {**right, "url": f"https://push.example/{n}"}) for n in range(6)]

    assert [answer.status_code for answer in answers] == [303] * 5 + [422]
    assert "Five browsers at most" in answers[-1].text


@pytest.mark.django_db
def test_a_private_address_gets_nothing(delivered: Deliver, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people(2)
    monkeypatch.setattr(
        calls, "post_request", partial(wire.post_request, look_up=lambda host, port: ["169.254.169.254"])
    )
    hook = calls.add_browser(
        user=ben, url="https://push.example/1", secret=Browser().secret, events=EVENTS, label="Firefox"
    )
    played(running_match(ann, ben), now=NOW)
    delivered(NOW)
    calls.WebhookChannel().send_due(now=NOW)

    hook.refresh_from_db()
    assert hook.failure == "The address points to a machine that is not on the public internet."


@pytest.mark.django_db
def test_a_club_without_web_push_does_not_show_it(client: Client, settings: Any) -> None:
    settings.WEB_PUSH = False
    client.force_login(people(1)[0])

    assert "data-push" not in client.get("/notices/channels/").text
    assert client.post("/notices/browsers/", {}).status_code == 404


@pytest.mark.django_db
def test_no_two_things_on_the_page_have_one_name(client: Client) -> None:
    client.force_login(people(1)[0])
    names = re.findall(r' id="([^"]+)"', client.get("/notices/channels/").text)

    assert sorted(names) == sorted(set(names))


@pytest.mark.django_db
def test_no_turn_waits_for_a_browser(sends: Receiver, delivered: Deliver) -> None:
    ann, ben = people(2)
    subscribed(ben, sends, Browser())
    match = played(running_match(ann, ben), now=NOW)

    assert (Match.objects.get(pk=match.pk).turn_number, sends.caught) == (1, [])
    delivered(NOW)
    notices.mark_match_seen(match=match, seat=match.seats.get(user=ben), now=NOW)
    calls.WebhookChannel().send_due(now=NOW)
    assert sends.caught == []
    assert Delivery.objects.get(channel__startswith="webhook").why == "seen"
