"""Whose address it is, as limits count it."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network


def network_of_client(peer: str, forwarded_for: Iterable[str], proxies: int) -> str:
    """Return the network of who asks, as the outermost trusted proxy names it; without proxies, that of `peer`."""
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
