"""How tasks are told: after the commit, and never at the price of the page."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery.app.task import Task
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from taluva_site.aside import aside
from taluva_site.redis_link import link

log = logging.getLogger("taluva.queue")


def tell(task: Task[Any, Any], *args: Any) -> None:
    """Enqueues the task after the commit. Without a broker nothing is told, and the next sweep finds the work."""
    transaction.on_commit(partial(aside, partial(enqueue, task, *args)))


def enqueue(task: Task[Any, Any], *args: Any) -> None:
    if not link.is_away():
        try:
            task.delay(*args)
        except (OperationalError, RedisError, OSError) as error:
            link.went_away()
            log.warning("%s%r is left to the sweep: no broker (%s)", task.name, args, error)
