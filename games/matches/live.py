"""Live updates: open pages hear that something happened, and it is known who looks on.

A nudge says which match and which turn, and nothing else. What it is about, the page asks for itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.urls import path
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from accounts.models import User
from games.matches import queries
from games.matches.queries import AnyUser
from games.models import Match, Seat
from taluva_site.queues.background import debounce, run_async
from taluva_site.redis.redis_link import ANSWER_WITHIN, link
from taluva_site.server.sockets import TOO_MANY, UNEXPECTED, places

log = logging.getLogger("taluva.nudges")
# The seconds in which nudges wait for each other.
MOMENT = 0.05
MOST_WATCHING = 50
# A page asks each minute, in the background each second one. Counts where a socket ended without a word.
WATCHED_FOR = 150


class Nudge(NamedTuple):
    group: str
    message: dict[str, object]


_waiting: deque[Nudge] = deque()


def match_group(key: str) -> str:
    return f"match.{key}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def nudge_pages(match: Match, seats: Iterable[Seat] = (), *, talk: bool = False) -> None:
    """Nudge, after the commit, whoever looks at the match, and its players wherever on the site they are."""
    groups = [match_group(match.key), *(user_group(seat.user_id) for seat in seats if seat.user_id)]
    message = {"type": "nudge", "match": match.key, "turn": match.turn_number, "talk": talk}
    transaction.on_commit(partial(gather_nudges, [Nudge(group, message) for group in groups]))


def close_sockets(user: User) -> None:
    """End the user's open sockets after the commit: whoever is suspended or leaves hears no more."""
    transaction.on_commit(partial(gather_nudges, [Nudge(user_group(user.pk), {"type": "end"})]))


def gather_nudges(nudges: list[Nudge]) -> None:
    """Send together what a moment brings: the answer to who played goes first."""
    _waiting.extend(nudges)
    debounce("nudges", send_waiting, delay=MOMENT)


def send_waiting() -> None:
    """Send what waits; of what a group would get twice, only the last."""
    last = {}
    while _waiting:
        nudge = _waiting.popleft()
        last[nudge.group, nudge.message.get("match"), nudge.message.get("talk")] = nudge
    send_nudges(list(last.values()))


def send_nudges(nudges: list[Nudge]) -> None:
    """Send nudges. Without Redis none is sent, and nobody waits for it: pages look again by themselves."""
    if link.is_away():
        return
    try:
        run_async(partial(send_to_groups, nudges))
    except (RedisError, OSError) as error:
        link.mark_away()
        log.warning("nobody could be nudged: %s", str(error) or "Redis is silent")


async def send_to_groups(nudges: list[Nudge]) -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(ANSWER_WITHIN):
        for nudge in nudges:
            await layer.group_send(nudge.group, nudge.message)


def count_watching(match: Match) -> int:
    """Return how many members look at the match now without playing in it, up to `MOST_WATCHING`.

    Each open socket of theirs takes one of the match's places in the cache, and frees it when it ends.
    """
    return len(set(taken_watches(match.key).values()))


def keep_watching(match: Match, user: User) -> None:
    """Keep the person's sockets counted; a closed one does not come back. Called by each open page now and then."""
    for place, name in taken_watches(match.key).items():
        if name == watcher_name(user):
            cache.touch(place, WATCHED_FOR)


def start_watching(*, match_key: str, user: User) -> str | None:
    """Return the place that a new socket takes, if its owner looks on; tell the other pages."""
    match = Match.objects.prefetch_related("seats").filter(key=match_key).first()
    if match is None or any(seat.user_id == user.pk for seat in match.seats.all()):
        return None
    taken, name = taken_watches(match_key), watcher_name(user)
    free = (place for place in watch_places(match_key) if place not in taken)
    own = next((place for place in free if cache.add(place, name, WATCHED_FOR)), None)
    if own and name not in taken.values():
        nudge_pages(match)
    return own


def stop_watching(*, match_key: str, place: str) -> None:
    """Free the place of a socket that has ended; tell the other pages."""
    match = Match.objects.filter(key=match_key).first()
    if cache.delete(place) and match is not None:
        nudge_pages(match)


def watch_places(match_key: str) -> list[str]:
    return [f"watching:{match_key}:{number}" for number in range(MOST_WATCHING)]


def taken_watches(match_key: str) -> dict[str, str]:
    """Return who has which place."""
    return dict(cache.get_many(watch_places(match_key)))


def watcher_name(user: User) -> str:
    """Return a name from which nobody who reads the cache learns who watches."""
    return salted_hmac("watching", str(user.pk)).hexdigest()[:12]


class NudgeConsumer(AsyncWebsocketConsumer):
    """Forwards nudges to a page: nothing secret can pass here."""

    groups_joined: tuple[str, ...] = ()
    watches: tuple[str, str] | None = None  # a match, and the place of who looks on
    place: str | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # however it ends: without Redis, no `disconnect` is called
            if self.place:
                places.free(self.place)

    async def connect(self) -> None:
        scoped = self.scope["user"]
        user = scoped if scoped.is_authenticated else None
        key = self.scope["url_route"]["kwargs"].get("key")
        if not await may_listen(user, key):
            await self.close()
            return
        if user and not self.take_place(user):
            await self.accept()
            await self.close(code=TOO_MANY)
            return
        own = (user_group(user.pk),) if user else ()
        self.groups_joined = (*own, match_group(key)) if key else own
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        if key and user and (watches := await database_sync_to_async(start_watching)(match_key=key, user=user)):
            self.watches = key, watches
        await self.accept()

    def take_place(self, user: User) -> bool:
        place = f"person {user.pk}"
        if not places.take(place, settings.SOCKETS_PER_PERSON):
            return False
        self.place = place
        return True

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Close the socket: no page sends anything, and what a stranger sends is not even parsed."""
        await self.close(code=UNEXPECTED)

    async def disconnect(self, code: int) -> None:
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if self.watches:
            key, watches = self.watches
            await database_sync_to_async(stop_watching)(match_key=key, place=watches)

    async def end(self, _message: dict[str, Any]) -> None:
        """Close the socket of a user who is suspended, or has left the club."""
        await self.close()

    async def nudge(self, message: dict[str, Any]) -> None:
        news = {"match": message["match"], "turn": message["turn"], "talk": message["talk"]}
        await self.send(text_data=json.dumps(news))


@database_sync_to_async
def may_listen(user: AnyUser, key: str | None) -> bool:
    """Return whether this person may hear of the match that they ask about; who is suspended hears nothing."""
    if user is not None and not user.is_active:
        return False
    if key is None:
        return True
    match = Match.objects.prefetch_related(queries.with_seats()).filter(key=key).first()
    return match is not None and queries.may_see(match, user)


websocket_urlpatterns = [
    path("ws/", NudgeConsumer.as_asgi()),
    path("ws/games/<slug:key>/", NudgeConsumer.as_asgi()),
]
