import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts import outbox
from accounts.models import Mail
from games.models import Notice
from taluva_site import health
from tests import processes
from tests.factories import level_bot, person, running_match


def test_healthz_needs_nothing(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_readyz_names_the_redis_that_is_away(client: Client) -> None:
    response = client.get("/readyz")

    assert response.status_code == 503
    answer = response.json()
    assert (answer["ready"], answer["database"]["ok"], answer["redis"]["ok"]) == (False, True, False)


@pytest.fixture
def live_redis(tmp_path: Path, settings: object) -> Iterator[redis.Redis]:
    with processes.valkey(tmp_path) as url:
        settings.REDIS_URL = url
        yield redis.Redis.from_url(url)


@pytest.mark.worker
@pytest.mark.django_db
def test_readyz_misses_the_scheduler_until_its_heart_beats(client: Client, live_redis: redis.Redis) -> None:
    before = client.get("/readyz").json()
    health.beat(time.time())
    after = client.get("/readyz").json()

    assert (before["scheduler"]["ok"], before["ready"]) == (False, False)
    assert (after["scheduler"]["ok"], after["ready"]) == (True, True)


@pytest.mark.django_db
@pytest.mark.own_mails
def test_the_queue_is_late_when_a_mail_was_not_begun_for_long() -> None:
    mail = outbox.write(EmailMessage("Late", "text", "club@taluva.example", ["ann@taluva.example"]))[0]
    fresh = health.queue()
    Mail.objects.filter(pk=mail.pk).update(created_at=timezone.now() - timedelta(minutes=6))
    late = health.queue()
    Mail.objects.filter(pk=mail.pk).update(reason="The mail server does not answer")
    excused = health.queue()

    assert (fresh.ok, late.ok, excused.ok) == (True, False, True)
    assert late.detail == "oldest task has waited 360 s"


@pytest.mark.django_db
def test_the_queue_is_late_when_a_bot_or_a_notice_waits_for_long() -> None:
    """Nobody works here: the bot that is to move first never does."""
    bot_first = running_match(level_bot(), person("Ann"), now=timezone.now())
    fresh = health.queue()
    long_ago = timezone.now() - timedelta(minutes=7)
    bot_first.seats.exclude(awaited_since=None).update(awaited_since=long_ago)
    slow_bot = health.queue()
    bot_first.seats.update(awaited_since=None)
    Notice.objects.update(planned_at=None, created_at=long_ago)
    slow_notice = health.queue()

    assert (fresh.ok, slow_bot.ok, slow_notice.ok) == (True, False, False)
    assert slow_bot.detail == slow_notice.detail == "oldest task has waited 420 s"
