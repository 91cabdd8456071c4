"""How many requests one process works on at once; a few more wait, and others are refused at once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from taluva_site.http import problem_details
from taluva_site.http.client_addresses import scope_address
from taluva_site.server.bodies import Application, Message, Receive, Scope, Send

# Each takes a thread, files and memory of its own.
AT_ONCE = 32
MOST_WAITING, MOST_WAITING_OF_ONE = 400, 200
TOO_MANY_PEOPLE = _("Too many people are here right now. Try again in a few seconds.")
# It costs nothing, and who asks restarts a process that does not answer.
FREE = "/healthz"
# They look at the database and Redis, whoever asks: few at once, beside all others.
PROBES = {"/readyz", "/metrics"}
PROBES_AT_ONCE = 3


class FairQueue:
    """So many places, which addresses that wait get in turn: one with many requests delays its own alone."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.length = 0
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, address: str) -> None:
        if self.free:
            self.free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(address, deque()).append(place)
        self.length += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # given in the same moment
                self.give()
            raise
        finally:
            self.length -= 1

    def give(self) -> None:
        """Pass a place on to the next address that waits."""
        while self.waiting:
            address = next(iter(self.waiting))
            queue = self.waiting.pop(address)
            place = queue.popleft()
            if queue:
                self.waiting[address] = queue
            if not place.done():
                place.set_result(None)
                return
        self.free += 1

    def length_of(self, address: str) -> int:
        return len(self.waiting.get(address, ()))


class BoundedConcurrency:
    """A request counts until its answer begins, so a stream that lasts counts no longer."""

    def __init__(
        self,
        application: Application,
        at_once: int = AT_ONCE,
        most_waiting: int = MOST_WAITING,
        most_of_one: int = MOST_WAITING_OF_ONE,
    ) -> None:
        self.application = application
        self.queue, self.probes = FairQueue(at_once), FairQueue(PROBES_AT_ONCE)
        self.most_waiting, self.most_of_one = most_waiting, most_of_one

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == FREE:
            await self.application(scope, receive, send)
            return
        queue, address = self.probes if scope["path"] in PROBES else self.queue, scope_address(scope)
        if queue.length >= self.most_waiting or queue.length_of(address) >= self.most_of_one:
            await send_busy(scope, send)
            return
        await queue.take(address)
        await self.answer(scope, receive, send, only_once(queue.give))

    async def answer(self, scope: Scope, receive: Receive, send: Send, release: Callable[[], None]) -> None:
        """Ask the site, and release the place as its answer begins."""

        async def send_and_release(message: Message) -> None:
            if message["type"] == "http.response.start":
                release()
            await send(message)

        try:
            await self.application(scope, receive, send_and_release)
        finally:
            release()


def only_once(call: Callable[[], None]) -> Callable[[], None]:
    """Return a function whose first call does it, and whose other calls do nothing."""
    left = [call]

    def call_once() -> None:
        if left:
            left.pop()()

    return call_once


async def send_busy(scope: Scope, send: Send) -> None:
    kind, body = problem_details.answer_without_site(scope["path"], 503, TOO_MANY_PEOPLE)
    headers = [
        *((b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())),
        *((b"retry-after", b"5"), (b"x-content-type-options", b"nosniff")),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
