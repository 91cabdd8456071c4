"""What is told after a commit is told aside: who waits for a page does not wait for Redis.

All of it may be lost with the process; the sweeps repair that.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import async_to_sync
from celery import current_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

log = logging.getLogger("taluva.aside")
_threads: dict[int, ThreadPoolExecutor] = {}
_own = threading.local()
_lock = threading.Lock()
_asked: set[str] = set()


def aside(work: Callable[[], object]) -> None:
    """Does the work in this process's own thread for it; here and now in a task, or where tasks run at once."""
    if is_at_once():
        work()
    else:
        thread().submit(guarded, work)


def together(name: str, work: Callable[[], object], *, within: float) -> None:
    """Does the work aside so many seconds later, once for all who ask for it by this name until then."""
    if is_at_once():
        work()
        return
    with _lock:
        is_asked = name in _asked
        _asked.add(name)
    if not is_asked:
        timer = threading.Timer(within, begin, [name, work])
        timer.daemon = True
        timer.start()


def begin(name: str, work: Callable[[], object]) -> None:
    """From here on what is asked for needs another time: this one may look before it."""
    with _lock:
        _asked.discard(name)
    aside(work)


def is_at_once() -> bool:
    return bool(getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False) or current_task)


def thread() -> ThreadPoolExecutor:
    """One thread, so that what is told keeps its order; a fork makes its own."""
    return _threads.setdefault(os.getpid(), ThreadPoolExecutor(1, "aside", initializer=with_loop))


def with_loop() -> None:
    """The thread keeps one event loop, and so the connections that belong to it."""
    _own.loop = asyncio.new_event_loop()


def guarded(work: Callable[[], object], *, what: str = "something was not told") -> None:
    """Does the work; what goes wrong with it is logged, and nobody else's trouble. A task's time is up for all."""
    try:
        work()
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("%s; the next sweep or the next look finds it", what)


def wait_for(ask: Callable[[], Awaitable[None]]) -> None:
    """Waits for what is asynchronous: in the own loop of the thread aside, elsewhere in whatever loop there is."""
    loop: asyncio.AbstractEventLoop | None = getattr(_own, "loop", None)
    if loop is None:
        async_to_sync(ask)()
    else:
        loop.run_until_complete(ask())
