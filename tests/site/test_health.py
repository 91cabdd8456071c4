import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
import redis
from django.core.mail import EmailMessage
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import Mail
from games.models import Notice
from taluva_site.models import WriteProbe
from taluva_site.operations import health
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
    health.save_heartbeat(time.time())
    after = client.get("/readyz").json()

    assert (before["scheduler"]["ok"], before["ready"]) == (False, False)
    assert (after["scheduler"]["ok"], after["ready"]) == (True, True)


@pytest.mark.worker
@pytest.mark.django_db
def test_readyz_tells_a_heartbeat_from_the_future(client: Client, live_redis: redis.Redis) -> None:
    health.save_heartbeat(time.time() + 26 * 3600)
    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["scheduler"]["detail"]) == (
        503,
        "its heartbeat is from the future: was the machine's clock set back?",
    )


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "last_write", health.LastWrite())


@pytest.mark.django_db
def test_the_database_is_written_at_most_once_in_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = [health.check_database() for _ in range(3)]
    row = WriteProbe.objects.get()
    health.last_write.again_at = 0
    health.check_database()

    assert checks == [health.Check("database", True, "answers and can be written")] * 3
    assert WriteProbe.objects.get().written_at > row.written_at


READ_ONLY = {"sqlite": "PRAGMA query_only = {}", "postgresql": "SET transaction_read_only = {}"}


@pytest.mark.django_db
def test_a_database_that_can_only_be_read_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute(READ_ONLY[connection.vendor].format("on"))
        answer = client.get("/readyz")
        if connection.vendor == "sqlite":
            cursor.execute(READ_ONLY["sqlite"].format("off"))

    assert answer.status_code == 503
    assert answer.json()["database"]["detail"] == "answers, but cannot be written: the log says why"


@pytest.mark.django_db
@pytest.mark.parametrize("words", ["database or disk is full", "could not extend file: No space left on device"])
def test_a_full_disk_is_not_ready(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError(words)

    monkeypatch.setattr(health, "save_probe", fail)

    assert health.check_database() == health.Check("database", False, "cannot be written: its disk is full")


@pytest.mark.django_db
def test_a_disk_that_is_nearly_full_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of PostgreSQL may be another machine's, and is not looked at."""
    left = SimpleNamespace(free=3_400_000)
    monkeypatch.setattr(health.shutil, "disk_usage", lambda folder: left)

    full = health.Check("database", False, "its disk is nearly full: 3 MB are left")
    fine = health.Check("database", True, "answers and can be written")
    assert health.check_database() == (full if connection.vendor == "sqlite" else fine)


@pytest.mark.django_db
@pytest.mark.own_mails
def test_the_queue_is_late_when_a_mail_was_not_begun_for_long() -> None:
    mail = outbox.queue_mail(EmailMessage("Late", "text", "club@taluva.example", ["ann@taluva.example"]))[0]
    fresh = health.check_queue()
    Mail.objects.filter(pk=mail.pk).update(created_at=timezone.now() - timedelta(minutes=6))
    late = health.check_queue()
    Mail.objects.filter(pk=mail.pk).update(reason="The mail server does not answer")
    excused = health.check_queue()

    assert (fresh.ok, late.ok, excused.ok) == (True, False, True)
    assert late.detail == "oldest task has waited 360 s"


@pytest.mark.django_db
def test_the_queue_is_late_when_a_bot_or_a_notice_waits_for_long() -> None:
    """Nobody works here: the bot that is to move first never does."""
    bot_first = running_match(level_bot(), person("Ann"), now=timezone.now())
    fresh = health.check_queue()
    long_ago = timezone.now() - timedelta(minutes=7)
    bot_first.seats.exclude(awaited_since=None).update(awaited_since=long_ago)
    slow_bot = health.check_queue()
    bot_first.seats.update(awaited_since=None)
    Notice.objects.update(planned_at=None, created_at=long_ago)
    slow_notice = health.check_queue()

    assert (fresh.ok, slow_bot.ok, slow_notice.ok) == (True, False, False)
    assert slow_bot.detail == slow_notice.detail == "oldest task has waited 420 s"
