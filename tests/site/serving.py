"""The server of the club with real sockets, in this process, and bare connections to it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from taluva_site.operations import supervisor
from taluva_site.server.connections import connections
from taluva_site.server.run import server_config
from tests import processes


@contextmanager
def served(application: Any = "taluva_site.asgi:application") -> Iterator[int]:
    """The port at which the application answers."""
    sock = supervisor.listening_socket("127.0.0.1", 0)
    server = uvicorn.Server(server_config(1, application))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        processes.wait_for(lambda: server.started)
        yield sock.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        sock.close()
        assert (connections.total, connections.by_address, connections.idle, connections.idle_of) == (0, {}, {}, {})


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as sock:
        yield sock


def status(sock: socket.socket) -> int:
    """The status of the next answer; 0 when the connection is closed without one."""
    try:
        line = sock.recv(65_536)
    except ConnectionError:
        return 0
    return int(line.split()[1]) if line else 0


def is_closed(sock: socket.socket) -> bool:
    """Whether the other side closes, now or soon; what it still says is thrown away."""
    try:
        while sock.recv(65_536):
            pass
    except ConnectionError:
        pass
    return True


def send_until_closed(sock: socket.socket, data: bytes, most: int) -> int:
    """Send again and again; return the bytes that were taken before the other side had enough."""
    sent = 0
    try:
        while sent < most:
            sock.sendall(data)
            sent += len(data)
    except OSError:
        pass
    return sent


def request(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """The smallest application: it answers without looking, or accepts and waits."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})
