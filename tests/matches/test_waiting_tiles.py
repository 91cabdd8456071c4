"""With `preview` (T-2.6) a waiting tile is its owner's alone, whoever asks and however.

Tiles have no name of their own that could be searched for: the board, the stock and the rules are full of them. So the
same match is dealt twice, with another waiting tile for one seat, and all that anybody else gets has to be the same.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.mail import outbox
from accounts.models import Mail, User, Webhook
from accounts.services import exports
from games.api import tokens
from games.matches import live, queries, stored_match
from games.models import Match
from games.models.token import Scope
from games.notifications import feeds, notification_settings
from games.notifications.channels.mail import sending
from games.notifications.channels.webhooks import calls as webhook_calls
from games.notifications.channels.webhooks import push
from games.notifications.notification_settings import EVENTS
from games.taluva.rules import Game
from taluva_site.http import request_ids
from tests.factories import NOW, people, person, played_on, running_match
from tests.matches.test_secrets import addresses, said
from tests.notifications.conftest import gather, wants
from tests.notifications.test_push import Browser

pytestmark = pytest.mark.django_db
TURNS = 4
LATER = NOW + timedelta(days=1)
MOVER, AFTER, LAST = 1, 2, 0
# Which tile of the stack waits for whom while the mover thinks, and for the mover once they have played.
WAITING = {AFTER: TURNS + 1, LAST: TURNS + 2, MOVER: TURNS + 3}
# What differs from one request to the next: tokens, keys of clicks and numbers of rows.
PICTURE = re.compile(r"data:image/png;base64,[\w+/=]+")
FLEETING = re.compile(
    "|".join(
        (
            r"""csrf\S*?["' ](?:\s*(?:value|content|:)\s*=?\s*["']?)?[\w-]{32,}|csrftoken=\w+|nonce-[\w+/=-]+""",
            r"""(?<=value=")[\w-]{16}(?=")|(?<=value=\\")[\w-]{16}(?=\\")|[\w-]{64}""",
            r"""(?<=/)\d+(?=/)|(?<=message-)\d+|(?<=data-talk=")\d+|(?<=instead=)\d+""",
            r"""(?<="id": )\d+|(?<='Content-Length': ')\d+""",
        )
    ),
    re.IGNORECASE,
)
Texts = dict[tuple[int | None, str], str]


class Dealt:
    """A running match of three with `preview`, all of whom are told all by mail, webhook and browser."""

    def __init__(self) -> None:
        self.sitters, self.stranger = people(3), person("Zoe")
        match = running_match(*self.sitters, settings={"preview": "on"})
        self.match = played_on(match, TURNS)
        self.game: Any = stored_match.game_of(self.match)
        assert self.game.awaited() == (MOVER,)
        self.viewers: dict[int | None, User] = dict(enumerate(self.sitters)) | {None: self.stranger}
        self.clients = {seat: self.client_of(user) for seat, user in self.viewers.items()}
        self.callers = {seat: self.caller_of(user) for seat, user in self.viewers.items()}
        for user in self.viewers.values():
            wants(user)
            notification_settings.renew_feeds(user)
            webhook_calls.add_browser(
                user=user, url=f"https://p.example/{user.pk}", secret=Browser().secret, events=EVENTS, label=""
            )
            Webhook.objects.create(user=user, kind="json", url="https://hook.example/", events=EVENTS)

    def client_of(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    def caller_of(self, user: User) -> Client:
        _, text = tokens.create_token(user=user, name="program", scopes=Scope.values, now=LATER)
        return Client(headers={"Authorization": f"Bearer {text}"})

    def deal(self, tiles: list[str]) -> None:
        """The match goes on with this stack."""
        game = Game(self.game.options, tiles=tiles)
        for entry in self.game.entries:
            game.play(entry.text, entry.seat)
        stored_match.cache_position(self.match.key, TURNS, game)

    def stacks(self, seat: int) -> list[list[str]]:
        """Two that differ in the seat's waiting tile, and in where in the stack that tile comes else."""
        tiles, at = list(self.game.tiles), WAITING[seat]
        swapped = next(index for index in range(len(tiles) - 1, at, -1) if tiles[index] != tiles[at])
        other = list(tiles)
        other[at], other[swapped] = tiles[swapped], tiles[at]
        return [tiles, other]


def pages(dealt: Dealt) -> Iterator[tuple[tuple[int | None, str], str]]:
    """What shows this match or lists it, feeds and exports, as everybody at the table and a stranger get them."""
    board = dealt.match.get_absolute_url()
    paths = ["/games/", "/pulse/", "/next/", "/notices/", "/notices/count/"]
    paths += [path for path in addresses(dealt.match) if path.startswith(board)]
    paths += [board + query for query in ("?v=0,0", "?v=0,0&d=E", "?text=1", "?since=0", "?prepare=turn")]
    api = [f"/api/v1/matches/{dealt.match.key}{end}" for end in ("", "/record", "/choices", "/orders", "/note")]
    for seat, user in dealt.viewers.items():
        for path in paths:
            yield (seat, path), said(dealt.clients[seat], path)
        for path in [*api, "/api/v1/matches", "/api/v1/me"]:
            yield (seat, path), said(dealt.callers[seat], path)
        yield (seat, "fragment"), said_in_part(dealt.clients[seat], board)
        token = notification_settings.feed_token_of(user)
        for path in (feeds.ics_path(token), feeds.atom_path(token)):
            yield (seat, path), said(dealt.clients[seat], path)
        yield (seat, "export"), json.dumps(exports.export_of(user), default=str)


def said_in_part(client: Client, path: str) -> str:
    headers = {"HX-Request": "true", "HX-Target": "board-step"}
    return client.get(path, headers=headers).text


def posts(dealt: Dealt) -> Iterator[tuple[tuple[int | None, str], str]]:
    """Answers to what is sent from pages: talk, notes, refused turns and orders, and at last a turn."""
    board, texts = dealt.match.get_absolute_url(), dealt.game.choices(MOVER)
    number = TURNS + 1
    for headers in ({}, {"HX-Request": "true"}):
        for seat, client in dealt.clients.items():
            for name, path, data in (
                ("talk", "talk/new/", {"text": "hello"}),
                ("note", "note/", {"text": "mine"}),
                ("order", "orders/", {"kind": "turn", "text": "JC@9,9E -"}),
                ("stale", "", {"number": number - 1, "text": texts[0]}),
                ("nonsense", "", {"number": number, "text": "nonsense"}),
                ("too early", "", {"number": number + 1, "text": texts[0]}),
            ):
                answer = client.post(board + path, data, headers=headers, follow=True)
                yield (seat, f"{name} {headers}"), answer.text + str(answer.headers)
    answer = dealt.clients[MOVER].post(board, {"number": number, "text": texts[0]}, follow=True)
    assert Match.objects.get(pk=dealt.match.pk).turn_number == number
    yield (MOVER, "turn"), answer.text
    for seat, client in dealt.clients.items():
        yield (seat, "what follows"), said(client, f"{board}?prepare=turn")


def calls(dealt: Dealt) -> Iterator[tuple[tuple[int | None, str], str]]:
    """The same over the API."""
    root, texts = f"/api/v1/matches/{dealt.match.key}", dealt.game.choices(MOVER)
    number = TURNS + 1
    for seat, client in dealt.callers.items():
        for name, path, data in (
            ("talk", "messages", {"text": "hello"}),
            ("order", "orders", {"kind": "turn", "text": "JC@9,9E -"}),
            ("too early", "turns", {"number": number + 1, "text": texts[0]}),
            ("stale", "turns", {"number": number - 1, "text": texts[0]}),
            ("nonsense", "turns", {"number": number, "text": "nonsense"}),
            ("malformed", "turns", {"number": "one"}),
            ("turn", "turns", {"number": number, "text": texts[0]}),
        ):
            answer = client.post(f"{root}/{path}", data, content_type="application/json")
            yield (seat, f"API {name}"), answer.text + str(answer.headers)
    for seat, client in dealt.callers.items():
        yield (seat, "what follows"), said(client, root)
    assert Match.objects.get(pk=dealt.match.pk).turn_number == number


def told(sent: list[Any]) -> Iterator[tuple[tuple[int | None, str], str]]:
    """What leaves the club by itself: nudges, mails, webhooks and messages to browsers, and what is logged."""
    later = LATER + timedelta(hours=12)
    gather(later)
    sending.send_due(now=later)
    webhook_calls.WebhookChannel().send_due(now=later)
    left = list(Mail.objects.order_by("pk"))
    mails = [f"{mail.to} {mail.subject} {mail.text} {PICTURE.sub(hashed, mail.html)}" for mail in left]
    assert mails
    has_pictures = any(PICTURE.search(mail.html) for mail in left)
    assert has_pictures or not any(mail.text for mail in left), "who has seen the turn gets none"
    assert {kind for kind, _ in sent} == {"nudge", "hook", "push"}
    yield (None, "told"), "\n".join([*mails, *map(str, sent)])


def hashed(picture: re.Match[str]) -> str:
    return hashlib.sha256(picture.group().encode()).hexdigest()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """What would go out to sockets, webhooks and the push servers of browsers, before it is encrypted."""
    sent: list[tuple[str, object]] = []
    encrypted = push.encrypt_message

    def seen(text: bytes, *args: Any, **kwargs: Any) -> bytes:
        sent.append(("push", text))
        return encrypted(text, *args, **kwargs)

    monkeypatch.setattr(push, "encrypt_message", seen)
    monkeypatch.setattr(
        webhook_calls, "post_request", lambda url, headers, body: sent.append(("hook", body)) if "hook" in url else 0
    )
    monkeypatch.setattr(live, "send_nudges", lambda told: sent.extend(("nudge", nudge) for nudge in told))
    # The number of a request is another each time, whatever the tiles.
    monkeypatch.setattr(request_ids, "secrets", SimpleNamespace(token_hex=lambda _bytes: "00000000"))
    monkeypatch.setattr(outbox, "enqueue_sending", lambda mail: None)  # they leave once their rows are whole
    monkeypatch.setattr(transaction, "on_commit", lambda work, **_: work())
    return sent


Asked = Callable[[Dealt], Iterator[tuple[tuple[int | None, str], str]]]


def heard(dealt: Dealt, stack: list[str], asked: Asked, sent: list[Any], caplog: pytest.LogCaptureFixture) -> Texts:
    """All texts that come of it when the match has this stack; nothing of it is kept."""
    sent.clear()
    caplog.clear()
    cache.clear()
    dealt.deal(stack)
    with transaction.atomic(), caplog.at_level(logging.INFO):
        texts = dict(asked(dealt)) | (dict(told(sent)) if asked is not pages else {})
        transaction.set_rollback(True)
    logged = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    texts[None, "log"] = "\n".join(logged)
    return {where: FLEETING.sub("…", text) for where, text in texts.items()}


def differing(first: Texts, second: Texts) -> dict[tuple[int | None, str], str]:
    """Where the two are not the same, and what the first has there."""
    assert first.keys() == second.keys()
    return {where: parting(first[where], second[where]) for where in first if first[where] != second[where]}


def parting(first: str, second: str) -> str:
    at = next((at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other), 0)
    return f"{first[max(0, at - 60) : at + 60]!r}, else {second[at : at + 60]!r}"


CASES = [(pages, AFTER), (pages, LAST), (posts, LAST), (posts, MOVER), (calls, LAST), (calls, MOVER)]


@pytest.mark.parametrize(("asked", "owner"), CASES)
def test_a_waiting_tile_is_its_owners_alone(
    asked: Asked, owner: int, sent: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(LATER, tick=False):
        dealt = Dealt()
        first, second = (heard(dealt, stack, asked, sent, caplog) for stack in dealt.stacks(owner))

    found = differing(first, second)

    assert {seat for seat, _ in found} == {owner}, found


def test_search_finds_a_door_left_open(
    sent: list[Any], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the one door open, everybody's texts do differ."""
    with time_machine.travel(LATER, tick=False):
        dealt = Dealt()

        def opened(match: Match, viewer: int | None) -> Any:
            game: Any = stored_match.game_of(match)
            game.tags["Draw"] = " ".join(game.tiles)
            return game

        monkeypatch.setattr(queries, "game_for", opened)
        first, second = (heard(dealt, stack, pages, sent, caplog) for stack in dealt.stacks(AFTER))

    assert {seat for seat, _ in differing(first, second)} == {*dealt.viewers}
