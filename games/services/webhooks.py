"""Calls of people's webhooks: what is due goes out, what fails is tried again, and after a day they are off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User, Webhook
from accounts.models.notices import WebhookKind
from accounts.notifications import CHANNELS, Message, Target
from accounts.notifications.wire import NotDelivered, post
from games.models import Delivery
from games.models.notice import DeliveryState
from games.services import delivery, mails, notices, refusals, telling
from games.services.holding import standing_of

LEASE = timedelta(minutes=2)
LONGEST_PAUSE = timedelta(hours=1)
OFF_AFTER = timedelta(days=1)
MOST = 100


def call_due(*, now: datetime) -> None:
    due = Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now, channel__startswith="webhook-")
    for pk in due.order_by("due_at").values_list("pk", flat=True)[:MOST]:
        call(delivery_id=pk, now=now)


def call(*, delivery_id: int, now: datetime) -> None:
    """Calls the webhook, once: of two workers that try, one gets it."""
    held = Delivery.objects.filter(pk=delivery_id, state=DeliveryState.WAITING, due_at__lte=now)
    if not held.update(due_at=now + LEASE, attempts=F("attempts") + 1):
        return
    row = Delivery.objects.select_related("notice__user", "notice__match__creator", "notice__actor").get(pk=delivery_id)
    hook = Webhook.objects.filter(pk=int(row.channel.removeprefix("webhook-")), off_at=None).first()
    standing = standing_of(row.notice.user_id, [row.notice.match_id] if row.notice.match_id else [])
    is_wanted = hook and row.notice.event in hook.events
    why = standing.why_not(row, now) if is_wanted else "not wanted" if hook else "switched off"
    if why or hook is None:
        delivery.drop([row.pk], why)
        return
    try:
        send(hook, message_of(row, now=now))
    except NotDelivered as error:
        put_back(row, hook, error, now=now)
    else:
        Delivery.objects.filter(pk=row.pk).update(state=DeliveryState.DONE, done_at=now)
        Webhook.objects.filter(pk=hook.pk, failing_since__isnull=False).update(failing_since=None, failure="")


def send(hook: Webhook, message: Message) -> None:
    """One POST; raises NotDelivered."""
    headers, body = CHANNELS[hook.kind](message, Target(hook.url, hook.secret))
    post(hook.url, headers, body)


def message_of(row: Delivery, *, now: datetime) -> Message:
    """The notice as a webhook says it: in the person's language and zone, nothing that is secret to a seat."""
    notice = row.notice
    with mails.spoken_to(notice.user):
        parts = telling.parts(notice.user, [notice], telling.matches_of([notice]), with_boards=False, now=now)
        part = parts[0]
        until = telling.limit_words(part)
        data = {"event": notice.event, "game": notice.match.key if notice.match else "", "turn": notice.turn}
        return Message(part.subject, " ".join(filter(None, [part.sentence, until])) or part.title, part.url, data)


def test_message(hook: Webhook) -> Message:
    """What the test button sends."""
    with mails.spoken_to(hook.user):
        return Message(
            telling.test_title(), telling.test_text(), mails.absolute("/"), {"event": "test", "game": "", "turn": 0}
        )


def put_back(row: Delivery, hook: Webhook, error: NotDelivered, *, now: datetime) -> None:
    """Later again, each time later; a webhook that has failed for a day is switched off, and its owner told."""
    if has_gone(hook, error):
        forget(hook)
        delivery.drop([row.pk], "switched off")
        return
    since = hook.failing_since or now
    Webhook.objects.filter(pk=hook.pk).update(failing_since=since, failure=str(error)[:200])
    if now - since >= OFF_AFTER:
        switch_off(hook, now=now)
        delivery.drop([row.pk], "switched off")
        return
    pause = min(LONGEST_PAUSE, timedelta(seconds=30) * 2 ** min(row.attempts - 1, 10))
    Delivery.objects.filter(pk=row.pk).update(due_at=now + pause)


def has_gone(hook: Webhook, error: NotDelivered) -> bool:
    """Whether the browser wants no more: its push server does not know the address any longer (RFC 8030, 7.3)."""
    return hook.kind == WebhookKind.PUSH and error.status in {404, 410}


def forget(hook: Webhook) -> None:
    """Nothing more goes there."""
    Webhook.objects.filter(pk=hook.pk).delete()


def switch_off(hook: Webhook, *, now: datetime) -> None:
    if Webhook.objects.filter(pk=hook.pk, off_at=None).update(off_at=now):
        notices.owe_about_channel(hook.user, f"{hook.get_kind_display()}: {hook.label or hook.url}", now=now)


def has_room(user: User, *, for_browser: bool) -> bool:
    """Whether the person may have one more of them."""
    browsers = Webhook.objects.filter(user=user, kind=WebhookKind.PUSH)
    others = Webhook.objects.filter(user=user).exclude(kind=WebhookKind.PUSH)
    return (browsers if for_browser else others).count() < Webhook.MOST


@transaction.atomic
def add_browser(*, user: User, url: str, secret: str, events: Sequence[str], label: str) -> Webhook:
    """The browser shows the person's notices from now on, and nobody else's who used it before."""
    Webhook.objects.filter(kind=WebhookKind.PUSH, url=url).delete()
    if not has_room(user, for_browser=True):
        raise refusals.SiteRefusal(_("Five browsers at most. Delete one first."))
    return Webhook.objects.create(
        user=user, kind=WebhookKind.PUSH, url=url, secret=secret, events=list(events), label=label[:300]
    )
