"""What many pages tell together is one task, and nothing that was told is left without one."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import redis
from django.db import transaction
from django.test import override_settings

from taluva_site.queues import background, enqueue, queue_lengths
from taluva_site.tasks import heartbeat
from tests import processes


@pytest.mark.django_db(transaction=True)
@override_settings(CELERY_TASK_ALWAYS_EAGER=False)
def test_one_task_does_for_what_is_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    came = Event()
    monkeypatch.setattr(enqueue, "enqueue", lambda task: (told.append(task), came.set()))

    for expected in (1, 2):
        for _ in range(3):
            with transaction.atomic():
                enqueue.enqueue_once_on_commit(heartbeat.name)
                assert len(told) == expected - 1
        assert came.wait(5)
        came.clear()
        done: Future[None] = background.BACKGROUND.executor().submit(lambda: None)
        done.result(5)

        assert told == [heartbeat.name] * expected


@pytest.mark.worker
def test_there_is_room_until_so_many_tasks_wait(tmp_path: Path, settings: Any) -> None:
    with processes.valkey(tmp_path) as url:
        settings.REDIS_URL = url
        redis.Redis.from_url(url).rpush("q:bots", "one", "two", "three")

        assert [queue_lengths.free_places("bots", most) for most in (5, 3, 2)] == [2, 0, 0]
        assert queue_lengths.free_places("default", 5) == 5


def test_without_a_broker_nothing_is_known_of_the_line(tmp_path: Path, settings: Any) -> None:
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    assert queue_lengths.free_places("bots", 5) == 5
