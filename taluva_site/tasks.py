import time

from celery import shared_task

from taluva_site import health


@shared_task
def heartbeat() -> None:
    """The scheduler and a worker are alive: /readyz looks at the age of this."""
    health.beat(time.time())
