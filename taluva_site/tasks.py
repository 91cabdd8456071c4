import time

from celery import shared_task

from taluva_site.operations import health
from taluva_site.queues import on_demand


@shared_task
def heartbeat() -> None:
    """Save that the scheduler and a worker are alive: /readyz looks at the age of this."""
    health.save_heartbeat(time.time())


@shared_task
def call_workers() -> None:
    """Call workers for tasks of the scheduler, and for those that a dead worker left."""
    on_demand.call_workers()
