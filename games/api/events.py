"""A stream of what happens in my matches, as Server-Sent Events. It says where to look, never what is to be seen."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import close_old_connections
from django.db.models import Count, Max, OuterRef, Subquery
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query, Router
from redis.exceptions import RedisError

from games.api import tokens
from games.api.auth import READ, check_limit, request_user
from games.api.responses import with_errors
from games.matches import queries
from games.matches.live import user_group
from games.models import Invitation, Match, MatchState, Seat
from taluva_site.security import limits

router = Router()
STREAMS = limits.Limit("api-streams", 60, 600)
LOOK_EACH = 15.0
LOOK_EACH_WITHOUT_REDIS = 3.0

Seen = dict[str, tuple[int, str, int, int, str]]


@router.get("/events", auth=READ, response=with_errors(str), summary="What happens in my matches")
def events(request: HttpRequest, seconds: Annotated[int, Query(ge=0, le=600)] = 300) -> StreamingHttpResponse:
    """Send Server-Sent Events for so many seconds.

    First `hello`: `awaiting` has the matches that wait for you, `matches` the turn and state of each that is open or
    running; one of yours that is not there is over. Then a `match` event (match, turn, state, talk) each time something
    happens in one of yours, or at a table to which you are invited; ask for the match itself to see what. The last
    event of a match has its last turn and the state `finished` or `cancelled`. The state `gone`, with the turn seen
    before, says that the match is no longer yours: you left it, or an invitation ended.
    """
    check_limit(request, STREAMS, request_user(request).pk)
    lines = event_stream(request_user(request).pk, request.auth.pk, seconds)  # type: ignore[attr-defined]
    response = StreamingHttpResponse(lines, content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def event_stream(user_id: int, token_id: int, seconds: float) -> AsyncIterator[str]:
    """Yield nudges as they come, and what they missed as soon as it is found; without Redis all is found by looking."""
    end = time.monotonic() + seconds
    seen, hello = await asyncio.gather(read_state(user_id), awaiting_matches(user_id))
    yield format_frame("hello", {"awaiting": hello, "matches": match_states(seen)})
    nudged = NudgeListener(user_id)
    try:
        await nudged.open()
        while (left := end - time.monotonic()) > 0:
            await nudged.wait(min(left, nudged.patience))
            if not await sync_to_async(token_is_active)(token_id):
                return
            now = await read_state(user_id)
            news = [*changed_matches(seen, now), *await ended_matches(user_id, seen, now)]
            seen = now
            yield "".join(format_frame("match", new) for new in news) or ": still here\n\n"
    finally:
        await nudged.close()


class NudgeListener:
    """The nudges of one person; silent, and looked after more often, while Redis is away."""

    def __init__(self, user_id: int) -> None:
        self.layer, self.group, self.channel = get_channel_layer(), user_group(user_id), ""

    @property
    def patience(self) -> float:
        return LOOK_EACH if self.channel else LOOK_EACH_WITHOUT_REDIS

    async def open(self) -> None:
        try:
            channel = await self.layer.new_channel()
            await self.layer.group_add(self.group, channel)
        except (RedisError, OSError):
            return
        self.channel = channel

    async def wait(self, seconds: float) -> None:
        """Wait for the next nudge, or so many seconds."""
        if not self.channel:
            await asyncio.sleep(seconds)
            return
        with suppress(TimeoutError, RedisError, OSError):
            await asyncio.wait_for(self.layer.receive(self.channel), seconds)

    async def close(self) -> None:
        if self.channel:
            await self.layer.group_discard(self.group, self.channel)


def match_states(seen: Seen) -> list[dict[str, Any]]:
    """Return the turn and state of each match that is not over."""
    return [{"match": key, "turn": turn, "state": state} for key, (turn, state, *_) in seen.items()]


def changed_matches(before: Seen, now: Seen) -> list[dict[str, Any]]:
    """Return an event for each match that has changed."""
    return [
        {"match": key, "turn": turn, "state": state, "talk": key in before and before[key][2] != talk}
        for key, (turn, state, talk, *more) in now.items()
        if before.get(key) != (turn, state, talk, *more)
    ]


async def ended_matches(user_id: int, before: Seen, now: Seen) -> list[dict[str, Any]]:
    """Return the last event of each match that is over, or no longer theirs."""
    missing = [key for key in before if key not in now]
    over = await read_ended(user_id, missing) if missing else {}
    ends = {key: over.get(key, (before[key][0], "gone")) for key in missing}
    return [{"match": key, "turn": turn, "state": state, "talk": False} for key, (turn, state) in ends.items()]


def format_frame(event: str, data: dict[str, Any]) -> str:
    return f"event: {event}\ndata: {json.dumps(data)}\n\n"


def token_is_active(token_id: int) -> bool:
    return tokens.is_active(token_id)


@sync_to_async
def read_state(user_id: int) -> Seen:
    """Return, for each match of theirs or with an invitation: turn, state, last message, who wants to cancel, seats."""
    own = Seat.objects.filter(user=user_id).order_by().values_list("match", flat=True)
    invited = Invitation.objects.filter(user=user_id).order_by().values_list("match", flat=True)
    rows = Match.objects.filter(pk__in=own.union(invited), state__in=[MatchState.OPEN, MatchState.RUNNING])
    tables = rows.filter(state=MatchState.OPEN).prefetch_related(queries.with_seats())
    seating = {table.key: queries.seating_code(table) for table in tables}
    asking = Seat.objects.filter(match=OuterRef("pk"), wants_cancel=True).order_by().values("match")
    rows = rows.annotate(talk=Max("messages__id"), asking=Subquery(asking.annotate(n=Count("pk")).values("n")))
    found = rows.values_list("key", "turn_number", "state", "talk", "asking")[:1000]
    seen = {
        key: (turn, state, talk or 0, asking or 0, seating.get(key, "")) for key, turn, state, talk, asking in found
    }
    close_old_connections()  # a stream that waits holds no connection
    return seen


@sync_to_async
def read_ended(user_id: int, keys: list[str]) -> dict[str, tuple[int, str]]:
    """Return the last turn and the state of each of these matches that is over and in which the person has a seat."""
    rows = Match.objects.filter(
        key__in=keys, seats__user=user_id, state__in=[MatchState.FINISHED, MatchState.CANCELLED]
    )
    found = {key: (turn, state) for key, turn, state in rows.values_list("key", "turn_number", "state")}
    close_old_connections()
    return found


@sync_to_async
def awaiting_matches(user_id: int) -> list[dict[str, Any]]:
    from accounts.models import User

    seats = queries.awaited_seats(User(pk=user_id))[:1000]
    return [
        {"match": seat.match.key, "turn": seat.match.turn_number, "deadline": format_instant(seat.deadline)}
        for seat in seats
    ]


def format_instant(instant: Any) -> str | None:
    return instant.isoformat() if instant else None
