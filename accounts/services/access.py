"""What acts for somebody beside their sessions: second steps, webhooks, feeds, and what apps add."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts.models import NoticeSettings, User, Webhook

End = Callable[[User, datetime], None]
ENDS: list[End] = []


def register_access(end: End) -> None:
    """Add what an app ends, such as tokens."""
    ENDS.append(end)


@transaction.atomic
def end_all(*, user: User, now: datetime) -> None:
    """End webhooks, browsers, feeds and tokens; sessions and second steps go on."""
    Webhook.objects.filter(user=user).delete()
    NoticeSettings.objects.filter(user=user).update(feed_token=None)
    for end in ENDS:
        end(user, now)


def end_second_step(*, user: User) -> None:
    """Remove passkeys, the authenticator app and recovery codes."""
    Authenticator.objects.filter(user=user).delete()
