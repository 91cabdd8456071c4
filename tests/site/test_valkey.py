"""A cache that is filled: what it holds makes room, and tasks and everything else that has no end of its own stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from celery import Celery

from taluva_site.redis import redis_link
from taluva_site.redis.cache import ForgivingRedisCache
from taluva_site.redis.valkey import MOST_MEMORY
from tests import processes

pytestmark = pytest.mark.worker
MEGABYTE = b"x" * 1_000_000


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with processes.valkey(tmp_path) as url:
        yield url


def test_a_full_cache_takes_nothing_from_the_queues(url: str) -> None:
    most = int(MOST_MEMORY.removesuffix("mb"))
    client, cache = redis.Redis.from_url(url), ForgivingRedisCache(url, {"OPTIONS": redis_link.OPTIONS})
    options = {"global_keyprefix": "q:"}
    club = Celery(broker=url.replace("unix://", "redis+socket://"), broker_transport_options=options)
    for number in range(50):
        club.send_task("games.tasks.draw_animation", [number], queue="slow", priority=6)
    cache.set("fast-core", "ready", None)  # what a worker said once
    tasks = client.lrange("q:slow\x06\x166", 0, -1)

    for number in range(2 * most):
        cache.set(f"picture:{number}", MEGABYTE, 3600)

    assert len(tasks) == 50
    assert client.lrange("q:slow\x06\x166", 0, -1) == tasks
    assert cache.get("fast-core") == "ready"
    left = sum(cache.has_key(f"picture:{number}") for number in range(2 * most))
    assert most / 2 < left <= most
    assert int(client.info("memory")["used_memory"]) <= most * 2**20
    club.send_task("games.tasks.draw_animation", [50], queue="slow", priority=6)
    assert client.llen("q:slow\x06\x166") == 51
    assert not redis_link.link.is_away()
