"""A channel that sends each notice by itself as soon as it is due, and tries again when that fails.

A delivery is leased while it is sent. A worker that is killed leaves the lease, and the next one sends it again under
the same id.
"""

from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import ClassVar, Generic, TypeVar

from django.db.models import F

from games.matches import queries
from games.models import Delivery, Notice
from games.models.notice import DeliveryState
from games.notifications.notification_settings import Preferences
from games.notifications.relevance import drop_deliveries, due_deliveries, relevance_for
from games.notifications.sentences import NoticeWords, absolute_url, localized_for, path_to
from taluva_site.queues.background import Threads
from taluva_site.queues.enqueue import enqueue_on_commit

LEASE = timedelta(minutes=2)
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=1)
MOST = 100
THREADS = Threads("channels", 4)
Receiver = TypeVar("Receiver")


class DeliveryError(Exception):
    """It did not arrive; the message says why, and the status what the other end answered, if it did."""

    def __init__(self, why: object, status: int = 0) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class ChannelMessage:
    """What a channel says: a title, a sentence or two, where it leads, and the same as data.

    The id is the same whenever the message is tried again.
    """

    title: str
    text: str
    url: str
    data: dict[str, object] = field(default_factory=dict)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


class DirectChannel(ABC, Generic[Receiver]):
    """Says who receives a notice and how a message is sent; the queue, relevance and words are here."""

    key: ClassVar[str]

    @abstractmethod
    def addresses(self, preferences: Preferences, event: str) -> list[str]:
        """Return the person's addresses that want the event, as `Delivery.channel` keeps them: each begins with `key`.

        Of a channel with one address a person: `[self.key]`, or nothing.
        """

    @abstractmethod
    def receiver_of(self, delivery: Delivery) -> Receiver | None:
        """Return whom to send it to by now; None if that was switched off."""

    @abstractmethod
    def wants(self, receiver: Receiver, event: str) -> bool:
        """Return whether the receiver wants the event by now."""

    @abstractmethod
    def send(self, receiver: Receiver, message: ChannelMessage) -> None:
        """Send the message; raise `DeliveryError`."""

    def on_sent(self, receiver: Receiver) -> None:
        """Do what follows when a message has arrived."""

    def on_dropped(self, delivery: Delivery, receiver: Receiver) -> None:
        """Do what follows when a delivery was dropped without being sent."""

    def on_failure(self, delivery: Delivery, receiver: Receiver, error: DeliveryError, *, now: datetime) -> None:
        """Put the delivery off, for as long as it has failed by now; drop it after a day."""
        age = now - delivery.notice.created_at
        if age >= GIVE_UP_AFTER:
            drop_deliveries([delivery.pk], "not delivered")
        else:
            Delivery.objects.filter(pk=delivery.pk).update(due_at=now + pause_after(age))

    def deliveries_for(self, notice: Notice, preferences: Preferences) -> list[Delivery]:
        """Return a delivery for each address that wants the event, due at once."""
        addresses = self.addresses(preferences, notice.event)
        return [Delivery(notice=notice, channel=address, due_at=notice.created_at) for address in addresses]

    def enqueue_due(self, digests: Collection[bool], now: datetime) -> None:
        if digests:
            enqueue_on_commit("games.tasks.send_deliveries", self.key)

    def send_due(self, *, now: datetime) -> None:
        """Send what is due, in threads beside the tasks: a slow receiver holds up one slot, and no mail."""
        due = due_deliveries(now, channel__startswith=self.key).order_by("due_at", "pk")
        by_address: dict[str, list[int]] = {}
        for address, pk in due.values_list("channel", "pk")[:MOST]:
            by_address.setdefault(address, []).append(pk)
        for address, ids in by_address.items():
            THREADS.run_once(address, partial(self.send_each, ids, now=now, begun=monotonic()))

    def send_each(self, ids: Sequence[int], *, now: datetime, begun: float) -> None:
        """Send one after the other until one does not arrive: then all that is due there has been put off.

        `begun` is when the threads were given it, which may have kept it waiting since.
        """
        for pk in ids:
            if not self.send_delivery(pk, now=now + timedelta(seconds=int(monotonic() - begun))):
                break

    def send_delivery(self, delivery_id: int, *, now: datetime) -> bool:
        """Send it once: of two workers that try, one gets it. Return False if it does not arrive."""
        held = Delivery.objects.filter(pk=delivery_id, state=DeliveryState.WAITING, due_at__lte=now)
        if not held.update(due_at=now + LEASE, attempts=F("attempts") + 1):
            return True
        related = Delivery.objects.select_related("notice__user", "notice__match__creator", "notice__actor")
        delivery = related.get(pk=delivery_id)
        receiver = self.receiver_of(delivery)
        if receiver is None:
            drop_deliveries([delivery.pk], "switched off")
            return True
        if why := self.reason_to_drop(delivery, receiver, now):
            drop_deliveries([delivery.pk], why)
            self.on_dropped(delivery, receiver)
            return True
        try:
            self.send(receiver, render_message(delivery, now=now))
        except DeliveryError as error:
            self.on_failure(delivery, receiver, error, now=now)
            return False
        Delivery.objects.filter(pk=delivery.pk).update(state=DeliveryState.DONE, done_at=now)
        self.on_sent(receiver)
        return True

    def reason_to_drop(self, delivery: Delivery, receiver: Receiver, now: datetime) -> str:
        """Return why it need not be sent any more; empty if it is still relevant."""
        notice = delivery.notice
        if not self.wants(receiver, notice.event):
            return "not wanted"
        return relevance_for(notice.user_id, [notice.match_id] if notice.match_id else []).reason_to_drop(delivery, now)


def pause_after(failing: timedelta) -> timedelta:
    """Return how long to wait before the next attempt, by how long it has failed."""
    return min(LONGEST_PAUSE, max(SHORTEST_PAUSE, failing))


def render_message(delivery: Delivery, *, now: datetime) -> ChannelMessage:
    """Return the notice in the person's language and zone, without anything that is secret to a seat."""
    notice, user = delivery.notice, delivery.notice.user
    with localized_for(user):
        match = queries.matches_by_id([notice.match_id or 0])[notice.match_id or 0]
        words = NoticeWords(user, notice, match, queries.seat_of(match, user))
        text = " ".join(filter(None, [words.sentence(), words.limit(now)])) or words.title
        data = {"event": notice.event, "game": match.key, "turn": notice.turn}
        url = absolute_url(path_to(notice, match))
        return ChannelMessage(words.subject(), text, url, data, id=f"delivery-{delivery.pk}")
