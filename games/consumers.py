from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from accounts.models import User
from games import queries
from games.models import Match
from games.queries import AnyUser
from games.services import onlookers
from games.services.nudges import match_group, user_group


class NudgeConsumer(AsyncJsonWebsocketConsumer):
    """Forwards nudges. What a nudge is about, the page asks for itself: nothing secret can pass here."""

    groups_joined: tuple[str, ...] = ()
    looked_at: tuple[str, User] | None = None

    async def connect(self) -> None:
        scoped = self.scope["user"]
        user = scoped if scoped.is_authenticated else None
        key = self.scope["url_route"]["kwargs"].get("key")
        if not await may_listen(user, key):
            await self.close()
            return
        own = (user_group(user.pk),) if user else ()
        self.groups_joined = (*own, match_group(key)) if key else own
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        if key and user:
            self.looked_at = key, user
            await database_sync_to_async(onlookers.came)(match_key=key, user=user)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if self.looked_at:
            key, user = self.looked_at
            await database_sync_to_async(onlookers.left)(match_key=key, user=user)

    async def nudge(self, message: dict[str, Any]) -> None:
        await self.send_json({"match": message["match"], "turn": message["turn"], "talk": message["talk"]})


@database_sync_to_async
def may_listen(user: AnyUser, key: str | None) -> bool:
    """Whether this person may hear of the match that they ask about; who is suspended hears nothing."""
    if user is not None and not user.is_active:
        return False
    if key is None:
        return True
    match = Match.objects.prefetch_related(queries.seated()).filter(key=key).first()
    return match is not None and queries.may_see(match, user)
