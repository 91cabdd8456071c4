"""Call people's webhooks with what is due; try again what fails, and switch off a webhook that fails for a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from time import monotonic

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User, Webhook
from accounts.models.notice_settings import WebhookKind
from accounts.services.locking import lock_user
from games.matches import notices, queries, refusals
from games.models import Delivery
from games.models.notice import DeliveryState
from games.notifications.channels.webhooks.kinds import KINDS
from games.notifications.channels.webhooks.message import Target, WebhookMessage
from games.notifications.channels.webhooks.wire import NotDelivered, post_request
from games.notifications.deliveries import drop_deliveries, due_calls, relevance_for
from games.notifications.sentences import NoticeWords, absolute_url, localized_for, matches_of, path_to
from taluva_site.queues.background import Threads

LEASE = timedelta(minutes=2)
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
OFF_AFTER = timedelta(days=1)
MOST = 100
CALLS = Threads("webhooks", 4)


def call_due(*, now: datetime) -> None:
    """Call webhooks with what is due, in threads beside the tasks: a slow receiver holds up one slot, and no mail."""
    by_hook: dict[str, list[int]] = {}
    for channel, pk in due_calls(now).order_by("due_at", "pk").values_list("channel", "pk")[:MOST]:
        by_hook.setdefault(channel, []).append(pk)
    for channel, ids in by_hook.items():
        CALLS.run_once(channel, partial(call_each, ids, now=now, begun=monotonic()))


def call_each(ids: Sequence[int], *, now: datetime, begun: float) -> None:
    """Send one after the other until one does not arrive: then all that is due there has been put off.

    `begun` is when the threads were given it, which may have kept it waiting since.
    """
    for pk in ids:
        if not call_webhook(delivery_id=pk, now=now + timedelta(seconds=int(monotonic() - begun))):
            break


def call_webhook(*, delivery_id: int, now: datetime) -> bool:
    """Call the webhook, once: of two workers that try, one gets it. Return False if it does not answer."""
    held = Delivery.objects.filter(pk=delivery_id, state=DeliveryState.WAITING, due_at__lte=now)
    if not held.update(due_at=now + LEASE, attempts=F("attempts") + 1):
        return True
    row = Delivery.objects.select_related("notice__user", "notice__match__creator", "notice__actor").get(pk=delivery_id)
    hook = Webhook.of_channel(row.channel)
    relevance = relevance_for(row.notice.user_id, [row.notice.match_id] if row.notice.match_id else [])
    is_subscribed = hook and row.notice.event in hook.events
    why = relevance.reason_to_drop(row, now) if is_subscribed else "not wanted" if hook else "switched off"
    if why or hook is None:
        drop_delivery(row, hook, why)
        return True
    try:
        send_message(hook, build_message(row, now=now))
    except NotDelivered as error:
        retry_later(row, hook, error, now=now)
        return False
    Delivery.objects.filter(pk=row.pk).update(state=DeliveryState.DONE, done_at=now)
    clear_failures(hook)
    return True


def drop_delivery(row: Delivery, hook: Webhook | None, why: str) -> None:
    """Drop the delivery. Where nothing is left to be tried, the next failure is a first one."""
    drop_deliveries([row.pk], why)
    if hook and not Delivery.objects.filter(channel=row.channel, state=DeliveryState.WAITING).exists():
        clear_failures(hook)


def clear_failures(hook: Webhook) -> None:
    Webhook.objects.filter(pk=hook.pk, failing_since__isnull=False).update(failing_since=None, failure="")


def send_message(hook: Webhook, message: WebhookMessage) -> None:
    """Send one POST; raise `NotDelivered`."""
    headers, body = KINDS[hook.kind](message, Target(hook.url, hook.secret))
    post_request(hook.url, headers, body)


def build_message(row: Delivery, *, now: datetime) -> WebhookMessage:
    """Return the notice in the person's language and zone, without anything that is secret to a seat."""
    notice, user = row.notice, row.notice.user
    with localized_for(user):
        match = matches_of([notice])[notice.match_id or 0]
        words = NoticeWords(user, notice, match, queries.seat_of(match, user))
        text = " ".join(filter(None, [words.sentence(), words.limit(now)])) or words.title
        data = {"event": notice.event, "game": match.key, "turn": notice.turn}
        return WebhookMessage(
            words.subject(), text, absolute_url(path_to(notice, match)), data, id=f"delivery-{row.pk}"
        )


def build_test_message(hook: Webhook) -> WebhookMessage:
    """Return what the test button sends."""
    with localized_for(hook.user):
        title, text = _("Notifications work"), _("%(site)s can reach you here.") % {"site": settings.SITE_NAME}
        return WebhookMessage(title, text, absolute_url("/"), {"event": "test", "game": "", "turn": 0})


def retry_later(row: Delivery, hook: Webhook, error: NotDelivered, *, now: datetime) -> None:
    """Put off all that is due there, as long as it has failed by now; after a day switch it off and tell its owner."""
    if is_gone(hook, error):
        delete_webhook(hook)
        drop_deliveries([row.pk], "switched off")
        return
    since = hook.failing_since or now
    Webhook.objects.filter(pk=hook.pk).update(failing_since=since, failure=str(error)[:200])
    if now - since >= OFF_AFTER:
        switch_off(hook, now=now)
        drop_deliveries([row.pk], "switched off")
        return
    pause = min(LONGEST_PAUSE, max(SHORTEST_PAUSE, now - since))
    due = Delivery.objects.filter(channel=row.channel, state=DeliveryState.WAITING, due_at__lte=now + LEASE)
    due.update(due_at=now + pause)


def is_gone(hook: Webhook, error: NotDelivered) -> bool:
    """Return whether the browser wants no more: its push server no longer knows the address (RFC 8030, 7.3)."""
    return hook.kind == WebhookKind.PUSH and error.status in {404, 410}


def delete_webhook(hook: Webhook) -> None:
    Webhook.objects.filter(pk=hook.pk).delete()


def switch_off(hook: Webhook, *, now: datetime) -> None:
    if Webhook.objects.filter(pk=hook.pk, off_at=None).update(off_at=now):
        notices.create_channel_notice(hook.user, f"{hook.get_kind_display()}: {hook.label or hook.url}", now=now)


def has_room(user: User, *, for_browser: bool) -> bool:
    """Return whether the person may have one more of them."""
    browsers = Webhook.objects.filter(user=user, kind=WebhookKind.PUSH)
    others = Webhook.objects.filter(user=user).exclude(kind=WebhookKind.PUSH)
    return (browsers if for_browser else others).count() < Webhook.MOST


@transaction.atomic
def add_webhook(hook: Webhook) -> None:
    """Save a new webhook, unless its owner has five."""
    lock_user(hook.user)
    if not has_room(hook.user, for_browser=False):
        raise refusals.SiteRefusal(_("Five webhooks at most. Delete one first."))
    hook.save()


@transaction.atomic
def add_browser(*, user: User, url: str, secret: str, events: Sequence[str], label: str) -> Webhook:
    """Let the browser show the person's notices from now on, and nobody else's who used it before."""
    if user.is_guest:
        raise refusals.Forbidden(_("Guests get notifications on the site only. Create an account first."))
    lock_user(user)
    Webhook.objects.filter(kind=WebhookKind.PUSH, url=url).delete()
    if not has_room(user, for_browser=True):
        raise refusals.SiteRefusal(_("Five browsers at most. Delete one first."))
    return Webhook.objects.create(
        user=user, kind=WebhookKind.PUSH, url=url, secret=secret, events=list(events), label=label[:300]
    )
