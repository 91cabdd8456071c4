"""Create the deliveries of new notices, each with the time when it is due, and start what is due by now."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.mail import outbox
from accounts.models import Webhook
from accounts.models.notice_settings import When
from games.models import Delivery, Notice
from games.models.notice import MAIL, DeliveryState
from games.notifications import notification_settings
from games.notifications.notification_settings import Preferences
from taluva_site.queues.enqueue import enqueue_on_commit

log = logging.getLogger("taluva.planning")
AT_ONCE = 500
MAIL_TASK = "games.tasks.send_mail"


def plan_deliveries(*, now: datetime) -> None:
    """Create deliveries, and start what is due. May run twice: a notice has one delivery through each channel."""
    create_deliveries(now=now)
    enqueue_due(now)


@transaction.atomic
def create_deliveries(*, now: datetime) -> None:
    waiting = Notice.objects.filter(planned_at=None).select_for_update(of=("self",))
    notices = list(waiting.order_by("pk")[:AT_ONCE])
    people = notification_settings.preferences_of_people({notice.user_id for notice in notices})
    rows = [row for notice in notices for row in deliveries_for(notice, people[notice.user_id])]
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(planned_at=now)


def deliveries_for(notice: Notice, preferences: Preferences) -> list[Delivery]:
    """Return the notice's deliveries. Where a defect stands in the way: a mail, whose trouble then is nobody else's."""
    try:
        return [*mail_deliveries(notice, preferences), *webhook_deliveries(notice, preferences)]
    except Exception:
        log.exception("no plan for notice %s; a mail is tried until it can be written", notice.pk)
        return [Delivery(notice=notice, channel=MAIL, due_at=notice.created_at)]


def mail_deliveries(notice: Notice, preferences: Preferences) -> list[Delivery]:
    """Return a delivery if a mail is wanted; a digest's is due at the hour of the daily mail."""
    due = preferences.mail_due(notice.event, notice.created_at)
    is_digest = preferences.when(notice.event)[0] == When.DIGEST
    return [Delivery(notice=notice, channel=MAIL, due_at=due, digest=is_digest)] if due else []


def webhook_deliveries(notice: Notice, preferences: Preferences) -> list[Delivery]:
    """Return a delivery for each webhook that listens, due at once."""
    hooks = [hook for hook in preferences.webhooks if notice.event in hook.events]
    return [Delivery(notice=notice, channel=hook.channel, due_at=notice.created_at) for hook in hooks]


def enqueue_due(now: datetime) -> None:
    """Enqueue the tasks that send what is due. Called after deliveries were created, and by the sweep."""
    for digest in (False, True):
        if due_mail_deliveries(now, digest=digest).exists():
            enqueue_on_commit("games.tasks.gather_mails", digest)
    if outbox.due_mails(now, task=MAIL_TASK):
        enqueue_on_commit("games.tasks.send_due_mails")
    if due_calls(now).exists():
        enqueue_on_commit("games.tasks.call_webhooks")


def due_mail_deliveries(now: datetime, *, digest: bool) -> QuerySet[Delivery]:
    """Return the deliveries that a mail has to be gathered for; `digest`: a daily mail."""
    return Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now, channel=MAIL, digest=digest)


def due_calls(now: datetime) -> QuerySet[Delivery]:
    """Return the deliveries for which a webhook has to be called."""
    return Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now, channel__startswith=Webhook.CHANNEL)
