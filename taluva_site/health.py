"""What /readyz looks at."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import redis
from django.conf import settings
from django.db import DatabaseError, connection

from taluva_site import redis_link, trouble

log = logging.getLogger("taluva.health")
HEARTBEAT = "heartbeat"
OLD_HEARTBEAT = 60
OLD_TASK = 300


class Check(NamedTuple):
    name: str
    ok: bool
    detail: str


def server() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, **redis_link.OPTIONS)


def beat(now: float) -> None:
    server().set(HEARTBEAT, now)


def checks() -> list[Check]:
    """Database, Redis, scheduler, queue: each with a sentence."""
    return [database(), *redis_checks()]


def database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.error("%s", trouble.for_host(error))
        return Check("database", False, "does not answer")
    return Check("database", True, "answers")


def redis_checks() -> list[Check]:
    try:
        with server() as client:
            client.ping()
            return [Check("redis", True, "answers"), scheduler(client), queue()]
    except redis.RedisError as error:
        log.error("Redis does not answer; REDIS_URL names it (%s).", error)
        return [Check("redis", False, "does not answer")]


def scheduler(client: redis.Redis) -> Check:
    age = time.time() - float(client.get(HEARTBEAT) or 0)
    if age > OLD_HEARTBEAT:
        return Check("scheduler", False, "no heartbeat within a minute: is the scheduler running, and a worker?")
    return Check("scheduler", True, f"heartbeat {age:.0f} s ago")


def queue() -> Check:
    """The age of the oldest work that is due and was not begun: tasks carry no time, rows do."""
    oldest = min((since for find in WAITING if (since := find())), default=None)
    age = time.time() - oldest.timestamp() if oldest else 0
    return Check("queue", age < OLD_TASK, f"oldest task has waited {age:.0f} s")


def oldest_mail() -> datetime | None:
    """One that was tried has a reason, and waits for its server: not for us."""
    from accounts.models import Mail

    waiting = Mail.objects.filter(state="waiting", attempts=0, reason="").order_by("created_at")
    return waiting.values_list("created_at", flat=True).first()


# Since when the oldest work of a kind has waited; an app adds its own when it is ready.
WAITING: list[Callable[[], datetime | None]] = [oldest_mail]
