from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from accounts.mail import outbox
from accounts.models import Mail, NoticePreference, NoticeSettings, User
from accounts.models.mail import MailState
from accounts.models.notice_settings import MailTiming
from games.notifications import deliveries
from games.notifications.channels.mail import sending
from games.notifications.notification_settings import EVENTS
from tests import post
from tests.notifications.receivers import Receiver, receiving


def wants(
    user: User, *events: str, when: MailTiming = MailTiming.AT_ONCE, minutes: int = 0, **settings: object
) -> None:
    """The person's wishes: these events (all, if none is named) at that time."""
    for event in events or EVENTS:
        NoticePreference.objects.update_or_create(user=user, event=event, defaults={"when": when, "minutes": minutes})
    if settings:
        NoticeSettings.objects.update_or_create(user=user, defaults=settings)


def gather(now: datetime, *, digest: bool = False) -> list[Mail]:
    """Plan what is new, gather what is due then, and return all mails so far; nothing leaves."""
    deliveries.create_deliveries(now=now)
    last: int | None = 0
    while last is not None:
        last = sending.gather_some(digest=digest, after=last, now=now)
    return list(Mail.objects.order_by("pk"))


def send_digests(*, now: datetime) -> int:
    """Send the daily mails that are due then, and return how many they were."""
    daily = Mail.objects.filter(key__startswith="digest", state=MailState.SENT)
    before = daily.count()
    gather(now, digest=True)
    sending.send_due(now=now)
    return daily.count() - before


@pytest.fixture
def gathered(db: None) -> Callable[[datetime], list[Mail]]:
    """As `delivered`, with mails that have not left: they have no text yet."""
    return gather


@pytest.fixture
def delivered(db: None) -> Callable[[datetime], list[Mail]]:
    """Do what tasks and sweep do until then, and return all mails that have left so far."""

    def deliver(now: datetime) -> list[Mail]:
        gather(now)
        sending.send_due(now=now)
        return list(Mail.objects.exclude(state=MailState.DROPPED).order_by("pk"))

    return deliver


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with receiving(tmp_path) as found:
        yield found


@pytest.fixture
def letters(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[post.Letters]:
    """What arrives at a real mail server; nothing leaves before it is told to."""
    monkeypatch.setattr(outbox, "enqueue_sending", lambda mail: None)
    with post.office() as (found, url):
        parts = urlsplit(url)
        settings.MAIL_SERVER = {"host": parts.hostname, "port": parts.port}
        yield found


@pytest.fixture
def office(letters: post.Letters) -> post.Letters:
    """As `letters`, where that names a module."""
    return letters


def told(mails: list[Mail]) -> list[tuple[str, str]]:
    return [(mail.to.partition("@")[0], mail.subject) for mail in mails]
