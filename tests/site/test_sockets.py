"""WebSockets that are too many, lead nowhere, or say something."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client

from taluva_site.http.client_addresses import scope_address
from taluva_site.server.sockets import TOO_MANY, UNEXPECTED, places
from tests import processes
from tests.factories import person
from tests.site import serving
from tests.site.serving import connected, request
from tests.site.test_connections import HANDSHAKE, frame

pytestmark = pytest.mark.django_db(transaction=True)
ORIGIN = "Origin: http://localhost"


@pytest.fixture
def port() -> Iterator[int]:
    with serving.served() as port:
        yield port
    assert places.taken == {}


def shaken(port: int, stack: ExitStack, *headers: str, path: str = "/ws/") -> socket.socket:
    sock = stack.enter_context(connected(port))
    sock.sendall(request("GET", path, *HANDSHAKE, *headers))
    return sock


def said(sock: socket.socket) -> bytes:
    """All that comes until the connection is closed."""
    told = b""
    try:
        while more := sock.recv(65_536):
            told += more
    except ConnectionError:
        pass
    return told


def close_code(told: bytes) -> int:
    """The code in the close frame that ends what was said."""
    last = told.rindex(b"\x88")
    return int.from_bytes(told[last + 2 : last + 4], "big")


def test_a_socket_that_says_anything_is_closed(port: int) -> None:
    with ExitStack() as stack:
        sock = shaken(port, stack, ORIGIN)
        assert b" 101 " in sock.recv(65_536)
        sock.sendall(frame(1, 2))
        assert close_code(sock.recv(65_536)) == UNEXPECTED


@pytest.mark.parametrize("path", ["/ws/nowhere/", "/", "/ws/games/x/y/"])
def test_where_there_is_no_socket_the_answer_is_404(port: int, path: str, caplog: pytest.LogCaptureFixture) -> None:
    with ExitStack() as stack:
        told = said(shaken(port, stack, ORIGIN, path=path))

    assert told.startswith(b"HTTP/1.1 404 ")
    assert caplog.text == ""


@pytest.mark.parametrize("origin", ["Origin: http://[", "Origin: http://localhost:x", "Origin: http://evil.example"])
def test_a_foreign_origin_is_refused_quietly(port: int, origin: str, caplog: pytest.LogCaptureFixture) -> None:
    with ExitStack() as stack:
        told = said(shaken(port, stack, origin))

    assert told[:13] in (b"HTTP/1.1 404 ", b"HTTP/1.1 403 ")
    assert caplog.text == ""


def cookie(name: str) -> str:
    client = Client()
    client.force_login(person(name))
    return f"Cookie: {site_settings.SESSION_COOKIE_NAME}={client.cookies[site_settings.SESSION_COOKIE_NAME].value}"


@pytest.mark.parametrize("limit", ["SOCKETS_PER_PERSON", "SOCKETS_PER_ADDRESS"])
def test_one_socket_too_many_is_told_so_and_room_comes_back(port: int, limit: str, settings: Any) -> None:
    setattr(settings, limit, 2)
    ann = cookie("Ann")
    with ExitStack() as stack:
        held = [shaken(port, stack, ORIGIN, ann) for _ in range(2)]
        assert [b" 101 " in sock.recv(65_536) for sock in held] == [True, True]
        refused = shaken(port, stack, ORIGIN, ann)
        told = refused.recv(65_536)
        while b"\x88" not in told:
            told += refused.recv(65_536)
        assert close_code(told[: told.rindex(b"\x88") + 4]) == TOO_MANY
        for sock in (refused, held[0]):
            sock.close()
        processes.wait_for(lambda: set(places.taken.values()) == {1})
        assert b"\x88" not in shaken(port, stack, ORIGIN, ann).recv(65_536)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.5", "192.0.2.1"),
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "10.0.0.1, 203.0.113.5", "203.0.113.5"),
        (2, "10.0.0.1, 203.0.113.5, 198.51.100.7", "203.0.113.5"),
        (2, "203.0.113.5", "192.0.2.1"),
        (1, "2001:db8::1:2:3:4", "2001:db8::/64"),
    ],
)
def test_the_address_is_what_the_trusted_proxy_says(proxies: int, forwarded: str, address: str, settings: Any) -> None:
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, trusted_proxies=proxies)
    scope = {"client": ("192.0.2.1", 5000), "headers": [(b"x-forwarded-for", forwarded.encode())]}

    assert scope_address(scope) == address
