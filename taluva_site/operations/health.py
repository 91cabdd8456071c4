"""What /readyz looks at."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import redis
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from taluva_site.models import WriteProbe
from taluva_site.operations import outages
from taluva_site.redis import redis_link

log = logging.getLogger("taluva.health")
HEARTBEAT = "heartbeat"
OLD_HEARTBEAT = 60
OLD_TASK = 300
WRITE_EACH = 5.0
LEAST_ROOM = 10_000_000


class Check(NamedTuple):
    name: str
    ok: bool
    detail: str


def connect_redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, **redis_link.OPTIONS)


def save_heartbeat(now: float) -> None:
    connect_redis().set(HEARTBEAT, now)


def run_checks() -> list[Check]:
    """Check database, Redis, scheduler and queue; return a sentence for each."""
    return [check_database(), *check_redis()]


def check_database() -> Check:
    """Check that it answers and can be written, at most once in some seconds: /readyz is open to everybody."""
    if time.monotonic() >= last_write.again_at:
        last_write.check = check_write()
        last_write.again_at = time.monotonic() + WRITE_EACH
    return last_write.check


class LastWrite:
    """What the last attempt of this process to write to the database has shown."""

    def __init__(self) -> None:
        self.check, self.again_at = Check("database", False, "was not asked yet"), 0.0


last_write = LastWrite()


def check_write() -> Check:
    """Write one row, and commit it: a write that is rolled back never reaches the disk."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.error("%s", outages.host_sentence(error))
        return Check("database", False, failure_detail(error, "does not answer"))
    try:
        save_probe()
    except DatabaseError as error:
        log.error("%s", outages.host_sentence(error))
        return Check("database", False, failure_detail(error, "answers, but cannot be written: the log says why"))
    return check_disk() or Check("database", True, "answers and can be written")


def save_probe() -> None:
    """Save the probe in one statement, so that two processes may do it at the same time."""
    with transaction.atomic():
        WriteProbe.objects.bulk_create(
            [WriteProbe(pk=1, written_at=timezone.now())],
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=["written_at"],
        )


def failure_detail(error: DatabaseError, otherwise: str) -> str:
    return "cannot be written: its disk is full" if outages.is_disk_full(error) else otherwise


def check_disk() -> Check | None:
    """Return a failed check if the disk is nearly full: a little may still fit in where a turn does not."""
    if connection.vendor != "sqlite":
        return None
    room = shutil.disk_usage(Path(str(connection.settings_dict["NAME"])).parent).free
    if room >= LEAST_ROOM:
        return None
    return Check("database", False, f"its disk is nearly full: {room // 1_000_000} MB are left")


def check_redis() -> list[Check]:
    try:
        with connect_redis() as client:
            client.ping()
            return [Check("redis", True, "answers"), check_scheduler(client), check_queue()]
    except redis.RedisError as error:
        log.error("Redis does not answer; REDIS_URL names it (%s).", error)
        return [Check("redis", False, "does not answer")]


def check_scheduler(client: redis.Redis) -> Check:
    age = time.time() - float(client.get(HEARTBEAT) or 0)
    if age < -OLD_HEARTBEAT:
        return Check("scheduler", False, "its heartbeat is from the future: was the machine's clock set back?")
    if age > OLD_HEARTBEAT:
        return Check("scheduler", False, "no heartbeat within a minute: is the scheduler running, and a worker?")
    return Check("scheduler", True, f"heartbeat {max(age, 0):.0f} s ago")


def check_queue() -> Check:
    """Return the age of the oldest work that is due and was not begun: tasks carry no time, rows do."""
    finders: list[Callable[[], datetime | None]] = [import_string(path) for path in settings.OLDEST_WORK]
    oldest = min((since for find in finders if (since := find())), default=None)
    age = time.time() - oldest.timestamp() if oldest else 0
    return Check("queue", age < OLD_TASK, f"oldest task has waited {age:.0f} s")
