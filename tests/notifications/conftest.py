from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from accounts import outbox
from accounts.models import Mail, NoticePreference, NoticeSettings, User
from accounts.models.notices import When
from games.notifications import delivery, planning
from games.notifications.notification_settings import EVENTS
from tests import post
from tests.notifications.receivers import Receiver, receiving


def wants(user: User, *events: str, when: When = When.AT_ONCE, minutes: int = 0, **settings: object) -> None:
    """The person's wishes: these events (all, if none is named) at that time."""
    for event in events or EVENTS:
        NoticePreference.objects.update_or_create(user=user, event=event, defaults={"when": when, "minutes": minutes})
    if settings:
        NoticeSettings.objects.update_or_create(user=user, defaults=settings)


@pytest.fixture
def delivered(db: None) -> Callable[[datetime], list[Mail]]:
    """Does what tasks and sweep do until then, and returns all mails so far."""

    def deliver(now: datetime) -> list[Mail]:
        planning.plan(now=now)
        for user in delivery.due_users(now):
            delivery.deliver_mails(user_id=user, now=now)
        return list(Mail.objects.order_by("pk"))

    return deliver


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with receiving(tmp_path) as found:
        yield found


@pytest.fixture
def letters(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[post.Letters]:
    """What arrives at a real mail server; nothing leaves before it is told to."""
    monkeypatch.setattr(outbox, "tell_worker", lambda mail: None)
    with post.office() as (found, url):
        parts = urlsplit(url)
        settings.MAIL_SERVER = {"host": parts.hostname, "port": parts.port}
        yield found


def told(mails: list[Mail]) -> list[tuple[str, str]]:
    return [(mail.to.partition("@")[0], mail.subject) for mail in mails]
