"""Call people's webhooks with what is due; try again what fails, and switch off a webhook that fails for a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User, Webhook
from accounts.models.notice_settings import WebhookKind
from accounts.services.locking import lock_user
from games.matches import notices, refusals
from games.models import Delivery
from games.models.notice import DeliveryState
from games.notifications.channels.direct import LEASE, ChannelMessage, DeliveryError, DirectChannel, pause_after
from games.notifications.channels.webhooks.kinds import KINDS
from games.notifications.channels.webhooks.message import Target
from games.notifications.channels.webhooks.wire import post_request
from games.notifications.notification_settings import Preferences
from games.notifications.relevance import drop_deliveries
from games.notifications.sentences import absolute_url, localized_for

OFF_AFTER = timedelta(days=1)


class WebhookChannel(DirectChannel[Webhook]):
    """Webhooks of all kinds, and browsers, each an address of its own."""

    key = Webhook.CHANNEL

    def addresses(self, preferences: Preferences, event: str) -> list[str]:
        return [hook.channel for hook in preferences.webhooks if event in hook.events]

    def receiver_of(self, delivery: Delivery) -> Webhook | None:
        return Webhook.of_channel(delivery.channel)

    def wants(self, receiver: Webhook, event: str) -> bool:
        return event in receiver.events

    def send(self, receiver: Webhook, message: ChannelMessage) -> None:
        """Send one POST; raise `DeliveryError`."""
        headers, body = KINDS[receiver.kind](message, Target(receiver.url, receiver.secret))
        post_request(receiver.url, headers, body)

    def on_sent(self, receiver: Webhook) -> None:
        clear_failures(receiver)

    def on_dropped(self, delivery: Delivery, receiver: Webhook) -> None:
        """Forget failures where nothing is left to be tried: the next failure is a first one."""
        if not Delivery.objects.filter(channel=delivery.channel, state=DeliveryState.WAITING).exists():
            clear_failures(receiver)

    def on_failure(self, delivery: Delivery, receiver: Webhook, error: DeliveryError, *, now: datetime) -> None:
        """Put off all that is due there, for as long as it has failed by now; after a day switch it off."""
        if is_gone(receiver, error):
            delete_webhook(receiver)
            drop_deliveries([delivery.pk], "switched off")
            return
        since = receiver.failing_since or now
        Webhook.objects.filter(pk=receiver.pk).update(failing_since=since, failure=str(error)[:200])
        if now - since >= OFF_AFTER:
            switch_off(receiver, now=now)
            drop_deliveries([delivery.pk], "switched off")
            return
        due = Delivery.objects.filter(channel=delivery.channel, state=DeliveryState.WAITING, due_at__lte=now + LEASE)
        due.update(due_at=now + pause_after(now - since))


def clear_failures(hook: Webhook) -> None:
    Webhook.objects.filter(pk=hook.pk, failing_since__isnull=False).update(failing_since=None, failure="")


def build_test_message(hook: Webhook) -> ChannelMessage:
    """Return what the test button sends."""
    with localized_for(hook.user):
        title, text = _("Notifications work"), _("%(site)s can reach you here.") % {"site": settings.SITE_NAME}
        return ChannelMessage(title, text, absolute_url("/"), {"event": "test", "game": "", "turn": 0})


def is_gone(hook: Webhook, error: DeliveryError) -> bool:
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
