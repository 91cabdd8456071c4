"""How tasks are told: after the commit, and never at the price of the page."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery.app.task import Task
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from taluva_site import health
from taluva_site.aside import aside, together
from taluva_site.redis_link import link

log = logging.getLogger("taluva.queue")
# The seconds in which one task is enough.
TOGETHER = 0.2


def length(queue: str) -> int:
    """How many tasks wait there for a worker."""
    with health.server() as client:
        return int(client.llen(f"{settings.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']}{queue}"))


def room(queue: str, most: int) -> int:
    """How many more tasks may be told until so many wait there: while no worker takes them, no more are of use."""
    try:
        return max(0, most - length(queue))
    except RedisError:
        return most


def tell(task: Task[Any, Any], *args: Any, after: float = 0) -> None:
    """Enqueues the task after the commit, to begin some seconds later.

    Without a broker nothing is told, and the next sweep finds the work.
    """
    transaction.on_commit(partial(aside, partial(enqueue, task, *args, after=after)))


def tell_soon(task: Task[Any, Any]) -> None:
    """As tell, for a task that looks itself for all that waits: one of it does for what many pages tell together."""
    transaction.on_commit(partial(together, task.name, partial(enqueue, task), within=TOGETHER))


def enqueue(task: Task[Any, Any], *args: Any, after: float = 0) -> None:
    if not link.is_away():
        try:
            task.apply_async(args, countdown=after)
        except (OperationalError, RedisError, OSError) as error:
            link.went_away()
            log.warning("%s%r is left to the sweep: no broker (%s)", task.name, args, error)
