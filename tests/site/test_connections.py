"""What a connection may cost before a request is complete, with real sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http import HTTPStatus
from http.client import HTTPResponse
from typing import Any

import pytest

from taluva_site.server import protocols
from taluva_site.server.connections import connections
from tests import processes
from tests.site import serving
from tests.site.serving import connected, hello, is_closed, request, send_until_closed, status

MB = 1024 * 1024
HANDSHAKE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    f"Sec-WebSocket-Key: {'A' * 22}==",
)


def frame(opcode: int, size: int, fin: bool = True) -> bytes:
    """A masked frame, its mask zero."""
    head = bytes([opcode | (0x80 if fin else 0)])
    if size < 126:
        return head + bytes([0x80 | size]) + bytes(4) + b"x" * size
    return head + bytes([0x80 | 126]) + size.to_bytes(2, "big") + bytes(4) + b"x" * size


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving.served(hello) as port:
        yield port


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HEAD_WITHIN", 0.3)


def test_requests_on_one_connection_are_answered(port: int) -> None:
    with connected(port) as sock:
        answers = []
        for _ in range(3):
            sock.sendall(request("POST", "/", "Content-Length: 5", body=b"12345"))
            answers.append(status(sock))

    assert answers == [200, 200, 200]


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        (request("GET", "/", f"X: {'x' * 15_000}"), 200),
        (request("GET", "/", f"X: {'x' * 17_000}"), HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
        (request("GET", "/", *[f"X{number}: {'x' * 100}" for number in range(200)]), 431),
        (request("GET", f"/{'x' * 8_000}"), 200),
        (request("GET", f"/{'x' * 9_000}"), HTTPStatus.REQUEST_URI_TOO_LONG),
        (request("GET", "/", "Cookie: a=1") * 9, 200),
        (request("GET", "/", *HANDSHAKE, f"X: {'x' * 17_000}"), 431),
        (request("GET", "/\0"), HTTPStatus.BAD_REQUEST),
        (b"\x16\x03\x01\x02\x00 this is TLS\r\n\r\n", HTTPStatus.BAD_REQUEST),
    ],
)
def test_a_head_has_a_size(port: int, head: bytes, answer: int) -> None:
    with connected(port) as sock:
        sock.sendall(head)
        assert status(sock) == answer


@pytest.mark.parametrize(
    ("head", "answer", "detail"),
    [
        (request("GET", f"/api/v1/{'x' * 9_000}"), 414, "That address is too long."),
        (
            request("GET", "/api/v1/me", f"X: {'x' * 17_000}"),
            431,
            "The address and headers of that request are too long.",
        ),
        (b"GET /api/v1/me HTTP/1.1\r\n", 408, "That request took too long to arrive. Try again."),
    ],
)
@pytest.mark.usefixtures("_impatient")
def test_a_head_that_is_refused_in_the_api_is_a_problem(port: int, head: bytes, answer: int, detail: str) -> None:
    with connected(port) as sock:
        sock.sendall(head)
        response = HTTPResponse(sock)
        response.begin()
        problem = json.loads(response.read())

    assert (response.status, response.headers["Content-Type"]) == (answer, "application/problem+json")
    assert (problem["status"], problem["detail"]) == (answer, detail)


@pytest.mark.parametrize("begin", [b"GET / HTTP/1.1\r\nX: ", b"GET /", b"GET / HTTP/1.1\r\n"])
def test_a_head_without_end_is_not_read_on(port: int, begin: bytes) -> None:
    with connected(port) as sock:
        sock.sendall(begin)
        chunk = b"X: y\r\n" * 10_000 if begin.endswith(b"\n") else b"x" * 60_000

        assert send_until_closed(sock, chunk, 200 * MB) < 20 * MB


@pytest.mark.parametrize("within", [b"1;" + b"x" * 60_000, b"0\r\nX: " + b"x" * 60_000])
def test_what_stands_around_a_body_has_a_size(port: int, within: bytes) -> None:
    with connected(port) as sock:
        sock.sendall(request("POST", "/", "Transfer-Encoding: chunked", body=within))

        assert send_until_closed(sock, b"x" * 60_000, 200 * MB) < 20 * MB


def test_a_body_is_not_read_on_after_the_answer(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("POST", "/", f"Content-Length: {200 * MB}"))
        assert status(sock) == 200

        assert send_until_closed(sock, b"x" * 60_000, 200 * MB) < 20 * MB


@pytest.mark.parametrize(
    ("begin", "answer"),
    [(b"", 0), (b"\r\n", 408), (b"GET / HTTP/1.1\r\nHost: local", HTTPStatus.REQUEST_TIMEOUT)],
)
@pytest.mark.usefixtures("_impatient")
def test_half_a_head_is_not_waited_for(port: int, begin: bytes, answer: int) -> None:
    with connected(port) as sock:
        sock.sendall(begin)

        assert status(sock) == answer
        assert is_closed(sock)


@pytest.mark.usefixtures("_impatient")
def test_half_a_second_request_is_not_waited_for(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("GET", "/"))
        assert status(sock) == 200
        sock.sendall(b"GET / HTTP")

        assert status(sock) == 408


@pytest.mark.usefixtures("_impatient")
def test_half_a_body_after_the_answer_is_not_waited_for(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("POST", "/", "Content-Length: 100", body=b"1"))
        assert status(sock) == 200
        sock.sendall(b"2")

        assert is_closed(sock)


@pytest.mark.parametrize(
    ("method", "header", "answer"),
    [("GET", f"X: {'x' * 9_000}", 431), ("GET", "X: x\r\n" * 199 + "X: x", 431), ("POST", "Content-Length: 5", 400)],
)
def test_a_head_that_is_no_handshake_is_refused_at_once(port: int, method: str, header: str, answer: int) -> None:
    with connected(port) as sock:
        sock.sendall(request(method, "/", *HANDSHAKE, header))

        assert status(sock) == answer
        assert is_closed(sock)


@pytest.mark.usefixtures("_impatient")
def test_a_handshake_that_is_never_accepted_is_not_waited_for() -> None:
    with serving.served(silent) as port, connected(port) as sock:
        sock.sendall(request("GET", "/", *HANDSHAKE))

        assert is_closed(sock)


@pytest.mark.parametrize("again", [frame(9, 100) * 100, b"\xff" * 1000])
def test_a_socket_that_sends_much_before_it_is_accepted_is_closed(
    again: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with serving.served(silent) as port, connected(port) as sock:
        sock.sendall(request("GET", "/", *HANDSHAKE))
        processes.wait_for(lambda: connections.total == 1)

        assert send_until_closed(sock, again, 200 * MB) < 20 * MB

    assert not caplog.records


async def silent(scope: Any, receive: Any, send: Any) -> None:
    """Accept no socket, and answer a request when its client has gone."""
    while (await receive())["type"] not in ("http.disconnect", "websocket.disconnect"):
        pass
    if scope["type"] == "http":
        await hello(scope, receive, send)


def test_all_requests_of_a_connection_end_with_it(caplog: pytest.LogCaptureFixture) -> None:
    with serving.served(silent) as port:
        with connected(port) as sock:
            sock.sendall(request("GET", "/") * 2)
            processes.wait_for(lambda: connections.total == 1)
        processes.wait_for(lambda: connections.total == 0)

    assert not caplog.records


def test_too_many_requests_at_once_end_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    with serving.served(silent) as port, connected(port) as sock:
        sock.sendall(request("GET", "/") * 50)

        assert is_closed(sock)

    assert not caplog.records


def test_an_upgrade_to_something_else_is_a_request_like_others(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("GET", "/", "Upgrade: h2c", "Connection: Upgrade"))

        assert status(sock) == 200


@pytest.fixture(params=["most", "most_per_address"])
def _room_for_three(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    processes.wait_for(lambda: connections.total == 0)
    monkeypatch.setattr(connections, request.param, 3)


@pytest.mark.usefixtures("_room_for_three")
def test_idle_connections_give_way_to_new_ones(port: int) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(connected(port)) for _ in range(20)]
        for sock in idle:
            with suppress(OSError):
                sock.sendall(b"GET / HTTP")
        answered = []
        for _ in range(5):
            with connected(port) as sock:
                sock.sendall(request("GET", "/"))
                answered.append(status(sock))
        assert connections.total <= 3

    assert answered == [200] * 5


@pytest.mark.usefixtures("_room_for_three")
def test_one_connection_too_many_is_refused_at_once_and_room_comes_back(port: int) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(connected(port)) for _ in range(3)]
        for sock in held:
            sock.sendall(request("GET", "/", *HANDSHAKE))
            assert status(sock) == HTTPStatus.SWITCHING_PROTOCOLS
        with connected(port) as sock:
            assert status(sock) == HTTPStatus.SERVICE_UNAVAILABLE
        held[0].close()
        processes.wait_for(lambda: connections.total == 2)
        with connected(port) as sock:
            sock.sendall(request("GET", "/"))
            assert status(sock) == 200


@pytest.mark.parametrize("ending", ["keep-alive", "close"])
def test_a_client_that_never_reads_its_answer_is_dropped(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "READ_WITHIN", 0.3)
    with serving.served(large) as port, connected(port) as sock:
        sock.sendall(request("GET", "/", f"Connection: {ending}"))
        processes.wait_for(lambda: connections.total == 1)
        processes.wait_for(lambda: connections.total == 0)


async def large(scope: object, receive: object, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(20 * MB).encode())]})
    await send({"type": "http.response.body", "body": b"x" * (20 * MB)})


@pytest.mark.parametrize(
    "again",
    [
        pytest.param(frame(1, 60_000), id="one large message"),
        pytest.param(frame(0, 0, fin=False) * 1000, id="a message without end"),
        pytest.param(frame(9, 100) * 100, id="pings"),
        pytest.param(b"\xff" * 1000, id="no frame at all"),
    ],
)
def test_a_socket_that_sends_much_is_closed(port: int, again: bytes) -> None:
    with connected(port) as sock:
        sock.sendall(request("GET", "/", *HANDSHAKE))
        assert status(sock) == HTTPStatus.SWITCHING_PROTOCOLS
        if again.startswith(b"\0"):
            sock.sendall(frame(1, 0, fin=False))

        assert send_until_closed(sock, again, 200 * MB) < 20 * MB


def test_sockets_offer_no_compression(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(request("GET", "/", *HANDSHAKE, "Sec-WebSocket-Extensions: permessage-deflate"))

        assert b"deflate" not in sock.recv(65_536)
