"""Enqueue tasks by name: after the commit, and never at the price of the page.

A name instead of the task itself, so that a service need not import the module of tasks that calls it.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from taluva_site import health, on_demand
from taluva_site.aside import aside, together
from taluva_site.redis_link import link

log = logging.getLogger("taluva.queue")
# The seconds in which one task is enough.
TOGETHER = 0.2


# What kombu puts between a queue's name and a priority: each priority of a queue is a list of its own.
BEFORE_PRIORITY = "\x06\x16"
PRIORITIES = (0, 3, 6, 9)  # kombu's steps; 0 is taken first


def length(queue: str, priority: int | None = None) -> int:
    """How many tasks wait there for a worker, or how many of one priority."""
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    steps = PRIORITIES if priority is None else (priority,)
    with health.server() as client:
        names = [f"{queue}{BEFORE_PRIORITY}{step}" if step else queue for step in steps]
        return sum(int(client.llen(f"{options['global_keyprefix']}{name}")) for name in names)


def free_places(queue: str, most: int, priority: int | None = None) -> int:
    """Return how many more tasks may be enqueued until so many wait there: more are of no use without a worker."""
    try:
        return max(0, most - length(queue, priority))
    except RedisError:
        return most


def free_places_for(task: str, most: int) -> int:
    """Return the same for tasks of this name, which wait with those of their queue and priority."""
    return free_places(queue_of(task), most, route_of(task).get("priority", 0))


def queue_of(task: str) -> str:
    return str(route_of(task).get("queue", settings.CELERY_TASK_DEFAULT_QUEUE))


def route_of(task: str) -> dict[str, Any]:
    routes: dict[str, dict[str, Any]] = settings.CELERY_TASK_ROUTES
    return routes.get(task, {})


def enqueue_on_commit(task: str, *args: Any, after: float = 0) -> None:
    """Enqueue the task after the commit, to begin some seconds later.

    Without a broker nothing is enqueued, and the next sweep finds the work.
    """
    transaction.on_commit(partial(aside, partial(enqueue, task, *args, after=after)))


def enqueue_once_on_commit(task: str) -> None:
    """Enqueue a task that finds all that waits by itself: one serves the commits of many requests."""
    transaction.on_commit(partial(together, task, partial(enqueue, task), within=TOGETHER))


def enqueue(task: str, *args: Any, after: float = 0) -> bool:
    """Enqueue the task now; return False without a broker."""
    if link.is_away():
        return False
    try:
        current_app.signature(task, args=args).apply_async(countdown=after)
    except (OperationalError, RedisError, OSError) as error:
        link.went_away()
        log.warning("%s%r is left to the sweep: no broker (%s)", task, args, error)
        return False
    on_demand.call_worker(queue_of(task))
    return True
