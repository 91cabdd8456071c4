"""A POST to an address that a stranger chose: https only, to a public machine, and no further than there.

The name is resolved once, every address it has must be public, and the connection goes to that very address, so that a
second answer of the name server (rebinding) changes nothing. Redirects are not followed; proxies are not asked.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext_lazy as _

from games.notifications.channels.direct import DeliveryError

SECONDS = 5.0
MOST_READ = 4096
PORTS = {443, 8443}
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Kept for protocols, relays, sites and documents, and yet public by Python's tables.
RESERVED = [ipaddress.ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "fec0::/10", "3fff::/20")]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]


class RefusedAddressError(DeliveryError):
    """An address to which we send nothing; the message says why, for whoever typed it."""


def resolve_host(host: str, port: int) -> list[str]:
    """Return all addresses of the name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(text: str) -> bool:
    """Return whether the address belongs to a machine on the public net, whatever it is wrapped in."""
    address = ipaddress.ip_address(text.partition("%")[0])
    return all(is_global(part) for part in unwrap_address(address))


def is_global(address: Address) -> bool:
    is_kept = address.is_multicast or address.is_reserved or any(address in network for network in RESERVED)
    return address.is_global and not is_kept


def unwrap_address(address: Address) -> list[Address]:
    """Return the address, and the IPv4 addresses that an IPv6 one may carry: mapped, 6to4, Teredo, NAT64."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    inner: list[Address | None] = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in NAT64:
        inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    carried: list[Address] = [part for part in inner if part is not None]
    return carried if address.ipv4_mapped else [address, *carried]


def check_url(url: str) -> SplitResult:
    """Return the parts of an address to which we would send; raise `RefusedAddressError`."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise RefusedAddressError(_("That is not a valid address.")) from None
    if parts.scheme != "https" or not parts.hostname:
        raise RefusedAddressError(_("The address has to begin with https://."))
    if parts.username or parts.password:
        raise RefusedAddressError(_("The address can't contain a name or password."))
    if port not in PORTS:
        raise RefusedAddressError(_("The port must be 443 or 8443."))
    if any(character.isspace() or not character.isprintable() for character in url):
        raise RefusedAddressError(_("That is not a valid address."))
    return parts


def public_address(host: str, port: int, look_up: Resolve) -> str:
    """Return the address to connect to; raise `RefusedAddressError` if any that the name has is not public."""
    try:
        addresses = look_up(host, port)
    except (OSError, UnicodeError) as error:
        raise DeliveryError(f"{host}: {error}") from error
    if not addresses or not all(is_public(address) for address in addresses):
        raise RefusedAddressError(_("The address points to a machine that is not on the public internet."))
    return addresses[0]


class PinnedConnection(http.client.HTTPSConnection):
    """A connection to a known address; the certificate has to be the name's. It can be cut off from another thread."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=SECONDS, context=context)
        self.address, self.tls = address, context

    def connect(self) -> None:
        tcp_socket = socket.create_connection((self.address, self.port), SECONDS)
        self.sock = self.tls.wrap_socket(tcp_socket, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()

    def cut(self) -> None:
        if self.sock:
            with suppress(OSError):
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


class Call:
    """One POST in a thread of its own, since neither the name server nor the other end can be trusted to be quick.

    A time-out of the socket begins anew with each byte.
    """

    def __init__(self, url: str, headers: dict[str, str], body: bytes, look_up: Resolve, tls: ssl.SSLContext) -> None:
        self.parts, self.headers, self.body = check_url(url), {"User-Agent": "taluva-club", **headers}, body
        self.look_up, self.tls = look_up, tls
        self.is_over = False
        self.connection: PinnedConnection | None = None
        self.status: Future[int] = Future()

    def answer(self, within: float) -> int:
        """Return the status of the other end, the whole of whose answer has come."""
        threading.Thread(target=self.run, name="call", daemon=True).start()
        try:
            return self.status.result(within)
        except TimeoutError:
            raise DeliveryError(_("No complete response in time.")) from None
        finally:
            self.is_over = True
            if self.connection:
                self.connection.cut()

    def run(self) -> None:
        try:
            self.status.set_result(self.exchange())
        except Exception as error:
            self.status.set_exception(error)

    def exchange(self) -> int:
        host, port = str(self.parts.hostname), self.parts.port or 443
        address = public_address(host, port, self.look_up)
        target = (self.parts.path or "/") + (f"?{self.parts.query}" if self.parts.query else "")
        self.connection = PinnedConnection(host, port, address, self.tls)
        try:
            self.connection.connect()
            if self.is_over:
                raise DeliveryError("too late")
            self.connection.request("POST", target, self.body, self.headers)
            answer = self.connection.getresponse()
            answer.read(MOST_READ)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise DeliveryError(f"{type(error).__name__}: {error}") from error
        finally:
            self.connection.close()
        return answer.status


def post_request(
    url: str,
    headers: dict[str, str],
    body: bytes,
    *,
    look_up: Resolve = resolve_host,
    context: ssl.SSLContext | None = None,
) -> None:
    """Return when the other end has said 2xx, after SECONDS at most; raise `DeliveryError`."""
    status = Call(url, headers, body, look_up, context or ssl.create_default_context()).answer(SECONDS)
    if not 200 <= status < 300:
        raise DeliveryError(f"HTTP {status}", status)
