"""Create the deliveries of new notices: one for each channel that wants one, with the time when it is due."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from games.models import Delivery, Notice
from games.models.notice import MAIL
from games.notifications import notification_settings
from games.notifications.channels import CHANNELS
from games.notifications.notification_settings import Preferences

log = logging.getLogger("taluva.planning")
AT_ONCE = 500


def plan(*, now: datetime) -> None:
    """Create deliveries, and start what is due. May run twice: a notice has one delivery through each channel."""
    create_deliveries(now=now)
    for channel in CHANNELS:
        channel.enqueue_due(now)


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
