"""What acts for somebody beside their sessions: second steps, webhooks, feeds, and what ACCOUNT_EXTENSION adds."""

from __future__ import annotations

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts.extension import account_extension
from accounts.models import NoticeSettings, User, Webhook


@transaction.atomic
def end_all(*, user: User, now: datetime) -> None:
    """End webhooks, browsers, feeds and tokens; sessions and second steps go on."""
    Webhook.objects.filter(user=user).delete()
    NoticeSettings.objects.filter(user=user).update(feed_token=None)
    account_extension().end_access(user, now)


def end_second_step(*, user: User) -> None:
    """Remove passkeys, the authenticator app and recovery codes."""
    Authenticator.objects.filter(user=user).delete()
