"""WebSockets: how many one client address and one person may hold in this process, and where there are any."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from django.conf import settings

from taluva_site.http.client_addresses import scope_address
from taluva_site.server.bodies import Application, Receive, Scope, Send

# Close codes that static/js/live.js knows; 4000 to 4999 are for a site's own use.
TOO_MANY = 4429
UNEXPECTED = 1003


class Places:
    """Counts by key; a key gets no more than its limit."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def take(self, key: str, limit: int) -> bool:
        if self.taken[key] >= limit:
            return False
        self.taken[key] += 1
        return True

    def free(self, key: str) -> None:
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]


places = Places()


class BoundedSockets:
    """Refuses a socket that is one too many for its address, or whose origin is no address at all."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_readable(header_value(scope, b"origin")):
            await not_found(scope, receive, send)
            return
        key = f"address {scope_address(scope)}"
        if not places.take(key, settings.SOCKETS_PER_ADDRESS):
            await refuse_socket(receive, send)
            return
        try:
            await self.application(scope, receive, send)
        finally:
            places.free(key)


async def refuse_socket(receive: Receive, send: Send) -> None:
    """Accept and close: only so does the page learn why."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": TOO_MANY, "reason": "too many sockets"})


async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 404 where there is no socket."""
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
    else:
        await send({"type": "websocket.close"})


def header_value(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def is_readable(origin: str) -> bool:
    """Return True for what the check of the origin can take apart.

    Where it has no number for a port, it would break.
    """
    try:
        _port = urlsplit(origin).port
    except ValueError:
        return False
    return True
