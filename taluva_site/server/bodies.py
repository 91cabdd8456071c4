"""Request bodies: how large each address takes them, and how long they may take. The site sees whole bodies only."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from typing import Any

from django.urls import Resolver404, resolve

from taluva_site.http.client_addresses import scope_address

Message = dict[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

USUAL = 64 * 1024
RECORDS = 1024 * 1024
# Where records of games are pasted or uploaded, by the view's name; every other address takes a usual form.
LARGER = {"study-create": RECORDS, "api:study_list": RECORDS}
WITHOUT_BODY = {"GET", "HEAD", "OPTIONS", "TRACE"}
# A body may take this long, and longer by a second for each so many bytes that its address takes.
SECONDS, BYTES_A_SECOND = 20, 16 * 1024
# Bodies that one process holds until they are answered: all together, and those of one client address. Small ones
# always pass, so that nobody who sends much keeps others from playing.
MOST_HELD, MOST_HELD_OF_ONE = 64 * 1024 * 1024, 4 * 1024 * 1024
SMALL = 8 * 1024
ALL = "all"
# Bodies of one client address that come in at once, however small.
MOST_BODIES_OF_ONE = 50
# Where the site finds, in a request's scope, the status with which its body was refused.
REFUSED = "taluva.refused"


class BodyRefused(Exception):  # noqa: N818 - a refusal, not a fault
    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class ClientGone(Exception):  # noqa: N818 - not a fault
    pass


class BoundedBodies:
    """Reads a body before the site is asked, and refuses one that is too large before it is read."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.held: Counter[str] = Counter()
        self.incoming: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        length = declared_length(scope["headers"])
        if length == 0:
            await self.application(scope, receive, send)
            return
        body, address = bytearray(), scope_address(scope)  # one byte at a time may come
        try:
            await self.read(body, receive, limit_of(scope), length, address)
            await self.application(scope, replay_body(bytes(body), receive), send)
        except ClientGone:
            return
        except BodyRefused as refused:
            await self.application({**scope, REFUSED: refused.status}, replay_body(b"", receive_nothing), send)
        finally:
            self.let_go(address, len(body))

    async def read(self, body: bytearray, receive: Receive, limit: int, length: int | None, address: str) -> None:
        if length is not None and length > limit:
            raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if self.incoming[address] >= MOST_BODIES_OF_ONE:
            raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE)
        self.incoming[address] += 1
        try:
            async with asyncio.timeout(SECONDS + limit // BYTES_A_SECOND):
                async for chunk in body_parts(receive, limit):
                    body += chunk
                    self.hold(address, len(chunk), len(body))
        except TimeoutError:
            raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT) from None
        finally:
            take_off(self.incoming, address, 1)

    def hold(self, address: str, size: int, whole: int) -> None:
        self.held[address] += size
        self.held[ALL] += size
        is_full = self.held[ALL] > MOST_HELD or self.held[address] > MOST_HELD_OF_ONE
        if is_full and whole > SMALL:
            raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE)

    def let_go(self, address: str, size: int) -> None:
        for key in (address, ALL):
            take_off(self.held, key, size)


def take_off(counter: Counter[str], key: str, number: int) -> None:
    counter[key] -= number
    if not counter[key]:
        del counter[key]


async def body_parts(receive: Receive, limit: int) -> AsyncIterator[bytes]:
    """Yield the parts of a body up to this many bytes."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        chunk, more = message.get("body", b""), message.get("more_body", False)
        size += len(chunk)
        if size > limit:
            raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        yield chunk


def declared_length(headers: list[tuple[bytes, bytes]]) -> int | None:
    """Return the length of the body as its headers give it: 0 without a body, None for one in chunks."""
    length = 0
    for name, value in headers:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            length = int(value) if value.isdigit() else 0
    return length


def limit_of(scope: Scope) -> int:
    """Return the most bytes that this request's address takes."""
    if scope["method"] in WITHOUT_BODY:
        return 0
    try:
        match = resolve(scope["path"])
    except Resolver404:
        return 0
    return LARGER.get(match.view_name, USUAL)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the whole body first, and then whatever else happens."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_replayed


async def receive_nothing() -> Message:
    """Receive nothing more of a refused request: to ask on would ask its client to send on."""
    return await asyncio.get_running_loop().create_future()
