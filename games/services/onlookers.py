"""Who looks on."""

from __future__ import annotations

import time

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.models import Match
from games.services import nudges

# A page asks each minute.
WATCHED_FOR = 150
# What a page asked just before it was closed may be answered after it.
LATE_FOR = 5


def watching(match: Match, user: User | None) -> int:
    """How many members look at the match now without playing in it; one who is new is told to those who look."""
    now = time.time()
    seen = seen_of(match, now)
    if (
        user is not None
        and not has_left(match, user)
        and not any(seat.user_id == user.pk for seat in match.seats.all())
    ):
        is_new = name_of(user) not in seen
        seen[name_of(user)] = now
        cache.set(key_of(match), seen, WATCHED_FOR)
        if is_new:
            nudges.nudge(match)
    return len(seen)


def came(*, match_key: str, user: User) -> None:
    """One has opened the page; what it asks counts."""
    cache.delete(farewell_of(match_key, user))


def left(*, match_key: str, user: User) -> None:
    """One who looked on has closed the page."""
    match = Match.objects.filter(key=match_key).first()
    if match is None:
        return
    cache.set(farewell_of(match_key, user), True, LATE_FOR)
    seen = seen_of(match, time.time())
    if seen.pop(name_of(user), None) is not None:
        cache.set(key_of(match), seen, WATCHED_FOR)
        nudges.nudge(match)


def has_left(match: Match, user: User) -> bool:
    return bool(cache.get(farewell_of(match.key, user)))


def seen_of(match: Match, now: float) -> dict[str, float]:
    kept: dict[str, float] = cache.get(key_of(match)) or {}
    return {who: at for who, at in kept.items() if now - at < WATCHED_FOR}


def key_of(match: Match) -> str:
    return f"watching:{match.key}"


def farewell_of(match_key: str, user: User) -> str:
    return f"left:{match_key}:{name_of(user)}"


def name_of(user: User) -> str:
    """Nobody who reads the cache learns who watches."""
    return salted_hmac("watching", str(user.pk)).hexdigest()[:12]
