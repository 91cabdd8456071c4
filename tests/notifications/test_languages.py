"""Whoever chose another language is told in it: the subject, both parts, what the picture shows, and the header."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from accounts.models import Mail, User
from accounts.models.notice_settings import MailTiming
from games.models import Delivery
from games.models.notice import Event
from games.notifications import deliveries
from games.notifications.channels import direct
from games.notifications.channels.mail import sending
from taluva_site.translations import catalogues
from tests import post
from tests.factories import NOW, people
from tests.notifications import happenings
from tests.notifications.conftest import gather, send_digests, wants
from tests.notifications.happenings import HAPPENS, Happen
from tests.pseudo import accented, locale

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
# What stays as it is in any language: names, what somebody wrote, zones, and addresses.
DATA = {"Ann", "Ben", "Atoll", "Taluva", "Hello", "UTC"}
# Django's own words for the days speak German.
GERMAN = {"Montag", "Dienstag", "Mai"}


@pytest.fixture(scope="module")
def german_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = locale(tmp_path_factory.mktemp("locale"), "de", accented)
    catalogues.compile_stale([folder])
    return folder


@pytest.fixture
def german(german_folder: Path, settings: Any) -> None:
    """The club speaks German: every text of its own with accents, so that one without them is not translated."""
    settings.LOCALE_PATHS, settings.LANGUAGES = [german_folder], [("en", "English"), ("de", "Deutsch")]


class Said(HTMLParser):
    """What an HTML part says, pictures included."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.is_style, self.language = False, ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.is_style = tag == "style"
        self.language = self.language or dict(attrs).get("lang") or ""
        self.words += [value for name, value in attrs if name in {"alt", "title", "aria-label"} and value]

    def handle_data(self, data: str) -> None:
        if not self.is_style:
            self.words.append(data)


def english(text: str) -> set[str]:
    """Words that nobody translated."""
    bare = re.sub(r"https?://\S+", "", text)
    return set(re.findall(r"\b[A-Za-z]{2,}\b", bare)) - DATA - GERMAN


def speaks_german(event: Event, when: MailTiming = MailTiming.AT_ONCE) -> tuple[User, User]:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, event, when=when)
    User.objects.filter(pk=ben.pk).update(language="de")
    ben.refresh_from_db()
    return ann, ben


def assert_german(letter: Any) -> None:
    words, html = post.text_of(letter), Said(post.text_of(letter, "html"))

    assert (letter["Content-Language"], html.language) == ("de", "de")
    assert [english(text) for text in (letter["Subject"], words, " ".join(html.words))] == [set()] * 3
    assert all(re.search(r"[åéñö]", text) for text in (letter["Subject"], words, " ".join(html.words)))


@pytest.mark.parametrize(("event", "happen", "subject"), HAPPENS, ids=[row[1].__name__ for row in HAPPENS])
@pytest.mark.usefixtures("german")
def test_each_mail_comes_in_the_language_of_who_gets_it(
    event: Event, happen: Happen, subject: str, letters: post.Letters, told_by_mail: Deliver
) -> None:
    ann, ben = speaks_german(event)
    happen(ann, ben, NOW)
    (mail,) = told_by_mail(NOW)

    (letter,) = letters.to(ben.email)
    assert letter["Message-ID"] == mail.message_id
    assert_german(letter)


@pytest.mark.usefixtures("german")
def test_each_of_two_people_is_told_in_their_own(letters: post.Letters, told_by_mail: Deliver) -> None:
    ann, ben = speaks_german(Event.ENDED)
    wants(ann, Event.ENDED)
    happenings.ended(ann, ben, NOW)
    with translation.override("de"):
        told_by_mail(NOW)

    (to_ann,), (to_ben,) = letters.to(ann.email), letters.to(ben.email)
    assert (to_ann["Subject"], to_ann["Content-Language"]) == ("You lost: Atoll", "en")
    assert "Unsubscribe from emails of this kind" in post.text_of(to_ann)
    assert to_ben["Subject"] == f"{accented('You won: ')}Atoll"
    assert_german(to_ben)


@pytest.mark.usefixtures("german")
def test_the_daily_mail_and_a_webhook_speak_it_too(letters: post.Letters) -> None:
    ann, ben = speaks_german(Event.YOUR_TURN, MailTiming.DIGEST)
    hook = ben.webhooks.create(kind="slack", url="https://hook.example/", events=[Event.YOUR_TURN])
    happenings.your_turn(ann, ben, NOW)
    deliveries.plan_deliveries(now=NOW)
    send_digests(now=NOW + happenings.DAY)
    row = Delivery.objects.get(channel=hook.channel)
    message = direct.render_message(row, now=NOW)

    assert_german(letters.to(ben.email)[0])
    assert (english(message.title), english(message.text)) == (set(), set())


@pytest.fixture
def told_by_mail(letters: post.Letters) -> Deliver:
    """Plan, gather and send what is due then."""

    def tell(now: datetime) -> list[Mail]:
        gather(now)
        sending.send_due(now=now)
        return list(Mail.objects.order_by("pk"))

    return tell
