"""Which notice reaches whom, through which channels and when.

A new notice gets its deliveries, each with its time; the channel that sends one asks before whether it is still
relevant.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from games.models import Delivery, Notice
from games.models.notice import MAIL
from games.notifications import notification_settings
from games.notifications.channels.channel import Channel
from games.notifications.channels.direct import DirectChannel
from games.notifications.channels.mail.sending import MailChannel
from games.notifications.channels.webhooks.calls import WebhookChannel
from games.notifications.notification_settings import Preferences
from games.notifications.relevance import due_deliveries

log = logging.getLogger("taluva.deliveries")
AT_ONCE = 500
# All ways to reach a person. Whatever is sent goes through one of these.
CHANNELS: tuple[Channel, ...] = (MailChannel(), WebhookChannel())


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
        return [row for channel in CHANNELS for row in channel.deliveries_for(notice, preferences)]
    except Exception:
        log.exception("no plan for notice %s; a mail is tried until it can be written", notice.pk)
        return [Delivery(notice=notice, channel=MAIL, due_at=notice.created_at)]


def enqueue_due(now: datetime) -> None:
    """Enqueue the tasks that send what is due. Called after deliveries were created, and by the sweep."""
    due = list(due_deliveries(now).order_by().values_list("channel", "digest").distinct())
    for channel in CHANNELS:
        channel.enqueue_due({digest for address, digest in due if address.startswith(channel.key)}, now)


def send_due(key: str, *, now: datetime) -> None:
    """Send what is due through a channel that sends each notice by itself."""
    for channel in CHANNELS:
        if isinstance(channel, DirectChannel) and channel.key == key:
            channel.send_due(now=now)
