from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games.services.nudges import match_group, user_group


class NudgeConsumer(AsyncJsonWebsocketConsumer):
    """Forwards nudges. What a nudge is about, the page asks for itself: nothing secret can pass here."""

    groups_joined: tuple[str, ...] = ()

    async def connect(self) -> None:
        user = self.scope["user"]
        key = self.scope["url_route"]["kwargs"].get("key")
        own = (user_group(user.pk),) if user.is_authenticated else ()
        self.groups_joined = (*own, match_group(key)) if key else own
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def nudge(self, message: dict[str, Any]) -> None:
        await self.send_json({"match": message["match"], "turn": message["turn"], "talk": message["talk"]})
