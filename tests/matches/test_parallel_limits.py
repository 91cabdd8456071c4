"""Limits that count rows hold for requests that come at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User, Webhook
from accounts.models.notice_settings import WebhookKind
from games.api import tokens
from games.history.studies import study_records
from games.matches import bot_turns, match_tags, play
from games.matches.refusals import SiteRefusal
from games.models import Follow, Match, Study, Tag, Token
from games.notifications.channels.webhooks import calls
from games.people import following
from games.registry import BOARDS
from tests.factories import NOW, level_bot, people, person, running_match

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 8

Ask = Callable[[int], Any]


def ask_at_once(ask: Ask) -> int:
    """Ask as many times as there are threads, all at the same moment; return how many were not refused."""
    together = Barrier(THREADS)

    def one(number: int) -> bool:
        try:
            User.objects.exists()  # everybody has a connection
            together.wait(timeout=120)
            ask(number)
        except SiteRefusal:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(one, range(THREADS)))


@pytest.fixture
def ann() -> User:
    return person("Ann")


def test_tokens(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 3)

    made = ask_at_once(lambda n: tokens.create_token(user=ann, name=f"no {n}", scopes=["read"], now=NOW))

    assert (made, Token.objects.count()) == (3, 3)


@pytest.mark.parametrize("kind", [WebhookKind.JSON, WebhookKind.PUSH])
def test_webhooks_and_browsers(ann: User, kind: str) -> None:
    def add(number: int) -> None:
        url = f"https://hook.example/{number}"
        if kind == WebhookKind.PUSH:
            calls.add_browser(user=ann, url=url, secret="s", events=["ended"], label="")
        else:
            calls.add_webhook(Webhook(user=ann, kind=kind, url=url, events=["ended"]))

    assert (ask_at_once(add), Webhook.objects.count()) == (Webhook.MOST, Webhook.MOST)


def test_followed_people(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST", 3)
    others = [person(f"Other {number}") for number in range(THREADS)]

    made = ask_at_once(lambda n: following.follow_user(follower=ann, followed=others[n], now=NOW))

    assert (made, Follow.objects.count()) == (3, 3)


def test_studies(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_records, "MOST", 3)
    drafts = [
        study_records.read_studies(owner=ann, text=BOARDS["taluva"].showcase, now=NOW) for _number in range(THREADS)
    ]

    made = ask_at_once(lambda n: study_records.store_studies(drafts[n]))

    assert (made, Study.objects.count()) == (3, 3)


def test_studies_that_name_each_other_do_not_block_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people(2)
    texts = [BOARDS["taluva"].showcase.replace("Ana", other) for other in ("Ben", "Ann")]
    drafts = [study_records.read_studies(owner=(ann, ben)[n % 2], text=texts[n % 2], now=NOW) for n in range(THREADS)]

    assert ask_at_once(lambda n: study_records.store_studies(drafts[n])) == THREADS


def test_tags_of_a_game(ann: User) -> None:
    match = play.resign_match(match_id=running_match(ann, person("Ben")).pk, player=ann, now=NOW)

    def tag(number: int) -> None:
        words = (f"tag {number} {i}" for i in range(match_tags.MOST))
        match_tags.save_tags(match=match, user=ann, text=",".join(words))

    ask_at_once(tag)

    assert Tag.objects.count() == match_tags.MOST


@pytest.mark.parametrize("watchers", [1, THREADS])
def test_matches_of_bots_to_watch(watchers: int) -> None:
    found = [person(f"Watcher {number}") for number in range(watchers)]
    for level in ("seedling", "settler"):
        level_bot(level)

    def watch(number: int) -> None:
        watcher = found[number % watchers]
        bot_turns.show_match(watcher=watcher, rules="taluva", levels=["seedling", "settler"], now=timezone.now())

    most = bot_turns.WATCHED if watchers == 1 else bot_turns.WATCHED_BY_ALL
    assert (ask_at_once(watch), Match.objects.count()) == (most, most)
