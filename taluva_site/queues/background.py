"""Threads beside requests and tasks: whoever waits for a page does not wait for Redis, and no mail for a webhook.

What they have in hand is lost with the process; the sweeps find it again.
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
from django.db import connections

log = logging.getLogger("taluva.background")
_own = threading.local()


class Threads:
    """So many threads in each process that needs them; one that is forked makes its own."""

    def __init__(self, name: str, number: int, prepare: Callable[[], None] | None = None) -> None:
        self.name, self.number, self.prepare = name, number, prepare
        self.pools: dict[int, ThreadPoolExecutor] = {}
        self.lock = threading.Lock()
        self.reserved: set[str] = set()

    def executor(self) -> ThreadPoolExecutor:
        return self.pools.setdefault(os.getpid(), ThreadPoolExecutor(self.number, self.name, initializer=self.prepare))

    def reserve(self, work_name: str) -> bool:
        """Return True if no work of this name waits, and reserve the name until it is released."""
        with self.lock:
            is_new = work_name not in self.reserved
            self.reserved.add(work_name)
            return is_new

    def release(self, work_name: str) -> None:
        with self.lock:
            self.reserved.discard(work_name)

    def run_once(self, work_name: str, work: Callable[[], object]) -> None:
        """Do the work when a thread is free, unless it waits or runs already; where tasks run at once, now."""
        if is_eager():
            work()
        elif self.reserve(work_name):
            self.executor().submit(self.run_reserved, work_name, work)

    def run_reserved(self, work_name: str, work: Callable[[], object]) -> None:
        try:
            run_logged(work, what=f"{work_name} came to nothing")
        finally:
            connections.close_all()
            self.release(work_name)


def create_loop() -> None:
    """Give the thread one event loop, with which the connections that belong to it stay."""
    _own.loop = asyncio.new_event_loop()


# One thread, so that what is sent keeps its order.
BACKGROUND = Threads("background", 1, create_loop)


def run_in_background(work: Callable[[], object]) -> None:
    """Do the work in this process's background thread; here and now in a task, or where tasks run at once."""
    if is_eager() or current_task:
        work()
    else:
        BACKGROUND.executor().submit(run_logged, work)


def debounce(name: str, work: Callable[[], object], *, delay: float) -> None:
    """Do the work in the background so many seconds later, once for all who ask for it by this name until then."""
    if is_eager() or current_task:
        work()
    elif BACKGROUND.reserve(name):
        timer = threading.Timer(delay, run_debounced, [name, work])
        timer.daemon = True
        timer.start()


def run_debounced(name: str, work: Callable[[], object]) -> None:
    """Do the work; whoever asks for it from here on has it done once more, since this time may look before that."""
    BACKGROUND.release(name)
    run_in_background(work)


def is_eager() -> bool:
    return bool(getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False))


def run_logged(work: Callable[[], object], *, what: str = "some work failed") -> None:
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
