"""Who asks: the client's address, as limits at the door count it."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from taluva_site.http.networks import network_of_client


def client_address(scope: dict[str, Any]) -> str:
    """Return the client's address as the nearest trusted proxy gives it; without proxies, the connection's own."""
    peer = str((scope.get("client") or [""])[0])
    return network_of_client(peer, forwarded_for(scope), trusted_proxies())


def forwarded_for(scope: dict[str, Any]) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"]


def trusted_proxies() -> int:
    return int(settings.ENVIRONMENT.trusted_proxies)
