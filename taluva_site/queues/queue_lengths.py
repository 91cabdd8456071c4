"""Which queue a task goes to, and how many tasks wait there."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from redis.exceptions import RedisError

# What kombu puts between a queue's name and a priority: each priority of a queue is a list of its own.
BEFORE_PRIORITY = "\x06\x16"
PRIORITIES = (0, 3, 6, 9)  # kombu's steps; 0 is taken first


def count_tasks(queue: str, priority: int | None = None) -> int:
    """Return how many tasks wait there for a worker, or how many of one priority."""
    from taluva_site.operations import health  # its models need the apps, which a starting worker has not loaded yet

    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    steps = PRIORITIES if priority is None else (priority,)
    with health.connect_redis() as client:
        names = [f"{queue}{BEFORE_PRIORITY}{step}" if step else queue for step in steps]
        return sum(int(client.llen(f"{options['global_keyprefix']}{name}")) for name in names)


def free_places(queue: str, most: int, priority: int | None = None) -> int:
    """Return how many more tasks may be enqueued until so many wait there: more are of no use without a worker."""
    try:
        return max(0, most - count_tasks(queue, priority))
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
