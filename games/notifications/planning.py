"""From notices to deliveries: through which channels each person is told, and from when on."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial

from django.db import transaction

from games.models import Delivery, Notice
from games.notifications import notification_settings
from games.notifications.channels import MAIL
from games.notifications.notification_settings import When, Wishes
from taluva_site.aside import guarded
from taluva_site.queue import enqueue_on_commit

log = logging.getLogger("taluva.planning")
MOST = 500


def plan(*, now: datetime) -> None:
    """The notices that wait for it get their deliveries, and what is due goes out."""
    due = plan_rows(now=now)
    from games.notifications import delivery

    for user_id in sorted(due):
        guarded(partial(delivery.deliver_mails, user_id=user_id, now=now))


@transaction.atomic
def plan_rows(*, now: datetime) -> set[int]:
    """The people who have a mail due after it."""
    waiting = Notice.objects.filter(planned_at=None).select_for_update(of=("self",))
    notices = list(waiting.order_by("pk")[:MOST])
    people = notification_settings.of_people({notice.user_id for notice in notices})
    rows = [row for notice in notices for row in planned(notice, people[notice.user_id])]
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(planned_at=now)
    if any(row.channel != MAIL for row in rows):
        enqueue_on_commit("games.tasks.call_webhooks")
    return {row.notice.user_id for row in rows if row.channel == MAIL and row.due_at <= now}


def planned(notice: Notice, wished: Wishes) -> list[Delivery]:
    """Its deliveries. Where a defect stands in the way: a mail, whose trouble then is nobody else's."""
    try:
        return deliveries(notice, wished)
    except Exception:
        log.exception("no plan for notice %s; a mail is tried until it can be written", notice.pk)
        return [Delivery(notice=notice, channel=MAIL, due_at=notice.created_at)]


def deliveries(notice: Notice, wished: Wishes) -> list[Delivery]:
    """A mail, if one is wanted, and a call of each webhook that listens."""
    rows = []
    due = wished.mail_due(notice.event, notice.created_at)
    if due is not None:
        is_digest = wished.when(notice.event)[0] == When.DIGEST
        rows.append(Delivery(notice=notice, channel=MAIL, due_at=due, digest=is_digest))
    for hook in wished.webhooks:
        if notice.event in hook.events:
            rows.append(Delivery(notice=notice, channel=hook.channel, due_at=notice.created_at))
    return rows
