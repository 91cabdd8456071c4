from datetime import timedelta

from celery import shared_task
from django.utils import timezone


@shared_task
def play_bot_turn(match_id: int, number: int, seat: int) -> None:
    from games.services import bots

    bots.play_turn(match_id=match_id, number=number, seat=seat)


@shared_task
def deliver(notice_id: int) -> None:
    from games.services import delivery

    delivery.deliver(notice_id=notice_id, now=timezone.now())


@shared_task
def sweep() -> None:
    """Repairs what was lost between a commit and its effects: bots, notices, deadlines, tables that nobody filled."""
    from games.services import sweeping

    sweeping.sweep(now=timezone.now(), grace=timedelta(seconds=20))
