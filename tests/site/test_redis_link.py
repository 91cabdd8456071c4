"""A Redis that refuses, and one that takes the connection and never says a word: nobody waits for long, or twice."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.test import override_settings
from kombu import pools

from games.matches import live
from taluva_site import settings as real
from taluva_site.celery import app
from taluva_site.queues import enqueue
from taluva_site.redis import redis_link
from taluva_site.redis.redis_link import link
from taluva_site.tasks import heartbeat
from tests import processes


@pytest.fixture(params=["refusing", "silent"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "refusing":
        yield f"redis://:secret@127.0.0.1:{processes.free_port()}/0"
        return
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(100)
        yield f"redis://:secret@127.0.0.1:{sock.getsockname()[1]}/0"


@pytest.fixture(autouse=True)
def _unknown() -> Iterator[None]:
    link.again_at = 0.0
    yield
    link.again_at = 0.0


def timed(what: str, ask: Any) -> Any:
    started = time.monotonic()
    answer = ask()
    print(f"{what}: {time.monotonic() - started:.2f} s")
    return answer


def test_the_cache_forgets(address: str) -> None:
    with override_settings(CACHES={"default": {**real.CACHES["default"], "LOCATION": address}}):
        cache = caches["default"]
        answers = [
            timed("get", lambda: cache.get("key", "nothing")),
            timed("set, at once after", lambda: cache.set("key", 1)),
            timed("incr", lambda: cache.incr("key")),
            timed("add", lambda: cache.add("key", 1)),
        ]

    assert answers == ["nothing", None, 1, True]
    assert link.is_away()


def test_nobody_is_nudged(address: str) -> None:
    hosts = [{"address": address, "socket_connect_timeout": redis_link.CONNECT_WITHIN}]
    layer = {**real.CHANNEL_LAYERS["default"], "CONFIG": {"hosts": hosts, "prefix": "ws"}}
    told = [live.Nudge(group, {"type": "nudge"}) for group in ("match.one", "user.1")]
    with override_settings(CHANNEL_LAYERS={"default": layer}):
        timed("nudge", lambda: live.send_nudges(told))
        assert link.is_away()
        timed("nudge, at once after", lambda: live.send_nudges(told))


def test_a_task_is_left_to_the_sweep(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with app.connection_for_write(address) as connection:
        monkeypatch.setattr(app.amqp, "_producer_pool", pools.producers[connection])
        monkeypatch.setitem(app.conf, "task_always_eager", False)
        timed("enqueue", lambda: enqueue.enqueue(heartbeat.name))
        timed("enqueue, at once after", lambda: enqueue.enqueue(heartbeat.name))

    assert link.is_away()
    assert caplog.text.count("is left to the sweep") == 1
    assert "taluva-tests" not in caplog.text  # it asked this Redis, not the one of the tests' settings
