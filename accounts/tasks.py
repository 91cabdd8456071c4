"""The Celery tasks of accounts, enqueued by name. Each may run twice."""

from celery import shared_task
from django.utils import timezone

from taluva_site.queues.enqueue import enqueue_on_commit


@shared_task
def send_mail(mail_id: int) -> None:
    from accounts.mail import outbox

    outbox.send_mail_now(mail_id=mail_id, now=timezone.now())


@shared_task
def sweep_mails() -> None:
    """Send mails whose task was lost, or whose next attempt is due."""
    from accounts.mail import outbox

    now = timezone.now()
    outbox.date_back(now)
    outbox.send_all(outbox.due_mails(now), now=now)


@shared_task
def forget_old_guests(after: int = 0) -> None:
    """Delete guests who have not come back; go on in another task if the time of this one was up."""
    from accounts.services import guests

    last = guests.forget_old(now=timezone.now(), after=after)
    if last is not None:
        enqueue_on_commit("accounts.tasks.forget_old_guests", last)


@shared_task
def tidy() -> None:
    """Delete what has had its time: ended sessions, mails that were sent long ago, keys of clicks, counts of mails."""
    from django.core.management import call_command

    from accounts.mail import daily_limits, outbox
    from accounts.services import once

    call_command("clearsessions")
    outbox.forget_old(now=timezone.now())
    once.forget_old(now=timezone.now())
    daily_limits.forget_old(now=timezone.now())
