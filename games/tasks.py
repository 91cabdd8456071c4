from datetime import timedelta

from celery import shared_task
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
