"""Each event through each channel but mail (test_events.py): the bell, a webhook, a browser; turns in the feed, too."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User, Webhook
from accounts.models.notice_settings import MailTiming
from games.matches import notices
from games.models import Delivery
from games.models.notice import DeliveryState, Event
from games.notifications import deliveries, feeds, notification_settings
from games.notifications.channels.webhooks import calls
from tests.factories import NOW, people
from tests.notifications.conftest import wants
from tests.notifications.happenings import HAPPENS, Happen

pytestmark = pytest.mark.django_db
each_event = pytest.mark.parametrize(("event", "happen", "subject"), HAPPENS, ids=[row[1].__name__ for row in HAPPENS])


@pytest.fixture
def pair() -> tuple[User, User]:
    """Ann, who does things, and Ben, who wants no mail."""
    ann, ben = people(2)
    for user in (ann, ben):
        wants(user, when=MailTiming.NEVER)
    return ann, ben


@each_event
def test_the_bell_tells_it_and_counts_it_until_it_was_looked_at(
    event: Event, happen: Happen, subject: str, pair: tuple[User, User]
) -> None:
    ann, ben = pair
    match = happen(ann, ben, NOW)
    client = Client()
    client.force_login(ben)
    before = notices.unread_count(ben)
    listed, number = client.get("/notices/").text, client.get("/notices/count/").text
    client.get(match.get_absolute_url())

    assert subject in listed
    assert f">{before}<" in "".join(number.split())
    unread = notices.unread_count(ben)
    assert before > 0
    assert unread == (before - 1 if event == Event.REMATCH else 0), "the end of the old game stays to be read"


@each_event
def test_a_webhook_that_listens_is_called_once_with_the_same_words(
    event: Event, happen: Happen, subject: str, pair: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = pair
    Webhook.objects.create(user=ben, kind="json", url="https://hook.example/", events=[event])
    sent: list[dict[str, object]] = []
    monkeypatch.setattr(calls, "post_request", lambda url, headers, body: sent.append(json.loads(body)))
    match = happen(ann, ben, NOW)
    for _again in range(2):
        deliveries.plan_deliveries(now=NOW)
        calls.WebhookChannel().send_due(now=NOW)

    ((told),) = sent
    assert (told["title"], told["event"], told["game"]) == (subject, event, match.key)
    assert str(told["url"]).partition("#")[0].endswith(match.get_absolute_url())
    assert set(Delivery.objects.filter(notice__user=ben).values_list("state", flat=True)) == {DeliveryState.DONE}


def test_the_feed_of_turns_lists_turns_alone(pair: tuple[User, User]) -> None:
    ann, ben = pair
    for _event, happen, _subject in HAPPENS:
        happen(ann, ben, NOW)
    feed = feeds.turns_feed(ben, feeds.atom_path(notification_settings.renew_feeds(ben)))
    turns = ben.notices.filter(event=Event.YOUR_TURN).count()

    assert 0 < turns == feed.count("<entry>")
