"""Tells open pages that something happened: which match and which turn, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

from accounts.models import User
from games.models import Match, Seat
from taluva_site.queues.background import debounce, run_async
from taluva_site.redis.redis_link import ANSWER_WITHIN, link

log = logging.getLogger("taluva.nudges")
# The seconds in which nudges wait for each other.
MOMENT = 0.05


class Nudge(NamedTuple):
    group: str
    message: dict[str, object]


_waiting: deque[Nudge] = deque()


def match_group(key: str) -> str:
    return f"match.{key}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def nudge_pages(match: Match, seats: Iterable[Seat] = (), *, talk: bool = False) -> None:
    """After the commit, to whoever looks at the match, and to its players wherever on the site they are."""
    groups = [match_group(match.key), *(user_group(seat.user_id) for seat in seats if seat.user_id)]
    message = {"type": "nudge", "match": match.key, "turn": match.turn_number, "talk": talk}
    transaction.on_commit(partial(gather_nudges, [Nudge(group, message) for group in groups]))


def close_sockets(user: User) -> None:
    """After the commit, end the user's open sockets: whoever is suspended or leaves hears no more."""
    transaction.on_commit(partial(gather_nudges, [Nudge(user_group(user.pk), {"type": "end"})]))


def gather_nudges(nudges: list[Nudge]) -> None:
    """The answer to who played goes first; what a moment brings then goes out in one breath."""
    _waiting.extend(nudges)
    debounce("nudges", send_waiting, delay=MOMENT)


def send_waiting() -> None:
    """Of what a group would be told twice, only the last."""
    last = {}
    while _waiting:
        nudge = _waiting.popleft()
        last[nudge.group, nudge.message.get("match"), nudge.message.get("talk")] = nudge
    send_nudges(list(last.values()))


def send_nudges(nudges: list[Nudge]) -> None:
    """Without Redis nothing is told, and nobody waits for it: pages look again by themselves."""
    if link.is_away():
        return
    try:
        run_async(partial(send_to_groups, nudges))
    except (RedisError, OSError) as error:
        link.went_away()
        log.warning("nobody could be nudged: %s", str(error) or "Redis is silent")


async def send_to_groups(nudges: list[Nudge]) -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(ANSWER_WITHIN):
        for nudge in nudges:
            await layer.group_send(nudge.group, nudge.message)
