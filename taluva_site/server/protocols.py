"""HTTP and WebSocket connections with limits: uvicorn itself waits for ever and reads whatever comes."""

from __future__ import annotations

import asyncio
from collections import deque
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from taluva_site.http import problem_details
from taluva_site.http.client_addresses import network_of
from taluva_site.server.connections import connections

# The address and all headers of a request, in bytes.
LARGEST_HEAD = 16 * 1024
LARGEST_ADDRESS = 8 * 1024
HEAD_WITHIN = 10.0
# Requests that a connection may send before the first of them is answered.
MOST_PIPELINED = 8
# What is read and thrown away of a body whose request was answered early, so that the answer arrives.
MOST_DISCARDED = 1024 * 1024
# For a client that reads what it is sent slowly, or never.
READ_WITHIN = 120.0
# Browsers send nothing but the frames that keep a socket open: some 30 bytes a minute.
MOST_FRAME_BYTES = 4096
FRAME_WINDOW = 60.0


class BoundedHttpProtocol(HttpToolsProtocol):
    """Refuses what is too long, comes too slowly, or is one connection too many."""

    head_timer: asyncio.TimerHandle | None = None
    abort_timer: asyncio.TimerHandle | None = None
    address = ""
    is_counted = False
    refusal: HTTPStatus | None = None
    url = b""
    # Bytes of the message that is being read, of its body, and of its address and headers.
    fed = body_fed = head_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        # Requests whose answer is not complete; the site works on the first of them.
        self.unanswered: deque[RequestResponseCycle] = deque()
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        self.is_counted = connections.open(self.address)
        if self.is_counted:
            self.wait_for_head()
        else:
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting_for_head()
        self.stop_abort()
        self.release()
        self.end_requests()
        super().connection_lost(exc)

    def release(self) -> None:
        if self.is_counted:
            self.is_counted = False
            connections.close(self)

    def give_way(self) -> None:
        self.release()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.fed += len(data)
        super().data_received(data)
        if self.transport.is_closing() or not self.is_counted:  # refused, or a WebSocket by now
            return
        refusal = self.refusal or self.too_large()
        if refusal:
            self.refuse(refusal)
        elif self.is_between_requests():
            self.check_rest_of_body()

    def check_rest_of_body(self) -> None:
        if self.body_fed > MOST_DISCARDED:
            self.transport.close()
        elif self.head_timer is None:
            self.wait_for_head()

    def too_large(self) -> HTTPStatus | None:
        """Judge an unfinished head, and what stands around a body: lengths of chunks, headers behind them."""
        if self.fed - self.body_fed <= LARGEST_HEAD + 8 * self.body_fed:
            return None
        return head_status(len(self.url) if self.headers is not None else 0)

    def is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_size = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        self.head_size += len(name) + len(value) + 4
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.stop_waiting_for_head()
        connections.work(self)
        if len(self.url) > LARGEST_ADDRESS or len(self.url) + self.head_size > LARGEST_HEAD:
            self.refusal = head_status(len(self.url))
        elif len(self.pipeline) >= MOST_PIPELINED:
            self.refusal = HTTPStatus.TOO_MANY_REQUESTS
        if not self.refusal:
            before = self.cycle
            super().on_headers_complete()
            if self.cycle is not before:  # it is if a WebSocket is asked for
                self.unanswered.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        self.body_fed += len(body)
        if not self.refusal:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self.fed = self.body_fed = 0
        if not self.refusal:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        self.unanswered.popleft()
        super().on_response_complete()
        if self.transport.is_closing():
            self.abort_later()
        elif self.is_between_requests() and self.is_counted:
            connections.rest(self)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.abort_later()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, unless its head was refused; the WebSocket counts itself."""
        self.stop_waiting_for_head()
        if not self.refusal:
            self.release()
            super().handle_websocket_upgrade()

    def wait_for_head(self) -> None:
        connections.rest(self)
        self.head_timer = self.loop.call_later(HEAD_WITHIN, self.head_is_late)

    def stop_waiting_for_head(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def head_is_late(self) -> None:
        """Say so to a client that began a request; close what was only opened, or still sends an old body."""
        self.head_timer = None
        if self.fed and not self.body_fed:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()
            self.abort_later()

    def refuse(self, status: HTTPStatus) -> None:
        """Answer without the site, unless another answer is on its way, and close."""
        if self.is_between_requests() and not self.transport.is_closing():
            kind, body = problem_details.answer_without_site(self.url.decode("latin-1"), status)
            again = b"retry-after: 5\r\n" if status == HTTPStatus.SERVICE_UNAVAILABLE else b""
            head = b"content-type: %b\r\nx-content-type-options: nosniff\r\nconnection: close\r\n" % kind.encode()
            length = b"content-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + again + length + body)
        self.end_requests()
        self.transport.close()
        self.abort_later()

    def end_requests(self) -> None:
        """Tell the site of all requests that nobody waits for an answer: uvicorn tells it of the last of them alone."""
        for cycle in self.unanswered:
            cycle.disconnected = True
            cycle.message_event.set()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.abort_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_abort()

    def abort_later(self) -> None:
        """Abort the transport after a while: a closed one still waits for its client to read, for ever if need be."""
        if self.abort_timer is None:
            self.abort_timer = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def stop_abort(self) -> None:
        if self.abort_timer is not None:
            self.abort_timer.cancel()
            self.abort_timer = None


def head_status(address_size: int) -> HTTPStatus:
    if address_size > LARGEST_ADDRESS:
        return HTTPStatus.REQUEST_URI_TOO_LONG
    return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Closes a socket whose handshake stalls, or that sends more than a browser's answers to pings."""

    handshake_timer: asyncio.TimerHandle | None = None
    abort_timer: asyncio.TimerHandle | None = None
    address = ""
    received = 0
    window_began = 0.0
    is_counted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        self.is_counted = connections.open(self.address)
        # A page that is told to close answers within a moment; who does not holds a place.
        self.close_timeout = 1.0
        self.handshake_timer = self.loop.call_later(HEAD_WITHIN, self.handshake_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self.handshake_timer, self.abort_timer):
            if timer is not None:
                timer.cancel()
        if self.is_counted:
            connections.close(self)
        super().connection_lost(exc)

    def give_way(self) -> None:
        self.transport.abort()

    def handshake_is_late(self) -> None:
        if not self.handshake_complete:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        # What comes before the site has accepted counts, too.
        if self.handshake_initiated and self.is_flood(len(data)):
            self.transport.abort()
            return
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.refuse_head()

    def refuse_head(self) -> None:
        """Answer a head that is no handshake, such as one with a body: uvicorn leaves it without an answer."""
        self.handshake_complete = True
        answer = b"".join(self.conn.data_to_send())
        head = b"connection: close\r\ncontent-length: 0\r\n\r\n"
        self.transport.write(answer or STATUS_LINE[HTTPStatus.BAD_REQUEST] + head)
        self.transport.close()

    def handle_parser_exception(self) -> None:
        """Close a socket that sends no frame; before it is accepted, uvicorn would break on that."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True  # uvicorn would log that it was not

    def is_flood(self, size: int) -> bool:
        now = self.loop.time()
        if now - self.window_began > FRAME_WINDOW:
            self.window_began, self.received = now, 0
        self.received += size
        return self.received > MOST_FRAME_BYTES

    def pause_writing(self) -> None:
        super().pause_writing()
        self.abort_timer = self.abort_timer or self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.abort_timer is not None:
            self.abort_timer.cancel()
            self.abort_timer = None
