"""The channels through which notices leave the site. The bell is none: it reads the notices themselves.

A channel is a module or package with these two functions, and a place in `CHANNELS`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from games.models import Delivery, Notice
from games.notifications.channels import mail, webhooks
from games.notifications.notification_settings import Preferences


class Channel(Protocol):
    def deliveries_for(self, notice: Notice, preferences: Preferences) -> list[Delivery]:
        """Return the notice's unsaved deliveries through this channel, with the time when each is due."""

    def enqueue_due(self, now: datetime) -> None:
        """Enqueue the tasks that send what is due. Called after deliveries were created, and by the sweep."""


CHANNELS: tuple[Channel, ...] = (mail, webhooks)
