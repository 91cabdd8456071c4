"""Where a request comes from, as limits count it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from taluva_site.http.networks import network_of_client


def address_of(request: HttpRequest) -> str:
    """Return the visitor's address, as the limits at the door count it too; of IPv6 the network of 64 bits."""
    named = request.headers.get("X-Forwarded-For")
    peer = request.META.get("REMOTE_ADDR", "")
    return network_of_client(peer, [named] if named else [], settings.ENVIRONMENT.trusted_proxies)
