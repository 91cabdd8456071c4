"""Who looks on: members with an open socket for a match in which they don't play.

Each socket takes one of the match's places in the cache and frees it when it ends: nobody who left is counted.
"""

from __future__ import annotations

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.matches.live import nudges
from games.models import Match

MOST = 50
# A page asks each minute, in the background each second one. Counts where a socket ended without a word.
WATCHED_FOR = 150


def count_watching(match: Match) -> int:
    """Return how many members look at the match now without playing in it, up to `MOST`."""
    return len(set(taken_places(match.key).values()))


def refresh(match: Match, user: User) -> None:
    """Keep the person's sockets counted; a closed one does not come back. Called by each open page now and then."""
    for place, name in taken_places(match.key).items():
        if name == name_of(user):
            cache.touch(place, WATCHED_FOR)


def arrive(*, match_key: str, user: User) -> str | None:
    """Return the place that a new socket takes, if its owner looks on; tell the other pages."""
    match = Match.objects.prefetch_related("seats").filter(key=match_key).first()
    if match is None or any(seat.user_id == user.pk for seat in match.seats.all()):
        return None
    taken, name = taken_places(match_key), name_of(user)
    free = (place for place in places(match_key) if place not in taken)
    own = next((place for place in free if cache.add(place, name, WATCHED_FOR)), None)
    if own and name not in taken.values():
        nudges.nudge_pages(match)
    return own


def leave(*, match_key: str, place: str) -> None:
    """Free the place of a socket that has ended; tell the other pages."""
    match = Match.objects.filter(key=match_key).first()
    if cache.delete(place) and match is not None:
        nudges.nudge_pages(match)


def places(match_key: str) -> list[str]:
    return [f"watching:{match_key}:{number}" for number in range(MOST)]


def taken_places(match_key: str) -> dict[str, str]:
    """Return who has which place."""
    return dict(cache.get_many(places(match_key)))


def name_of(user: User) -> str:
    """Return a name from which nobody who reads the cache learns who watches."""
    return salted_hmac("watching", str(user.pk)).hexdigest()[:12]
