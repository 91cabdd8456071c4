"""Who looks on."""

from __future__ import annotations

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.matches.live import nudges
from games.models import Match

# A page asks each minute.
WATCHED_FOR = 150
# What a page asked just before it was closed may be answered after it.
LATE_FOR = 5


def count_watching(match: Match) -> int:
    """Return how many members look at the match now without playing in it."""
    return len(names(match.key))


def mark_watching(match: Match, user: User) -> None:
    """Called by each open page now and then: its reader looks on. The others who look are told of one who is new."""
    if any(seat.user_id == user.pk for seat in match.seats.all()):
        return
    here = names(match.key)
    if is_counted(match.key, user, here) and name_of(user) not in here:
        nudges.nudge(match)


def is_counted(match_key: str, user: User, here: set[str]) -> bool:
    """Whether they look on from now on, and have not left, not even while this was written down."""
    if has_left(match_key, user):
        return False
    cache.set(key_of(match_key), here | {name_of(user)}, WATCHED_FOR)
    cache.set(presence_of(match_key, name_of(user)), True, WATCHED_FOR)
    if has_left(match_key, user):
        cache.delete(presence_of(match_key, name_of(user)))
        return False
    return True


def came(*, match_key: str, user: User) -> None:
    """One has opened the page; what it asks counts."""
    cache.delete(farewell_of(match_key, user))


def left(*, match_key: str, user: User) -> None:
    """One who looked on has closed the page."""
    match = Match.objects.filter(key=match_key).first()
    if match is None:
        return
    cache.set(farewell_of(match_key, user), True, LATE_FOR)
    if cache.delete(presence_of(match_key, name_of(user))):
        nudges.nudge(match)


def has_left(match_key: str, user: User) -> bool:
    return bool(cache.get(farewell_of(match_key, user)))


def names(match_key: str) -> set[str]:
    """Those who are there. Each has a key of their own: who goes is gone, whatever others write meanwhile."""
    listed: set[str] = cache.get(key_of(match_key)) or set()
    there = cache.get_many([presence_of(match_key, name) for name in listed]) if listed else {}
    return {name for name in listed if presence_of(match_key, name) in there}


def key_of(match_key: str) -> str:
    return f"watching:{match_key}"


def presence_of(match_key: str, name: str) -> str:
    return f"watching:{match_key}:{name}"


def farewell_of(match_key: str, user: User) -> str:
    return f"left:{match_key}:{name_of(user)}"


def name_of(user: User) -> str:
    """Nobody who reads the cache learns who watches."""
    return salted_hmac("watching", str(user.pk)).hexdigest()[:12]
