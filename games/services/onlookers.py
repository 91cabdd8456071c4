"""Who looks on."""

from __future__ import annotations

import time

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.models import Match

WATCHED_FOR = 60


def watching(match: Match, user: User | None) -> int:
    """How many look at the match now without playing in it; a beat each half minute keeps one counted."""
    key = f"watching:{match.key}"
    now = time.time()
    seen: dict[str, float] = {who: at for who, at in (cache.get(key) or {}).items() if now - at < WATCHED_FOR}
    if user is not None and not any(seat.user_id == user.pk for seat in match.seats.all()):
        seen[salted_hmac("watching", str(user.pk)).hexdigest()[:12]] = now
        cache.set(key, seen, WATCHED_FOR * 2)
    return len(seen)
