import subprocess
import sys
from datetime import timedelta

from celery import shared_task
from celery.signals import worker_ready
from celery.worker.consumer import Consumer
from django.utils import timezone


@shared_task
def play_bot_turn(match_id: int, number: int, seat: int) -> None:
    from games.services import bots

    bots.play_turn(match_id=match_id, number=number, seat=seat)


@shared_task
def plan_notices(match_id: int | None = None) -> None:
    """Through which channels the notices of a match go out; what is due goes at once."""
    from games.services import planning

    planning.plan(match_id=match_id, now=timezone.now())


@shared_task
def deliver_mails(user_id: int) -> None:
    from games.services import delivery

    delivery.deliver_mails(user_id=user_id, now=timezone.now())


@shared_task
def send_digests() -> None:
    from games.services import digests

    digests.send(now=timezone.now())


@shared_task
def call_webhooks() -> None:
    from games.services import webhooks

    webhooks.call_due(now=timezone.now())


@shared_task
def sweep() -> None:
    """Repairs what was lost between a commit and its effects: bots, notices, deadlines, tables that nobody filled."""
    from games.services import sweeping

    sweeping.sweep(now=timezone.now(), grace=timedelta(seconds=20))


@worker_ready.connect
def compile_the_core(sender: Consumer, **_more: object) -> None:
    """Beside the bots' worker, when it starts for the first time with these sources: nobody's turn waits for it."""
    from games.bots import cli, engine

    if "bots" in sender.app.amqp.queues.consume_from and engine.has_numba() and not cli.is_warm():
        subprocess.Popen(["nice", "-n", "15", sys.executable, "manage.py", "bots", "warm"])  # noqa: S607 - nice is everywhere
