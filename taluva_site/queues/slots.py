"""Work that waits on strangers: in threads beside a worker's tasks, so that no task, and no mail, waits for them too.

What a killed worker had in hand is lost with it; the sweeps find it again.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import connections

from taluva_site.queues.background import run_logged


class Slots:
    """So many threads in each process that needs them. One that is forked makes its own."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number
        self.pools: dict[int, ThreadPoolExecutor] = {}
        self.lock = threading.Lock()
        self.begun: set[str] = set()

    def give(self, what: str, work: Callable[[], object]) -> None:
        """Do it when a thread is free, unless it waits or runs already by this name; where tasks run at once, now."""
        if getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False):
            work()
            return
        with self.lock:
            is_new = what not in self.begun
            self.begun.add(what)
        if is_new:
            pool = self.pools.setdefault(os.getpid(), ThreadPoolExecutor(self.number, self.name))
            pool.submit(self.run, what, work)

    def run(self, what: str, work: Callable[[], object]) -> None:
        try:
            run_logged(work, what=f"{what} came to nothing")
        finally:
            connections.close_all()
            with self.lock:
                self.begun.discard(what)
