"""Bodies that are larger or slower than their address takes them."""

from __future__ import annotations

import asyncio
import json
import socket
import tempfile
from collections.abc import Callable, Iterator
from http.client import HTTPResponse

import pytest
from django.urls import resolve

from taluva_site import asgi
from taluva_site.server import bodies
from tests import processes
from tests.site import serving
from tests.site.serving import connected, is_closed, request, send_until_closed, status

MB = 1024 * 1024
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def port() -> Iterator[int]:
    with serving.served() as port:
        yield port


def answer(port: int, sent: bytes) -> tuple[int, str, str]:
    """The status, the content type and the text."""
    with connected(port) as sock:
        sock.sendall(sent)
        return read(sock)


def read(sock: socket.socket) -> tuple[int, str, str]:
    response = HTTPResponse(sock)
    response.begin()
    return response.status, response.headers["Content-Type"], response.read().decode()


@pytest.mark.parametrize(
    ("method", "path", "length"),
    [
        ("POST", "/account/login/", 64 * 1024 + 1),
        ("POST", "/studies/new/", MB + 1),
        ("POST", "/account/login/", 1000 * MB),
        ("POST", "/", 1000 * MB),
        ("POST", "/nowhere/", 1),
        ("POST", "/healthz", 1),
        ("GET", "/", 1),
        ("GET", "/static/css/site.css", 1000 * MB),
    ],
)
def test_a_body_that_is_too_large_is_refused_by_its_length_alone(
    port: int, method: str, path: str, length: int
) -> None:
    code, kind, text = answer(port, request(method, path, f"Content-Length: {length}"))

    assert (code, kind) == (413, "text/html; charset=utf-8")
    assert "<h1>Too large</h1>" in text


@pytest.mark.parametrize("path", ["/api/v1/matches", "/api/v1/studies", "/api/v1/nowhere"])
def test_the_api_refuses_it_as_a_problem(port: int, path: str) -> None:
    code, kind, text = answer(port, request("POST", path, f"Content-Length: {1000 * MB}"))

    assert (code, kind) == (413, "application/problem+json")
    assert json.loads(text) == {
        "type": "about:blank",
        "title": "Request Entity Too Large",
        "status": 413,
        "detail": "That is too large for this address. Send less, or send it in parts.",
    }


def test_a_body_in_chunks_is_counted_as_it_comes(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it goes to a file, not even for a while."""
    spooled: list[object] = []
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda *args, **kwargs: spooled.append(args))
    chunk = b"1000\r\n" + b"x" * 4096 + b"\r\n"
    with connected(port) as sock:
        sock.sendall(request("POST", "/account/login/", "Transfer-Encoding: chunked"))
        sent = send_until_closed(sock, chunk * 16, 200 * MB)

    assert sent < 20 * MB
    assert spooled == []


def test_a_refused_body_keeps_the_connection_when_it_ends_soon(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("POST", "/account/login/", "Content-Length: 70000", body=b"x" * 70_000))
        assert read(sock)[0] == 413
        sock.sendall(request("GET", "/healthz"))
        assert read(sock)[0] == 200


def test_a_body_that_is_not_too_large_reaches_its_page(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("POST", "/account/login/", "Content-Length: 65536"))
        sock.sendall(b"x" * 65_536)
        assert status(sock) == 403  # it lacks the CSRF token


def test_nobody_waits_for_half_a_body(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SECONDS", -3.8)
    with connected(port) as sock:
        sock.sendall(request("POST", "/account/login/", "Content-Length: 100", body=b"1"))

        assert status(sock) == 408
        assert is_closed(sock)


@pytest.mark.parametrize("limit", ["MOST_HELD", "MOST_HELD_OF_ONE"])
def test_bodies_together_have_a_limit_that_leaves_room_for_small_ones(
    port: int, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, limit, 50_000)
    with connected(port) as half, connected(port) as sock, connected(port) as other:
        half.sendall(request("POST", "/account/login/", "Content-Length: 40001", body=b"x" * 40_000))
        processes.wait_for(lambda: held()["all"] == 40_000)
        sock.sendall(request("POST", "/account/login/", "Content-Length: 40000", body=b"x" * 40_000))
        assert status(sock) == 503
        for _ in range(2):
            other.sendall(request("POST", "/account/login/", "Content-Length: 8000", body=b"x" * 8_000))
            assert read(other)[0] == 403
    processes.wait_for(lambda: not held())
    with connected(port) as sock:
        sock.sendall(request("POST", "/account/login/", "Content-Length: 40000", body=b"x" * 40_000))
        assert status(sock) == 403


def test_a_client_address_sends_so_many_bodies_at_once(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_BODIES_OF_ONE", 1)
    with connected(port) as half, connected(port) as sock:
        half.sendall(request("POST", "/account/login/", "Content-Length: 100", body=b"x"))
        processes.wait_for(lambda: held()["all"] == 1)
        sock.sendall(request("POST", "/account/login/", "Content-Length: 100", body=b"x"))
        assert status(sock) == 503
        half.sendall(b"x" * 99)
        assert status(half) == 403
    assert asgi.application.application_mapping["http"].incoming == {}


def test_a_body_is_held_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that wait for their turn keep theirs."""
    monkeypatch.setattr(bodies, "MOST_HELD_OF_ONE", 50_000)
    seen: list[tuple[int, object]] = []
    site = bodies.BoundedBodies(answering(lambda scope: seen.append((len(site.held), scope.get(bodies.REFUSED)))))

    async def ask_two() -> None:
        messages = [{"type": "http.request", "body": b"x" * 40_000, "more_body": False}]

        async def ask_another(message: object) -> None:
            await site(SCOPE, bodies.replay_body(b"x" * 40_000, bodies.receive_nothing), ignored)

        async def receive() -> dict[str, object]:
            return messages.pop()

        await site(SCOPE, receive, ask_another)

    asyncio.run(ask_two())

    assert seen == [(2, None), (2, 503)]
    assert site.held == {}


SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/account/login/",
    "headers": [(b"content-length", b"40000")],
    "client": ("192.0.2.1", 5000),
}


def answering(look: Callable[[bodies.Scope], None]) -> bodies.Application:
    """An application that looks at each request, and then answers."""

    async def application(scope: bodies.Scope, receive: bodies.Receive, send: bodies.Send) -> None:
        look(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    return application


async def ignored(message: object) -> None:
    """Send nothing."""


def held() -> dict[str, int]:
    return asgi.application.application_mapping["http"].held


def test_a_client_that_waits_to_be_asked_is_not_asked_for_too_much(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("POST", "/account/login/", "Content-Length: 70000", "Expect: 100-continue"))
        assert status(sock) == 413


def test_the_addresses_that_take_more_are_addresses() -> None:
    places = {"study-create": "/studies/new/", "api:study_list": "/api/v1/studies"}

    assert {name: resolve(path).view_name for name, path in places.items()} == {name: name for name in bodies.LARGER}
