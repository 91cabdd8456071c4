from __future__ import annotations

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from accounts.models import User
from games.matches import queries
from games.matches.live import onlookers
from games.matches.live.nudges import match_group, user_group
from games.matches.queries import AnyUser
from games.models import Match
from taluva_site.server.sockets import TOO_MANY, UNEXPECTED, places


class NudgeConsumer(AsyncWebsocketConsumer):
    """Forwards nudges. What a nudge is about, the page asks for itself: nothing secret can pass here."""

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
        if key and user and (watches := await database_sync_to_async(onlookers.arrive)(match_key=key, user=user)):
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
            await database_sync_to_async(onlookers.leave)(match_key=key, place=watches)

    async def end(self, _message: dict[str, Any]) -> None:
        """The user is suspended, or has left the club."""
        await self.close()

    async def nudge(self, message: dict[str, Any]) -> None:
        told = {"match": message["match"], "turn": message["turn"], "talk": message["talk"]}
        await self.send(text_data=json.dumps(told))


@database_sync_to_async
def may_listen(user: AnyUser, key: str | None) -> bool:
    """Whether this person may hear of the match that they ask about; who is suspended hears nothing."""
    if user is not None and not user.is_active:
        return False
    if key is None:
        return True
    match = Match.objects.prefetch_related(queries.with_seats()).filter(key=key).first()
    return match is not None and queries.may_see(match, user)
