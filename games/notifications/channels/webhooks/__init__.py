"""Webhooks: a POST to an address that the person named, for each notice of the chosen kinds.

Each kind spells a message in a module of its own; the push server of a browser is called as a webhook is.
"""

from __future__ import annotations

from datetime import datetime

from accounts.models import Webhook
from games.models import Delivery, Notice
from games.models.notice import DeliveryState
from games.notifications.notification_settings import Preferences
from taluva_site.queues.enqueue import enqueue_on_commit


def deliveries_for(notice: Notice, preferences: Preferences) -> list[Delivery]:
    """Return a delivery for each webhook that listens, due at once."""
    return [
        Delivery(notice=notice, channel=hook.channel, due_at=notice.created_at)
        for hook in preferences.webhooks
        if notice.event in hook.events
    ]


def enqueue_due(now: datetime) -> None:
    due = Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now, channel__startswith=Webhook.CHANNEL)
    if due.exists():
        enqueue_on_commit("games.tasks.call_webhooks")
