"""How tasks are told: after the commit, and never at the price of the page."""

from __future__ import annotations

import logging
import threading
from functools import partial
from typing import Any

from celery.app.task import Task
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from taluva_site.aside import aside, is_at_once
from taluva_site.redis_link import link

log = logging.getLogger("taluva.queue")
# The seconds in which one task is enough.
TOGETHER = 0.2
_lock = threading.Lock()
_gathered: set[str] = set()


def tell(task: Task[Any, Any], *args: Any, after: float = 0) -> None:
    """Enqueues the task after the commit, to begin some seconds later.

    Without a broker nothing is told, and the next sweep finds the work.
    """
    transaction.on_commit(partial(aside, partial(enqueue, task, *args, after=after)))


def tell_soon(task: Task[Any, Any]) -> None:
    """As tell, for a task that looks itself for all that waits: one of it does for what many pages tell together."""
    transaction.on_commit(partial(gather, task))


def gather(task: Task[Any, Any]) -> None:
    if is_at_once():
        aside(partial(enqueue, task))
        return
    with _lock:
        is_told = task.name in _gathered
        _gathered.add(task.name)
    if not is_told:
        timer = threading.Timer(TOGETHER, release, [task])
        timer.daemon = True
        timer.start()


def release(task: Task[Any, Any]) -> None:
    """From here on what is committed needs another task: this one may look before it."""
    with _lock:
        _gathered.discard(task.name)
    aside(partial(enqueue, task))


def enqueue(task: Task[Any, Any], *args: Any, after: float = 0) -> None:
    if not link.is_away():
        try:
            task.apply_async(args, countdown=after)
        except (OperationalError, RedisError, OSError) as error:
            link.went_away()
            log.warning("%s%r is left to the sweep: no broker (%s)", task.name, args, error)
