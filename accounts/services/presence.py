"""When somebody was here last: written now and then, not with each page."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession

from accounts.models import User

EVERY = timedelta(minutes=10)


def record_visit(*, user: User, session_key: str | None, now: datetime) -> bool:
    """Write when the person, and the session that they use, was last seen; return False if that was just now."""
    if now - user.seen_at < EVERY:
        return False
    User.objects.filter(pk=user.pk).update(seen_at=now)
    UserSession.objects.filter(session_key=session_key, user=user).update(last_seen_at=now)
    return True
