"""Sockets: who may hear that something happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from accounts.services import account_deletion
from games.matches import live
from games.matches.live import websocket_urlpatterns
from games.models import Match
from games.people import moderation
from tests.factories import NOW, open_table, people, person, played, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def answered(user: Any, key: str = "") -> tuple[ApplicationCommunicator, str]:
    """A socket that was asked for, and whether it was accepted or closed."""
    path = f"/ws/games/{key}/" if key else "/ws/"
    scope = {"type": "websocket", "path": path, "user": user, "headers": [], "query_string": b"", "subprotocols": []}
    socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
    await socket.send_input({"type": "websocket.connect"})
    return socket, (await socket.receive_output(timeout=60))["type"]


async def is_let_in(user: Any, key: str = "") -> bool:
    socket, answer = await answered(user, key)
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(timeout=60)
    return answer == "websocket.accept"


def suspended(user: Any) -> None:
    moderation.suspend_account(user=user, staff=person("Sam", is_superuser=True, is_staff=True), why="Spam.", now=NOW)


def left(user: Any) -> None:
    account_deletion.delete_account(user=user, now=NOW)


@sync_to_async
def private_table() -> tuple[Match, list[Any]]:
    everybody = people(3)
    return running_match(*everybody[:2], visibility="private"), everybody


async def test_players_alone_hear_of_a_private_match() -> None:
    match, (ann, ben, cleo) = await private_table()

    assert [await is_let_in(who, match.key) for who in (ann, ben, cleo, AnonymousUser())] == [True, True, False, False]


async def test_everybody_hears_of_a_public_match_and_nobody_of_none() -> None:
    match = await sync_to_async(lambda: open_table(person()))()

    assert await is_let_in(AnonymousUser(), match.key)
    assert not await is_let_in(AnonymousUser(), "nothingxyz")


@pytest.mark.parametrize("ended", [suspended, left])
async def test_open_sockets_of_who_is_suspended_or_leaves_are_closed(ended: Callable[[Any], None]) -> None:
    match, (ann, ben, _cleo) = await private_table()
    sockets = [(await answered(who, key))[0] for who, key in ((ann, ""), (ann, match.key), (ben, match.key))]

    await sync_to_async(ended)(ann)

    told = [await socket.receive_output(timeout=60) for socket in sockets[:2]]
    assert [message["type"] for message in told] == ["websocket.close"] * 2
    await sockets[2].send_input({"type": "websocket.disconnect", "code": 1000})
    await sockets[2].wait(timeout=60)


async def test_who_is_suspended_hears_nothing() -> None:
    ann = await sync_to_async(person)(is_active=False)
    match = await sync_to_async(lambda: open_table(person("Ben")))()

    assert [await is_let_in(ann, key) for key in ("", match.key)] == [False, False]


async def test_a_turn_is_told_to_who_listens() -> None:
    match, (ann, _, _) = await private_table()
    socket, _ = await answered(ann, match.key)
    await sync_to_async(played)(match)

    told = json.loads((await socket.receive_output(timeout=60))["text"])
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(timeout=60)

    assert told == {"match": match.key, "turn": 1, "talk": False}


async def test_whose_socket_is_open_looks_on() -> None:
    ann, ben, cleo = await sync_to_async(people)(3)
    match = await sync_to_async(running_match)(ann, ben)
    sockets = [(await answered(who, match.key))[0] for who in (ann, cleo, AnonymousUser())]
    counted = [await sync_to_async(live.count_watching)(match)]
    for socket in sockets:
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await socket.wait(timeout=60)
    counted.append(await sync_to_async(live.count_watching)(match))

    assert counted == [1, 0]
