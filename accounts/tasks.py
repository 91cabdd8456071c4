from celery import shared_task
from django.utils import timezone


@shared_task
def send_mail(mail_id: int) -> None:
    from accounts import outbox

    outbox.send(mail_id=mail_id, now=timezone.now())


@shared_task
def sweep_mails() -> None:
    """Mails whose task was lost, or whose time has come again."""
    from accounts import outbox

    now = timezone.now()
    outbox.send_all(outbox.due(now), now=now)


@shared_task
def forget_old_guests() -> None:
    from accounts.services import guests

    guests.forget_old(now=timezone.now())


@shared_task
def tidy() -> None:
    """What has had its time: sessions that ended, mails that were sent long ago, the keys of clicks."""
    from django.core.management import call_command

    from accounts import outbox
    from accounts.services import once

    call_command("clearsessions")
    outbox.forget_old(now=timezone.now())
    once.forget_old(now=timezone.now())
