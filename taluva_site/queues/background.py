"""Work in a background thread: whoever waits for a page does not wait for Redis.

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

log = logging.getLogger("taluva.background")
_threads: dict[int, ThreadPoolExecutor] = {}
_own = threading.local()
_lock = threading.Lock()
_asked: set[str] = set()


def run_in_background(work: Callable[[], object]) -> None:
    """Do the work in this process's background thread; here and now in a task, or where tasks run at once."""
    if runs_at_once():
        work()
    else:
        executor().submit(run_logged, work)


def debounce(name: str, work: Callable[[], object], *, delay: float) -> None:
    """Do the work in the background so many seconds later, once for all who ask for it by this name until then."""
    if runs_at_once():
        work()
        return
    with _lock:
        is_asked = name in _asked
        _asked.add(name)
    if not is_asked:
        timer = threading.Timer(delay, run_debounced, [name, work])
        timer.daemon = True
        timer.start()


def run_debounced(name: str, work: Callable[[], object]) -> None:
    """Do the work; whoever asks for it from here on has it done once more, since this time may look before that."""
    with _lock:
        _asked.discard(name)
    run_in_background(work)


def runs_at_once() -> bool:
    return bool(getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False) or current_task)


def executor() -> ThreadPoolExecutor:
    """Return the one thread, so that what is sent keeps its order; a fork makes its own."""
    return _threads.setdefault(os.getpid(), ThreadPoolExecutor(1, "background", initializer=create_loop))


def create_loop() -> None:
    """Give the thread one event loop, with which the connections that belong to it stay."""
    _own.loop = asyncio.new_event_loop()


def run_logged(work: Callable[[], object], *, what: str = "something was not told") -> None:
    """Do the work, and log what goes wrong with it; only the end of a task's time is raised."""
    try:
        work()
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("%s; the next sweep or the next look finds it", what)


def run_async(ask: Callable[[], Awaitable[None]]) -> None:
    """Run what is asynchronous: in the background thread's own loop, elsewhere in whatever loop there is."""
    loop: asyncio.AbstractEventLoop | None = getattr(_own, "loop", None)
    if loop is None:
        async_to_sync(ask)()
    else:
        loop.run_until_complete(ask())
