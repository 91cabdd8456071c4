"""A channel is one module with a class, and an entry in `deliveries.CHANNELS`: here one that writes to a list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Delivery
from games.models.notice import DeliveryState, Event
from games.notifications import deliveries
from games.notifications.channels.direct import ChannelMessage, DeliveryError, DirectChannel
from games.notifications.notification_settings import Preferences
from tests.factories import NOW, people
from tests.notifications import happenings


class PaperChannel(DirectChannel[User]):
    """Puts what turns say on paper, for people whose name begins with B, as long as there is paper."""

    key = "paper"

    def __init__(self) -> None:
        self.paper: list[tuple[str, str]] = []
        self.is_empty = False

    def addresses(self, preferences: Preferences, event: str) -> list[str]:
        return [self.key] if self.wants(preferences.user, event) else []

    def receiver_of(self, delivery: Delivery) -> User | None:
        return delivery.notice.user if delivery.notice.user.is_active else None

    def wants(self, receiver: User, event: str) -> bool:
        return event == Event.YOUR_TURN and receiver.username.startswith("B")

    def send(self, receiver: User, message: ChannelMessage) -> None:
        if self.is_empty:
            raise DeliveryError("no paper")
        self.paper.append((receiver.username, message.title))


@pytest.fixture
def channel(monkeypatch: pytest.MonkeyPatch) -> PaperChannel:
    paper = PaperChannel()
    monkeypatch.setattr(deliveries, "CHANNELS", (*deliveries.CHANNELS, paper))
    return paper


def delivery() -> Delivery:
    return Delivery.objects.get(channel="paper")


def test_a_notice_goes_through_the_new_channel_once(
    channel: PaperChannel, db: None, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    ann, ben = people(2)
    with django_capture_on_commit_callbacks(execute=True):  # the tasks that a turn enqueues run by their names
        happenings.your_turn(ann, ben, NOW)
    deliveries.plan_deliveries(now=NOW)
    channel.send_due(now=NOW)

    assert channel.paper == [("Ben", "Your turn: Atoll")]
    assert (delivery().state, delivery().attempts) == (DeliveryState.DONE, 1)
    assert not Delivery.objects.filter(channel="paper", notice__user=ann).exists()


def test_what_does_not_arrive_is_tried_again_for_a_day(channel: PaperChannel, db: None) -> None:
    ann, ben = people(2)
    happenings.your_turn(ann, ben, NOW)
    channel.is_empty = True
    deliveries.create_deliveries(now=NOW)
    dues = []
    for age in (timedelta(0), timedelta(minutes=1), timedelta(hours=3)):
        channel.send_due(now=NOW + age)
        dues.append(delivery().due_at - NOW - age)
    channel.is_empty = False
    channel.send_due(now=NOW + timedelta(hours=5))

    assert dues == [timedelta(seconds=30), timedelta(minutes=1), timedelta(hours=1)]
    assert (len(channel.paper), delivery().state) == (1, DeliveryState.DONE)


def test_what_never_arrives_is_dropped(channel: PaperChannel, db: None) -> None:
    ann, ben = people(2)
    happenings.your_turn(ann, ben, NOW)
    channel.is_empty = True
    deliveries.create_deliveries(now=NOW)
    channel.send_due(now=NOW + timedelta(days=1))

    assert (delivery().state, delivery().why) == (DeliveryState.DROPPED, "not delivered")


@pytest.mark.parametrize(
    ("change", "why"), [({"is_active": False}, "switched off"), ({"username": "Cas"}, "not wanted")]
)
def test_what_nobody_wants_any_more_is_dropped(
    channel: PaperChannel, db: None, change: dict[str, Any], why: str
) -> None:
    ann, ben = people(2)
    happenings.your_turn(ann, ben, NOW)
    deliveries.create_deliveries(now=NOW)
    User.objects.filter(pk=ben.pk).update(**change)
    channel.send_due(now=NOW)

    assert (delivery().state, delivery().why, channel.paper) == (DeliveryState.DROPPED, why, [])


def test_the_sweep_starts_what_is_due(
    channel: PaperChannel, db: None, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    happenings.your_turn(*people(2), NOW)
    deliveries.create_deliveries(now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        deliveries.enqueue_due(NOW)

    assert len(channel.paper) == 1
