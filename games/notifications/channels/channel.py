"""What every way to reach a person offers. `deliveries.CHANNELS` lists them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from games.models import Delivery, Notice
from games.notifications.notification_settings import Preferences


class Channel(Protocol):
    """One way to reach a person. Those that send each notice by itself inherit from `DirectChannel`."""

    @property
    def key(self) -> str:
        """What `Delivery.channel` is, or begins with; no channel's key begins with another's."""

    def deliveries_for(self, notice: Notice, preferences: Preferences) -> list[Delivery]:
        """Return the deliveries of a new notice, with the times when they are due; none if the person wants none."""

    def enqueue_due(self, digests: Collection[bool], now: datetime) -> None:
        """Enqueue the task that sends what is due. Called after planning, and by the sweep: it may run twice.

        `digests`: of the deliveries that are due, whether they are for a daily mail; empty if none is due.
        """
