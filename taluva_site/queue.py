"""How tasks are told: after the commit, and never at the price of the page."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery.app.task import Task
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger("taluva.queue")


def tell(task: Task[Any, Any], *args: Any) -> None:
    """Enqueues the task after the commit. Without a broker nothing is told, and the next sweep finds the work."""
    transaction.on_commit(partial(enqueue, task, *args))


def enqueue(task: Task[Any, Any], *args: Any) -> None:
    try:
        task.delay(*args)
    except OperationalError as error:
        log.warning("%s%r is left to the sweep: no broker (%s)", task.name, args, error)
