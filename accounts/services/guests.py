"""Guests: people who play first and sign up later, or never."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from accounts.models import User
from accounts.models.user import Kind

KEPT_FOR = timedelta(days=30)


def new_guest(*, time_zone: str = "UTC") -> User:
    """A guest with a name of their own and no way to log in again but the session."""
    guest = User(username=f"Guest {secrets.randbelow(10**8):08d}", kind=Kind.GUEST, time_zone=time_zone)
    guest.set_unusable_password()
    guest.save()
    return guest


def forget_old(*, now: datetime) -> int:
    """How many guests went, 30 days after their last visit."""
    from accounts.services import departures  # type: ignore[attr-defined,unused-ignore]

    old = User.objects.filter(kind=Kind.GUEST, seen_at__lt=now - KEPT_FOR)
    for guest in old:
        departures.leave(user=guest)
    return len(old)
