"""What many pages tell together is one task, and nothing that was told is left without one."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Event

import pytest
from django.db import transaction
from django.test import override_settings

from taluva_site import aside, queue
from taluva_site.tasks import heartbeat


@pytest.mark.django_db(transaction=True)
@override_settings(CELERY_TASK_ALWAYS_EAGER=False)
def test_one_task_does_for_what_is_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    came = Event()
    monkeypatch.setattr(queue, "enqueue", lambda task: (told.append(task.name), came.set()))

    for expected in (1, 2):
        for _ in range(3):
            with transaction.atomic():
                queue.tell_soon(heartbeat)
                assert len(told) == expected - 1
        assert came.wait(5)
        came.clear()
        done: Future[None] = aside.thread().submit(lambda: None)
        done.result(5)

        assert told == [heartbeat.name] * expected
