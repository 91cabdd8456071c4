"""A real TLS server that takes what the club posts."""

from __future__ import annotations

import http.server
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.notifications.channels.webhooks import wire


class Caught(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver(NamedTuple):
    """A real TLS server on this machine, which answers as it is told."""

    port: int
    caught: list[Caught]
    answers: list[tuple[int, dict[str, str]]]
    context: ssl.SSLContext

    def post(self, url: str, look_up: wire.Resolve, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(wire, "PORTS", {self.port})
        monkeypatch.setattr(wire, "is_public", lambda address: address == "127.0.0.1")
        wire.post_request(
            f"https://hook.example:{self.port}{url}", {"X-One": "1"}, b"body", look_up=look_up, context=self.context
        )


def certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hook.example")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hook.example")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "cert.pem", folder / "key.pem"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return pem, secret


@contextmanager
def dripping(folder: Path, line: bytes = b"HTTP/1.1 200 OK\r\nX: ", *, greets: bool = True) -> Iterator[Receiver]:
    """A TLS server that says this line and then a letter now and then, for ever; or not even shakes hands."""
    pem, secret = certificate(folder)
    caught: list[Caught] = []
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem, secret)
    is_over = threading.Event()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            caught.append(Caught("", {}, b""))
            with suppress(OSError):
                secured = tls.wrap_socket(self.request, server_side=True) if greets else None
                if secured:
                    secured.sendall(line)
                while not is_over.wait(0.2):
                    if secured:
                        secured.sendall(b"a")

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Receiver(server.server_address[1], caught, [], ssl.create_default_context(cafile=str(pem)))
        is_over.set()
        server.shutdown()


@contextmanager
def receiving(folder: Path) -> Iterator[Receiver]:
    """The server, which ends with the block."""
    pem, secret = certificate(folder)
    caught: list[Caught] = []
    answers: list[tuple[int, dict[str, str]]] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            caught.append(Caught(self.path, dict(self.headers), body))
            status, headers = answers.pop(0) if answers else (204, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem, secret)
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Receiver(server.server_address[1], caught, answers, ssl.create_default_context(cafile=str(pem)))
    server.shutdown()
    server.server_close()
