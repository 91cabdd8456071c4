"""What must not leave the server while a match runs: the seed, the order of the stack, and others' waiting tiles.

Everything that anybody can ask for is asked for, and searched. The last test plants leaks and has to find them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import Mail, User
from games.api import tokens
from games.api.site import api
from games.matches import live, queries, stored_match, talk
from games.matches.tables import tables
from games.models import Match
from games.models.token import Scope
from tests.factories import NOW, level_bot, people, person, played_on, running_match

pytestmark = pytest.mark.django_db
# T-2.7's own vectors start with this seed; here its letters stand for nothing else.
SEED = "feedbee5" * 8


class Planted:
    """A running match whose secrets are known to the test, and everything that was said while it was played."""

    def __init__(self, *, preview: bool) -> None:
        self.ann, self.ben, self.zoe = *people(2), person("Zoe")
        settings = {"preview": "on" if preview else "off"}
        match = running_match(self.ann, self.ben, level_bot(), settings=settings)
        Match.objects.filter(pk=match.pk).update(sealed_seed=SEED)
        stored_match.clear_cache()
        match.refresh_from_db()
        self.match = played_on(match, 4)
        talk.write_message(match_id=match.pk, user=self.ann, text="hello", now=NOW)
        self.game = stored_match.game_of(self.match)
        self.stack = [str(tile) for tile in getattr(self.game, "tiles")]  # noqa: B009 - the face of Taluva alone
        placed = self.game.turn
        # The tiles to come, the drawn one left out: any three of them in a row give the order away.
        self.to_come = self.stack[placed + 1 :]

    def secrets_for(self, viewer: int | None) -> list[str]:
        """Texts that this viewer must not meet."""
        rows = [gap.join(row) for row in self.rows() for gap in (" ", '", "', '","', ",", ", ", "', '", "\n")]
        return [SEED, SEED[:16], *rows]

    def rows(self) -> list[tuple[str, ...]]:
        """Three in a row of the rest of the stack; the rules page has an example with pairs that occur here too."""
        return list(zip(self.to_come, self.to_come[1:], self.to_come[2:], strict=False))


def addresses(match: Match, *, admin: bool = False) -> Iterator[str]:
    """Every address of the site that takes no argument, or this match and a turn of it; or every one of the admin."""
    known = {"key": match.key, "number": 2, "pk": 1, "rules": "taluva", "size": "wide", "code": match.join_code}
    for path, names in patterns(get_resolver().url_patterns, ""):
        values = known | ({"pk": match.pk, "object_id": a_row(path)} if admin else {})
        if names <= values.keys() and path.startswith("admin/") == admin:
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found, values=values: str(values[found[1]]), path)


def a_row(path: str) -> object:
    """One that there is, of the model whose pages these are: the match among the matches."""
    start, app, model, *_ = [*path.split("/"), "", ""]
    models = apps.get_app_config(app).models if start == "admin" and app in apps.app_configs else {}
    row = models[model]._default_manager.first() if model in models else None
    return row.pk if row else 0


def patterns(entries: list[Any], before: str) -> Iterator[tuple[str, set[str]]]:
    for entry in entries:
        path = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from patterns(entry.url_patterns, path)
        elif isinstance(entry, URLPattern) and "^" not in path:
            yield path, set(re.findall(r"<(?:\w+:)?(\w+)>", path))


def said(client: Client, path: str) -> str:
    answer = client.get(path)
    body = b"".join(answer.streaming_content) if answer.streaming and not answer.is_async else b""
    return (body or (b"" if answer.streaming else answer.content)).decode(errors="replace") + str(dict(answer.headers))


def visible(planted: Planted, user: User | None) -> Iterator[tuple[str, str]]:
    """All that this person can read: pages, fragments, pictures, exports, the API."""
    client = Client()
    if user:
        client.force_login(user)
    for path in addresses(planted.match):
        if "/events" not in path and "/logout" not in path:
            yield path, said(client, path)
    board = planted.match.get_absolute_url()
    for query in ("?v=0,0", "?v=0,0&d=E", "?text=1", "?since=0", "?z=2"):
        yield board + query, said(client, board + query)
    if user:
        _, text = tokens.create_token(user=user, name="reader", scopes=Scope.values, now=NOW)
        caller = Client(headers={"Authorization": f"Bearer {text}"})
        for path, operations in api.get_openapi_schema()["paths"].items():
            if "get" in operations and "/events" not in path:
                address = path.replace("{key}", planted.match.key)
                yield f"API {address}", said(caller, address)


def seen_by_staff(planted: Planted, staff: User, settings: Any) -> Iterator[tuple[str, str]]:
    """The pages of the admin, as somebody sees them who may do everything there; and what the machines ask for."""
    client = Client()
    client.force_login(staff)
    for path in addresses(planted.match, admin=True):
        if "logout" not in path:
            yield path, said(client, path)
    settings.METRICS_TOKEN = "open sesame"
    yield "/metrics", said(Client(headers={"Authorization": "Bearer open sesame"}), "/metrics")
    yield "/readyz", said(client, "/readyz")


def leaks(planted: Planted, texts: Iterator[tuple[str, str]], viewer: int | None) -> list[tuple[str, str]]:
    secrets = planted.secrets_for(viewer)
    return [(where, secret) for where, text in texts for secret in secrets if secret in text]


def who_sees(planted: Planted) -> list[tuple[User | None, int | None]]:
    return [(None, None), (planted.zoe, None), (planted.ben, 1), (planted.ann, 0)]


@pytest.mark.parametrize("preview", [False, True])
def test_nothing_that_can_be_asked_for_gives_the_draw_away(preview: bool, caplog: pytest.LogCaptureFixture) -> None:
    planted = Planted(preview=preview)
    with caplog.at_level(logging.DEBUG):
        for user, viewer in who_sees(planted):
            assert leaks(planted, visible(planted, user), viewer) == []

    logged = "\n".join(record.getMessage() for record in caplog.records if record.name != "django.db.backends")
    assert [secret for secret in planted.secrets_for(None) if secret in logged] == []


def test_staff_and_machines_are_told_no_more(settings: Any) -> None:
    planted, root = Planted(preview=True), User.objects.create_superuser("Root", "root@club.example")
    pages = dict(seen_by_staff(planted, root, settings))

    assert leaks(planted, iter(pages.items()), None) == []
    change = f"/admin/games/match/{planted.match.pk}/change/"
    assert planted.match.seed_hash in pages[change]
    assert "taluva_" in pages["/metrics"]

    tables.end_unplayed(planted.match, "A test.", now=NOW)
    assert (change, SEED) in leaks(planted, seen_by_staff(planted, root, settings), None)


@pytest.mark.parametrize("preview", [False, True])
def test_each_viewer_knows_the_tiles_that_are_theirs_to_know(preview: bool) -> None:
    planted = Planted(preview=preview)
    to_move = planted.game.awaited()[0]
    turn = planted.game.turn
    for viewer in (None, 0, 1, 2):
        seen = queries.game_for(planted.match, viewer)
        known = [tile for tile in getattr(seen, "tiles") if tile is not None]  # noqa: B009 - the face of Taluva alone
        waits = preview and viewer is not None and viewer != to_move
        after = [planted.stack[turn + (viewer - to_move) % 3]] if waits and viewer is not None else []
        assert known == planted.stack[: turn + 1] + after


def test_mails_and_notices_say_nothing(django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        planted = Planted(preview=True)
    mails = [(mail.subject, f"{mail.subject} {mail.text} {mail.html} {mail.headers}") for mail in Mail.objects.all()]

    assert mails
    assert leaks(planted, iter(mails), None) == []


def test_sockets_carry_which_match_and_which_turn_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, object]] = []
    planted = Planted(preview=True)
    monkeypatch.setattr(live, "send_nudges", lambda told: sent.extend(nudge.message for nudge in told))
    monkeypatch.setattr(transaction, "on_commit", lambda work: work())
    played_on(planted.match, 1)

    assert sent
    assert {frozenset(message) for message in sent} == {frozenset({"type", "match", "turn", "talk"})}
    assert {message["match"] for message in sent} == {planted.match.key}


def test_a_match_written_as_text_holds_no_seed() -> None:
    planted = Planted(preview=False)

    assert planted.match.seed == SEED
    assert SEED not in serializers.serialize("json", [planted.match]) + str(planted.match) + repr(planted.match)


LEAKS = {
    "the seed in a page": lambda planted: f"<p>{SEED}</p>",
    "half the seed in a header": lambda planted: f"X-Debug: {SEED[:32]}",
    "the record with all tiles": lambda planted: planted.game.to_record().replace(
        "[Tiles ", f'[Draw "{" ".join(planted.stack)}"]\n[Tiles '
    ),
    "the stack as JSON": lambda planted: str(planted.stack).replace("'", '"'),
    "three tiles to come": lambda planted: " ".join(planted.to_come[5:8]),
}


@pytest.mark.parametrize("what", LEAKS)
def test_search_finds_a_leak(what: str) -> None:
    planted = Planted(preview=False)

    assert leaks(planted, iter([("planted", LEAKS[what](planted))]), None) != []


def test_search_finds_a_door_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the one door open, the pages and the API do leak, and the search says so: it does look where it matters."""
    planted = Planted(preview=False)

    def opened(match: Match, viewer: int | None) -> Any:
        game: Any = stored_match.game_of(match)
        game.tags["Draw"] = " ".join(planted.stack)
        return game

    monkeypatch.setattr(queries, "game_for", opened)
    found = {where.split("/")[-1].split("?")[0] for where, _ in leaks(planted, visible(planted, planted.zoe), None)}

    assert {"record", "record.txt"} <= found
