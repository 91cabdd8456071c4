"""Enqueue tasks by name: after the commit, and never at the price of the page.

A name instead of the task itself, so that a service need not import the module of tasks that calls it.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from taluva_site.queues import on_demand
from taluva_site.queues.background import debounce, run_in_background
from taluva_site.queues.queue_lengths import queue_of
from taluva_site.redis.redis_link import link

log = logging.getLogger("taluva.queue")
# The seconds in which one task is enough.
TOGETHER = 0.2


def enqueue_on_commit(task: str, *args: Any, after: float = 0) -> None:
    """Enqueue the task after the commit, to begin some seconds later.

    Without a broker nothing is enqueued, and the next sweep finds the work.
    """
    transaction.on_commit(partial(run_in_background, partial(enqueue, task, *args, after=after)))


def enqueue_once_on_commit(task: str) -> None:
    """Enqueue a task that finds all that waits by itself: one serves the commits of many requests."""
    transaction.on_commit(partial(debounce, task, partial(enqueue, task), delay=TOGETHER))


def enqueue(task: str, *args: Any, after: float = 0) -> bool:
    """Enqueue the task now; return False without a broker."""
    if link.is_away():
        return False
    try:
        current_app.signature(task, args=args).apply_async(countdown=after)
    except (OperationalError, RedisError, OSError) as error:
        link.mark_away()
        log.warning("%s%r is left to the sweep: no broker (%s)", task, args, error)
        return False
    on_demand.call_worker(queue_of(task))
    return True
