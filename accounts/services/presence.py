"""When somebody was here last: written now and then, not with each page."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession

from accounts.models import User

EVERY = timedelta(minutes=10)


def record_visit(*, user: User, session_key: str | None, now: datetime) -> bool:
    """Whether it was written down: of the person, and of the session that they use."""
    if now - user.seen_at < EVERY:
        return False
    User.objects.filter(pk=user.pk).update(seen_at=now)
    UserSession.objects.filter(session_key=session_key, user=user).update(last_seen_at=now)
    return True
