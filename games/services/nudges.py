"""Tells open pages that something happened: which match and which turn, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial

from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

from games.models import Match, Seat
from taluva_site.aside import aside, wait_for
from taluva_site.redis_link import ANSWER_WITHIN, link

log = logging.getLogger("taluva.nudges")


def match_group(key: str) -> str:
    return f"match.{key}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def nudge(match: Match, seats: Iterable[Seat] = (), *, talk: bool = False) -> None:
    """After the commit, to whoever looks at the match, and to its players wherever on the site they are."""
    groups = [match_group(match.key), *(user_group(seat.user_id) for seat in seats if seat.user_id)]
    message = {"type": "nudge", "match": match.key, "turn": match.turn_number, "talk": talk}
    transaction.on_commit(partial(aside, partial(send, groups, message)))


def send(groups: list[str], message: dict[str, object]) -> None:
    """Without Redis nothing is told, and nobody waits for it: pages look again by themselves."""
    if link.is_away():
        return
    try:
        wait_for(partial(tell, groups, message))
    except (RedisError, OSError) as error:
        link.went_away()
        log.warning("nobody could be nudged: %s", str(error) or "Redis is silent")


async def tell(groups: list[str], message: dict[str, object]) -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(ANSWER_WITHIN):
        for group in groups:
            await layer.group_send(group, message)
