"""A worker that `manage.py up` starts when its queue holds something, and that ends after a while without work.

Who enqueues a task creates a file; the supervisor starts the worker and removes the file. A worker that wants to
end removes the file first and looks into its queue last, so a task that comes in between finds a file or a worker.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from celery.signals import worker_ready
from django.conf import settings
from redis.exceptions import RedisError

from taluva_site.queues import queue_lengths

if TYPE_CHECKING:
    from celery.worker.consumer import Consumer

# Set by the supervisor for its processes: the folder of these files. Elsewhere all workers run always.
FOLDER = "WORKERS_ON_DEMAND"
IDLE = 300.0  # seconds without a task after which the worker ends
LOOKS = 5.0  # seconds between two looks


def flag_file(folder: Path, queue: str) -> Path:
    """Return the file that says that this queue needs its worker."""
    return folder / f"{queue}.wanted"


def call_worker(queue: str) -> None:
    """Have the worker of this queue started, if it is one that runs on demand."""
    folder = os.environ.get(FOLDER)
    if folder and queue in settings.QUEUES_ON_DEMAND:
        with suppress(OSError):  # a full disk: the next task tries again
            flag_file(Path(folder), queue).touch()


def call_workers() -> None:
    """Start the workers whose queues hold something: tasks of the scheduler, and those that a dead worker left."""
    if os.environ.get(FOLDER):
        for name in settings.QUEUES_ON_DEMAND:
            if queue_lengths.count_tasks(name):
                call_worker(name)


@worker_ready.connect
def end_when_idle(sender: Consumer, **_more: object) -> None:
    """Watch a worker on demand; called as it begins to take tasks."""
    folder, queues = os.environ.get(FOLDER), sorted(sender.app.amqp.queues.consume_from)
    if folder and set(queues) <= set(settings.QUEUES_ON_DEMAND):
        threading.Thread(target=watch, args=(Path(folder), queues), daemon=True).start()


def watch(folder: Path, queues: list[str]) -> None:
    """End this worker, as SIGTERM does, once it has had nothing to do for a while."""
    from celery.worker import state  # web processes need none of a worker

    busy_at = time.monotonic()
    while True:
        time.sleep(LOOKS)
        if state.reserved_requests:
            busy_at = time.monotonic()
        elif time.monotonic() - busy_at > IDLE and is_over(folder, queues):
            os.kill(os.getpid(), signal.SIGTERM)
            return


def is_over(folder: Path, queues: list[str]) -> bool:
    """Return True if nothing waits for this worker; what comes from now on creates the file again."""
    for name in queues:
        flag_file(folder, name).unlink(missing_ok=True)
    try:
        return not any(queue_lengths.count_tasks(name) for name in queues)
    except RedisError:
        return False
