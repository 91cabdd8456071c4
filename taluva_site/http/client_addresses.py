"""Whose address a request comes from, as limits count it: at the server's door and in views alike."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def request_address(request: HttpRequest) -> str:
    """Return the client's address as the nearest trusted proxy gives it; of IPv6 the network of 64 bits."""
    named = request.headers.get("X-Forwarded-For")
    return client_network(request.META.get("REMOTE_ADDR", ""), [named] if named else [])


def scope_address(scope: dict[str, Any]) -> str:
    """Return the same for a scope of ASGI, before Django has made a request of it."""
    named = [value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"]
    return client_network(str((scope.get("client") or [""])[0]), named)


def client_network(peer: str, forwarded_for: Iterable[str]) -> str:
    """Return the network of who asks, as the outermost trusted proxy names it; without proxies, that of `peer`."""
    proxies = settings.ENVIRONMENT.trusted_proxies
    named = [part.strip() for value in forwarded_for for part in value.split(",")]
    return network_of(named[-proxies] if 0 < proxies <= len(named) else peer)


def network_of(address: str) -> str:
    """Return the address; of IPv6 the network of 64 bits, all of which is one household's."""
    try:
        read = ip_address(without_port(address))
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return str(read)
    return str(read.ipv4_mapped or ip_network((read, 64), strict=False))


def without_port(address: str) -> str:
    """Return the address alone of 192.0.2.1:5000 or [2001:db8::1]:5000, as some proxies write it.

    Counted with its port, each connection would be another client.
    """
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address
