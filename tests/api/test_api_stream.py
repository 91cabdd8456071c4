"""The stream of events: it says where something happened, at once, and what, never."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from accounts.models import User
from games.api import events, tokens
from games.matches import talk
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match
from tests.factories import NOW, open_table, outside_bot, person, played, played_on, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@sync_to_async
def table() -> tuple[Match, User, str, int]:
    ann, ben = outside_bot("Robo"), outside_bot("Robin")
    match = running_match(ann, ben)
    token, text = tokens.create_token(user=ann, name="desk", scopes=["read"], now=NOW)
    return match, ann, text, token.pk


async def opened(text: str, seconds: int) -> AsyncIterator[bytes]:
    headers = {"Authorization": f"Bearer {text}"}
    answer = await AsyncClient().get("/api/v1/events", {"seconds": seconds}, headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    return aiter(answer.streaming_content)


async def next_event(lines: AsyncIterator[bytes]) -> tuple[str, Any]:
    while True:
        block = (await asyncio.wait_for(anext(lines), 20)).decode()
        if block.startswith("event:"):
            name, data = block.strip().split("\n\n")[0].split("\n")
            return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


async def test_stream_says_hello_and_then_what_happens() -> None:
    match, ann, text, _ = await table()
    lines = await opened(text, 30)
    name, data = await next_event(lines)
    assert (name, [row["match"] for row in data["awaiting"]]) == ("hello", [match.key])

    news = asyncio.create_task(next_event(lines))
    await asyncio.sleep(0.1)
    await sync_to_async(played)(match)
    assert await news == ("match", {"match": match.key, "turn": 1, "state": "running", "talk": False})

    news = asyncio.create_task(next_event(lines))
    await asyncio.sleep(0.1)
    await sync_to_async(talk.write_message)(match_id=match.pk, user=ann, text="hello", now=NOW)
    assert await news == ("match", {"match": match.key, "turn": 1, "state": "running", "talk": True})
    await lines.aclose()


async def test_stream_tells_of_invitations_and_of_who_sits_down_and_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LOOK_EACH", 0.1)
    _, ann, text, _ = await table()
    ben, cleo = await sync_to_async(person)("Ben"), await sync_to_async(person)("Cleo")
    own = await sync_to_async(open_table)(ann, SeatPlan(), SeatPlan())
    asked = await sync_to_async(open_table)(ben, SeatPlan(), SeatPlan(), rated=False)
    lines = await opened(text, 30)
    await next_event(lines)

    for match, happens in (
        (own, partial(tables.join_table, match_id=own.pk, user=ben, now=NOW)),
        (own, partial(tables.leave_table, match_id=own.pk, user=ben, now=NOW)),
        (asked, partial(invited, asked, 1, ann)),
        (asked, partial(tables.join_table, match_id=asked.pk, user=cleo, now=NOW)),
        (asked, partial(tables.join_table, match_id=asked.pk, user=ann, now=NOW)),
    ):
        await sync_to_async(happens)()
        name, news = await next_event(lines)
        assert (name, news["match"], news["turn"], news["talk"]) == ("match", match.key, 0, False)
    assert news["state"] == "running"
    await lines.aclose()


async def test_the_last_event_of_a_match_has_its_last_turn_and_how_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LOOK_EACH", 0.1)
    match, ann, text, _ = await table()
    cancelled = await sync_to_async(open_table)(ann, SeatPlan())
    ben = await sync_to_async(person)("Ben")
    asked = await sync_to_async(open_table)(ben, SeatPlan(invited=ann), rated=False)
    lines = await opened(text, 60)
    _, hello = await next_event(lines)
    over = await sync_to_async(played_on)(match, 200)
    ends = [await last_event(lines, match)]
    await sync_to_async(tables.leave_table)(match_id=cancelled.pk, user=ann, now=NOW)
    ends.append(await last_event(lines, cancelled))
    await sync_to_async(tables.decline_invitation)(match_id=asked.pk, user=ann, now=NOW)
    ends.append(await last_event(lines, asked))
    await lines.aclose()

    standing = [(match, 0, "running"), (cancelled, 0, "open"), (asked, 0, "open")]
    assert sorted(hello["matches"], key=lambda row: row["match"]) == sorted(
        [{"match": each.key, "turn": turn, "state": state} for each, turn, state in standing],
        key=lambda row: row["match"],
    )
    assert [(end["turn"], end["state"]) for end in ends] == [
        (over.turn_number, "finished"),
        (0, "cancelled"),
        (0, "gone"),
    ]


async def test_a_stream_that_begins_after_the_end_does_not_name_the_match() -> None:
    match, _, text, _ = await table()
    await sync_to_async(played_on)(match, 200)
    lines = await opened(text, 0)

    assert await next_event(lines) == ("hello", {"awaiting": [], "matches": []})


async def last_event(lines: AsyncIterator[bytes], match: Match) -> Any:
    """The first event of this match with a state that is an end; a frame may have several events."""
    while True:
        for block in (await asyncio.wait_for(anext(lines), 20)).decode().split("\n\n"):
            if block.startswith("event: match"):
                data = json.loads(block.split("data: ")[1])
                if data["match"] == match.key and data["state"] in ("finished", "cancelled", "gone"):
                    return data


def invited(match: Match, seat: int, user: User) -> None:
    match.seats.filter(index=seat).update(kept_for="name")
    tables.invite_user(match, seat, user, now=NOW)


async def test_stream_finds_by_looking_what_nobody_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "get_channel_layer", lambda: Broken())
    monkeypatch.setattr(events, "LOOK_EACH_WITHOUT_REDIS", 0.1)
    match, _, text, _ = await table()
    lines = await opened(text, 30)
    await next_event(lines)
    news = asyncio.create_task(next_event(lines))
    await sync_to_async(played)(match)

    assert (await news)[1]["turn"] == 1
    await lines.aclose()


async def test_stream_ends_with_its_time_and_with_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LOOK_EACH", 0.1)
    _, ann, text, pk = await table()
    assert len([block async for block in await opened(text, 0)]) == 1
    lines = await opened(text, 60)
    await next_event(lines)
    await sync_to_async(tokens.revoke_token)(user=ann, token_id=pk, now=NOW)

    assert [block async for block in lines if block.startswith(b"event")] == []


class Broken:
    """A channel layer whose Redis is away."""

    async def new_channel(self) -> str:
        raise OSError("no Redis")
